"""Loads, ahead of time, what tools load at their first use; for programs that keep running.

Invariant: each load is safe in any thread beside a tool that needs it at the same time, changes
nothing but memory, and costs nothing when it is done again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial

from jarvis_voice.core.lazy_pattern import compile_waiting
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.numbers.conversion import Home, convert
from jarvis_voice.tools.places.place_list import place_index
from jarvis_voice.tools.web.sites import SiteTable

log = logging.getLogger(__name__)

ANYTHING = "nothing of that name"
"""A name that is looked for everywhere."""


def first_uses(sites: SiteTable, applications: Applications) -> Mapping[str, Callable[[], object]]:
    """The loads by what they load, what is needed most often first.

    Args:
        sites: The table of sites: an index of 20 ms.
        applications: What is installed: 10 to 50 ms.
    """
    return {
        "patterns": compile_waiting,  # 0.2 s, with rests: follow-ups need them
        "sites": lambda: sites.find(ANYTHING),
        "applications": lambda: applications.find(ANYTHING),
        "units": _convert,  # 0.35 s of processor time, 13 MB
        "places": _find_place,  # 0.3 s, 33 MB
    }


async def load_ahead(loads: Mapping[str, Callable[[], object]]) -> None:
    """Do one after the other, each in a thread that holds nobody up at the program's end.

    The thread has the usual priority: with a lower one the loop would have to wait for it whenever
    it holds the interpreter's lock.

    Args:
        loads: By what they load. One that fails is logged: the tool tells, when it is used.
    """
    for name, load in loads.items():
        try:
            await in_own_thread(f"load {name}", partial(_load, load))
        except Exception as error:  # noqa: BLE001 - nothing that is needed now must not end the rest
            log_broken(log, f"loading {name} ahead of use", error)


def _load(load: Callable[[], object], _: Callable[[], bool]) -> object:
    return load()


def _convert() -> str:
    return convert("1 mile", "kilometers", Home("metric", "EUR"))


def _find_place() -> object:
    return place_index().find(ANYTHING, datetime.now(UTC))
