"""Removes what only the eye can use from a text: markdown, HTML tags, code, emoji.

Invariant: words stay in their order; only marks, fenced code and pictures go. What a pattern looks
for ends at the next sign that begins it anew, or after so many: a text that opens and never closes
is not gone through again from each opening.
"""

from __future__ import annotations

import html
import re
import unicodedata

from jarvis_voice.core.lazy_pattern import lazy_pattern

_TAGS = (
    "a|abbr|b|blockquote|br|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|img|kbd|li|mark|ol|p|pre|s|small|"
    "span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul"
)


def _heading(found: re.Match[str]) -> str:
    return found[1].rstrip(" \t").rstrip("#").rstrip(" \t")


_CODE = tuple(
    (re.compile(pattern, re.MULTILINE | re.DOTALL), kept)
    for pattern, kept in (
        (r"^[ \t]*(```|~~~).*?(^[ \t]*\1[ \t]*$|\Z)", "\n"),  # fenced code, also when cut short
        (r"```.*?```", " "),
    )
)
_RULES = tuple(
    (lazy_pattern(pattern, re.MULTILINE | re.DOTALL), kept)
    for pattern, kept in (
        (rf"</?({_TAGS})\b[^<>\n]*>", " "),
        (r"!\[([^\[\]\n]*)\]\([^)\[\n]*\)", r"\1"),  # ![alt](picture)
        (r"\[([^\[\]\n]+)\]\([^)\[\n]*\)", r"\1"),  # [words](address)
        (r"\[\^?\d+\]", ""),  # footnotes
        (r"^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$", ""),  # table rule
        (r"^[ \t]*([-*_])([ \t]*\1){2,}[ \t]*$", ""),  # horizontal rule
        (r"^[ \t]*\|([^\n]*)\|[ \t]*$", r"\1"),  # table row
        (r"(?<![ \t])[ \t]+\|[ \t]+", ", "),
        (r"^[ \t]*(>[ \t]?)+", ""),  # quotation
        (r"^[ \t]*#{1,6}[ \t]+([^\n]*)$", _heading),
        (r"^[ \t]*[-*+\u2022][ \t]+(\[[ xX]\][ \t]+)?", ""),  # bullet, task
        (r"^[ \t]*(\d{1,3})[.)][ \t]+", r"\1, "),  # numbered list
        (r"`+([^`\n]*)`+", r"\1"),
        (r"(?<![\w*])(\*{1,3}|~~)(?=\S)(.{1,300}?)(?<=\S)\1(?![\w*])", r"\2"),
        (r"(?<!\w)(_{1,3})(?=\S)(.{1,300}?)(?<=\S)\1(?!\w)", r"\2"),
        (r"\\([\\`*_{}\[\]()#+.!|~>-])", r"\1"),  # escaped marks
    )
)

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_WIDE_BLANK = re.compile(r"[ \t]{9,}")
_BLANK = " " * 8
"""As wide as a blank stays while marks are looked for; it tells nothing by being wider."""

_KEPT_SYMBOLS = "\u00b0\u2103\u2109"
"""Degree signs are of the emoji's category, but are units."""


def strip_markup(text: str) -> str:
    """Text without marks, tags, fenced code and emoji; lines stay lines, each ended by a mark."""
    text = _WIDE_BLANK.sub(_BLANK, text)
    for pattern, kept in _CODE:
        text = pattern.sub(kept, text)
    text = _without_comments(text)
    for pattern, shown in _RULES:
        text = pattern.sub(shown, text)
    text = "".join(sign for sign in html.unescape(text) if not _is_picture(sign))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    worded = [line for line in lines if any(sign.isalnum() for sign in line)]
    return " ".join([*(_ended(line) for line in worded[:-1]), *worded[-1:]])


def _without_comments(text: str) -> str:
    """The text without comments; up to the last end of one each beginning has its end."""
    before, end, rest = text.rpartition("-->")
    return _COMMENT.sub(" ", before + end) + rest


def _is_picture(sign: str) -> bool:
    """Emoji, dingbats, their joiners and variation selectors, private and unassigned signs."""
    if sign in _KEPT_SYMBOLS:
        return False
    return (
        (unicodedata.category(sign) in {"So", "Sk", "Co", "Cn", "Cs", "Cf"} and sign not in "`^")
        or "\ufe00" <= sign <= "\ufe0f"
        or sign == "\u20e3"
    )


def _ended(line: str) -> str:
    return line if line[-1] in ".!?,;:\u2026" else line + "."
