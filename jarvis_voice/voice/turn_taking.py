"""Turn-taking as one table: state x signal -> state, actions. It decides and does nothing else.

`step` reads the table. `TurnTaking` is all that is known beside the state: what the ears are open
for, why they are deaf, how many turns in a row nobody called for. There is no other state machine.

Invariant: every way out of LISTENING and THINKING is heard by the user or hands on what was said,
except for sound in the follow-up window that turned out to be no command, or was talked over.
The earcon "done" is for a turn that was done and could not be heard; a spoken answer needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal, NamedTuple, Self

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ListeningCause
from jarvis_voice.core.ports import Earcon

Deafness = Literal["muted", "lost"]
"""Why nothing can be heard."""

MOST_UNADDRESSED = 3
"""Turns in a row without wake word or key; after them one is needed, lest a television that woke us
once goes on for ever."""


class State(Enum):
    """What the session is doing: listening, thinking, speaking or waiting."""

    IDLE = "idle"
    LISTENING = "listening"
    THINKING = "thinking"
    """From the end of an utterance to the first sound of the answer."""
    SPEAKING = "speaking"
    FOLLOW_UP = "follow-up"
    """After an answer: the user may go on without the wake word."""


class Signal(Enum):
    """Something that happened; names are in the past tense."""

    WAKE_HEARD = "wake-heard"
    """Never told while we say the wake word's name ourselves: that would cut us off."""
    CALLED_IN_FOLLOW_UP = "called-in-follow-up"
    """The wake word, while sound is heard that nobody called for: that sound is no command."""
    KEY_PRESSED = "key-pressed"
    KEY_PRESSED_AGAIN = "key-pressed-again"
    """Pressed although it was still down: its release was lost."""
    KEY_RELEASED = "key-released"
    SPEECH_BEGAN = "speech-began"
    """Without wake word or key; told in the follow-up window only."""
    UTTERANCE_ENDED = "utterance-ended"
    NOTHING_HEARD = "nothing-heard"
    UNDERSTOOD = "understood"
    CALLED_ONLY = "called-only"
    """The wake word was all there was: the command is still to come."""
    NOT_UNDERSTOOD = "not-understood"
    """By someone who called for us with wake word or key."""
    NOT_ADDRESSED = "not-addressed"
    """Sound without a command, or a turn that came to nothing, and nobody had called."""
    NOT_ADDRESSED_AGAIN = "not-addressed-again"
    """The same, after as many turns in a row as may go without a call."""
    REPLY_STARTED = "reply-started"
    TURN_ENDED = "turn-ended"
    """The turn is done, or has asked something, and what it said has been played."""
    LAST_TURN_ENDED = "last-turn-ended"
    """The same, after as many turns in a row as may go without a call."""
    TURN_NOT_DONE = "turn-not-done"
    """The turn is over and did not do what was asked; what it said has been played."""
    TURN_FAILED = "turn-failed"
    APOLOGISED = "apologised"
    FOLLOW_UP_EXPIRED = "follow-up-expired"
    FOLLOW_UP_INTERRUPTED = "follow-up-interrupted"
    """An answer to a typed line began to sound, or sound was lost, and nobody had called."""
    TALKED_OVER = "talked-over"
    """An answer to a typed line began to sound while a user who called is heard."""
    SOUND_LOST = "sound-lost"
    """The microphone was away within the utterance of a user who called."""
    STOPPED = "stopped"


class Do(Enum):
    """Actions without parameters; names are imperatives."""

    LISTEN_ON = "listen-on"
    """Listen for the command, from the end of the last utterance."""
    HOLD_OPEN = "hold-open"
    """End the utterance at the key's release and nowhere else."""
    END_AT_RELEASE = "end-at-release"
    TRANSCRIBE = "transcribe"
    LISTEN_FOR_STOP = "listen-for-stop"
    """Hear nothing but a word that stops what is under way; while it speaks, only where its own
    voice is cancelled."""
    SUBMIT_TURN = "submit-turn"
    CANCEL_TURN = "cancel-turn"
    STOP_SPEAKING = "stop-speaking"
    APOLOGISE = "apologise"
    OPEN_FOLLOW_UP = "open-follow-up"
    RESUME_FOLLOW_UP = "resume-follow-up"
    """Back to the window that was open, which does not grow by it."""


