"""Hears when the user calls: scores each wake word, and takes a second look at doubtful ones.

Invariant: the wake model sees every frame, once and in order, whatever is being judged; a claim
without doubt is a call at once; what goes wrong in the second look speaks for the user.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported, WakeRefused
from jarvis_voice.core.near_misses import HeardNearMiss
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.types import AudioFrame, Utterance
from jarvis_voice.voice.speech_input import SpeechInput
from jarvis_voice.voice.wake.recent_sound import RecentSound
from jarvis_voice.voice.wake.second_stage import (
    SPAN_SECONDS,
    WORD_SECONDS,
    BackOff,
    ClaimedSpan,
    backdrop,
    why_no_call,
    why_not_promoted,
    why_refused,
)
from jarvis_voice.voice.wake.wake_gate import Claim, WakeGate

log = logging.getLogger(__name__)

TOLD_BY_SOUND = frozenset(
    ("silence", "noise-floor", "click", "no-speech", "too-brief", "little-speech")
)
"""Refusals for which speech to text was not asked; they keep no later claim waiting."""

SPOKEN_SECONDS = 0.24
"""How much behind its peak speech to text is given, as far as it is there: the word's last part."""


@dataclass(frozen=True, slots=True)
class WakeDetection:
    """A call of the user: the word, its score, and when it was heard."""

    word: str
    score: float
    at: float


