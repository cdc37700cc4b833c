"""UntoldWords: says what was missed, where its user can hear it, at once or when that is possible.

Invariant: each is told once. Words of another user are said at that user's places alone: who sits
at this machine hears that something was missed, and by whom.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import tzinfo

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.schedule_entries import Entry, Moment, as_clock_shows, missed_times
from jarvis_voice.language.en.schedule_phrases import Teller
from jarvis_voice.schedule.bell import RingMouth
from jarvis_voice.schedule.ring_sound import RingSound, RingWords, Sounds

KEPT_SECONDS = 12 * 3_600.0
"""How long words are kept that nobody could hear."""

LOOK_SECONDS = 5.0
"""How often it is looked whether one of the user's places is there."""

LOOKS_HERE = 6
"""At every so many of them this machine's loudspeaker is tried, which may be away."""


@dataclass(slots=True)
class UntoldWords:
    """Tells what was missed.

    Attributes:
        sounds: The ways to the loudspeakers.
        sound: Finds this machine's, and knows whether somebody is heard.
        clock: Measures how long words are kept.
    """

    sounds: Sounds
    sound: RingSound
    clock: Clock
    _kept: list[tuple[float, RingWords]] = field(default_factory=list)
    _is_looking: bool = False

    async def tell(self, missed: Sequence[RingWords]) -> None:
        """Say once what was missed, where it would have rung; nothing in quiet hours."""
        if self.sounds.is_quiet():
            return
        async with AsyncExitStack() as stack:
            is_here = any(self._is_for_here(one) for one in missed)
            own = await self.sound.find_mouth(stack) if is_here else None
            told = await self._say(missed, own, tells_of_others=True)
            if own is not self.sounds.mouth():
                told -= {one.entry.number for one in missed if one.is_owners}  # without a voice
        await self.keep([one for one in missed if one.entry.number not in told])

    async def keep(self, untold: Iterable[RingWords]) -> None:
        """Say it when one of the user's places, or this machine's loudspeaker, is there."""
        self._kept += [(self.clock.seconds() + KEPT_SECONDS, one) for one in untold]
        if self._is_looking:
            return
        self._is_looking = True
        try:
            await self._look_on()
        finally:
            self._is_looking = False

    async def _look_on(self) -> None:
        looks = 0
        while self._kept:
            await asyncio.sleep(LOOK_SECONDS)
            looks += 1
            now = self.clock.seconds()
            self._kept = [one for one in self._kept if one[0] > now]
            if self.sounds.is_quiet():
                continue
            own = self.sounds.mouth() if looks % LOOKS_HERE == 0 else None
            if own and (self.sound.is_heard or own.is_busy):
                own = None
            told = await self._say([one for _, one in self._kept], own)
            self._kept = [one for one in self._kept if one[1].entry.number not in told]

    def _is_for_here(self, one: RingWords) -> bool:
        """Whether this machine says it: the words to their owner, or that another missed some."""
        places = self.sounds.places(one.entry)
        is_there = any(mouth.is_open for mouth in places.mouths)
        return places.here and (one.is_owners or not is_there)

    async def _say(
        self, words: Sequence[RingWords], own: RingMouth | None, *, tells_of_others: bool = False
    ) -> set[int]:
        """Say words where that is possible now; which were told to their user, by number."""
        at: dict[RingMouth, list[RingWords]] = {}
        for one in words:
            for mouth in self.sounds.places(one.entry).mouths:
                if mouth.is_open:
                    at.setdefault(mouth, []).append(one)
        here = [one for one in words if self._is_for_here(one)]
        if not tells_of_others:
            here = [one for one in here if one.is_owners]
        if own and here:
            at[own] = here
        sounded = await asyncio.gather(
            *(_play(mouth, [one.told_here if mouth is own else one.text for one in of_it])
              for mouth, of_it in at.items())
        )  # fmt: skip
        return {
            one.entry.number
            for (mouth, of_it), did_sound in zip(at.items(), sounded, strict=True)
            for one in of_it
            if did_sound and (mouth is not own or one.is_owners)
        }


def unheard_words(
    unheard: Sequence[Entry], moment: Moment, teller: Teller, zone: tzinfo
) -> list[RingWords]:
    """What is said later of entries that rang where nothing could sound."""
    words = []
    for one in unheard:
        shown = as_clock_shows(one, moment)
        text = teller.missed([(shown, missed_times(one, moment, zone))])
        words.append(RingWords(one, text, teller.missed_by(one.user_id, [shown])))
    return words


async def _play(mouth: RingMouth, texts: Sequence[str]) -> bool:
    try:
        did_sound = await mouth.play_earcon("done")
        if did_sound and (said := " ".join(filter(None, texts))):
            await mouth.say("", _one(said))
    except JarvisError:
        return False  # it is tried again
    return did_sound


async def _one(text: str) -> AsyncIterator[str]:
    yield text
