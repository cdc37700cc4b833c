"""Judges whether a transcript is a whole command, by local grammar, sites and applications.

Invariant: a text is read once while the user pauses, however often it is heard again; what the
grammar does not know is UNKNOWN, or INCOMPLETE where its last word shows that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.assistant.understanding.misheard import additions_like, openings_like, sums_like
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.tool_words import Choice, Number
from jarvis_voice.core.hypotheses import MOST_TEXTS, BestHypothesis, Completeness
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.place_names import place_key, zone_cities
from jarvis_voice.language.en.schedule_rules import WEEKDAYS
from jarvis_voice.language.en.spoken_numbers import SCALES, TENS, UNITS
from jarvis_voice.language.en.stop_words import is_stop

_NEVER_LAST = frozenset(
    (
        *("the", "a", "an", "my", "your", "our", "their", "his", "and", "or", "but", "of", "than"),
        *("because", "if", "whose", "every", "plus", "minus", "times", "divided", "multiplied"),
        *("very", "some", "into", "onto", "between", "versus", "its"),
    )
)
"""No command ends with these, whatever it is about."""

_ASKS_OF_IT = re.compile(
    r"(?:who|what|where|whose|which) (?:is|are|was|were) (?:it|that|they) \w+\Z"
)
"""A whole question, which may end as no order does: "who is it from"."""
_SELDOM_LAST = frozenset(
    (
        *("to", "with", "for", "from", "in", "at", "by", "on", "about", "is", "are", "was", "were"),
        *("do", "does", "did", "can", "could", "would", "will", "what", "who", "how", "which"),
        *("where", "when", "this", "me", "as", "called", "named", "has", "have", "like", "get"),
    )
)
"""A command ends with these only where the grammar has them at its end: "turn it on"."""

_ENDS_A_QUESTION = frozenset(("for", "from", "with", "about", "on", "like", "is", "are", "was"))
"""Behind which a question may be whole: "who is it from", "do you know what it is"."""

_NUMBERS = frozenset({*UNITS, *TENS, *SCALES, "hundred", "half", "quarter", "point"})

_GROWS = frozenset(
    {
        *("remember", "add_note", "no", "say_again", "say_words"),
        *("set_alarm", "set_reminder", "set_routine"),
    }
)
"""What often goes on: a dictation, "no, the other one"."""

_SUM = "calculate"
"""What is whole, and seldom goes on, with "plus 12": its sound or a comma tells."""

_MAY_GROW = frozenset({"weather", "greeting", "help", "set_timer", "snooze"})
"""What has a place, a day or a request behind it as often as not."""

_FIXED_SLOTS = {"weather": {"about", "day"}}
"""Slots that a template fills with what nobody said."""

_DAYS = frozenset(
    {"today", "tonight", "tomorrow", "weekend", "week", "now", "outside", "out", *WEEKDAYS}
)
"""Behind which a question about the weather is whole, though a place may follow."""

_COMMANDS = (Completeness.COMPLETE, Completeness.EXTENDABLE, Completeness.OPEN_ENDED)

_CLOSED_SLOTS = frozenset(
    {
        *(("convert", "to"), ("open_result", "ordinal"), ("read_result", "ordinal")),
        *(("set_timer", "length"), ("snooze", "length"), ("change_timer", "length")),
    }
)
"""Slots of words with nothing behind them."""

_ENDS_A_TIME = frozenset(
    {"am", "pm", "morning", "evening", "afternoon", "tonight", "noon", "midday", "midnight"}
)
"""Behind which nothing more is said of a time of day."""

_AGAIN = frozenset({"every", "each"})
"""What is to be done again and again is said behind its time."""

_HOURS = frozenset({"hour", "hours", "day", "days"})
"""A length of time that goes on as often as not: "an hour and a half"."""

MOST_RIVALS = 6
"""So many known sites and so many applications are compared with the sound of one that is not
known; each costs speech to text some 15 ms."""

MOST_SENTENCES = 4
"""So many known sentences: the right one, where there is any, is one of the nearest."""

STOP = "stop"
"""What a word or two may have been that mean nothing: so short a word was heard as "top", "talk" or
"Chuck" in 33 of 240 recordings of synthetic voices, all of one of the four."""

_MOST_HEARD = 32
"""Texts of one utterance that are kept."""

_MOST_WORDS_OF_A_STOP = 2
_MOST_WORDS_CUT_OFF = 1
"""Two words in which something is missing were most likely heard right: "what is"."""

LEAST_ASKED = 2
"""Words of a question that has none of its own yet: "who is"."""

EXACT_SCORE = 100.0
"""Of a site whose name, or one that the table gives it besides, was said letter by letter."""

_MISSING = ("github", "one", "to kilometers", "to my list")
"""What may stand in the place of words that are missing at the end."""

_MOST_WORDS_MISSING = 5
"""Longer than this are no beginnings of commands, but sentences that are not known."""

_ONE_OF_IT = lazy_pattern(r"(?:an?|one) [a-z]{3,}", re.I)
"""What "how many feet are in a mile" ends with; "... are in 3" may go on."""

_TRAILS_OFF = re.compile(r"(?:[,\u2014-]|\.\.\.|\u2026)\s*$")
_SIGNS = re.compile(r"[.,;:!?\u2026\"-]*(?:\s+|$)")
_WORD = re.compile(r"[\w%]+(?:['\u2019]\w+)*['\u2019]?")
_POSSESSIVE = re.compile(r"(?:['\u2019]s?)$")
_CLOSED = re.compile(r"(?:that|what|who|where|how|here|there|it|let)['\u2019]s$", re.I)


class CompletenessJudge:
    """Judges transcripts with the tables of the local planner."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._heard: dict[str, Understanding] = {}

    def take(self, text: str) -> Understanding | None:
        """What was understood of these words while the user paused; the utterance is over."""
        heard, self._heard = self._heard, {}
        return heard.get(text)

    def choose(self, texts: Sequence[str]) -> BestHypothesis:
        """Which of several hearings of one sound is meant, and what it is as a command.

        Where the likeliest may go on, what is taken instead of it ends nothing any sooner, unless
        it is one word, and by its sound a stop.

        Args:
            texts: What may have been said, the likeliest first, at least one.
        """
        best = texts[0]
        known = self.judge(best)
        texts = _unlike(texts)[:MOST_TEXTS]
        text = (
            best
            if self._read(best).is_certain
            else choose(texts, self._is_certain, lambda one: self._read(one).is_understood)
        )
        may_go_on = known in (Completeness.INCOMPLETE, Completeness.EXTENDABLE)
        if known is Completeness.UNKNOWN:
            rivals = self._rivals(text)
        else:
            is_cut = known is Completeness.INCOMPLETE
            is_near = is_cut and self._may_be_a_stop(text, _MOST_WORDS_CUT_OFF)
            rivals = ((STOP,),) if is_near else ()
        return BestHypothesis(
            text, known if text == best or may_go_on else self.judge(text), rivals
        )

    def _read(self, text: str) -> Understanding:
        """What a text asks for; it may come again at the next pause, or as its sound has it."""
        read = self._heard.get(text)
        return read or self._keep(text, self._knowledge.read(text, source="voice"))

    def _keep(self, text: str, read: Understanding) -> Understanding:
        if len(self._heard) >= _MOST_HEARD:
            self._heard = {}  # another thread may be reading in the old one
        self._heard[text] = read
        return read

    def _is_certain(self, text: str) -> bool:
        """Whether it is a command and no question that might be about anything."""
        return self._read(text).is_certain and self.judge(text) in _COMMANDS

    def _rivals(self, text: str) -> tuple[tuple[str, ...], ...]:
        """Commands that are known and may have been said instead of one that is not."""
        parts = self._read(text).parts
        intent = parts[0].intent if len(parts) == 1 else None
        if intent is None or intent.is_question:
            like = (*sums_like(text, MOST_SENTENCES), *additions_like(text))
            known = tuple((one,) for one in like if self._read(one).is_certain)
            if known:
                return known
            opened = () if intent else tuple(filter(self._opens_known, openings_like(text)))
            stop = (STOP,) if self._may_be_a_stop(text, _MOST_WORDS_OF_A_STOP) else ()
            return ((opened,) if opened else ()) + self._sentences_like(text, *stop)
        if intent.name not in OPENING_INTENTS or "url" in intent.slots:
            return ()
        name = intent.slots["name"]
        at = text.lower().rfind(name.lower())
        if at < 0 or self._knowledge.knows(intent):
            return ()
        before, behind = text[:at], text[at + len(name) :]
        near = self._knowledge.resembling(name, MOST_RIVALS)
        names = tuple((f"{before}{one}{behind}",) for one in near)
        return names + self._sentences_like(text)

    def _sentences_like(self, text: str, *first: str) -> tuple[tuple[str, ...], ...]:
        """Known sentences that resemble one that is not known, by what they mean."""
        wordings: dict[str, list[str]] = {}
        near = self._knowledge.grammar.resembling(text, MOST_SENTENCES)
        for sentence in dict.fromkeys((*first, *near)):
            intent = self._knowledge.grammar.understand(sentence)
            if intent and not intent.is_question:
                wordings.setdefault(repr(intent), []).append(sentence)
        return tuple(map(tuple, wordings.values()))

    def _may_be_a_stop(self, text: str, most_words: int) -> bool:
        words = _WORD.findall(text.lower())
        is_short = 0 < len(words) <= most_words and STOP not in words
        return is_short and any(part.intent is None for part in self._read(text).parts)

    def _opens_known(self, text: str) -> bool:
        intent = self._knowledge.grammar.understand(text)
        if intent is None or intent.name not in OPENING_INTENTS:
            return False
        return "url" in intent.slots or self._knowledge.knows(intent)

    def judge(self, text: str) -> Completeness:
        """What the words are, as a command."""
        words = [word.lower() for word in _WORD.findall(text)]
        if not words:
            return Completeness.UNKNOWN
        if is_stop(text):
            return Completeness.COMPLETE
        read = self._read(text)
        if read.completeness is None:
            found = self._judge_parts(text, read.parts, words)
            read = self._keep(text, replace(read, completeness=found))
        return read.completeness or Completeness.UNKNOWN

    def _judge_parts(self, text: str, parts: Sequence[Part], words: Sequence[str]) -> Completeness:
        is_open = words[-1] in _NEVER_LAST or _is_owner(words[-1])
        if is_open and not self._ends_in_a_name(parts, words):
            return Completeness.INCOMPLETE
        intents = [part.intent for part in parts if part.intent]
        if len(intents) < len(parts):
            return self._judge_unknown(text, words)
        found = self._judge_known(parts, intents[-1], words)
        is_cut = _TRAILS_OFF.search(text) is not None
        is_whole = found in (Completeness.COMPLETE, Completeness.OPEN_ENDED)
        if is_cut and is_whole:
            is_sum = intents[-1].name == _SUM
            return Completeness.EXTENDABLE if is_sum else Completeness.UNKNOWN
        return found

    def _judge_known(
        self, parts: Sequence[Part], last: Intent, words: Sequence[str]
    ) -> Completeness:
        is_free = self._ends_in_free_words(last, words)
        if words[-1] in _SELDOM_LAST and (is_free or len(words) == 1):
            is_whole = (
                last.is_question and words[-1] in _ENDS_A_QUESTION and len(words) > LEAST_ASKED
            )
            return Completeness.UNKNOWN if is_whole else Completeness.INCOMPLETE
        is_number = words[-1] in _NUMBERS or words[-1].isdecimal()
        if last.name in {"set_timer", "snooze"} and (words[-1] in _HOURS or is_number):
            return Completeness.EXTENDABLE
        if last.name == "set_alarm" and words[-1] in _ENDS_A_TIME:
            return Completeness.COMPLETE
        is_sum = last.name == _SUM
        # "... to my shopping list" is its end
        if is_sum or (last.name in _GROWS and words[-1] != "list"):
            return Completeness.OPEN_ENDED if is_sum else Completeness.EXTENDABLE
        if last.name in OPENING_INTENTS and "url" not in last.slots:
            is_known = len(parts) > 1 or self._knowledge.knows(last)
            return Completeness.COMPLETE if is_known or not is_free else Completeness.UNKNOWN
        if is_free and _is_whole(last):
            return Completeness.COMPLETE
        if last.name in _MAY_GROW and not last.slots.keys() - _FIXED_SLOTS.get(last.name, set()):
            return Completeness.COMPLETE if words[-1] in _DAYS else Completeness.OPEN_ENDED
        return Completeness.UNKNOWN if is_free else Completeness.COMPLETE

    def _ends_in_a_name(self, parts: Sequence[Part], words: Sequence[str]) -> bool:
        """Whether the last word is that of a site's own name: "New York Times", "McDonald's"."""
        last = parts[-1].intent if parts else None
        if last is None or last.name not in OPENING_INTENTS or "name" not in last.slots:
            return False
        name = last.slots["name"]
        site = self._knowledge.sites.find(name)
        if site.link is None or site.confidence < EXACT_SCORE:
            return False
        return words[-1] in (_last_word(name), _last_word(site.link.title))

    def _ends_in_free_words(self, intent: Intent, words: Sequence[str]) -> bool:
        """Whether a slot that takes any words has taken the last one."""
        if intent.name == "open_url":
            return False
        tool = self._knowledge.grammar.words_of(intent.name)
        return any(
            (not isinstance(tool.kinds.get(name), Choice | Number) if tool else True)
            and _last_word(value) == words[-1]
            for name, value in intent.slots.items()
            if (intent.name, name) not in _CLOSED_SLOTS
        )

    def _judge_unknown(self, text: str, words: Sequence[str]) -> Completeness:
        if _ASKS_OF_IT.match(" ".join(words)):
            return Completeness.UNKNOWN
        if words[-1] in _SELDOM_LAST:
            return Completeness.INCOMPLETE
        if words[0] in _AGAIN or words[-1] in _NUMBERS or words[-1].isdecimal():
            return Completeness.EXTENDABLE
        begun = text.rstrip(" .,!?;:-\u2026")
        if len(words) <= _MOST_WORDS_MISSING and any(
            self._knowledge.grammar.understand(f"{begun} {missing}") for missing in _MISSING
        ):
            return Completeness.INCOMPLETE
        return Completeness.UNKNOWN


