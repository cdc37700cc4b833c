"""Reads the wish that a day of what comes again is left out, in whatever words. Pure.

Invariant: a day, or "this once", and a word of leaving out stand in one turn that asks nothing.
What changes the rule for good is no such wish. Words that may mean something else are asked about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_lists import key_of

LONGEST = 240
"""Characters of a turn that are read."""

_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NIGHTLY = r"(?: (?:morning|evening|night|afternoon))?"
_DAY = lazy_pattern(
    rf"\b(?:(?P<both>(?:this |next )?saturday and sunday)|tonight|this (?:morning|evening|"
    rf"afternoon)|today|the day after tomorrow|tomorrow{_NIGHTLY}|"
    rf"(?:(?:this|next|this coming|the coming) )?{_WEEKDAY}{_NIGHTLY}|"
    r"(?:this|next|the) weekend|(?:this|next) week)\b(?!s\b)",
    re.I,
)
_END = (
    rf"(?:tomorrow|(?:(?:this|next|this coming|the coming) )?{_WEEKDAY}|(?:the|this|next) weekend|"
    r"next (?:week|month)|the \d{1,2}(?:st|nd|rd|th)(?: of [a-z]{3,9})?|"
    r"[a-z]{3,9} (?:the )?\d{1,2}(?:st|nd|rd|th)?)\b(?! (?:at|around|about|by|from)\b|,? \d)"
)
_WEEKEND = re.compile(r"\b(?<!until )(?<!till )saturday and sunday\b", re.I)
_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|\d\d?|couple of)"
_SINGLE = rf"(?:today|tonight|tomorrow|{_WEEKDAY})\b(?!s\b| (?:at|morning|evening|night|week)\b)"
_RANGE = lazy_pattern(
    rf"\b(?:from now (?=until|till|til))?(?:(?P<until>(?:until|till|til|through|up to(?: and "
    rf"including)?) {_END}|from {_END} (?:to|until|till|til|through) {_END})|"
    rf"(?:for )?(?:the )?(?:next|coming) (?P<next>{_NUMBER} (?:day|morning|evening|night|week)s)|"
    rf"for (?:a )?(?P<count>{_NUMBER} (?:day|week)s)|for (?P<week>a week)|"
    rf"(?P<days>{_SINGLE}(?:(?:,? and|,)(?: also)?(?: on| for)? {_SINGLE})+))\b",
    re.I,
)
_RESTORES = re.compile(r"\b(?:reinstate|restore|re-?activate|un-?skip|bring back)\b", re.I)
_NEEDS = lazy_pattern(
    r"\b(?:i|we)(?:'ll| will)? (?:do |still |really |actually |might |may |definitely )*"
    r"(?:need|want) (?:it|that|them|this|those|these|mine)\b(?! (?:gone|stopped|off|out|away|down|"
    r"over|cancel\w*|deleted|removed|cleared|silenced|muted|dropped|ended|killed|to (?:stop|go|end|"
    r"be)))",
    re.I,
)
_ONCE = lazy_pattern(
    r"\b(?:(?:just |only )?(?:this|that|the) (?:once|one time|next time|next one)|just once|"
    r"next time|this time|for once)\b",
    re.I,
)
_SEVERAL = lazy_pattern(
    r"\b(?:until|till|til|through|from now|"
    r"for (?:an?|the next|the rest of the|two|three|four|five|\d+)(?: \w+)? ?(?:day|night|week|"
    r"month|morning|evening|fortnight|while|bit)s?|"
    r"(?:the )?next (?:two|three|four|five|six|few|couple|\d+)|(?:two|three|four|\d+) (?:days|"
    r"weeks|mornings|evenings))\b",
    re.I,
)
_FOR_GOOD = lazy_pattern(
    rf"\b(?:any ?more|from now on|never|always|every|each|for good|forever|for ever|{_WEEKDAY}s|"
    r"weekends|altogether|completely|instead|only on|earlier|later)\b|\b(?:to|at) \d|"
    r"(?<!can't )(?<!cannot )\b(?:make|move|change|shift|push) (?:it|that|this)\b",
    re.I,
)
_NEXT_FEW = lazy_pattern(r"\bnext (?:two|three|four|few|couple of|\d+) \w+", re.I)
_BEHIND_NO = re.compile(
    r"\b(?:not|no|don't|dont|skip|omit|leave|drop|give|pause|cancel|without|so)\W+(?:\w+\W+){0,3}\Z",
    re.I,
)
_QUESTION = lazy_pattern(
    r"\A(?:and |so |but |ok |okay )*(?:what|which|when|where|who|why|how|am|is|are|does|do|"
    r"did(?! (?:it|that|them)\b)|was|were|has|have|would|will|should)\b",
    re.I,
)
_SETS_ANEW = lazy_pattern(
    r"(?:\A|\band |\bthen |\byou )(?:please |just )*(?:wake|remind|set|start|add) "
    r"(?:me|us|an?|one|another)\b",
    re.I,
)
"""Orders something new, beside whatever else it says."""
_ASKS_BEHIND = lazy_pattern(
    r"\b(?:right|is it|will i|won't (?:it|you)|isn't it)\W*\Z|\bwhat (?:would|if)\b", re.I
)
_POLITE = re.compile(r"(?:would|will|could|can) you\b", re.I)
_KEEPS = lazy_pattern(
    r"\b(?:don't|do not|dont|never|without|won't|nearly|almost|wish|would have|could have|had|"
    r"skipped|i'd better|whatever happens|you dare|not here|must work)\b(?: \w+){0,3} "
    r"(?:skip|cancel|miss|leave|delete|drop|told|sleep|get up)\b|\b(?:i wish|nearly|almost|"
    r"whatever happens|not here)\b|\bdo (?:wake|remind|tell)\b|\bnot (?:cancel|delete|end)\b",
    re.I,
)
_NOT = r"(?:do not|don't|dont|needn't|need not|no need to|not|without|no)"
_ACT = r"(?:wake|waking|woken|remind|reminding|reminded|ring|ringing|bother|alert|nudge|disturb)"
_KIND = r"(?:alarm|reminder|remind|wake-?ups?|wake ups?|waking|routine|alert|nudge|call)s?"
_STRONG = lazy_pattern(
    rf"\b(?:skip|omit|pass over|leave out|leave (?:it|that|this|that one|this one|the \w+ one) "
    rf"out|miss (?:it |that |that one |the \w+ )?out|give (?:\w+ ){{1,3}}a miss)\b|"
    rf"\b{_NOT} (?:me )?(?:\w+ )?{_ACT}\b|\bno (?:\w+ )?{_KIND}\b|"
    r"\b(?:won't|will not|wont|shan't|shall not|don't|do not|needn't) (?:be )?(?:need|needing|"
    rf"want|wanting)(?: (?:the|my|your|that|any|a|an|to be))?(?: \w+)? ?(?:{_KIND}|woken|it|"
    r"that one)\b|"
    rf"\b(?:cancel|turn off|switch off|drop|pause|silence|mute) (?:it|that|this|(?:the|my) (?:one|"
    rf"{_KIND})|(?:the|my) \w+ (?:one|{_KIND})|tomorrow's|tonight's|today's)\b|"
    rf"\b(?:turn|switch) (?:it|that|the {_KIND}|my {_KIND}) off\b",
    re.I,
)
_WEAK = lazy_pattern(
    r"\b(?:leave (?:it|that|them)|leave out|drop|hold (?:the|that)|spare me|jump over|pass over|"
    r"miss|omit|skip|pause|silence|mute|cancel|knock|forget (?:it|that)|call off|keep quiet|"
    r"stay quiet|let me (?:sleep|lie)|sleep (?:in|longer|late)|lie[- ]in|not getting up|"
    r"ain't getting up|do without|isn't necessary|not necessary|not needed|no need|needn't|"
    r"doesn't count|(?:is|are) (?:off|out)|is called off|have (?:\w+ ){1,3}off|rather not|"
    r"don't (?:go off|mention|pipe up|make|tell|run|do|start|turn|play|need)|not (?:go off|ring)|"
    r"nothing|no \w+|without|isn't needed|aren't needed|scrap|kill|ditch|suspend|hold off|"
    r"take (?:\w+ ){1,3}out|let (?:\w+ ){1,2}(?:slide|pass|go|be)|give (?:\w+ ){1,3}a rest|"
    r"leave me be|keep (?:\w+ ){1,3}off|don't (?:get|bother|read))\b|"
    r"\b(?:don't|do not|dont|not)\W*\Z|\bleave (?:tomorrow|tonight|today|this|next|\w+day)\b|"
    rf"\b(?:tomorrow|tonight|today|{_WEEKDAY}),? (?:please )?not\b(?! \w)|"
    r"\bnot (?:on )?(?:today|tonight|tomorrow|this|next|that)\b",
    re.I,
)
_BACK = lazy_pattern(
    rf"{_RESTORES.pattern}|\b(?:undo|after all|anyway|bring (?:it|that) back|"
    r"put .{1,40} back|back on|on again|like (?:normal|always|usual)|as (?:normal|usual|always)|"
    r"do (?:wake|remind|tell|need|want|have)|keep (?:it|that|reminding|waking)|please yes|"
    r"(?:you'd better|better) (?:wake|remind|get|tell)|need the (?:nudge|reminder|alarm)|"
    r"wake me|remind me|as well|alarm on|reminder on|is on|ring|yes \w+)\b",
    re.I,
)
_NO_BACK = lazy_pattern(
    r"\b(?:thanks?|thank you|cheers|great|perfect|good|what|which|when|how|why|who|where|is it|"
    r"are you|does|set|add|timer|weather|play|open|list)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be left out.

    Attributes:
        day: "tomorrow", "until Friday", "on the next 3 days"; "" is what comes next.
        is_sure: It cannot well mean anything else.
        is_long: A time is named that no day, weekend or week is: it has to be said in other words.
    """

    day: str
    is_sure: bool
    is_long: bool = False


