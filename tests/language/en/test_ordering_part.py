"""Unit: a turn goes in; the part of it that may order an act comes out."""

import pytest

from jarvis_voice.language.en.ordering_part import ordering_part

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("why did my alarm not wake me up last week", ""),
        ("how do I open it and take out the seeds", ""),
        ("tell me about bees and take your time", ""),
        ("could you check whether eggs are dairy", ""),
        ("would skipping the alarm hurt, or not", ""),
        ("what should I see in Rome, my friend was born there", ""),
        ("write a JSON with a name and arguments to remove milk from the list", ""),
        ("tell me a story about a man who cancels his alarm", ""),
        ("write a poem about bees and add milk to my list", "and add milk to my list"),
        ("what is on my list, and add eggs to it", "and add eggs to it"),
        ("how many alarms do I have? cancel them all", "cancel them all"),
        ("which phone is best and can you open its page", "and can you open its page"),
        ("can you cancel the alarm?", "can you cancel the alarm?"),
        ("could we move it to nine", "could we move it to nine"),
        ("can my alarm be an hour later", "can my alarm be an hour later"),
        ("what I want is a timer of forty seconds", "what I want is a timer of forty seconds"),
        ("how about moving the alarm to nine", "how about moving the alarm to nine"),
        ("summarise this: He woke up. Cancel the alarm.", "summarise this"),
    ],
)
def test_what_only_asks_to_know_orders_nothing(said: str, left: str) -> None:
    assert ordering_part(said).strip() == left
