"""Unit: what is made of a trained reader's proposal, and what is not."""

import re
from collections.abc import Mapping, Sequence

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.general_question import NOT_TOLD
from jarvis_voice.assistant.understanding.meaning_cards import MeaningCard, MeaningCards
from jarvis_voice.assistant.understanding.own_sentences import OwnSentences
from jarvis_voice.assistant.understanding.second_opinion import SecondOpinion
from jarvis_voice.assistant.understanding.second_reader import LONGEST_READ, SecondReader
from jarvis_voice.core.sentence_reader import MeaningReading, SentenceGallery
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit

CARDS = MeaningCards(
    {
        "set_timer": MeaningCard(
            "set_timer",
            "do",
            ("set a timer for {length}",),
            {"length": "For how long?"},
            re.compile(r"\b(?:timer)"),
        ),
        "set_reminder": MeaningCard(
            "set_reminder",
            "do",
            ("remind me to {item} {time}",),
            {"item": "What of?"},
            re.compile(r"\b(?:remind)"),
        ),
        "mute": MeaningCard(
            "mute", "do", ("mute the sound",), cue=re.compile(r"\b(?:sound)"), sure=0.6
        ),
        "get_time": MeaningCard(
            "get_time", "do", ("what time is it in {place}", "what time is it")
        ),
        "clear_notes": MeaningCard("clear_notes", "do", ("what nobody here knows",)),
        "clear_list": MeaningCard("clear_list", "ask", ("clear my list",)),
        "speak_louder": MeaningCard("speak_louder", "do", ("speak louder",)),
        "volume_up": MeaningCard("volume_up", "do", ("turn the volume up",), sure=0.6),
        "speak_quieter": MeaningCard("speak_quieter", "do", ("speak quieter",)),
        "volume_down": MeaningCard("volume_down", "do", ("no mixer is here",), sure=0.6),
        "thanks": MeaningCard("thanks", "talk", ("thank you",)),
        "refuse_call": MeaningCard("refuse_call", "refuse", reply="I cannot make phone calls."),
        "question": MeaningCard("question", "web"),
        "do_you_hear": MeaningCard("do_you_hear", "talk", ("do you hear me",)),
        "remark": MeaningCard("remark", "talk", ("i am just saying",)),
        "bad_news": MeaningCard("bad_news", "talk", ("i have bad news",)),
    },
    ("length", "item", "time", "place"),
)
OWN = "clear my list"
CALLING = Intent("open_app", {"name": "the list empty"})
QUESTION = Intent("search", {"query": "it", "kind": "question"})


def understand(text: str) -> Intent | None:
    """A grammar of a few sentences."""
    if match := re.fullmatch(r"set a timer for (?P<length>.*minutes)", text):
        return Intent("set_timer", match.groupdict())
    if match := re.fullmatch(r"remind me to (?P<text>.*) (?P<when>at .*)", text):
        return Intent("set_reminder", match.groupdict())
    if match := re.fullmatch(r"what time is it in (?P<place>[a-zA-Z]+)", text):
        return Intent("get_time", match.groupdict())
    known = {
        "what time is it": "get_time",
        "mute the sound": "volume",
        "turn the volume up": "volume",
        "speak louder": "adjust_speech",
        "speak quieter": "adjust_speech",
        "thank you": "thanks",
        "clear my list": "clear_notes",
        "i am just saying": "remark",
        "do you hear me": "do_you_hear",
        "i have bad news": "bad_news",
    }
    return Intent(known[text]) if text in known else None


class Proposes:
    """A reader that takes every sentence for the same."""

    def __init__(self, meaning: str, confidence: float, **slots: tuple[str, ...]) -> None:
        self._reading = MeaningReading(meaning, confidence, slots)

    def read(self, _: str) -> MeaningReading | None:
        return self._reading

    def gallery(self, _: Sequence[str]) -> SentenceGallery:
        return self

    def likeness(self, _: MeaningReading) -> Sequence[float]:
        return (0.9,)


def opinion(
    text: str, meaning: str, confidence: float, said: Intent | None = None, **slots: tuple[str, ...]
) -> SecondOpinion | None:
    reader = SecondReader(Proposes(meaning, confidence, **slots), CARDS)
    return reader.opinion(text, said, understand)


def of(name: str, *, is_sure: bool = False, **slots: str) -> SecondOpinion:
    return SecondOpinion(Intent(name, slots), is_sure)


FIVE = {"length": ("five minutes",)}


UNTOLD = of(proposals.CANNOT, reply=NOT_TOLD)
NOT_WHOLE = of(proposals.SUGGEST, sentence="what time is it")
TIMER = "set a timer for five minutes"


