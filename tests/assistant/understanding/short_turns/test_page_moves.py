"""Unit: what a turn does with the page that was opened last, where its move is known."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.page_moves import of_page_move
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

MAIL = Touched("page", "gmail", asked=Intent("open", {"name": "gmail"}))
NEWS = Touched("page", "bbc news", asked=Intent("open", {"name": "bbc news"}))
RESULT = Touched("page", "", asked=Intent("open_result", {"ordinal": 1}))


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("hotmail, i'm old fashioned", "other", "open hotmail"),
        ("outlook, not that one", "other", "open outlook"),
        ("the met office i wanted", "other", "open the met office"),
        ("and sky news next to it", "other", "open sky news"),
        ("ebay would be cheaper", "other", "open ebay"),
        ("what does the caption say", "read", "read the page"),
        ("no sorry, the one from National Rail", "open", "open National Rail"),
    ],
)
def test_a_page_is_opened_by_the_name_that_is_said(text: str, move: str, sentence: str) -> None:
    found = of_page_move(move, FollowUp(text, [], {}), Topic(((MAIL,),)))
    assert found is not None
    assert found.sentence == sentence


def test_back_is_the_page_of_before_where_there_is_one() -> None:
    back = of_page_move("back", FollowUp("back a page", [], {}), Topic(((MAIL,), (NEWS,))))
    assert back is not None
    assert back.sentence == "open bbc news"
    alone = of_page_move("back", FollowUp("back a page", [], {}), Topic(((MAIL,),)))
    assert alone is not None
    assert alone.question.startswith("I cannot go back in your browser")


def test_only_a_result_is_opened_by_its_place() -> None:
    said = FollowUp("that second one, go in", [], {})
    result = of_page_move("open", said, Topic(((RESULT,),)))
    assert result is not None
    assert result.sentence == "open the second one"
    page = of_page_move("open", said, Topic(((MAIL,),)))
    assert page is not None
    assert page.question.startswith("I cannot click")


def test_what_is_no_name_opens_nothing() -> None:
    said = FollowUp("look at that, they are so big", [], {})
    assert of_page_move("other", said, Topic(((MAIL,),))) is None
