"""TraceExport: sends a tree of spans of each turn to a collector; OpenTelemetry's own SDK sends.

Invariant: the publisher of an event never waits: spans wait in a bounded queue for a thread of the
SDK. A collector that cannot be reached costs the end of the program `CLOSE_SECONDS` at the most.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Self
from urllib.parse import urlsplit

import requests
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context

from jarvis_voice import __version__
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.door_config import is_loopback
from jarvis_voice.core.events import Event
from jarvis_voice.doors.traces.span_names import ERROR_TYPE
from jarvis_voice.doors.traces.turn_spans import SpanFold, SpanNode, TracedModel

log = logging.getLogger(__name__)

logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # it would log each try

CLOSE_SECONDS = 1.5
"""How long the end of the program waits for the last spans."""

SEND_SECONDS = 5
"""How long one batch may take, with all tries."""

BATCH_MILLISECONDS = 2_000
MOST_WAITING = 2_048
MOST_IN_A_BATCH = 256
SERVICE = "jarvis-voice"
TRACES_PATH = "/v1/traces"
FROM_CHAT = "chat "


class TraceExport:
    """Sends traces while it is open.

    Args:
        bus: Where events come from.
        exporter: What sends spans.
        models: What is known of a rung of the models, by its name.
        with_words: Put what was said into the spans.
        seconds: Monotonic seconds.
    """

    def __init__(
        self,
        bus: Bus,
        exporter: SpanExporter,
        models: Mapping[str, TracedModel],
        *,
        with_words: bool = False,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bus = bus
        self._exporter = exporter
        self._seconds = seconds
        self._fold = SpanFold(models, secrets.token_bytes(32), with_words=with_words)
        self._processor: BatchSpanProcessor | None = None
        self._provider: TracerProvider | None = None

    async def __aenter__(self) -> Self:
        """Listen from now on."""
        about = {SERVICE_NAME: SERVICE, SERVICE_VERSION: __version__}
        self._provider = TracerProvider(resource=Resource.create(about), shutdown_on_exit=False)
        self._processor = BatchSpanProcessor(
            _OnceToldExporter(self._exporter),
            max_queue_size=MOST_WAITING,
            schedule_delay_millis=BATCH_MILLISECONDS,
            max_export_batch_size=MOST_IN_A_BATCH,
        )
        self._provider.add_span_processor(self._processor)
        self._tracer = self._provider.get_tracer(SERVICE, __version__)
        self._bus.listen(self._take)
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Send what is left, in bounded time."""
        processor, self._processor = self._processor, None
        if processor is None:
            return
        for root in self._fold.rest(self._seconds()):
            self._write(root)
        loop, sent = asyncio.get_running_loop(), asyncio.Event()

        def end() -> None:
            processor.shutdown()  # type: ignore[no-untyped-call] # the SDK's own
            if not loop.is_closed():
                loop.call_soon_threadsafe(sent.set)

        # a thread that the interpreter does not wait for, unlike one of the loop's pool
        threading.Thread(target=end, name="traces end", daemon=True).start()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await sent.wait()
        except TimeoutError:
            log.warning("the last traces could not be sent in time")

    def _take(self, event: Event) -> None:
        """On the publisher's time."""
        if self._processor:
            for root in self._fold.add(event, self._seconds()):
                self._write(root)

    def _write(self, root: SpanNode) -> None:
        """Hand a turn to the SDK, with the times of the wall clock."""
        now_ns, now = time.time_ns(), self._seconds()
        self._write_span(root, lambda at: now_ns - int((now - at) * 1e9), None)

    def _write_span(
        self, node: SpanNode, as_ns: Callable[[float], int], parent: object | None
    ) -> None:
        span = self._tracer.start_span(
            node.name,
            context=parent,  # type: ignore[arg-type] # its own kind of mapping
            kind=SpanKind.CLIENT if node.name.startswith(FROM_CHAT) else SpanKind.INTERNAL,
            attributes=node.values,
            start_time=as_ns(node.began_at),
        )
        if node.error:
            span.set_attribute(ERROR_TYPE, node.error)
            span.set_status(Status(StatusCode.ERROR))
        inside = set_span_in_context(span)
        for child in node.children:
            self._write_span(child, as_ns, inside)
        ended_at = node.began_at if node.ended_at is None else node.ended_at
        span.end(as_ns(ended_at))


class _OnceToldExporter(SpanExporter):
    """Writes into the log when a collector cannot be reached, once until it can."""

    def __init__(self, inner: SpanExporter) -> None:
        self._inner = inner
        self._is_failing = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = self._inner.export(spans)
        is_failing = result is not SpanExportResult.SUCCESS
        if is_failing and not self._is_failing:
            log.warning("traces cannot be sent: the collector does not take them")
        self._is_failing = is_failing
        return result

    def shutdown(self) -> None:
        self._inner.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._inner.force_flush(timeout_millis)


def otlp_exporter(endpoint: str) -> SpanExporter:
    """What sends spans to a collector over HTTP; OTEL_EXPORTER_OTLP_HEADERS are sent along.

    Args:
        endpoint: Its address, with or without a path. No proxy stands before this machine.
    """
    address = urlsplit(endpoint)
    session = requests.Session()
    session.trust_env = not is_loopback(address.hostname or "")
    session.max_redirects = 0  # nobody else is told
    has_path = address.path.strip("/")
    url = endpoint if has_path else endpoint.rstrip("/") + TRACES_PATH
    return OTLPSpanExporter(url, timeout=SEND_SECONDS, session=session)
