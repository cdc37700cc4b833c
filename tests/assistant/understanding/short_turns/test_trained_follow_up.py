"""Unit: a turn that nothing else understands, by what a trained layer takes it for."""

from collections.abc import Mapping, Sequence

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.meaning_cards import load_meaning_cards
from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.assistant.understanding.short_turns.resolution import in_short
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import topic_of
from jarvis_voice.assistant.understanding.short_turns.trained_follow_up import followed
from jarvis_voice.core.sentence_reader import MeaningReading, MoveReading, SentenceGallery
from jarvis_voice.engines.reader.vector_gallery import VectorGallery

pytestmark = pytest.mark.unit

TIMER = ("set a timer for 8 minutes", "The timer is set for 8 minutes.")
ALARM = ("set an alarm for 7 am", "The alarm is set for 07:00 tomorrow, 21 hours from now.")
TEA = ("set a tea timer for 4 minutes", "The tea timer is set for 4 minutes.")
REMINDER = (
    "remind me to pay Dave at noon tomorrow",
    "I will remind you at 12:00 tomorrow: pay Dave.",
)
LIST = ("add plums to my shopping list", "I have added plums to the shopping list.")
SUM = ("what's 15 percent of 86", "15 percent of 86 is 12.9.")
WEATHER = ("weather in Lagos on friday", "It will be sunny in Lagos on Friday.")
FACT = ("remember I parked on level 3", "I will remember that you parked on level 3.")
NAME = ("call me Raj", "I will call you Raj.")


class Reads:
    """A network and its layer, of which one thing is known."""

    def __init__(self, chances: Mapping[str, float], slots: Mapping[str, tuple[str, ...]]) -> None:
        self._chances = chances
        self._slots = slots

    def read(self, text: str) -> MeaningReading | None:
        return MeaningReading("stop", 0.3, self._slots) if text else None

    def gallery(self, sentences: Sequence[str]) -> SentenceGallery:
        return VectorGallery([])

    def moves(self, text: str, topic: str) -> MoveReading | None:
        return MoveReading(self._chances)


def turn_of(said: str, reply: str) -> list[MessageState]:
    return [
        MessageState(role="user", text=said),
        MessageState(role="assistant", text=reply),
    ]


def after(
    turn: tuple[str, str],
    text: str,
    move: str,
    chance: float = 0.9,
    is_opposed: bool = False,
    **slots: str,
) -> ResolvedTurn | None:
    said, reply = turn
    messages = turn_of(said, reply)
    reads = Reads(
        {move: chance, "new": 1.0 - chance}, {name: (words,) for name, words in slots.items()}
    )
    understand = knowledge().grammar.understand
    second = SecondReader(reads, load_meaning_cards(), moves=reads)
    topic = topic_of(messages, second.backing(understand))
    return followed(text, topic, understand, second, is_opposed=is_opposed)


@pytest.mark.parametrize(
    ("turn", "text", "move", "sentence"),
    [
        (TIMER, "slip it two on top", "more", "add two minutes to the newest timer"),
        (TIMER, "cooked already I'd say", "cancel", "cancel the newest timer"),
        (TEA, "how is that tea faring", "left", "how long is left on the tea timer"),
        (REMINDER, "and at one to post the parcel", "again",
         "remind me at one o'clock tomorrow to post the parcel"),
        (REMINDER, "ditto the following day", "again",
         "remind me at 12:00 on the day after tomorrow to pay Dave"),
        (SUM, "or twenty", "amount", "what is 20 percent of 86"),
        (SUM, "or of twenty", "amount", "what is 15 percent of 20"),
        (LIST, "what does it come to in number", "all", "how many things are on my shopping list"),
        (LIST, "now tell me again what is there", "repeat", "what is on my shopping list"),
        (LIST, "what was that again", "repeat", "say that again"),
        (LIST, "gone off plums", "take", "remove plums from my shopping list"),
        (LIST, "make it two", "set",
         "remove plums from my shopping list and then add two plums to my shopping list"),
        (WEATHER, "much of a breeze, windy", "detail", "is it windy in Lagos on friday"),
        (WEATHER, "over in Abuja", "place", "what is the weather in Abuja on friday"),
        (FACT, "so long to that one", "cancel", "forget that I parked on level 3"),
        (NAME, "how did you write me down", "ask", "what is my name"),
    ],
)  # fmt: skip
def test_a_likely_move_is_made(turn: tuple[str, str], text: str, move: str, sentence: str) -> None:
    found = after(turn, text, move)
    assert found is not None
    assert (found.sentence, found.is_guess) == (sentence, False)


def test_a_thing_is_what_the_network_marks() -> None:
    found = after(LIST, "lob in a sack of spuds", "add", item="a sack of spuds")
    assert found is not None
    assert found.sentence == "add a sack of spuds to my shopping list"


def test_less_than_likely_is_asked_or_nothing() -> None:
    asked = after(TIMER, "cooked already I'd say", "cancel", 0.6)
    assert asked is not None
    assert asked.is_guess
    assert after(TIMER, "cooked already I'd say", "cancel", 0.4) is None


@pytest.mark.parametrize(
    ("turn", "text", "move"),
    [
        (TIMER, "waiting bores people", "cancel"),
        (LIST, "no plums today my love has gone far away", "take"),
        (ALARM, "it's eight already", "set"),
        (ALARM, "an hour less sleep", "less"),
        (TIMER, "another one bites dust", "again"),
    ],
)
def test_what_says_something_else_is_asked_about(
    turn: tuple[str, str], text: str, move: str
) -> None:
    found = after(turn, text, move)
    assert found is None or found.is_guess


