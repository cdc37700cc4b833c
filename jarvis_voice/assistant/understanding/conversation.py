"""Reads what a sentence asks for, with the help of the sentences before it.

Invariant: pure; a sentence that is understood by itself never takes anything from before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.asked_on import asked_on, asks_for_year
from jarvis_voice.assistant.understanding.follow_up import (
    continuation,
    followed,
    is_plain,
    pointing_back,
    subject_of,
)
from jarvis_voice.assistant.understanding.grammar import OPENING_INTENTS, SentenceReading
from jarvis_voice.assistant.understanding.parts import MAX_PARTS, parts_of
from jarvis_voice.assistant.understanding.sound_alikes import as_meant
from jarvis_voice.assistant.understanding.sum_talk import gone_on, sum_told
from jarvis_voice.assistant.understanding.tool_words import ToolWords
from jarvis_voice.assistant.understanding.undo_last import is_not_grasped
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import list_named

_SKIPPED = frozenset(
    {
        *(
            "thanks",
            "compliment",
            "greeting",
            "how_are_you",
            "do_you_hear",
            "say_again",
            "what_did_i_ask",
            "last_subject",
        ),
        *("ask_if_listening", "ask_if_recording", "ask_what_is_sent", "ask_to_unmute"),
        *("what_can_you_do", "help", "who_are_you", "adjust_speech", "yes", "no"),
    }
)
"""What is no subject to come back to."""
_TURNS_BACK = 5
_DID_YOU_MEAN = re.compile(r"\bDid you mean (?P<names>[^?]+)\?")
_SEVERAL = re.compile(
    r"(?<!trinidad)(?<!antigua)(?<!bosnia)(?<!turks)(?<!wallis)(?<!kitts)(?<!pierre)(?<!vincent)"
    r"(?<!newfoundland)(?<!tome)(?<!tomé)(?<!jammu)(?<!tyne)(?<!andaman)(?<!dadra)(?<!heard) and ",
    re.I,
)
"""Between two places; it is a part of some countries' names."""
_AROUND_A_NAME = re.compile(r"^(?:the|i mean|i meant) |,? (?:one|please)$", re.I)
_GIVES_UP = re.compile(
    r"(?:(?:oh|well|okay|ok|sorry),? )?"
    r"(?:(?:i )?(?:really )?(?:(?:do not|don't) know|dunno|have no (?:idea|clue))(?: what it is)?|"
    r"(?:absolutely )?no (?:idea|clue)|beats me|pass|go on|(?:just |you )?tell (?:me|us)|"
    r"what is it)"
    r"(?:[,.]? (?:tell (?:me|us)|what is it|then))?",
    re.I,
)
"""What is said to a riddle whose answer one does not find."""
_RIDDLE = re.compile(r"\briddle\b", re.I)
_GOES_ON = re.compile(r"(?:less|minus|plus|add|take off|knock off)\b", re.I)
_GUESSES = 5
"""Sentences in which a riddle is looked for; a guess at its answer is not understood."""
LEANING = frozenset({"read_on", "do_again", "more", "wikipedia_about_it"})
"""Readings that ask about what was said before."""
_ONCE_MORE = OPENING_INTENTS | {"open_url", "take_screenshot", "media", "volume", "draw_lots"}
"""What "again" does once more; what else was said is said again."""
_AGAIN = frozenset({"again", "once more", "once again", "one more time", "and again"})
_REPEATABLE = frozenset({"volume", "adjust_speech", "take_screenshot", "tell_joke"})
_DATED = frozenset({"get_time", "get_date"})
_PLACED = frozenset({"weather", "get_time"})
"""What can be done a bit more."""
_AND_THE = re.compile(r"\band (?:what is )?(?:the )?(?:time|date|weather)\b", re.I)
_AND = re.compile(r",? and (?:then )?|, ", re.I)
_READS = frozenset({"read_page", "read_result"})


