"""The decoder of sound files that faster-whisper imports, put off until something uses it.

Invariant: whoever uses it gets the real one; who only imports it pays nothing.

Speech to text is given samples here, never a file: the decoder, with a video library of its own,
would be 20 MB and 50 ms of every start for nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

DECODER = "av"


class _PutOff(ModuleType):
    """Stands in for a library until something in it is asked for."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            sys.modules.pop(self.__name__, None)
        return getattr(import_module(self.__name__), name)


def put_off_decoder() -> None:
    """Before faster-whisper is imported; where the decoder is loaded, nothing changes."""
    if DECODER not in sys.modules and (spec := find_spec(DECODER)):
        stand_in = _PutOff(DECODER)
        stand_in.__spec__ = spec  # who asks whether it is installed is told the truth
        sys.modules.setdefault(DECODER, stand_in)
