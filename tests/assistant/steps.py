"""Steps as the executor writes them."""

from typing import Any

from jarvis_voice.assistant.state import StepState
from jarvis_voice.core.types import Receipt, ReceiptKind

LOOKUPS = frozenset({"search", "calculate", "get_time"})


def step_of(
    action: str,
    kind: str = "",
    observed: str = "",
    *,
    arguments: dict[str, Any] | None = None,
    part: int = 0,
    **data: Any,
) -> StepState:
    """A step that was done, unless its kind says otherwise; search alone brings web text."""
    kind = kind or ("lookup" if action in LOOKUPS else "effect")
    return StepState(
        action=action,
        arguments=arguments or {},
        status=Receipt(ReceiptKind(kind), observed).status,
        kind=kind,
        observed=observed,
        data=data,
        act=action not in LOOKUPS,
        material=action == "search",
        untrusted=action == "search",
        part=part,
    )
