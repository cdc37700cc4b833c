"""Offers the language models that `jarvis setup` finds; a yes writes an entry under [models].

Invariant: nothing is written without an answer; what leaves this machine is said before.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from jarvis_voice.cli.output import out

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.core.setting_names import Name
    from jarvis_voice.workshop.doctor.model_search import FoundModels


def found_models() -> list[FoundModels]:
    """What there is on this machine and in the environment; takes a second at the most."""
    import asyncio

    from jarvis_voice.workshop.doctor.model_search import servers_here, services_with_key

    return [*asyncio.run(servers_here()), *services_with_key(os.environ)]


def offer_models(
    paths: Paths,
    found: list[FoundModels],
    answer: Callable[[str], str],
    change: Callable[[Mapping[Name, Any]], None],
) -> None:
    """Ask about each, and do what was answered.

    Args:
        paths: Where the .env is.
        found: What to offer.
        answer: Asks, and gives what was typed; "" skips it.
        change: Writes settings.
    """
    for one in found:
        model = _chosen(one, answer)
        if not model:
            continue
        change(entry_of(one, model))
        if one.variable:
            _keep_key(paths, one.variable)


def entry_of(found: FoundModels, model: str) -> dict[Name, Any]:
    """The settings of an entry, by the keys that lead to them."""
    given: dict[str, Any] = {
        "kind": found.kind,
        "model": model,
        "url": found.url,
        "key": found.variable,
        # the screen is shown only after a yes
        "sees": ["web", "screen"] if found.kind == "gemini" else [],
    }
    return {("models", found.name, key): value for key, value in given.items() if value}


def _chosen(found: FoundModels, answer: Callable[[str], str]) -> str:
    """The model that the user wants of it, or ""."""
    if found.variable:
        [model] = found.models
        out.tell(f"{found.variable} is set. {found.title} then gets what you ask me.")
        return (
            model if _is_yes(answer(f"Shall I ask {model} at {found.title} (y or Enter)?")) else ""
        )
    out.tell(f"{found.title} runs here. What you ask it stays on this machine. It has:")
    for number, name in enumerate(found.models, 1):
        out.tell(f"  {number}  {name}")
    while typed := answer("Which one shall I ask (its number)?"):
        if typed.isdecimal() and 1 <= int(typed) <= len(found.models):
            return found.models[int(typed) - 1]
        out.tell(f"  A number from 1 to {len(found.models)}, or Enter for none.")
    return ""


def _is_yes(typed: str) -> bool:
    return typed.lower() in {"y", "yes"}


def _keep_key(paths: Paths, variable: str) -> None:
    """Copy a key to where a Jarvis finds it that is started at login."""
    from jarvis_voice.core.keys_file import checked_key, keys_in, put_key

    if variable not in keys_in(paths.env_file):
        put_key(paths.env_file, variable, checked_key(os.environ[variable]))
        out.tell(f"  Its key is kept in {paths.env_file}, too, which only you can read.")
