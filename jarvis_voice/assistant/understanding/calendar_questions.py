"""Tells a question about the user's own calendar: "what events are there this week". Pure.

Invariant: asked only where the sentence is not understood, or a search would be made of it; what
names a place or a public occasion is a question for the web.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part

NO_CALENDAR = (
    "I cannot look into a calendar. I can tell you which reminders and alarms are set, and set one."
)
_LONGEST = 120
_THING = (
    r"(?:events?|meetings?|metings?|appointments?|engagements?|commitments?|schedule|agenda|diary|"
    r"calendar|plans|interviews?|conference calls?|(?:dentist|doctor)s? appointments?)"
)
_WHEN = (
    r"(?:today|tonight|tomorrow|(?:this|next|the) (?:week|weekend|month|year|morning|afternoon|"
    r"evening|coming \w+|\w+day)|(?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:at|around|before|after|by) \d\S*(?: ?[ap]\.?m\.?)?|(?:the )?day after tomorrow|"
    r"between .{3,30}|coming up|upcoming|next|scheduled|planned|booked|later|left|now)"
)
_ASKS = (
    r"(?:(?:please|can you|could you|would you|hey|so|and|jarvis)[\s,]+)*(?:what(?:'s| is| are)?|"
    r"which|when(?:'s| is| are)?|where(?:'s| is| are)?|who(?:'s| is| are)?|"
    r"how many|any|are there(?: any)?|is there(?: an?| any)?|(?:do|have) (?:i|we)(?: have| got| "
    r"any)*|"
    r"(?:show|tell|give|list|read|check|see|open|pull up|bring up|display|find|look up|look at|go "
    r"over|review)(?: me| us)?(?: about| all| of| what)*)"
)
_FORMS = tuple(
    lazy_pattern(form, re.I)
    for form in (
        rf"{_ASKS}(?: (?:the|my|our|all|any|of|today's|tomorrow's|this week's|next|other|more))* ?"
        rf"{_THING}(?: (?:do|are|is|have|did|will|has|i|we|my|our|there|got|on|in|for|set|up|the|"
        rf"scheduled|planned|happening|with|calendar|diary|list|stored|be|to))*(?: {_WHEN})+"
        r"(?: (?:with|about|at|for) [\w' ]{2,25})?",
        rf"{_ASKS} (?:the |my |our )*(?:today|tomorrow|tonight|this week|next week|\w+day)(?:'s)? "
        rf"{_THING}(?: (?:with|about|at|for|in) [\w' ]{{2,30}})?",
        r"(?:what(?:'s| does| is| will)|how(?:'s| does| is| will)) (?:the rest of )?"
        r"(?:my|our|the) (?:\w+ ){0,2}?(?:day|week|morning|afternoon|evening|weekend|month|"
        r"schedule|agenda|diary|"
        r"calendar|tomorrow)(?: (?:going to |gonna )?(?:look(?:ing)?|like|today|tomorrow|be|for|on|"
        r"the|this|next|week|\w+day))*",
        rf"(?:what|who|where|when) (?:am|are) (?:i|we) (?:doing|meeting|seeing|supposed to \w+|"
        rf"having)\b.{{0,40}}{_WHEN}",
        r"(?:am|are) (?:i|we) (?:free|busy|available|booked|doing anything)\b(?: .{0,25})?",
    )
)
_PUBLIC = lazy_pattern(
    r"\b(?:in (?!the (?:morning|afternoon|evening)|my\b|our\b)[a-z]+|near|local|around here|town|"
    r"city|"
    r"history|world|sports?|music|concerts?|festivals?|news|weather|movies?|cinema|company|launch)\b",
    re.I,
)


def as_calendar(part: Part, text: str) -> Part:
    """A request that nothing else understood as one about the calendar, where it is that.

    Args:
        part: The only request of a sentence.
        text: The sentence as it was said.
    """
    intent = part.intent
    is_open = intent is None or (intent.name == meanings.SEARCH and intent.is_question)
    if not is_open or not asks_of_calendar(text):
        return part
    return replace(part, intent=Intent(proposals.CANNOT, {"reply": NO_CALENDAR}))


def asks_of_calendar(text: str) -> bool:
    """Whether only a calendar of the user's own could answer it."""
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if len(line) > _LONGEST or _PUBLIC.search(line):
        return False
    return any(form.fullmatch(line) for form in _FORMS)
