"""What the pages of the project tell a reader to type, to write into settings, or to follow."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("models/*.md")], key=lambda p: p.name
)

SOURCES = [
    file.relative_to(ROOT).as_posix()
    for folder in ("jarvis_voice", "tests")
    for file in (ROOT / folder).rglob("*.py")
]
"""Every Python file of the project."""

_FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PROGRAM = re.compile(r"(?:[\w./$~-]*/)?(jarvis|make)(?: (?!=)|$)")
_MENTION = re.compile(r"`(jarvis [^`]*)`")
_PATH = re.compile(r"[\w*.-]+(?:/[\w*.-]+)*/?")
_CLASS = re.compile(r"([A-Z]\w+)(?:\.(\w+))?(?:\(.*\))?")
_WORD = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")


def without_fences(text: str) -> str:
    """A page but for its blocks of code."""
    return _FENCE.sub("", text)


def blocks(text: str, language: str) -> Iterator[str]:
    """The blocks of code in a language, without their indentation; "" is what names none."""
    for found in _FENCE.finditer(text):
        if found[1] == language:
            lines = found[2].splitlines()
            depth = min((len(one) - len(one.lstrip()) for one in lines if one.strip()), default=0)
            yield "\n".join(one[depth:] for one in lines)


def commands(text: str) -> Iterator[list[str]]:
    """Every command of `jarvis` or `make` that a page names, as words; "a|b" gives two."""
    lines = [line for block in blocks(text, "") for line in block.splitlines()]
    spans = [" ".join(span.split()) for span in _SPAN.findall(without_fences(text))]
    for line in [*lines, *spans]:
        if found := _PROGRAM.match(line):
            yield from _alternatives(_words(line[found.start(1) :]))


def mentions(source: str) -> Iterator[list[str]]:
    """Every command of `jarvis` between backticks in a source file."""
    for said in _MENTION.findall(source):
        if "{" not in said and "\\" not in said and '" ' not in said:
            yield from _alternatives(_words(said))


def links(text: str) -> Iterator[str]:
    """Where a page's links lead, but for those to other sites."""
    for target in _LINK.findall(without_fences(text)):
        if "://" not in target:
            yield target


def python_files(text: str) -> Iterator[str]:
    """The Python files that a page names between backticks."""
    yield from re.findall(r"`([\w/]+\.py)`", without_fences(text))


def spans(text: str) -> Iterator[str]:
    """What a page has between backticks, without its blocks of code."""
    yield from _SPAN.findall(without_fences(text))


def paths(text: str) -> Iterator[str]:
    """The files and folders that a page names with a slash; "*" stands for any letters."""
    yield from (one for one in spans(text) if "/" in one and _PATH.fullmatch(one))


def classes(text: str) -> Iterator[tuple[str, str]]:
    """The classes that a page names, each with the member that stands behind it, or ""."""
    for one in spans(text):
        if found := _CLASS.fullmatch(one):
            yield found[1], found[2] or ""


def lower_names(text: str) -> Iterator[str]:
    """The modules, functions and fields that a page names, as far as they have an underscore."""
    yield from (one for one in spans(text) if _WORD.fullmatch(one))


def has_class(source: str, name: str, member: str) -> bool:
    """Whether a source has a class of that name, with that member; "" is any class or alias."""
    is_there = f"class {name}" in source or f"\n{name} = " in source
    if not is_there or not re.search(rf"^ *(?:class {name}\b|{name} = )", source, re.MULTILINE):
        return False
    if not member:
        return True
    found = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.ClassDef)]
    return any(member in _members(one) for one in found if one.name == name)


def has_name(source: str, name: str) -> bool:
    """Whether a source defines, sets or takes something of that name."""
    return name in source and bool(re.search(rf"\bdef {name}\b|\b{name}\b *[:=]", source))


def _members(of: ast.ClassDef) -> Iterator[str]:
    """What a class defines and sets."""
    for one in ast.walk(of):
        match one:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def anchors(text: str) -> set[str]:
    """The names of a page's headings, as links to them have them."""
    headings = re.findall(r"^#+ (.+)$", without_fences(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one).lower().replace(" ", "-") for one in headings}


def settings(text: str) -> Iterator[tuple[str, str]]:
    """Section and name of each setting that a page names in a row or a sentence."""
    plain = without_fences(text)
    for row in plain.splitlines():
        cells = row.split(" | ")
        if row.startswith("| `[") and len(cells) > 1:
            section = _SPAN.findall(cells[0])[0].strip("[]")
            for span in _SPAN.findall(cells[1]):
                yield section, span.partition("=")[0].strip()
    for name, section in re.findall(r"`(\w+)(?: = [^`]*)?` under `\[([\w.]+)\]`", plain):
        yield section, name
    for section, name in re.findall(r"`\[([\w.]+)\] (\w+)", plain):
        yield section, name


def _words(line: str) -> list[str]:
    """A line as a shell would cut it; what is optional counts as given."""
    bare = re.sub(r"[\[\]]", " ", line) if "'" not in line else line
    return shlex.split(bare, comments=True)


def _alternatives(words: list[str]) -> Iterator[list[str]]:
    """A command for each of the words that a "|" stands between."""
    for place, word in enumerate(words):
        if "|" in word and word != "|":
            for one in word.split("|"):
                yield from _alternatives([*words[:place], one, *words[place + 1 :]])
            return
    yield words
