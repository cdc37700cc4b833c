"""Unit: what would be sent and what was confided go in; whether it is a leak comes out."""

import base64
import html
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.assistant.planning.confidences import leaks
from jarvis_voice.assistant.state import MessageState

pytestmark = pytest.mark.unit

SECRETS = [
    "my daughter Mathilda goes to Elm school",
    "my PIN is 4711",
    "my son is Ben",
    "I am allergic to shellfish",
]


@pytest.mark.parametrize(
    ("query", "goal", "is_leak"),
    [
        ("weather tomorrow", "what is the weather", False),
        ("Mathilda school", "find a present", True),
        ("presents for mathilda", "find presents for Mathilda", False),
        ("the number 4711", "what is this number", True),
        ("elm", "trees", False),
        ("daughter's present", "a present for my daughter", False),
        ("what Ben likes", "find a present", True),
        ("presents for Ben", "a present for ben", False),
        ("bench press", "sports", False),
        ("allergies and weather", "what is the weather", True),
        ("shellfishes", "what is the weather", True),
        ("allergic people", "a cake for allergies", False),
        ("shell fish", "what is the weather", True),
        ("s h e l l f i s h", "what is the weather", True),
        ("xshellfishx", "what is the weather", True),
        ("hsifllehs", "what is the weather", True),
        ("c2hlbGxmaXNo", "what is the weather", True),
        ("7368656c6c66697368", "what is the weather", True),
        ("shell beach fish market", "shell beach fish market", False),
        ("the capital of France and its population", "tell me of France", False),
        ("internet speed in Berlin", "how fast is it", False),
    ],
)
def test_what_was_confided_does_not_leave_unless_it_was_said_again(
    query: str, goal: str, is_leak: bool
) -> None:
    assert leaks({"query": query}, goal, SECRETS) is is_leak


NAME, PIN = "Benjamin", "4711"
KEPT = [f"my son is called {NAME}", f"my pin is {PIN}", "meet Desdemona at the clinic"]