@dataclass(frozen=True, slots=True)
class StartListening:
    """The action to begin an utterance, from as far back as its cause needs."""

    cause: ListeningCause


@dataclass(frozen=True, slots=True)
class PlayEarcon:
    """The action to play a short sound."""

    earcon: Earcon


Action = Do | StartListening | PlayEarcon


class Step(NamedTuple):
    """The next state after a signal, and the actions on the way, in order."""

    state: State
    actions: tuple[Action, ...] = ()


class OpenFor(Enum):
    """What Jarvis listens for; it hears the wake word in any case."""

    NOTHING = "nothing"
    UTTERANCE = "utterance"
    STOP_WORD = "stop-word"
    FOLLOW_UP = "follow-up"
    """Speech that begins: somebody may go on without the wake word."""


class UnexpectedSignalError(JarvisError):
    """A signal came in a state where it is impossible: a fault of the program."""

    def __init__(self, state: State, signal: Signal) -> None:
        """Name both."""
        super().__init__(
            "unexpected-signal",
            f'"{signal.value}" cannot happen while {state.value}. Please report this.',
        )


_ON_WAKE = (StartListening("wake_word"), PlayEarcon("awake"))
_ON_KEY = (StartListening("key"),)
_QUIET = (Do.STOP_SPEAKING,)
_BREAK_OFF = (Do.STOP_SPEAKING, Do.CANCEL_TURN)

_I, _L, _T, _S, _F = State
_ = Signal

