"""Checks what the user added: websites, sentences, and a voice.

Invariant: a mistake is quoted on the screen alone, for it may hold the user's words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.core.errors import ConfigError, ModelError
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from jarvis_voice.workshop.doctor.run import DiagnosticRun


async def check_own_files(visit: DiagnosticRun) -> CheckVerdict:
    """Whether the user's websites and sentences can be read, and the voice that is set is there."""
    from jarvis_voice.workshop.doctor.system_probe import apart

    return await apart(lambda: _judge(visit))


def _judge(visit: DiagnosticRun) -> CheckVerdict:
    broken = {}
    for file, load in _readers(visit).items():
        try:
            load()
        except ConfigError as error:
            broken[file] = error.message
    if broken:
        named = " and ".join(map(str, broken))
        return CheckVerdict(
            "failed",
            f"Jarvis cannot read {named}, and answers nothing until it can.",
            "Mend that file, or move it away: `jarvis doctor` shows what is wrong in it",
            private=tuple(broken.values()),
        )
    return _voice(visit)


def _readers(visit: DiagnosticRun) -> dict[Path, Callable[[], object]]:
    """How each of the user's files that may be there is read."""
    from jarvis_voice.assistant.understanding.sentence_files import load_intents
    from jarvis_voice.tools.web.sites import SiteTable

    paths = visit.paths
    readers: dict[Path, Callable[[], object]] = {paths.user_sites: lambda: SiteTable.load(paths)}
    if paths.user_sentences.exists():
        readers[paths.user_sentences] = lambda: load_intents(paths)
    return readers


def _voice(visit: DiagnosticRun) -> CheckVerdict:
    """Whether the voice has its files; those of the one that ships are among the models."""
    from jarvis_voice.engines.tts.voice_files import SHIPPED, find_voice, read_facts

    setting = visit.config.voice.model
    if setting == SHIPPED:
        return ok("What you added can be read.")
    try:
        voice = find_voice(setting, visit.paths)
        read_facts(voice)
    except ModelError as error:
        return failed(error.message, "Set a voice that `jarvis voices` lists: `jarvis voices use`")
    return ok(f"What you added can be read; the voice is {voice.model}.")
