"""Flow: whole turns, as spans in memory and at a real receiver of OpenTelemetry's protocol."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import monotonic, process_time

import pytest
from assistant.chats import ScriptedChat
from assistant.turns import Mind, ScriptedPlanner, Words, ask, assistant_with
from doors.http.test_turn_metrics import spoken_turn
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from jarvis_voice.assistant.planning.model_planner import ModelPlanner
from jarvis_voice.assistant.planning.plan import Finish, Planner, Task
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.traces.trace_export import TraceExport, otlp_exporter
from jarvis_voice.doors.traces.turn_spans import TracedModel

pytestmark = pytest.mark.flow

CANARY = "ptarmigan"
MODELS = {"gemini": TracedModel("gcp.gemini", "gemini-2.5-flash")}


def tree(spans: Sequence[ReadableSpan], parent: int | None = None, indent: str = "") -> list[str]:
    """The spans in lines, each below the one that it is in."""
    inside = [span for span in spans if (span.parent.span_id if span.parent else None) == parent]
    lines = []
    for span in sorted(inside, key=lambda one: (one.start_time or 0, one.end_time or 0)):
        assert span.context
        error = (span.attributes or {}).get("error.type")
        lines.append(f"{indent}{span.name}" + (f" ! {error}" if error else ""))
        lines += tree(spans, span.context.span_id, f"{indent}  ")
    return lines


async def traced(
    paths: Paths, *planners: Planner, mind: Mind, said: str = f"tell me of a {CANARY}"
) -> Sequence[ReadableSpan]:
    """The spans of one typed turn."""
    exporter, bus = InMemorySpanExporter(), Bus()
    async with assistant_with(paths, *planners, mind=mind, bus=bus) as (assistant, _):
        async with TraceExport(bus, exporter, MODELS):
            await ask(assistant, said, thread_id=CANARY)
        spans = exporter.get_finished_spans()
    assert CANARY not in "".join(span.to_json() for span in spans)
    return spans


async def test_a_turn_that_is_planned_here(paths: Paths) -> None:
    planner = ScriptedPlanner(Task("search", {"query": CANARY}), Finish("I found it."))
    assert tree(await traced(paths, planner, mind=Mind())) == [
        "invoke_agent jarvis",
        "  jarvis.plan",
        "  execute_tool search",
        "  jarvis.word",
    ]


async def test_a_turn_with_a_model_and_its_tokens(paths: Paths) -> None:
    mind = Mind(Words())
    model = ModelPlanner("gemini", ScriptedChat(f"A {CANARY} is a bird."), mind.registry)
    spans = await traced(paths, model, ScriptedPlanner(), mind=mind)
    assert sorted(tree(spans)) == [
        "  chat gemini-2.5-flash",
        "  jarvis.word",
        "invoke_agent jarvis",
    ]
    [chat] = [span for span in spans if span.name.startswith("chat")]
    assert chat.attributes == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "gcp.gemini",
        "gen_ai.request.model": "gemini-2.5-flash",
        "gen_ai.usage.input_tokens": 9,
        "gen_ai.usage.output_tokens": 3,
    }


async def test_a_turn_whose_tool_fails(paths: Paths) -> None:
    planner = ScriptedPlanner(Task("broken", {}), Finish("It did not work.", "failed"))
    assert tree(await traced(paths, planner, mind=Mind())) == [
        "invoke_agent jarvis ! failed",
        "  jarvis.plan",
        "  execute_tool broken ! failed",
        "  jarvis.word",
    ]


async def test_a_spoken_turn() -> None:
    exporter, bus, at = InMemorySpanExporter(), Bus(), [0.0]
    async with TraceExport(bus, exporter, {}, seconds=lambda: at[0]):
        for at[0], event in spoken_turn("t1"):
            bus.publish(event)
    assert tree(exporter.get_finished_spans()) == [
        "invoke_agent jarvis",
        "  jarvis.plan",
        "    chat gemini ! gemini-offline",
        "    chat home",
        "  execute_tool search",
        "  jarvis.word",
        "  jarvis.synthesise",
        "  jarvis.play",
    ]
    [play] = [one for one in exporter.get_finished_spans() if one.name == "jarvis.play"]
    assert ((play.end_time or 0) - (play.start_time or 0)) / 1e9 == pytest.approx(1.7)


@asynccontextmanager
async def receiver() -> AsyncIterator[tuple[str, list[Span]]]:
    """A collector at a port of its own, and the spans that it was sent."""
    spans: list[Span] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.path == "/v1/traces"
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                for scope in resource.scope_spans:
                    spans.extend(scope.spans)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(ExportTraceServiceResponse().SerializeToString())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its own name
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        serving = Thread(target=server.serve_forever, daemon=True)
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", spans
        finally:
            await asyncio.to_thread(server.shutdown)


async def test_a_collector_gets_the_spans(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # nobody is there
    planner, bus = ScriptedPlanner(Finish(f"A {CANARY} is a bird.")), Bus()
    async with (
        receiver() as (url, spans),
        assistant_with(paths, planner, bus=bus) as (assistant, _),
        TraceExport(bus, otlp_exporter(url), {}),
    ):
        await ask(assistant, f"tell me of a {CANARY}")
    assert [span.name for span in spans] == ["jarvis.word", "invoke_agent jarvis"]
    assert spans[0].parent_span_id == spans[1].span_id
    assert CANARY not in "".join(map(str, spans))


@pytest.mark.parametrize("is_mute", [True, False])
async def test_a_collector_that_is_away_delays_neither_a_turn_nor_the_end(
    paths: Paths, *, is_mute: bool
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:  # takes a connection, says nothing
        port = listening.getsockname()[1]
        if not is_mute:
            listening.close()
        planner, bus = ScriptedPlanner(Finish("Hello.")), Bus()
        url = f"http://127.0.0.1:{port}"
        async with (
            assistant_with(paths, planner, bus=bus) as (assistant, _),
            traces_to(bus, url) as ended_after,
        ):
            began_at = monotonic()
            assert await ask(assistant, "hello") == ["Hello."]
            assert monotonic() - began_at < 1.5
        assert ended_after[0] < 2.0


@asynccontextmanager
async def traces_to(bus: Bus, url: str) -> AsyncIterator[list[float]]:
    """Traces to an address, and how long their end took."""
    took: list[float] = []
    export = await TraceExport(bus, otlp_exporter(url), {}).__aenter__()
    yield took
    began_at = monotonic()
    await export.__aexit__()
    took.append(monotonic() - began_at)


async def test_a_turn_costs_less_than_a_millisecond_of_processor() -> None:
    bus, turns = Bus(), 100
    events = [event for number in range(turns) for _, event in spoken_turn(f"t{number}")]
    async with TraceExport(bus, InMemorySpanExporter(), {}):
        began_at = process_time()
        for event in events:
            bus.publish(event)
        took = process_time() - began_at
    assert took / turns < 0.001
