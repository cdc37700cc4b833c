"""Splits a sentence into its requests: "open GitHub and then take a screenshot". Pure.

Invariant: a sentence is split only where both sides are understood on their own and the joint is
no part of what was asked ("find it and open it" is one request).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.shared_words import (
    completed,
    finished,
    is_another,
    later,
)
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.clipped_requests import named_at_once
from jarvis_voice.language.en.listed_days import each_day, rule_lists
from jarvis_voice.language.en.plain_statements import tells_of_others
from jarvis_voice.language.en.several_lists import each_list
from jarvis_voice.language.en.terse_requests import clock_started, two_timers
from jarvis_voice.language.en.timed_tasks import ends_in_time, split_when
from jarvis_voice.tools.numbers.calculator import is_calculation

MAX_PARTS = 4
"""Requests in one sentence that are carried out."""

_MAX_JOINTS = 8
"""Places looked at in one sentence: more of them are somebody's dictation."""

_MOST_WORDS = 40
"""Longer sentences are one request, or none: to look for more takes long and finds dictation."""

_THEN = (
    r"(?:(?:oh,? )?(?:and|but|then|also|plus)(?:,? (?:then|also|now|next|after that|afterwards|"
    r"finally|lastly|after this|on top of that|when you are done|when that is done|"
    r"while you(?:'re| are) (?:at it|there|doing that)))?|after that|afterwards|as well as|"
    r"along with|on top of that|while you(?:'re| are) (?:at it|there|doing that))"
)
_ORDINAL = r"(?:and )?(?:secondly|thirdly|second(?= (?!of\b)[a-z]+ (?:the|my|an?|me)\b))"
_JOINT = re.compile(
    rf"\s*[,.;!?]+\s+(?:{_THEN}|{_ORDINAL})\b,?\s+|\s+(?!but ){_THEN}\b,?\s+|\s*[,.;!?]+\s+", re.I
)
_STRONG = re.compile(r"\b(?:then|after|afterwards|also|now|next|while|finally|oh)\b|[.;!?]", re.I)
_COMMAND = lazy_pattern(
    r"(?:please |can you |could you |also )*(?:(?:remind|wake) (?:me|us)\b|"
    r"(?:set|start|make|give me|put on|create)(?: me)? (?:an?|another|the|my) (?:\S+ ){0,4}?"
    r"(?:timer|alarm|reminder)\b|(?:an?|another) (?:\S+ ){0,2}?(?:timer|alarm) (?:for|at) \S|"
    r"(?:tell me|let me know) (?:what|how|when|if|whether|the)\b|"
    r"add \S+(?: \S+){0,5} to (?:my|the|our) (?:\S+ ){0,2}list\b|"
    r"what(?:'s| is) (?:the (?:time|weather|date)|on my)\b|what time is it\b|"
    r"(?:cancel|stop|delete) (?:all |both )?(?:my|the|all|both) (?:\S+ ){0,3}?"
    r"(?:timer|alarm|reminder)s?\b|turn (?:the |my )?(?:volume|sound|music) (?:up|down|off)\b|"
    r"turn (?:up|down) the (?:volume|sound|music)\b|set the volume\b)",
    re.I,
)
"""What is said to Jarvis alone, and so begins a request even behind the user's own words."""
_QUESTION = lazy_pattern(
    r"(?:who|what|when|where|why|which|whose|how|is|are|was|were|do|does|did|can|will|tell me)\b",
    re.I,
)
_HOW_TO = re.compile(r"(?:how|ways?|where|when|why) to\b|(?:how|why|whether|if)\b", re.I)
_TAKES_BACK = lazy_pattern(
    r"(?:no|nope|sorry|actually|wait|rather|i meant?|scratch that|make that|correction|not|"
    r"never ?mind)\b|(?:forget|cancel)(?: (?:it|that|this|all that))?\s*(?:\Z|[,.;!])",
    re.I,
)
_OF_JARVIS = lazy_pattern(
    r"(?:(?:please|also|can you|could you|would you)\W+)*(?:"
    r"(?:tell|show|give|read|write|sing|find|suggest|recommend|explain|describe)(?: \w+)? ?"
    r"\b(?:me|us)\b|"
    r"(?:explain|suggest|describe) (?:what|how|why|which|who|where|when|some)\b|"
    r"(?:what|how|why|who|which|where|when)(?:'s| is| are| was| do| does| did| can| could| should| "
    r"would| will| many| much| long| old| often)\b)",
    re.I,
)
"""What only Jarvis can be asked: no task of one's own begins so."""
_REMIND = re.compile(r"remind (?:me|us)\b", re.I)
_RUN_ON = re.compile(r"(?<=\w) (?=remind (?:me|us) (?:to|at|in|about|on)\b)", re.I)
"""Where somebody who dictates begins another reminder without a word between."""
_TIME_TO = re.compile(r"(?:every|each|on|at|in|tomorrow|tonight|next)\b.* to \w", re.I)
_TO = re.compile(
    r"(?:(?:another|one more|a second)(?: one| reminder)? )?(?:to|remind (?:me|us) to) ", re.I
)
ALONE = frozenset(
    (
        *("yes", "no", "stop", "never_mind", "greeting", "how_are_you", "compliment", "thanks"),
        *("do_you_hear", "goodbye", "help", "say_again", "start_conversation", "who_are_you"),
    )
)
"""What is no request beside others."""
_TOLD = frozenset({"apology", "bad_news", "good_news", "remark", "small_talk", "about_me"})
"""Talk that asks for nothing: beside it nothing is half understood."""
_COUNTED = re.compile(
    r"\A(?:(?:i (?:need|want|would like)|set|start|make|give me|create|put on)(?: me)? )?"
    r"(?:two|three|2|3|a couple of) (?P<kind>timer|alarm|reminder)s[,:;]? "
    r"one(?= (?:for|at|to|in|of)\b)",
    re.I,
)
"""Says how many there will be: "two timers, one for 5 minutes and one for 9"."""
_ONE_OF_TWO = re.compile(
    r"\A(?P<sets>(?:(?:set|start|make|create|put on|give me|i need|i want|i would like)"
    r"(?: me)? )?)one (?P<kind>timer|alarm|reminder) (?=.* and (?:another|one|a second)\b)", re.I
)  # fmt: skip
"""Counts the first of two: "one timer for ten minutes and another for thirty"."""
_KEEPS = (
    r"(?:(?:change|update|fix|correct|set|save|put down|make a note of) (?:my|the) "
    r"(?:home ?town|city|town|place|location|address|name|birthday|profile|details)|"
    r"(?:save|keep|store|note|remember|put|set|use) (?:it|that|this)(?: down)? (?:as|for) "
    r"(?:my|the) (?:home ?town|city|town|place|location|address|name|birthday))"
)
_ORDER_TO_KEEP = lazy_pattern(
    r"(?:(?P<told>.+?)(?:,|[.;!]| -) (?:(?:so|and|please|can you|could you|then|now)\b,? )*"
    rf"{_KEEPS}(?: for me| please| now| then| accordingly)*|"
    rf"{_KEEPS}(?: please)?(?:,|[.;:!]| -) (?:because |cos )?(?P<then>.+))",
    re.I,
)
"""Says beside the news of oneself that it is to be kept: "I've moved to Leeds, change my city"."""
_SET_ON_DAYS = frozenset({"set_alarm", "set_reminder"})
_OF_ONESELF = "set_profile"
"""Two of these are never one: "I'm Sam, I live in Leeds"."""
_DICTATED = frozenset({"text", "fact", "question", "message"})
"""Slots whose words are the user's own sentence."""
_DEPENDENT = frozenset({"open_their", "open_result", "read_page", "read_result"})
"""Requests about what the request before them found."""

