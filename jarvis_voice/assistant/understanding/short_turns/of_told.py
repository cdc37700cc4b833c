"""What a short turn asks of, or puts right in, a fact or a place that was spoken of last. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.fact_questions import is_beside
from jarvis_voice.assistant.understanding.fact_talk import about_fact
from jarvis_voice.assistant.understanding.place_talk import about_place
from jarvis_voice.assistant.understanding.short_turns.cue_words import ORDINALS
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.fact_moves import how_it_is, told_anew
from jarvis_voice.assistant.understanding.short_turns.fact_values import (
    ChangedFact,
    changed,
    date_in,
    is_of_other,
    only_denies,
    value_in,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.fact_clauses import clauses_of, named_clauses
from jarvis_voice.language.en.schedule_rules import WEEKDAYS
from jarvis_voice.language.en.spoken_lists import key_of
from jarvis_voice.language.en.spoken_numbers import numerals

_VALUE = lazy_pattern(
    r"(?:.*\b)?(?:it is|it's|its|(?:has |have )?changed (?:it )?to|make it|make that|it should be|"
    r"that should be|now it is|it is now|i meant?|meant) (?:now |actually )?(?P<value>.+?)"
    r"(?: now| actually| instead| not .+)*", re.I
)  # fmt: skip
_NOT = re.compile(r"(?:(?:no|sorry|wait|actually)\W+)*(?P<new>.+?),? not (?P<old>.+)", re.I)
_NOT_FIRST = re.compile(
    r"(?:(?:no|sorry|wait|actually)\W+)*not (?P<old>.+?)(?:, (?:but )?| but )(?P<new>.+)", re.I
)
_ANEW = lazy_pattern(
    r"(?:(?:no|nope|sorry|oops|actually|wait|not that|wrong|hang on|hold on|"
    r"(?:drop|scrap|forget|cancel|delete|lose|bin|change) (?:that|it|that one))\b[\s,.!]+)+"
    r"(?P<lead>(?:(?:it is|it's|i am|i'm|my name is|my name's|call me|i live in|i said|i meant?|"
    r"make it|make that|rather|it should be) )*)"
    r"(?P<new>[^\s,]+(?: [^\s,]+)?)(?:,? not [^\s,]+)?", re.I
)  # fmt: skip
_SUITS = lazy_pattern(
    r"(?:(?:[Nn]o|[Nn]ah|[Nn]ope|[Oo]h|[Aa]h|[Ww]ell|[Aa]ctually|[Bb]ut|[Aa]nd|[Yy]es|[Oo]k)\b[\s,.!]*)*"
    r"(?P<just>(?:[Jj]ust|[Pp]lain|[Ss]imply|[Oo]nly) )?(?P<new>[A-Z][\w'-]*(?: [A-Z][\w'-]*)?)"
    r"(?:'s| is| will| would)(?: be| do)?(?: just| much| way)?(?: (?:fine|better|enough|plenty|"
    r"nicer|ok|okay|good|right|best))?(?: (?:for|by|with) (?:me|now|you))?"
    r"(?:(?:,| -|;| because| cos| as| since) (?P<why>[^?]+))?"
)  # fmt: skip
"""Says by which name somebody would rather go: "just Kev is fine, everybody says it"."""
_ALIKE = 3
"""Letters that a name and a shorter form of it have in common."""
_OF_NAMES = re.compile(r"\b(?:calls?|calling|called|say|says|names?|me|my|i)\b", re.I)
_NOBODY = lazy_pattern(
    r"\b(?:wait|never|don't|not|please|jarvis|no|yes|it|that|this|you|i|me|thanks|wrong|right|"
    r"sorry|stop|good|okay|fine|sure|really)\b", re.I
)  # fmt: skip
_NAMES_IT = re.compile(r"\b(?:my name|call me|i live in|i said|i mean|it is|it's)", re.I)
_NO_NAMES = frozenset(
    {
        *(
            "god",
            "way",
            "boy",
            "man",
            "dear",
            "hell",
            "lord",
            "sir",
            "late",
            "early",
            "cold",
            "hot",
        ),
        *("warm", "fine", "good", "bad", "over", "gone", "done", "time", "wet", "dark", "light"),
        *("cool", "great", "true", "off", "on", "nothing", "weird", "funny", "broken", *WEEKDAYS),
    }
)
"""What is said of oneself or of the weather, and is nobody's name."""

