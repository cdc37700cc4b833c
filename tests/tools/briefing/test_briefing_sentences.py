"""Unit: how a briefing, news of a topic and feeds are asked for."""

from functools import cache

import pytest
from tools.around import surroundings

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.understanding import Intent
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

BRIEFING = (
    *("give me my briefing", "read me my briefing", "what's in my briefing", "briefing please"),
    *("my morning briefing", "could you give me the daily briefing", "I'd like my news briefing"),
    *("start the briefing", "let's have the briefing", "brief me", "brief me on the news"),
    *("catch me up", "fill me in on current affairs", "bring me up to speed", "what's new"),
    *("anything new", "any news today", "is there any news", "what's in the news"),
    *("what are the headlines", "what are today's top stories", "read me the headlines"),
    *("tell me the news", "the news", "news please", "today's headlines", "news update"),
    *("what's happening in the world", "what happened in the world today"),
    *("have there been any big stories this week", "could you read the top stories"),
    *("could I have my briefing please", "is my briefing ready", "the morning news please"),
    *("give me an update on the news", "anything interesting in the news", "news headlines"),
    *("run my briefing", "tell me what's happening in the world", "do I have a briefing"),
    *("I'm ready for my briefing", "what did I miss in the news"),
)
TOPICS = {
    "the news about batteries": "batteries",
    "what's the news about batteries": "batteries",
    "any news about the election": "the election",
    "is there any news on climate change": "climate change",
    "tell me the news on football": "football",
    "what's the latest on the strike": "the strike",
    "what's new in science": "science",
    "give me a briefing on batteries": "batteries",
    "brief me on batteries": "batteries",
    "read me the football headlines": "football",
    "what do the papers say about the election": "the election",
}
MAILED = (
    *("mail me my briefing", "send me my briefing", "send my briefing to my mail", "mail my news"),
    *("email me the news", "e-mail me today's briefing", "please send the news to my e-mail"),
    *("give me my briefing by email", "could you mail me the morning briefing please"),
    *("I'd like my briefing by mail", "forward my briefing to my inbox", "mail the briefing"),
    *("can I get my briefing as an email", "send me the headlines by email"),
    *("get my daily briefing mailed to me", "send us the news summary by mail"),
    *("put the briefing in my inbox", "email us the morning news", "send the briefing to me"),
    "I want my briefing sent to my email address",
)

MAILED_TO = {
    "send the briefing to ana@example.com": "ana@example.com",
    "mail my briefing to ana at example dot com": "ana at example dot com",
    "send Ana the briefing": "Ana",
}
OTHERS = {
    "follow the feed example dot org slash rss": ("follow_feed", "example dot org slash rss"),
    "subscribe to the feed https://example.org/rss": ("follow_feed", "https://example.org/rss"),
    "add example dot com to my feeds": ("follow_feed", "example dot com"),
    "add the science feeds": ("follow_topic", "science"),
    "follow the feeds about science": ("follow_topic", "science"),
    "add science news to my briefing": ("follow_topic", "science"),
    "which feeds do I have": ("list_feeds",),
    "what feeds do I follow": ("list_feeds",),
    "list my feeds": ("list_feeds",),
    "where do you get my news from": ("list_feeds",),
    "which feeds can I add": ("list_feed_topics",),
    "remove the feed nature news": ("unfollow_feed", "nature news"),
    "stop following the BBC feed": ("unfollow_feed", "BBC"),
    "no more news about football": ("rate_story", "football", "mute"),
    "I don't want any news about football": ("rate_story", "football", "mute"),
    "less news about football": ("rate_story", "football", "less"),
    "go on with my briefing": ("go_on_with_briefing", "on"),
    "open hacker news": ("open", "hacker news"),
    "search for news about batteries": ("search", "news about batteries"),
}


@cache
def _grammar() -> Grammar:
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), ship_tools(surroundings()))


def test_no_template_is_left_out() -> None:
    assert _grammar().problems == ()


@pytest.mark.parametrize("text", BRIEFING)
def test_the_whole_briefing(text: str) -> None:
    assert _grammar().understand(text) == Intent("tell_briefing", {})


@pytest.mark.parametrize(("text", "topic"), TOPICS.items())
def test_news_about_a_topic(text: str, topic: str) -> None:
    assert _grammar().understand(text) == Intent("tell_briefing", {"topic": topic})


@pytest.mark.parametrize("text", MAILED)
def test_the_briefing_by_mail(text: str) -> None:
    assert _grammar().understand(text) == Intent("send_briefing", {})


@pytest.mark.parametrize(("text", "to"), MAILED_TO.items())
def test_the_briefing_to_an_address(text: str, to: str) -> None:
    assert _grammar().understand(text) == Intent("send_briefing", {"to": to})


@pytest.mark.parametrize("text", ["mail my mother", "send a message to Bob", "read my mail"])
def test_other_mail_is_none_of_it(text: str) -> None:
    assert _grammar().understand(text) is None


@pytest.mark.parametrize(("text", "wanted"), OTHERS.items())
def test_feeds_tastes_and_what_is_none_of_these(text: str, wanted: tuple[str, ...]) -> None:
    intent = _grammar().understand(text)
    assert intent is not None
    assert (intent.name, *intent.slots.values())[: len(wanted)] == wanted


@pytest.mark.parametrize(
    "text",
    [
        *("every weekday at seven give me my briefing", "mail me my briefing every morning at 7"),
        *("give me my briefing every weekday at seven", "every day at 8 email me the news"),
    ],
)
def test_a_briefing_may_come_again(text: str) -> None:
    intent = _grammar().understand(text)
    assert intent is not None
    assert intent.name == "set_routine"
