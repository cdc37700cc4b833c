"""Unit: the `jarvis` command before its commands are loaded."""

import signal
import sys
from types import ModuleType

import pytest

from jarvis_voice.__main__ import main

pytestmark = pytest.mark.unit


class Unloaded(ModuleType):
    """A module during whose import the user presses Ctrl-C."""

    def __getattr__(self, name: str) -> None:
        raise KeyboardInterrupt


def test_ctrl_c_while_it_loads_ends_it_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jarvis_voice.cli.main", Unloaded("jarvis_voice.cli.main"))
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130


def test_ctrl_c_at_its_end_interrupts_no_thread_that_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handled = list[tuple[int, object]]()
    monkeypatch.setattr(signal, "signal", lambda *given: handled.append(given))
    loaded = ModuleType("jarvis_voice.cli.main")
    loaded.__dict__["main"] = lambda: sys.exit(3)
    monkeypatch.setitem(sys.modules, "jarvis_voice.cli.main", loaded)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 3
    assert handled == [(signal.SIGINT, signal.SIG_DFL)]
