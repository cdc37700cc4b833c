"""Steps as the executor writes them."""

from collections.abc import Mapping
from typing import Any, TypedDict

from jarvis_voice.assistant.state import StepState
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.tools.registry import Opened

TOLD: Mapping[str, tuple[str, str]] = {
    "open_website": ("", "I could not open the website"),
    "open_app": ("", "I could not start that"),
    "take_screenshot": (
        "I have taken a screenshot; it is saved as {file}.",
        "I could not take a screenshot",
    ),
    "search": ("", "I could not search"),
    "calculate": ("{asked} is {result}.", "I could not calculate that"),
}
OPENED: Mapping[str, Opened] = {"open_website": "site", "open_app": "app"}
LOOKUPS = frozenset({"search", "calculate", "get_time"})


class Traits(TypedDict):
    """What a step has of its tool."""

    opens: str
    finds: bool
    tells: str
    fails: str


def traits_of(action: str) -> Traits:
    """As the tool has them that ships under this name."""
    tells, fails = TOLD.get(action, ("", ""))
    return Traits(opens=OPENED.get(action, ""), finds=action == "search", tells=tells, fails=fails)


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
    traits = traits_of(action)
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
        private=False,
        opens=traits["opens"],
        finds=traits["finds"],
        tells=traits["tells"],
        fails=traits["fails"],
        part=part,
    )
