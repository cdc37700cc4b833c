"""Unit: a sentence goes in, what is to be done and its time come out; or neither."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from jarvis_voice.language.en.schedule_times import due
from jarvis_voice.language.en.timed_tasks import asked_for_at, ends_in_time, split_when

pytestmark = pytest.mark.unit

LISBON = ZoneInfo("Europe/Lisbon")
MORNING = datetime(2026, 11, 5, 10, 0, tzinfo=LISBON)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("call Ana tomorrow at nine", "call Ana"),
        ("tomorrow at nine to call Ana", "call Ana"),
        ("at noon call Ana", "call Ana"),
        ("in ten minutes to check the oven", "check the oven"),
        ("eat 2 eggs tomorrow", "eat 2 eggs"),
        ("take the pills every day at eight", "take the pills"),
        ("tomorrow to book a table for four", "book a table for four"),
        ("at 5 PM to order lunch for two", "order lunch for two"),
        ("tomorrow at 8 about the dinner at 7", "about the dinner at 7"),
        ("at 3 to prepare the meeting on Tuesday", "prepare the meeting on Tuesday"),
        ("tonight to pack for Monday", "pack for Monday"),
        ("to buy a present for monday", "to buy a present"),
        ("tomorrow that the meeting is at nine", "the meeting is at nine"),
        ("tomorrow to preheat the oven at 350", "preheat the oven at 350"),
        ("in an hour two calls", "two calls"),
    ],
)
def test_what_is_to_be_done_is_parted_from_when(said: str, what: str) -> None:
    found = split_when(said)
    assert found
    assert found[0] == what


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("tomorrow to call Ana at nine", "Fri 06 09:00"),
        ("at nine to call Ana tomorrow", "Fri 06 09:00"),
        ("tomorrow call Ana at nine", "Fri 06 09:00"),
        ("every day to take a pill at nine", "Fri 06 09:00"),
        ("every evening to lock the door at ten", "Thu 05 22:00"),
        ("at eleven to stand up every day", "Thu 05 11:00"),
        ("at 11 to prepare the meeting on Tuesday", "Thu 05 11:00"),
    ],
)
def test_a_time_said_in_two_places_is_one(said: str, expected: str) -> None:
    found = split_when(said)
    assert found
    moment = due(found[1], "reminder", MORNING, LISBON)
    assert not isinstance(moment, str)
    assert f"{moment.at:%a %d %H:%M}" == expected


@pytest.mark.parametrize(
    "said", ["buy milk", "read chapter seven", "call Ana", "seven", "preheat the oven at 350"]
)
def test_where_no_time_is_said_none_is_found(said: str) -> None:
    assert split_when(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "call mum every third saturday at 10",
        "take the bins out every fourth thursday at 6 pm",
        "pay rent every few months at 9",
        "drink water every hour today",
    ],
)
def test_a_repetition_that_cannot_be_kept_is_not_set_once(said: str) -> None:
    assert split_when(said) is None


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("give sweets to each child at 5 pm", "give sweets to each child"),
        ("say every good boy does fine at 5 pm", "say every good boy does fine"),
        ("tomorrow at nine to water each plant", "water each plant"),
    ],
)
def test_each_and_every_in_a_task_stay_there(said: str, what: str) -> None:
    found = split_when(said)
    assert found is not None
    assert found[0] == what


@pytest.mark.parametrize(
    "said",
    [
        *("week at noon to sing", "the second week of may at 9 am to book flights"),
        *("next month at 9 am to pay", "in january at 9 am to call Tom"),
        *("call Tom in january at 9 am", "call Tom next week at 9 am", "call Tom weekend at nine"),
        *("call Tom on the weekend at 9 am", "call Tom on 29.11. at 9 am"),
        *("call Tom on 11/29 at 9 am", "call Tom in two weeks on friday at 9 am"),
        *("call mom at 9 pm tomorrow unless it's sunday", "call Tom tomorrow before 3 pm"),
        *("buy flowers at for p m tomorrow", "call Tom half an hour after 9 pm"),
        *("call Tom at 6 am but not tomorrow", "at 6 minus 10 am to call Tom"),
        *("call Tom at five two six am", "at 6 to 7 am to call Tom", "if it rains to call at nine"),
    ],
)
def test_a_time_of_which_a_piece_would_be_left_is_none(said: str) -> None:
    assert split_when(said) is None


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("walk around tomorrow at six", "walk around"),
        ("check what the weather is like at 7", "check what the weather is like"),
        ("ask what the house is like tomorrow", "ask what the house is like"),
        ("plan next week on sunday at 5", "plan next week"),
        ("at 8 not to eat sugar", "not to eat sugar"),
        ("tomorrow just to say hi", "just to say hi"),
        ("leave for the meeting at 3 at 2:30", "leave for the meeting at 3"),
        ("record the game at 8 at 7:45", "record the game at 8"),
        ("pick up sam at 6 tomorrow at noon", "pick up sam at 6"),
        ("heat the oven at 200 at 6", "heat the oven at 200"),
        ("prepare for the interview on tuesday on monday", "prepare for the interview on tuesday"),
        ("call about the weekend at 5", "call about the weekend"),
        ("book the trip in may tomorrow", "book the trip in may"),
        ("ask her when tomorrow", "ask her when"),
        ("do it like before at 7", "do it like before"),
        ("say why not at 7", "say why not"),
        ("buy something i like tomorrow", "buy something i like"),
        ("check the schedule for next week on sunday", "check the schedule for next week"),
        ("sort the photos from last weekend at 3", "sort the photos from last weekend"),
        ("decide whether to go or not at 7", "decide whether to go or not"),
        ("prepare the talk on friday tomorrow", "prepare the talk on friday"),
        ("register before friday on wednesday", "register before friday"),
        ("plan the weekend on thursday at 5", "plan the weekend"),
        ("talk to Ana about monday tomorrow at nine", "talk to Ana about monday"),
        ("buy easter eggs tomorrow", "buy easter eggs"),
        ("pack for christmas tomorrow at nine", "pack for christmas"),
        ("at 5 that the monday meeting moved to tuesday", "the monday meeting moved to tuesday"),
        ("tomorrow to take the bus to town", "take the bus to town"),
        ("at noon to drive to the airport", "drive to the airport"),
        ("go to the gym on monday at 7 am", "go to the gym"),
    ],
)
def test_days_and_a_to_in_a_task_stay_there(said: str, what: str) -> None:
    found = split_when(said)
    assert found is not None
    assert found[0] == what


@pytest.mark.parametrize(
    ("said", "is_timed"),
    [("call the doctor tomorrow at nine am", True), ("tell Tom to", False), ("call Ana", False)],
)
def test_words_that_end_in_a_time(said: str, is_timed: bool) -> None:
    assert ends_in_time(said) is is_timed


@pytest.mark.parametrize(
    ("task", "time", "sentence"),
    [
        ("call Tom in january at 9 am", "on january 5th at 9 am", ""),
        ("next week at 9 am to pay", "tuesday at 10", "remind me tuesday at 10 to pay"),
        ("call Tom", "at nine", ""),
        ("call Tom in january at 9 am", "whenever", ""),
    ],
)
def test_the_time_that_is_said_at_last_goes_in_front(task: str, time: str, sentence: str) -> None:
    assert asked_for_at(task, time) == sentence