_SPELT = lazy_pattern(
    r"(?:(?:no|nope|sorry|actually|well|wait|and|but|oh)\b[\s,.!]*)*(?:it's|it is|that's|that is|"
    r"spelt|spelled|make it|make that) (?P<new>[a-z][a-z'-]+),? (?:but )?(?:with (?:an?|one|two|"
    r"no|the|double) .+|(?:spelt|spelled) .+)", re.I
)  # fmt: skip
"""Says how the name is written: "it's Fatema with an e"."""
_SPELLS = lazy_pattern(
    r"(?:(?:and|so|ok|okay)\W+)*(?:(?:how (?:would|do|did|are|should|can) (?:you|i|we) |can you |"
    r"please )?(?:spell|spelling|write) (?:it|that|this|my name|my city)(?: out| down| for me)*|"
    r"how(?:'s| is) (?:it|that|my name|my city) (?:spelt|spelled|written))"
    r"(?: then| again| please)*",
    re.I,
)
_HOW_OLD = lazy_pattern(
    r"(?:(?:and|so|then|ok|okay)\W+)*how old (?:am i|are we|is that|does (?:that|it) make me|"
    r"will i be|would that be)?(?: now| then)*|(?:(?:and|so)\W+)*how old", re.I
)  # fmt: skip
_NOT_SO = lazy_pattern(
    r"(?:(?:no|nope|nah|wait|but|sorry|oh|hang on)\b[\s,.!]*)*(?:i (?:do not|don't|never|no longer|"
    r"didn't|did not) (?:live|lived) (?:there|in \w+)(?: any ?more| any longer| at all)?|"
    r"(?:that|it|this)(?:'s| is| was) (?:not|wrong|the wrong|never|not even)(?: (?:my|where|when|"
    r"the|right|correct))*(?: (?:city|town|birthday|i live|i was born|day|date))+|"
    r"i(?:'m| am) not from (?:there|\w+)|"
    r"i was(?:n't| not) born (?:then|that day|on that day))",
    re.I,
)
"""Says that what we have of the user is not so, and not what it is."""
_WHAT_IS_RIGHT = {
    "city": ("I live in {city}", "Which city is it then?"),
    "birthday": ("my birthday is {day}", "When is it then?"),
}
_MOVED = lazy_pattern(
    r"(?:(?:oh|no|but|so|and|well|wait|actually|hang on|sorry)\W+)*(?:i|we|he|she|they|somebody|"
    r"someone|mum|dad|my \w+)(?:'ve|'s| have| has|'d| had)?(?: just| already| since| now)*"
    r" (?:moved|shifted|put|taken|took|swapped|switched|changed) (?:it|them|that|those|him|her)"
    r"(?: over| back| out| up| down)* (?P<where>(?:to|into|in|on|onto|under|behind|inside|beside|"
    r"by|near|next to|above|below|at) [\w' -]+?)(?: (?:now|instead|today|yesterday|again))*", re.I
)  # fmt: skip
"""Tells that the thing of a fact is somewhere else."""
_OWN_ACT = re.compile(
    r"(?:(?:oh|no|but|so|and|well|wait|actually|hang on|sorry)\W+)*(?:i|we)\b", re.I
)
_INTO = re.compile(r"(?:to|into) ", re.I)
_ONE_OF = re.compile(r"\bone (?P<noun>\w{2,})s\b", re.I)
_GONE_TO = lazy_pattern(
    r"(?:(?:oh|no|but|so|and|well|wait|actually)\W+)*(?:it|they|he|she)(?:'s|'ve|'re| is| are| has|"
    r" have)?(?: (?:now|just|only|gone|come|went|cut|put|down|up|back|over))+ (?:(?:to|at|on) )?"
    r"(?P<value>[\w -]+?)(?: now| these days| instead| lately)*", re.I
)  # fmt: skip
"""Tells what a number of a fact has come to: "he's gone down to one"."""
_TELLS = {"name": "call me {}", "city": "I live in {}"}
_ASKS_IT = lazy_pattern(
    r"(?:(?:so|and|remind me|tell me|sorry|wait)\b\W*)*(?:what|where|who|when|which one) "
    r"(?:is|was|are|were|did i say)(?: (?:it|that|he|she|they))?(?: (?:again|now|then|called))*",
    re.I,
)
_THERE = lazy_pattern(
    r"(?:with|for|over with|by|at) (?:them|they)|where (?:they|it|that) (?:is|are)|over that way|"
    r"in that (?:place|city|town)|that end|out that way|down there|up there", re.I
)  # fmt: skip
_SUBJECT = lazy_pattern(
    r"(?:my |the |our )?(?P<subject>.+?) (?:is|are|was|were|has|have|lives?|likes?|costs?|"
    r"starts?) .+",
    re.I,
)
_DAYS_LEFT = lazy_pattern(
    r"(?:and |so )*how (?:many (?:days|weeks|sleeps)|long)(?: (?:to go|is it|is that|off|left|away|"
    r"until then|"
    r"till then|until it|till it|are left|are there))*", re.I
)  # fmt: skip
_HOW_LONG = lazy_pattern(
    r"(?:(?:and|so|ok|okay|oh)\W+)*how (?:long|far|many (?:days|weeks|sleeps|months|nights))\b"
    r"(?:.* )?(?:until|till|til|before|to go|left|off|away|have (?:i|we) got|to wait|is (?:it|that)"
    r"|now)\b.*",
    re.I,
)
"""Asks how long it is until the day of what was told."""
_OTHER_DAY = re.compile(
    r"\b(?:next|christmas|easter|new year|halloween|weekend|payday|bank holiday)\b", re.I
)
_NEXT = lazy_pattern(
    r"(?:(?:and|now|then|okay|ok|open|try|show me|what about)\b\W*)*(?:the )?(?:one (?:after|"
    r"below|next)"
    r"|next(?: one)?|one down|(?P<before>one before|previous one|one above))(?: (?:that|it|too|"
    r"please|then|instead))*", re.I
)  # fmt: skip
_SAME_PAGE = lazy_pattern(
    r"(?:(?:and|okay|ok|please|now)\W+)*(?:open|bring up|load|show|get)(?: me)? (?:it|that)(?: up)?"
    r"(?: (?:again|once more|back|please|one more time))+|reopen (?:it|that)", re.I
)  # fmt: skip
_PAGE_BEFORE = lazy_pattern(
    r"(?:(?:and|no|okay|ok|please|now|then|actually|go|take me|switch)\W+)*back(?: to)?(?: the)?"
    r"(?: (?:first|other|previous|last|earlier|old)(?: (?:one|page|site))?| one before| it| that)*"
    r"(?: please| again)*|(?:(?:and|no|then)\W+)*(?:open )?the (?:other|previous) (?:one|page|site)"
    r"(?: again| please)*", re.I
)  # fmt: skip
_BACK_TO = lazy_pattern(
    r"(?:(?:and|no|okay|ok|please|now|then|actually|go|take me|"
    r"switch)\W+)*back to (?P<name>(?:the )?"
    r"\w+(?: \w+)?)(?: please| again)*", re.I
)  # fmt: skip
_NO_PAGE = lazy_pattern(
    r"(?:(?:no|nope|nah|oops|oh|wait|sorry|not that(?: one)?|wrong one|actually)\W+)+"
    r"(?:i meant? |i said |open )?(?P<name>(?:the )?(?!that\b|it\b|thanks?\b|problem\b|more\b|"
    r"way\b|"
    r"worries\b|need\b|please\b|i\b|you\b|what\b|why\b|close\b|stop\b|don't\b|never\b|cancel\b)"
    r"\w+(?: \w+)?)", re.I
)  # fmt: skip
_DAY_AFTER = re.compile(
    r"(?:.*\b)?(?:the )?(?:day after|following day|next day)(?: that| it)?", re.I
)
_PUTS_RIGHT = lazy_pattern(
    r"\A(?:no|nope|sorry|actually|wait|oops|hang on|hold on)\b|"
    r"\b(?:changed|now|instead|should be|meant?|not)\b", re.I
)  # fmt: skip
_ENDS_ANYTHING = lazy_pattern(
    r"\b(?:stop|drop|end|kill|bin|lose|dump|chuck|skip|off|neither|ditch|silence|abort|axe)\b", re.I
)
"""Ends what anybody does, and is seldom said of a fact: "stop it", "drop it"."""
_NAMING = lazy_pattern(
    r"\b(?:and|so|what|is|was|the|my|our|again|please|then|about|that|it|now|who|where|when)\b",
    re.I,
)
_KEEPS = "remember that "
_NO_NAME = re.compile(r"\b(?:timer|alarm|list|reminder|open|search|play|weather|time)\b", re.I)


