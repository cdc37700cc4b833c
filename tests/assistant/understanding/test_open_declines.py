"""Unit: a turn that was taken for a no goes in; a no, or that nothing was changed, comes out."""

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.open_declines import SAY_IT_WHOLE, open_declines
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit

UNCHANGED = Intent(proposals.CANNOT, {"reply": SAY_IT_WHOLE})


@pytest.mark.parametrize(
    "text",
    ["no, women's", "nah two hours", "scrap that, eleven's better", "bin it", "no, the blue ones"],
)
def test_a_no_that_wants_more_is_not_okay(text: str) -> None:
    [part] = open_declines(text, [Part(text, Intent("no"))], is_asked=False)
    assert part.intent == UNCHANGED


@pytest.mark.parametrize(
    "text",
    [
        *("no", "no thanks", "no, I'm fine", "never mind, it's sorted", "nah you're all right"),
        *(
            "no, that's enough",
            "stop",
            "leave it",
            "no need",
            "no probs",
            "no, not that",
            "oops, sorry",
        ),
    ],
)
def test_a_mere_no_stays_one(text: str) -> None:
    [part] = open_declines(text, [Part(text, Intent("no"))], is_asked=False)
    assert part.intent == Intent("no")


def test_what_we_asked_may_be_thrown_away() -> None:
    [part] = open_declines("no, bin it", [Part("no, bin it", Intent("no"))], is_asked=True)
    assert part.intent == Intent("no")


def test_other_requests_are_left_alone() -> None:
    parts = (Part("no, two hours", Intent("change_timer")),)
    assert open_declines("no, two hours", parts, is_asked=False) == parts
