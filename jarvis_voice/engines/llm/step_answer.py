"""Reads the streamed answer to a step: what can be said at once, and which tools it calls.

Invariant: bounded in size and in calls; thoughts are not said; what broke off calls nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.engines.llm.surrogates import SignSeam, whole_signs
from jarvis_voice.engines.llm.thoughts import ThoughtFilter
from jarvis_voice.engines.llm.tool_calls import CallAssembly, CallPiece, UnusableAnswerError
from jarvis_voice.engines.llm.written_calls import AnswerText

MOST_CHARACTERS = 1_000_000
"""Of one answer, with its calls and thoughts."""

SLICE = 20_000
"""A longer piece is read in slices, so that others have their turn on the loop."""


class StepAnswer:
    """One answer, piece by piece.

    Args:
        text: Reads the text, in the form that was asked for.
        offered: The names of the tools.
        is_thinking: The answer begins inside thoughts.

    Attributes:
        was_unopened: As of `ThoughtFilter`.
    """

    def __init__(
        self, text: AnswerText, offered: Collection[str], *, is_thinking: bool = False
    ) -> None:
        self._text = text
        self._offered = offered
        self._thoughts = ThoughtFilter(is_thinking=is_thinking)
        self._seam = SignSeam()
        self._calls = CallAssembly()
        self._n_characters = 0
        self._has_said = False

    @property
    def was_unopened(self) -> bool:
        """Whether thoughts ended that never began."""
        return self._thoughts.was_unopened

    def add_calls(self, pieces: Sequence[CallPiece]) -> None:
        """Take parts of calls.

        Raises:
            UnusableAnswerError: The answer is too large.
        """
        for piece in pieces:
            self._count(len(piece.arguments))
            self._calls.add(piece)

    def say(self, text: str) -> Iterator[str]:
        """What of a piece of text can be handed out now, slice by slice; some may be empty.

        Raises:
            UnusableAnswerError: The answer is too large, or what was handed out was none.
        """
        self._count(len(text))
        for at in range(0, len(text), SLICE):
            piece = self._seam.feed(text[at : at + SLICE])
            said = self._text.feed(self._thoughts.feed(piece))
            if self.was_unopened:
                raise UnusableAnswerError("it thinks aloud")
            self._has_said |= bool(said.strip())
            yield said

    def finish(self) -> tuple[str, list[ToolCall]]:
        """The rest of the text, and all calls.

        Raises:
            UnusableAnswerError: A call is wrong, or nothing came at all.
        """
        thought = self._thoughts.flush()
        said = self._text.feed(thought) if thought else ""
        rest, written = self._text.flush()
        said = whole_signs(said + rest)
        calls = [*self._calls.calls(self._offered), *written]
        if not calls and not self._has_said and not said.strip():
            raise UnusableAnswerError("it is empty")
        return said, calls

    def _count(self, n_characters: int) -> None:
        self._n_characters += n_characters
        if self._n_characters > MOST_CHARACTERS:
            raise UnusableAnswerError("it is too large")
