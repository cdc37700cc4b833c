"""Reads what is to go on a list and is said without a verb: "and batteries on the list". Pure.

Invariant: what asks or orders something names no thing; what may go on an old list is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.list_talk import UNNAMED, is_thing, last_list, my_list
from jarvis_voice.assistant.understanding.undo_last import is_not_grasped
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lists import WHICH_LIST

_LONGEST = 200
"""Characters of what is said in short."""

_AND_ON = re.compile(
    r"(?:(?:and|also|plus|oh|ok|okay|right|then|so|yes|now|well)\b[\s,]*)+(?P<text>[^,;.]+?) "
    r"(?:on|onto|for|to) (?:the|my|our) (?:(?P<list>\S+(?: \S+)?) )?list"
    r"(?: (?:too|as well|also|please|then))*",
    re.I,
)
"""What is to go on a list, said without a verb: "and batteries on the list"."""
_ASKS_OR_ORDERS = lazy_pattern(
    r"(?:what|which|who|how|where|when|why|is|are|was|were|do|does|did|have|has|can|could|will|"
    r"would|should|i|you|we|he|she|they|not|no|nothing|everything|anything|something|that|this|"
    r"it|them|put|add|stick|pop|write|bung|chuck|get|take|cross|tick|strike|remove|delete|clear|"
    r"read|tell|show|check|move|set|make|start|remind|call|open|leave|keep|go)\b",
    re.I,
)
_AND_ELSE = re.compile(
    r"(?:(?:and|so|oh|ok|okay|right|now)\b[\s,]*)*what else[,.?!]+ ?(?:(?:um+|er+|erm|oh|ah|yes|"
    r"right|let me (?:see|think))\b[\s,.]*)*(?P<text>(?:some |the |a |an )?[^,;.?]+)",
    re.I,
)
"""Who asks themselves what else there is, and names it: "and what else, um, coffee"."""
_LIST_MEANT = lazy_pattern(
    r"(?:(?:no|sorry|er|well|oh|i mean|i meant)\b[\s,]*)*(?:for|on|onto|to|in) (?:the|my|our) "
    r"(?P<list>\S+(?: \S+)?) list[\s,]*(?:i mean|i meant|please|that is|of course)*",
    re.I,
)
_NEEDED = lazy_pattern(
    r"(?:(?:i|we)(?:'ll| will| also| still)? (?:need|want|have to get|have to buy|must get)|"
    r"(?:we're|we are|i'm|i am) (?:out of|short of|low on)|get|buy|put|add) "
    r"(?:some |more )?(?P<things>.+)",
    re.I,
)
_AND_A = lazy_pattern(
    r"(?:(?:oh|ah|right|ok|okay|yes|so|actually|wait)\b[\s,]*)*(?:and|plus|also)[\s,]+(?:also )?"
    r"(?P<text>(?:a|an|some|more) (?!(?:half|bit|lot|few|minute|hour|day|week|quarter|joke|second|"
    r"couple|question|song|story|little)\b)[a-z][\w' -]*?)(?: (?:too|as well|please))*",
    re.I,
)
"""A thing with its article, which may go on with a list of a while ago: "oh, and a torch"."""

Understand = Callable[[str], Intent | None]


def thing_with_list(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """A thing and the list that it is to go on, without a verb: "and batteries on the list".

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.split()).strip(" .,!?") if messages and len(text) <= _LONGEST else ""
    is_open = bool(line) and _is_open(messages[-1]["text"])
    if is_open and (meant := _LIST_MEANT.fullmatch(line)):
        needed = _NEEDED.fullmatch(messages[-2]["text"].strip(" .,!?"))
        return f"add {needed['things']} to {my_list(meant['list'])}" if needed else ""
    found = _AND_ON.fullmatch(line) or _AND_ELSE.fullmatch(line)
    if found is None or _ASKS_OR_ORDERS.match(found["text"]) or not is_thing(found["text"]):
        return ""
    _, last = last_list(messages, understand)
    name = found.groupdict().get("list") or last
    if not name and found.re is _AND_ELSE:
        return ""
    return f"add {found['text']} to {my_list(name)}"


def _is_open(reply: str) -> bool:
    """Whether it is not known what was meant, or for which list."""
    return is_not_grasped(reply) or reply.startswith(WHICH_LIST)


def thing_for_old_list(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """A thing that may go on the list of some turns ago, which is to be asked about; else "".

    Args:
        text: The sentence as it was said, which is not understood alone.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.split()).strip(" .,!?") if messages and len(text) <= _LONGEST else ""
    found = _AND_A.fullmatch(line)
    if found is None or not is_thing(found["text"]) or read_when(found["text"], is_bare=True):
        return ""
    name = last_list(messages, understand)[1]
    return f"add {found['text']} to {my_list(name)}" if name and name != UNNAMED else ""