def wish_to_leave_out(text: str, named: str) -> Wish | None:
    """The wish that a time of what comes again is left out; None where there is none.

    Args:
        text: The turn as it was said.
        named: The name or the words of what was spoken of last: "take my pills".
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if len(line) > LONGEST or _KEEPS.search(line):
        return None
    if _FOR_GOOD.search(_NEXT_FEW.sub("", line)):
        return None
    is_question = _QUESTION.search(line) and not _POLITE.match(line)
    if is_question or _ASKS_BEHIND.search(line) or _SETS_ANEW.search(line):
        return None
    days = [*_DAY.finditer(line)]
    is_once = not days and _ONCE.search(line) is not None
    is_beside = _names_day_beside(line, days)
    several = "" if is_beside else _range_in(line)
    is_long = not (several or is_beside) and _SEVERAL.search(line) is not None
    if not (days or several or is_once or is_long):
        return None
    is_sure = _STRONG.search(line) is not None
    if not is_sure and not _WEAK.search(line) and not _denies(line, named):
        return None
    if is_long:
        return Wish("", is_sure=False, is_long=True)
    if several:
        return Wish(several, is_sure)
    return Wish(_day_of(line, days), is_sure) if days else Wish("", is_sure)


def _names_day_beside(line: str, days: list[re.Match[str]]) -> bool:
    """Whether one day behind a word of leaving out stands beside a range, which is the reason."""
    found = _RANGE.search(line)
    return found is not None and any(
        not found.start() <= day.start() < found.end() and _BEHIND_NO.search(line[: day.start()])
        for day in days
    )


def _range_in(line: str) -> str:
    """Several days as an order names them; "" where a turn names none, or those of a weekend."""
    found = None if _WEEKEND.search(line) else _RANGE.search(line)
    if found is None:
        return ""
    if days := found["until"] or found["days"]:
        return str(days)
    return f"on the next {found['next'] or found['count'] or '7 days'}"


def day_in(text: str) -> str:
    """The near day that a turn names; "" where it names none, or speaks of all days to come."""
    if len(text) > LONGEST or _FOR_GOOD.search(text):
        return ""
    days = [*_DAY.finditer(text)]
    return _day_of(text, days) if days else ""


def restores(text: str) -> bool:
    """Whether a turn brings something back, or says that it is needed: it takes nothing away."""
    said = text[:LONGEST].replace("\u2019", "'")
    return _RESTORES.search(said) is not None or _NEEDS.search(said) is not None


def wants_back(text: str) -> bool:
    """Whether a turn behind our answer that something is left out wants it after all."""
    line = " ".join(text.replace("\u2019", "'").split())
    if len(line) > LONGEST or _NO_BACK.search(line) or "?" in line:
        return False
    return _BACK.search(line) is not None and not _STRONG.search(line)


def _day_of(line: str, days: list[re.Match[str]]) -> str:
    """The day behind a word of leaving out, else the last: what is said first is the reason."""
    behind = [one for one in days if _BEHIND_NO.search(line[: one.start()])]
    found = behind[-1] if behind else days[-1]
    if found["both"]:
        return "this weekend"
    return re.sub(r"\A(?:this|the) coming ", "", found[0], flags=re.I)


def _denies(line: str, named: str) -> bool:
    """Whether a word of its name stands behind a "no"."""
    said = re.findall(r"\b(?:no|not|without|hold the) ((?:\w+ )?\w+)", line, re.I)
    return any(set(key_of(one)) & set(key_of(named)) for one in said)
