"""Forgetting words: by the daemon that owns the database, or with the lock taken here."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarvis_voice.cli.daemon_or_local import by_daemon_or_here
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control.client import request

if TYPE_CHECKING:
    from jarvis_voice.store.sqlite.erasure import Forgotten


@dataclass(frozen=True, slots=True)
class ForgetScope:
    """What is to be forgotten.

    Attributes:
        what: "turn", "thread" or "all".
        name: The turn's or the thread's.
        said: The same in words, after "Forget".
    """

    what: str
    name: str
    said: str


def what_there_is(
    paths: Paths, turn: str | None, thread: str | None, *, everything: bool
) -> ForgetScope | None:
    """What is meant, the newest turn where nothing is named; None where there is no such thing.

    Raises:
        StoreError: The database cannot be read.
    """
    from jarvis_voice.store.sqlite.readonly import read_thread, read_turn

    if everything:
        said = "all conversations, facts, lists, timers and reminders, typed lines and logs"
        return ForgetScope("all", "", said)
    if thread is not None:
        turns = len(read_thread(paths.database, thread))
        kept = "with what was kept because of it"
        said = f'the conversation "{thread}" ({_count(turns, "turn")}), {kept},'
        return ForgetScope("thread", thread, said) if turns else None
    found = read_turn(paths.database, turn)
    if found is None:
        return None
    return ForgetScope("turn", found.turn_id, f'{found.turn_id}, "{found.text}", and its answer')


async def forget_words(paths: Paths, choice: ForgetScope) -> str:
    """Forget it in the one process that may; what is told of it.

    Raises:
        JarvisError: It could not be done.
    """
    from jarvis_voice.store.sqlite.erasure import Forgotten

    async def by_daemon() -> Forgotten:
        body = {"command": "forget-words", "what": choice.what, "name": choice.name}
        async with aclosing(request(paths.control_socket, body)) as answers:
            last = [answer async for answer in answers][-1]
        return Forgotten(last["turns"], last["others"], last["files"])

    return _told(await by_daemon_or_here(by_daemon, lambda: _here(paths, choice)))


async def _here(paths: Paths, choice: ForgetScope) -> Forgotten:
    from jarvis_voice.store.sqlite.erasure import Erasure
    from jarvis_voice.store.sqlite.process_lock import ProcessLock
    from jarvis_voice.store.sqlite.threads import ThreadStore

    async with ProcessLock(paths.lock, "forget"), ThreadStore(paths.database) as store:
        forgetting = Erasure(store, paths)
        match choice.what:
            case "turn":
                return await forgetting.turn(choice.name)
            case "thread":
                return await forgetting.thread(choice.name)
            case _:
                return await forgetting.everything()


def _told(gone: Forgotten) -> str:
    parts = [_count(gone.turns, "turn")]
    if gone.others:
        parts.append(_count(gone.others, "thing kept because of it", "things kept because of it"))
    if gone.files:
        parts.append(_count(gone.files, "damaged database", "damaged databases"))
    return f"Forgot {', '.join(parts)}."


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
