"""Reads "cancel that" as a request to cancel the entry that Jarvis just spoke of. Pure.

Invariant: it is what our own last answer was about that is cancelled, by its name or its time, and
nothing where that answer told of no such thing. Of several things none is chosen: we ask which one.
That we did not understand something is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from jarvis_voice.assistant.replies import NOT_UNDERSTOOD
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.contradiction import told_of
from jarvis_voice.language.en.evidence import turned_round

_CANCEL_IT = lazy_pattern(
    r"(?:(?:oh|ah|sorry|wait|never ?mind|actually|okay|ok|well|right|forget it|in that case|"
    r"on second thoughts?|changed my mind|i changed my mind|no)\b[\s,.!]+)*"
    r"(?:(?:i|it|we|he|she|that|today|tomorrow)(?: [\w]+|'\w+){1,6}[,.;] (?:so |please )*)?"
    r"(?:(?:cancel|delete|remove|undo|drop|erase|clear)(?: (?:it|that|this|that one))?|"
    r"(?:turn|switch|shut) (?:it|that) off|(?:turn|switch|shut) off (?:it|that)|get rid of "
    r"(?:it|that)|(?:forget|scratch|take back) (?:it|that)|take (?:it|that) back|"
    r"(?:do not|don't) remember (?:it|that))(?: again| now)*",
    re.I,
)
_THANKS = frozenset({"thanks", "compliment"})
"""What may be said in between, as may one sentence that we did not understand."""
_TELLING = len("I did not understand that")

SETTING = frozenset({"set_timer", "set_alarm", "set_reminder", "set_routine"})
"""Intents that set something that will ring."""

_ASKED = SETTING | {"read_schedule", "change_timer", "move_schedule", "skip_schedule", "snooze"}
"""Behind these our answer speaks of what is set. Where it is not known what was asked, it may have
been the answer to a question of ours: "at seven pm"."""

_KEPT = {
    "remember": ("I will remember",),
    "add_note": ("I have added", "I have noted"),
    "recall": ("You told me: ",),
}
"""What keeps or tells the user's own words, and how our answer begins where it did."""

_TAKEN_OFF = re.compile(r"I have taken (?P<text>[^.;!?]+) off ")
_REPLACED = re.compile(r", (?:instead of (?P<told>.+)|and no longer that (?P<whole>.+))\.\Z")
"""Tells what a fact took the place of."""
_UNSAYS = lazy_pattern(
    r"(?:(?:oh|ah|sorry|wait)[\s,]+)*(?:no,? )?"
    r"(?:cancel|delete|remove|undo|erase|forget|scratch|take back|don't|do not|"
    r"take (?:it|that) back)\b",
    re.I,
)
"""What is said of words; what is turned off or dropped is a thing."""
_BACK = re.compile(r"\b(?:undo|back)\b", re.I)
_MORE_THAN_THAT = re.compile(r"[.;!?]\s+\S|\balready\b")
"""Several things were done, or a part of it was there before."""

_END = r"(?=[\",.;!?]| and | then )"
_SENTENCE_END = lazy_pattern(r"(?<=[.!?])\s+(?=[A-Z])")
_TOLD: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\bThe (?P<one>.+) timer is set for "), "cancel the {} timer"),
    (re.compile(r"\bThe timer is set for (?P<one>[^.]+)\."), "cancel the {} timer"),
    (re.compile(r"\bThe (?P<one>.+) timer has .+ left\b"), "cancel the {} timer"),
    (
        re.compile(r"\bThe (?:[^.]+ )?alarm is set .*?(?P<one>\d\d?:\d\d(?: [AP]M)?)\b"),
        "cancel the {} alarm",
    ),
    (re.compile(rf"\bI will remind you .+?: (?P<one>.+?){_END}"), "cancel the reminder to {}"),
    (re.compile(rf'\bI will do that .+?: "(?P<one>.+?){_END}'), "cancel the routine to {}"),
    (
        re.compile(
            r'\bI have moved the [^:"]*alarm for [^"]*: it is due .*?'
            r"(?P<one>\d\d?:\d\d(?: [AP]M)?)\b"
        ),
        "cancel the {} alarm",
    ),
    (lazy_pattern(r'\bI have moved the reminder "(?P<one>[^"]+)"'), "cancel the reminder to {}"),
    (lazy_pattern(r'\bI have moved the routine "(?P<one>[^"]+)"'), "cancel the routine to {}"),
    (re.compile(r"\bSnoozed (?P<one>for) "), "cancel what is set"),
)
"""What our answers tell, and what cancels it."""
_RINGING = ("timer", "alarm", "reminder", "routine")


