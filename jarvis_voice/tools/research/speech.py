"""Cleans text of pages and models so that Jarvis can speak it as an answer. Pure.

Invariant: what comes out claims no act of Jarvis, gives nobody orders, and holds no address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.tools.research.sources import Source, source_names

ALIKE = 78
"""From this likeness on, 0..100, two sentences say the same."""

_URL = re.compile(r"\bhttps?://(?:www\.)?([^\s/?#\"\\<>()]+)[^\s\"\\<>]*", re.IGNORECASE)
_MARKS = lazy_pattern(
    r"\[[^\]]{0,60}\]|[`|]+|(?<!\w)[#*_]+|[*_]+(?!\w)|</?[a-z][^<>]{0,200}>", re.IGNORECASE
)
_ASIDE = re.compile(r"(?<!\s)\s*\(([^()]*)\)")
_SHORT_ASIDE = 24
_ACTS = (
    r"(?:open|launch|start|sen[dt]|sav|delet|remov|creat|play|set|book|order|call|turn|schedul|"
    r"e-?mail|add|download|install|bought|buy|paid|transferr?)(?:ed|d|ing)?"
)
_FIRST_PERSON = lazy_pattern(
    r"\bI['\u2019](?:ve|ll|m|d)\b"
    # not the numeral of "World War I" and "Elizabeth I"
    r"|(?:^|[,;:.(\"\u201c]\s*|\b[a-z]+ )I\b(?! (?:of|and II|to III)\b)"
    r"|^(?:Yesterday|Today|Tonight|Now|Then|So|And|But|Here|Well|Sure|Yes|No|Okay|Also|When|If|As|"
    r"Since|While|After|Before|Once|Finally|Afterwards|Because|What|That|Everything|All) I\b"
    r"|\b(?:[Mm]y|[Mm]yself|[Ww]e|[Oo]ur|[Uu]s|[Ww]e['\u2019](?:ve|ll|re))\b"
    r"|\bme\b"
)
_REPORTS = lazy_pattern(
    rf"^(?:(?:ok|okay|sure|of course|alright)[,.!]? )?(?:(?:all )?done\b|here you go\b|"
    rf"(?:successfully )?{_ACTS}\b[^.]{{0,40}}\b(?:your|for you)\b)"
    rf"|\byour (?:\w+ ){{0,3}}(?:has|have|is|are|was|were) (?:now |just |been )*{_ACTS}\b"
    r"|\b(?:is|are) now (?:open|running|playing|on your)\b",
    re.IGNORECASE,
)
_ORDERS = lazy_pattern(
    r"\b(?:ignore|disregard|forget|override)\b.{0,12}\b(?:your|all|any|previous|prior|these|above|"
    r"earlier)\b.{0,20}\b(?:instruction|prompt|rule|command|task)s?\b"
    r"|\bas an? (?:ai|large language model|language model|assistant)\b\s*,"
    r"|\b(?:tell|give|send|say|enter|type|read|reveal|provide|confirm)\b.{0,30}"
    r"\b(?:your|user['\u2019]s)\b.{0,20}"
    r"\b(?:password|passcode|pin|credit card|card number|api key|security code)s?\b"
    r"|^(?:assistant|system|user|jarvis|dear assistant)\s*[:,]",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    """One line without addresses, marks, footnotes and long asides."""
    text = _MARKS.sub("", _URL.sub(r"\1", text))
    text = _ASIDE.sub(_kept_aside, text)
    text = visible_line(text)
    return re.sub(r" (?=[,.;:!?])", "", text)


def _kept_aside(aside: re.Match[str]) -> str:
    """A short aside stays: "(1820)"; how a name is pronounced does not."""
    inside = aside[1].strip()
    is_short = len(inside) <= _SHORT_ASIDE and inside.isascii() and ":" not in inside
    return f" ({inside})" if inside and is_short else ""


def without_addresses(text: str) -> str:
    """The text with every web address cut down to its host."""
    return _URL.sub(r"\1", text)


def is_sayable(sentence: str) -> bool:
    """Whether Jarvis may say it: it speaks of the world, not of what Jarvis or the user does."""
    return not any(rule.search(sentence) for rule in (_FIRST_PERSON, _REPORTS, _ORDERS))


def sayable(text: str, n_sentences: int, n_characters: int) -> list[str]:
    """The sentences of a text that may be said, each once.

    Args:
        text: A model's answer.
        n_sentences: How many at the most.
        n_characters: Of all of them together; the first one counts in any case.
    """
    kept: list[str] = []
    for sentence in split_sentences(clean(text)):
        if not is_sayable(sentence) or is_told(sentence, kept):
            continue
        if len(kept) == n_sentences or sum(map(len, [*kept, sentence])) > n_characters:
            break
        kept.append(closed(sentence))
    return kept


def is_told(sentence: str, before: Iterable[str]) -> bool:
    """Whether one of the sentences before says nearly the same."""
    from rapidfuzz import fuzz, utils

    return any(
        fuzz.token_set_ratio(sentence, one, processor=utils.default_process) >= ALIKE
        for one in before
    )


def closed(sentence: str) -> str:
    """Ended as a sentence."""
    return sentence if sentence.endswith((".", "!", "?", '."', ".'")) else f"{sentence}."


def spoken_answer(sentences: Sequence[str], sources: Sequence[Source], missing: str = "") -> str:
    """The whole answer as it is spoken: what was found, what is missing, where it is from."""
    label = "Sources" if len({source.name for source in sources}) > 1 else "Source"
    cited = f"{label}: {source_names(sources)}."
    caveat = [missing] if missing else []
    return " ".join([*sentences, *caveat, cited, "Say: open the first one."])
