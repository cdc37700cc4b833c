"""Conditions in SQL under which a row can be read: each column holds what the program writes there.

Invariant: a row is either read by everyone or left out by everyone, and then counted: who reads a
table uses `readable`, who counts what is left out uses its contrary.
"""

from __future__ import annotations

from typing import get_args

from jarvis_voice.core.stage_times import STAGES
from jarvis_voice.core.types import Source

LARGEST_NUMBER = 2**53
"""Of rows and counts. A number beyond it was not given by the program."""

LONGEST_KEPT = 10_000
"""Characters of a text of a fact, a list or the schedule: far more than is ever taken."""

_DAY = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"
_TIME = "[0-9][0-9]:[0-9][0-9]"
_ZONE = f"[+-]{_TIME}"

_TEXT = "typeof({0}) = 'text'"
_SHORT_TEXT = f"(typeof({{0}}) = 'text' AND length({{0}}) <= {LONGEST_KEPT})"
_TEXT_OR_NULL = "typeof({0}) IN ('text', 'null')"
_COUNT = f"(typeof({{0}}) = 'integer' AND {{0}} BETWEEN 0 AND {LARGEST_NUMBER})"
_NUMBER = f"(typeof({{0}}) = 'integer' AND {{0}} BETWEEN 1 AND {LARGEST_NUMBER})"
_SECONDS = "(typeof({0}) IN ('integer', 'real') AND abs({0}) < 1e11)"
_SECONDS_OR_NULL = "({0} IS NULL OR (typeof({0}) IN ('integer', 'real') AND abs({0}) < 1e11))"
_MOMENT = (
    "(typeof({0}) = 'text' AND length({0}) = length(CAST({0} AS BLOB)) "  # ASCII without a zero
    "AND {0} BETWEEN '1970' AND '2999' "
    f"AND substr({{0}}, 1, 19) GLOB '{_DAY}T{_TIME}:[0-9][0-9]' "
    # with no 31 February: only what is computed with is set right
    "AND datetime(substr({0}, 1, 19), '+0 days') = replace(substr({0}, 1, 19), 'T', ' ') "
    f"AND (substr({{0}}, 20) GLOB '{_ZONE}' OR substr({{0}}, 20) GLOB '.[0-9][0-9][0-9]{_ZONE}' "
    f"OR substr({{0}}, 20) GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9]{_ZONE}') "
    "AND datetime({0}) IS NOT NULL)"
)

_WHOLE_DAY = "(CASE length({0}) WHEN 5 THEN '2000-' ELSE '' END || {0})"
_BIRTHDAY = (  # with its year or without; with no 31 February, and no year that Python lacks
    f"({{1}}field != 'birthday' OR ({{0}} >= '0001' "
    f"AND date({_WHOLE_DAY}, '+0 days') = {_WHOLE_DAY}))"
)

