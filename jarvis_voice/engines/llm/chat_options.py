"""What a user may set of a language model, whoever serves it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """Settings of one model.

    Attributes:
        title: What the user calls it, inside a sentence: "the model at home"; "" is the usual name.
        temperature: None leaves it to the server.
        max_output_tokens: Of one answer; None is the usual bound, or the server's.
        headers: Sent with every request.
        first_token_seconds: Until an answer begins.
        stall_seconds: Between two pieces of an answer.
        key_name: Where the user put the key, for the words of an error; "" is the usual place.
    """

    title: str = ""
    temperature: float | None = None
    max_output_tokens: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    first_token_seconds: float = 8.0
    stall_seconds: float = 10.0
    key_name: str = ""


USUAL = ChatOptions()
