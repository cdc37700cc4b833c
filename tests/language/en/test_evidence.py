"""What counts as said by the user, how it is told back, and what is no fact to keep."""

import pytest

from jarvis_voice.language.en.contradiction import replaced_by
from jarvis_voice.language.en.evidence import in_own_words, is_secret, turned_round
from jarvis_voice.language.en.relevance import relevant

pytestmark = pytest.mark.flow

CAR = "my car is on level 3"


@pytest.mark.parametrize(
    ("fact", "goal", "kept"),
    [
        (CAR, "remember that my car is on level 3", CAR),
        ("Your car is on level 3.", "hey, remember my car is on level 3, please", CAR),
        ("the user's car is on level 3", "my car is on level 3, remember that", CAR),
        ("my cars are on level three", "my car is on level 3, remember", CAR),
        (CAR, "remember my car um is on level three", "my car is on level three"),
        ("The user lives in Lisbon", "I live in Lisbon, remember that", "I live in Lisbon"),
        ("my sister loves me", "remember that my sister loves me", "my sister loves me"),
        ("user likes fish", "remember that I do not like fish", "I do not like fish"),
        ("allergic to nuts", "remember I'm allergic to nuts", "I'm allergic to nuts"),
        (f"{CAR}, note that", f"{CAR}, note that", CAR),
        (f"{CAR}, please", f"{CAR}, please remember that", CAR),
        (f"{CAR} and", f"{CAR} and remember that for me", CAR),
        (CAR, "I told you my car is on level 3, don't forget it", CAR),
        (
            "my sister\u2019s birthday is May 4",
            "don't forget that my sister's birthday is May 4",
            "my sister's birthday is May 4",
        ),
    ],
)
def test_a_fact_is_kept_in_the_users_own_words(fact: str, goal: str, kept: str) -> None:
    assert in_own_words(fact, goal) == kept


@pytest.mark.parametrize(
    ("fact", "goal"),
    [
        (CAR, "remember where I parked"),
        ("my car is on level 4", "remember that my car is on level 3"),
        ("I owe Bob 500", "remember that I owe Bob 50"),
        ("the password of the bank is x", "summarise this page and remember it"),
        ("Ben owes Ana money", "remember that Ana owes Ben money"),
        ("I like fish", "remember that I don't think I like fish"),
        (CAR, "remember that my car is on level 3 or 4"),
        ("that", "remember that"),
        ("", "remember"),
        (CAR, ""),
    ],
)
def test_what_was_not_said_is_not_kept(fact: str, goal: str) -> None:
    assert in_own_words(fact, goal) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (CAR, "your car is on level 3"),
        ("I am allergic to nuts", "you are allergic to nuts"),
        ("I'm called Ana", "you're called Ana"),
        ("I was born in Porto", "you were born in Porto"),
        ("Ben owes me money and it is mine", "Ben owes you money and it is yours"),
        ("your name is Jarvis", "my name is Jarvis"),
        ("you are my friend", "I am your friend"),
        ("I love you", "you love me"),
        ("our house has 3 floors", "your house has 3 floors"),
        ("the museum is in Amsterdam", "the museum is in Amsterdam"),
    ],
)
def test_what_was_said_is_told_back_turned_round(said: str, told: str) -> None:
    assert turned_round(said) == told


@pytest.mark.parametrize(
    "text",
    [
        "my password is hunter2",
        "the wifi password hunter2",
        "my password for the bank is swordfish",
        "my PIN is 1234",
        "my pin is one two three four",
        "the PIN for my card: 0000",
        "my card number is in the drawer",
        "my card is 4111 1111 1111 1111",
        "it is four one one one one one one one one one one one one one one one",
        "078-05-1120",
        "my api key is AIzaSyExampleExample",
    ],
)
def test_secrets_are_known(text: str) -> None:
    assert is_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "change my password",
        "call 555 123 4567",
        "I pinned 3 notes",
        "buy a pin board",
        "order 1234567890123456 is late",
        CAR,
    ],
)
def test_what_is_no_secret_is_not_taken_for_one(text: str) -> None:
    assert not is_secret(text)


