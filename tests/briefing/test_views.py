"""Unit: a briefing on the screen, with numbered sources."""

import json

import pytest
from briefing.newsroom import NOW

from jarvis_voice.briefing.views import reasons_shown, run_shown, viewed
from jarvis_voice.core.briefing_records import (
    Briefing,
    BriefingRun,
    BriefingStory,
    QuotedSentence,
    ScoredStory,
    ScoreReason,
    StepSpan,
    StorySource,
)

pytestmark = pytest.mark.unit

SOURCES = (
    StorySource("https://a.org/x?q=1&y=2", "a.org", "A *title*", "A"),
    StorySource("https://b.org/y", "b.org", "B", "B"),
)
REASONS = (ScoreReason("fresh", 0.2, "2 hours old"), ScoreReason("taste", -0.15, "you want less"))
SCORED = ScoredStory("Plant <opens> in [Gdansk](x)", 0.61, REASONS, SOURCES)
QUOTED = QuotedSentence("A plant & a mill *opened* on Tuesday.", "https://a.org/x?q=1&y=2", 3, 40)
STORY = BriefingStory(SCORED, (QUOTED,), "A: A plant opened.", is_update=True, topic="batteries")
MADE = Briefing(NOW, ("Good morning.",), (STORY,), (), "That is all.", ("N: is down",), 4)


def test_text_has_numbered_sources() -> None:
    assert viewed(MADE, "text").splitlines() == [
        "Good morning.",
        "",
        "1. Update: Plant <opens> in [Gdansk](x)",
        "   A plant & a mill *opened* on Tuesday.",
        "   [1] a.org  https://a.org/x?q=1&y=2",
        "   [2] b.org  https://b.org/y",
        "",
        "Note: N: is down",
    ]


def test_markdown_means_nothing_that_a_feed_wrote() -> None:
    shown = viewed(MADE, "markdown")
    assert "## Update: Plant \\<opens\\> in \\[Gdansk\\]\\(x\\)" in shown
    assert "A plant & a mill \\*opened\\* on Tuesday\\. \\[1\\] \\[2\\]" in shown
    assert "1. a\\.org: <https://a.org/x?q=1&y=2>" in shown


def test_html_escapes_and_loads_nothing() -> None:
    shown = viewed(MADE, "html")
    assert "<h2>Update: Plant &lt;opens&gt; in [Gdansk](x)</h2>" in shown
    assert 'href="https://a.org/x?q=1&amp;y=2"' in shown
    assert "default-src 'none'" in shown
    assert "src=" not in shown
    assert shown.startswith("<!doctype html>")


def test_json_has_every_sentence_with_its_place() -> None:
    found = json.loads(viewed(MADE, "json"))
    assert found["number"] == 4
    [story] = found["stories"]
    assert story["sentences"] == [{"text": QUOTED.text, "url": QUOTED.url, "start": 3, "end": 40}]
    assert (story["score"], story["topic"], story["is_update"]) == (0.61, "batteries", True)


def test_why_shows_the_score_and_its_reasons() -> None:
    assert reasons_shown(SCORED)[:4] == [
        "Plant <opens> in [Gdansk](x)",
        " 0.61  told",
        "+0.20  fresh: 2 hours old",
        "-0.15  taste: you want less",
    ]


def test_a_run_shows_its_steps() -> None:
    spans = (StepSpan("gather", 0.5, True, "3 entries"), StepSpan("read", 45, False, "late"))
    run = BriefingRun(
        7, "voice", NOW, topics=("chess",), state="failed", spans=spans, problem="it broke"
    )
    head, *rest = run_shown(run)
    assert head.startswith("7\t")
    assert head.endswith("failed\tvoice about chess")
    assert rest == ["\tgather\t0.50 s\t3 entries", "\tread\t45.00 s\tFAILED late", "\tit broke"]
