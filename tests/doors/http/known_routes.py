"""Lets one process work out once what each route takes and answers: many tests open a port.

Invariant: only what FastAPI reads from a function and a type is shared, and nobody changes it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from fastapi import routing


def know_routes() -> None:
    """Make FastAPI remember it. Called again, it changes nothing."""
    for name in ("create_model_field", "_build_dependant_with_parameterless_dependencies"):
        make = getattr(routing, name)
        if not hasattr(make, "__wrapped__"):
            setattr(routing, name, _once(make))


def _once(make: Callable[..., Any]) -> Callable[..., Any]:
    made = cache(make)

    def make_once(**named: Any) -> Any:
        if named.get("dependencies") == []:
            named["dependencies"] = ()
        try:
            return made(**named)
        except TypeError:  # something in it cannot be looked up
            return make(**named)

    make_once.__wrapped__ = make  # type: ignore[attr-defined]
    return make_once
