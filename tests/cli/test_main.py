"""Unit: what of an error the command line says."""

import pytest

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
