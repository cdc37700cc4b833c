"""What the native routes answer, as openapi.json tells it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from jarvis_voice.core.operations import ThreadSummary
from jarvis_voice.core.setting_operations import ListedSetting
from jarvis_voice.core.turn_ledger import TraceLine
from jarvis_voice.core.types import Outcome, Scope
from jarvis_voice.store.records import KeptFact, PastTurn, ProfileField


class ErrorBody(BaseModel):
    """Why a request was not served: a code for programs, and a sentence."""

    code: str
    message: str


class HealthBody(BaseModel):
    """That the program answers."""

    status: str


class TurnAnswer(BaseModel):
    """A turn that has ended."""

    heard: str = Field(description="What was understood of a sound; empty where none was sent.")
    turn_id: str
    reply: str
    outcome: Outcome
    sources: list[dict[str, str]]


class ChangedBody(BaseModel):
    """Whether anything changed."""

    changed: bool


class ThreadList(BaseModel):
    """Conversations, the latest first."""

    threads: list[ThreadSummary]


class ThreadTurns(BaseModel):
    """A conversation, the oldest turn first."""

    thread: str
    turns: list[PastTurn]


class ForgottenBody(BaseModel):
    """What was forgotten: turns, and what was kept because of them."""

    turns: int
    others: int


class FactList(BaseModel):
    """What the user asked to be remembered."""

    facts: list[KeptFact]


class ProfileBody(BaseModel):
    """What is known of the user's person: name, city, birthday, units."""

    profile: list[ProfileField]


class DeletedBody(BaseModel):
    """How many are gone."""

    deleted: int


class ListNames(BaseModel):
    """The names of lists."""

    lists: list[str]


class NoteBody(BaseModel):
    """One thing on a list; `added_at` is ISO 8601."""

    number: int
    text: str
    added_at: str


class NoteList(BaseModel):
    """What is on a list."""

    name: str = Field(serialization_alias="list")
    notes: list[NoteBody]


class EntryBody(BaseModel):
    """A timer, an alarm, a reminder or a routine; `due` is ISO 8601, local."""

    number: int
    kind: str
    due: str
    again: str
    name: str
    words: str
    state: str


class ScheduleBody(BaseModel):
    """What is set for later, the next one first."""

    entries: list[EntryBody]


class MoreTime(BaseModel):
    """How much longer a timer is to run."""

    model_config = ConfigDict(extra="forbid", strict=True)

    minutes: Annotated[float, Field(gt=0, le=1_440)]


class LatencyBody(BaseModel):
    """Milliseconds by source and stage: "p50_ms", "p90_ms", "p95_ms"; "turns" had the stage."""

    turns: int
    sources: dict[str, dict[str, dict[str, float]]]


class TraceBody(BaseModel):
    """How a turn was thought through."""

    turn: PastTurn
    trace: list[TraceLine]


class SettingList(BaseModel):
    """The settings as they hold."""

    settings: list[ListedSetting]


class ProblemBody(BaseModel):
    """A problem: its code, and a sentence."""

    code: str
    message: str


class SpokenBody(BaseModel):
    """What went wrong meanwhile; empty where all was spoken."""

    problems: list[ProblemBody]


class VisitorBody(BaseModel):
    """Who asks, and what they may do; `place` names their token, "" where none is needed.

    `sees` tells whether a language model is set that may look at pictures, `now` is the time
    here: a page whose device has another one can say so.
    """

    user_id: str
    place: str
    may: list[Scope]
    version: str
    sees: bool
    now: str


class UserBody(BaseModel):
    """A user; `added_at` is ISO 8601, "" of the owner."""

    user: str
    added_at: str
    tokens: int


class UserList(BaseModel):
    """All users."""

    users: list[UserBody]


class KeptTokenBody(BaseModel):
    """What is kept of a token; times are ISO 8601, "" is never."""

    name: str
    user: str
    may: list[Scope]
    created_at: str
    last_used_at: str


class TokenList(BaseModel):
    """All tokens."""

    tokens: list[KeptTokenBody]


class NewTokenBody(BaseModel):
    """A token that was made just now."""

    token: str


class KeptNameBody(BaseModel):
    """The name of something as it was kept."""

    name: str
