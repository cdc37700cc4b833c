"""What the owner's commands would show of a database file, beside whoever writes it."""

from pathlib import Path

from jarvis_voice.core.operations import ThreadSummary
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.turn_ledger import TraceLine
from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store.records import KeptFact, PastTurn, ProfileField, TurnCalls
from jarvis_voice.store.sqlite.readonly import SqliteReader


def list_threads(database: Path) -> list[ThreadSummary]:
    return SqliteReader(database).threads(ME)


def read_thread(database: Path, thread_id: str) -> list[PastTurn]:
    return SqliteReader(database).transcript(ThreadKey(ME, thread_id))


def read_turn(database: Path, turn_id: str | None = None) -> PastTurn | None:
    return SqliteReader(database).turn(ME, turn_id)


def read_trace(database: Path, turn_id: str) -> list[TraceLine]:
    return SqliteReader(database).trace(ME, turn_id)


def read_calls(database: Path, since: str = "") -> list[TurnCalls]:
    return SqliteReader(database).calls(since, ME)


def read_latency(database: Path, last: int) -> list[TurnStages]:
    return SqliteReader(database).latency(last, ME)


def read_facts(database: Path) -> list[KeptFact]:
    return SqliteReader(database).facts(ME)


def read_schedule(database: Path) -> list[Entry]:
    return SqliteReader(database).entries(ME)


def read_profile(database: Path) -> list[ProfileField]:
    return SqliteReader(database).profile(ME)
