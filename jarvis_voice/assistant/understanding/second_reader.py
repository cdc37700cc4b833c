"""Reads again what the grammar does not understand, or would search for, with a trained reader.

Invariant: it proposes sentences of which the grammar takes the intent, and each slot is words of
the user's own; only what can be undone is done without a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.doubtful_words import (
    NOT_KNOWN_WHAT,
    has_exception,
    is_denied,
    is_order,
    is_report,
    is_timed,
    is_told,
    lost_limits,
)
from jarvis_voice.assistant.understanding.first_turns import asks_ability, is_of_others
from jarvis_voice.assistant.understanding.loose_readings import (
    asks_the_web,
    is_lesser,
    refusal_of,
    surer,
)
from jarvis_voice.assistant.understanding.meaning_cards import (
    SLOT,
    SURE,
    MeaningCard,
    MeaningCards,
)
from jarvis_voice.assistant.understanding.own_sentences import OwnSentences
from jarvis_voice.assistant.understanding.parts import ALONE, cuts
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.remarks_beside import is_half, without_remarks
from jarvis_voice.assistant.understanding.second_opinion import (
    LIKELY,
    SecondOpinion,
    as_question,
    of_web,
)
from jarvis_voice.assistant.understanding.tellings import (
    FELT_FROM,
    REMARK,
    THINGS,
    TOLD,
    TOLD_IN_CHAT,
    asks,
    names_things,
    telling,
)
from jarvis_voice.assistant.understanding.worded_meanings import TIMES, worded_meaning
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.sentence_reader import MeaningReader, MeaningReading, MoveReader
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.speaking_words import is_of_voice

INSTEAD = 0.6
"""From here on it is followed where the grammar would search for an answer."""

POSSIBLE = 0.4
"""From here on an act is asked about where the grammar understands nothing at all."""

LONGEST_READ = 300
"""Characters; the collections have no longer sentences, and a longer one is no command."""

_AS_NOTHING = frozenset({proposals.CANNOT, *OPENING_INTENTS})
"""Nothing is understood: a refusal, and opening what is not known, which alone is read again."""

_EXCEPT = lazy_pattern(
    r"\b(?:except|excluding|apart from|other than|unless|only if|"
    r"if (?:it|there|not|no)|but (?:not|leave|keep|the|my)|"
    r"how many (?:week|work|working |business |school )(?:days|ends))\b",
    re.I,
)
"""What leaves something out."""

_GUESSES = frozenset({proposals.SUGGEST, proposals.ASK_FOR, proposals.CANNOT})
_OKAYED = frozenset({"no", "stop", "never_mind", "yes"})

_OF_WHAT_IS_SET = frozenset(
    {"read_timers", "read_alarms", "read_reminders", "read_list", "check_list", "read_notes"}
)
"""What is read of the user's own, and asked about as an act is: nobody else knows it."""

_RATES = re.compile(r"\b(?:worth|rates?|exchange)\b", re.I)
"""Words of what is asked of no search, since a tool here knows it."""

_MINE = re.compile(r"\b(?:i|we)(?:'ve| have)? got\b|(?:have|'ve|do) (?:i|we) (?:got|have)\b", re.I)
"""Asks for the user's own things, and not what Jarvis can do: "what have I got to do"."""
_TOLD_OF = frozenset({"refuse_car", "refuse_home", "refuse_find_phone"})
"""What is refused where it is to be done, and recalled where it was told: "where is my car"."""
_OF_JARVIS = frozenset({"who_made_you", "who_are_you", "how_old_are_you", "where_are_you_from"})
_OF_SOUND = {"speak_louder": "volume_up", "speak_quieter": "volume_down"}
"""What is meant without a word of speaking."""
_SAYS_JARVIS = re.compile(
    r"\b(?:you\w*|u|ya|ye|yer|jarvis|assistant|this (?:thing|program))\b", re.I
)
"""Without such a word a question that could be searched for is about somebody else."""

_OF_AN_ACT = lazy_pattern(
    r"\A\W*(?:(?:so|and|but|hey|okay|ok|well|jarvis)\W+)*(?:did|have|has)(?:n't)? (?:you|it|that)\b"
    r"(?!.*\b(?:hear|heard|listen\w*|catch|caught|underst\w+|(?:copy|read|got|get|receive) "
    r"(?:me|that|this|all)\b))",
    re.I,
)
"""Asks whether something was done: "Yes, I hear you" would sound as if it was."""

