"""Delays the loading of a library that others import, until something of it is used.

Invariant: code that uses something in it gets the real library; an import alone does not load it.
"""

from __future__ import annotations

import sys
import threading
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

_replacing = threading.Lock()


class _PutOff(ModuleType):
    """Stands in for a library until something in it is asked for."""

    def __getattr__(self, name: str) -> Any:
        with _replacing:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def put_off(name: str, *, has_free_parts: bool = False) -> None:
    """Before the library is imported; where it is loaded, nothing changes.

    Args:
        name: Of the library, or of a package in it.
        has_free_parts: A module in it may be imported while the rest is still put off.
    """
    if name in sys.modules or not (spec := find_spec(name)):
        return
    stand_in = _PutOff(name)
    # who asks whether it is installed, and where, is told the truth
    stand_in.__spec__, stand_in.__file__ = spec, spec.origin
    if has_free_parts and spec.submodule_search_locations is not None:
        stand_in.__path__ = list(spec.submodule_search_locations)
    parent, _, child = name.rpartition(".")
    if sys.modules.setdefault(name, stand_in) is stand_in and parent:
        setattr(sys.modules[parent], child, stand_in)
