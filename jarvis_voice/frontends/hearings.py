"""Which hearing of an utterance is meant: by its words, and by its sound where a name is not known.

Invariant: decides nothing by itself: what words mean is the judge's, what was said is speech to
text's, and which of both counts is `turn.choosing`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from jarvis_voice.frontends.ears import WordsJudge
from jarvis_voice.ports import SpeechToText
from jarvis_voice.turn.choosing import Chosen, best_rival
from jarvis_voice.types import Transcript, Utterance


@dataclass(frozen=True, slots=True)
class Hearings:
    """What may have been said.

    Attributes:
        utterance: The sound.
        transcript: What speech to text made of it.
        commands: That without the wake word, the likeliest first, at least one.
    """

    utterance: Utterance
    transcript: Transcript
    commands: Sequence[str]

    def as_heard(self, command: str) -> str:
        """What was heard in front of a command and the command: all that the sound holds."""
        texts = (self.transcript.text, *self.transcript.alternatives)
        return next((text for text in texts if text.endswith(command)), command)


async def choose_words(judge: WordsJudge, stt: SpeechToText, hearings: Hearings) -> Chosen:
    """The words that are meant.

    Raises:
        ModelError: Speech to text failed.
    """
    chosen = await judge.choose(hearings.commands)
    if not chosen.rivals:
        return chosen
    heard = hearings.as_heard(chosen.text)
    before = heard.removesuffix(chosen.text)
    rivals = [before + rival for rival in chosen.rivals]
    fit, *fits = await stt.fits(hearings.utterance, (heard, *rivals))
    best = best_rival(fit, fits)
    if best is None:
        return chosen
    known = await judge.choose((chosen.rivals[best],))
    return replace(known, heard=chosen.text)
