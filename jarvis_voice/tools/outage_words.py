"""Says in words what went wrong with a service of the internet; the one place for these words.

A service is named by what it does: no user knows who answers a search. Each message is a whole
sentence and is told as it is, without "I could not ..." before it: see `is_told_whole`.
"""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.outbound.no_answer import NoAnswerError

NO_INTERNET = "no-internet"
NO_PROXY = "no-proxy"

_ENDS = ("-offline", "-timeout", "-rate-limited", "-bad-answer", "-bad-key")


@dataclass(frozen=True, slots=True)
class Told:
    """How a service is told of.

    Attributes:
        code: What the codes of its errors begin with.
        name: By what it does, as a sentence begins with it.
    """

    code: str
    name: str


SEARCH = Told("search", "The web search")
WIKIPEDIA = Told("search", "Wikipedia")
WEATHER = Told("weather", "The weather service")
MAP = Told("map", "The map service")

_CODES = frozenset({told.code + end for told in (SEARCH, WIKIPEDIA, WEATHER, MAP) for end in _ENDS})


def is_told_whole(code: str) -> bool:
    """Whether the message of an error with this code says alone what happened."""
    return code in _CODES or code in (NO_INTERNET, NO_PROXY)


def no_answer(told: Told, failure: NoAnswerError) -> ToolError:
    """The error for a service that gave no answer that can be used."""
    match failure.kind:
        case "no-internet":
            return no_internet()
        case "proxy":
            sentence = (
                "I cannot reach the internet through the proxy that is set. "
                "Check HTTP_PROXY and HTTPS_PROXY."
            )
            return ToolError(NO_PROXY, sentence, spoken=sentence)
        case "down" | "distrusted":
            return does_not_answer(told)
        case "late":
            return takes_too_long(told)
        case _:
            return strange_answer(told)


def no_internet() -> ToolError:
    """Nothing outside can be reached."""
    sentence = "I have no internet connection, so I cannot look that up."
    return ToolError(NO_INTERNET, sentence, spoken=sentence)


def does_not_answer(told: Told) -> ToolError:
    """The service cannot be reached, or its server is broken."""
    return _error(told, "-offline", "does not answer. Try again later.")


def takes_too_long(told: Told) -> ToolError:
    """The service did not answer in time."""
    return _error(told, "-timeout", "takes too long to answer. Try again later.")


def wants_a_pause(told: Told) -> ToolError:
    """The service wants to be asked less often."""
    return _error(told, "-rate-limited", "answers no more questions for now. Try again later.")


def strange_answer(told: Told) -> ToolError:
    """The service answered with something that cannot be used."""
    return _error(told, "-bad-answer", "gave an answer that I cannot use. Try again later.")


def refused_key(told: Told, variable: str) -> ToolError:
    """The service refused the key; the key itself is never shown."""
    message = f"{told.name} refused the key in {variable}. Check it, or remove it."
    return ToolError(f"{told.code}-bad-key", message, spoken=f"{told.name} refused the key.")


def _error(told: Told, end: str, predicate: str) -> ToolError:
    sentence = f"{told.name} {predicate}"
    return ToolError(told.code + end, sentence, spoken=sentence.partition(". ")[0] + ".")