def of_facts(
    text: str,
    turn: ShortTurn,
    topic: Topic,
    messages: Sequence[MessageState],
    understand: Understand,
) -> ResolvedTurn | None:
    """The request about the fact that was told last; None where the turn says none.

    Args:
        text: The whole turn.
        turn: What it says.
        topic: What the conversation is about.
        messages: The conversation before it.
        understand: What a sentence means by itself.
    """
    last = topic.last("fact")
    if last is None or topic.kind != "fact" or _NO_NAME.search(text):
        return None
    fact, line = last.name, text.strip(" .,!?")
    is_of_it = _HOW_LONG.fullmatch(line) and not _OTHER_DAY.search(line)
    if is_of_it and (day := date_in(fact)):
        return ResolvedTurn(f"how many days until {day}")
    found = _SUBJECT.fullmatch(fact)
    asks = f"what did I tell you about {found['subject'] if found else fact}"
    words = set(key_of(_NAMING.sub("", line)))
    is_named = bool(turn.name) and words <= set(key_of(fact)) and not is_beside(fact, text)
    if _ASKS_IT.fullmatch(line) or (is_named and turn.cues <= {"again", "and", "still", "about"}):
        return ResolvedTurn(asks)
    if moved := _moved_on(line, fact):
        is_own = _OWN_ACT.match(line) is not None
        return told_anew(fact, moved, "" if is_own else line)
    is_told = not turn.is_question and not turn.value
    if turn.has("cancel") and is_told and (is_named or not turn.name):
        is_asked = not is_named and _ENDS_ANYTHING.search(line) is not None
        named = " and ".join(named_clauses(turn.name, clauses_of(fact)))
        return ResolvedTurn(f"forget that {named}", is_guess=is_asked)
    return _put_right(line, fact, messages, understand)


