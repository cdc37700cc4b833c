"""The date, the settings and the facts that a model gets with a question. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

FACTS_TOLD = 40
FACT_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class ModelContext:
    """The facts around a turn that its own words do not hold.

    Attributes:
        now: Wall clock with the local time zone.
        name: What the user wants to be called; "" is not known.
        home_city: Where the user lives; "" is not known.
        units: "metric" or "imperial".
        clock: "24" or "12".
        currency: Its code, such as "EUR".
        locale: "en_GB" or "en_US".
        character: How Jarvis should come across, in the user's own words; "" is as it is.
        facts: What the user asked Jarvis to keep in mind.
        shares_facts: The user lets every model see them, and not only one on this machine.
        is_heard: The answer is listened to and not read.
    """

    now: datetime | None = None
    name: str = ""
    home_city: str = ""
    units: str = ""
    clock: str = "24"
    currency: str = ""
    locale: str = ""
    character: str = ""
    facts: tuple[str, ...] = ()
    shares_facts: bool = False
    is_heard: bool = False

    @property
    def time_of_day(self) -> str:
        """The time on the clock, or "".

        It is no line: what stands before a question stays as it is from one minute to the next, so
        that a model reads it once and keeps what it made of it.
        """
        if self.now is None:
            return ""
        return self.now.strftime("%H:%M" if self.clock == "24" else "%I:%M %p")

    def lines(self, *, with_facts: bool) -> list[str]:
        """What is known, one thing a line.

        Args:
            with_facts: Also what the user confided.
        """
        told: list[str] = []
        if self.now:
            told.append(f"Today: {self.now:%A, %d %B %Y}, {self.now:%Z} (UTC{self.now:%z}).")
        if with_facts and self.name:
            told.append(f"The user is called {self.name}.")
        if self.home_city:
            told.append(f"The user lives in {self.home_city}.")
        if self.units:
            told.append(f"Units: {self.units}. Currency: {self.currency}. English: {self.locale}.")
        if with_facts and self.facts:
            told.append("What the user asked you to keep in mind:")
            told += [f"- {fact[:FACT_CHARACTERS]}" for fact in self.facts[-FACTS_TOLD:]]
        return told


NOTHING_KNOWN = ModelContext()
