"""What the steps of a turn have brought, as evidence for the sentences of an answer. Pure.

Invariant: what was told by a tool of this machine and what strangers wrote are kept apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from jarvis_voice.assistant.state import StepState
from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.core.types import Link, ReceiptKind

_LONGEST = 20_000
"""Characters that are kept, of the newest step first."""

_DEEPEST = 4
"""How deep the data of a step is looked into."""


def turn_evidence(memory: Sequence[StepState], links: Sequence[Link] = ()) -> TurnEvidence | None:
    """What the steps of a turn have brought; None where none was made.

    Args:
        memory: The steps so far.
        links: The results that the model was shown.
    """
    if not memory:
        return None
    outcome = _outcome(memory)
    return TurnEvidence(outcome, _first_of(_told(memory, links if outcome == "web" else ())))


def _told(memory: Sequence[StepState], links: Sequence[Link]) -> Iterator[str]:
    for step in reversed(memory):
        yield step["observed"]
        yield from _texts(step["data"])
    for link in links:
        yield f"{link.title} {link.snippet}"


def _first_of(texts: Iterable[str]) -> str:
    """As many of the texts as are kept, each once."""
    kept: dict[str, None] = {}
    room = _LONGEST
    for text in texts:
        if text not in kept:
            kept[text[:room]] = None
            room -= len(text) + 1
        if room <= 0:
            break
    return " ".join(kept)


def _outcome(memory: Sequence[StepState]) -> str:
    kinds = {step["kind"] for step in memory}
    looked = [step for step in memory if step["kind"] == ReceiptKind.LOOKUP.value]
    if ReceiptKind.EFFECT.value in kinds or ReceiptKind.PARTIAL.value in kinds:
        return "done"
    if looked:
        return "web" if any(step["untrusted"] for step in looked) else "told"
    return "failed" if ReceiptKind.FAILED.value in kinds else "nothing"


def _texts(data: object, depth: int = 0) -> Iterator[str]:
    """The texts and numbers in the data of a step."""
    if isinstance(data, str | int | float) and not isinstance(data, bool):
        yield str(data)
    elif depth < _DEEPEST and isinstance(data, Mapping):
        for value in data.values():
            yield from _texts(value, depth + 1)
    elif depth < _DEEPEST and isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value, depth + 1)
