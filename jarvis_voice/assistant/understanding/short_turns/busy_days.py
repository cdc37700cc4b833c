"""Hears a day on which somebody has no time as no new time: "no, I'm busy on Thursday". Pure.

Invariant: nothing is moved by such a clause; when it is to be then is asked.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_words import read_when

_WHO = r"(?:i|we|he|she|they|mum|dad)"
_NEVER = (
    rf"{_WHO}(?: (?:do|does|can|could|will|would|am|is|are)(?: not|n't)|(?:'m|'re|'s|'ll) not| "
    r"(?:don't|doesn't|can't|cannot|won't|couldn't|aren't|isn't|never))(?! (?:mean|want|need|say))"
)
_TAKEN = (
    rf"{_WHO}(?:'m| am|'re| are|'s| is|'ll be| will be)(?: (?:all|always|really|too|already))?"
    r" (?:fully )?(?:busy|away|out|off|working|booked|abroad|travelling|traveling|at|in|flying|"
    r"on (?:holiday|leave|call|shift)|driving|tied up)|"
    rf"{_WHO}(?: have| has|'ve got| have got|'s got)(?! (?:to|time|nothing)\b)|{_WHO} works?"
)
_BUSY = lazy_pattern(
    r"(?:(?:no|nope|oh|ah|hm+|wait|sorry|but|actually|hang on|hold on)\b\W*)*"
    rf"(?:{_NEVER}|{_TAKEN})\b(?P<what>[^,;.!?]*?) ?\b(?:on |this |next |at |all )?"
    r"(?P<day>(?:(?:on|this|next|all) )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|"
    r"today|tonight|(?:at )?\d\d?(?::\d\d)?(?: ?[ap]m)?|at the weekend|weekends?)"
    r"(?: (?:morning|afternoon|evening|night|though|then|anyway|either|at all))*",
    re.I,
)
_AT_TIMES = frozenset({"alarm", "reminder", "routine"})


def busy_then(text: str, topic: Topic) -> ResolvedTurn | None:
    """The question when it is to be instead; None where the turn names no such day.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if topic.kind not in _AT_TIMES or topic.is_asking or not topic.entries(topic.kind):
        return None
    found = _BUSY.fullmatch(line)
    if found is None or read_when(found["what"].strip() or "-"):
        return None
    return ResolvedTurn(f"move the newest {topic.kind} to {{time}}", "When then?")