Understand = Callable[[str], Intent | None]


def parts_of(line: str, understand: Understand) -> tuple[Part, ...]:
    """The requests of a sentence; of one that cannot be split, the whole.

    Args:
        line: A clean sentence.
        understand: What a sentence asks for on its own.
    """
    line = _told_once(_ONE_OF_TWO.sub(_first_of_two, line), understand)
    line = clock_started(_COUNTED.sub(r"one \g<kind>", two_timers(named_at_once(line))))
    line = _run_on_parted(line)
    whole = understand(line)
    if len(line.split()) > _MOST_WORDS:
        return (Part(line, whole),)
    if each := _of_each_day(line, understand) or _of_each_list(line, understand):
        return each
    split = _split(line, whole, understand)
    if len(split) == 1 and (whole is None or whole.is_question):
        split = _completed(line, understand) or split
    if len(split) == 1 and whole is None:
        split = _half_understood(line, understand) or split
    return tuple(
        Part(text, intent, bool(number) and intent is not None and intent.name in _DEPENDENT)
        for number, (text, intent) in enumerate(split)
    )


def _of_each_day(line: str, understand: Understand) -> tuple[Part, ...]:
    """One order for each day of a list; empty where the sentence sets nothing on several days."""
    parts = tuple(Part(one, understand(one)) for one in each_day(line)[:MAX_PARTS])
    is_set = all(one.intent and one.intent.name in _SET_ON_DAYS for one in parts)
    return parts if is_set else ()


