"""The graph's state: the fields that a thread keeps and the fields that each turn resets.

Invariant: one writer per field. TaskPlanner writes `loop_count`, `pending_task`, `is_complete`,
`route_to`, `gave_up`, `told`, `reported`, `stepped_down` and, before its first plan, `url_map` and
`named`, and drops `offer`; Executor writes `executor_memory`, `last_opened_url`, `confided` and,
after a search, `url_map`; Reception writes `reception_output`, `messages`, `offer` with its door
and time, `said`, `fallen`, `answered_by` and `outcome`. GraphBrain writes `summary` between turns
and empties `fallen`; so does TaskPlanner where a fact was forgotten. Values are plain JSON types:
checkpoints are read without unpickling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast

from jarvis_voice.core.types import PastMessage

KEPT_MESSAGES = 40
"""Messages kept in the state: checkpoints grow with it; the full transcript has its own table."""

Route = Literal["executor", "reception"]


class MessageState(TypedDict):
    """One message of the conversation.

    `did` tells what tools found or did before an answer, `told_to` which models it was shown to.
    """

    role: Literal["user", "assistant"]
    text: str
    did: NotRequired[list[str]]
    told_to: NotRequired[list[str]]


class SummaryState(TypedDict):
    """What was said before the messages that a model is shown, in a model's words.

    `by` is that model, and `with_facts` whether it knew what is kept about the user. It holds for
    the first `until` messages of the thread. `confided` is what the user told of their own life in
    them: it may not leave the machine.
    """

    text: str
    by: str
    with_facts: bool
    until: int
    confided: list[str]


class LinkState(TypedDict):
    """A `Link` in its stored form."""

    title: str
    url: str
    origin: str
    snippet: str


class BesideState(TypedDict):
    """A lookup that a model asked for together with the planned one."""

    action: str
    arguments: dict[str, Any]


class TaskState(TypedDict):
    """A planned action; `beside` are lookups that run at the same time, none of which acts."""

    action: str
    arguments: dict[str, Any]
    planner: str
    part: int
    beside: list[BesideState]


class StepState(TypedDict):
    """An action that was carried out, as the planner sees it.

    `status` is done, not_done or failed; `kind` is a `ReceiptKind`. `act` is one that may change
    something outside, `material` a result to word an answer from, `untrusted` one that holds
    strangers' text, `private` one that holds what the user confided, `part` the task's. `opens`,
    `finds`, `tells` and `fails` are the tool's.
    """

    action: str
    arguments: dict[str, Any]
    status: str
    kind: str
    observed: str
    data: dict[str, Any]
    act: bool
    material: bool
    untrusted: bool
    private: bool
    opens: str
    finds: bool
    tells: str
    fails: str
    part: int


class FinishState(TypedDict):
    """The planner's message to reception: its own words, or None to word the receipts.

    `question` is one of Jarvis' own, which is asked behind all else.
    """

    reply: str | None
    outcome: str | None
    offer: str
    note: str
    answered_by: str
    question: str


class JarvisState(TypedDict, total=False):
    """Everything that the graph knows about a thread."""

    # of the thread
    messages: list[MessageState]
    said: int  # messages of the thread in all
    fallen: list[MessageState]  # those that are no more in `messages` and in no summary yet
    summary: SummaryState | None
    url_map: list[LinkState]
    last_opened_url: str
    offer: str  # the sentence that a plain "yes" stands for
    offered_in: str  # the door it was made at
    offered_at: float  # seconds since 1970
    confided: list[str]  # what private tools told lately: it may not leave the machine
    answered_by: str  # the model whose words the last answer was; "" is none
    # of the turn
    user_goal: str
    executor_memory: list[StepState]
    named: list[LinkState]  # links that the turn's own words name
    pending_task: TaskState | None
    finish: FinishState | None
    loop_count: int
    gave_up: list[str]  # planners that failed in this turn: they are not asked again
    told: str  # what of the answer was told while a model still wrote it
    reported: int  # steps whose receipts are told already
    stepped_down: list[str]  # what the user is to be told of planners that failed
    is_complete: bool
    route_to: Route
    reception_output: str
    outcome: str


THREAD_FIELDS = (
    *("messages", "said", "fallen", "summary", "url_map", "last_opened_url"),
    *("offer", "offered_in", "offered_at", "confided", "answered_by"),
)


_MESSAGE = {"role": str, "text": str}
_LINK = {"title": str, "url": str, "origin": str, "snippet": str}
_SUMMARY = {"text": str, "by": str, "with_facts": bool, "until": int}
_TEXTS = ("last_opened_url", "offer", "offered_in", "answered_by")


def is_whole(values: Mapping[str, object]) -> bool:
    """Whether what a thread keeps is of the kinds that it is written in; the rest begins anew.

    Args:
        values: The fields of the state, as they were read; one that is missing is empty.
    """
    return (
        _are_messages(values.get("messages", []))
        and _are_records(values.get("url_map", []), _LINK)
        and all(isinstance(values.get(name, ""), str) for name in _TEXTS)
        and isinstance(values.get("offered_at", 0.0), int | float)
        and isinstance(values.get("said", 0), int)
        and _are_messages(values.get("fallen", []))
        and _is_summary(values.get("summary"))
        and _are_texts(values.get("confided", []))
    )


def _are_messages(values: object) -> bool:
    return _are_records(values, _MESSAGE) and all(
        _are_texts(one.get("told_to", [])) for one in cast("list[dict[str, object]]", values)
    )


def _is_summary(value: object) -> bool:
    if value is None:
        return True
    is_record = isinstance(value, dict) and _are_records([value], _SUMMARY)
    return is_record and _are_texts(cast("dict[str, object]", value).get("confided"))


def _are_texts(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(one, str) for one in values)


def _are_records(values: object, kinds: Mapping[str, type]) -> bool:
    """Whether it is a list of records that have at least these fields."""
    return isinstance(values, list) and all(
        isinstance(one, dict) and all(isinstance(one.get(k), kind) for k, kind in kinds.items())
        for one in values
    )


def begin_turn(goal: str) -> JarvisState:
    """The per-turn fields as every turn starts; the thread's fields stay as they are."""
    return JarvisState(
        user_goal=goal,
        executor_memory=[],
        named=[],
        pending_task=None,
        finish=None,
        loop_count=0,
        gave_up=[],
        told="",
        reported=0,
        stepped_down=[],
        is_complete=False,
        route_to="executor",
        reception_output="",
        outcome="",
    )


