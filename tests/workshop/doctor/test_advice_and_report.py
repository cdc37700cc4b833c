"""Unit: from findings to one sentence, an exit code, lines and JSON."""

import pytest

from jarvis_voice.core.errors import AudioError
from jarvis_voice.workshop.doctor.advice import ALL_WELL, ORDER, advice, exit_code
from jarvis_voice.workshop.doctor.check_result import (
    CheckResult,
    CheckVerdict,
    by_error,
    failed,
    ok,
    skipped,
    warning,
)
from jarvis_voice.workshop.doctor.report import as_json, as_text

pytestmark = pytest.mark.unit

SPOKEN = CheckResult("words", ok("5 words.", private=("I understood: buy a gift for Ana",)))


def test_a_failure_goes_before_a_warning_and_what_hurts_most_first() -> None:
    noisy = CheckResult("models", warning("w", "warned"))
    keyless = CheckResult("google key", failed("k", "the key"))
    dead = CheckResult("zeros", failed("z", "unmute it"))
    assert advice([noisy, keyless, dead]) == "unmute it."
    assert advice([noisy, keyless]) == "the key."
    assert advice([noisy, SPOKEN]) == "warned."
    assert advice([SPOKEN, CheckResult("rate", skipped("no"))]) == ALL_WELL


def test_a_check_that_has_no_place_comes_last() -> None:
    unknown, known = (
        CheckResult("new", failed("n", "new")),
        CheckResult(ORDER[-1], failed("k", "known")),
    )
    assert advice([unknown, known]) == "known."
    assert advice([unknown]) == "new."


@pytest.mark.parametrize(
    ("verdict", "code"), [(ok(""), 0), (warning("", ""), 0), (skipped(""), 0), (failed("", ""), 1)]
)
def test_the_exit_code(verdict: CheckVerdict, code: int) -> None:
    assert exit_code([SPOKEN, CheckResult("zeros", verdict)]) == code


def test_what_was_said_is_on_the_screen_and_nowhere_else() -> None:
    assert any("gift for Ana" in line for line in as_text(SPOKEN))
    assert "gift" not in str(as_json([SPOKEN]))


def test_the_json_has_the_promised_form() -> None:
    found = [CheckResult("disk", ok("There is room.", "data: 5 MB free"))]
    assert as_json(found) == {
        "checks": [{"name": "disk", "status": "ok", "detail": "There is room.\ndata: 5 MB free"}],
        "advice": ALL_WELL,
    }


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("It is gone. Plug it in.", "It is gone: plug it in."),
        ("One. Two. Set it anew.", "Two: set it anew."),
        ("No key. GOOGLE_API_KEY is wrong.", "No key: GOOGLE_API_KEY is wrong."),
        (
            "The file a.b/c is bad: run `jarvis setup`.",
            "The file a.b/c is bad: run `jarvis setup`.",
        ),
    ],
)
def test_the_advice_of_an_error_is_one_sentence(message: str, said: str) -> None:
    assert advice([CheckResult("zeros", by_error(AudioError("x", message)))]) == said