@pytest.mark.parametrize(
    ("text", "meaning", "confidence", "slots", "expected"),
    [
        (
            *("timer five minutes go", "set_timer", 0.95, FIVE),
            of("set_timer", is_sure=True, length="five minutes"),
        ),
        ("five minutes please", "set_timer", 0.95, FIVE, of(proposals.SUGGEST, sentence=TIMER)),
        ("timer five minutes", "set_timer", 0.8, FIVE, of(proposals.SUGGEST, sentence=TIMER)),
        ("timer five minutes", "set_timer", 0.3, FIVE, None),
        ("have the sound gone", "mute", 0.7, {}, of(proposals.SUGGEST, sentence="mute the sound")),
        ("away with the sound", "mute", 0.7, {}, of("volume")),
        ("why is the sound off", "mute", 0.7, {}, of(proposals.SUGGEST, sentence="mute the sound")),
        ("don't do the timer of five minutes", "set_timer", 0.95, FIVE, None),
        ("timer five minutes unless it rains", "set_timer", 0.95, FIVE, None),
        (
            *("timer now", "set_timer", 0.95, {}),
            of(proposals.ASK_FOR, question="For how long?", sentence="set a timer for {length}"),
        ),
        (
            *("timer of the usual length", "set_timer", 0.95, {"length": ("usual",)}),
            of(proposals.ASK_FOR, question="For how long?", sentence="set a timer for {length}"),
        ),
        ("timer of the usual length", "set_timer", 0.8, {"length": ("usual",)}, None),
        ("the time in Rome", "get_time", 0.7, {"place": ("Rome",)}, of("get_time", place="Rome")),
        ("the time", "get_time", 0.95, {}, of("get_time", is_sure=True)),
        (
            *("the time in Rome at six", "get_time", 0.95),
            *({"place": ("Rome",), "length": ("six",)}, of("get_time", is_sure=True, place="Rome")),
        ),
        ("the time of Xanadu", "get_time", 0.95, {"place": ("planet 9",)}, NOT_WHOLE),
        ("empty it all", "clear_list", 0.99, {}, of(proposals.SUGGEST, sentence="clear my list")),
        ("you are a gem, ta", "thanks", 0.7, {}, of("thanks")),
        (
            *("get Ana on the phone", "refuse_call", 0.7, {}),
            of(proposals.CANNOT, reply="I cannot make phone calls."),
        ),
        ("get Ana on the phone", "refuse_call", 0.45, {}, None),
        ("something new", "unheard_of", 0.99, {}, None),
        ("my sister usually rings", "remark", 0.75, {}, of("remark")),
        ("my sister usually rings", "remark", 0.5, {}, None),
        ("my cat is ill", "bad_news", 0.85, {}, of("bad_news")),
        ("my cat is ill", "bad_news", 0.75, {}, of("remark")),
        ("my cat is on the list", "bad_news", 0.95, {}, None),
        ("does my sister ring", "remark", 0.95, {}, None),
        ("could you ring my sister", "remark", 0.95, {}, None),
        ("ring my sister please", "remark", 0.95, {}, None),
        ("the timer has gone", "remark", 0.95, {}, None),
    ],
)
def test_what_the_grammar_does_not_know(
    text: str,
    meaning: str,
    confidence: float,
    slots: Mapping[str, tuple[str, ...]],
    expected: SecondOpinion | None,
) -> None:
    assert opinion(text, meaning, confidence, None, **slots) == expected


def test_a_time_keeps_the_word_that_leads_to_it() -> None:
    found = opinion(
        "at six remind me of the cat",
        "set_reminder",
        0.95,
        None,
        item=("feed the cat",),
        time=("six",),
    )
    assert found == of("set_reminder", is_sure=True, text="feed the cat", when="at six")


@pytest.mark.parametrize(
    ("text", "meaning", "confidence", "expected"),
    [
        ("what is my balance", "question", 0.45, UNTOLD),
        ("what is the capital", "question", 0.45, None),
        ("how do I boil my eggs", "question", 0.9, None),
        ("what is my balance", "refuse_call", 0.5, UNTOLD),
        ("what is my balance", "question", 0.99, UNTOLD),
        ("what are my chances", "question", 0.7, UNTOLD),
        ("how do I boil my eggs", "question", 0.2, None),
        ("pick one of them", "clear_notes", 0.99, SecondOpinion(None)),
        ("the time over there", "get_time", 0.8, of("get_time")),
        ("the time over there", "get_time", 0.55, None),
        ("the timer over there", "set_timer", 0.5, None),
    ],
)
def test_what_the_grammar_would_search_for(
    text: str, meaning: str, confidence: float, expected: SecondOpinion | None
) -> None:
    assert opinion(text, meaning, confidence, QUESTION) == expected


def test_a_question_that_the_grammar_does_not_know_is_searched_for() -> None:
    found = opinion("height of the tower", "question", 0.8)
    assert found == of("search", query="height of the tower", kind="question")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("how do I boil my eggs", of("search", query="how do I boil my eggs", kind="question")),
        ("how do I pay my bill", None),
        ("the capital of France", None),
    ],
)
def test_advice_that_nothing_understands_is_searched_for(
    text: str, expected: SecondOpinion | None
) -> None:
    assert opinion(text, "question", 0.3) == expected