TABLE: Mapping[tuple[State, Signal], Step] = {
    # idle: an answer to a typed line may be playing, hence _QUIET
    (_I, _.WAKE_HEARD): Step(_L, (*_QUIET, *_ON_WAKE)),
    (_I, _.KEY_PRESSED): Step(_L, (*_QUIET, *_ON_KEY)),
    (_I, _.KEY_PRESSED_AGAIN): Step(_L, (*_QUIET, *_ON_KEY)),
    (_I, _.STOPPED): Step(_I, _BREAK_OFF),
    # listening
    (_L, _.CALLED_IN_FOLLOW_UP): Step(_L, _ON_WAKE),
    (_L, _.KEY_PRESSED): Step(_L, (Do.HOLD_OPEN,)),
    (_L, _.KEY_PRESSED_AGAIN): Step(_L, (Do.END_AT_RELEASE,)),
    (_L, _.KEY_RELEASED): Step(_L, (Do.END_AT_RELEASE,)),
    (_L, _.UTTERANCE_ENDED): Step(_T, (Do.TRANSCRIBE, Do.LISTEN_FOR_STOP)),
    (_L, _.NOTHING_HEARD): Step(_I, (PlayEarcon("error"),)),
    (_L, _.SOUND_LOST): Step(_I, (PlayEarcon("error"),)),
    (_L, _.TALKED_OVER): Step(_L, _QUIET),
    (_L, _.FOLLOW_UP_INTERRUPTED): Step(_I),
    (_L, _.STOPPED): Step(_I, _BREAK_OFF),
    # thinking
    (_T, _.WAKE_HEARD): Step(_L, (*_BREAK_OFF, *_ON_WAKE)),
    (_T, _.KEY_PRESSED): Step(_L, (*_BREAK_OFF, *_ON_KEY)),
    (_T, _.KEY_PRESSED_AGAIN): Step(_L, (*_BREAK_OFF, *_ON_KEY)),
    (_T, _.UNDERSTOOD): Step(_T, (Do.SUBMIT_TURN,)),
    (_T, _.CALLED_ONLY): Step(_L, (Do.LISTEN_ON,)),
    (_T, _.NOT_UNDERSTOOD): Step(_I, (PlayEarcon("error"),)),
    (_T, _.NOT_ADDRESSED): Step(_F, (Do.RESUME_FOLLOW_UP,)),
    (_T, _.NOT_ADDRESSED_AGAIN): Step(_I),
    (_T, _.REPLY_STARTED): Step(_S, (Do.LISTEN_FOR_STOP,)),
    (_T, _.TURN_ENDED): Step(_I, (PlayEarcon("done"),)),  # nothing could be played
    (_T, _.LAST_TURN_ENDED): Step(_I, (PlayEarcon("done"),)),
    (_T, _.TURN_NOT_DONE): Step(_I, (PlayEarcon("error"),)),
    (_T, _.TURN_FAILED): Step(_T, (Do.APOLOGISE,)),
    (_T, _.APOLOGISED): Step(_I, (PlayEarcon("error"),)),  # it could not be played
    (_T, _.STOPPED): Step(_I, _BREAK_OFF),
    # speaking
    (_S, _.WAKE_HEARD): Step(_L, (*_BREAK_OFF, *_ON_WAKE)),
    (_S, _.KEY_PRESSED): Step(_L, (*_BREAK_OFF, *_ON_KEY)),
    (_S, _.KEY_PRESSED_AGAIN): Step(_L, (*_BREAK_OFF, *_ON_KEY)),
    (_S, _.TURN_ENDED): Step(_F, (Do.OPEN_FOLLOW_UP,)),
    (_S, _.LAST_TURN_ENDED): Step(_I),
    (_S, _.TURN_NOT_DONE): Step(_I),  # a window would let a television talk with us for ever
    (_S, _.TURN_FAILED): Step(_T, (Do.APOLOGISE,)),
    (_S, _.APOLOGISED): Step(_I),  # no window: an apology must not be answered by its own echo
    (_S, _.STOPPED): Step(_I, _BREAK_OFF),
    # follow-up
    (_F, _.WAKE_HEARD): Step(_L, (*_QUIET, *_ON_WAKE)),
    (_F, _.KEY_PRESSED): Step(_L, (*_QUIET, *_ON_KEY)),
    (_F, _.KEY_PRESSED_AGAIN): Step(_L, (*_QUIET, *_ON_KEY)),
    (_F, _.SPEECH_BEGAN): Step(_L, (StartListening("follow_up"),)),
    (_F, _.FOLLOW_UP_EXPIRED): Step(_I),
    (_F, _.FOLLOW_UP_INTERRUPTED): Step(_I),
    (_F, _.STOPPED): Step(_I, _BREAK_OFF),
}
"""All that may happen. A pair that is in neither table cannot happen, and raises."""

IGNORED: Mapping[tuple[State, Signal], str] = {
    (_L, _.WAKE_HEARD): "whoever called is being heard already",
    (_I, _.KEY_RELEASED): "the utterance ended before the key",
    (_T, _.KEY_RELEASED): "the utterance ended before the key",
    (_S, _.KEY_RELEASED): "the utterance ended before the key",
    (_F, _.KEY_RELEASED): "the utterance ended before the key",
}
"""What may happen and changes nothing, with the reason."""


def step(state: State, signal: Signal) -> Step:
    """Where `signal` leads from `state`.

    Raises:
        UnexpectedSignalError: The pair is in neither table.
    """
    if found := TABLE.get((state, signal)):
        return found
    if (state, signal) in IGNORED:
        return Step(state)
    raise UnexpectedSignalError(state, signal)


_OPENS: Mapping[Do, OpenFor] = {
    Do.LISTEN_ON: OpenFor.UTTERANCE,
    Do.LISTEN_FOR_STOP: OpenFor.STOP_WORD,
    Do.OPEN_FOLLOW_UP: OpenFor.FOLLOW_UP,
    Do.RESUME_FOLLOW_UP: OpenFor.FOLLOW_UP,
}

