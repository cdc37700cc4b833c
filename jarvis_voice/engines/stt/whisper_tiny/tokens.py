"""Converts text to the tokens of Whisper's English models, and back.

They are those of GPT-2. There a token that is made of two others has the higher number the later it
was found, so a text's tokens follow from the vocabulary alone: of all pairs that are a token, the
one with the lowest number is joined, until there is none.

Invariant: the same numbers as the tokenizer.json of Whisper's English models gives, which takes
five times as long to read and 14 MB more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from jarvis_voice.engines.stt.whisper_tiny.weights import OtherModelError

END = 50_256
START = 50_257
SIGNS = range(START + 100, START + 105)
NO_SPEECH = SIGNS[-1]
NO_TIMES = 50_362
FIRST_TIME = 50_363
_ALL = range(FIRST_TIME)
NAMES = {END: "<|endoftext|>", START: "<|startoftranscript|>", NO_TIMES: "<|notimestamps|>"}

PIECES = re.compile(
    r"'(?:s|t|re|ve|m|ll|d)| ?[^\W\d_²³¹¼½¾]+| ?[\d²³¹¼½¾]+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+"
)
"""Words, numbers and signs, each with the space before it: no token reaches over two of them."""


class EnglishTokens:
    """The vocabulary of an English Whisper model.

    Args:
        model_folder: As CTranslate2 writes it, with the vocabulary and config.json.

    Attributes:
        never_said: Tokens of signs that are no speech, as the model's makers list them.

    Raises:
        OtherModelError: It has no such files, or other tokens.
        ValueError: One of them is damaged.
    """

    def __init__(self, model_folder: Path) -> None:
        tokens = _vocabulary(model_folder)
        self._tokens = tokens[:END]
        self._numbers = {token: number for number, token in enumerate(self._tokens)}
        is_named = all(tokens[number : number + 1] == [name] for number, name in NAMES.items())
        if not (is_named and len(self._numbers) == END and self._numbers.keys() >= _BYTES.keys()):
            raise OtherModelError("its vocabulary has other tokens")
        self.never_said = _never_said(model_folder)

    def encode(self, text: str) -> list[int]:
        """The tokens of a text; what is written like one of Whisper's signs is text, too."""
        return [number for piece in PIECES.findall(text) for number in self._joined(piece)]

    def _joined(self, piece: str) -> Iterable[int]:
        parts = [_CHARACTERS[byte] for byte in piece.encode()]
        while len(parts) > 1:
            pairs = [self._numbers.get(a + b, END) for a, b in pairwise(parts)]
            lowest = min(pairs)
            if lowest == END:
                break
            at = pairs.index(lowest)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return [self._numbers[part] for part in parts]

    def decode(self, tokens: Iterable[int]) -> str:
        """The text of some tokens; signs of Whisper's own are left out."""
        written = "".join(self._tokens[token] for token in tokens if token < END)
        return bytes(_BYTES[character] for character in written).decode(errors="replace")


def _vocabulary(model_folder: Path) -> list[str]:
    """The tokens in the order of their numbers: a token a line, or a list."""
    with suppress(FileNotFoundError):
        return (model_folder / "vocabulary.txt").read_bytes().decode().split("\n")
    with suppress(FileNotFoundError):
        tokens = json.loads((model_folder / "vocabulary.json").read_bytes())
        if isinstance(tokens, list) and all(isinstance(token, str) for token in tokens):
            return tokens
    raise OtherModelError("it has no vocabulary")


def _never_said(model_folder: Path) -> tuple[int, ...]:
    """Those that the library would have to compute are left to it."""
    settings = json.loads((model_folder / "config.json").read_bytes())
    listed = settings.get("suppress_ids") if isinstance(settings, dict) else None
    never = {number for number in listed if number in _ALL} if isinstance(listed, list) else set()
    if not never.issuperset((START, *SIGNS)):
        raise OtherModelError("it does not list the tokens that are not said")
    return tuple(sorted(never))


def _characters() -> list[str]:
    """Of each byte the character it is written as: itself, where that can be seen."""
    seen = {*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1)}
    seen |= set(range(ord("®"), ord("ÿ") + 1))
    unseen = iter(range(256, 512))
    return [chr(byte if byte in seen else next(unseen)) for byte in range(256)]


_CHARACTERS = _characters()
_BYTES = {character: byte for byte, character in enumerate(_CHARACTERS)}
