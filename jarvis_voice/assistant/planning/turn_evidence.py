"""What the steps of a turn have brought, as evidence for the sentences of an answer. Pure.

Invariant: what was told by a tool of this machine and what strangers wrote are kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from jarvis_voice.assistant.state import StepState
from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.core.types import Link, ReceiptKind

_LONGEST = 4_000
"""Characters that are kept."""

_DEEPEST = 4
"""How deep the data of a step is looked into."""


def turn_evidence(memory: Sequence[StepState], links: Sequence[Link] = ()) -> TurnEvidence | None:
    """What the steps of a turn have brought; None where none was made.

    Args:
        memory: The steps so far.
        links: The results that a search of this turn has found.
    """
    if not memory:
        return None
    outcome = _outcome(memory)
    texts = [text for step in memory for text in (step["observed"], *_texts(step["data"]))]
    if outcome == "web":
        texts += [f"{link.title} {link.snippet}" for link in links]
    return TurnEvidence(outcome, " ".join(dict.fromkeys(texts))[:_LONGEST])


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
        yield str(data)[:_LONGEST]
    elif depth < _DEEPEST and isinstance(data, Mapping):
        for value in list(data.values())[:100]:
            yield from _texts(value, depth + 1)
    elif depth < _DEEPEST and isinstance(data, list | tuple):
        for value in data[:100]:
            yield from _texts(value, depth + 1)
