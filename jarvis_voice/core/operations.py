"""What every control door may ask of the running program; `app.operations` implements it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from jarvis_voice.core.briefing_desk import BriefingOperations
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.near_misses import NearMissOperations
from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.setting_operations import ReloadedSettings, SettingOperations
from jarvis_voice.core.types import Scope, ThreadKey

if TYPE_CHECKING:
    from jarvis_voice.core.config import PriceConfig


@dataclass(frozen=True, slots=True)
class EarsStatus:
    """The microphone part of the status report.

    Attributes:
        state: "hearing", "quiet" (only silence), "muted", "lost", "absent", "starting" or "none".
        device: Name of the microphone, or None.
        frame_age_seconds: Age of the newest sound, or None.
        level_dbfs: How loud it is, dB below full scale, or None.
        dropped_frames: Frames of 80 ms that were lost because nobody read them in time.
    """

    state: str
    device: str | None
    frame_age_seconds: float | None
    level_dbfs: float | None
    dropped_frames: int


@dataclass(frozen=True, slots=True)
class MouthStatus:
    """The loudspeaker part of the status report: its name, or None, and whether it speaks now."""

    device: str | None
    is_speaking: bool


@dataclass(frozen=True, slots=True)
class NextEntry:
    """The entry of the schedule that is due next.

    Attributes:
        kind: "timer", "alarm", "reminder" or "routine".
        name: What the user called it; "" is nothing.
        due: ISO 8601, with the local offset.
    """

    kind: str
    name: str
    due: str


@dataclass(frozen=True, slots=True)
class PastProblem:
    """A problem that was reported: when (ISO 8601), its code, and a sentence."""

    at: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """A language model that a running Jarvis asks.

    Attributes:
        name: What the user calls it.
        model: What its server calls it.
        host: Where it is.
        is_local: Whether that is this machine.
        sees: What it may see besides what the user asks.
        pause_seconds: For how long it is left alone after failures; 0 is not at all.
    """

    name: str
    model: str
    host: str
    is_local: bool
    sees: tuple[str, ...]
    pause_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class DaemonStatus:
    """The status of a running Jarvis; `jarvis status --json` shows these fields.

    Attributes:
        pid: Of its process.
        since: When it was started: ISO 8601.
        uptime_seconds: For how long it runs.
        doing: "starting", "ringing", "speaking", "thinking", "idle", or a state of turn-taking.
        planner: Who plans, in the order in which they are asked.
        next: What becomes due next, or None.
        quiet_hours: Whether nothing sounds now that nobody asked for.
        problems: The newest ones, the oldest first.
        database: Its path, or the name of a database and its host; None where nothing is kept.
        log: Path of the log file.
        models: The language models that are asked, in order.
        kept: What is kept in memory for a while.
        hearing: Which speech to text hears.
    """

    pid: int
    version: str
    since: str
    uptime_seconds: int
    doing: str
    ears: EarsStatus
    wake_words: tuple[str, ...]
    mouth: MouthStatus
    planner: str
    next: NextEntry | None
    quiet_hours: bool
    problems: tuple[PastProblem, ...]
    database: str | None
    log: str
    models: tuple[ModelStatus, ...] = ()
    kept: tuple[KeptSize, ...] = ()
    hearing: str = ""


def read_status(body: Mapping[str, Any]) -> DaemonStatus:
    """The status that a daemon sent as JSON; fields that only a newer one has are left out.

    Raises:
        ControlError: "other-version": fields are missing, so the daemon is an older one.
    """
    try:
        soon = body["next"]
        parts = {
            "ears": _known(EarsStatus, body["ears"]),
            "wake_words": tuple(body["wake_words"]),
            "mouth": _known(MouthStatus, body["mouth"]),
            "next": _known(NextEntry, soon) if soon else None,
            "problems": tuple(_known(PastProblem, one) for one in body["problems"]),
            "models": tuple(
                _known(ModelStatus, {**one, "sees": tuple(one["sees"])})
                for one in body.get("models", ())
            ),
            "kept": tuple(_known(KeptSize, one) for one in body.get("kept", ())),
        }
        return _known(DaemonStatus, {**body, **parts})
    except (KeyError, TypeError) as error:
        message = "The running Jarvis is of another version. Restart it: jarvis quit, jarvis run."
        raise ControlError("other-version", message) from error


_Value = TypeVar(
    "_Value", DaemonStatus, EarsStatus, KeptSize, ModelStatus, MouthStatus, NextEntry, PastProblem
)


def _known(kind: type[_Value], body: Mapping[str, Any]) -> _Value:
    return kind(**{field.name: body[field.name] for field in fields(kind)})


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The number of things that a request to forget has removed.

    Attributes:
        others: What was kept because of it: facts, the profile, notes, what is set for later.
        files: Damaged databases that had been set aside: nobody can tell what is in them.
    """

    turns: int = 0
    others: int = 0
    files: int = 0


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """One thread in a list of threads; `title` is what was asked first in it."""

    thread_id: str
    turns: int
    last_at: str
    last_text: str
    title: str = ""