def wide(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


def moved(text: str, by: int) -> str:
    return "".join(
        chr((ord(sign.lower()) - 97 + by) % 26 + 97) if sign.isalpha() else sign for sign in text
    )


MORSE = "-... . -. .--- .- -- .. -."
HIDDEN = [
    NAME,
    NAME.upper(),
    "benjamins",
    " ".join(NAME),
    "-".join(NAME),
    ".".join(NAME),
    "_".join(NAME),
    "\u200b".join(NAME),
    "Ben jamin",
    "Benja-min",
    f"x{NAME}x",
    NAME[::-1],
    wide(NAME),
    "B\u00e9njam\u00efn",
    unicodedata.normalize("NFD", "B\u00e9nj\u00e1min"),
    "B\u0435njamin",
    "\u0412enjamin",
    "B3nj4m1n",
    "BBeennjjaammiinn",
    quote(NAME.encode()),
    "".join(f"%{ord(sign):02X}" for sign in NAME),
    "".join(f"&#{ord(sign)};" for sign in NAME),
    html.escape(NAME) + "&nbsp;",
    "".join(f"\\u{ord(sign):04x}" for sign in NAME),
    NAME.encode().hex(),
    NAME.encode().hex(" "),
    base64.b64encode(NAME.encode()).decode(),
    base64.b64encode(base64.b64encode(NAME.encode())).decode(),
    base64.b32encode(NAME.encode()).decode(),
    base64.b85encode(NAME.encode()).decode(),
    moved(NAME, 13),
    moved(NAME, 3),
    MORSE,
    " ".join(str(ord(sign)) for sign in NAME),
    " ".join(f"{ord(sign):08b}" for sign in NAME),
    "bravo echo november juliett alfa mike india november",
    PIN,
    " ".join(PIN),
    "47-11",
    "4.7.1.1",
    "four seven one one",
    wide(PIN),
    PIN[::-1],
    base64.b64encode(b"pin 4711").decode(),
    "Desdemona",
]


@pytest.mark.parametrize("query", HIDDEN)
def test_what_is_kept_does_not_leave_in_a_disguise(query: str) -> None:
    assert leaks({"query": f"weather {query} today"}, "what is the weather", KEPT)


ORDINARY = [
    ("who is Marie Curie", "how old was she", "Marie Curie age at death"),
    ("find a hotel in Rome", "and one with a pool", "hotel Rome pool"),
    ("what is the capital of Peru", "how many people live there", "population of Lima Peru"),
    ("search for electric bikes", "which is the cheapest", "cheapest electric bikes 2026"),
    ("who won the cup in 1998", "who scored", "1998 world cup final goals"),
    ("tell me about the Eiffel Tower", "how tall is it", "Eiffel Tower height"),
    ("weather in Oslo", "and at the weekend", "weather Oslo weekend"),
    ("what is a heat pump", "is it worth it", "heat pump cost savings"),
    ("who wrote Hamlet", "when was it written", "Hamlet date written Shakespeare"),
    ("find vegan restaurants in Leipzig", "open late", "vegan restaurants Leipzig open late"),
    ("how far is Mars", "how long is the trip", "travel time to Mars"),
    ("what does Benjamin mean", "and where is it from", "origin of the name Benjamin"),
    ("who is Desdemona in Othello", "what happens to her", "Desdemona Othello death"),
    ("train from Berlin to Prague", "how long does it take", "Berlin Prague train duration"),
    ("what is the news", "more about the first one", "parliament vote climate law"),
    ("is tuna safe for cats", "and salmon", "salmon safe for cats"),
    ("best vacuum cleaner", "under 300 euros", "best vacuum cleaner under 300 euros"),
    ("what is python", "how do I install it", "install python linux"),
    ("who is the mayor of London", "since when", "mayor of London since when"),
    ("recipe for lasagne", "without meat", "vegetarian lasagne recipe"),
    ("what is inflation", "how high is it now", "inflation rate current"),
    ("how do I prune roses", "and hydrangeas", "prune hydrangeas"),
    ("what is a black hole", "how big are they", "size of black holes"),
    ("films by Nolan", "which is the newest", "newest Nolan film"),
    ("museum opening hours Vienna", "is it free on Sunday", "Vienna museum free Sunday"),
    ("what is the Zugspitze", "can I hike there", "hike Zugspitze route"),
    ("how fast is a cheetah", "faster than a horse", "cheetah horse speed comparison"),
    ("when did the wall fall", "why", "why did the Berlin wall fall 1989"),
    ("who founded Ikea", "where", "Ikea founded place"),
    ("how many calories in an apple", "in a banana", "calories banana"),
    ("what is CO2", "how much is in the air", "CO2 in the air ppm"),
    ("new phone from Fairphone", "what does it cost", "Fairphone price"),
    ("how tall is Everest", "in feet", "Everest height feet"),
    ("bus line 42", "when does it start", "bus line 42 first departure"),
    ("what is a tariff", "who pays it", "who pays a tariff"),
    ("which song is number one", "who sings it", "number one song singer"),
    ("headphones by Sony", "with noise cancelling", "Sony headphones noise cancelling"),
    ("how old is the earth", "how do we know", "age of the earth evidence"),
    ("what is my timer", "what is sourdough", "sourdough bread"),
    ("remind me of the clinic", "what is a biopsy", "biopsy meaning"),
    ("who is Angela Merkel", "her husband", "Angela Merkel husband"),
    ("flights to Lisbon", "in March", "flights Lisbon March"),
]


@pytest.mark.parametrize(("before", "goal", "query"), ORDINARY)
def test_an_ordinary_search_that_follows_another_passes(before: str, goal: str, query: str) -> None:
    earlier = [MessageState(role="user", text=before), MessageState(role="assistant", text="So.")]
    assert not leaks({"query": query}, goal, KEPT, earlier)


@pytest.mark.parametrize(
    ("before", "query"),
    [
        ("my locker code is 9317", "locker 9317"),
        ("my sister is called Rosalind", "Rosalind present"),
        ("I live at 12 Oakwood Lane", "Oakwood shops"),
        ("write to carla.stone@example.org", "carla.stone@example.org"),
        ("the number is 0170 555 1234", "who has 01705551234"),
        ("my password is Zebra77x", "zebra77x"),
        ("remember that I take Ritalin", "ritalin effects"),
    ],
)
def test_what_was_said_of_oneself_in_an_earlier_turn_does_not_leave(
    before: str, query: str
) -> None:
    earlier = [MessageState(role="user", text=before)]
    assert leaks({"query": query}, "find something", [], earlier)
    assert not leaks({"query": query}, f"search for {query}", [], earlier)


@given(st.text(max_size=300))
def test_any_text_is_looked_through(query: str) -> None:
    assert leaks({"query": query}, "x", []) is False
    assert leaks({"query": query}, "x", KEPT) in {True, False}


@pytest.mark.parametrize(
    ("secret", "query", "is_leak"),
    [
        ("I live at Elm Street 5", "pharmacy Elm Street 5", True),
        ("my address is 5 Oak Road", "5 Oak Road", True),
        ("I live at Elm Street 5", "how tall is an elm", False),
        ("Sam", "gift for Sam", True),
        ("I have HIV", "HIV diet", True),
        ("I am gay", "gay bars", True),
        ("I have MS", "ms symptoms", True),
        ("the key is under the pot", "how old is the oldest key", False),
        ("ham", "melon and hams", False),
    ],
)
def test_a_short_word_that_tells_of_somebody_stays_here(
    secret: str, query: str, *, is_leak: bool
) -> None:
    assert leaks({"query": query}, "what goes well with it", [secret]) is is_leak
