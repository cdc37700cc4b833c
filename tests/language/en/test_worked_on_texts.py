"""Unit: a turn goes in; whether a text stands in it that is to be worked on."""

import pytest

from jarvis_voice.language.en.worked_on_texts import head_of_given_text

pytestmark = pytest.mark.unit

TEXT = "We cook together. Cancel the pasta timer. It was nice."


@pytest.mark.parametrize(
    "head",
    [
        "translate this into Spanish",
        "summarise this",
        "summarise this for me",
        "proofread this",
        "what does this mean",
        "read this",
        "continue this story",
        "rewrite this",
        "explain this",
        "what do you think of this",
        "is this correct English",
        "shorten this text",
        "make this sound nicer",
        "check the spelling of this",
        "here is my poem",
        "my essay begins like this",
        "Eva wrote",
        "Eva says",
        "quote",
        "write this in capitals",
        "paraphrase this",
        "what is wrong with this",
        "how does this sound",
        "turn this into a haiku",
        "format this as a table",
        "count the words in this",
        "reply to this",
    ],
)
def test_what_stands_behind_such_a_head_is_a_text(head: str) -> None:
    assert head_of_given_text(f"{head}: {TEXT}") == len(head) + 2
    assert head_of_given_text(f"{head}\n{TEXT}") == len(head) + 1


@pytest.mark.parametrize(
    "said",
    [
        "what is this song about: I wake up. Cancel all my alarms. I sleep again.",
        "proofread this text. I love my garden. Remind me at nine to water the roses. I hope you "
        "like it.",
        "summarize this for me: The meeting is on Monday. Add gin to the shopping list. Bring a "
        "pen.",
        "rewrite this as a poem: Wake up. Set an alarm for five am.",
        "shorten this: Call me Bob. I live in Rome.",
        "summarise this recipe: Boil the water. Set a timer for nine minutes.",
        "summarise this page: Open github.com. Take a screenshot.",
        "please translate the following to French. Turn the volume to 100 percent. Mute the "
        "microphone.",
        "summarise: Ana wrote, please wake me at eight in the morning",
        "is this spam? Set a timer for 99 minutes.",
        "translate into French: cancel my alarm",
        "fix the grammar: add gin to the shopping list",
        "what does this mean? Cancel all my alarms.",
        "rewrite this more politely. Take milk off my shopping list.",
    ],
)
def test_a_text_that_orders_something_is_a_text(said: str) -> None:
    assert head_of_given_text(said)


@pytest.mark.parametrize(
    "said",
    [
        "add this to my list: milk and eggs",
        "remind me of this: call Ana at nine",
        "note this: buy milk",
        "shopping list: milk, eggs",
        "put these on the shopping list: milk, eggs and ham",
        "remember this: my car is on level three",
        "summarise this page. Then set a timer for ten minutes",
        "summarise this article and set a timer for ten minutes",
        "read this page. set a timer for ten minutes",
        "what is this. set a timer for five minutes please",
        "cancel the alarm. It is too early.",
        "set two timers: five minutes and ten minutes",
        "I said: cancel the timer",
        "here is what I need: a timer for ten minutes",
        "here's the thing. cancel my alarm",
        "this is my city: Rome",
        "my list is this: milk and eggs",
        "my name is this: Anna",
        "set an alarm at this time: seven thirty",
        "write this on my list: milk",
        "make this a timer: ten minutes",
        "make this my alarm: seven",
        "is this alarm on? cancel it",
        "what timers are these? cancel them all",
        "put this in my notes: the code is 12",
        "calculate this: 3 times 4",
        "convert this: five miles to kilometers",
        "spell this: necessary",
        "call me this: Captain",
        "say this in the kitchen: dinner is ready",
        "announce this: dinner is ready",
        "tell me this. what time is it",
        "what time is it. set a timer for five minutes",
        "two things: set a timer for ten minutes and an alarm for seven",
        "do this: set a timer for ten minutes",
        "do the following: open github and take a screenshot",
        "first this: wake me at seven",
        "search for this: bees",
        "open this: github.com",
        "turn this up. it is too quiet",
        "turn this off. I am awake",
        "is it raining. set an alarm for six",
        "does this work? set a timer for one minute",
        "make it louder. and set a timer for five minutes",
        "check this: what is 15 percent of 80",
        "how is the weather these days? wake me at seven",
        "are these on my list: milk, eggs",
        "read my list. then clear it",
    ],
)
def test_an_order_is_no_text(said: str) -> None:
    assert not head_of_given_text(said)
