"""Unit: the last of two of one kind is meant, and any other "no" stays."""

import pytest

from jarvis_voice.language.en.same_kind_repairs import last_of_kind

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("set a timer for ten minutes no hours", "set a timer for ten hours"),
        ("set a timer for 5 minutes no 10 minutes", "set a timer for 10 minutes"),
        ("set a timer for an hour, sorry, two hours", "set a timer for two hours"),
        ("set a timer for ten seconds I mean minutes", "set a timer for ten minutes"),
        ("set a timer for two hours make that three hours", "set a timer for three hours"),
        ("set a timer for ten minutes actually make it fifteen", "set a timer for fifteen minutes"),
        ("remind me to call in ten minutes no twenty", "remind me to call in twenty minutes"),
        ("set an alarm for six no seven", "set an alarm for seven"),
        ("set an alarm for six am no seven", "set an alarm for seven am"),
        ("wake me at 6:30 no 7:15", "wake me at 7:15"),
        ("wake me at seven no half past seven", "wake me at half past seven"),
        ("wake me at seven no wait eight no nine", "wake me at nine"),
        ("remind me at five no six to call mum", "remind me at six to call mum"),
        ("remind me to call mum at noon or rather at one pm", "remind me to call mum at one pm"),
        ("remind me on Monday no Tuesday to pay", "remind me on Tuesday to pay"),
        ("remind me tomorrow, sorry, friday to pay", "remind me friday to pay"),
        ("what is the weather today no tomorrow", "what is the weather tomorrow"),
        ("what is the weather in Paris no London", "what is the weather in London"),
        ("remind me to call Tom I mean Tim at five", "remind me to call Tim at five"),
        ("what time is it in New York sorry San Diego", "what time is it in San Diego"),
        ("convert five miles no six miles to feet", "convert six miles to feet"),
        ("add two litres of milk, sorry, one litre to my list", "add one litre of milk to my list"),
    ],
)
def test_the_last_of_one_kind_counts(said: str, meant: str) -> None:
    assert last_of_kind(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "set a timer for ten minutes no rush",
        "set a timer for ten minutes, sorry to bother you",
        "set a timer for ten minutes no more",
        "set an alarm for six am no need to be loud",
        "remind me at five no one is home then",
        "I was away for ten minutes no one called",
        "remind me to say sorry to Tom at five",
        "remind me that there is no milk at six pm",
        "remind me to tell Anna sorry Tom is late",
        "remind me to buy no more wine at six",
        "remember that Tom says no Anna says yes",
        "remember that Tom eats no meat",
        "remember that no two days are alike",
        "note that no means no",
        "what is the weather in no man's land",
        "search for no country for old men",
        "add no sugar cola to my list",
        "add milk no eggs to my list",
        "what does sorry mean in German",
        "I was there for two days no problem",
        "cancel the five minutes no the other timer",
    ],
)
def test_any_other_no_stays(said: str) -> None:
    assert last_of_kind(said) == said
