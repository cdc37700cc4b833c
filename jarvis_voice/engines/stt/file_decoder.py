"""Delays the loading of the sound-file decoder, which faster-whisper imports, until it is used.

Invariant: whoever asks for something in it gets the real one; who only imports it pays nothing.

Speech to text is given samples here, never a file: the decoder, with a video library of its own,
would be 20 MB and 50 ms of a start for nothing.
"""

from __future__ import annotations

import sys
import threading
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

DECODER = "av"

_replacing = threading.Lock()


class _PutOff(ModuleType):
    """Stands in for a library until something in it is asked for."""

    def __getattr__(self, name: str) -> Any:
        with _replacing:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def put_off_decoder() -> None:
    """Before faster-whisper is imported; where the decoder is loaded, nothing changes."""
    if DECODER not in sys.modules and (spec := find_spec(DECODER)):
        stand_in = _PutOff(DECODER)
        # who asks whether it is installed, and where, is told the truth
        stand_in.__spec__, stand_in.__file__ = spec, spec.origin
        sys.modules.setdefault(DECODER, stand_in)
