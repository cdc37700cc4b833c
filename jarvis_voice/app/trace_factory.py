"""Makes what sends traces, where a collector is set; nothing of it is imported elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.config import Config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.model_settings import models_to_ask
from jarvis_voice.platform.install_method import extra_line

if TYPE_CHECKING:
    from jarvis_voice.doors.traces.trace_export import TraceExport

TRACES_VARIABLE = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT"
"""Variables of every program that sends traces: the address of traces, and that of everything."""


def collector_of(config: Config, environment: Mapping[str, str]) -> str:
    """The address that traces are sent to, or "".

    Raises:
        ConfigError: It is no address.
    """
    base = environment.get(VARIABLE, "").rstrip("/")
    usual = environment.get(TRACES_VARIABLE) or (f"{base}/v1/traces" if base else "")
    found = config.traces.endpoint or usual
    if found and not found.startswith(("http://", "https://")):
        message = "The address of the collector must begin with http:// or https://."
        raise ConfigError("traces-endpoint", message)
    return found


async def make_traces(config: Config, bus: Bus, endpoint: str) -> TraceExport:
    """What sends traces, not yet open; its libraries load on a thread.

    Raises:
        ConfigError: They are not installed.
    """
    try:
        await asyncio.to_thread(_load)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"opentelemetry", "requests"}:
            raise
        message = f"Traces need more packages. Run: {extra_line('otel')}"
        raise ConfigError("otel-packages", message) from error
    from jarvis_voice.doors.traces.span_names import PROVIDERS
    from jarvis_voice.doors.traces.trace_export import TraceExport, otlp_exporter
    from jarvis_voice.doors.traces.turn_spans import TracedModel

    models = {
        one.name: TracedModel(PROVIDERS.get(one.kind, one.kind), one.model)
        for one in models_to_ask(config)
    }
    exporter = otlp_exporter(endpoint)
    return TraceExport(bus, exporter, models, with_words=config.traces.words)


def _load() -> None:
    import jarvis_voice.doors.traces.trace_export  # noqa: F401 - loaded for those who import it next
