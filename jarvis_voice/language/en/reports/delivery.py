"""Reads whether a made text is said to be sent or kept. Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_things import DEVICES, NAMES_OF_TEXTS
from jarvis_voice.language.en.reports.act_verbs import GERUNDS, LIGHT_VERBS, LOOKING_VERBS, PASTS
from jarvis_voice.language.en.reports.bare_reports import looked_without_subject
from jarvis_voice.language.en.reports.clause_words import (
    CLAUSE_ENDS,
    FIRST_PERSONS,
    NEGATIONS,
    past_adverbs,
    rest_of,
    start_of,
    word_table,
)
from jarvis_voice.language.en.reports.plain_words import PlainWords

_DELIVERING = word_table(
    "send mail email e-mail post forward deliver submit text publish print save store schedule "
    "upload file put drop"
)


_READING = word_table("reading holding seeing watching")
_BEFORE_A_CLAUSE = CLAUSE_ENDS | {"what"}
_REGULARLY = word_table("every each always whenever often")
_BOXES = word_table("outbox drafts")


def reports_delivery(plain: PlainWords, *, is_first: bool = False) -> bool:
    """Whether a sentence of a made text says that this very text was sent or kept, or more.

    Args:
        plain: One sentence.
        is_first: No other one stands before it, so that it may speak of the text.
    """
    words = plain.words
    start = start_of(words)
    first = words[start] if start < len(words) else ""
    if PASTS.get(first) in _DELIVERING and first != "put" and _is_made(words, start + 1):
        return True
    if _went_out(words, start) or looked_without_subject(words, start):
        return True
    if _left_for_its_reader(words) or (is_first and _wrote_to_somebody(words, start)):
        return True
    for place, word in enumerate(words):
        verb = PASTS.get(word) or GERUNDS.get(word)
        if verb is None:
            continue
        before = words[max(0, place - 5) : place]
        if is_first and before[-1:] == ("and",):  # it goes on from a verb before
            before = words[max(0, place - 12) : place]
        is_mine = bool(FIRST_PERSONS.intersection(before)) and not NEGATIONS.intersection(before)
        has_done = "have" in before or word in GERUNDS or "just" in before
        is_besides = "also" in before or words[:3] == ("by", "the", "way")
        if (
            is_mine
            and verb in _DELIVERING | {"hand"}
            and (_is_made(words, place + 1) or "what" in before or is_besides)
        ):
            return True
        if is_mine and (has_done or is_besides) and _is_device_of_yours(words, place + 1):
            return True
        if (
            is_mine
            and words[:3] == ("by", "the", "way")
            and verb not in LIGHT_VERBS | LOOKING_VERBS
        ):
            return True
        if verb in _DELIVERING and "been" in before and NAMES_OF_TEXTS.intersection(before):
            return True
    return False


def _went_out(words: tuple[str, ...], start: int) -> bool:
    """Whether the text is said to be on its way: "It went out a second ago", "It is online"."""
    for place in range(len(words) - 2):
        if words[place] == "it" and (place == 0 or words[place - 1] in CLAUSE_ENDS):
            end, _ = past_adverbs(words, place + 1)
            pair = words[end : end + 2]
            if pair in {
                ("went", "out"),
                ("is", "online"),
                ("is", "live"),
                ("is", "out"),
                ("is", "sent"),
            }:
                return True
            if pair == ("has", "gone") or words[end : end + 3] == ("is", "in", "your"):
                return True
        if words[place] == "your" and (place <= start + 1 or words[place - 1] in _BEFORE_A_CLAUSE):
            near = words[place + 2 : place + 5]
            if near[1:3] == ("has", "it"):  # "your friend Tim has it"
                return True
            is_read = near[:1] == ("is",) and bool(_READING.intersection(near[1:2]))
            if near[:2] == ("has", "it") or (is_read and "now" in words[place:]):
                return True
    return False


def _left_for_its_reader(words: tuple[str, ...]) -> bool:
    """Whether the text "left the outbox", or somebody was "beaten to it"."""
    for place, word in enumerate(words):
        if word == "left" and _BOXES.intersection(words[place + 1 : place + 4]):
            return True
        if word in {"beaten", "beat"} and words[place + 1 : place + 4] == ("you", "to", "it"):
            return bool(FIRST_PERSONS.intersection(words[max(0, place - 3) : place]))
    return False


def _wrote_to_somebody(words: tuple[str, ...], start: int) -> bool:
    """Whether it begins "I wrote to" or "what I did was write to"."""
    at = start + (words[start : start + 1] == ("what",))
    if words[at : at + 1] not in {("i",), ("we",)}:
        return False
    near = words[at + 1 : at + 6]
    wrote = next((i for i, one in enumerate(near) if PASTS.get(one, one) == "write"), None)
    if wrote is None or words[at + wrote + 2 : at + wrote + 3] != ("to",):
        return False
    whom = words[at + wrote + 3 : at + wrote + 4]
    return whom not in {("my",), ("our",), ("you",)} and not _REGULARLY.intersection(words)


def _is_made(words: tuple[str, ...], place: int) -> bool:
    rest = rest_of(words, place)
    if rest[:1] and rest[0] in {"it", "this"}:
        return len(rest) == 1 or rest[1] not in {"up", "down"}
    return (
        len(rest) > 1 and rest[0] in {"the", "this", "that", "your"} and rest[1] in NAMES_OF_TEXTS
    )


def _is_device_of_yours(words: tuple[str, ...], place: int) -> bool:
    rest = rest_of(words, place)[:6]
    if "your" in rest:
        behind = rest[rest.index("your") + 1 :][:3]
        return bool(DEVICES.intersection(behind))
    return False
