"""Words the sentences that tell the user about turns that a crash interrupted. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.store.records import Interruption

MOST_TOLD = 3
"""Of a program that crashed again and again the newest are told, and how many more there were."""

LONGEST_QUOTE = 80
"""Characters of what was asked."""


def sentences_of(found: Sequence[Interruption]) -> list[str]:
    """What is to be told, the oldest first; none mostly.

    Args:
        found: The turns, the newest first.
    """
    told = [sentence_of(one) for one in found[:MOST_TOLD]][::-1]
    if len(found) > MOST_TOLD:
        told.insert(0, f"I was interrupted {len(found)} times; these were the last.")
    return told


def sentence_of(interruption: Interruption) -> str:
    """What is told of one turn: claims neither that it was done nor that it was not."""
    asked = " ".join(interruption.text.split())
    if len(asked) > LONGEST_QUOTE:
        asked = f"{asked[:LONGEST_QUOTE]} ..."
    if interruption.open_acts:
        done = " Part of it was done before." if interruption.effects else ""
        return f'I was interrupted in the middle of "{asked}". It may not have been done.{done}'
    if interruption.effects:
        return f'I was interrupted after I had done "{asked}", or part of it.'
    return f'I was interrupted before I had answered "{asked}". Nothing was done.'
