"""Unit: answers to a question of ours go in, the request with what it missed comes out."""

import pytest
from assistant.understanding.messages_before import after
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.clarification import completed
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "question", "meant"),
    [
        (
            "wake me up at six and tell me a joke",
            "In the morning or in the evening?",
            "wake me up at six in the morning and then tell me a joke",
        ),
        (
            "set a timer for five minutes and wake me at six",
            "The timer is set for 5 minutes. In the morning or in the evening?",
            "wake me at six in the morning",
        ),
    ],
)
def test_a_time_answers_for_the_part_that_waits(said: str, question: str, meant: str) -> None:
    before = after(said, answer=question)
    assert completed("in the morning", before, knowledge().grammar.understand) == meant


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("seven tonight", "remind me to call Bo at seven tonight"),
        ("tomorrow at nine", "remind me to call Bo tomorrow at nine"),
        ("half past six tomorrow evening", "remind me to call Bo half past six tomorrow evening"),
    ],
)
def test_an_hour_before_the_part_of_a_day_is_a_time(answer: str, meant: str) -> None:
    before = after("remind me to call Bo", answer="When?")
    assert completed(answer, before, knowledge().grammar.understand) == meant


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("call Bo", "remind me at nine tomorrow to call Bo"),
        ("what time did I say", ""),
        ("when is it", ""),
    ],
)
def test_a_question_is_not_what_a_reminder_is_for(answer: str, meant: str) -> None:
    before = after("remind me at nine tomorrow", answer="Of what?")
    assert completed(answer, before, knowledge().grammar.understand) == meant


@pytest.mark.parametrize("text", ["Berlin.", "In Berlin."])
def test_a_city_answers_where_the_weather_is_asked_for(text: str) -> None:
    question = "For which city?"
    said = completed(
        text, after("what's the weather", answer=question), knowledge().grammar.understand
    )
    assert said == "my home city is Berlin and what is the weather in Berlin"
    city, weather = knowledge().read(text, after("what's the weather", answer=question)).parts
    assert city.intent == Intent("set_profile", {"field": "city", "value": "Berlin"})
    assert weather.intent
    assert (weather.intent.name, weather.intent.slots["place"]) == ("weather", "Berlin")


@pytest.mark.parametrize("text", ["I live in Berlin", "my home city is Berlin."])
def test_who_says_where_they_live_is_told_the_weather_there(text: str) -> None:
    before = after("what's the weather tomorrow", answer="For which city?")
    city, weather = knowledge().read(text, before).parts
    assert city.intent == Intent("set_profile", {"field": "city", "value": "Berlin"})
    assert weather.intent
    assert (weather.intent.name, weather.intent.slots["day"]) == ("weather", "tomorrow")


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("wipes", "add wipes to my shopping list"),
        ("thanks mate", ""),
        ("no leave it", ""),
        ("create a list called works", ""),
    ],
)
def test_only_a_thing_is_added_to_a_list(text: str, added: str) -> None:
    before = after("add to my shopping list", answer="What shall I add to the shopping list?")
    assert completed(text, before, knowledge().grammar.understand) == added


@pytest.mark.parametrize("text", ["Lisbon.", "In Lisbon."])
def test_a_city_answers_where_the_sun_is_asked_for(text: str) -> None:
    question = "For which city?"
    said = completed(text, after("when is sunset", answer=question), knowledge().grammar.understand)
    assert said == "my home city is Lisbon and when is sunset in Lisbon"


def test_a_city_answers_where_places_are_asked_for() -> None:
    said = completed(
        "Bristol",
        after("find a good restaurant nearby", answer="For which city?"),
        knowledge().grammar.understand,
    )
    assert said == "my home city is Bristol and find a good restaurant nearby in Bristol"


@pytest.mark.parametrize(
    "text", ["The shopping list.", "shopping", "on my shopping list", "the shopping list I mean"]
)
def test_a_list_answers_which_one_is_meant(text: str) -> None:
    question = "Which list do you mean? Say for example: the shopping list."
    said = completed(
        text, after("add bread to my list", answer=question), knowledge().grammar.understand
    )
    assert said == "add bread to my shopping list"


@pytest.mark.parametrize("text", ["what is a heat pump", "why", "I don't know"])
def test_what_is_no_city_answers_nothing(text: str) -> None:
    question = "For which city?"
    assert (
        completed(
            text, after("what's the weather", answer=question), knowledge().grammar.understand
        )
        == ""
    )


@pytest.mark.parametrize("text", ["8 am", "the 8 am one", "the one at 8", "eight"])
def test_a_time_picks_the_one_that_is_set_for_it(text: str) -> None:
    question = "Which one do you mean: the alarm for 07:00 or the alarm for 08:00?"
    said = completed(
        text, after("cancel the alarm", answer=question), knowledge().grammar.understand
    )
    assert said == "cancel the alarm for 08:00"


def test_a_time_that_none_is_set_for_picks_none() -> None:
    question = "Which one do you mean: the alarm for 07:00 or the alarm for 08:00?"
    before = after("cancel the alarm", answer=question)
    assert not completed("half past nine", before, knowledge().grammar.understand)


WINES = "Which one do you mean: red wine or white wine?"


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("the red one", "remove red wine from my shopping list"),
        ("white", "remove white wine from my shopping list"),
        ("red wine please", "remove red wine from my shopping list"),
        ("the first one", "remove red wine from my shopping list"),
        ("the last", "remove white wine from my shopping list"),
        ("both", "remove red wine and white wine from my shopping list"),
        ("all of them", "remove red wine and white wine from my shopping list"),
        ("wine", ""),
        ("beer", ""),
        ("neither", ""),
        ("what time is it", ""),
    ],
)
def test_an_answer_picks_the_entry_that_goes_off_a_list(answer: str, meant: str) -> None:
    before = after("remove wine from my shopping list", answer=WINES)
    assert completed(answer, before, knowledge().grammar.understand) == meant


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("socks", "add socks to my packing list"),
        ("add socks", "add socks to my packing list"),
        ("add socks to it", "add socks to my packing list"),
        ("put my passport in it please", "add my passport to my packing list"),
        ("add socks and shirts on there", "add socks and shirts to my packing list"),
        ("add socks to the list", "add socks to my packing list"),
        ("socks and shoes, put them on it", "add socks and shoes to my packing list"),
        ("make it socks", "add socks to my packing list"),
        ("can you add socks to it", "add socks to my packing list"),
        ("a book to read", "add a book to read to my packing list"),
        ("something to drink", "add something to drink to my packing list"),
        ("add milk to the shopping list", ""),
        ("let me think", ""),
        ("later", ""),
        ("nothing", ""),
        ("what time is it", ""),
    ],
)
def test_an_answer_names_what_goes_on_a_list(answer: str, meant: str) -> None:
    before = after("create a packing list", answer="What shall I add to the packing list?")
    assert completed(answer, before, knowledge().grammar.understand) == meant