def test_a_sure_cancel_is_done_though_more_is_said() -> None:
    found = after(TIMER, "they never came round, scrap the lot of it", "cancel", 0.96)
    assert found is not None
    assert not found.is_guess


def test_a_value_that_stands_out_is_a_guess_where_most_is_talk() -> None:
    said, reply = TIMER
    messages = turn_of(said, reply)
    reads = Reads({"talk": 0.6, "set": 0.3}, {})
    understand = knowledge().grammar.understand
    second = SecondReader(reads, load_meaning_cards(), moves=reads)
    topic = topic_of(messages, second.backing(understand))
    found = followed("eleven, my brain is mush", topic, understand, second)
    assert found == ResolvedTurn("change the newest timer to eleven minutes", is_guess=True)
    assert followed("eight, my brain is mush", topic, understand, second) is None


@pytest.mark.parametrize(
    ("text", "move", "meant"),
    [
        ("my legs are gone mate", "talk", ResolvedTurn("set a timer for 8 minutes", is_guess=True)),
        ("they won't come now, drop that", "cancel", ResolvedTurn("never mind")),
    ],
)
def test_talk_leaves_an_offer_open_and_a_cancel_refuses_it(
    text: str, move: str, meant: ResolvedTurn
) -> None:
    offer = "set a timer for 8 minutes"
    messages = turn_of("time eight", f"Did you mean: {offer}?")
    reads = Reads({move: 0.9, "new": 0.1}, {})
    understand = knowledge().grammar.understand
    second = SecondReader(reads, load_meaning_cards(), moves=reads)
    topic = topic_of(messages, second.backing(understand), offer)
    assert followed(text, topic, understand, second, offer=offer) == meant


def test_a_word_of_what_was_set_makes_no_question_lean() -> None:
    reads = Reads({"new": 0.9, "still": 0.1}, {})
    understand = knowledge().grammar.understand
    second = SecondReader(reads, load_meaning_cards(), moves=reads)
    topic = topic_of(turn_of(*TEA), second.backing(understand))
    assert followed("is green tea good for you", topic, understand, second) is None


def test_a_question_that_leans_is_not_searched_for() -> None:
    found = after(TIMER, "what is that worth", "place", 0.9)
    assert found is not None
    assert found.is_leaning


@pytest.mark.parametrize(
    "text",
    ["weather in Leeds", "open github", "he cancelled it already", "a b c d e f g h i j k l m n o"],
)
def test_what_says_enough_is_left_alone(text: str) -> None:
    assert after(TIMER, text, "cancel") is None


HEIGHT = ("6 foot 1 in centimetres", "6 feet 1 inch is 185.42 centimeters.")
OTHER_HEIGHT = ("and 5 foot 8", "5 feet 8 inches is 172.72 centimeters.")
KEY = ("where is the key", "You told me: the spare key is under the pot.")


def test_news_of_a_fact_are_asked_about_with_its_subject_said_out() -> None:
    found = after(KEY, "we moved it to the shed", "set")
    assert found is not None
    assert (found.sentence, found.is_guess) == (
        "remember that we moved the spare key to the shed",
        True,
    )
    found = after(KEY, "to the shed", "set")
    assert found is not None
    assert (found.sentence, found.is_guess) == ("remember that the spare key is in the shed", True)


def test_a_thing_that_is_put_on_the_list_is_said_in_these_very_words() -> None:
    found = after(LIST, "put very ripe pears on it", "add", item="pears")
    assert found is not None
    assert found.sentence == "add very ripe pears to my shopping list"


def test_a_birthday_is_so_many_days_away() -> None:
    told = ("my birthday is the 9th of August", "I will remember that your birthday is 9 August.")
    found = after(told, "and how many sleeps is that", "left")
    assert found is not None
    assert found.sentence == "how many days until my birthday"


def test_of_two_clauses_one_orders_and_the_other_says_why() -> None:
    found = after(TEA, "bin the tea one, nobody is home", "cancel", 0.8)
    assert found is not None
    assert found.sentence == "cancel the tea timer"


def test_a_turn_that_surely_goes_on_makes_the_likeliest_move() -> None:
    assert after(TIMER, "how is that one going", "left", 0.4) is None
    found = after(TIMER, "how is that one going", "left", 0.4, is_opposed=True)
    assert found is not None
    assert found.sentence == "how long is left on the timer"


@pytest.mark.parametrize(
    ("before", "text", "sentence"),
    [
        ((HEIGHT, OTHER_HEIGHT), "how much taller", "what is 185.42 - 172.72"),
        ((HEIGHT, OTHER_HEIGHT), "the difference in inches", "convert 12.7 centimeters to inches"),
        (
            (("16 times 3", "16 * 3 is 48."), ("times two", "48 * 2 is 96.")),
            "no, I meant times three",
            "what is 48 * 3",
        ),
    ],
)
def test_results_are_compared_and_a_step_is_put_right(
    before: tuple[tuple[str, str], ...], text: str, sentence: str
) -> None:
    messages = [one for said, reply in before for one in turn_of(said, reply)]
    found = in_short(text, messages, knowledge().grammar.understand)
    assert found is not None
    assert found.sentence == sentence
