"""Makes rich's texts of a line of Markdown: emphasis, code, links. Imports rich when it is used.

Invariant: signs that would steer a terminal are written out behind the Markdown, whose entities
could else bring them in; brackets that rich would read as its own markup are text.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jarvis_voice.core.visible_text import written_out

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from rich.text import Text

_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}
CODE_STYLE = "bold cyan"
_LINKED = ("http://", "https://", "mailto:")


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough")


def line_text(markdown: str) -> Text:
    """A line as it is shown; a link is followed by its address."""
    from rich.text import Text

    text, styles, links = Text(), list[str](), list[tuple[str, int]]()
    for token in _parser().parseInline(markdown)[0].children or []:
        kind = token.type
        if kind == "link_open":
            links.append((str(token.attrs.get("href", "")), len(text)))
        elif kind == "link_close":
            _end_link(text, *links.pop())
        elif kind.endswith("_open"):
            styles.append(_STYLES.get(kind.removesuffix("_open"), ""))
        elif kind.endswith("_close"):
            styles.pop()
        else:
            text.append(_words(token), " ".join([*styles, *_own_style(kind)]).strip())
    return text


def _words(token: Token) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return "\n" if token.type == "hardbreak" else " "
    if token.type == "image":
        return written_out(f"{token.content} ({token.attrs.get('src', '')})")
    return written_out(token.content)


def _own_style(kind: str) -> list[str]:
    return [CODE_STYLE] if kind == "code_inline" else []


def _end_link(text: Text, address: str, begin: int) -> None:
    from rich.style import Style

    address = written_out(address)
    is_safe = address.lower().startswith(_LINKED)
    text.stylize(Style(underline=True, link=address if is_safe else None), begin)
    if address.removeprefix("mailto:") != text.plain[begin:]:
        text.append(f" ({address})", "dim")


def closed(markdown: str, open_marks: str) -> tuple[str, str]:
    """A sentence with emphasis that began before it or goes on behind it, closed in itself.

    Args:
        markdown: The sentence.
        open_marks: The mark that was left open before it, or "".

    Returns:
        The sentence to show, and the mark that is left open behind it.
    """
    whole = open_marks + markdown
    mark = "**" if "**" in whole else "*"
    if whole.count(mark) % 2 and _opens(whole, mark):
        return whole + mark, mark
    return whole, ""


def _opens(text: str, mark: str) -> bool:
    """Whether the last of these marks begins what is emphasised: "a **b", not "5 * 3"."""
    place = text.rindex(mark)
    before, behind = text[place - 1 : place], text[place + len(mark) : place + len(mark) + 1]
    return (not before or before.isspace() or before in "(\"'") and bool(behind.strip())
