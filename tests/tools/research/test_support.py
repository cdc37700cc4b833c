"""Property: a sentence of a model stands only where a source says it nearly word for word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.tools.research.digest import whole_sentences
from jarvis_voice.tools.research.sources import Source
from jarvis_voice.tools.research.support import Support, supported

pytestmark = pytest.mark.unit

TEXT = (
    "The Eiffel Tower was built by the company of Gustave Eiffel between 1887 and 1889. "
    "It was meant to stand for twenty years, but it proved useful as a mast for radio. "
    "The tower is 330 metres tall and is painted by hand every seven years. "
    "About six million people visit the tower each year, and most of them come in summer. "
    "Critics did not like the tower at first, and some of them signed a letter against it."
)
TOWER = Source("Eiffel Tower", "https://tower.org/", TEXT, "search")
SENTENCES = [one.strip() + "." for one in TEXT.split(".") if one.strip()]
SUPPORT = Support(TOWER, whole_sentences(TEXT))


@given(st.sampled_from(SENTENCES))
def test_what_the_source_says_stands(sentence: str) -> None:
    assert SUPPORT.carries(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The tower is 330 metres tall.",
        "About six million people visit the tower each year.",
        "Critics did not like the tower at first.",
    ],
)
def test_a_part_of_what_it_says_stands(sentence: str) -> None:
    assert SUPPORT.carries(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The tower is painted by hand every seven years.",
        "The tower is 300 metres tall.",
        "The tower is 330 metres wide.",
        "The tower is not 330 metres tall.",
        "The Eiffel Tower was built by Gustave Courbet between 1887 and 1889.",
        "The Eiffel Tower was built by the company of Gustave Eiffel between 1889 and 1887.",
        "Critics liked the tower at first.",
        "It was meant to stand for thirty years, but it proved useful as a mast for radio.",
        "About six million people visit the tower each month, and most of them come in winter.",
        "Visitors of the tower like the view over Paris.",
        "The tower, which millions visit, was built for radio.",
    ],
)
def test_what_it_does_not_say_gives_way_to_its_own_words(sentence: str) -> None:
    assert not SUPPORT.carries(sentence)
    told, sources = supported([sentence], [SUPPORT])
    assert all(one in whole_sentences(TEXT) for one in told)
    assert sources == ((TOWER,) if told else ())


@given(st.sampled_from(SENTENCES), st.data())
def test_a_word_that_is_put_in_makes_another_sentence(sentence: str, data: st.DataObject) -> None:
    words = sentence.split()
    place = data.draw(st.integers(1, len(words) - 1))
    put_in = data.draw(st.sampled_from(["not", "never", "Berlin", "1912", "forty"]))
    assert not SUPPORT.carries(" ".join([*words[:place], put_in, *words[place:]]))


def test_a_source_that_speaks_of_something_else_is_not_cited() -> None:
    other = Source(
        "Paint", "https://paint.org/", "Red paint costs ten euros a tin today.", "search"
    )
    told, sources = supported(SENTENCES[:1], [Support(other, whole_sentences(other.text)), SUPPORT])
    assert told == (SENTENCES[0],)
    assert sources == (TOWER,)


def test_nothing_is_told_where_no_source_speaks_of_it() -> None:
    assert supported(["Mozart wrote forty-one symphonies."], [SUPPORT]) == ((), ())


def carried(sentence: str, source: str) -> bool:
    """Whether a source with one sentence says another."""
    return Support(Source("", "https://news.org/", source, "search"), ()).carries(sentence)


@pytest.mark.parametrize(
    ("source", "piece"),
    [
        (
            "Police in Oslo denied on Friday that the mayor was arrested for fraud on Monday "
            "night.",
            "The mayor was arrested for fraud on Monday night.",
        ),
        (
            "Doctors warned that it is a myth that drinking bleach cures the flu within two days.",
            "Drinking bleach cures the flu within two days.",
        ),
        (
            "If parliament rejects the plan, all trains in the country will stop on Sunday at "
            "noon.",
            "All trains in the country will stop on Sunday at noon.",
        ),
        (
            "The bank said it is false that all savings accounts will be closed in December.",
            "All savings accounts will be closed in December.",
        ),
        (
            "No study has shown that the vaccine causes heart attacks in young men.",
            "The vaccine causes heart attacks in young men.",
        ),
        (
            "Nobody believes the claim that the dam near Porto will break before the weekend.",
            "The dam near Porto will break before the weekend.",
        ),
        (
            "The actor joked that he would leave the country and never come back to the stage.",
            "He would leave the country and never come back to the stage.",
        ),
        (
            "The company will not close its plant in Gdansk this year, its owner said on Tuesday.",
            "The company will close its plant in Gdansk this year.",
        ),
        (
            "The minister did not resign on Tuesday over the affair, his office said.",
            "The minister did resign on Tuesday over the affair, his office said.",
        ),
        (
            "Germany beat Spain in the final by two goals to one after extra time on Sunday.",
            "Spain in the final by two goals to one after extra time on Sunday beat Germany.",
        ),
        (
            "Prices rose by five percent in May, but are expected to fall by nine percent in June.",
            "Prices rose by five percent in May, but are expected to fall by nine percent in May.",
        ),
        (
            "The man accused of the attack was found innocent by a court in Lyon on Monday.",
            "The man accused of the attack was found by a court in Lyon on Monday.",
        ),
        (
            "Unlike what posts on social media say, the water in Leeds is poisoned in no way.",
            "The water in Leeds is poisoned.",
        ),
        (
            "The king is said to be dead only in a film that opens in London on Friday.",
            "The king is said to be dead.",
        ),
        (
            "Prices rose by five percent in May, but are expected to fall by nine percent in "
            "June, the office of statistics said.",
            "Prices are expected to fall by nine percent in May, the office of statistics said.",
        ),
        (
            "The mayor was arrested for fraud on Monday, a paper falsely reported.",
            "The mayor was arrested for fraud on Monday.",
        ),
        (
            "The mayor was arrested on Monday, but the police denied the report.",
            "The mayor was arrested on Monday.",
        ),
        (
            "All flights will stop on Sunday unless the union and the airline agree.",
            "All flights will stop on Sunday.",
        ),
        (
            "Police believe that the fire in the old town was set on purpose.",
            "The fire in the old town was set on purpose.",
        ),
        (
            "Critics accuse the minister, wrongly, of taking money from the bank.",
            "The minister, of taking money from the bank.",
        ),
        (
            "Hardly any of the trains in the country will stop on Sunday at noon.",
            "The trains in the country will stop on Sunday at noon.",
        ),
        (
            "It is not true that the lake is poisoned and that all fish have died.",
            "All fish have died.",
        ),
        (
            "Neither the king nor his son was on board when the plane went down.",
            "His son was on board when the plane went down.",
        ),
        (
            "The court cleared the bank of the charge that it had cheated its clients.",
            "It had cheated its clients.",
        ),
        (
            "Few people in the north of the country will get snow this week.",
            "People in the north of the country will get snow this week.",
        ),
    ],
)
def test_a_piece_is_not_told_without_what_turns_it_round(source: str, piece: str) -> None:
    assert not carried(piece, source)


@pytest.mark.parametrize(
    ("source", "piece"),
    [
        (
            "The council of Leeds voted on Tuesday to build two new bridges over the river, the "
            "mayor said.",
            "The council of Leeds voted on Tuesday to build two new bridges over the river.",
        ),
        (
            "A fire destroyed a warehouse near the port of Hamburg on Sunday night, police said, "
            "and nobody was hurt.",
            "A fire destroyed a warehouse near the port of Hamburg on Sunday night.",
        ),
        (
            "The bank raised its rate to five percent on Thursday, but it does not plan another "
            "step this year.",
            "The bank raised its rate to five percent on Thursday.",
        ),
        (
            "According to the ministry, four hundred schools will get new computers before the "
            "summer.",
            "Four hundred schools will get new computers before the summer.",
        ),
        (
            "It did not rain in May, but the river rose by two metres within a week.",
            "The river rose by two metres within a week.",
        ),
        (
            "Scientists in Oslo have found a fish that lives for two hundred years in cold water.",
            "Scientists in Oslo have found a fish that lives for two hundred years.",
        ),
        (
            "The airline will fly to Tokyo again from October, its chief said on Monday in Paris.",
            "The airline will fly to Tokyo again from October.",
        ),
        (
            "After long talks, the two countries signed a treaty on fishing in the North Sea.",
            "The two countries signed a treaty on fishing in the North Sea.",
        ),
        (
            "Workers at the plant in Turin will strike for two days; the owner regrets that.",
            "Workers at the plant in Turin will strike for two days.",
        ),
        (
            "The film won three prizes in Cannes, though critics had not liked it at first.",
            "The film won three prizes in Cannes.",
        ),
        (
            "The team beat Spain by two goals to one in the final on Sunday in front of a full "
            "house.",
            "The team beat Spain by two goals to one in the final on Sunday.",
        ),
        (
            "The government does not expect prices to fall before the autumn, the minister said.",
            "The government does not expect prices to fall before the autumn.",
        ),
        (
            "Police denied on Friday that the mayor was arrested for fraud.",
            "Police denied on Friday that the mayor was arrested for fraud.",
        ),
        (
            "No study has shown that the vaccine causes heart attacks in young men, doctors said.",
            "No study has shown that the vaccine causes heart attacks in young men.",
        ),
        (
            "If parliament rejects the plan, all trains will stop on Sunday at noon, the union "
            "said.",
            "If parliament rejects the plan, all trains will stop on Sunday at noon.",
        ),
        (
            "The storm cut the power of nine thousand homes in the north of Portugal on Monday "
            "morning.",
            "The storm cut the power of nine thousand homes in the north of Portugal.",
        ),
        (
            "Its chief, Anna Berg, leaves the company at the end of June after nine years.",
            "Anna Berg leaves the company at the end of June after nine years.",
        ),
        (
            "The new law lets people work from home on two days a week from January.",
            "The new law lets people work from home on two days a week.",
        ),
        (
            "A court in Lyon sentenced the man to nine years in prison for the theft of a "
            "painting.",
            "A court in Lyon sentenced the man to nine years in prison.",
        ),
        (
            "The rover has found water on Mars, which many had thought to be dry.",
            "The rover has found water on Mars.",
        ),
        (
            "The city planted ten thousand trees last year and wants to plant more.",
            "The city planted ten thousand trees last year.",
        ),
        (
            "The old bridge over the Rhine will be closed for three weeks from Monday because of "
            "repairs.",
            "The old bridge over the Rhine will be closed for three weeks from Monday.",
        ),
        (
            "Researchers report in the journal Nature that bees can count to four.",
            "Bees can count to four.",
        ),
    ],
)
def test_a_piece_that_stands_by_itself_is_told(source: str, piece: str) -> None:
    assert carried(piece, source)
