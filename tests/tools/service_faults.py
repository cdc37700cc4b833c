"""The faults of a service, the codes of what a tool says to them, and seconds that stand still."""

from jarvis_voice.workshop.worlds.loopback import HttpFault


def fault_codes(service: str) -> dict[HttpFault, str]:
    """The code of the error for each fault of a service.

    Args:
        service: How the codes begin: "weather".
    """
    return {
        HttpFault.RATE_LIMITED: f"{service}-rate-limited",
        HttpFault.SERVER_ERROR: f"{service}-offline",
        HttpFault.HANG: f"{service}-timeout",
        HttpFault.CUT: f"{service}-bad-answer",
        HttpFault.HTML: f"{service}-bad-answer",
        HttpFault.EMPTY: f"{service}-bad-answer",
    }


class FakeSeconds:
    """A clock in seconds that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now
