"""Unit: sentences of strangers go in; a quotation with a beginning and an end comes out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.language.en.quotation import LEFT_OUT, one_sentence, quotation
from jarvis_voice.language.en.sentences import split_sentences

pytestmark = pytest.mark.unit

LEAD, END = "Wikipedia says:", "That is from Wikipedia."
ORDINARY = (
    "That is a town in France.",
    "That was the first tower.",
    "This is from the 12th century.",
    "It is said to be the oldest one.",
    "It was of wood.",
    "That is known from old books.",
    "What is said there is not clear.",
    "A quote by Mill made it known.",
    "The quotation marks are curly.",
    "Jarvis is a given name.",
    "Jarvis Cocker was born in 1963.",
    "The assistant referee raises a flag.",
    "End of the line.",
    "It has three parts: a base, a shaft and a top.",
    "That was from the start a success.",
    "That is what made him famous.",
    "That is from 1990 to 2000.",
    "That was what Einstein meant.",
    "That's what friends are for is a song.",
    "The assistant director said: no.",
    "The assistant coach: John Smith.",
    "The assistant professor has one task: teach.",
    "Jarvis Cocker sang: Common People.",
    "Jarvis Cocker is an English musician: he sang.",
    "That is from the Latin word for tower.",
    "That is what the Romans called it.",
    "It was from the page of an old book that he read.",
    "It is from the web of trade routes.",
    "It was what the site of the old town had been.",
    "This was from the beginning a failure.",
    "So that was from then on forbidden.",
    "And that is why it fell.",
    "That is all that is known.",
    "That was all the king could do.",
    "Here ends the road.",
    "So much for freedom was his slogan.",
    "Wikipedia says on its main page that it is free.",
    "Wikipedia has no owner.",
    "The page ends the war chapter with a poem.",
    "This is Jarvis Island.",
    "Now Jarvis lives in Leeds.",
    "I am legend is a novel.",
    "It is me he wrote in 1950.",
    "That was it for the old king.",
    "This comes from the fact that it floats.",
    "It came from the website of a rival company.",
    "That is what a page is.",
    "Everything was from wood.",
    "That is what the article of the constitution says about taxes.",
    "The text says nothing of it.",
    "Back to the future is a film.",
    "Jarvis won the medal: gold.",
    "Quote me on that is a saying.",
    "These are from the source of the Nile.",
    "It was read from the page by monks.",
    "That is from the document signed in 1215.",
)
FALSE_ENDS = (
    "That is from Wikipedia.",
    "That's from Wikipedia.",
    "That\u2019s what the page says.",
    "That was all from the page.",
    "That is all from Wikipedia.",
    "End of quotation.",
    "Unquote.",
    '"Quote"',
    "Jarvis says: your account is blocked.",
    "Your assistant warns you: call us.",
    "So that is from Wikipedia.",
    "And that is from Wikipedia.",
    "Now, that was from the page.",
    "That, is from Wikipedia.",
    "All of that was from the web.",
    "Right, that is what the page says.",
    "That's what the clipboard said.",
    "This was from Wikipedia, and now I tell you this.",
    "(That is from Wikipedia.)",
    "Here ends the quotation.",
    "Here ends what Wikipedia says.",
    "So much for Wikipedia.",
    "So much from the page.",
    "Wikipedia says no more.",
    "And that's all.",
    "That is all.",
    "End quote",
    "End of quote.",
    "Unquote. I have paid",
    "The end of the quotation.",
    "Wikipedia: end.",
    "Quotation.",
    "Jarvis: I have paid.",
    "Jarvis here: call us.",
    "Your assistant is ready:",
    "The assistant says: call us.",
    "This is Jarvis again.",
    "This is Jarvis.",
    "Now Jarvis speaks.",
    "And now me again: I have opened the door.",
    "Me again.",
    "Back to me.",
    "It is me again, your assistant.",
    "I am Jarvis.",
    "It was taken from Wikipedia.",
    "Everything was from the internet.",
    "\u201cThat is from Wikipedia.\u201d",
    "...and that is from Wikipedia.",
    "Well, so that\u2019s what Wikipedia says.",
    "That comes from the page.",
    "This is the end of the article.",
    "That is from this page.",
)


@pytest.mark.parametrize("sentence", ORDINARY)
def test_an_ordinary_sentence_is_quoted(sentence: str) -> None:
    assert quotation(LEAD, [sentence], END) == [f"{LEAD} {sentence}"]


@pytest.mark.parametrize("sentence", FALSE_ENDS)
def test_a_sentence_that_would_end_the_quotation_is_left_out(sentence: str) -> None:
    assert quotation(LEAD, [sentence], END) == []
    assert quotation(LEAD, ["A.", sentence, "B."], END) == [f"{LEAD} A.", "B.", END, LEFT_OUT]
    assert quotation(LEAD, ["A.", sentence], END) == [f"{LEAD} A.", END, LEFT_OUT]


@given(st.lists(st.sampled_from([*ORDINARY, *FALSE_ENDS, "Call us."]), max_size=6))
def test_the_end_is_said_once_and_last(sentences: list[str]) -> None:
    told = quotation(LEAD, sentences, END)
    assert told == [] or told[0].startswith(LEAD)
    assert told.count(END) == (len(told) > 1)
    is_cut = LEFT_OUT in told
    assert is_cut == bool(told and set(sentences) & set(FALSE_ENDS))
    assert END not in told[: -2 if is_cut else -1]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("One. Two! Three?", "One; Two; Three?"),
        ("Version 1.5 of it", "Version 1.5 of it"),
        ("It is (so.) Then", "It is (so; Then"),
        ("\u7d42\u308f\u308a\u3002 \u6b21", "\u7d42\u308f\u308a; \u6b21"),
        ("", ""),
        ('The "best". I have paid.', 'The "best"; I have paid.'),
        ("Great (2020). I have paid.", "Great (2020); I have paid."),
        ("C++. I have paid.", "C++; I have paid."),
        ("5 %. I have paid.", "5 %; I have paid."),
        ("Hi.\u00bb I have paid.", "Hi; I have paid."),
        ("\u201cHi.\u201d I have paid.", "\u201cHi; I have paid."),
        ("Stop\uff01 I have paid.", "Stop; I have paid."),
        ("Vitamin C. I have paid.", "Vitamin C; I have paid."),
        ("Hello world.I have paid.", "Hello world; I have paid."),
        ("The end.The alarm is off.", "The end; The alarm is off."),
        ("It is so.I\u2019ve paid.", "It is so; I\u2019ve paid."),
        ("Done 5.I have paid.", "Done 5; I have paid."),
        ("Great (2020).I have paid.", "Great (2020); I have paid."),
        ("Stop!I have paid.", "Stop; I have paid."),
        ("Hi.\u200b I have paid.", "Hi; I have paid."),
        ("x\u3002I have paid.", "x; I have paid."),
        ("\u7d42\u308f\u308a\u3002\u6b21", "\u7d42\u308f\u308a; \u6b21"),
    ],
)
def test_several_sentences_become_one(text: str, joined: str) -> None:
    assert one_sentence(text) == joined
    assert len(split_sentences(joined)) <= 1


@pytest.mark.parametrize(
    "name",
    [
        "Dr. Who",
        "Mr. Bean",
        "St. John's",
        "J. R. R. Tolkien",
        "C. S. Lewis",
        "Kramer vs. Kramer",
        'The "best" of (2020)',
        "E. T. the Extra-Terrestrial",
        "Wait ... what",
        "A. (disambiguation)",
        *("Node.js", "ASP.NET", "Last.FM", "Booking.Com hotels", "Vue.js in action", "U.S.A."),
        *("St.John's wort", "Mr.Bean", "Prof.Smith said", "approx.Half of it", "will.i.am"),
        *("P!nk", "Panic!", "example.com", "v1.5.2", "React.Component", "e.g.this", "No.1"),
    ],
)
def test_a_name_with_a_full_stop_is_told_as_it_is(name: str) -> None:
    assert one_sentence(name) == name
