"""Goes on with a question that the web answered: "and a ewe", "what was her real name". Pure.

Invariant: the new question keeps all words of the turn; what is taken from before stands in it or
behind it.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.follow_up import POINTS_AT_NOTHING
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent

_LEADS = lazy_pattern(
    r"\A(?:(?:and|but|so|ok|okay|right|oh|ooh|ah|hm+|then|what about|how about|what of|now|"
    r"(?:she|he|they)(?:'s|'re| is| are) (?:asking|wondering)(?: me)?|"
    r"(?:she|he|they) wants? to know)\b[\s,]*)+",
    re.I,
)
_ASKS = lazy_pattern(
    r"(?:(?:in|at|on|for|from|by|to|with) )?(?:who|whose|what|when|where|which|why|how)\b", re.I
)
_WHETHER = re.compile(
    r"(?:is|was|are|were|does|did|has|have|had|can) (?P<who>he|she|they|it) (?!to\b)\w", re.I
)
_OF_THEM = lazy_pattern(
    r"(?:do|does|are|is|can) (?:they|it) (?!here|home|there|in|on|off|up|done|ready|open)[a-z]+",
    re.I,
)
_YEAR = re.compile(
    r"(?:(?:in|of) )?(?:what|which) (?:year|century|month|decade)(?: (?:was|is) (?:that|it))?", re.I
)
"""Asks when what was just asked about happened."""
_WHEN_THAT = re.compile(r"when (?:was|is|did) (?:that|this)(?: happen| be)?", re.I)
_POINTS = lazy_pattern(
    r"\b(?:he|she|it|they|her|hers|his|him|its|their|them|there|one|ones)\b"
    r"(?:'s)?(?! (?:raining|snowing))",
    re.I,
)
_OF_THE_HOUSE = re.compile(r"\b(?:whose|which) (?:turn|day|week|bin)\b", re.I)
"""Asks who in the house is to do something: "which day is it to put out"."""

_OWN = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours|you|your|yours)\b|\bi'", re.I)
_HINGE = re.compile(r"(?P<hinge>for|into|in|to|from|of|with|on|at|by) (?=\S)", re.I)
_SUBJECT = lazy_pattern(
    r"\b(?P<verb>is|are|was|were|does|do|did|can|will|should) (?:(?:a|an|the) )?"
    r"(?!there\b|an?\b|the\b)(?P<subject>[\w'-]+)(?= [a-z])",
    re.I,
)
_WHOLE_SUBJECT = lazy_pattern(
    r"(?P<head>(?:who|what|how \w+(?: (?:away|ago|off))?|where|when) (?:is|are|was|were) )"
    r"(?!.*\b(?:of|in|for|to|at|on|from|with|by)\b).+",
    re.I,
)
"""A question that ends in what it asks about: "how tall is Ben Nevis"."""
_LAST = re.compile(r"(?P<head>.*\b(?:of|in|for|about) (?:the )?)[\w'-]+", re.I)
"""Ends in what is asked about: "the melting point of iron"."""
_NAME = lazy_pattern(r"(?:(?:the|of) )?[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}")
_NAMED_PLAINLY = re.compile(r"(?:(?:an?|the) )?[a-z'-]+")
"""What takes the place of a subject of one word."""
_WITH_ARTICLE = re.compile(r"(?:an?|the) [\w'-]+(?: (?!ones?\b)[\w'-]+){1,2}")
"""A thing of two or three words: "a worker bee"."""
_DOING = lazy_pattern(
    r"(?P<head>(?:how|what|when|where|why|which)\b[^,]*? (?:does|do|did|can) )"
    r"(?!(?:i|you|we|it|he|she|they|one|there)\b)(?:(?:an?|the) )?[\w'-]+(?: [\w'-]+){0,2}?"
    r"(?P<tail> (?:live|eat|weigh|cost|grow|sleep|run|fly|swim|last|take|sink|die|jump|hibernate|"
    r"hatch|bloom|flower|drink|breathe|make|travel|spin|go|stand|mean|taste|smell|burn|melt|boil|"
    r"freeze|open|close|start|end|begin|have|need|charge|dive)(?: (?:for|to|on|in|at|up|up to))?)",
    re.I,
)
"""A question of what something does: "how long does a queen bee live"."""
_YOU_DO = lazy_pattern(
    r"(?P<head>.*\bdo (?:you|i|we) \w+ )[\w'-]+(?: [\w'-]+)?(?P<tail> (?:at|in|on|for|with))",
    re.I,
)
"""What is done with something: "what temperature do you fire stoneware at"."""
_OTHER_ONE = lazy_pattern(r"(?P<name>the [A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}) one")
_NAMED_KIND = lazy_pattern(
    r"(?P<head>.*? )the [A-Z][\w'-]+(?: [A-Z][\w'-]+)*(?P<kind>(?: [a-z]+){1,3})"
)
"""Names one of a kind: "who built the Eddystone lighthouse"."""

_MOST_OF_ALL = re.compile(r"\bthe (?:\w+est|most|least)\b", re.I)
"""Compares things that were not said: those of the question before."""
_NAMES = lazy_pattern(r"(?<!\A)(?<![.?!] )\b[A-Z][\w'-]+(?: [A-Z][\w'-]+)*")
_LITTLE = frozenset(
    {
        *("who", "whose", "what", "when", "where", "which", "why", "how", "much", "many", "long"),
        *("far", "old", "tall", "big", "is", "are", "was", "were", "does", "do", "did", "can"),
        *("will", "should", "has", "have", "had", "the", "a", "an", "of", "in", "on", "at", "to"),
        *("for", "from", "by", "with", "there", "it", "that", "this", "and", "or", "be", "been"),
    }
)
_HEADLESS = lazy_pattern(
    r"(?P<head>)[\w'-]+(?: [\w'-]+)?(?P<tail> "
    r"(?:made|used|known|eaten|called|spoken|grown|found|written) "
    r"(?:of|for|as|from|in|by|with|like)\b.*|(?= (?:made|used|known|called)\Z).*)",
    re.I,
)
"""Begins with what is asked about, for its "what is" is no word of a search: "vellum made of"."""
_PRONOUN = lazy_pattern(
    r"(?P<head>(?:who|what|when|where|which|why|how)\b.*?\b)(?:it|he|she|they)(?P<tail>\b.*)", re.I
)
"""A question whose subject was only pointed at: "how many moons has it got"."""
_HAS_GOT = lazy_pattern(
    r"(?P<head>(?:how (?:many|much)|what|which) \w+(?: \w+)? (?:has|have|had) )"
    r"(?!(?:he|she|it|they|i|we|you)\b).+(?P<tail> (?:got|had|won|made|written|sold|been|lost))",
    re.I,
)
"""Asks what something has: "how many moons has the biggest planet got"."""
_ONE_NAME = lazy_pattern(
    r"(?P<head>[\w'-]+ [^A-Z]+ )(?<!the )[A-Z][\w'-]+(?: [A-Z][\w'-]+)*(?P<tail>[^A-Z]*)"
)
"""A question that names one thing: "how many people speak Nahuatl"."""
_YEAR_BESIDE = lazy_pattern(
    r"(?:(?:in|for) )?the (?:year|one) (?P<way>after|before)(?: (?:that|it))?|"
    r"(?:in |for )?the (?P<next>next|following|previous) year", re.I
)  # fmt: skip
_YEAR_NAMED = re.compile(r"\b(?:1[0-9]|20)\d\d\b")
_TIME_NOW = re.compile(r"\bwhat time (?:is it|it is)\b|\bwhat's the time\b", re.I)
"""Asks for the clock, whatever was asked before."""
_MOST_WORDS = 9
_MOST_KEPT = 6
_QUESTIONS = frozenset({"search", "research"})


def asked_on(line: str, previous: Intent | None) -> Intent | None:
    """The question that a turn asks behind one that a search answered; None where it asks none.

    Args:
        line: The clean turn, which means nothing by itself.
        previous: What was asked before it.
    """
    if previous is None or previous.name not in _QUESTIONS or _OWN.search(line):
        return None
    before = str(previous.slots.get("query") or previous.slots.get("question") or "")
    is_marked = _LEADS.match(line) is not None
    words = _LEADS.sub("", line.strip(" .,!?"), count=1)
    if not before or not words or len(words.split()) > _MOST_WORDS or _TIME_NOW.search(words):
        return None
    whether = _WHETHER.match(words)
    is_whether = whether is not None and (
        is_marked
        or whether["who"].lower() in {"he", "she"}
        or _OF_THEM.fullmatch(words) is not None
    )
    if beside := _YEAR_BESIDE.fullmatch(words):
        query = _of_year_beside(beside["way"] or beside["next"], before)
    elif _YEAR.fullmatch(words) or _WHEN_THAT.fullmatch(words):
        year = words if _YEAR.fullmatch(words) else "in what year"
        query = f"{before} {year}" if _ASKS.match(before) else f"{year} {before}"
    elif _ASKS.match(words) or is_whether:
        is_empty = POINTS_AT_NOTHING.search(words) or _OF_THE_HOUSE.search(words)
        is_pointing = _POINTS.search(words) is not None and not is_empty
        query = _with_subject(words, before) if is_pointing else ""
        if is_marked and not is_pointing and not is_empty and _MOST_OF_ALL.search(words):
            named = " ".join(_NAMES.findall(before))
            query = f"{words} {named}" if named else ""
    else:
        query = _in_its_place(words, before) if is_marked else ""
    return Intent("search", {"query": query, "kind": "question"}) if query else None


def _of_year_beside(way: str, before: str) -> str:
    """The question of before for the year after the one that it names, or for the one before."""
    years = _YEAR_NAMED.findall(before)
    step = -1 if way.lower() in {"before", "previous"} else 1
    return before.replace(years[0], str(int(years[0]) + step)) if len(years) == 1 else ""


def asks_for_year(line: str) -> bool:
    """Whether a turn asks only when something was: "in which year"."""
    return _YEAR.fullmatch(_LEADS.sub("", line.strip(" .,!?"), count=1)) is not None


def _with_subject(words: str, before: str) -> str:
    """The new question, with what the one before was about where it says "he", "it" or "there"."""
    said = set(words.lower().split())
    kept = [one for one in before.split() if one.lower() not in _LITTLE | said]
    about = " ".join(kept[:_MOST_KEPT])
    return " ".join(_POINTS.sub(about, words, count=1).split()) if about else ""


def _place_of_thing(words: str, before: str) -> re.Match[str] | None:
    """Where the question of before has the thing that another takes the place of."""
    forms = (_HEADLESS, _PRONOUN, _HAS_GOT, _DOING, _YOU_DO)
    if found := next(filter(None, (form.fullmatch(before) for form in forms)), None):
        return found
    is_whole = _WHOLE_SUBJECT.fullmatch(before) is not None
    return _ONE_NAME.fullmatch(before) if words[:1].isupper() and not is_whole else None


def _in_its_place(words: str, before: str) -> str:
    """The question of before about something else: behind its preposition, or as its subject."""
    hinge = _HINGE.match(words)
    if hinge and f" {hinge['hinge'].lower()} " in before:
        head, found, _ = before.rpartition(f" {hinge['hinge'].lower()} ")
        return f"{head} {words}" if found else ""
    other, kind = _OTHER_ONE.fullmatch(words), _NAMED_KIND.fullmatch(before)
    if other and kind:
        return f"{kind['head']}{other['name']}{kind['kind']}"
    is_plain = any(form.fullmatch(words) for form in (_NAMED_PLAINLY, _WITH_ARTICLE))
    is_thing = is_plain or _NAME.fullmatch(words) is not None
    if is_thing and (last := _LAST.fullmatch(before)):
        return f"{last['head']}{words}"
    place = _place_of_thing(words, before) if is_thing else None
    if place:
        return f"{place['head']}{words}{place['tail']}"
    if _ASKS.match(before) is None:
        return f"{before} {words}" if hinge and hinge["hinge"].lower() == "for" else ""
    old = _SUBJECT.search(before)
    if old and old["subject"].islower() and is_plain:
        return f"{before[: old.start()]}{old['verb']} {words}{before[old.end() :]}"
    whole = _WHOLE_SUBJECT.fullmatch(before)
    if whole and hinge and hinge["hinge"].lower() == "of":
        return f"{whole['head']}{words[hinge.end() :]}"
    return f"{whole['head']}{words}" if whole and is_thing else ""
