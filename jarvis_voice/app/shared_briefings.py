"""Holds the one maker of briefings of a program, for tools, commands and what prepares them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarvis_voice.app.briefing_commands import BriefingCommands, KeptForBriefings
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.ports import Clock
    from jarvis_voice.tools.dependencies import Edge


class SharedBriefings:
    """Makes it at the first call: two makers would not know of each other's runs."""

    def __init__(self) -> None:
        self._made: BriefingCommands | None = None

    def of(
        self, config: Config, kept: KeptForBriefings, clock: Clock, edge: Edge
    ) -> BriefingCommands:
        """The maker of this program.

        Args:
            config: Everything that is set.
            kept: Where briefings are kept, where users live and what they have set.
            clock: The time.
            edge: The addresses of services.
        """
        if self._made is None:
            from jarvis_voice.app.briefing_commands import BriefingCommands

            self._made = BriefingCommands(config, kept, clock, edge)
        return self._made
