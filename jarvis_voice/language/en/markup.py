"""Removes what only the eye can use from a text: markdown, HTML tags, code, emoji.

Invariant: words stay in their order; only marks, fenced code and pictures go.
"""

from __future__ import annotations

import html
import re
import unicodedata

_TAGS = (
    "a|abbr|b|blockquote|br|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|img|kbd|li|mark|ol|p|pre|s|small|"
    "span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul"
)

_RULES = tuple(
    (re.compile(pattern, re.MULTILINE | re.DOTALL), kept)
    for pattern, kept in (
        (r"^[ \t]*(```|~~~).*?(^[ \t]*\1[ \t]*$|\Z)", "\n"),  # fenced code, also when cut short
        (r"```.*?```", " "),
        (r"<!--.*?-->", " "),
        (rf"</?({_TAGS})\b[^<>\n]*>", " "),
        (r"!\[([^\]\n]*)\]\([^)\n]*\)", r"\1"),  # ![alt](picture)
        (r"\[([^\]\n]+)\]\([^)\n]*\)", r"\1"),  # [words](address)
        (r"\[\^?\d+\]", ""),  # footnotes
        (r"^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$", ""),  # table rule
        (r"^[ \t]*([-*_])([ \t]*\1){2,}[ \t]*$", ""),  # horizontal rule
        (r"^[ \t]*\|(.*)\|[ \t]*$", r"\1"),  # table row
        (r"[ \t]+\|[ \t]+", ", "),
        (r"^[ \t]*(>[ \t]?)+", ""),  # quotation
        (r"^[ \t]*#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$", r"\1"),  # heading
        (r"^[ \t]*[-*+\u2022][ \t]+(\[[ xX]\][ \t]+)?", ""),  # bullet, task
        (r"^[ \t]*(\d{1,3})[.)][ \t]+", r"\1, "),  # numbered list
        (r"`+([^`\n]*)`+", r"\1"),
        (r"(?<![\w*])(\*{1,3}|~~)(?=\S)(.+?)(?<=\S)\1(?![\w*])", r"\2"),
        (r"(?<!\w)(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)", r"\2"),
        (r"\\([\\`*_{}\[\]()#+.!|~>-])", r"\1"),  # escaped marks
    )
)

_KEPT_SYMBOLS = "\u00b0\u2103\u2109"
"""Degree signs are of the emoji's category, but are units."""


def strip_markup(text: str) -> str:
    """Text without marks, tags, fenced code and emoji; lines stay lines, each ended by a mark."""
    for pattern, kept in _RULES:
        text = pattern.sub(kept, text)
    text = "".join(sign for sign in html.unescape(text) if not _is_picture(sign))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    worded = [line for line in lines if any(sign.isalnum() for sign in line)]
    return " ".join([*(_ended(line) for line in worded[:-1]), *worded[-1:]])


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
