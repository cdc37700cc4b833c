"""Tells which words of a sentence may be a word to look up, to spell or to say. Pure."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from jarvis_voice.core.lazy_pattern import lazy_pattern

LONGEST_TERM = 60
LONGEST_SAID = 500
MOST_WORDS = 3
"""Of what is one term: "black hole"."""

_POINTS = lazy_pattern(
    r"(?:it|its|that|this|these|those|he|she|they|we|you|i|him|her|them|us|me|my|your|his|our|"
    r"their|there|here|what|which|who|does|do|did|is|are|was|were|has|have|can|could|will|would|all|"
    r"everything|something|anything|nothing)\b(?!')",
    re.I,
)
_ARTICLE = re.compile(r"(?:an?|to) (?=\w)", re.I)
_THE = re.compile(r"the\b", re.I)
_IN_A_LANGUAGE = lazy_pattern(
    r"\bin (?:arabic|chinese|czech|danish|dutch|esperanto|finnish|french|german|greek|hebrew|hindi|"
    r"hungarian|icelandic|irish|italian|japanese|klingon|korean|latin|mandarin|norwegian|persian|"
    r"polish|portuguese|romanian|russian|spanish|swahili|swedish|thai|turkish|ukrainian|urdu|"
    r"vietnamese|welsh)\Z",
    re.I,
)
_HOW_TO_SAY = lazy_pattern(
    r"(?:after me|again|louder|slower|faster|slowly|quietly|when|who|what|how|why|where|nothing|"
    r"no more)\Z",
    re.I,
)
_FULL_STOP = " \t.,!?;:\"'"


def a_term(words: str) -> str:
    """A term as it is looked up, without a leading "a" or "to".

    Raises:
        ValueError: It is none: it points at something, or is a whole phrase.
    """
    term = _ARTICLE.sub("", words.strip(_FULL_STOP), count=1)
    if _POINTS.match(term) or _THE.match(term):
        raise ValueError("This points at something, and is no word to look up.")
    if len(term.split()) > MOST_WORDS or not any(sign.isalpha() for sign in term):
        raise ValueError("This is no word to look up.")
    return term


def spelled(words: str) -> str:
    """What is to be spelled.

    Raises:
        ValueError: It points at something, or holds nothing to spell.
    """
    term = words.strip(' \t.,!?;:"')
    if _POINTS.match(term) or not any(sign.isalnum() for sign in term):
        raise ValueError("This points at something, and is no word to spell.")
    return term


def said_after(words: str) -> str:
    """What is to be said.

    Raises:
        ValueError: It is to be said in another language, or is how to say something.
    """
    if _IN_A_LANGUAGE.search(words.strip(_FULL_STOP)):
        raise ValueError("This asks for another language.")
    if _HOW_TO_SAY.match(words.strip(_FULL_STOP)):
        raise ValueError("These are no words to say.")
    return words


Term = Annotated[str, Field(min_length=1, max_length=LONGEST_TERM), AfterValidator(a_term)]
Spelled = Annotated[str, Field(min_length=1, max_length=LONGEST_TERM), AfterValidator(spelled)]
Said = Annotated[str, Field(min_length=1, max_length=LONGEST_SAID), AfterValidator(said_after)]