def _run_on_parted(line: str) -> str:
    """The line with a joint before a reminder that follows a timed one: "... at nine remind me"."""
    for found in islice(_RUN_ON.finditer(line), _MAX_JOINTS):
        head = line[: found.start()]
        if _REMIND.match(head) and ends_in_time(head):
            return f"{head} and then {_run_on_parted(line[found.end() :])}"
    return line


def _of_each_list(line: str, understand: Understand) -> tuple[Part, ...]:
    """One order for each list that a sentence names, and what is asked for behind them."""
    parts = tuple(Part(one, understand(one)) for one in each_list(line))
    if len(parts) > MAX_PARTS:
        return ()
    return parts if all(one.intent and not one.intent.is_question for one in parts) else ()


def _first_of_two(found: re.Match[str]) -> str:
    article = "an" if found["kind"].lower() == "alarm" else "a"
    return f"{found['sets']}{article} {found['kind']} "


def _told_once(line: str, understand: Understand) -> str:
    """What the user tells of themselves, without the order to keep it; any other line as it is."""
    found = _ORDER_TO_KEEP.fullmatch(line.strip(" .!?"))
    told = (found["told"] or found["then"]).strip() if found else ""
    intent = understand(told) if told else None
    return told if intent and intent.name == _OF_ONESELF else line


def _joints(line: str) -> Iterator[re.Match[str]]:
    """Where a sentence may be split: not within "every Monday and Thursday"."""
    rules = rule_lists(line)
    for joint in islice(_JOINT.finditer(line), _MAX_JOINTS):
        if not any(start < joint.start() < end for start, end in rules):
            yield joint


def cuts(line: str) -> Iterator[tuple[str, str]]:
    """What stands before and behind each joint of a sentence, whether it is understood or not."""
    for joint in _joints(line):
        if not _TAKES_BACK.match(line[joint.end() :]):
            yield line[: joint.start()], line[joint.end() :]


def _split(
    line: str, whole: Intent | None, understand: Understand
) -> list[tuple[str, Intent | None]]:
    """The line as requests that are all understood, or the line itself."""
    if whole is not None and is_calculation(str(whole.slots.get("expression", ""))):
        return [(line, whole)]  # "3 squared plus 4 squared" is one sum
    is_dictated = whole is not None and bool(_DICTATED & whole.slots.keys())
    for joint in _joints(line):
        head, tail = line[: joint.start()], line[joint.end() :]
        if asked := _asked_beside_reminder(whole, head, tail, understand):
            return asked
        if again := _reminded_twice(whole, head, tail):
            tail, is_dictated = again, False
        if is_dictated and not (_STRONG.search(joint[0]) or _COMMAND.match(tail)):
            continue
        first = understand(head)
        if first is None or first.name in ALONE or _TAKES_BACK.match(tail):
            continue
        is_left_out = whole is not None and not _is_captured(whole, line[joint.start() :])
        if is_left_out and not (whole == first and first.name == _OF_ONESELF):
            continue
        rest = _split(tail, understand(tail), understand)
        if is_left_out and any(one is None or one.name != _OF_ONESELF for _, one in rest):
            continue
        if is_another(tail) and (one_more := completed(head, first, tail, understand)):
            rest = [(tail, one_more)]
        if all(_may_follow(intent, text) for text, intent in rest) and _may_part(
            (first, whole), joint[0], rest[0]
        ):
            return [(head, first), *rest]
    return [(line, whole)]