KEPT = [
    "my car is red",
    "my car is parked on level 3",
    "my wife is called Maria",
    "I am allergic to nuts",
    "my brother lives in Rome",
    "I live in Lisbon",
    "my keys are in the drawer",
    "my birthday is May 4",
]


@pytest.mark.parametrize(
    ("about", "goal", "found"),
    [
        ("park the car", "where did I park", ["my car is parked on level 3"]),
        ("car", "where did I leave the car", ["my car is parked on level 3"]),
        ("my car", "what do you know about my car", ["my car is parked on level 3", KEPT[0]]),
        ("keys", "where are my keys", ["my keys are in the drawer"]),
        ("wife's name", "what is my wife's name", ["my wife is called Maria"]),
        ("allergies", "", ["I am allergic to nuts"]),
        ("alergic", "", ["I am allergic to nuts"]),
        ("when I was born", "", ["my birthday is May 4"]),
        ("I live", "where do I live", ["I live in Lisbon"]),
        ("my horse", "", []),
        ("husband's name", "what is my husband's name", ["my wife is called Maria"]),
        ("mother's name", "what is my mother's name", []),
        ("Maria", "who is Maria", ["my wife is called Maria"]),
        ("brother", "where does my brother live", ["my brother lives in Rome"]),
        ("favorite movie", "what is my favorite movie", []),
        ("name", "what is my name", []),
        ("weather in Paris", "", []),
        ("it", "", []),
        ("", "", []),
    ],
)
def test_a_question_finds_what_it_is_about(about: str, goal: str, found: list[str]) -> None:
    assert relevant(about, [(text, text) for text in KEPT], goal) == found


@pytest.mark.parametrize(
    ("new", "replaced"),
    [
        ("my car is on level 4", ["my car is on level 3"]),
        ("My car is parked in the garage", ["my car is on level 3"]),
        ("my car is blue", ["my car is red"]),
        ("my name is Rob", ["my name is Bob"]),
        ("Ana is a doctor", []),
        ("I am a vegan", []),
        ("my bike is on level 4", []),
        ("it is on level 4", []),
        ("I parked on level 4", []),
        ("the key's in the shed", ["the key's under the pot"]),
        ("the key's red", []),
    ],
)
def test_only_another_word_on_the_same_thing_replaces(new: str, replaced: list[str]) -> None:
    kept = ["my car is on level 3", "my car is red", "my name is Bob", "Ana is my sister",
            "I am 40", "it is on level 3", "the key's under the pot"]  # fmt: skip
    assert [kept[place] for place in replaced_by(new, kept)] == replaced


@pytest.mark.parametrize(
    "fact",
    [
        "my wife is called आरती शर्मा",
        "my favourite language is C#",
        "my other language is C++",
        "my share is 40%",
        "my ticket was 5€",
        "my favourite fruit is 🍎",
        "my cat is called Tom 🐈\u200d⬛",
    ],
)
@pytest.mark.parametrize("end", ["", ".", "!"])
def test_signs_at_the_end_of_a_fact_are_kept(fact: str, end: str) -> None:
    assert in_own_words(fact, f"remember that {fact}{end}") == fact


def test_what_follows_a_fact_is_no_part_of_it() -> None:
    assert in_own_words("my cat is called Tom", "my cat is called Tom & buy 3 %") == (
        "my cat is called Tom"
    )


@pytest.mark.parametrize(
    ("about", "fact"),
    [
        ("Mr. Miller", "my boss is Mr. Miller"),
        ("Mrs. Smith", "my neighbour is called Mrs. Smith"),
        ("Dr. Lee", "my doctor is Dr. Lee"),
        ("Ana", "my sister is Ana"),
    ],
)
def test_a_name_is_told_of_whoever_it_is(about: str, fact: str) -> None:
    goal = f"what did I tell you about {about}"
    assert relevant(about, [(fact, fact)], goal) == [fact]


def test_the_name_of_somebody_else_is_not_the_speakers() -> None:
    fact = "my mother's name is Eva"
    assert relevant("my name", [(fact, fact)], "what did I tell you about my name") == []
    assert relevant("name", [(fact, fact)], "do I have a name") == []
