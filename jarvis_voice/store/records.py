"""The frozen values that stores take and return, independent of how they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.core.types import ME, Scope


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that users said about themselves.

    Attributes:
        number: Its row.
        text: In the user's words.
        turn_id: The turn in which the user said it.
        said_at: When.
    """

    number: int
    text: str
    turn_id: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class KeptFact:
    """One fact in a list of facts; `said_at` is ISO 8601 with its time zone."""

    number: int
    text: str
    turn_id: str
    said_at: str


@dataclass(frozen=True, slots=True)
class Profile:
    """What Jarvis knows of a user's person; "" is not known.

    Attributes:
        name: What the user wants to be called.
        city: Where the user lives.
        birthday: "1990-05-03", or "05-03" where no year was said.
        units: "metric" or "imperial".
    """

    name: str = ""
    city: str = ""
    birthday: str = ""
    units: str = ""


@dataclass(frozen=True, slots=True)
class ProfileField:
    """One thing that is known of a user's person.

    Attributes:
        field: Which, by its name in `Profile`.
        value: What it is.
        turn_id: The turn in which the user said it.
        said_at: When: ISO 8601 with its time zone.
    """

    field: str
    value: str
    turn_id: str
    said_at: str


@dataclass(frozen=True, slots=True)
class Note:
    """One entry of a user's list."""

    number: int
    list_name: str
    text: str
    added_at: datetime


@dataclass(frozen=True, slots=True)
class PastTurn:
    """One turn of a transcript.

    Attributes:
        outcome: "" while it runs.
        heard: What came out of the loudspeaker where the spoken reply was interrupted, else None.
    """

    turn_id: str
    started_at: str
    source: str
    text: str
    reply: str
    outcome: str
    heard: str | None = None


@dataclass(frozen=True, slots=True)
class TurnCalls:
    """The calls of language models in one turn; empty when it needed no model."""

    turn_id: str
    started_at: str
    calls: tuple[Usage, ...]


@dataclass(frozen=True, slots=True)
class Interruption:
    """A turn that had not been answered when the program died.

    Attributes:
        text: What was asked.
        open_acts: Acts that had begun and have no receipt.
        effects: Acts whose receipt says that something has changed.
        user_id: Who asked.
    """

    turn_id: str
    text: str
    open_acts: int
    effects: int
    user_id: str = ME


@dataclass(frozen=True, slots=True)
class Erased:
    """What was deleted from a store.

    Attributes:
        turns: How many turns.
        others: How many facts, notes and entries of the schedule.
        texts: What was asked in those turns: other files may hold it, too.
    """

    turns: int = 0
    others: int = 0
    texts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Damage:
    """What happened to a store that was damaged when Jarvis opened it.

    Attributes:
        kept_as: Where the damaged one lies now.
        rescued_rows: How many of its rows could be read and were taken over.
        is_log: Whether only the newest changes were damaged, and all else is there.
    """

    kept_as: str
    rescued_rows: int
    is_log: bool = False


@dataclass(frozen=True, slots=True)
class User:
    """One user beside the owner.

    Attributes:
        user_id: Their name, by which every row of theirs is found.
        added_at: When, ISO 8601.
    """

    user_id: str
    added_at: str


@dataclass(frozen=True, slots=True)
class KeptToken:
    """What is kept of a token: never the token itself.

    Attributes:
        name: What it is for, such as "phone"; there is one of each name.
        user_id: Whose it is.
        digest: SHA-256 of the token, in 64 hexadecimal digits.
        may: What it allows.
        created_at: When it was made, ISO 8601.
        last_used_at: When it was used last, to about a minute; "" is never.
    """

    name: str
    user_id: str
    digest: str
    may: frozenset[Scope]
    created_at: str
    last_used_at: str = ""


@dataclass(frozen=True, slots=True)
class CopyStep:
    """How far a copy is.

    Attributes:
        table: What is being copied.
        done: So many of its rows are there.
        total: So many it has.
        left: Rows that cannot be read, and stay where they are.
    """

    table: str
    done: int
    total: int
    left: int = 0


@dataclass(frozen=True, slots=True)
class ServerFinding:
    """What was found in the database of a server.

    Attributes:
        server: Its version, such as "15.18".
        schema: The version of the tables; 0 is none yet.
        is_read_only: Whether nothing can be written.
        milliseconds: How long one question takes.
        rows: By table, how many there are.
        writers: The Jarvis that write it now, by the names of their machines.
        is_encrypted: Whether the connection is.
        is_newer: Whether a newer program has made its tables.
        hindrance: Why not everything can be kept in it, and what to do; no full stop. "" is
            nothing.
    """

    server: str
    schema: int
    is_read_only: bool
    milliseconds: float
    rows: dict[str, int]
    writers: tuple[str, ...]
    is_encrypted: bool
    is_newer: bool
    hindrance: str = ""