_MEANT = "Did you mean:"

Understand = Callable[[str], Intent | None]


@dataclass(frozen=True, slots=True)
class SecondReader:
    """A trained reader, and what its meanings ask of Jarvis."""

    reader: MeaningReader
    cards: MeaningCards
    own: OwnSentences | None = None
    moves: MoveReader | None = None
    _intents: dict[str, str | None] = field(default_factory=dict)

    def parts(
        self,
        text: str,
        parts: Sequence[Part],
        understand: Understand,
        is_weak: Callable[[Part], bool],
    ) -> tuple[tuple[Part, ...], bool]:
        """The requests of a sentence, and whether each is understood for sure.

        Args:
            text: The whole sentence.
            parts: Its requests as the grammar has them.
            understand: What the grammar takes a sentence for.
            is_weak: Whether a request is not understood, or only as a question about anything.
        """
        if len(text) > LONGEST_READ:
            return tuple(parts), True
        if len(parts) > 1 and (refusal := refusal_of(text, parts, self.reader, self.cards)):
            return (Part(text, refusal),), True
        parts = tuple(surer(part, self.reader, self.cards) for part in parts)
        weak = [part for part in parts if is_weak(part)]
        if not weak:
            return parts, True
        if len(parts) == 1:
            if both := self._both(text, understand, is_weak):
                return both, True
            opinion = self.opinion(text, parts[0].intent, understand)
            return self._with(parts, parts[0], opinion)
        whole = self.opinion(text, None, understand)
        if whole and whole.is_sure and len(weak) == len(parts):
            return (Part(text, whole.intent),), True
        found, is_sure = tuple(parts), True
        for part in weak:
            opinion = self.opinion(part.text, part.intent, understand)
            found, sure = self._with(found, part, opinion)
            is_sure = is_sure and sure
        if is_half(found):
            found = without_remarks(
                text, found, self.reader, self.cards, self._intents_of(understand)
            )
        return found, is_sure

    def _both(
        self, text: str, understand: Understand, is_weak: Callable[[Part], bool]
    ) -> tuple[Part, ...]:
        """Two requests, each understood for sure; () where there are no two such."""
        for halves in cuts(clean(text).strip()):
            read = [self._for_sure(one, understand, is_weak) for one in halves]
            if all(read):
                return tuple(map(Part, halves, read))
        return ()

    def _for_sure(
        self, text: str, understand: Understand, is_weak: Callable[[Part], bool]
    ) -> Intent | None:
        """What half a sentence asks for, where nothing about it is doubtful; talk aside."""
        intent = understand(text)
        if intent is None or is_weak(Part(text, intent)):
            opinion = self.opinion(text, intent, understand) if " " in text else None
            intent = opinion.intent if opinion and opinion.is_sure else None
        is_request = intent is not None and intent.name not in ALONE | OPENING_INTENTS
        return intent if is_request else None

    def agrees(self, text: str) -> bool:
        """Whether a sentence surely says yes to what was offered."""
        reading = self.reading(text)
        return reading is not None and reading.meaning == "yes" and reading.confidence >= SURE

    def chatted(self, text: str) -> Intent | None:
        """The telling in a turn that follows small talk; there it may be less sure."""
        reading = self.reading(text)
        told = telling(text, reading, in_chat=True) if reading else ""
        if told or asks(text) or names_things(text) or is_order(text) or self.moves is None:
            return Intent(told) if told else None
        moves = self.moves.moves(clean(text).strip() or text, "talk")
        is_told = moves is not None and moves.chances.get("talk", 0.0) >= TOLD_IN_CHAT
        return Intent(REMARK) if is_told else None

    def reading(self, text: str) -> MeaningReading | None:
        """What the network takes a sentence for."""
        return self.reader.read(clean(text).strip() or text)

    def is_surely_told(self, text: str) -> bool:
        """Whether the reader is so sure of its reading that the turn stands alone."""
        reading = self.reading(text)
        return reading is not None and reading.confidence >= FELT_FROM

    def backing(self, understand: Understand) -> Understand:
        """What a sentence means by the grammar, or by this reader where that has nothing better."""

        def meaning(text: str) -> Intent | None:
            intent = understand(text)
            if intent and not intent.is_question:
                return intent
            opinion = self.opinion(text, intent, understand)
            meant = opinion.intent if opinion else None
            return intent if meant is None or meant.name in _GUESSES else meant

        return meaning

    def _with(
        self, parts: Sequence[Part], part: Part, opinion: SecondOpinion | None
    ) -> tuple[tuple[Part, ...], bool]:
        if opinion is None:
            return tuple(parts), True
        new = replace(part, intent=opinion.intent)
        return tuple(new if one is part else one for one in parts), opinion.is_sure

    def opinion(
        self, text: str, said: Intent | None, understand: Understand
    ) -> SecondOpinion | None:
        """What a request asks for; None leaves it as the grammar has it.

        Args:
            text: Its words.
            said: What the grammar takes it for: nothing, or a question that a search answers.
            understand: What the grammar takes a sentence for.
        """
        reading = self.reading(text)
        if reading is None or (said is None and asks_ability(text)):
            return None
        if is_of_others(reading.meaning, text):
            return as_question(text, said)  # "do I like tea", "who fed the dog"
        found = self._meant(text, said, understand, reading)
        intent = found.intent if found else said
        if self.own and (intent is None or intent.name in _AS_NOTHING):
            return self._own(text, reading, self.own, understand) or found
        return found

    def _own(
        self, text: str, reading: MeaningReading, own: OwnSentences, understand: Understand
    ) -> SecondOpinion | None:
        """A question whether one of the user's own sentences was meant."""
        sentence = own.nearest(text, reading)
        if sentence is None:
            return None
        if slot := SLOT.search(sentence):
            asked = {"question": f"{_MEANT} {_blank(sentence)}? Say the {slot[1]}."}
            return SecondOpinion(Intent(proposals.ASK_FOR, {**asked, "sentence": sentence}))
        if understand(sentence) is None:
            return None
        return SecondOpinion(Intent(proposals.SUGGEST, {"sentence": sentence}))

    def _meant(
        self, text: str, said: Intent | None, understand: Understand, reading: MeaningReading
    ) -> SecondOpinion | None:
        """What a request asks for among the meanings that the reader has learnt."""
        if said is None and (told := telling(text, reading)):
            return SecondOpinion(Intent(told))
        card = self._card_of(text, reading.meaning, understand)
        is_told = said is not None and said.name == meanings.RECALL and reading.meaning in _TOLD_OF
        is_act = reading.meaning == "do_you_hear" and _OF_AN_ACT.match(text) is not None
        is_unaddressed = said is not None and not _SAYS_JARVIS.search(text)
        is_mine = reading.meaning == "what_can_you_do" and _MINE.search(text) is not None
        is_nothing = (
            is_mine
            or is_told
            or is_act
            or card is None
            or reading.confidence < POSSIBLE
            or card.name in TOLD
        )
        if card is None or is_nothing or (is_unaddressed and card.name in _OF_JARVIS):
            return as_question(text, said)
        if card.kind == "talk" and ((is_it := is_order(text)) or THINGS.search(text)):
            is_okayed = card.name in _OKAYED and is_it  # "Okay." would sound like done
            unknown = Intent(proposals.CANNOT, {"reply": NOT_KNOWN_WHAT})
            return SecondOpinion(unknown) if is_okayed else as_question(text, said)
        if card.kind == "web":
            return of_web(text, said, reading)
        if said is not None and said.name in OPENING_INTENTS and self._opens(card, understand):
            return None  # the grammar's own reading offers to look for what is not known
        needed = INSTEAD if said is not None else LIKELY
        if card.name == "exchange_rate" and _RATES.search(text):
            needed = POSSIBLE
        is_asked = said is None and (card.cue is not None or card.name in _OF_WHAT_IS_SET)
        if reading.confidence < needed and not is_asked:
            return as_question(text, said)
        if card.kind == "refuse":
            return SecondOpinion(Intent(proposals.CANNOT, {"reply": card.reply}))
        return self._done_or_asked(text, said, understand, reading, card)

    def _card_of(self, text: str, meaning: str, understand: Understand) -> MeaningCard | None:
        """The card of a meaning; "louder" alone is of the sound, where that can be changed."""
        card = self.cards.by_name.get(meaning)
        of_sound = self.cards.by_name.get(_OF_SOUND.get(meaning, ""))
        if of_sound is None or is_of_voice(text):
            return card
        can_be = self._intent_of(of_sound, of_sound.sentences[-1], understand) is not None
        return of_sound if can_be else card

    def _done_or_asked(
        self,
        text: str,
        said: Intent | None,
        understand: Understand,
        reading: MeaningReading,
        card: MeaningCard,
    ) -> SecondOpinion | None:
        """What is known here, or a search of the web where that is as good."""
        found = self._done(text, card, reading, understand)
        if said is not None and found and found.intent and is_lesser(card.name, found.intent):
            return as_question(text, said)  # what is asked of the web as it was said
        if found is None and asks_the_web(card.name):
            return of_web(text, said, reading)
        is_rate = card.name == "exchange_rate" and _RATES.search(text) is not None
        if found or said is None or (reading.confidence < INSTEAD and not is_rate):
            return found or as_question(text, said)
        return SecondOpinion(None)  # what is known here is not asked of a service

    def _opens(self, card: MeaningCard, understand: Understand) -> bool:
        """Whether a meaning asks to open something by its name."""
        return any(
            self._intent_of(card, one, understand) in OPENING_INTENTS for one in card.sentences
        )

    def _done(
        self, text: str, card: MeaningCard, reading: MeaningReading, understand: Understand
    ) -> SecondOpinion | None:
        """The meaning as a sentence of the grammar's: to be done, offered, or asked to the end."""
        name_of = partial(self._intent_of, card, understand=understand)
        worded = worded_meaning(text, card, reading, understand, name_of)
        if worded is None or is_denied(text, card.name):
            return None
        if worded.missing:
            if reading.confidence < LIKELY:
                return None
            asked = {"question": card.asks[worded.missing], "sentence": worded.sentence}
            return SecondOpinion(Intent(proposals.ASK_FOR, asked))
        intent = understand(worded.sentence)
        if intent is None or (_EXCEPT.search(text) and not _EXCEPT.search(worded.sentence)):
            return None  # all of them is not what was wanted
        needed = SURE if is_report(text) else card.sure
        is_sure = reading.confidence >= needed and bool(card.cue is None or card.cue.search(text))
        is_act = card.kind == "ask" or (card.kind == "do" and card.cue is not None)
        is_limited = is_act and bool(lost_limits(text, worded.sentence))
        is_doubted = has_exception(text, card.name) or is_told(text, card.name)
        is_sure = is_sure and not (is_act and is_doubted)
        times = TIMES.difference(*map(SLOT.findall, card.sentences))
        said = {slot: reading.slots.get(slot, ()) for slot in times}
        lasts = "length" in times or not THINGS.search(text)
        if is_act and any(is_timed(text, words, lasts=lasts) for words in said.values()):
            is_sure = False
        is_limited = is_limited or (card.cue is None and reading.confidence < LIKELY)
        if worded.is_whole and not is_limited and (not is_act or (is_sure and card.kind != "ask")):
            return SecondOpinion(intent, is_sure and reading.confidence >= SURE)
        return SecondOpinion(Intent(proposals.SUGGEST, {"sentence": worded.sentence}))

    def _intents_of(self, understand: Understand) -> Callable[[MeaningCard], frozenset[str]]:
        """Names of the intents that the sentences of a card have."""

        def names(card: MeaningCard) -> frozenset[str]:
            found = (self._intent_of(card, one, understand) for one in card.sentences)
            return frozenset(name for name in found if name)

        return names

    def _intent_of(self, card: MeaningCard, template: str, understand: Understand) -> str | None:
        """The intent that a template has with any words in it."""
        if template not in self._intents:
            intent = understand(card.example(template))
            self._intents[template] = intent.name if intent else None
        return self._intents[template]


def _blank(sentence: str) -> str:
    return SLOT.sub("something", sentence)