_SHUT = (State.IDLE, State.SPEAKING)
"""Where the ears are shut; while it speaks, unless its own voice is cancelled."""

_CALLS = (Signal.WAKE_HEARD, Signal.CALLED_IN_FOLLOW_UP)
"""What a frame that was under way may still bring when the ears have been closed."""

_WAITING = {State.LISTENING: Signal.STOPPED, State.FOLLOW_UP: Signal.FOLLOW_UP_INTERRUPTED}
"""Where only the user can go on, and what ends it without one."""


@dataclass(frozen=True, slots=True)
class TurnTaking:
    """The state of the conversation: the table's state, and what else is known.

    Attributes:
        hears_while_speaking: Whether a "stop" is heard over our own voice.
        state: What ears and mouth are doing.
        open_for: What the ears are open for.
        deaf: Why nothing is heard; empty while something is.
        unaddressed: How many turns in a row had no wake word and no key.
    """

    hears_while_speaking: bool = False
    state: State = State.IDLE
    open_for: OpenFor = OpenFor.NOTHING
    deaf: frozenset[Deafness] = frozenset()
    unaddressed: int = 0

    @property
    def overdue(self) -> Signal | None:
        """The signal that ends the waiting for a user who cannot be heard; None without one."""
        return _WAITING.get(self.state) if self.deaf else None

    @property
    def must_be_called(self) -> bool:
        """Whether the next turn needs the wake word or the key."""
        return self.unaddressed >= MOST_UNADDRESSED

    def take(self, signal: Signal) -> tuple[Self, tuple[Action, ...]]:
        """Where `signal` leads, and what is to be done on the way, in order.

        A "stop" that has begun is heard to its end: the ears are not opened for it twice.

        Raises:
            UnexpectedSignalError: It cannot happen in this state.
        """
        if self.deaf and signal in _CALLS:
            return self, ()
        state, actions = step(self.state, signal)
        open_for = self.open_for
        if open_for is OpenFor.STOP_WORD:
            actions = tuple(action for action in actions if action is not Do.LISTEN_FOR_STOP)
        for action in actions:
            if isinstance(action, StartListening):
                open_for = OpenFor.UTTERANCE
            elif isinstance(action, Do):
                open_for = _OPENS.get(action, open_for)
        if state in _SHUT and not (state is State.SPEAKING and self.hears_while_speaking):
            open_for = OpenFor.NOTHING
        return replace(self, state=state, open_for=open_for), actions

    def deafened(self, why: Deafness) -> Self:
        """Hear nothing until it is undeafened for the same reason."""
        return replace(self, deaf=self.deaf | {why})

    def undeafened(self, why: Deafness) -> Self:
        """Hear again, unless there is another reason not to."""
        return replace(self, deaf=self.deaf - {why})

    def submitted(self, *, is_addressed: bool) -> Self:
        """One more turn began; `is_addressed` with the wake word or the key."""
        return replace(self, unaddressed=0 if is_addressed else self.unaddressed + 1)


def diagram() -> str:
    """The table as a Mermaid state diagram, for ARCHITECTURE.md."""
    lines = ["stateDiagram-v2", f"    [*] --> {_name(State.IDLE)}"]
    for (state, signal), (target, actions) in TABLE.items():
        done = ", ".join(_words(action) for action in actions)
        label = f"{signal.value} / {done}" if done else signal.value
        lines.append(f"    {_name(state)} --> {_name(target)}: {label}")
    return "\n".join(lines) + "\n"


def _name(state: State) -> str:
    return state.value.replace("-", "_")  # Mermaid reads a minus in a name as an arrow


def _words(action: Action) -> str:
    if isinstance(action, StartListening):
        return f"start-listening({action.cause})"
    if isinstance(action, PlayEarcon):
        return f"play-earcon({action.earcon})"
    return action.value
