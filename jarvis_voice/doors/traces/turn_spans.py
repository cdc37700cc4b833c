"""Makes a tree of spans of each turn from the events of all turns. Pure.

Invariant: what was said is in no span unless that is asked for; a thread is told by a hash that
nobody can undo. A turn is handed out once, when nothing of it can follow.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from jarvis_voice.core.events import (
    Event,
    ListeningStarted,
    ModelAsked,
    ReplyWorded,
    SpeakingEnded,
    SpeakingStarted,
    SpeechEnded,
    SpeechSynthesised,
    SpeechTranscribed,
    TaskPlanned,
    TokensSpent,
    ToolEnded,
    TurnEnded,
    TurnStarted,
    UtteranceRejected,
)
from jarvis_voice.core.stage_times import HEARD
from jarvis_voice.core.types import HERE, ReceiptKind
from jarvis_voice.doors.traces import span_names as names

MOST_OPEN = 64
"""Turns that may be under way; the oldest is handed out as it is when one more begins."""

MOST_SPANS = 200
"""Of one turn; further ones are left out."""

LONGEST_WORDS = 4_000
"""Characters of one attribute with words."""

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class TracedModel:
    """What a span tells of a model.

    Attributes:
        provider: Who serves it, as the conventions call that.
        model: What its server calls it.
    """

    provider: str
    model: str


@dataclass(slots=True)
class SpanNode:
    """One span, with those inside it.

    Attributes:
        began_at: In seconds, of the clock that the fold is told.
        ended_at: The same; None means that it never ended.
        error: What failed; "" is nothing.
    """

    name: str
    began_at: float
    ended_at: float | None = None
    values: dict[str, Value] = field(default_factory=dict)
    error: str = ""
    children: list[SpanNode] = field(default_factory=list)


@dataclass(slots=True)
class _OpenTurn:
    """A turn that is under way.

    Attributes:
        is_heard: It is answered aloud.
        stepped_at: When its last step ended.
        chats: Models that were asked for the step that comes next.
        spent: Tokens of this moment, which belong to the model that was asked.
        playing: What sounds now.
    """

    root: SpanNode
    is_heard: bool
    stepped_at: float
    chats: list[SpanNode] = field(default_factory=list)
    spent: list[tuple[float, TokensSpent]] = field(default_factory=list)
    playing: SpanNode | None = None
    is_worded: bool = False
    is_over: bool = False
    has_sounded: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether nothing can follow."""
        is_silent = not self.is_heard or not self.is_worded or self.has_sounded
        return self.is_over and is_silent and self.playing is None


