"""Loads tools of third parties: packages with an entry point in `jarvis_voice.tools`.

Invariant: a package that is broken costs its own tools and nothing else, and it is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.types import SCOPES
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Tool

GROUP = "jarvis_voice.tools"
RESERVED = frozenset({"finish"})
"""What a planner calls the end of a turn."""

_NAME = lazy_pattern(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*\Z")
LONGEST_REASON = 200
"""Characters of what a package that failed has to say."""


def third_party_tools(
    around: ToolDependencies, taken: Collection[str]
) -> tuple[list[Tool], list[str]]:
    """The tools of installed packages, and what went wrong with others, in words.

    Args:
        around: What tools are made with.
        taken: Names that exist already.

    Returns:
        Tools with names that are free and unique; sentences for the screen.
    """
    tools: list[Tool] = []
    problems: list[str] = []
    names = set(taken)
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            found = list(_tools_of(entry.load(), around))
        except BaseException as error:  # noqa: BLE001 - a stranger's code, in a thread without Ctrl-C; the start goes on
            why = " ".join(f"{type(error).__name__} {error}".split())[:LONGEST_REASON]
            problems.append(f"The tool package {_package(entry)} could not be loaded: {why}")
            continue
        for tool in found:
            if not _NAME.match(tool.name) or tool.name in RESERVED:
                problems.append(
                    f"The tool package {_package(entry)} has a tool whose name cannot be used: "
                    f"{tool.name[:40]!a}; it is left out."
                )
                continue
            if tool.name in names:
                problems.append(
                    f"The tool package {_package(entry)} has a tool named {tool.name}, "
                    "which exists already; it is left out."
                )
                continue
            names.add(tool.name)
            tools.append(tool)
    return tools, problems


def _tools_of(loaded: object, around: ToolDependencies) -> Iterator[Tool]:
    """A tool, several, or a function of the surroundings that makes either.

    One that does not say which scope it needs, needs `act`.
    """
    if callable(loaded) and not isinstance(loaded, Tool):
        loaded = loaded(around)
    many = (loaded,) if isinstance(loaded, Tool) or not isinstance(loaded, Iterable) else loaded
    for one in many:
        if not isinstance(one, Tool):
            raise TypeError(f"{type(one).__name__} is no Tool")
        if not isinstance(one.name, str):
            raise TypeError("the name of a tool is no text")
        if not (
            isinstance(one.sentences, Mapping) and all(map(_is_template, one.sentences.items()))
        ):
            raise TypeError(f"the sentences of {one.name} are no mapping of texts to arguments")
        if not (isinstance(one.fulfils, tuple) and all(isinstance(m, str) for m in one.fulfils)):
            raise TypeError(f"what {one.name} fulfils is no tuple of names")
        if one.needs not in {None, *SCOPES}:
            raise TypeError(f"what {one.name} needs is no scope")
        # what a stranger's tool reads may be the owner's alone
        yield one if one.needs else replace(one, needs="act")


def _is_template(sentence: tuple[object, object]) -> bool:
    template, fixed = sentence
    return isinstance(template, str) and isinstance(fixed, Mapping)


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.name