class KeyControl(Protocol):
    """What the push-to-talk key does: press, release and toggle."""

    def press(self) -> None:
        """The key went down."""
        ...

    def release(self) -> None:
        """The key went up."""
        ...

    def toggle(self) -> None:
        """A key without a release was struck."""
        ...


class PeopleOperations(Protocol):
    """Adds and removes users and tokens.

    Each method raises ConfigError where a name cannot be one, exists already or does not exist, and
    StoreError where nothing can be written.
    """

    async def add_user(self, name: str) -> str:
        """Add a user; the name as it is kept."""
        ...

    async def remove_user(self, name: str) -> Forgotten:
        """Remove a user with all that is theirs; what was erased."""
        ...

    async def add_token(self, name: str, user: str, may: frozenset[Scope]) -> str:
        """Make a token of a user; the token itself, which nobody can show again."""
        ...

    async def remove_token(self, name: str) -> str:
        """Remove a token; its name as it was kept."""
        ...


class ControlOperations(Protocol):
    """What the daemon does for a control door, besides running turns."""

    @property
    def prices(self) -> Mapping[str, PriceConfig]:
        """The prices of models, by what their servers call them."""
        ...

    @property
    def settings(self) -> SettingOperations:
        """The settings."""
        ...

    def examine(self) -> AsyncGenerator[Mapping[str, str]]:
        """The findings of the doctor as they come: of each check its `name`, `status` and `detail`.

        The last one is the `advice`. Whoever stops reading ends the doctor.

        Raises:
            ControlError: Another examination runs, or it did not end.
        """
        ...

    @property
    def people(self) -> PeopleOperations:
        """Users and tokens."""
        ...

    @property
    def briefings(self) -> BriefingOperations:
        """Briefings and feeds."""
        ...

    @property
    def sees_pictures(self) -> bool:
        """Whether a language model is set that may look at pictures."""
        ...

    @property
    def near_misses(self) -> NearMissOperations:
        """Sounds that nearly woke it; the owner's alone."""
        ...

    @property
    def talk_key(self) -> KeyControl | None:
        """The voice session, or None without ears.

        Raises:
            ControlError: It is not known yet whether there will be ears, or they are muted.
        """
        ...

    async def status(self) -> DaemonStatus:
        """How the daemon is."""
        ...

    async def mute(self) -> bool:
        """Close the microphone until `unmute`; whether it was open."""
        ...

    async def unmute(self) -> bool:
        """Open the microphone again; whether it was muted."""
        ...

    async def stop(self) -> bool:
        """Be silent and cancel what is under way; whether there was anything."""
        ...

    async def say(self, text: str) -> None:
        """Speak a text.

        Raises:
            ControlError: "no-voice": there is none here.
        """
        ...

    async def reload(self) -> ReloadedSettings:
        """Read the settings anew; which have changed.

        Raises:
            ConfigError: They have a mistake; those from before stay.
        """
        ...

    async def dashboard(self) -> str:
        """A link with which the owner's browser comes in, once; opens the port where it is shut.

        Raises:
            ConfigError: The port cannot open.
        """
        ...

    def quit(self) -> None:
        """End in order."""
        ...

    async def speak(self, turn_id: str, sentences: AsyncIterator[str]) -> None:
        """Speak an answer; where there is no voice, that is reported."""
        ...

    async def schedule(self, user_id: str) -> tuple[Entry, ...]:
        """What a user has set for later, in the order in which it was set.

        Raises:
            StoreError: The database cannot be read.
        """
        ...

    async def threads(self, user_id: str) -> tuple[ThreadSummary, ...]:
        """The conversations of a user, the latest first.

        Raises:
            StoreError: The database cannot be read.
        """
        ...

    async def clear(self, thread: ThreadKey) -> int:
        """Forget a thread; how many turns it had."""
        ...

    async def forget(
        self, user_id: str, facts: tuple[int, ...], fields: tuple[str, ...] = ()
    ) -> int:
        """Forget facts of a user by their numbers, and fields of the profile; how many there were.

        Raises:
            StoreError: The database would not take it.
        """
        ...

    async def forget_words(self, user_id: str, what: str, name: str) -> Forgotten:
        """Forget a turn, a thread or everything of a user.

        Args:
            user_id: Whose words.
            what: "turn", "thread" or "all".
            name: The turn's or the thread's; "" for everything.

        Raises:
            StoreError: The database would not take it.
        """
        ...

    async def cancel_entries(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Cancel timers, alarms, reminders and routines of a user; how many there were."""
        ...