@dataclass(frozen=True, slots=True)
class ConversationContext:
    """Reads one sentence together with the earlier sentences of its conversation.

    Attributes:
        reading: What the sentence, its phrases and those before it mean by themselves.
        words_of: How the arguments of a tool are said; None for an intent that is no tool here.
        known_thing: A request that is only the name of a site or an application, or None; takes
            the sentence as it was said, and the clean one.
        program: A request that hands a tool all that was typed behind it, or None.
    """

    reading: SentenceReading
    words_of: Callable[[str], ToolWords | None]
    known_thing: Callable[[str, str], Intent | None]
    program: Callable[[str], Intent | None]

    def requests(self, text: str, messages: Sequence[MessageState] = ()) -> tuple[Part, ...]:
        """What a sentence asks for, request by request; a part not understood has no intent."""
        line = as_meant(clean(text))
        parts = parts_of(line, self.reading.understand)
        said = _said_before(messages)
        if len(parts) > 1:
            return _in_one_place(self._continued(parts, said), line)
        alone = parts[0].intent
        is_open = alone is None or alone.is_question or _SEVERAL.search(_place_of(alone))
        if is_open and (listed := self._listed(line)):
            return listed
        intent = self._chosen(alone, line, messages) or self._resolved(text, alone, said)
        return (Part(line, intent or self.known_thing(text, line)),)

    def _listed(self, line: str) -> tuple[Part, ...]:
        """One request for several things: "the weather in Rome and in Milan"."""
        first, *others = _AND.split(line)
        asked = self.reading.understand(first) if 0 < len(others) < MAX_PARTS else None
        if asked is None or asked.is_question:
            return ()
        parts = self._continued((Part(first, asked), *(Part(one, None) for one in others)), ())
        return parts if all(part.intent for part in parts) else ()

    def _continued(self, parts: tuple[Part, ...], said: Sequence[str]) -> tuple[Part, ...]:
        """Parts, of which one may lean on the one before: "... and then GitLab as well"."""
        out: list[Part] = []
        before = self._previous(said)
        for part in parts:
            intent = part.intent
            if before and before.name == "add_note" and _names_list(part.text, before):
                continue
            if intent is None and before and before.name == "add_note" and is_plain(part.text):
                intent = before.having(text=part.text)
            elif intent is None or intent.is_question or intent.name in _READS:
                intent = self._followed(f"and {part.text}", part.text, intent, before)
            out.append(Part(part.text, intent, part.depends))
            before = intent
        return tuple(out)

    def _resolved(self, text: str, alone: Intent | None, said: Sequence[str]) -> Intent | None:
        """What a sentence asks for after those that were said before."""
        is_answer = alone is not None and alone.slots.get("kind") == "answer"
        if is_answer or _GIVES_UP.fullmatch(clean(text)):
            riddle = self._riddle(said)
            if riddle or is_answer:
                return riddle.having(kind="answer") if riddle else _of_riddle(text, alone)
        if alone and alone.name in LEANING:
            return self._leaning(alone, said)
        if alone and alone.name == "say_again" and (once := clean(text).lower()) in _AGAIN:
            previous = self._previous(said)
            repeated = _ONCE_MORE if once == "again" else {"draw_lots"}
            return previous if previous and previous.name in repeated else alone
        if alone and alone.name == "calculate" and _GOES_ON.match(str(alone.slots["expression"])):
            before = self._previous(said)
            return (before and gone_on(text, before)) or alone
        if said and alone and alone.name in _DATED and asks_for_year(text):
            return asked_on(text, self._previous(said)) or alone
        if not said or (alone and not alone.is_question and alone.name not in _READS):
            return alone
        return self._followed(text, as_meant(clean(text)), alone, self._asked_last(said, _READS))

    def _followed(
        self, text: str, line: str, alone: Intent | None, previous: Intent | None
    ) -> Intent | None:
        if previous is None:
            return alone
        spelt_out = pointing_back(line, previous)
        if spelt_out and (intent := self.reading.understand(spelt_out)):
            return intent
        is_open = alone is None or alone.is_question
        if is_open and (on := asked_on(text, previous)):
            return on
        said = continuation(text, line)
        if alone or said is None:
            return alone
        if said.is_marked:
            for sentence in (said.words, f"what is {said.words}", f"what is the {said.words}"):
                anew = self.reading.understand(sentence)
                if anew and not anew.is_question and anew.name not in _SKIPPED:
                    return anew
        intent = followed(said, previous, self.words_of(previous.name))
        if intent is None:
            return None
        asked = str(intent.slots["query"]) if intent.is_question else line
        return intent if self.reading.is_sound(intent, asked) else None

    def _previous(self, said: Sequence[str]) -> Intent | None:
        """What was asked for last, talk aside."""
        return self._asked_last(said)

    def _asked_last(
        self, said: Sequence[str], skipped: frozenset[str] = frozenset()
    ) -> Intent | None:
        """What was asked for last, talk and some readings aside."""
        for place in range(len(said) - 1, max(-1, len(said) - 1 - _TURNS_BACK), -1):
            if program := self.program(said[place]):
                return program
            line = as_meant(clean(said[place]))
            last = parts_of(line, self.reading.understand)[-1].intent
            intent = self._resolved(said[place], last, said[:place])
            if intent is None or intent.name not in _SKIPPED | skipped:
                return intent
        return None

    def _riddle(self, said: Sequence[str]) -> Intent | None:
        """The riddle that was asked for last, with only guesses behind it; else None."""
        for text in reversed(said[-_GUESSES:]):
            intent = self.reading.understand(as_meant(clean(text)))
            kind = intent.slots.get("kind") if intent else "answer"
            if kind != "answer" and intent and intent.name not in LEANING:
                return intent if kind == "riddle" else None
        return None

    def _leaning(self, intent: Intent, said: Sequence[str]) -> Intent | None:
        """What "read on", "do that again" and "what does Wikipedia say" lean on."""
        previous = self._previous(said)
        if intent.name == "do_again":
            return previous if previous and previous.name not in LEANING else None
        if intent.name == "more":
            if previous and previous.name == "volume" and previous.slots.get("change") == "set":
                return None  # more of "50 percent" may be up or down
            if previous and previous.slots.get("kind") == "answer":
                return previous.having(kind="riddle")
            return previous if previous and previous.name in _REPEATABLE else None
        if intent.name == "wikipedia_about_it":
            topic = subject_of(previous) if previous else ""
            return Intent("wikipedia", {"topic": topic}) if topic else intent
        if previous is None or previous.name not in _READS:
            return Intent("read_page", {"part": 2})
        return previous.having(part=previous.slots.get("part", 1) + 1)

    def _chosen(
        self, intent: Intent | None, line: str, messages: Sequence[MessageState]
    ) -> Intent | None:
        """The name picked after "Did you mean A or B?": by its number or by itself."""
        asked = _DID_YOU_MEAN.search(messages[-1]["text"]) if messages else None
        said = [message["text"] for message in messages if message["role"] == "user"]
        if asked is None or not said:
            return None
        names = re.split(r", | or ", asked["names"])
        previous = self._previous(said)
        if previous is None or previous.name not in OPENING_INTENTS:
            return None
        name = None
        if intent and intent.name == "open_result":
            number = int(intent.slots["ordinal"])
            number = len(names) if number < 0 else number
            name = names[number - 1] if number <= len(names) else None
        else:
            name = _named(line, names, is_request=intent is not None)
        return Intent(previous.name, {"name": name}) if name else None


