"""Joins the halves of a sign that a server has sent apart, so that a text can be written down."""

from __future__ import annotations

from typing import Any

FIRST_HALVES = range(0xD800, 0xDC00)
SECOND_HALVES = range(0xDC00, 0xE000)
HALVES = range(0xD800, 0xE000)
"""Numbers that are no signs; two of them together stand for one."""


def whole_signs(text: str) -> str:
    """The text with its halves joined; one that is left alone becomes a replacement mark."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def with_whole_signs(value: Any) -> Any:
    """A JSON value, every text in it by `whole_signs`."""
    if isinstance(value, str):
        return whole_signs(value)
    if isinstance(value, list):
        return [with_whole_signs(one) for one in value]
    if isinstance(value, dict):
        return {whole_signs(key): with_whole_signs(one) for key, one in value.items()}
    return value


class SignSeam:
    """Joins halves that lie in two pieces of a text."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, piece: str) -> str:
        """The piece, without a half at its end that may be joined by the next."""
        text, self._half = self._half + piece, ""
        if text and ord(text[-1]) in FIRST_HALVES:
            text, self._half = text[:-1], text[-1]
        return whole_signs(text)
