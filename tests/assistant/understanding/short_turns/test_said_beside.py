"""Unit: a change with a name, or once more of what was added, goes in; both requests come out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.said_beside import said_beside
from jarvis_voice.assistant.understanding.short_turns.topic import topic_of

pytestmark = pytest.mark.unit

SEVEN = ("set an alarm for 7 am", "The alarm is set for 07:00 tomorrow, 21 hours from now.")
FIVE = ("set a timer for 5 minutes", "The timer is set for 5 minutes.")
ADDED = ("add a minute to the newest timer", "The 6 minute timer has 6 minutes left now.")
LONGER = ("change the newest timer to 9 minutes", "The 9 minute timer has 9 minutes left now.")


def meant(text: str, *turns: tuple[str, str]) -> str | None:
    messages: list[MessageState] = []
    for said, answer in turns:
        messages += [{"role": "user", "text": said}, {"role": "assistant", "text": answer}]
    understand = knowledge().grammar.understand
    found = said_beside(text, topic_of(messages, understand), messages, understand)
    return found.sentence if found else None


@pytest.mark.parametrize(
    ("text", "turn", "ending"),
    [
        ("change it to 8 and call it gym", SEVEN, "and then rename the newest alarm to gym"),
        ("move it to 8 and call it gym", SEVEN, "and then rename the newest alarm to gym"),
        ("make it 8 and name it the gym alarm", SEVEN, "and then rename the newest alarm to gym"),
        ("an hour later and call it gym", SEVEN, "and then rename the newest alarm to gym"),
        ("make it 10 minutes and call it rice", FIVE, "and then rename the newest timer to rice"),
        ("add five minutes and call it rice", FIVE, "and then rename the newest timer to rice"),
    ],
)
def test_the_name_is_given_with_the_change(text: str, turn: tuple[str, str], ending: str) -> None:
    sentence = meant(text, turn) or ""
    assert sentence.endswith(ending)
    assert len(sentence) > len(ending)


@pytest.mark.parametrize(
    ("text", "turns", "sentence"),
    [
        ("add another", (FIVE, ADDED), ADDED[0]),
        ("another one", (FIVE, ADDED), ADDED[0]),
        ("add another minute", (FIVE,), "add one minute to the newest timer"),
        ("add another", (FIVE,), None),
        ("add another", (FIVE, LONGER), None),
        ("add another", (SEVEN,), None),
        ("call it gym", (SEVEN,), None),
        ("make it 8 and call it a day", (SEVEN,), None),
        ("cancel it and call mom", (SEVEN,), None),
        ("set a timer for 9 minutes and call it tea", (FIVE,), None),
    ],
)
def test_once_more_is_as_much_as_before(
    text: str, turns: tuple[tuple[str, str], ...], sentence: str | None
) -> None:
    assert meant(text, *turns) == sentence
