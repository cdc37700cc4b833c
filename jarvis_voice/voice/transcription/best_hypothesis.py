"""Chooses what the user said: by known words, or by the sound if the words are not known.

Invariant: decides nothing by itself: what words mean is the judge's, what was said is speech to
text's, and which of both counts is `voice.transcription.best_hypothesis`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from jarvis_voice.core.hypotheses import BestHypothesis
from jarvis_voice.core.ports import SpeechToText
from jarvis_voice.core.types import Transcript, Utterance
from jarvis_voice.language.en.stop_words import is_stop
from jarvis_voice.voice.speech_input import WordsJudge

ENDS = ".?!"
"""What is compared must end in one: without, the beginning of what was said fits as well as all."""


@dataclass(frozen=True, slots=True)
class NBest:
    """What the user may have said, the likeliest first.

    Attributes:
        utterance: The sound.
        transcript: What speech to text made of it.
        commands: That without the wake word, the likeliest first, at least one.
        is_addressed: Whether somebody called: of talk that was meant for somebody else no command
            is made because it sounds like one.
    """

    utterance: Utterance
    transcript: Transcript
    commands: Sequence[str]
    is_addressed: bool = True

    def as_heard(self, command: str) -> str:
        """What was heard in front of a command and the command: all that the sound holds."""
        texts = (self.transcript.text, *self.transcript.alternatives)
        return next((text for text in texts if text.endswith(command)), command)


async def choose_words(judge: WordsJudge, stt: SpeechToText, hearings: NBest) -> BestHypothesis:
    """The words that are meant.

    Raises:
        ModelError: Speech to text failed.
    """
    return await by_sound(judge, stt, hearings, await judge.choose(hearings.commands))


async def by_sound(
    judge: WordsJudge, stt: SpeechToText, hearings: NBest, chosen: BestHypothesis
) -> BestHypothesis:
    """The rival of the chosen words that fits the sound well enough, else the chosen words.

    Raises:
        ModelError: Speech to text failed.
    """
    if not (chosen.rivals and hearings.is_addressed):
        return chosen
    heard = hearings.as_heard(chosen.text)
    before, mark = heard.removesuffix(chosen.text), heard[-1] if heard[-1] in ENDS else ENDS[0]
    wordings = [_ended(before + one, mark) for rival in chosen.rivals for one in rival]
    fit, *fits = await stt.fits(hearings.utterance, (_ended(heard, mark), *wordings))
    behind = iter(fits)
    fits_of = [[next(behind) for _ in rival] for rival in chosen.rivals]
    best = best_rival(fit, [max(each) for each in fits_of], chosen.rivals)
    if best is None:
        return chosen
    wording = chosen.rivals[best][fits_of[best].index(max(fits_of[best]))]
    known = await judge.choose((wording,))
    return replace(known, heard=chosen.text)


def _ended(text: str, mark: str) -> str:
    return text if text[-1] in ENDS else text + mark


WORSE_THAN_HEARD = 5.0
"""How much less likely than the words that were heard a rival may be, natural log. Of 80 recordings
of talk that is no command the nearest sentence that Jarvis knows was 6.0 or more behind."""

STOP_WORSE_THAN_HEARD = 2.5
"""The same for "stop", which nearly every short word resembles more than it does any sentence: of
96 recordings of it 19 were heard as other words, 12 of them within this; of 768 of other words,
half of them chosen because they resemble it, 27, most of them in noise."""

AHEAD_OF_THE_NEXT = 4.0
"""How much likelier than every other rival it must be: names that are not among the known ones
resemble several of them about equally."""


def best_rival(
    heard: float, rivals: Sequence[float], wordings: Sequence[Sequence[str]] = ()
) -> int | None:
    """Which rival was said, or None where it was none of them.

    Args:
        heard: Log-probability of the words that were heard, which are not known.
        rivals: That of each rival, read out to speech to text with the same sound.
        wordings: The words of each rival, where one of them may be a stop.
    """
    if not rivals:
        return None
    best, *others = sorted(rivals, reverse=True)
    place = rivals.index(best)
    is_clear = not others or best - others[0] >= AHEAD_OF_THE_NEXT
    stops = bool(wordings) and is_stop(wordings[place][0])
    worst = heard - (STOP_WORSE_THAN_HEARD if stops else WORSE_THAN_HEARD)
    return place if is_clear and best >= worst else None
