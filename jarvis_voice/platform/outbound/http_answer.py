"""HttpAnswer: a whole answer of a service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jarvis_voice.platform.outbound.json_answer import read_object
from jarvis_voice.platform.outbound.no_answer import NoAnswerError


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A whole answer.

    Attributes:
        status: 200 to 599.
        headers: Their names in any case.
        body: Unpacked.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes

    def as_object(self) -> Mapping[str, Any]:
        """The JSON object in the body.

        Raises:
            NoAnswerError: "strange": it is none.
        """
        try:
            return read_object(self.body)
        except ValueError:
            failure = NoAnswerError("strange", "cut short, or no JSON object")
        raise failure