def test_of_several_stretches_the_last_alone_is_only_offered() -> None:
    found = opinion("time please in the old Rome", "get_time", 0.95, place=("old", "Rome"))
    assert found == of(proposals.SUGGEST, sentence="what time is it in Rome")


@pytest.mark.parametrize(
    ("own", "text", "said", "expected"),
    [
        ("clear my list", "the list has to go", None, of(proposals.SUGGEST, sentence=OWN)),
        ("clear my list", "make the list empty", CALLING, of(proposals.SUGGEST, sentence=OWN)),
        ("clear my list", "is the list long", QUESTION, None),
        ("list what nobody knows", "the list has to go", None, None),
        (
            *("list the {kind}", "the list has to go", None),
            of(
                proposals.ASK_FOR,
                question="Did you mean: list the something? Say the kind.",
                sentence="list the {kind}",
            ),
        ),
    ],
)
def test_a_sentence_of_the_users_own_is_only_offered(
    own: str, text: str, said: Intent | None, expected: SecondOpinion | None
) -> None:
    reader = Proposes("set_timer", 0.1)
    found = SecondReader(reader, CARDS, OwnSentences(reader, lambda: [own]))
    assert found.opinion(text, said, understand) == expected


def test_an_own_sentence_comes_before_a_refusal() -> None:
    reader = Proposes("refuse_call", 0.9)
    found = SecondReader(reader, CARDS, OwnSentences(reader, lambda: [OWN]))
    assert found.opinion("list it all", None, understand) == of(proposals.SUGGEST, sentence=OWN)


def test_only_weak_requests_of_a_sentence_are_read_again() -> None:
    known, weak = Part("what time is it", Intent("get_time")), Part("timer for five", None)
    reader = SecondReader(Proposes("set_timer", 0.95, length=("five minutes",)), CARDS)
    parts, is_sure = reader.parts(
        "what time is it and timer for five", [known, weak], understand, lambda part: part is weak
    )
    assert [part.intent for part in parts] == [
        Intent("get_time"),
        Intent("set_timer", {"length": "five minutes"}),
    ]
    assert is_sure


def test_a_sentence_without_weak_requests_or_too_long_is_left_alone() -> None:
    reader = SecondReader(Proposes("thanks", 0.99), CARDS)
    known = (Part("what time is it", Intent("get_time")),)
    assert reader.parts("what time is it", known, understand, lambda _: False) == (known, True)
    long = "a" * (LONGEST_READ + 1)
    weak = (Part(long, None),)
    assert reader.parts(long, weak, understand, lambda _: True) == (weak, True)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("what time is it and put a timer on, ten minutes", ["get_time", "set_timer"]),
        ("what time is it and timer", []),
    ],
)
def test_two_requests_are_read_where_both_are_sure(text: str, names: list[str]) -> None:
    reader = SecondReader(Proposes("set_timer", 0.97, length=("ten minutes",)), CARDS)
    found, _ = reader.parts(text, (Part(text, None),), understand, lambda part: not part.intent)
    assert [one.intent and one.intent.name for one in found if len(found) > 1] == names


def test_what_is_left_out_is_never_lost() -> None:
    reader = SecondReader(Proposes("clear_list", 0.97), CARDS)
    assert reader.opinion("wipe the list", None, understand) is not None
    assert reader.opinion("wipe the list except milk", None, understand) is None


def test_talk_is_about_no_timer() -> None:
    reader = SecondReader(Proposes("thanks", 0.97), CARDS)
    assert reader.opinion("enough of this timer", None, understand) is None


@pytest.mark.parametrize("text", ["did you run it", "have you seen it", "so did it go out"])
def test_whether_it_was_done_is_no_question_of_hearing(text: str) -> None:
    found = opinion(text, "do_you_hear", 0.9)
    assert not (found and found.intent and found.intent.name == "do_you_hear")


@pytest.mark.parametrize(
    "text", ["did you hear me", "have you got all that", "did you catch this", "can you hear me"]
)
def test_whether_it_was_heard_is_one(text: str) -> None:
    assert opinion(text, "do_you_hear", 0.9) == of("do_you_hear", is_sure=True)


def test_stretches_beside_each_other_are_one() -> None:
    proposed = Proposes("set_reminder", 0.97, item=("take", "pills"), time=("noon",))
    opinion = SecondReader(proposed, CARDS).opinion(
        "remind me at noon about take my pills", None, understand
    )
    assert opinion
    assert opinion.intent
    assert opinion.intent.slots["text"] == "take my pills"


@pytest.mark.parametrize(
    ("text", "meaning", "name"),
    [
        ("a wee bit louder for me", "speak_louder", "volume"),
        ("i want you louder", "speak_louder", "adjust_speech"),
        ("a wee bit quieter for me", "speak_quieter", "adjust_speech"),
    ],
)
def test_louder_is_of_the_sound_where_that_can_be_changed(
    text: str, meaning: str, name: str
) -> None:
    found = opinion(text, meaning, 0.97)
    assert found is not None
    assert found.intent is not None
    assert found.intent.name == name
