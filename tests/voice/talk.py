"""A scripted room around a real voice session: frames as letters, time counted in frames.

Only what lies outside the program is faked: sound devices, models and the brain behind
`Conversation`. What happened is one list of lines, events and calls of the fakes alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from voice.scripted_parts import (
    Answers,
    EarlyMicrophone,
    Part,
    ScriptedConversation,
    ScriptedJudge,
    ScriptedMicrophone,
    ScriptedSpeaker,
    ScriptedStt,
    ScriptedTts,
    ScriptedTurnModel,
    ScriptedVad,
    ScriptedWake,
)

from jarvis_voice.core import events
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.hypotheses import Completeness
from jarvis_voice.core.types import HERE
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.voice.session import VoiceSession
from jarvis_voice.voice.speech_input import SpeechInput, VoiceSettings

UNTOLD = ("at", "took_seconds", "message", "silence_seconds", "was_ready")


def line(event: events.Event) -> str:
    """An event in a few words: all it says but its times, and whether words were ready."""
    body = events.to_json(event)
    told = [value for name, value in body.items() if name not in UNTOLD]
    if isinstance(event, events.SpeakingEnded):
        told[0] = "cut-off" if told.pop() else "spoken"
    return " ".join(str(value) for value in told)


class Talk:
    """A session in its room.

    Args:
        hears: What speech to text makes of the utterances, in order.
        answers: What is answered to which command.
        lost: How the microphone ends, instead of quietly.
        voice: Whether there is one.
        knows: What commands are, where that is known.
        finished: How finished the turn model finds everything; None where there is no such model.
        settings: Changed settings; `is_early`: the microphone shows frames before they are full;
            `own_speech`: who finds in what is said what would wake us; `again`: what a better
            model, which is surer, makes of words that are heard once more.
    """

    def __init__(
        self,
        *,
        hears: Sequence[str | JarvisError] = (),
        answers: Answers | None = None,
        lost: JarvisError | None = None,
        voice: bool = True,
        knows: Mapping[str, Completeness] | None = None,
        finished: float | None = None,
        **settings: Any,
    ) -> None:
        self.log: list[str] = []
        self.events: list[events.Event] = []
        self.clock = FrameClock()
        self.bus = Bus()
        self.bus.listen(self._note)
        microphone = EarlyMicrophone if settings.pop("is_early", False) else ScriptedMicrophone
        self.microphone = microphone(self.clock, lost)
        self.wake = ScriptedWake(self.microphone)
        self.vad = ScriptedVad(self.microphone)
        self.span_vad = ScriptedVad(self.microphone)
        self.stt = ScriptedStt(hears, self.log)
        again: Sequence[str | JarvisError] | None = settings.pop("again", None)
        self.second_stt = None if again is None else ScriptedStt(again, self.log)
        if self.second_stt:
            self.stt.probability = -0.4
        self.judge = ScriptedJudge(knows or {})
        self.brain = ScriptedConversation(answers or {}, self.log)
        self.tts = ScriptedTts()
        self.speaker = ScriptedSpeaker(self.log)
        tts, own_speech = self.tts if voice else None, settings.pop("own_speech", None)
        self.mouth = SpeechOutput(
            tts, self.speaker, self.bus.at(settings.get("origin", HERE)), self.clock, own_speech
        )
        values: dict[str, Any] = {
            "second_stage": True,
            "silence_seconds": 0.7,
            "max_seconds": 4.0,
            "follow_up_seconds": 2.0,
            "earcons": True,
        }
        self.session = VoiceSession(
            SpeechInput(
                self.microphone,
                self.wake,
                (WakePoint("hey jarvis", 0.5, 0.3),),
                self.vad,
                self.span_vad,
                self.stt,
                self.judge,
                None if finished is None else ScriptedTurnModel(finished),
                self.second_stt,
            ),
            self.mouth,
            self.brain,
            self.bus,
            self.clock,
            VoiceSettings(**values | settings),
        )

    def _note(self, event: events.Event) -> None:
        self.events.append(event)
        if not isinstance(event, events.SpeechSynthesised):  # told of every reply: see test_mouth
            self.log.append(line(event))

    async def play(self, *script: Part) -> list[str]:
        """Run the session over the script to its end, and return all that happened."""
        self.microphone.script = script
        await asyncio.wait_for(self.session.run(), 20)
        assert self.wake.seen == list(range(len(self.microphone.letters)))
        assert not self.stt.texts, "speech to text was asked too seldom"
        assert not (self.second_stt and self.second_stt.texts), "the better model was, too"
        return self.log