CONDITIONS: dict[str, dict[str, str]] = {
    "turns": {
        "number": _NUMBER,
        "started_at": _MOMENT,
        **dict.fromkeys(("thread_id", "source", "text", "reply", "user_id", "place"), _TEXT),
        **dict.fromkeys(("outcome", "heard"), _TEXT_OR_NULL),
    },
    "facts": {
        "number": _NUMBER,
        "said_at": _MOMENT,
        **dict.fromkeys(("text", "turn_id", "user_id"), _SHORT_TEXT),
    },
    "notes": {
        "number": _NUMBER,
        "added_at": _MOMENT,
        **dict.fromkeys(("list_name", "text", "turn_id", "user_id"), _SHORT_TEXT),
    },
    "profile": {
        "field": "{0} IN ('name', 'city', 'birthday', 'units')",
        "said_at": _MOMENT,
        "value": f"({_SHORT_TEXT} AND length({{0}}) > 0 AND {_BIRTHDAY})",
        **dict.fromkeys(("user_id", "turn_id"), _SHORT_TEXT),
    },
    "schedule": {
        "number": _NUMBER,
        "kind": "{0} IN ('timer', 'alarm', 'reminder', 'routine')",
        "state": "{0} IN ('waiting', 'ringing', 'missed')",
        **dict.fromkeys(("set_at", "due_at"), _MOMENT),
        **dict.fromkeys(("length_seconds", "due_elapsed_seconds"), _SECONDS),
        **dict.fromkeys(
            ("name", "words", "thread_id", "turn_id", "rule", "boot"),
            _SHORT_TEXT,
        ),
        **dict.fromkeys(("user_id", "place", "scopes"), _SHORT_TEXT),
    },
    "stopwatches": {
        "number": _NUMBER,
        "started_at": _MOMENT,
        "started_elapsed_seconds": _SECONDS,
        "stopped_seconds": _SECONDS_OR_NULL,
        **dict.fromkeys(("user_id", "turn_id", "boot"), _SHORT_TEXT),
    },
    "trace": {
        "turn": _NUMBER,
        "position": _COUNT,
        "kind": "{0} IN ('thought', 'action', 'observation')",
        "text": _TEXT,
    },
    "usage": {
        "turn": _NUMBER,
        "model": _TEXT,
        **dict.fromkeys(("position", "input_tokens", "output_tokens"), _COUNT),
    },
    "latency": {
        "turn": _NUMBER,
        "source": _TEXT,
        **{f"{stage}_seconds": _SECONDS_OR_NULL for stage in STAGES},
    },
    "acts": {"turn": _NUMBER, "position": _COUNT, "receipt": _TEXT},
    "interrupted": {"turn": _NUMBER},
    "briefings": {
        "number": _NUMBER,
        "state": "{0} IN ('running', 'done', 'failed')",
        "started_at": _MOMENT,
        **dict.fromkeys(("user_id", "turn_id", "body", "work"), _TEXT),
    },
    "briefing_rows": {
        "number": _NUMBER,
        "kind": "{0} IN ('feed', 'entries', 'article', 'story', 'taste', 'recipient', 'delivery')",
        "kept_at": _MOMENT,
        **dict.fromkeys(("user_id", "name", "turn_id", "body"), _TEXT),
    },
    "people": {"number": _NUMBER, "user_id": _SHORT_TEXT, "added_at": _MOMENT},
    "tokens": {
        "number": _NUMBER,
        "created_at": _MOMENT,
        "last_used_at": f"({{0}} = '' OR {_MOMENT})",
        "digest": "(typeof({0}) = 'text' AND length({0}) = 64 AND {0} NOT GLOB '*[^0-9a-f]*')",
        **dict.fromkeys(("name", "user_id", "scopes"), _SHORT_TEXT),
    },
}
"""Of each table the columns, and what each must be: SQL with the column as `{0}`, and `{1}` before
the name of another column of its row."""

KEYS = {
    table: next(name for name in ("number", "turn", "field") if name in columns)
    for table, columns in CONDITIONS.items()
}
"""The column that names a row to people."""

ORPHANS = {
    "turns": f"source IN ({', '.join(map(repr, get_args(Source)))})",
    "facts": "turn_id GLOB 't[0-9]*'",
    "notes": "(turn_id = '' OR turn_id GLOB 't[0-9]*')",
    "profile": "(turn_id = '' OR turn_id GLOB 't[0-9]*')",
    "schedule": "1",
    "stopwatches": "turn_id GLOB 't[0-9]*'",
    "trace": "1",
    "latency": "1",
    "briefings": "1",
    "briefing_rows": "1",
    "people": "1",
    "tokens": "1",
}
"""What a row must fulfil beside, of which only its columns say which table it is of."""


def readable(table: str, called: str = "") -> str:
    """The condition under which a row of a table can be read; never NULL.

    Args:
        table: One of `CONDITIONS`.
        called: What the table is called in the query, where its columns need a name before them.
    """
    prefix = f"{called}." if called else ""
    parts = (kind.format(f"{prefix}{name}", prefix) for name, kind in CONDITIONS[table].items())
    return f"coalesce({' AND '.join(parts)}, 0)"