def _is_whole(intent: Intent) -> bool:
    """Whether free words at the end are known to be all: a city, or one of a unit."""
    if intent.name == "get_time":
        return place_key(str(intent.slots.get("place", ""))) in zone_cities()
    return intent.name == "convert" and bool(_ONE_OF_IT.fullmatch(str(intent.slots.get("what"))))


def _unlike(texts: Sequence[str]) -> tuple[str, ...]:
    """The first of those that have the same words; signs within a word make another one of it."""
    firsts: dict[str, str] = {}
    for text in texts:
        firsts.setdefault(" ".join(_SIGNS.split(text.lower())), text)
    return tuple(firsts.values())


def _is_owner(word: str) -> bool:
    """Whether somebody's something is still to come: "MIT's"."""
    return bool(_POSSESSIVE.search(word)) and not _CLOSED.match(word)


def _last_word(value: object) -> str:
    found = _WORD.findall(value.lower()) if isinstance(value, str) else []
    return found[-1] if found else ""


def choose(texts: Sequence[str], *tests: Callable[[str], bool]) -> str:
    """The first text that passes the first test that any of them passes, else the first.

    Args:
        texts: What may have been said, the likeliest first, at least one; each of the others nearly
            as likely as the first.
        tests: How well a text is understood, the best first.
    """
    return next((text for test in tests for text in texts if test(text)), texts[0])
