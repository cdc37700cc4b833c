"""Unit: what people say for jokes, spelling, meanings and words to repeat, by the real grammar."""

from typing import Any

import pytest
from assistant.tool_doubles import all_tools
from tools.around import surroundings

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.understanding import Intent
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), all_tools(surroundings()))


def test_every_template_is_sound(grammar: Grammar) -> None:
    assert grammar.problems == ()


JOKES = """
tell me a joke
Tell me another joke!
can you tell me a joke please
do you know any good jokes?
got any jokes
joke
let's hear a joke
I want to hear a joke
tell us a funny joke
make me laugh
can you make me laugh
say something funny
tell me something funny
give me a dad joke
a knock knock joke please
say a joke
hit me with your best joke
cheer me up
what's a good joke
what jokes do you know
tell me a really bad joke
lighten the mood
joke of the day
""".strip().splitlines()

FACTS = """
tell me a fun fact
give me a random fact
fun fact
tell me something interesting
tell me something I don't know
do you know any fun facts
surprise me
teach me something new
did you know?
a fact please
share an interesting fact
what's a fun fact
share something interesting with me
""".strip().splitlines()

RIDDLES = """
ask me a riddle
tell me a riddle
a riddle
give me another riddle
do you know a riddle
riddle me this
give me a brain teaser
challenge me with a riddle
let's do a riddle
""".strip().splitlines()

ANSWERS = """
what is the answer
what's the answer to the riddle?
I give up
okay, I give up, what's the answer
tell me the answer
give me the answer please
I don't know the answer
I can't guess it
what's the solution
what's the answer to that
""".strip().splitlines()


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        *((one, "joke") for one in JOKES),
        *((one, "fact") for one in FACTS),
        *((one, "riddle") for one in RIDDLES),
        *((one, "answer") for one in ANSWERS),
    ],
)
def test_a_wish_for_fun_is_fulfilled(grammar: Grammar, sentence: str, kind: str) -> None:
    assert grammar.understand(sentence) == Intent("tell_joke", {"kind": kind})


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("spell banana", "banana"),
        ("how do you spell necessary", "necessary"),
        ('How do you spell "rhythm"?', "rhythm"),
        ("can you spell Mississippi for me", "Mississippi"),
        ("how is Schwarzenegger spelled", "Schwarzenegger"),
        ("what's the spelling of receipt", "receipt"),
        ("how to spell accommodate", "accommodate"),
        ("spell the word queue please", "queue"),
        ("spell out New York", "New York"),
        ("how do I write embarrassed", "embarrassed"),
        ("spell blurfl", "blurfl"),
        ("Siobhan, how do you spell that", "Siobhan"),
    ],
)
def test_a_word_is_spelled(grammar: Grammar, sentence: str, word: str) -> None:
    assert grammar.understand(sentence) == Intent("spell", {"word": word})


@pytest.mark.parametrize(
    ("sentence", "word", "what"),
    [
        ("what does serendipity mean", "serendipity", "meaning"),
        ("What does the word ubiquitous mean?", "ubiquitous", "meaning"),
        ("what does irony mean in English", "irony", "meaning"),
        ("define photosynthesis", "photosynthesis", "meaning"),
        ("could you define the word love for me", "love", "meaning"),
        ("what is the meaning of ephemeral", "ephemeral", "meaning"),
        ("what's the definition of entropy", "entropy", "meaning"),
        ("meaning of quixotic", "quixotic", "meaning"),
        ("do you know what obtuse means", "obtuse", "meaning"),
        ("tell me what obtuse means", "obtuse", "meaning"),
        ("look up the definition of zeal", "zeal", "meaning"),
        ("look up zeal in the dictionary", "zeal", "meaning"),
        ("explain the word zeal", "zeal", "meaning"),
        ("what does zeal actually mean", "zeal", "meaning"),
        ("what does it mean to be gregarious", "gregarious", "meaning"),
        ("what is the dictionary definition of zeal", "zeal", "meaning"),
        ("I don't know what zeal means", "zeal", "meaning"),
        ("find a synonym for happy", "happy", "synonyms"),
        ("what's a fancier word for big", "big", "synonyms"),
        ("what would be the opposite of tall", "tall", "antonyms"),
        ("find the antonym of tall", "tall", "antonyms"),
        ("synonym for happy", "happy", "synonyms"),
        ("what is a synonym for happy", "happy", "synonyms"),
        ("give me some synonyms of tired", "tired", "synonyms"),
        ("what's another word for happy", "happy", "synonyms"),
        ("a better word for good", "good", "synonyms"),
        ("words similar to happy", "happy", "synonyms"),
        ("another way to say goodbye", "goodbye", "synonyms"),
        ("what can I say instead of nice", "nice", "synonyms"),
        ("happy synonyms", "happy", "synonyms"),
        ("opposite of generous", "generous", "antonyms"),
        ("what is the opposite of generous", "generous", "antonyms"),
        ("what's the antonym of hot", "hot", "antonyms"),
        ("antonyms for cold", "cold", "antonyms"),
        ("what word means the opposite of ancient", "ancient", "antonyms"),
    ],
)
def test_a_word_is_looked_up(grammar: Grammar, sentence: str, word: str, what: str) -> None:
    assert grammar.understand(sentence) == Intent("define_word", {"word": word, "what": what})


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("say banana", "banana"),
        ("can you say hello world", "hello world"),
        ("say thank you", "thank you"),
        ("say please", "please"),
        ("say hello and goodbye", "hello and goodbye"),
        ("say how are you", "how are you"),
        ("repeat after me: the cat sat", "the cat sat"),
        ("Repeat after me, how long is a rope?", "how long is a rope"),
        ("say after me a rose is a rose", "a rose is a rose"),
        ("say this after me: hello", "hello"),
        ("say these words: red, blue", "red, blue"),
        ("repeat the words good morning everyone", "good morning everyone"),
        ("how do you pronounce quinoa", "quinoa"),
        ("how is Nguyen pronounced", "Nguyen"),
    ],
)
def test_words_are_said_after_the_user(grammar: Grammar, sentence: str, text: str) -> None:
    assert grammar.understand(sentence) == Intent("say_words", {"text": text})


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("say that again", "say_again"),
        ("say it again please", "say_again"),
        ("repeat that", "say_again"),
        ("say it slower", "adjust_speech"),
        ("say a number", "draw_lots"),
        ("what does it mean", "search"),
        ("what does this all mean", "search"),
        ("what does the red light mean", "search"),
        ("define the relationship between mass and energy", "search"),
        ("what is a joke", "search"),
        ("what is love", "search"),
        ("take a note say thanks to John", "add_note"),
    ],
)
def test_what_only_looks_like_one_of_these_is_something_else(
    grammar: Grammar, sentence: str, name: str
) -> None:
    understood = grammar.understand(sentence)
    assert understood is not None
    assert understood.name == name


@pytest.mark.parametrize(
    "sentence",
    [
        *("tell me a joke about cats", "don't tell me a joke", "say hello in French"),
        *("say how long milk keeps", "say a prayer", "spell it", "spell my name", "what is it"),
        *("repeat what I say", "repeat after me", "repeat every day", "say something nice"),
    ],
)
def test_what_nothing_here_can_do_is_not_understood(grammar: Grammar, sentence: str) -> None:
    assert grammar.understand(sentence) is None


@pytest.mark.parametrize("length", [500, 5_000])
def test_long_dictation_is_read_in_no_time(grammar: Grammar, length: int) -> None:
    understood: Any = grammar.understand("repeat after me: " + "la " * (length // 3))
    assert understood is None
