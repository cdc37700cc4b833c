"""Joins the parts of an answer into the text that was written. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from jarvis_voice.core.types import Reply


def written(replies: Iterable[Reply]) -> str:
    """The answer as it is written: the texts with their leads, the first without."""
    told = [reply for reply in replies if reply.text]
    return "".join([*(one.text for one in told[:1]), *(one.lead + one.text for one in told[1:])])