def _names_list(text: str, added: Intent) -> bool:
    """Whether words only name the list that something goes on: "..., shopping list"."""
    is_list = text.lower().endswith(" list")
    return is_list and list_named(text) == list_named(str(added.slots.get("list", "")))


def _said_before(messages: Sequence[MessageState]) -> list[str]:
    """What the user said: a sum as we told it, without a last sentence that we did not grasp."""
    said: list[str] = []
    for message in messages:
        if message["role"] == "user":
            said.append(message["text"])
        elif said:
            said[-1] = sum_told(message["text"]) or said[-1]
    misheard = bool(messages) and is_not_grasped(messages[-1]["text"])
    return said[:-1] if misheard else said


def _of_riddle(text: str, alone: Intent | None) -> Intent | None:
    """A question for an answer that names the riddle, whatever was said before it."""
    return alone if _RIDDLE.search(text) else None


def _place_of(intent: Intent) -> str:
    return str(intent.slots.get("place", ""))


def _named(line: str, names: Sequence[str], *, is_request: bool) -> str | None:
    """The one of some names that a sentence says: all of it, or words that no other has."""
    bare = _AROUND_A_NAME.sub("", line).lower()
    if same := next((one for one in names if one.lower() == bare), None):
        return same
    words = set(bare.split())
    like = [one for one in names if words and words <= set(one.lower().split())]
    return like[0] if len(like) == 1 and not is_request else None


def _in_one_place(parts: tuple[Part, ...], line: str) -> tuple[Part, ...]:
    """Both of one place: "the weather and the time in Rome"."""
    names = {part.intent.name if part.intent else "" for part in parts}
    *before, last = (part.intent for part in parts)
    place = last.slots.get("place") if last else None
    if not place or not names <= _PLACED or not _AND_THE.search(line):
        return parts
    if any(intent is None or intent.slots.get("place") for intent in before):
        return parts
    return tuple(
        Part(part.text, part.intent and part.intent.having(place=place), part.depends)
        for part in parts
    )
