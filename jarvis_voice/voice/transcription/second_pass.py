"""Lets a better model hear doubtful words once more, while the pause behind them is waited out.

Invariant: only words of a user who called are heard again, only where the first hearing is doubtful
and nobody knows what it means; a second hearing that is late or fails changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.ports import SpeechToText
from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.voice.endpointing.utterance_capture import UtteranceCapture
from jarvis_voice.voice.speech_input import SpeechInput, WordsJudge
from jarvis_voice.voice.transcription.best_hypothesis import NBest
from jarvis_voice.voice.turn_taking import Signal

log = logging.getLogger(__name__)

DOUBTFUL = -0.25
"""The mean log-probability below which words are doubtful: one in six hearings of a quiet
recording, half of those from across a room, and four in five of those beside talk."""

LONGEST_WAIT_SECONDS = 0.8
"""From its beginning on; three quarters of all second hearings are over by then on a slow core."""

LONGEST_SOUND_SECONDS = 12.0

TOO_DOUBTFUL = -0.75
"""What the better model itself hears with less than this counts for nothing. Of 256 recordings in
four rooms this takes nothing that helped, and in talk it keeps "how are you?" from being heard."""

KNOWN_BEHIND = 0.1
"""So much less sure than the first hearing a command that is known may be: short ones ("what's
new?") are otherwise heard in any sound."""

NOT_KNOWN = (Completeness.UNKNOWN, Completeness.INCOMPLETE)


def is_doubtful(hearings: NBest, chosen: BestHypothesis) -> bool:
    """Whether a second hearing may help.

    Args:
        hearings: The first hearing.
        chosen: What was made of it.
    """
    return (
        hearings.is_addressed
        and chosen.completeness in NOT_KNOWN
        and hearings.transcript.mean_log_probability < DOUBTFUL
        and len(hearings.utterance.pcm) <= LONGEST_SOUND_SECONDS * RATE_HZ
    )


@dataclass(frozen=True, slots=True)
class SecondHearing:
    """Hears an utterance once more.

    Attributes:
        stt: The better model.
        judge: Who knows what words mean.
        word: The wake word, which is cut from commands.
    """

    stt: SpeechToText
    judge: WordsJudge
    word: str

    @classmethod
    def of(cls, ears: SpeechInput) -> SecondHearing | None:
        """That of some ears; None where they have no second model."""
        return cls(ears.second_stt, ears.judge, ears.wake.words[0]) if ears.second_stt else None

    async def words(
        self, heard: UtteranceCapture, hearings: NBest, chosen: BestHypothesis
    ) -> BestHypothesis | None:
        """What the better model heard, in the place of what was chosen.

        Args:
            heard: What was listened to.
            hearings: The first hearing.
            chosen: What was made of it.

        Returns:
            None where that stays: the better model was late, failed, or is no surer.
        """
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                return await self._better(heard, hearings, chosen)
        except TimeoutError:
            log.info("a second hearing was late")
        except JarvisError as error:
            log.warning("a second hearing failed: %s", error.message)
        except Exception:
            log.exception("a second hearing failed")
        return None

    async def _better(
        self, heard: UtteranceCapture, hearings: NBest, chosen: BestHypothesis
    ) -> BestHypothesis | None:
        transcript = await self.stt.transcribe(hearings.utterance)
        verdict = heard.judge(hearings.utterance, transcript, self.word)
        texts = heard.commands(transcript, self.word)
        if verdict.signal is not Signal.UNDERSTOOD or not texts:
            return None
        found = await self.judge.choose(texts)
        behind = 0.0 if found.completeness in NOT_KNOWN else KNOWN_BEHIND
        least = max(TOO_DOUBTFUL, hearings.transcript.mean_log_probability - behind)
        if transcript.mean_log_probability < least:
            return None
        return replace(found, heard=chosen.heard or chosen.text)
