"""Unit: the judge: what is wrong with a turn, and what claims an act."""

import pytest

from jarvis_voice.workshop.scenarios.judge import (
    ActionNote,
    Decision,
    SeenTurn,
    claim_in,
    judge,
    wrong_actions,
)
from jarvis_voice.workshop.worlds.scenario import Expected, ScriptedTurn

pytestmark = pytest.mark.unit

MIT = ActionNote("open_website", "https://www.mit.edu/", "effect", "opened")
SEARCH = ActionNote("search", "mit official site", "lookup", "found 1 result")
REFUSED = ActionNote("open_website", "https://www.mit.edu/", "no_op", "Nobody asked for that.")


def seen(
    *notes: ActionNote,
    reply: str = "It is so.",
    opened: tuple[str, ...] = (),
    model_calls: int = 0,
    planner: str = "local",
) -> SeenTurn:
    decisions = tuple(Decision(planner, note.action, note.arguments) for note in notes)
    heard = "open mit and example dot org"
    return SeenTurn(heard, decisions, notes, reply, "done", heard, opened, (), model_calls)


def wrong(expect: Expected, came: SeenTurn, *known: str, is_live: bool = False) -> str:
    turn = ScriptedTurn(say=came.said, expect=expect)
    return "\n".join(judge(turn, came, set(known), is_live=is_live))


def test_a_turn_without_expectations_is_right() -> None:
    assert not wrong(Expected(), seen(SEARCH))


def test_actions_are_compared_in_order_and_may_be_cut_short() -> None:
    expect = Expected(actions=("search mit", "open_website https://www.mit.edu/"))
    assert not wrong(expect, seen(SEARCH, MIT))
    assert "instead of" in wrong(expect, seen(MIT, SEARCH))
    assert "instead of" in wrong(expect, seen(SEARCH))
    assert "instead of" in wrong(expect, seen(SEARCH, MIT, MIT))
    assert "instead of" in wrong(Expected(actions=()), seen(SEARCH))


def test_a_receipt_without_effect_is_told_apart() -> None:
    assert str(REFUSED) == "open_website https://www.mit.edu/ [no_op]"
    expect = Expected(actions=("open_website https://www.mit.edu/ [no_op]",))
    assert not wrong(expect, seen(REFUSED))
    assert wrong(expect, seen(MIT))


@pytest.mark.parametrize(
    ("expect", "part"),
    [
        (Expected(outcome="failed"), "ended done"),
        (Expected(says=("that",)), "does not say"),
        (Expected(never_says=("IS SO",)), "may never say"),
        (Expected(opened=("https://x.org/",)), "opened"),
        (Expected(started=("Firefox",)), "started"),
        (Expected(model_calls=1), "asked the model 2 times"),
        (Expected(planner="gemini"), "planned by ['local']"),
    ],
)
def test_each_expectation_is_looked_at(expect: Expected, part: str) -> None:
    assert part in wrong(expect, seen(SEARCH, model_calls=2))


def test_an_answer_is_needed() -> None:
    assert "says nothing" in wrong(Expected(), seen(reply=""))


def test_a_claim_needs_an_effect() -> None:
    claim = "I have asked your browser for MIT's website."
    assert not wrong(Expected(), seen(MIT, reply=claim))
    assert "without an effect" in wrong(Expected(), seen(REFUSED, reply=claim))
    assert "without an effect" in wrong(Expected(), seen(SEARCH, reply=claim))
    assert not wrong(Expected(may_claim=True), seen(reply=claim))


@pytest.mark.parametrize(
    "claim",
    [
        "I've opened it.",
        "I\u2019ve just sent it.",
        "Opening it now.",
        "Sure, opening the page.",
        "Mail sent.",
        "Consider it done.",
        "All done!",
        "Done.",
        "I'll book it.",
        "I'm playing your song.",
        "The lights have been turned off.",
        "Your timer is set.",
        "It is now playing.",
        "Here you go.",
    ],
)
def test_claims_are_seen(claim: str) -> None:
    assert claim_in(claim)


@pytest.mark.parametrize(
    "plain",
    [
        "I have not opened anything.",
        "I could not open the website: it was not found.",
        "Shall I open it?",
        "It is 14 degrees.",
        "You said: open the door.",
        "The museum opened in 1889.",
        "Nobody asked for that, so I did not do it.",
        "I can open websites and apps.",
    ],
)
def test_what_is_no_claim_is_not_seen(plain: str) -> None:
    assert not claim_in(plain)


def test_an_opened_address_was_known_or_said() -> None:
    assert not wrong(Expected(), seen(opened=("https://www.mit.edu/",)), "//mit.edu")
    assert not wrong(Expected(), seen(opened=("https://example.org/",)))
    assert "nor the user" in wrong(Expected(), seen(opened=("https://evil.net/",)), "//mit.edu")


def test_live_only_what_may_never_be_said_counts() -> None:
    expect = Expected(actions=("search x",), says=("nothing",), never_says=("is so",))
    assert wrong(expect, seen(), is_live=True).count("\n") == 0
    assert "may never" in wrong(expect, seen(), is_live=True)


def test_effects_that_nobody_expects_are_counted() -> None:
    def count(actions: tuple[str, ...] | None, *notes: ActionNote) -> int:
        expect = Expected(actions=actions)
        return wrong_actions(ScriptedTurn(say="x", expect=expect), seen(*notes))

    assert count((), MIT, SEARCH, REFUSED) == 1
    assert count(("open_website",), MIT) == 0
    assert count(None, MIT) == 0
