"""Unit: a sentence with a time that comes again goes in, what limits it comes out."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.language.en.schedule_limits import limit_in, without_limit

pytestmark = pytest.mark.unit

LIMITED = [
    ("every hour today to drink water", "today"),
    ("every hour until six to drink water", "until six"),
    ("drink water every hour until six", "until six"),
    ("every day this week to take pills at 9", "this week"),
    ("at 9 every day this week to take pills", "this week"),
    ("every day for the next three days at 9 to take pills", "for the next three days"),
    ("take pills every day at 9 for three days", "for three days"),
    ("only today every hour to drink", "only today"),
    ("every hour between nine and five to stand up", "between nine and five"),
    ("stand up every hour between nine and five", "between nine and five"),
    ("stretch every hour from 9 to 5", "from 9 to 5"),
    ("drink every two hours starting at 9", "starting at 9"),
    ("every day at 9 until friday to swim", "until friday"),
    ("every day at 9 until christmas to swim", "until christmas"),
    ("three times to drink water every hour", "three times"),
    ("every hour while I work to drink", "while I work"),
    ("every hour on weekdays to drink", "on weekdays"),
    ("every 30 minutes during the day to stretch", "during the day"),
    ("every day in december at 9 to open the calendar", "in december"),
    ("every hour tomorrow to drink", "tomorrow"),
    ("every monday and tuesday at 9 next month to go", "next month"),
    ("every day starting tomorrow at 9 to run", "starting tomorrow"),
    ("every hour after noon to drink", "after noon"),
    ("every hour before six to drink", "before six"),
    ("daily at 9 this month to write", "this month"),
    ("every hour five times to drink water", "five times"),
    ("next week every day at 9 to run", "next week"),
    ("every hour until midnight to take a sip", "until midnight"),
    ("every twenty minutes until noon to stand up", "until noon"),
    ("every day until next monday at 8 to take the antibiotic", "until next monday"),
    ("every day for a month at 8 to take vitamins", "for a month"),
    ("take vitamins every day for two weeks at 8", "for two weeks"),
    ("take vitamins every day at 8 until the end of the month", "until the end of the month"),
    ("every hour this afternoon to stretch", "this afternoon"),
    ("every hour tonight to check on the baby", "tonight"),
    ("every hour for the next five hours to check the roast", "for the next five hours"),
    ("check the roast every ten minutes for an hour", "for an hour"),
    ("stand up every hour from nine till five", "from nine till five"),
    ("stand up every hour between 9 am and 5 pm", "between 9 am and 5 pm"),
    ("every day except the first at 8 to pack lunch", "except the first"),
    ("every day at 9 to run except on the first", "except on the first"),
    ("every day except in july at 8 to pack lunch", "except in july"),
    ("every day at 8 starting monday to run", "starting monday"),
    ("every day starting next week at 8 to run", "starting next week"),
    ("every morning this week to take my pills", "this week"),
    ("every evening until saturday to water the garden", "until saturday"),
    ("each day until friday at noon to call the bank", "until friday"),
    ("every hour during work to look up", "during work"),
    ("every hour only today to drink", "only today"),
    ("every monday this month at 9 to visit dad", "this month"),
    ("every monday until june at 9 to visit dad", "until june"),
    ("every day after tomorrow at 9 to run", "after tomorrow"),
    ("every ten minutes till six to check the oven", "till six"),
    ("every hour to drink water until six", "until six"),
    ("every hour to drink water today", "today"),
    ("every day at 9 to take the pill until friday", "until friday"),
    ("every day at 9 to take the pill for the next ten days", "for the next ten days"),
    ("daily at 9 until further notice to take the pill", "until further notice"),
    ("every hour unless I am asleep to drink", "unless I am asleep"),
    ("every two hours as long as it is light to turn the panel", "as long as it is light"),
    ("every hour twice to drink", "twice"),
    ("four times every hour to blink", "four times"),
    ("hourly today to drink water", "today"),
    ("hourly to drink water, just for today", "just for today"),
    ("drink water every hour by six", "by six"),
    ("every hour by six to drink water", "by six"),
    ("every hour as far as noon to drink water", "as far as noon"),
    ("every hour within the next three hours to check the oven", "within the next three hours"),
    ("every hour, stop at six, to drink water", "stop at six"),
    ("every hour to drink water and stop at six", "and stop at six"),
    ("every 20 minutes to look up, stopping at noon", "stopping at noon"),
    ("every day at nine to take the pill, ten times", "ten times"),
    ("every day at nine to take the pill ten times in all", "ten times in all"),
    ("every hour to take a sip, only five times", "only five times"),
]
WITHOUT = [
    "every day at 9 to put the bins out by ten",
    "every day by nine to take pills",
    "every day at 9 to open the shop and stop at six",
    "every evening to stop by grandma",
    "every day at 5 to stop at the bakery",
    "every hour to stand by the window",
    "every day at 9 to take pills",
    "every weekday at eight to go to work",
    "every hour to drink water",
    "every two hours to stand up",
    "every monday and thursday at 7 to put out the bins",
    "every morning to take my pills",
    "every evening at 8 to write down what I did today",
    "every day at 9 to plan the day",
    "every day at 9 to work until six",
    "every weekday at 9 to keep the shop open from nine to five",
    "every friday at 5 to write down what I did this week",
    "every monday at 9 to plan this week",
    "every monday at 9 to look at what is due this month",
    "every day at noon that the meeting is tomorrow",
    "every day at 8 about the party on friday",
    "every day at 9 before work to take pills",
    "every day at 9 after breakfast to take pills",
    "every night to lock the door before bed",
    "take pills every day at 9",
    "water the plants every two weeks on monday at nine",
    "every other day at 8 to take my pills",
    "call mum every sunday at ten",
    "take pills every day at 9 in the morning",
    "take pills every morning at 9",
    "every day in the morning to take pills",
    "every day at 9 in the evening to take pills",
    "tomorrow at 9 to call Ana",
    "call Ana tomorrow at nine",
    "in three days to call Ana",
    "in 10 minutes to check every pot",
    "tomorrow at 9 to check every day of the plan",
    "at 9 to read every page until page six",
    "on friday at 9 to swim for an hour",
    "today at 5 to leave",
    "every day at 9 to swim for an hour",
    "every day at 9 to read for 30 minutes",
    "every day at half past six to call Ana before seven",
    "every weekday at 7 to catch the train at eight",
    "every weekday at 7 in the morning to leave for work",
    "every saturday at ten to clean the flat from top to bottom",
    "every day at 9 to check tomorrow's weather",
    "every evening at 9 to set the alarm for tomorrow",
    "every hour to look away from the screen",
    "every 30 minutes to stretch for a minute",
    "every hour to check the oven",
    "every hour to turn the roast twice",
    "every day at noon to eat something but no meat",
    "every day at 10 to do it three times",
    "every day at 10 to send the report for the next meeting",
    "every sunday to call mum when she is home",
    "every day at 6 to feed the cat while it is quiet",
    "daily at noon to eat",
    "weekdays at 8 to wake the kids",
    "on weekends at ten to call dad",
    "on mondays at 9 to swim",
    "every day at ten for lunch",
    "every second to none",
    "for four every day at noon to book a table",
    "buy milk for the weekend every friday at 5",
    "pay for next month every monday at 9",
    "look at this week's plan every monday at 9",
    "close the shop after six every day at six",
    "take out the bins on friday every thursday at 8",
    "every day at 7 to walk the dog before breakfast",
    "every weekday at 9 to join the meeting with the team in london",
    "every night at 11 to switch the heating off until morning",
    "every monday at 8 to send the plan for the week to Ben",
    "every hour to move around for five minutes",
    "every two hours to check on grandma",
    "every 45 minutes to rest my eyes for twenty seconds",
    "every day at noon to take one tablet after food",
    "every friday at 4 to book the room for next week",
    "every morning at 6 to read the news of today",
    "every evening to brush the cat twice",
    "every sunday at 6 to get the bins ready for tomorrow",
    "every tuesday and thursday at 5 to pick up Leo from school",
    "every weekend at 10 to call my parents while they are home",
    "every day at 3 that the shop closes at five today",
    "meditate every morning at 7",
    "check the mail every weekday at ten",
    "feed the fish every other day at noon",
    "back up my files every week on friday at 6",
    "daily at 8 to open the windows for a while",
    "weekdays at 7 to leave before eight",
    "on wednesdays at 8 to put the bins out",
    "every day at 10 about the call with Ana between eleven and twelve",
    "every day at quarter to nine to log in",
    "every day at ten past six in the evening to start dinner",
    "every 3 hours to take drops in both eyes",
    "each morning to stretch my back from neck to hip",
    "each sunday at nine to plan meals for the whole week",
    "tomorrow at 9 to call every customer",
    "on friday at noon to pay until the end of the month",
    "tonight at 8 to watch every episode",
    "in an hour to check every window",
    "every day at 7 in the evening to water the plants on the balcony",
    "every month to pay rent",
    "every wednesday at 2 to submit what I did since monday",
    "every day at 5 to stop working but not the music",
    "every day at 8 in the morning to weigh myself",
    "every minute to blink",
    "every hour to log the temperature in december style",
    "every day at 6 to cook when the kids are back",
]


@pytest.mark.parametrize(("words", "limit"), LIMITED)
def test_what_limits_a_repetition_is_found_as_it_was_said(words: str, limit: str) -> None:
    assert limit_in(words) == limit


@pytest.mark.parametrize("words", WITHOUT)
def test_what_is_to_be_done_is_no_limit(words: str) -> None:
    assert limit_in(words) == ""
    assert limit_in(f"remind me {words}", is_part=True) == ""


@pytest.mark.parametrize(
    ("when", "limit", "left"),
    [
        ("7 every day until friday", "until friday", "7 every day"),
        ("every weekday at 8 except in july", "except in july", "every weekday at 8"),
        ("every weekday at 8 except monday", "", "every weekday at 8 except monday"),
        ("every hour today", "today", "every hour"),
        ("every weekday at 8", "", "every weekday at 8"),
        ("tomorrow at nine", "", "tomorrow at nine"),
    ],
)
def test_a_bare_time_is_read_without_its_limit(when: str, limit: str, left: str) -> None:
    assert limit_in(when, is_bare=True) == limit
    assert without_limit(when) == left


def test_another_request_of_the_sentence_limits_nothing() -> None:
    said = "remind me every day at 9 to swim and wake me at 7 tomorrow"
    assert limit_in(said, is_part=True) == ""
    model_left_it_out = "please remind me every hour today to drink water"
    assert limit_in(model_left_it_out, is_part=True) == "today"


PIECES = ("every", "hour", "day", "until", "six", "at", "in", "on", "for", "to", "today")


@given(st.lists(st.sampled_from(PIECES)))
@settings(max_examples=60, deadline=None)
def test_a_limit_is_a_piece_of_the_words_and_found_in_bounded_time(words: list[str]) -> None:
    began = time.process_time()
    assert limit_in(" ".join(words)) in " ".join(words)
    assert time.process_time() - began < 1.0
