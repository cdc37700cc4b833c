"""What a short turn asks of the news that were read last, in words of its own order. Pure."""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.subject_cues import clause_of, words_of
from jarvis_voice.assistant.understanding.short_turns.topic import Understand
from jarvis_voice.core.lazy_pattern import lazy_pattern

_ORDINAL = lazy_pattern(
    r"\b(?P<place>first|second|third|fourth|fifth|sixth|seventh|last)\b(?: (?:one|story|item))?|"
    r"\bnumber (?P<number>one|two|three|four|five|six|seven)\b",
    re.I,
)
_NUMBERS = {
    "one": "first", "two": "second", "three": "third", "four": "fourth", "five": "fifth",
    "six": "sixth", "seven": "seventh",
}  # fmt: skip
_THIS = r"(?: (?:it|that|this|that one|this one|that story|this story))"
_PAGE = r"(?: (?:it|that|this|that one|this one|me|the (?:page|article|link|site)))*"
_WORDS = words_of(
    {
        "enough": r"enough|that will do|stop|no more(?: news)?|that is (?:it|all|plenty)|finished|"
        r"done|leave it there|switch (?:it )?off|turn (?:it )?off",
        "back": r"(?:the )?(?:one|story|item|thing|bit) before(?: that| this)?|previous|go back|"
        r"back (?:one|up)|back|before that|last but one",
        "save": rf"(?:save|keep|bookmark|store|park){_THIS}?(?: (?:aside|by|down))?"
        r"(?: for (?:later|after|tonight|tomorrow))?|for later|read (?:it |that |this )?later|"
        rf"put{_THIS} (?:aside|by|away)",
        "send": r"(?:send|e-?mail|mail|forward)(?: (?:it|that|this|them|me|us|all|everything|"
        r"the (?:lot|whole lot|whole thing|rest)))+(?: (?:over|to me|by e-?mail|by mail))*",
        "open": rf"(?:open|bring|pull|load|get|throw){_PAGE}(?: (?:up|on(?: the)? screen))+|"
        rf"(?:put|stick|pop|show|have|get|bring){_PAGE}(?: up)? on (?:the|my|our) (?:big )?"
        rf"(?:screen|monitor|laptop|computer)|open{_PAGE}|show me{_PAGE}|let me see{_THIS}?",
        "source": rf"who(?: is| was) (?:the|its|their) (?:sources?|author|reporter|writer)"
        rf"(?: (?:of|for|behind){_THIS})?|who (?:reported|said|says|wrote|is saying|told you|"
        rf"published|claims?){_THIS}?"
        r"(?: so)?|where (?:does|did|is|was|do) (?:it|that|this|you|they)(?: \w+)* from|"
        r"where did you (?:get|hear|read|see) (?:it|that|this)|sources?|says who|"
        r"(?:which|what) (?:paper|site|newspaper|channel)|according to who(?:m)?|"
        r"whose (?:story|report) is (?:it|that)",
        "again": r"(?:say|read|tell|repeat)(?: me)? (?:it|that|this)(?: one| bit| story)?(?: again|"
        r" once more)?|again|once more|repeat|come again|pardon|what was (?:it|that)(?: again)?",
        "less": r"not interested|(?:could not|do not|don't) care(?: less)?|"
        r"less of (?:it|that|this)",
        "next": r"(?<!happened )next|skip|move (?:on|along)|moving on|go on to|pass|boring|dull|"
        r"something else|"
        r"what else(?! (?:can|could|do|did)\b)|anything else|another(?: one)?|old news|"
        r"heard (?:it|that|this)(?: already| one| before)*|(?:i |already )know(?: (?:it|"
        r"that))?(?: already)?|"
        r"not (?:that|this)(?: one)?|fast forward|jump",
        "more": rf"(?:dig|go|look|delve|get)(?: (?:deeper|further|more|in|into|down))+{_THIS}?|"
        r"(?:tell me |read me |give me )?(?:(?:some|bit|any|even|much) )?more(?! (?:news|stories|"
        rf"headlines)\b)(?: (?:about|on|of|from){_THIS})?|details?|elaborate|interesting|in full|"
        r"expand(?: on (?:it|that|this))?|full story|whole story|why|"
        r"what happened(?: (?:there|then|next))?|the rest(?: of (?:it|that))?",
        "on": r"go on|carry on|continue|keep (?:going|reading)|resume|and then|go ahead|proceed",
    },
    "news story stories item items headline headlines article one ones please read tell that's "
    "number two three four five six seven it's is i'm i've already was what now of first second "
    "third fourth fifth last there",
)
_ABOUT = lazy_pattern(
    r"(?:(?:and|ok|okay|now|so|then)\W+)*(?:(?:anything|something|what(?: is| have you got)?|is "
    r"there (?:anything|any)|any(?: news| stories| headlines)?|what about|how about|and|just|only|"
    r"got anything|give me|the)\b\W*)*(?:the )?(?:news )?(?:on|about|in|from|for)?(?: the)? ?"
    r"(?P<topic>sports?|football|business|money|politics|science|technology|tech|health|"
    r"entertainment|local|world|weather|economy|culture|climate|gaming)"
    r"(?: (?:news|stories|headlines|section))?(?: (?:today|then|please|now))*",
    re.I,
)
_SENTENCES = {
    "back": "go back in my briefing",
    "save": "save {} story of my briefing",
    "send": "send the briefing that I heard",
    "open": "open {} story of my briefing",
    "source": "who says {} story of my briefing",
    "again": "read this story of my briefing again",
    "less": "less of {} story of my briefing",
    "next": "go to the next story of my briefing",
    "more": "more about {} story of my briefing",
    "on": "go on with my briefing",
}
_ENOUGH = "never mind"


def of_news(text: str, understand: Understand) -> ResolvedTurn | None:
    """What a turn asks of the news; None where it asks nothing of them.

    Args:
        text: The turn as it was said.
        understand: What a sentence means by itself.
    """
    if about := _ABOUT.fullmatch(text.strip(" .!?")):
        topic = about["topic"].lower()
        sentence = "what is the weather" if topic == "weather" else f"give me the {topic} news"
        return ResolvedTurn(sentence)
    said = clause_of(text, _WORDS, understand)
    if said is None:
        return None
    if said.has("enough"):
        return ResolvedTurn(_ENOUGH)
    place = _ORDINAL.search(said.line)
    named = (place["place"] or _NUMBERS[place["number"].lower()]).lower() if place else ""
    story = f"the {named}" if named else "this"
    if said.is_question and said.has("open", "save", "send"):
        return None
    move = next(iter(said.moves), "more" if place else "")
    return ResolvedTurn(_SENTENCES[move].format(story)) if move else None
