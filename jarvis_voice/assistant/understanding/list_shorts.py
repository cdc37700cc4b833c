"""Says out whole half sentences behind one about a list: "got that one", "anything else". Pure.

Invariant: only a thing that the turn before put on the list, or asked about, is taken off it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.list_talk import is_thing, last_list, my_list
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import key_of

_LONGEST = 120
_TURNS_BACK = 3
_ADDED = "I have added"
_LEADS = (
    r"(?:that's (?:everything|all|it|the lot)[\s,.]+)?"
    r"(?:(?:and|so|but|then|okay|ok|now|oh|well|actually|right|sorry|wait|no|yes|"
    r"please)\b[\s,.!]*)*"
)
_IT = r"(?:it|that|this|them|those|that one|this one|those ones)"
_DONE = re.compile(
    rf"{_LEADS}(?:(?:i've |i have |we've |we have |i )?(?:just |already )?(?:done|got|bought|had|"
    rf"finished|picked up|sorted) {_IT}|{_IT}(?:'s| is| are)?(?: (?:all|already|now))? "
    r"(?:done|bought|sorted|finished|ticked off)|(?:tick|check|cross|mark) "
    rf"{_IT}(?: (?:off|as done|done))?|(?:don't|do not) need {_IT}(?: any ?more| after all)?)"
    r"(?: (?:already|now|too))?",
    re.I,
)
_HAVE = re.compile(
    rf"{_LEADS}(?:(?:i've|i have|we've|we have|i|we|there's|there is) (?:(?:already|just|still) )?"
    r"(?:got|have|bought|found)?|(?:i|we) (?:don't|do not) (?:need|want)|(?:no|never mind|skip|"
    r"forget|drop|lose) )"
    r" ?(?:the |any |some |plenty of |enough |loads of |that )*(?P<thing>[^,.;]+?)"
    r"(?:,? (?:already|after all|any ?more|now|in the (?:fridge|cupboard|house|freezer)|at home|"
    r"in|left))*",
    re.I,
)
_ELSE = re.compile(
    rf"{_LEADS}(?:any(?:thing)?(?: (?:else|more|other things?))+(?: (?:(?:on|in) (?:there|it)|"
    rf"there))?|"
    r"what remains|what is remaining|(?:read|tell|show)(?: me)? what(?:'s| is) (?:left|on it|"
    r"on there)|"
    r"what(?: (?:else|all))?(?: (?:is|have i got|do i have|do we have|have we got))+"
    r"(?: (?:on|in|left)(?: (?:there|it|now))?)*(?: now| so far)?|"
    r"is (?:that|it) (?:all|everything|the lot)|(?:how many|how much) (?:things|items)?"
    r"(?: (?:is|are)(?: (?:that|there|on|it|now))*)?|(?:read|show|say|give|list|"
    r"run through)(?: me)?"
    r"(?: (?:it|them|that|everything|the lot|the whole thing|the list))(?: (?:out|back|to me|loud|"
    r"all|again|now))*)",
    re.I,
)
_IN_ITS_PLACE = re.compile(
    rf"{_LEADS}(?:add|put|get|make it|have|chuck|stick|bung|pop) (?P<thing>[^,.;]+?)"
    r" (?:in (?:its|their|that) (?:place|stead)|instead(?: of that)?|rather)",
    re.I,
)
_MORE = re.compile(
    rf"{_LEADS}(?:chuck|stick|bung|pop|throw|whack|shove|sling)(?: on| in)? (?P<thing>[^,.;]+?)"
    r"(?: (?:on|in|onto it|on it|on there|in there|too|as well|with it))+|"
    r"(?:(?:and|also|plus) )+(?:some |a few )?(?P<other>[^,.;]+?) (?:with|alongside) (?:it|that)",
    re.I,
)
_THING_DONE = re.compile(
    rf"{_LEADS}(?:the )?(?P<thing>[^,.;]+?)(?:'s| is| are) (?:all )?(?:sorted|bought|done|got|"
    r"finished|ticked off|in the (?:basket|trolley|bag))|"
    rf"{_LEADS}(?:i've |i have )?(?:ticked|crossed|struck|checked) off (?:the )?(?P<other>[^,.;]+)",
    re.I,
)
_ALSO_TO_DO = re.compile(r"(?:(?:and|also|plus|then)[\s,]+)+(?:to )?(?P<thing>.+)", re.I)
_TO_DO = frozenset({"to-do", "todo", "to do"})
_NEED = re.compile(
    rf"{_LEADS}(?:i|we) (?:need|want|are out of|'re out of) (?P<thing>[^,.;]+?)"
    r"(?: (?:too|as well|also))*",
    re.I,
)
_OUT = re.compile(
    rf"{_LEADS}(?:take|leave|get|pull|strike|cross) out (?:the |that )?(?P<thing>[^,.;]+)|"
    rf"{_LEADS}(?:take|leave|get|pull|strike|cross) (?:the |that )?(?P<other>[^,.;]+?) out",
    re.I,
)
_FORMS = (_THING_DONE, _ALSO_TO_DO, _NEED, _OUT, _DONE, _HAVE, _ELSE, _IN_ITS_PLACE, _MORE)
_TALKS = frozenset({"add_note", "read_notes", "remove_note"})
_PIECES = re.compile(r",? and |, ", re.I)

Understand = Callable[[str], Intent | None]


def about_list_in_short(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The request about the list of the turn before, as a whole sentence; "" for any other.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = clean(text).strip(" .,!?") if messages and len(text) <= _LONGEST else ""
    is_to_do = bool(line) and _ALSO_TO_DO.fullmatch(" ".join(text.split()))
    if not line or not (is_to_do or any(form.fullmatch(line) for form in _FORMS)):
        return ""
    last, name = last_list(messages, understand)
    if not name or (last and last.name not in _TALKS):
        return ""
    if last is None and not _is_of_list(messages[-1]["text"]):
        return ""
    return _added_or_read(line, name) or _taken_off(line, text, last, name, messages, understand)


def _added_or_read(line: str, name: str) -> str:
    """The request to add one more thing, to take one off by its name, or to tell what is there."""
    if _ELSE.fullmatch(line):
        return f"what is on {my_list(name)}"
    more = _IN_ITS_PLACE.fullmatch(line) or _MORE.fullmatch(line) or _NEED.fullmatch(line)
    out = _OUT.fullmatch(line)
    found = more or out
    thing = next(filter(None, found.groups()), "") if found else ""
    if not thing or not is_thing(thing):
        return ""
    return f"add {thing} to {my_list(name)}" if more else f"remove {thing} from {my_list(name)}"


def _taken_off(
    line: str,
    text: str,
    last: Intent | None,
    name: str,
    messages: Sequence[MessageState],
    understand: Understand,
) -> str:
    """The request to take off what is done, or one more task for a list of tasks."""
    kept = _PIECES.split(str(last.slots.get("text", ""))) if last else []
    if _DONE.fullmatch(line):
        is_one = last is not None and last.name != "remove_note" and len(kept) == 1 and kept[0]
        return f"remove {kept[0]} from {my_list(name)}" if is_one else ""
    said = " ".join(text.split()).strip(" .,!?")
    to_do = _ALSO_TO_DO.fullmatch(said) if last and last.name == "add_note" else None
    if to_do and name.lower() in _TO_DO and understand(to_do["thing"]) is None:
        return f"add {to_do['thing']} to {my_list(name)}"
    have = _THING_DONE.fullmatch(line) or _HAVE.fullmatch(line)
    words = set(key_of(next(filter(None, have.groups()), ""))) if have else set()
    added = _added(messages, understand)
    meant = next((one for one in added if words and words <= set(key_of(one))), "")
    return f"remove {meant} from {my_list(name)}" if meant else ""


def _added(messages: Sequence[MessageState], understand: Understand) -> list[str]:
    """What the last turns put on a list, the last thing first."""
    out: list[str] = []
    for place in range(len(messages) - 2, max(-1, len(messages) - 2 * _TURNS_BACK - 1), -2):
        intent = understand(clean(messages[place]["text"]))
        if intent and intent.name == "add_note" and _ADDED in messages[place + 1]["text"]:
            out += _PIECES.split(str(intent.slots["text"]))
    return out


def _is_of_list(reply: str) -> bool:
    """Whether our last answer was about a list."""
    return bool(re.match(r"(?:I have (?:added|taken)|On your|Your) .*\blist\b", reply))
