"""Unit: what goes on is told as a problem, with the time of the clock that all share."""

from typing import Any, cast

import pytest

from jarvis_voice.app.context import AppContext
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.config import Config
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.events import Event, ProblemReported
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.unit


def test_an_error_that_is_gone_on_with_is_told(paths: Paths) -> None:
    bus, events = Bus(), list[Event]()
    bus.listen(events.append)
    nobody = cast("Any", None)  # no turn is run
    core = AppContext(Config.model_construct(), paths, bus, FrameClock(), nobody)
    core.report_error(ControlError("no-voice", "Nothing speaks here."))
    assert events == [ProblemReported(0.0, "no-voice", "Nothing speaks here.")]
