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
        ("how many alarms do I have", ""),
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


@pytest.mark.parametrize(
    "said",
    [
        "might as well cancel the alarm, tomorrow is a holiday",
        "may as well stop the pasta timer",
        "should you not put olives on the shopping list for me",
        "would it kill you to turn off that alarm",
        "see if you can cancel the pasta timer",
        "check whether you could move the alarm to nine",
        "I wonder whether we could drop the alarm tomorrow",
        "should we cancel the alarm? yes, do",
        "should I skip the alarm tomorrow? I think so",
        "has the time come to cancel the pasta timer? I think so",
        "do you do timers? six minutes then",
        "do you have timers? set one for six minutes",
        "do I have an alarm for seven? if not, set one",
        "how many alarms do I have? cancel them all",
        "do I have any timers running and if I do stop them",
        "is a timer of six minutes possible",
        "would a reminder at nine for the bins be possible",
        "how does a timer for six minutes sound",
        "are you up to waking me at seven",
        "is there a page about bees you can open for me",
        "what belongs on the list is bread",
        "is it possible to speak slower",
        "must you speak so fast",
        "can somebody cancel the pasta timer",
        "might I suggest that you cancel the pasta timer",
        "have you got a timer for six minutes for me",
        "is bread on the list or can you add it",
        "is it better at seven? then change it to seven",
    ],
)
def test_an_order_in_the_form_of_a_question_is_an_order(said: str) -> None:
    assert "".join(ordering_part(said).split(" , ")).replace(" ", "") == said.replace(" ", "")


@pytest.mark.parametrize(
    "said",
    [
        "why did my alarm not wake me",
        "why did my alarm not wake me, and should I set two",
        "might the alarm wake the baby",
        "may I cancel a subscription early",
        "should I set two alarms or one",
        "should I cancel my gym contract",
        "see if eggs are dairy",
        "tell me whether you can cancel a flight within a day",
        "check whether the alarm is on",
        "I wonder whether alarms wake whales",
        "I wonder whether we have ever cancelled christmas",
        "do you have timers",
        "do I have any alarms",
        "is a timer better than an alarm",
        "is a timer the same as an alarm",
        "is a world without alarms better",
        "is there a page about timers on wikipedia",
        "how does an alarm sound in a submarine",
        "how does a timer work",
        "are you up at night",
        "what is missing in my life",
        "is it possible to die of boredom",
        "can somebody have too many alarms",
        "would anybody cancel christmas",
        "does anyone need two alarms? yes or no",
        "why do people snooze? make it short",
        "how do I delete an alarm on an iphone? make it simple",
        "how do I open a coconut? take your time",
        "how do I open it and if it is stuck what then",
        "is it bad to snooze? I think not",
        "have you got a favourite timer",
        "do I have time to cancel a flight",
        "what does it mean to set an alarm? I think so much about it",
    ],
)
def test_a_question_for_knowledge_orders_nothing(said: str) -> None:
    assert not ordering_part(said).strip(" ,")