def _completed(line: str, understand: Understand) -> list[tuple[str, Intent | None]]:
    """Two requests of which one leaves out words of the other; [] where there are no such."""
    for head, tail in cuts(line):
        first = understand(head)
        if first is None and not tail.lower().endswith("list"):
            continue
        second = understand(tail)
        if first is None:
            first = finished(head, tail, second, understand) if second else None
        elif second is None:
            second = completed(head, first, tail, understand) or _too_late(head, tail, understand)
        else:
            continue
        if first and second and first.name not in ALONE:
            return [(head, first), (tail, second)]
    return []


def _too_late(head: str, tail: str, understand: Understand) -> Intent | None:
    """What is said of a request to do later what is only done at once."""
    when = later(tail, head, understand)
    reply = f"I cannot do the rest {when}, only at once. I can remind you of it then."
    return Intent(proposals.CANNOT, {"reply": reply}) if when else None


def _reminded_twice(whole: Intent | None, head: str, tail: str) -> str:
    """The second of two reminders: "... call Ana at four and buy milk at five"; else ""."""
    if whole is None or whole.name != "set_reminder" or not _REMIND.match(head):
        return ""
    if _TIME_TO.match(tail):
        is_timed = split_when(_REMIND.sub("", head).strip()) and split_when(tail)
        return f"remind me {tail}" if is_timed else ""
    task = _TO.sub("", tail)
    are_timed = all(split_when(words) for words in (head, task))
    return f"remind me to {task}" if are_timed and not _COMMAND.match(tail) else ""


def _asked_beside_reminder(
    whole: Intent | None, head: str, tail: str, understand: Understand
) -> list[tuple[str, Intent | None]]:
    """A timed reminder and what Jarvis itself is asked behind it, understood or not; else []."""
    if whole is None or whole.name != "set_reminder" or not _OF_JARVIS.match(tail):
        return []
    first = understand(head) if split_when(_REMIND.sub("", head, count=1).strip()) else None
    is_set = first is not None and first.name == whole.name
    return [(head, first), (tail, understand(tail))] if is_set else []


def _is_captured(whole: Intent, from_joint: str) -> bool:
    """Whether the words from the joint on are only what some slot has swallowed."""
    words = from_joint.strip(" ,.;!?").lower()
    return any(str(value).strip(" ,.;!?").lower().endswith(words) for value in whole.slots.values())


def _may_follow(intent: Intent | None, text: str) -> bool:
    if intent is None or intent.name in ALONE:
        return False
    is_bare_address = intent.name == "open_url" and " " not in text
    return not is_bare_address


def _may_part(
    read: tuple[Intent, Intent | None], joint: str, after: tuple[str, Intent | None]
) -> bool:
    """Whether a bare "and" stands between two requests and not within what one of them is about."""
    if _STRONG.search(joint):
        return True
    first, text = read[0], after[0]
    if first.name == "calculate" and not is_calculation(str(first.slots["expression"])):
        return False  # "calculate 100 and 20 divided by 4"
    if first.is_question:
        return bool(_QUESTION.match(text) or _COMMAND.match(text))
    if first.name == "search":
        return not _HOW_TO.match(str(first.slots["query"]))
    return True


def _half_understood(line: str, understand: Understand) -> list[tuple[str, Intent | None]]:
    """Requests of which some are not understood, so that those can be named."""
    pieces = [piece for piece in _JOINT.split(line) if piece]
    if len(pieces) > 2 * MAX_PARTS:
        return []
    read = [(piece, understand(piece)) for piece in pieces]
    asked = [(piece, intent) for piece, intent in read if intent or not tells_of_others(piece)]
    if asked and len(asked) < len(read) and all(intent for _, intent in asked):
        return asked
    known = [intent for _, intent in read if intent and intent.name not in ALONE | _TOLD]
    return read if known and len(known) < len(read) <= MAX_PARTS else []
