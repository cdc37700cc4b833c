"""Asks before a page opens that only strangers call somebody's website. Pure.

Invariant: such a page opens only after the user named its host, heard it in our question, or
opened it before.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jarvis_voice.assistant import replies
from jarvis_voice.assistant.planning.plan import Finish, PlanView
from jarvis_voice.assistant.url_map import host, normalised
from jarvis_voice.core.safe_url import is_safe_url
from jarvis_voice.core.types import Link
from jarvis_voice.language.en.name_sound import squeeze
from jarvis_voice.language.en.sentences import split_sentences

ASKED_FIRST = frozenset({"wikidata", "openstreetmap"})
"""Origins where anybody may write that a page is somebody's own website."""

_ASKED = re.compile(r"\bshall i open\b", re.IGNORECASE)
_QUESTION_SENTENCES = 2


def opening_question(
    view: PlanView, index: int, is_known: Callable[[Link], bool], name: str = ""
) -> Finish | None:
    """The question before an entry of the url_map opens; None where it may open at once.

    Args:
        view: The turn so far.
        index: The entry.
        is_known: Whether a link leads to a page of the sites table.
        name: What the user called it; without one its title is used if the user said that.
    """
    if not 0 <= index < len(view.url_map):
        return None
    link = view.url_map[index]
    if link.origin not in ASKED_FIRST or not is_safe_url(link.url) or is_known(link):
        return None
    where = host(link.url)
    is_opened = bool(view.last_opened_url) and normalised(view.last_opened_url) == normalised(
        link.url
    )
    if is_opened or _is_named(view, where) or _is_heard(view, where):
        return None
    called = name or (link.title if _is_in(link.title, view.goal) else "")
    question = replies.shall_i_open_found(where, called)
    return Finish(question, "not_done", offer=f"open result number {index + 1}")


def _is_named(view: PlanView, where: str) -> bool:
    """Whether the user's words of this turn hold the host."""
    named = {host(link.url) for link in view.understanding.links}
    return where in named or _holds(view.goal, where)


def _is_heard(view: PlanView, where: str) -> bool:
    """Whether our last words asked about this very host."""
    if not view.messages or view.messages[-1]["role"] != "assistant":
        return False
    asked = " ".join(split_sentences(view.messages[-1]["text"])[-_QUESTION_SENTENCES:])
    return asked.endswith("?") and bool(_ASKED.search(asked)) and _holds(asked, where)


def _holds(text: str, where: str) -> bool:
    around = r"[\w.@-]"
    return (
        re.search(rf"(?<!{around})(?:www\.)?{re.escape(where)}(?!\w|[.-]\w)", text.casefold())
        is not None
    )


def _is_in(title: str, goal: str) -> bool:
    return bool(squeeze(title)) and squeeze(title) in squeeze(goal)
