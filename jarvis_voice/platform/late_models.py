"""Has pydantic make the checks of a model when it is first used, and not when it is defined.

Invariant: a model checks the same, whenever its checks are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def models_built_late() -> Iterator[None]:
    """For the import of a library that defines many models, of which few are ever used.

    Those of the brain's libraries would be 0.1 s of processor time. What another thread defines
    meanwhile is made late too.
    """
    from pydantic import BaseModel

    BaseModel.model_config["defer_build"] = True
    try:
        yield
    finally:
        BaseModel.model_config.pop("defer_build", None)  # another may have ended first
