"""What the servers of language models share: a script of answers, a key, a model's name.

Invariant: answers are given in order; `verify` fails where one was never asked for.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from jarvis_voice.workshop.worlds.loopback import (
    HttpFault,
    LoopbackRequest,
    LoopbackServer,
    OffScriptError,
)
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """One raw answer of a model.

    Attributes:
        pieces: The text, in one chunk of the stream for each piece.
        finish_reason: Why it ended, in the protocol's words; None is an end without a reason.
        refusal: What blocked the prompt, or the words with which the model declines.
        fault: How the answer goes wrong on its way.
    """

    pieces: tuple[str, ...]
    finish_reason: str | None
    refusal: str | None = None
    fault: HttpFault | None = None


class ModelServer(LoopbackServer):
    """Answers from a script.

    Args:
        api_key: The only key that it takes; "" takes any, and none.
        model: The only model that it knows; "" knows all.
        retry_after: What a refusal says in `Retry-After`.
    """

    stop: ClassVar[str]
    """The finish reason of an answer that is whole."""
    tokens: ClassVar[tuple[int, int]] = (9, 3)
    """How many tokens each request and each answer is said to have."""

    def __init__(self, *, api_key: str, model: str, retry_after: str | None = None) -> None:
        super().__init__(retry_after=retry_after)
        self.api_key = api_key
        self.model = model
        self._script: deque[RawAnswer | ModelScript] = deque()
        self._refused: list[tuple[Callable[[Any], bool], str, int]] = []

    def refuse(self, wants: Callable[[Any], bool], message: str, status: int = 400) -> None:
        """Answer with `message` and `status` to every request body of which `wants` is true."""
        self._refused.append((wants, message, status))

    def script(self, *answers: ModelScript) -> None:
        """Script answers with times and calls of tools, one for each request."""
        self._script.extend(answers)

    def say(self, *said: str | ScriptedCall) -> None:
        """Script one answer of these texts and calls."""
        self.script(ModelScript(said))

    def reply_text(self, *pieces: str, finish_reason: str | None = "") -> None:
        """Script a text, in one chunk of the stream for each piece; "" is a whole answer."""
        self._script.append(RawAnswer(pieces, self.stop if finish_reason == "" else finish_reason))

    def reply_json(self, body: Any, finish_reason: str = "") -> None:
        """Script an answer that is the JSON text of `body`."""
        self.reply_text(json.dumps(body), finish_reason=finish_reason)

    def decline(self, refusal: str) -> None:
        """Script a refusal: no text, and why."""
        self._script.append(RawAnswer((), self.stop, refusal))

    def prompts(self) -> list[str]:
        """The last text of every request, in order."""
        return [self.prompt_of(request.body) for request in self.requests]

    def prompt_of(self, body: Any) -> str:
        """The last text of one request."""
        raise NotImplementedError

    def verify(self) -> None:
        """Look whether the script was asked for, no more and no less.

        Raises:
            AssertionError: It was not.
        """
        super().verify()
        if self._script:
            raise AssertionError(f"{len(self._script)} scripted answers were never asked for")

    def next_answer(self, request: LoopbackRequest) -> RawAnswer | ModelScript:
        """The answer to this request.

        Raises:
            OffScriptError: The script is at its end.
        """
        if not self._script:
            raise OffScriptError(f"nothing scripted for {self.prompt_of(request.body)!r}")
        return self._script.popleft()

    def refused(self, body: Any) -> tuple[str, int] | None:
        """With what words and status this body is refused; None where it is not."""
        found = (refusal for refusal in self._refused if refusal[0](body))
        return next(((message, status) for _, message, status in found), None)
