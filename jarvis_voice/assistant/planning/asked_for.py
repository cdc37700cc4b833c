"""Tells what a turn asks for: an act in the world, an answer, or company. Pure.

Invariant: where the sentence is understood, its intents decide; else its form does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from jarvis_voice.assistant.planning import unsupported
from jarvis_voice.assistant.planning.fulfilment import IN_WORDS
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Part, Understanding
from jarvis_voice.language.en.reports.nameless_orders import is_nameless_order, offers_act
from jarvis_voice.language.en.reports.request_form import RequestForm, form_of
from jarvis_voice.tools.registry import Registry

_PROPOSED = frozenset({proposals.SUGGEST, proposals.ASK_FOR, proposals.CANNOT, proposals.WORK_ON})
"""Guesses of the trained reader, which code would ask about or refuse: the form is surer."""

_SENTENCE = lazy_pattern(
    r"[.!?;]+\s+|,? and then |, then "
    r"|, (?=(?:what|why|how|where|who|which|should|can|could)"
    r" (?:am|are|is|do|does|did|i|you|we)\b)",
    re.I,
)
_AND_SEND = lazy_pattern(
    r"\b(?:and|then)(?: then| also)? (?:send|mail|e-?mail|post|print|save|text|forward|schedule|"
    r"upload|publish|run|set|add|order|book|call|turn|remind)\b(?! (?:me|us) (?:a|an|the|some)\b)",
    re.I,
)
_AND_KEEP = lazy_pattern(
    r"\b(?:and|then)(?: then| also)? (?:write|put|copy|place|store|paste|type|drop) "
    r"(?:it|that|this|them|both)(?: all)? (?:down )?(?:in|into|to|on|onto|at|under)\b[^.!?]*"
    r"(?:\b(?:files?|folder|notes?|notebook|list|document|doc|docs|blog|desktop|disk|drive|clipboard|"
    r"calendar|page|site|website|cloud|diary|spreadsheet|sheet|wiki|channel|chat)\b|\.[a-z]{2,4}\b)",
    re.I,
)
"""Where the text that is made is to be kept: an act beside it."""
_BACK_LATER = lazy_pattern(
    r"\b(?:(?:call|ring|phone|buzz) (?:me|us) (?:back|again|up)|"
    r"(?:talk|speak|come back|get back|return) to (?:me|us)\b.*\b(?:again|later|in|at|tomorrow|"
    r"tonight|when|once|after))\b",
    re.I,
)
"""Asks for words that Jarvis would have to begin himself."""
_REGULARLY = lazy_pattern(
    r"\b(?:every|each) (?:day|morning|evening|night|hour|week|weekday|\w+day)\b"
    r"|\bat \S+ (?:every|each)\b",
    re.I,
)
LONGEST_READ = 400
"""Characters of a sentence that are read for its form: a request stands at its beginning or end."""


class AskedFor(StrEnum):
    """What a turn asks for.

    TALK is small talk and whatever is merely told; TEXT a text to be made or a part to be played,
    which is talk too; QUESTION an answer; ACT something to be done in the world.
    """

    TALK = "talk"
    TEXT = "text"
    QUESTION = "question"
    ACT = "act"


def asked_for(
    understanding: Understanding, registry: Registry, messages: Sequence[MessageState] = ()
) -> AskedFor:
    """What a turn asks for.

    Args:
        understanding: What its words were read as.
        registry: The tools there are.
        messages: The conversation before it: "please" asks for what was offered, "the other one
            too" for what was done before, or for more words.
    """
    kind = _asked_alone(understanding, registry)
    text = understanding.text
    is_open = kind is AskedFor.TALK and not understanding.is_talk
    is_open = is_open or (kind is AskedFor.QUESTION and " " not in text.strip())  # "so?"
    is_nameless = is_open and is_nameless_order(text)
    return AskedFor.ACT if is_nameless and not _goes_on(messages) else kind


def _goes_on(messages: Sequence[MessageState]) -> bool:
    """Whether words that name nothing go on with talk: with a text, or the answer to a question."""
    before = next((one["text"] for one in reversed(messages) if one["role"] == "user"), "")
    if not before or offers_act(messages[-1]["text"]):
        return False
    forms = {form_of(one) for one in _sentences(before)}
    return RequestForm.ACT not in forms and not is_nameless_order(before)


def _asked_alone(understanding: Understanding, registry: Registry) -> AskedFor:
    if understanding.is_talk:
        return AskedFor.TALK
    text = understanding.text
    if _makes_text(text) and not _is_for_later(text) and not _acts_beside(text):
        return AskedFor.TEXT
    kinds = [_of_part(part, understanding, registry) for part in understanding.parts]
    if AskedFor.ACT in kinds:
        return AskedFor.ACT
    order = (AskedFor.QUESTION, AskedFor.TEXT, AskedFor.TALK)
    return next(kind for kind in order if kind in kinds)


def _makes_text(text: str) -> bool:
    """Whether a text is to be made: a letter, a story, a translation, a part played."""
    forms = [form_of(one) for one in _sentences(text)]
    if RequestForm.MAKING not in forms:
        return False
    return RequestForm.ACT not in forms[: forms.index(RequestForm.MAKING)]


def _acts_beside(text: str) -> bool:
    """Whether something is to be done with the text that is made."""
    text = text[:LONGEST_READ] + text[-LONGEST_READ:] if len(text) > LONGEST_READ else text
    return bool(_AND_SEND.search(text) or _AND_KEEP.search(text))


def _of_part(part: Part, understanding: Understanding, registry: Registry) -> AskedFor:
    intent = part.intent
    text = understanding.text if len(understanding.parts) == 1 else part.text
    is_sure = intent is not None and (
        intent.name not in OPENING_INTENTS or understanding.is_understood
    )
    if intent is None or not is_sure or intent.is_question:
        return _by_form(text, is_question=bool(intent and intent.is_question))
    if intent.name in _PROPOSED:
        return _by_form(text, is_question=False)
    if intent.name in IN_WORDS:
        return AskedFor.TALK
    tools = registry.fulfilling(intent.name)
    if tools and all(one.is_read_only for one in tools):
        return AskedFor.QUESTION
    if intent.name in OPENING_INTENTS or intent.name in {
        "find_and_open",
        "open_their",
        "open_result",
    }:
        return AskedFor.ACT
    if intent.name in {"open_url", "copy_answer", "do_again"}:
        return AskedFor.ACT
    if tools:
        form = form_of(text)
        return AskedFor.QUESTION if form is RequestForm.QUESTION else AskedFor.ACT
    return _by_form(text, is_question=False)


def _is_for_later(text: str) -> bool:
    """Whether something is to be said at its time, or again and again."""
    if len(text) > LONGEST_READ:
        return False
    is_said = bool(
        re.match(r"\W*(?:\w+ ){0,3}(?:tell|read|give|wake|remind|play) (?:me|us)\b", text, re.I)
    )
    is_later = unsupported.is_for_later(text) or _BACK_LATER.search(text) is not None
    return is_later or (is_said and bool(_REGULARLY.search(text)))


def _sentences(text: str) -> list[str]:
    if len(text) > LONGEST_READ:
        text = text[:LONGEST_READ]
    return [one for one in _SENTENCE.split(text) if one and one.strip()]


def _by_form(text: str, *, is_question: bool) -> AskedFor:
    forms = [form_of(one) for one in _sentences(text)]
    if _is_for_later(text) and forms != [RequestForm.QUESTION]:
        return AskedFor.ACT
    if RequestForm.MAKING in forms:
        return AskedFor.ACT if _acts_beside(text) else AskedFor.TEXT
    if RequestForm.ACT in forms:
        return AskedFor.ACT
    if RequestForm.QUESTION in forms or is_question:
        return AskedFor.QUESTION
    if RequestForm.WISH in forms and unsupported.refusal(text) is not None:
        return AskedFor.ACT
    return AskedFor.TALK
