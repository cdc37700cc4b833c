"""Unit: what of an error the command line says."""

import pytest

from jarvis_voice.cli import main
from jarvis_voice.cli.main import _known
from jarvis_voice.core.errors import AudioError, ConfigError

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("error", "known"),
    [
        (ConfigError("x", "A mistake."), ("A mistake.", 2)),
        (ExceptionGroup("tasks", [AudioError("x", "No sound.")]), ("No sound.", 5)),
        (
            ExceptionGroup("", [ZeroDivisionError(), ExceptionGroup("", [AudioError("x", "y")])]),
            ("y", 5),
        ),
        (
            PermissionError(13, "Permission denied", "/home/x"),
            ("Cannot use /home/x: Permission denied.", 6),
        ),
        (OSError("odd"), ("OSError.", 6)),
        (
            UnicodeEncodeError("utf-8", "\udcff", 0, 1, "surrogates not allowed"),
            ("What was typed holds bytes that are no text.", 2),
        ),
        (ZeroDivisionError(), None),
        (ExceptionGroup("tasks", [ZeroDivisionError()]), None),
    ],
)  # fmt: skip
def test_what_a_user_can_act_on_is_a_line_and_a_code(
    error: Exception, known: tuple[str, int] | None
) -> None:
    assert _known(error) == known


def test_what_an_error_names_does_not_steer_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_off() -> None:
        raise AudioError("no-file", "There is no recording at a\x1b]0;b\x07.wav.")

    monkeypatch.setattr(main, "app", break_off)
    monkeypatch.setattr(main, "keep_stderr", lambda: None)
    with pytest.raises(SystemExit):
        main.main()
    assert capsys.readouterr().err == "jarvis: There is no recording at a\\x1b]0;b\\x07.wav.\n"