def _put_right(
    line: str, fact: str, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """The fact with what the turn says in the place of its value; the question where it denies."""
    if only_denies(fact, line):
        return how_it_is()
    if is_of_other(fact, line):
        return None
    for form in (_NOT, _NOT_FIRST, _VALUE):
        other = form.fullmatch(line)
        said = other.groupdict() if other else {}
        old, new = said.get("old") or "", said.get("new") or said.get("value") or ""
        if not (new := value_in(new, fact)) or not (old == "" or _is_named(old, fact)):
            continue
        if form is _VALUE and not _is_correction(line, fact, new):
            continue
        whole = about_fact(f"no, it is {new}", messages, understand)
        if old and whole.startswith(_KEEPS):
            return told_anew(fact, ChangedFact(whole.removeprefix(_KEEPS), is_sure=True), "")
        return ResolvedTurn(whole) if whole else None
    return None


def _is_named(words: str, fact: str) -> bool:
    return set(key_of(words)) <= set(key_of(fact))


def _moved_on(line: str, fact: str) -> ChangedFact | None:
    """The fact where its thing, or its one number, is not what it was; None for another turn."""
    if moved := _MOVED.fullmatch(line):
        new = changed(fact, _INTO.sub("in ", moved["where"], count=1))
        return ChangedFact(new.fact, is_sure=True) if new else None
    gone = _GONE_TO.fullmatch(line)
    new = changed(fact, gone["value"]) if gone else None
    if new is None or not new.is_sure:
        return None
    return ChangedFact(_ONE_OF.sub(r"one \g<noun>", new.fact), is_sure=True)


def _is_correction(line: str, fact: str, new: str) -> bool:
    """Whether "it's blue" is about the fact: led by a correction, or a number for a number."""
    if _PUTS_RIGHT.search(line):
        return True
    digits = [bool(re.search(r"\d", " ".join(numerals(one.split())))) for one in (fact, new)]
    return all(digits)


def of_profile(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """What the user told of themselves, asked for or put right; None for anything else."""
    last = topic.last("profile")
    line = text.strip(" .,!?")
    if last is None or not last.name:
        return None
    if last.name == "name" and (suits := _SUITS.fullmatch(line)):
        return _preferred(suits, last)
    if last.name in _TELLS and (new := _told_anew(line, understand)):
        return ResolvedTurn(_TELLS[last.name].format(new))
    if last.name in {"birthday", "age"} and _HOW_OLD.fullmatch(line):
        return ResolvedTurn("how old am I")
    if last.name == "birthday" and _DAYS_LEFT.fullmatch(line):
        return ResolvedTurn("how many days until my birthday")
    if last.value and _SPELLS.fullmatch(line):
        return ResolvedTurn(f"spell {last.value}")
    if last.name in _WHAT_IS_RIGHT and _NOT_SO.fullmatch(line):
        return ResolvedTurn(*_WHAT_IS_RIGHT[last.name])
    asks = "when" if last.name == "birthday" else "what"
    return ResolvedTurn(f"{asks} is my {last.name}") if _ASKS_IT.fullmatch(line) else None


def _preferred(suits: re.Match[str], last: Touched) -> ResolvedTurn | None:
    """The name that somebody would rather have; one that may be anything is asked about."""
    new, why = suits["new"], suits["why"] or ""
    if _NOBODY.search(new) or new.lower() in _NO_NAMES:
        return None
    is_like_old = new[:_ALIKE].casefold() in last.value.casefold()
    is_name = suits["just"] or is_like_old or _OF_NAMES.search(why)
    return ResolvedTurn(_TELLS["name"].format(new), is_guess=not is_name)


def _told_anew(line: str, understand: Understand) -> str:
    """The name or the city that is right; a word in small letters is none, and no request is."""
    if spelt := _SPELT.fullmatch(line):
        return "" if spelt["new"].lower() in _NO_NAMES else spelt["new"]
    found = next(filter(None, (form.fullmatch(line) for form in (_NOT_FIRST, _ANEW, _NOT))), None)
    new = found["new"] if found else ""
    lead = found.groupdict().get("lead") or "" if found else ""
    is_name = bool(new) and (new[0].isupper() or _NAMES_IT.search(lead) is not None)
    is_nobody = _NOBODY.search(new) is not None or new.lower().endswith("ing")
    is_nobody = is_nobody or new.lower() in _NO_NAMES
    return new if is_name and not is_nobody and not understand(new) else ""


def of_pages(text: str, topic: Topic) -> ResolvedTurn | None:
    """The result behind, or before, the one that was opened last; None for anything else."""
    last, line = topic.last("page"), text.strip(" .,!?")
    if last and last.name and _SAME_PAGE.fullmatch(line):
        return ResolvedTurn(f"open {last.name}")
    said = _BACK_TO.fullmatch(line)
    if said and any(_is_called(one, said["name"]) for each in topic.turns for one in each):
        return ResolvedTurn(f"open {said['name']}")
    if other := _NO_PAGE.fullmatch(line):
        return ResolvedTurn(f"open {other['name']}")
    before = topic.before_last("page")
    if before and before.name and _PAGE_BEFORE.fullmatch(line):
        return ResolvedTurn(f"open {before.name}")
    found = _NEXT.fullmatch(line)
    if last is None or last.asked is None or last.asked.name != "open_result" or found is None:
        return None
    number = int(last.asked.slots["ordinal"]) + (-1 if found["before"] else 1)
    is_one = 1 <= number <= len(ORDINALS) and int(last.asked.slots["ordinal"]) > 0
    return ResolvedTurn(f"open the {ORDINALS[number - 1]} one") if is_one else None


def _is_called(one: Touched, name: str) -> bool:
    words = set(key_of(re.sub(r"\bthe\b", "", name)))
    return one.kind == "page" and words <= set(key_of(one.name))


def of_places(
    text: str, topic: Topic, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """The question about the place of before in other words for "there"; None for anything else."""
    last = topic.last("place")
    if topic.kind != "place" or last is None:
        return None
    day = str(last.asked.slots.get("day", "")).lower() if last.asked else ""
    if day in WEEKDAYS and _DAY_AFTER.fullmatch(text.strip(" .,!?")):
        days = list(WEEKDAYS)
        return ResolvedTurn(f"what about {days[(days.index(day) + 1) % len(days)]}")
    there = _THERE.sub("there", text, count=1)
    whole = about_place(there, messages, understand) if there != text else ""
    return ResolvedTurn(whole) if whole else None