GREETED, NO_ANSWER = "Hello.", "Okay."
"""What stands for the missing half of a pair, where a client keeps the conversation."""


def taken_over(history: Sequence[PastMessage]) -> JarvisState:
    """The conversation as a client keeps it, in place of the thread's; none changes nothing."""
    if not history:
        return JarvisState()
    messages = _in_pairs(history)[-KEPT_MESSAGES:]
    return JarvisState(messages=messages, said=len(messages))


def _in_pairs(history: Sequence[PastMessage]) -> list[MessageState]:
    """What was said, each word of the user's with its answer: readers take it in pairs."""
    messages: list[MessageState] = []
    for one in history:
        if messages and messages[-1]["role"] == one.role:
            messages[-1]["text"] += f"\n{one.text}"
            continue
        if not messages and one.role == "assistant":
            messages.append(MessageState(role="user", text=GREETED))
        messages.append(MessageState(role=one.role, text=one.text))
    if messages[-1]["role"] == "user":
        messages.append(MessageState(role="assistant", text=NO_ANSWER))
    return messages


def remember(
    messages: list[MessageState],
    goal: str,
    reply: str,
    did: Sequence[str] = (),
    *,
    kept: int = KEPT_MESSAGES,
) -> list[MessageState]:
    """The conversation with one more turn, cut to the newest `kept` messages."""
    answer = MessageState(role="assistant", text=reply)
    if did:
        answer["did"] = list(did)
    return [*messages, MessageState(role="user", text=goal), answer][-kept:]
