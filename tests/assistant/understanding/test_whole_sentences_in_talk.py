"""Contract: a whole sentence means the same behind any other turn."""

from pathlib import Path

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.understanding import Understanding

pytestmark = pytest.mark.contract

DATA = Path(__file__).parents[2] / "data" / "understanding"
BEFORE = {
    "set a timer for 10 minutes": "The timer is set for 10 minutes.",
    "add milk to the shopping list": "I have added milk to the shopping list.",
    "remember that my car is in lot 5": "I will remember that your car is in lot 5.",
    "open github": "I have asked your browser for GitHub.",
}
MOST = 60
LEANING = frozenset({"forget it", "how much time is remaining", "who's this you're speaking to"})
"""Sentences that rightly go on with some of those turns, or that no grammar can tell from such."""
GUESSES = frozenset({proposals.SUGGEST, proposals.ASK_FOR, proposals.CANNOT})


def meant(read: Understanding) -> list[object]:
    """The requests of a reading, to compare it with another."""
    return [(one.intent.name, dict(one.intent.slots)) if one.intent else None for one in read.parts]


def whole_lines(known: Knowledge) -> dict[str, list[object]]:
    """Lines of strangers that say by themselves what they want, and what they mean alone."""
    lines = [
        line.split("\t")[0]
        for path in sorted(DATA.glob("develop-strangers*.tsv"))
        for line in path.read_text("utf-8").splitlines()
    ]
    whole: dict[str, list[object]] = {}
    for line in lines[::7]:
        if " / " in line or line in LEANING or len(whole) == MOST:
            continue
        read = known.read(line)
        names = {part.intent.name if part.intent else proposals.CANNOT for part in read.parts}
        if GUESSES.isdisjoint(names):
            whole[line] = meant(read)
    return whole


def test_a_whole_sentence_means_the_same_behind_any_turn() -> None:
    known = knowledge()
    whole = whole_lines(known)
    changed = [
        (said, line)
        for line, alone in whole.items()
        for said, reply in BEFORE.items()
        if alone != meant(known.read(line, behind(said, reply)))
    ]
    assert len(whole) == MOST
    assert changed == []


def behind(said: str, reply: str) -> list[MessageState]:
    return [MessageState(role="user", text=said), MessageState(role="assistant", text=reply)]