def is_not_grasped(reply: str) -> bool:
    """Whether our answer says that we did not understand."""
    return reply.startswith(NOT_UNDERSTOOD[:_TELLING])


def is_taken_back(line: str) -> bool:
    """Whether a clean sentence takes back what was said or done last."""
    return _CANCEL_IT.fullmatch(line) is not None


def taken_back(
    line: str, messages: Sequence[MessageState], understand: Callable[[str], Intent | None]
) -> str:
    """The request that "cancel that" stands for, as a sentence; "" where it stands for none.

    Args:
        line: The clean sentence.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    if not _CANCEL_IT.fullmatch(line):
        return ""
    misheard = 0
    for place in range(len(messages) - 1, 0, -2):
        intent, reply = understand(messages[place - 1]["text"]), messages[place]["text"]
        misheard += (was_misheard := is_not_grasped(reply))
        is_passing = intent is not None and intent.name in _THANKS
        if misheard > 1 or not (is_passing or was_misheard):
            if intent and intent.name == "move_schedule" and _BACK.search(line):
                return ""  # back to where it was is not away
            if intent and intent.is_question and reply.startswith(_KEPT["recall"]):
                intent = Intent("recall", {"about": ""})  # what asks for a fact in other words
            kept = intent if intent and not misheard and _UNSAYS.match(line) else None
            before = _fact_before(kept, reply) if _BACK.search(line) else ""
            return before or _forgetting(kept, reply) or cancelling(intent, reply)
    return ""


def cancelling(asked: Intent | None, reply: str) -> str:
    """The request that cancels what our answer tells of; "" where it tells of nothing that rings.

    Args:
        asked: What it answered; None where that is not known.
        reply: Our answer.
    """
    if asked is not None and asked.name not in _ASKED:
        return ""  # what it says may be quoted
    told = dict.fromkeys(filter(None, map(_cancelling_one, _SENTENCE_END.split(reply))))
    if told:
        return next(iter(told)) if len(told) == 1 else _one_of(told)
    if asked is None or asked.name != "read_schedule" or "You have no" in reply:
        return ""
    what = asked.slots.get("what", "any")
    name = f"{asked.slots['name']} " if asked.slots.get("name") else ""
    return "cancel what is set" if what == "any" else f"cancel the {name}{what}"


def _cancelling_one(told: str) -> str:
    """The request that cancels what one sentence of our answer tells of; "" where it is nothing."""
    for pattern, sentence in _TOLD:
        if found := pattern.search(told):
            return sentence.format(found["one"])
    return ""


def _one_of(requests: Iterable[str]) -> str:
    """The request that asks which one of several things is meant."""
    kinds = {kind for kind in _RINGING for one in requests if kind in one.split()}
    return f"cancel the {kinds.pop()}" if len(kinds) == 1 else "cancel what is set"


def _fact_before(kept: Intent | None, reply: str) -> str:
    """The request that keeps again what a fact took the place of; "" where it took none."""
    if kept is None or kept.name != "remember":
        return ""
    fact, found = str(kept.slots["fact"]), _REPLACED.search(reply)
    if found is None:
        return ""
    old = turned_round(found["told"] or found["whole"])
    return f"remember that {fact.removesuffix(told_of(fact)) if found['told'] else ''}{old}"


def _forgetting(kept: Intent | None, reply: str) -> str:
    """The request that takes the user's own words back; "" where more than them was kept."""
    if kept and kept.name == "remove_note" and (taken := _TAKEN_OFF.match(reply)):
        return f"add {taken['text']} to my {kept.slots.get('list', 'shopping')} list"
    if kept is None or not reply.startswith(_KEPT.get(kept.name, ("\n",))):
        return ""
    if _MORE_THAN_THAT.search(reply):
        return ""
    if kept.name == "recall":
        told = turned_round(reply.removeprefix(_KEPT["recall"][0]).rstrip(" ."))
        return f"forget that {told}"
    if kept.name == "remember":
        return f"forget that {kept.slots['fact']}"
    name = kept.slots.get("list", "notes")
    place = "from my notes" if name == "notes" else f"from my {name} list"
    return f"remove {kept.slots['text']} {place}"
