"""ShareSettingFile: keeps in the user's file whether models elsewhere are told of facts.

Invariant: what is written was checked before; that the question was asked is known after a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.core.settings_file import rewrite, with_setting

if TYPE_CHECKING:
    from jarvis_voice.core.talk_manner import TalkManner

NAME = ("memory", "share")
MARK = "\ufeff"


class ShareSettingFile:
    """The setting [memory] share; implements `ShareSetting`.

    Args:
        paths: The user's folders.
        manner: What holds now.
        titles: The models elsewhere that are told of facts after a yes alone: by their name, what
            a sentence calls them.
    """

    def __init__(self, paths: Paths, manner: TalkManner, titles: Mapping[str, str]) -> None:
        self.titles = titles
        self._paths = paths
        self._manner = manner

    @property
    def is_open(self) -> bool:
        """Whether nothing was decided."""
        return self._manner.share == "ask"

    async def was_asked(self) -> bool:
        """Whether the question was ever asked."""
        return await asyncio.to_thread(self._paths.share_asked.exists)

    async def note_asked(self, *, was_asked: bool) -> None:
        """Keep whether the question was asked; where that cannot be kept it may be asked again."""
        await asyncio.to_thread(self._note_asked, was_asked)

    async def keep(self, answer: Literal["yes", "no"]) -> None:
        """Write the answer into the user's file, and let it hold.

        Raises:
            ConfigError: It cannot be written, or the environment says something else.
        """
        await asyncio.to_thread(self._write, answer)
        self._manner.share = answer

    def _note_asked(self, was_asked: bool) -> None:  # noqa: FBT001 - of a thread
        try:
            if was_asked:
                ensure(self._paths.share_asked.parent)
                self._paths.share_asked.touch()
            else:
                self._paths.share_asked.unlink(missing_ok=True)
        except OSError:
            return

    def _write(self, answer: str) -> None:
        def with_answer(text: str) -> str:
            changed = with_setting(text, NAME, answer)
            after = load_config(self._paths, changed.removeprefix(MARK), tells_line=False)
            if after.memory.share != answer:
                message = "memory.share is set in your environment, which overrides the file."
                raise ConfigError("config-overridden", message)
            return changed

        rewrite(self._paths.config_file, with_answer)
