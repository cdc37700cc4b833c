"""Decides which tools a model may choose in a step. Pure.

Invariant: text that strangers wrote can narrow what is possible and never widen it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.assistant.state import StepState
from jarvis_voice.assistant.url_map import host
from jarvis_voice.core.types import OUR_ORIGINS, Link
from jarvis_voice.language.en.notation_requests import asks_for_call, asks_for_notation
from jarvis_voice.language.en.page_orders import asks_to_open
from jarvis_voice.tools.registry import Registry, Tool

_WORD = re.compile(r"[^\W_]+", re.UNICODE)


def possible_tools(
    registry: Registry,
    goal: str,
    memory: Sequence[StepState],
    links: Sequence[Link],
    *,
    is_late: bool,
    rules: frozenset[Rule] = ALL_RULES,
) -> tuple[Tool, ...]:
    """The tools that a model may choose from in this step.

    Args:
        registry: All that exist.
        goal: The user's own words.
        memory: The turn so far.
        links: The url_map.
        is_late: The soft limit is reached: nothing further is looked up.
        rules: Those that hold.
    """
    is_held = Rule.WEB_IS_DATA in rules
    beside_web_text = is_held and (
        any(step["untrusted"] for step in memory)
        or any(link.origin not in OUR_ORIGINS for link in links)
    )
    is_written, is_call = asks_for_notation(goal), asks_for_call(goal)
    return tuple(
        tool
        for tool in registry
        if not tool.code_only
        and not (is_call or (is_written and not tool.is_read_only))
        and (links or not tool.takes_link)
        and not (is_late and Rule.BOUNDED in rules and tool.is_material)
        and (tool.is_read_only or not is_held or _is_asked(tool, goal, by_name=beside_web_text))
        and (not beside_web_text or may_open(tool, goal, links))
    )


def _is_asked(tool: Tool, goal: str, *, by_name: bool) -> bool:
    if tool.tier == "act" and not tool.is_ordered_in(goal):
        return False
    return is_named(tool, goal) if by_name else tool.is_asked_in(goal)


def may_open(tool: Tool, goal: str, links: Sequence[Link]) -> bool:
    """Whether a tool opens no page, or the user's own words ask for one of these."""
    if tool.opens != "site":
        return True
    return asks_to_open(goal, *(f"{link.title} {host(link.url)}" for link in links))


def is_named(tool: Tool, goal: str) -> bool:
    """Whether the user's own words name this act; a tool nobody has words for is named by name."""
    if tool.asked_by:
        return tool.is_asked_in(goal)
    return set(tool.name.split("_")) <= set(_WORD.findall(goal.lower()))