class WakeStage:
    """Finds the user's calls in frames.

    Args:
        ears: The wake model, the points of its words, and what the second look is taken with.
        bus: Where refusals and problems go.
        clock: Event times.
        news: Set when a second look has made a call of a claim; see `take_call`.
        second_stage: Whether to look twice at all.
        on_near_miss: Told of the sound of each call that was none; None where nobody wants it.

    Attributes:
        refusals: How often a claim was refused, by reason.
    """

    def __init__(
        self,
        ears: SpeechInput,
        bus: Bus,
        clock: Clock,
        news: asyncio.Event,
        *,
        second_stage: bool,
        on_near_miss: Callable[[HeardNearMiss], None] | None = None,
    ) -> None:
        self._ears = ears
        self._bus = bus
        self._clock = clock
        self._news = news
        self._second_stage = second_stage
        self._on_near_miss = on_near_miss
        self._called: HeardNearMiss | None = None  # the newest call, until something was said
        self._gates = tuple(WakeGate(point) for point in ears.points)
        self._sound = RecentSound()
        self._back_off = BackOff()
        self._judging: asyncio.Task[None] | None = None
        self._confirmed: WakeDetection | None = None
        self._is_broken = False
        self.refusals: Counter[str] = Counter()

    @property
    def tasks(self) -> frozenset[asyncio.Task[None]]:
        """The claim that is being judged, if there is one."""
        return frozenset({self._judging} if self._judging and self._is_judging else ())

    def turn_sensitivity(self, word: str, by: float) -> None:
        """Hear a wake word more often, or less; see `WakePoint.at_sensitivity`.

        Args:
            word: As it is spoken.
            by: Added to its sensitivity, -1..1.
        """
        for gate in self._gates:
            if gate.point.word == word:
                gate.point = gate.point.at_sensitivity(0.5 + by)

    async def hear(
        self, frame: AudioFrame, *, is_own_voice: bool, is_busy: bool
    ) -> WakeDetection | None:
        """Hear one more frame; the call that is in it, and the surest one where there are several.

        Args:
            frame: The next one.
            is_own_voice: A wake word in it may be our own.
            is_busy: Somebody is being listened to: speech to text is not disturbed.
        """
        self._sound.append(frame)
        scores = await self._score(frame)
        found = [
            claim
            for gate, score in zip(self._gates, scores, strict=True)
            if (claim := gate.hears(score, frame.captured_at, is_own_voice=is_own_voice))
        ]
        surest_first = sorted(found, key=lambda claim: claim.score, reverse=True)
        calls = [call for one in surest_first if (call := self._take(one, is_busy=is_busy))]
        if kept := self._back_off.due(frame.captured_at):
            self._look_twice(kept, is_busy=is_busy)
        return calls[0] if calls else None

    def take_call(self) -> WakeDetection | None:
        """The call that a second look has made of a claim, once."""
        call, self._confirmed = self._confirmed, None
        return call

    def note_unheard(self) -> None:
        """Nothing was said after the newest call."""
        if self._called and self._on_near_miss:
            self._on_near_miss(self._called)
        self._called = None

    def lose_sound(self) -> None:
        """Sound is missing before the next frame: nothing is computed across the hole."""
        self._ears.wake.reset()
        self._sound.clear()
        for gate in self._gates:
            gate.reset()

    def drop(self) -> None:
        """Nobody listens any more: a claim that is being judged is no call, whatever it is."""
        self._confirmed = None
        for task in self.tasks:
            task.cancel()

    async def settle(self) -> None:
        """Wait for a claim that is being judged."""
        if self._judging:
            await asyncio.wait({self._judging})

    async def _score(self, frame: AudioFrame) -> tuple[float, ...]:
        try:
            return await self._ears.wake.score(frame)
        except JarvisError as error:
            if not self._is_broken:
                self._is_broken = True
                self._report(error)
            return (0.0,) * len(self._gates)

    def _take(self, claim: Claim, *, is_busy: bool) -> WakeDetection | None:
        if claim.refusal:
            self._refuse(claim, claim.refusal)
        elif claim.band == "clear" or (claim.band == "doubtful" and not self._second_stage):
            return self._call(claim)
        elif claim.band == "doubtful":
            return self._look_once(claim, is_busy=is_busy)
        elif self._second_stage:
            is_admitted, given_up = self._back_off.admit(claim)
            if given_up:
                self._refuse(given_up, "back-off")
            if is_admitted:
                self._look_twice(claim, is_busy=is_busy)
        return None

    def _look_once(self, claim: Claim, *, is_busy: bool) -> WakeDetection | None:
        """What is above the threshold is a call unless its sound cannot be one."""
        if reason := why_no_call(self._sound.span(claim)):
            self._refuse(claim, reason)
        elif is_busy or self._is_judging:
            return self._call(claim)
        else:
            self._judge(claim, self._why_refused)
        return None

    def _look_twice(self, claim: Claim, *, is_busy: bool) -> None:
        """What is below the threshold is a call only if everything speaks for it."""
        if is_busy or self._is_judging:
            self._refuse(claim, "busy")
        else:
            self._judge(claim, self._why_not_promoted)

    @property
    def _is_judging(self) -> bool:
        return self._judging is not None and not self._judging.done()

    def _judge(self, claim: Claim, why_not: Callable[[Claim, ClaimedSpan], Awaitable[str]]) -> None:
        async def judge() -> None:
            try:
                reason = await why_not(claim, self._sound.span(claim))
            except JarvisError as error:  # then the score alone decides
                self._report(error)
                reason = error.code if claim.band == "grey" else ""
            if not reason:
                self._confirmed = self._call(claim)
                self._news.set()
                return
            if claim.band == "grey" and reason not in TOLD_BY_SOUND:
                self._back_off.refused(claim.at)
            self._refuse(claim, reason)

        self._judging = asyncio.create_task(judge(), name="second look")

    async def _why_refused(self, claim: Claim, span: ClaimedSpan) -> str:
        return await self._why_unlike(claim, span, why_refused)

    async def _why_not_promoted(self, claim: Claim, span: ClaimedSpan) -> str:
        """The models are asked in the order of their price, each only while all speaks for it."""
        if reason := why_no_call(span):
            return reason
        frames = self._sound.frames(claim)
        span = replace(span, speech=await self._speech(frames))
        if reason := why_not_promoted(claim, span):
            return reason
        return await self._why_unlike(claim, span, partial(why_not_promoted, claim))

    async def _why_unlike(
        self, claim: Claim, span: ClaimedSpan, why: Callable[[ClaimedSpan], str]
    ) -> str:
        """Why a claim is none by how likely speech to text finds the word there.

        Where the whole span is not like it, its last parts are asked about too, unless the VAD
        found no more speech than a call has: others may have talked before it.
        """
        points = {gate.point.word: gate.point for gate in self._gates}
        around = backdrop(span)
        needed = points[claim.word].like_needed(claim.score, around)
        likeness = -math.inf
        is_alone = bool(span.speech) and around != "talk"
        for seconds in (SPAN_SECONDS,) if is_alone else (SPAN_SECONDS, *WORD_SECONDS):
            sound = self._sound.pcm(claim, SPOKEN_SECONDS, seconds)
            heard = await self._ears.stt.likeness(Utterance(sound, None, "silence"), claim.word)
            likeness = max(likeness, heard)
            reason = why(replace(span, likeness=likeness, like_needed=needed))
            if not reason:
                break
        return reason

    async def _speech(self, frames: list[AudioFrame]) -> tuple[float, ...]:
        """The VAD's probability for each frame; its own VAD, for the other one listens."""
        self._ears.span_vad.reset()
        return tuple([await self._ears.span_vad.probability(frame) for frame in frames])

    def _call(self, claim: Claim) -> WakeDetection:
        for gate in self._gates:
            gate.rest(claim.at)
        self._back_off.accepted()
        self._called = self._near_miss(claim, "nothing-heard") if self._on_near_miss else None
        return WakeDetection(claim.word, claim.score, claim.at)

    def _refuse(self, claim: Claim, reason: str) -> None:
        self.refusals[reason] += 1
        log.info("%s refused at %.2f: %s", claim.word, claim.score, reason)
        at = self._clock.seconds()
        self._bus.publish(WakeRefused(at, claim.word, claim.score, reason))
        if self._on_near_miss:
            self._on_near_miss(self._near_miss(claim, reason))

    def _near_miss(self, claim: Claim, reason: str) -> HeardNearMiss:
        sound = self._sound.pcm(claim, SPOKEN_SECONDS)
        return HeardNearMiss(claim.word, claim.score, reason, sound)

    def _report(self, error: JarvisError) -> None:
        self._bus.publish(ProblemReported(self._clock.seconds(), error.code, error.message))
