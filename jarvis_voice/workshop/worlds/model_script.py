"""What a scripted model answers to one request, and when, in no protocol yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from jarvis_voice.workshop.worlds.loopback import BodyPart, HttpFault


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """A call of a tool.

    Attributes:
        name: Of the tool; "" sends none.
        arguments: The text of a JSON object, right or wrong.
        n_pieces: In how many pieces the arguments come, where the protocol has such.
    """

    name: str
    arguments: str = "{}"
    n_pieces: int = 1

    def pieces(self) -> Sequence[str]:
        """The arguments, piece by piece."""
        length = -(-len(self.arguments) // self.n_pieces) or 1
        cuts = range(0, max(1, len(self.arguments)), length)
        return [self.arguments[at : at + length] for at in cuts]


@dataclass(frozen=True, slots=True)
class ModelScript:
    """One answer.

    Attributes:
        said: Texts and calls in their order; each text is a piece of the stream.
        ending: How it ends: "stop", "length" or "filter"; None is without a reason.
        thought: What a reasoning model thinks before, in a field of its own.
        first_seconds: Before the first piece.
        piece_seconds: Before each further one.
        fault: `HANG` behind the last piece, or `CUT` there.
        status: Of the response; one over 299 says `said` as its message.
        retry_after: What a refusal says in `Retry-After`.
    """

    said: tuple[str | ScriptedCall, ...] = ()
    ending: str | None = "stop"
    thought: str = ""
    first_seconds: float = 0.0
    piece_seconds: float = 0.0
    fault: HttpFault | None = None
    status: int = 200
    retry_after: str | None = None

    def at_speed(self, tokens_a_second: float, first_seconds: float = 0.0) -> Self:
        """The same answer, each piece of it a token."""
        return replace(self, first_seconds=first_seconds, piece_seconds=1 / tokens_a_second)

    @property
    def text(self) -> str:
        """All that is said."""
        return "".join(part for part in self.said if isinstance(part, str))

    @property
    def calls(self) -> Sequence[ScriptedCall]:
        """All that is called."""
        return [part for part in self.said if isinstance(part, ScriptedCall)]

    def timed(self, events: Sequence[bytes]) -> tuple[BodyPart, ...]:
        """The events of a stream in their time; one that breaks off has no last one."""
        kept = events[:-1] if self.fault else events
        return tuple(
            BodyPart(self.piece_seconds if number else self.first_seconds, event)
            for number, event in enumerate(kept)
        )
