"""Says out whole what is said in short about the briefing: "next", "more about the second". Pure.

Invariant: such words mean the briefing only where it was the last thing, and a sentence that names
it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.offer_answer import accepted
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean

_LONGEST = 100
"""Characters of what is said in short."""

_TURNS_BACK = 6
_BRIEFING = frozenset(
    {
        *("tell_briefing", "go_on_with_briefing", "more_about_story", "name_story_source"),
        *("open_story", "save_story", "rate_story", "offer_briefing", "send_briefing"),
    }
)
_PASSING = frozenset(
    {
        *("thanks", "compliment", "adjust_speech", "volume", "stop", "never_mind", "greeting"),
        *("do_you_hear", "take_back_begun", "teasing", "remark", "bad_news", "good_news"),
        *("small_talk", "apology", "yes", "no"),
    }
)
"""What may be said between two stories and ends no briefing."""

_PLACES = {
    "first": "first", "1st": "first", "one": "first", "1": "first",
    "second": "second", "2nd": "second", "two": "second", "2": "second",
    "third": "third", "3rd": "third", "three": "third", "3": "third",
    "fourth": "fourth", "4th": "fourth", "four": "fourth", "4": "fourth",
    "fifth": "fifth", "5th": "fifth", "five": "fifth", "5": "fifth",
    "sixth": "sixth", "6th": "sixth", "six": "sixth", "6": "sixth",
    "seventh": "seventh", "7th": "seventh", "seven": "seventh", "7": "seventh",
    "last": "last",
}  # fmt: skip
_ORDINAL = "first|second|third|fourth|fifth|sixth|seventh|last|1st|2nd|3rd|4th|5th|6th|7th"
_CARDINAL = "one|two|three|four|five|six|seven|[1-7]"
_NOUN = r"(?:one|story|item|article|news|topic|headline|piece)"
_IT = (
    rf"(?:(?:it|that|this|them|those)|(?:that|this|the) {_NOUN}|"
    rf"(?:the )?(?:{_ORDINAL})(?: {_NOUN})?|"
    rf"(?:the )?(?:{_NOUN}|number|story number|item number) (?:{_CARDINAL}))"
)
_NAMED = lazy_pattern(
    rf"\b(?P<place>{_ORDINAL})\b|\b(?:{_NOUN}|number) (?P<number>{_CARDINAL})\b", re.I
)
_END = r"(?: (?:please|now|then|for me|again|too))*"
_LEAD = r"(?:(?:okay|ok|yes|so|well|and|now|please|just)\b[\s,]*)*"


def _form(words: str) -> re.Pattern[str]:
    return lazy_pattern(rf"{_LEAD}(?:{words}){_END}", re.I)


_NEXT = _form(
    r"next|skip(?: ahead| forward| over)?|skip (?:it|this|that)(?: (?:one|story|item))?|"
    rf"(?:(?:go|move|jump|skip)(?: on| ahead)? to |give me |read(?: me)? |tell me |what is )?"
    rf"(?:the )?next {_NOUN}|next,? please|move on|moving on|what is next|what else|"
    r"(?:what else is (?:there|new)|anything else|any other news|i know(?: that)?(?: already)?)|"
    r"pass|go to the next|i have heard (?:that|it)(?: already)?|not that"
)
_BACK = _form(
    r"back|go back|(?:go )?back one(?: story)?|previous|one back|"
    rf"(?:(?:go back to|go to|read(?: me)?|give me) )?the (?:previous {_NOUN}|{_NOUN} before(?: "
    r"that)?)"
    r"|what was (?:the one|that) before(?: that)?|before that"
)
_AGAIN = _form(
    rf"(?:read|tell me|say|repeat|play)(?: me)? (?:it|that|this)(?: {_NOUN})?(?: once)?(?: "
    r"again| more)?|"
    rf"(?:that|this) {_NOUN} again|(?:once more|again|repeat|repeat please|one more time)|"
    r"what was that(?: again)?|i did not (?:get|catch|hear) that|come again"
)
_ON = _form(
    r"(?:go on|continue|keep going|carry on|resume|read on|keep reading|go ahead|proceed|"
    r"on with it|and then|go on reading|continue reading|where were we)"
)
_FIRST = _form(
    r"(?:start|begin|from the)(?: (?:over|again|beginning|start|top|from the (?:beginning|start|"
    r"top)))+"
    r"|from the (?:beginning|start|top)|all of it again"
)
_MORE = _form(
    r"(?:more|tell me more|read(?: me)? more|i want more|go deeper|details|more details|"
    r"give me (?:more|details|the details)|in more detail|elaborate|go into (?:it|that))|"
    rf"(?:tell me |read me |give me |say |i want (?:to (?:hear|know) )?|i'd like |what )?"
    rf"(?:more|details|more details|some more|else)(?: is there)? (?:about|on|of|from|to) {_IT}|"
    rf"(?:expand|elaborate) on {_IT}|(?:go )?deeper into {_IT}|"
    rf"(?:tell me|what) about {_IT}|what about {_IT}|(?:read|tell)(?: me)? {_IT} in (?:full|"
    r"detail)|"
    rf"(?:the )?(?:{_ORDINAL}) (?:one|story)|that (?:one )?(?:is|sounds) interesting"
)
_WHO = _form(
    rf"(?:who|which (?:paper|site|source|newspaper)) (?:says?|said|tells?|reports?|reported|wrote|"
    rf"claims?) (?:so|{_IT})|says who|according to (?:who|whom)|"
    rf"where (?:is|was|did you (?:get|hear|read)|do you have|does) {_IT}(?: come)?(?: from)?|"
    rf"(?:what|who|which) (?:is|was|are) (?:the|your) sources?(?: (?:of|for) {_IT})?|"
    r"(?:the )?source|(?:your )?sources|who is that from|how do you know(?: that)?"
)
_OPEN = _form(
    r"(?:open|show(?: me)?|bring up|pull up|open up) (?:the (?:page|article|link|story|whole "
    r"story|"
    rf"site|website)(?: (?:of|for|about) {_IT})?|{_IT})"
    r"|(?:i want to|let me) (?:see|read) (?:it|that|the (?:article|page|story|whole story|rest))"
    r"(?: (?:myself|on (?:the )?screen))?"
)
_SAVE = _form(
    rf"(?:save|keep|bookmark|store|remember|put|add|write)(?: down)? {_IT}"
    r"(?: (?:for later|aside|(?:to|on|onto|in) (?:(?:my|the) (?:(?P<list>\w+(?: \w+)?) )?list|"
    r"my bookmarks|my notes)))?|(?:i will|let me|i'll) read (?:it|that|this) later|for later"
)
_LESS = _form(
    rf"(?:i want )?(?:less|fewer)(?: stories| news| things)?(?: (?:of|like|from))? {_IT}|"
    r"(?:i am|i'm) not interested(?: in (?:it|that|this))?|not interest(?:ed|ing)(?: in (?:it|"
    r"that|this))?|"
    r"(?:that is|that's|this is|it is|it's|how) boring|boring|i do not care(?: about (?:it|that|"
    r"this))?"
)
_LIKE = _form(
    rf"(?:i want )?more(?: stories| news| things)? (?:like|of the same kind as) {_IT}|"
    r"more of (?:this|these|those)|i (?:like|love) (?:this|that|it|stories like (?:this|that))"
)
_MUTE = _form(
    rf"(?:no more|never again)(?: stories| news)? (?:of|like|about|from) {_IT}|mute {_IT}|"
    r"(?:never|do not|don't) (?:read|tell) me (?:about )?(?:it|that|this|such things)(?: again)?"
)
_ALL_OF_IT = (
    r"(?:it|that|this|them|those|all|everything|all of (?:it|that|this)|the (?:whole|entire) thing|"
    r"(?:the|this|that) whole (?:thing|briefing))"
)
_BY_MAIL = r"(?:by|via|as|in|per) (?:an? )?(?:e-?mail|mail)"
_TO_MINE = (
    r"to (?:me|us|(?:my|the|our) (?:e-?mails?|mails?|in ?box|mail ?box|(?:e-?mail |mail )?address))"
)
_MAIL = _form(
    rf"(?:(?:can|could|will|would) you )?(?:send|forward|e-?mail|mail) (?:me )?{_ALL_OF_IT}"
    rf"(?: over)?(?: (?:{_TO_MINE}|to (?P<address>(?=.*(?:@| dot )).+)|{_BY_MAIL}))?"
    rf"|(?:can|could) (?:i|you) (?:get|have|give me) (?:it|that|this) {_BY_MAIL}"
)
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (_NEXT, "go to the next story of my briefing"),
    (_BACK, "go back in my briefing"),
    (_AGAIN, "read this story of my briefing again"),
    (_FIRST, "start my briefing from the beginning"),
    (_ON, "go on with my briefing"),
    (_LIKE, "more stories like {story} story of my briefing"),
    (_LESS, "less of {story} story of my briefing"),
    (_MUTE, "no more stories like {story} story of my briefing"),
    (_MORE, "more about {story} story of my briefing"),
    (_WHO, "who says {story} story of my briefing"),
    (_OPEN, "open {story} story of my briefing"),
    (_SAVE, "save {story} story of my briefing{to}"),
    (_MAIL, "send the briefing that I heard{to}"),
)
_OFFERS = (
    (
        re.compile(r"\b(?:I have|You missed) your briefing of [^.?]{1,60}\. Now\?\Z"),
        "give me my briefing",
    ),
    (re.compile(r"\bShall I open the page\?\Z"), "open {story} story of my briefing"),
)
_ON_STORY = lazy_pattern(rf"\bOn the (?P<place>{_ORDINAL}) story:")

Understand = Callable[[str], Intent | None]


def about_briefing(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The request about the briefing as a whole sentence; "" where it is about none.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = clean(text).strip(" .,!?") if len(text) <= _LONGEST else ""
    if not (line and messages):
        return ""
    if offered := _offered(text, messages[-1]["text"], understand):
        return offered
    for form, sentence in _FORMS:
        if (found := form.fullmatch(line)) and _is_last(messages, understand):
            return sentence.format(story=_story(found), to=_list(found) or _address(found))
    return ""


def _offered(text: str, answer: str, understand: Understand) -> str:
    """What a plain yes stands for, where the last answer ended with an offer of the briefing's."""
    for question, sentence in _OFFERS:
        if not question.search(answer):
            continue
        story = _ON_STORY.search(answer)
        offer = sentence.format(story=f"the {story['place']}" if story else "this")
        return offer if accepted(text, offer, understand) == offer else ""
    return ""


def _story(found: re.Match[str]) -> str:
    named = _NAMED.search(found[0])
    said = (named["place"] or named["number"]) if named else ""
    place = _PLACES.get(said.lower(), "")
    return f"the {place}" if place else "this"


def _list(found: re.Match[str]) -> str:
    name = found.groupdict().get("list")
    return f" to my {name} list" if name else ""


def _address(found: re.Match[str]) -> str:
    address = found.groupdict().get("address")
    return f" to {address}" if address else ""


def _is_last(messages: Sequence[MessageState], understand: Understand) -> bool:
    """Whether the briefing was the last thing, but for what is said in passing."""
    said = [one["text"] for one in messages if one["role"] == "user"]
    for text in reversed(said[-_TURNS_BACK:]):
        intent = understand(clean(text).strip(" .,!?"))
        if intent is None or intent.name not in _PASSING:
            return intent is not None and intent.name in _BRIEFING
    return False
