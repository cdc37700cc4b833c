"""How Jarvis uses language models, as the settings say now; read anew in every turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config


@dataclass(slots=True)
class TalkManner:
    """Settings of talking that a running Jarvis can take over.

    Attributes:
        commands: Who does what is surely understood: "local" without a model, or "model".
        share: Whether a model elsewhere is told of facts; "ask" is until the user has answered.
        character: How a model shall talk as Jarvis, in the user's words; "" is as it is.
        warm: Whether a model on this machine is loaded before it is asked.
    """

    commands: Literal["local", "model"] = "local"
    share: Literal["ask", "yes", "no"] = "ask"
    character: str = ""
    warm: bool = True

    def take_over(self, config: Config) -> None:
        """Let what the settings say hold from now on."""
        self.commands = config.brain.commands
        self.share = config.memory.share
        self.character = config.voice.character
        self.warm = config.brain.warm

    @classmethod
    def of(cls, config: Config) -> TalkManner:
        """As the settings say."""
        manner = cls()
        manner.take_over(config)
        return manner
