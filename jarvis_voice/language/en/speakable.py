"""Turns text for the eye into text for the ear.

Invariant: a token is recognised as what it is (address, date, time, version, money, ...) before
any of its signs is taken away; plain sentences come out unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.markup import strip_markup
from jarvis_voice.language.en.sentences import SENTENCE_CHARACTERS, split_sentences
from jarvis_voice.language.en.spoken_tokens import speak_tokens

_ABBREVIATIONS = tuple(
    (lazy_pattern(rf"(?<![^\W\d]){pattern}", re.IGNORECASE), spoken)
    for pattern, spoken in (
        (r"e\.\s?g\.,?", "for example,"),
        (r"i\.\s?e\.,?", "that is,"),
        (r"etc\.(?=\s+[a-z]|[,;)])", "et cetera"),
        (r"etc\.", "et cetera."),
        (r"vs\.?(?!\w)", "versus"),
        (r"approx\.", "approximately"),
        (r"dr\.(?=\s+[A-Z])", "Doctor"),
        (r"prof\.(?=\s+[A-Z])", "Professor"),
        (r"mr\.(?=\s)", "Mister"),
        (r"mrs\.(?=\s)", "Missus"),
        (r"(?<=\d)\s?\u00bd", " and a half"),
        (r"\u00bd", "one half"),
        (r"\u00bc", "one quarter"),
        (r"\u00be", "three quarters"),
        (r"(no\.|nr\.|#|\u2116)\s?(?=\d)", "number "),
    )
)

_SYMBOLS = tuple(
    (lazy_pattern(pattern), spoken)
    for pattern, spoken in (
        (r"[\u2018\u2019\u02bc]", "'"),
        (r"[\u201c\u201d\u00ab\u00bb\u201e]", '"'),
        (r"\s*(\u2192|\u21d2|->|=>)\s*", ", "),
        (r"\s+(\u2014|\u2013|--?)\s+|\s*\u2014\s*", ", "),
        (r"(\u2026|(?<!\.)\.{3,}+)(?=\s*[a-z])", ", "),
        (r"\u2026|\.{3,}", "."),
        (r"\s*&\s*", " and "),
        (r"\s*[\u2248~](?=\s?\w)", " about "),
        (r"\s*\u2260\s*", " is not "),
        (r"\s*\u2264\s*|\s*<=\s*", " at most "),
        (r"\s*\u2265\s*|\s*>=\s*", " at least "),
        (r"(?<=\w)\s*=\s*(?=\w)", " equals "),
        (r"(?<=\w)\s*\u00d7\s*(?=\w)|(?<=\w) [*x] (?=\w)", " times "),
        (r"(?<=\w)\s*\u00f7\s*(?=\w)|(?<=\w) / (?=\w)", " divided by "),
        (r"(?<=\w)\s?\+\s?(?=\w)", " plus "),
        (r"(?<!\w)\+(?=\w)", "plus "),
        (r"(?<=\w) \u2212 (?=\w)", " minus "),
        (r"(?:^|\s)<\s", " less than "),
        (r"(?:^|\s)>\s", " greater than "),
        (r"(?<=\w)/(?=\w)", " "),
        (r"(?<=\w)_(?=\w)", " "),
        (r"\+{2}", " plus plus"),
        (r"(?<=\w)#(?!\w)", " sharp"),
        (r"(?<=\w)\+(?!\w)", " plus"),
        (r"(?<!\w)@(?=\w)", "at "),
        (r"[\u00b0*_^`~|\\<>{}\[\]#=@\u2022\u00b7\u2212]", " "),
        (r"[()]", ", "),
    )
)

_TIDY = tuple(
    (lazy_pattern(pattern), kept)
    for pattern, kept in (
        (r",(?=\w)", ", "),
        (r"\s+", " "),
        (r"\s+(?=[,.;:!?])", ""),
        (r",(?=[,.;:!?])", ""),
        (r"(?<=[.;:!?]),", ""),
        (r"([.!?])[.]+", r"\1"),
    )
)


def speakable(text: str) -> str:
    """What a voice should say for `text`: words and sentence marks, nothing else.

    No markdown, code, emoji or addresses; numbers, percentages, money, dates, times, units,
    years, versions and ordinals become words. Empty when nothing is left to say.
    """
    if len(text) > SENTENCE_CHARACTERS:
        return " ".join(filter(None, map(speakable, _together(split_sentences(text)))))
    text = strip_markup(text)
    for pattern, spoken in _ABBREVIATIONS:
        text = pattern.sub(spoken, text)
    text = speak_tokens(text)
    for pattern, spoken in (*_SYMBOLS, *_TIDY):
        text = pattern.sub(spoken, text)
    text = text.lstrip(" ,;:.").rstrip(" ,;:")
    return text if any(sign.isalnum() for sign in text) else ""


def _together(sentences: Iterable[str]) -> Iterator[str]:
    """Sentences in as few texts as may be read at once: each text costs a hundred patterns."""
    text = ""
    for sentence in sentences:
        if text and len(text) + 1 + len(sentence) > SENTENCE_CHARACTERS:
            yield text
            text = ""
        text = f"{text}\n{sentence}" if text else sentence
    if text:
        yield text
