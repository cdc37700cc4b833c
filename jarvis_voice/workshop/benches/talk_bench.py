"""Measures how soon a model's first sentence is with the voice, and sounds, at three speeds.

Invariant: client, graph, reply stream, voice's queue and voice are real; the model and the
loudspeaker are stand-ins. The stock way asks the same server and speaks with the same weights.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Any, Self

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.audio.speaker import NullSpeaker
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.ports import TextToSpeech
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import Message, ToolOffer
from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat
from jarvis_voice.engines.tts.piper import PiperTts
from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.workshop.benches.bench_progress import OnProgress
from jarvis_voice.workshop.benches.hostile_bench import SilentVoice
from jarvis_voice.workshop.benches.talk_parts import (
    SHOWN_BY,
    TOKENS,
    NotedQueue,
    NotedVoice,
    StoryGemini,
    StoryOpenAi,
)
from jarvis_voice.workshop.scenarios.runner import ScenarioConfig
from jarvis_voice.workshop.worlds.model_script import ModelScript
from jarvis_voice.workshop.worlds.world import NOBODY, WorldApplications

ASKED = "tell me a story about a fox"
SPEEDS = (8.0, 30.0, 150.0)
"""Tokens a second: a large model on a processor, a usual service, a quick one."""

GEMINI_SPEED = 30.0
FIRST_SECONDS = 0.5
AT_ONCE = 1e6
WARM_UP = 3


@dataclass(frozen=True, slots=True)
class TalkTurn:
    """One answer, our way.

    Attributes:
        queued_seconds: From the token that shows the sentence's end until it is in the queue.
        voiced_seconds: From the same token to the first sample of its speech.
        whole_seconds: From the question to that sample.
    """

    queued_seconds: float
    voiced_seconds: float
    whole_seconds: float


@dataclass(frozen=True, slots=True)
class TalkFigures:
    """What was measured.

    Attributes:
        turns: By what was asked and how quick it is.
        stock: Seconds from the question to the first sample the stock way, by the same names.
        work_ms: Of our own, for a whole turn.
        has_voice: Whether a real voice spoke; without one only queues and work mean something.
    """

    turns: dict[str, list[TalkTurn]] = field(default_factory=dict)
    stock: dict[str, list[float]] = field(default_factory=dict)
    work_ms: list[float] = field(default_factory=list)
    has_voice: bool = True


class TalkRoom:
    """An assistant with a model that tells a story, and a voice."""

    def __init__(
        self, server: StoryOpenAi | StoryGemini, assistant: Assistant, voice: TextToSpeech
    ) -> None:
        self.server = server
        self._assistant = assistant
        self._voice = NotedVoice(voice)
        self._mouth = SpeechOutput(self._voice, NullSpeaker(), Bus(), SystemClock())
        self._n_turns = 0

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, server: StoryOpenAi | StoryGemini, home: Path, voice: TextToSpeech
    ) -> AsyncIterator[TalkRoom]:
        """Open all of it, and talk until it is warm; the voice is open already."""
        nowhere = f"http://{NOBODY}"
        paths, bus = find_paths({"JARVIS_HOME": str(home)}), Bus()
        endpoints = replace(Endpoints.all_at(nowhere), gemini=server.url)
        setting = Overrides(Edge(endpoints), applications=WorldApplications((), []))
        lock = ProcessLock(paths.lock, "bench")
        config = talk_config(server)
        async with open_assistant(config, paths, bus, SystemClock(), lock, setting) as assistant:
            room = cls(server, assistant, voice)
            with gc_paused(keeps=True):  # as the daemon does when all is loaded
                await assistant.preload()
                for _ in range(WARM_UP):
                    await room.turn(AT_ONCE, 0.0)
            yield room

    async def turn(self, speed: float, first_seconds: float = FIRST_SECONDS) -> TalkTurn:
        """One answer at so many tokens a second, in a conversation of its own."""
        self.server.story = ModelScript(TOKENS).at_speed(speed, first_seconds)
        self._voice.forget()
        self._n_turns += 1
        began_at = perf_counter()
        replies = self._assistant.ask(ASKED, source="voice", thread_id=f"talk-{self._n_turns}")
        async with aclosing(replies):
            queue = NotedQueue(replies)
            await queue.read()
            await self._mouth.say_answer(queue)
        shown_at = self.server.part_times[SHOWN_BY]
        queued_at, voiced_at = queue.first_at, self._voice.first_at
        if queued_at is None or voiced_at is None:
            raise RuntimeError("the story was not told")
        return TalkTurn(queued_at - shown_at, voiced_at - shown_at, voiced_at - began_at)


def talk_config(server: StoryOpenAi | StoryGemini) -> ScenarioConfig:
    """The shipped settings with the model at this server."""
    file = shipped("config/jarvis.toml")
    values: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    if isinstance(server, StoryGemini):
        values["google_api_key"] = server.api_key
        values["brain"]["model"] = server.model
    else:
        values["second_model"] = {"url": server.base_url, "model": "scripted"}
    return ScenarioConfig(**values)


async def bench_talk(
    turns: int,
    voice: Path | None,
    figures: TalkFigures,
    on_progress: OnProgress,
    speeds: Sequence[float] = SPEEDS,
    *,
    with_gemini: bool = True,
) -> None:
    """Measure in homes that are removed afterwards.

    Args:
        turns: Of each way at each speed.
        voice: Of Piper; None speaks nothing.
        figures: What was measured is added to them as it comes.
        on_progress: Told of each turn.
        speeds: Tokens a second.
        with_gemini: Whether Gemini's client is measured, too.
    """
    n_ways = 1 + len(speeds) * (2 if voice else 1) + with_gemini
    done, steps = 0, turns * n_ways

    def count(what: str) -> None:
        nonlocal done
        on_progress(done, steps, what)
        done += 1

    on_progress(0, steps, "the program starts")
    async with AsyncExitStack() as stack:
        folder = Path(
            stack.enter_context(
                TemporaryDirectory(prefix="jarvis-bench-", ignore_cleanup_errors=True)
            )
        )
        speaker = PiperTts(voice, Prosody()) if voice else SilentVoice()
        await stack.enter_async_context(speaker)
        with StoryOpenAi(api_key="", model="") as server:
            async with TalkRoom.opened(server, folder / "openai", speaker) as room:
                stock = await StockTalk.opened(server, voice) if voice else None
                for speed in speeds:
                    name = named(speed)
                    for _ in range(turns):
                        count(name)
                        figures.turns.setdefault(name, []).append(await room.turn(speed))
                        if stock:
                            count(f"{name}, the stock way")
                            figures.stock.setdefault(name, []).append(await stock.turn())
            async with TalkRoom.opened(server, folder / "work", SilentVoice()) as room:
                for _ in range(turns):
                    count("our own work")
                    figures.work_ms.append(await own_work_ms(room, server))
        if with_gemini:
            name = f"Gemini, {named(GEMINI_SPEED)}"
            with StoryGemini() as gemini:
                async with TalkRoom.opened(gemini, folder / "gemini", speaker) as room:
                    for _ in range(turns):
                        count(name)
                        figures.turns.setdefault(name, []).append(await room.turn(GEMINI_SPEED))
    on_progress(steps, steps, "")


def named(speed: float) -> str:
    """A speed in words."""
    return f"{speed:.0f} tokens a second"


async def own_work_ms(room: TalkRoom, server: StoryOpenAi) -> float:
    """What the loop's thread works in a turn, without what the client's library takes of it.

    The same request is sent once more by the client alone, to a model that answers at once.
    """
    before = thread_time()
    await room.turn(AT_ONCE, 0.0)
    whole = thread_time() - before
    body = server.requests[-1].body
    system, *said = body["messages"]
    messages = [Message(one["role"], one["content"]) for one in said]
    offers = [
        ToolOffer(one["name"], one["description"], one["parameters"])
        for one in (tool["function"] for tool in body.get("tools", ()))
    ]
    async with OpenAiCompatibleChat(server.base_url, "scripted", None) as chat:
        await chat.load()
        for _ in range(2):  # the first one opens the connection
            before = thread_time()
            async with aclosing(
                chat.step(system["content"], messages, offers, _uncounted)
            ) as pieces:
                async for _ in pieces:
                    continue
            client = thread_time() - before
    return 1_000 * (whole - client)


def _uncounted(usage: Usage) -> None:
    """Nobody counts the tokens."""
    del usage


@dataclass(frozen=True, slots=True)
class StockTalk:
    """The whole answer by the library's `ainvoke`, then its speech by the library's voice.

    Attributes:
        client: LangChain's.
        voice: Piper's own.
    """

    client: Any
    voice: Any

    @classmethod
    async def opened(cls, server: StoryOpenAi, voice: Path) -> Self:
        """Load both, and use both once."""
        from langchain_openai import ChatOpenAI
        from piper import PiperVoice

        client = ChatOpenAI(model="scripted", api_key="none", base_url=server.base_url)
        loaded = await asyncio.to_thread(PiperVoice.load, voice)
        stock = cls(client, loaded)
        server.story = ModelScript(TOKENS)
        await stock.turn()
        return stock

    async def turn(self) -> float:
        """Seconds from the question to the first sample, at the server's speed."""
        began_at = perf_counter()
        answer = await self.client.ainvoke(ASKED)
        await asyncio.to_thread(self._first_chunk, str(answer.content))
        return perf_counter() - began_at

    def _first_chunk(self, text: str) -> None:
        """Until the first sentence is speech; it makes one after the other."""
        next(iter(self.voice.synthesize(text)))