class SpanFold:
    """Makes the spans of each turn.

    Args:
        models: What is known of a rung of the models, by its name.
        key: Hashes threads; another one gives others.
        with_words: Put what was said into the spans.
    """

    def __init__(
        self, models: Mapping[str, TracedModel], key: bytes, *, with_words: bool = False
    ) -> None:
        self._models = models
        self._key = key
        self._with_words = with_words
        self._heard: list[SpanNode] = []
        self._open: dict[str, _OpenTurn] = {}

    def add(self, event: Event, at: float) -> list[SpanNode]:
        """Take one event; the turns that are complete now.

        Args:
            event: What happened.
            at: When, in seconds; always of the same clock.
        """
        match event:
            case ListeningStarted() | SpeechEnded() | SpeechTranscribed() | UtteranceRejected():
                if event.origin.place == HERE.place:  # a satellite's turns are not heard by us
                    self._hear(event, at)
                return []
            case TurnStarted():
                return self._start(event, at)
            case _:
                turn = self._open.get(getattr(event, "turn_id", ""))
                step = _STEPS.get(type(event))
                if turn is None or step is None:
                    return []
                step(self, turn, event, at)
                if not turn.is_complete:
                    return []
                return [self._close(event.turn_id, at)]  # type: ignore[union-attr] # it has one

    def rest(self, at: float) -> list[SpanNode]:
        """The turns that are not complete, as they are; they are closed."""
        return [self._close(turn_id, at) for turn_id in list(self._open)]

    def _hear(self, event: Event, at: float) -> None:
        match event:
            case ListeningStarted(cause=cause):
                self._heard = [SpanNode(names.HEAR, at, values={names.CAUSE: cause})]
            case SpeechEnded(ended_by=ended_by) if self._heard:
                hear = self._heard[0]
                hear.ended_at = at
                hear.values[names.ENDED_BY] = ended_by
                self._heard = [hear, SpanNode(names.TRANSCRIBE, at)]
            case SpeechTranscribed() if len(self._heard) > 1:
                self._heard[1].ended_at = at
            case UtteranceRejected():
                self._heard = []
            case _:
                pass

    def _start(self, event: TurnStarted, at: float) -> list[SpanNode]:
        root = SpanNode(names.TURN, at)
        root.values = {
            names.OPERATION: "invoke_agent",
            names.AGENT_NAME: names.AGENT,
            names.CONVERSATION: self._hash(event),
            names.TURN_ID: event.turn_id,
            names.SOURCE: event.source,
            **self._words({names.QUESTION: event.text}),
        }
        is_heard = event.source in HEARD
        if is_heard and self._heard and self._heard[-1].ended_at is not None:
            root.children, self._heard = self._heard, []
            root.began_at = root.children[0].began_at
        self._open[event.turn_id] = _OpenTurn(root, is_heard, at)
        return [self._close(next(iter(self._open)), at)] if len(self._open) > MOST_OPEN else []

    def _ask(self, turn: _OpenTurn, event: ModelAsked, at: float) -> None:
        known = self._models.get(event.model, TracedModel("unknown", event.model))
        began_at = at - event.took_seconds
        chat = SpanNode(f"{names.CHAT} {known.model}", began_at, at, error=event.error)
        spent = [one for when, one in turn.spent if when >= began_at]
        turn.spent.clear()
        chat.values = {
            names.OPERATION: "chat",
            names.PROVIDER: known.provider,
            names.MODEL: known.model,
        }
        if spent:
            chat.values[names.INPUT_TOKENS] = sum(one.input_tokens for one in spent)
            chat.values[names.OUTPUT_TOKENS] = sum(one.output_tokens for one in spent)
        turn.chats.append(chat)

    def _spend(self, turn: _OpenTurn, event: TokensSpent, at: float) -> None:
        turn.spent = [*turn.spent[-MOST_SPANS:], (at, event)]

    def _plan(self, turn: _OpenTurn, event: TaskPlanned, at: float) -> None:
        plan = SpanNode(names.PLAN, turn.stepped_at, at, {names.PLANNER: event.planner})
        plan.children, turn.chats = turn.chats, []
        _put(turn, plan)
        turn.stepped_at = at

    def _act(self, turn: _OpenTurn, event: ToolEnded, at: float) -> None:
        receipt = event.receipt
        tool = SpanNode(f"{names.TOOL} {event.action}", turn.stepped_at, at)
        tool.values = {
            names.OPERATION: "execute_tool",
            names.TOOL_NAME: event.action,
            names.TOOL_TYPE: "function",
            names.RECEIPT: receipt.kind.value,
            **self._words({names.ARGUMENTS: event.arguments, names.RESULT: receipt.observed}),
        }
        tool.error = receipt.kind.value if receipt.kind is ReceiptKind.FAILED else ""
        _put(turn, tool)

    def _word(self, turn: _OpenTurn, _: ReplyWorded, at: float) -> None:
        if not turn.is_worded:
            turn.is_worded = True
            ends = (one.ended_at for one in turn.root.children if one.ended_at is not None)
            _put(turn, SpanNode(names.WORD, max(turn.stepped_at, *ends, turn.root.began_at), at))

    def _synthesise(self, turn: _OpenTurn, event: SpeechSynthesised, at: float) -> None:
        _put(turn, SpanNode(names.SYNTHESISE, at - event.took_seconds, at))

    def _sound(self, turn: _OpenTurn, _: SpeakingStarted, at: float) -> None:
        turn.playing = SpanNode(names.PLAY, at)
        _put(turn, turn.playing)

    def _fall_silent(self, turn: _OpenTurn, event: SpeakingEnded, at: float) -> None:
        if turn.playing:
            turn.playing.ended_at = at
            turn.playing.values[names.INTERRUPTED] = event.was_interrupted
            turn.playing, turn.has_sounded = None, True

    def _end(self, turn: _OpenTurn, event: TurnEnded, at: float) -> None:
        turn.is_over = True
        turn.root.ended_at = at
        turn.root.values |= {
            names.OUTCOME: event.outcome,
            **self._words({names.REPLY: event.reply}),
        }
        turn.root.error = event.outcome if event.outcome == "failed" else ""

    def _close(self, turn_id: str, at: float) -> SpanNode:
        turn = self._open.pop(turn_id)
        root = turn.root
        root.children += turn.chats
        ends = [one.ended_at for one in (root, *root.children) if one.ended_at is not None]
        is_open = root.ended_at is None or turn.playing is not None
        root.ended_at = at if is_open else max(ends)
        return root

    def _hash(self, event: TurnStarted) -> str:
        thread = f"{event.origin.user_id}\x1f{event.thread_id}".encode()
        return hashlib.blake2b(thread, key=self._key, digest_size=8).hexdigest()

    def _words(self, values: Mapping[str, object]) -> dict[str, str]:
        if not self._with_words:
            return {}
        return {name: _written(value)[:LONGEST_WORDS] for name, value in values.items()}


def _put(turn: _OpenTurn, span: SpanNode) -> None:
    if len(turn.root.children) < MOST_SPANS:
        turn.root.children.append(span)


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=dict, ensure_ascii=False)


_STEPS: Mapping[type, Callable[..., None]] = {
    ModelAsked: SpanFold._ask,
    TokensSpent: SpanFold._spend,
    TaskPlanned: SpanFold._plan,
    ToolEnded: SpanFold._act,
    ReplyWorded: SpanFold._word,
    SpeechSynthesised: SpanFold._synthesise,
    SpeakingStarted: SpanFold._sound,
    SpeakingEnded: SpanFold._fall_silent,
    TurnEnded: SpanFold._end,
}
