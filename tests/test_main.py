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
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setitem(sys.modules, "jarvis_voice.cli.main", Unloaded("jarvis_voice.cli.main"))
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130


def test_ctrl_c_before_a_command_begins_ends_it_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    loaded = ModuleType("jarvis_voice.cli.main")
    loaded.__dict__["main"] = interrupted
    monkeypatch.setitem(sys.modules, "jarvis_voice.cli.main", loaded)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130


def test_ctrl_c_at_its_end_interrupts_no_thread_that_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    handled = list[tuple[int, object]]()
    monkeypatch.setattr(signal, "signal", lambda *given: handled.append(given))
    loaded = ModuleType("jarvis_voice.cli.main")
    loaded.__dict__["main"] = lambda: sys.exit(3)
    monkeypatch.setitem(sys.modules, "jarvis_voice.cli.main", loaded)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 3
    assert handled == [(signal.SIGINT, signal.SIG_DFL)]


class Unraisable:
    """What raises where nothing can be raised."""

    def __del__(self) -> None:
        raise KeyboardInterrupt


def test_ctrl_c_where_nothing_can_be_raised_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        Unraisable()
        for _ in range(50_000_000):  # it is raised at the next step that can be interrupted
            pass
        raise AssertionError

    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    loaded = ModuleType("jarvis_voice.cli.main")
    loaded.__dict__["main"] = work
    monkeypatch.setitem(sys.modules, "jarvis_voice.cli.main", loaded)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == ""
