"""Finds and replaces the signs in a text that steer a screen instead of being read. Pure.

Invariant: what is written in any script comes through whole: letters, accents, emoji with their
joiners, and the marks by which right-to-left scripts order a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from jarvis_voice.core.lazy_pattern import lazy_pattern

_C0_BUT_BREAKS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f"
_C1 = "\x80-\x9f"
_BREAKS = "\r\u2028\u2029"
_DIRECTION = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates: they show a line in another order than it is stored. The
plain marks U+200E, U+200F and U+061C turn nothing round, and Hebrew and Arabic need them."""

_SHAPELESS = "\u00ad\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U0001d173-\U0001d17a"
"""Signs that are not seen and that no word needs. U+200C and U+200D stay: they join letters and
emoji."""

_TAGS = "\U000e0000-\U000e0fff"
"""Letters that are not seen, and further variation selectors."""

_CONTROLS = lazy_pattern(f"[{_C0_BUT_BREAKS}{_C1}{_BREAKS}{_DIRECTION}]")
_STEERING = lazy_pattern(f"[{_C0_BUT_BREAKS}\t{_C1}{_BREAKS}{_DIRECTION}]")
_UNSEEN = lazy_pattern(f"[{_SHAPELESS}]")
_NOT_IN_JSON = lazy_pattern(f"[\x7f{_C1}{_BREAKS}{_DIRECTION}{_SHAPELESS}{_TAGS}\ud800-\udfff]")
_UNFIT = re.compile(f"[{_C0_BUT_BREAKS}{_C1}]")
_LONE_SURROGATE = lazy_pattern("[\ud800-\udfff]")
_LOOSE_TAG = re.compile(
    "(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f|[\U000e0100-\U000e01ef])|[\U000e0000-\U000e0fff]"
)
"""Tag letters make flags where they follow a black one; elsewhere they hide words."""

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def visible(text: str) -> str:
    """The text as it may be told: without what steers a terminal or hides in a line.

    What steers becomes a blank; line breaks and tabs stay. A lone surrogate, which nothing
    can write out, becomes U+FFFD.
    """
    return text if _is_plain(text) else _sound(_UNSEEN.sub("", _CONTROLS.sub(" ", text)))


def visible_line(text: str) -> str:
    """As `visible`, on one line: runs of blanks, tabs and line breaks become one blank."""
    return " ".join(visible(text).split())


def written_out(text: str) -> str:
    r"""The text for a terminal: what would steer it is written as an escape, such as \x1b.

    Line breaks stay; signs that are neither seen nor needed are left out.
    """
    return text if _is_plain(text) else _sound(_UNSEEN.sub("", _STEERING.sub(_escape, text)))


def json_line(value: Any, default: Callable[[Any], Any] | None = None) -> str:
    """A value as JSON on one line: in the users' letters, and with nothing that steers a terminal.

    Args:
        value: What JSON can hold.
        default: Makes something of it that JSON can hold.
    """
    return _NOT_IN_JSON.sub(_json_escape, json.dumps(value, ensure_ascii=False, default=default))


def has_controls(text: str) -> bool:
    """Whether a text holds control characters that no argument of a program needs.

    Tabs and line breaks are needed: an argument may have several lines.
    """
    return _UNFIT.search(text) is not None


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _sound(text: str) -> str:
    text = _LOOSE_TAG.sub(lambda found: found[1] or "", text)
    return _LONE_SURROGATE.sub(REPLACEMENT, text)


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


def _json_escape(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]
