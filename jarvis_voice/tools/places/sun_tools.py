"""The get_sun_times tool: tells when the sun rises and sets, and whether it is day somewhere.

Invariant: the place is found in the list that ships, and nothing leaves this machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.wall_times import in_utc, seconds_between
from jarvis_voice.language.en.calendar_days import read_day
from jarvis_voice.language.en.calendar_phrases import day_said
from jarvis_voice.language.en.schedule_phrases import Teller, length_said, until
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.places.forecast_phrases import FOR_WHICH_CITY
from jarvis_voice.tools.places.home import profile_of
from jarvis_voice.tools.places.place_list import place_called
from jarvis_voice.tools.places.places import LONGEST_NAME, Place, is_here
from jarvis_voice.tools.places.sun_times import SunDay, sky, sun_day
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

What = Literal["sunrise", "sunset", "daylight", "now"]

_WHEN = "(when|what time|at what time|how late)"
_WILL = "(is|will be|was)"
_GET = "(tell me|give me|show me|what is)"
_LIGHT = "(daylight|sunlight|day light|light|sun|sunshine)"

_HEADS: Mapping[What, tuple[str, ...]] = {
    "sunrise": (
        f"{_WHEN} {_WILL} [the] [next] (sunrise|sun rise|dawn|sunup|daybreak|first light)",
        f"{_WHEN} (does|will|did) the sun (rise|come up|go up|be up)",
        f"{_WHEN} is the sun (going to rise|rising|coming up|going to come up|up)",
        f"[tell me|do you know] {_WHEN} the sun (rises|comes up|will rise|will come up|rose)",
        f"{_WHEN} (does|will|did) it (get|become|start to get|be) (light|bright|light out)",
        f"{_WHEN} is it [going to (be|get)] light",
        f"[{_GET}] [the] [time of [the]|next] sunrise [time]",
        "how long (is it|until|till|is it until|is it till) [the] [next] (sunrise|dawn)",
        "how long (until|till|is it until) the sun (rises|comes up)",
        "how long (until|till|is it until) it (gets|is) light",
    ),
    "sunset": (
        f"{_WHEN} {_WILL} [the] [next] (sunset|sun set|sundown|sun down|dusk|nightfall)",
        f"{_WHEN} (does|will|did) the sun (set|go down|be down)",
        f"{_WHEN} is the sun (going to set|setting|going down|going to go down|down)",
        f"[tell me|do you know] {_WHEN} the sun (sets|goes down|will set|will go down|went down)",
        f"{_WHEN} (does|will|did) it (get|become|start to get|be) (dark|dark out)",
        f"{_WHEN} is it [going to (be|get)] dark",
        f"{_WHEN} (does|will) (night|the night|darkness) fall",
        f"[{_GET}] [the] [time of [the]|next] (sunset|sundown) [time]",
        "how long (is it|until|till|is it until|is it till) [the] [next] (sunset|sundown|dusk)",
        "how long (until|till|is it until) the sun (sets|goes down)",
        "how long (until|till|is it until) it (gets|is) dark",
        f"how (much {_LIGHT}|many hours of {_LIGHT}) "
        "(is left|is there left|do i have left|do we have left)",
        "how (long|much time) (is left|is there left|do i have left|do we have left) (until|till|"
        "before) [the] (sunset|sundown|dusk|dark|it is dark|it gets dark|the sun sets)",
    ),
    "daylight": (
        "how long (is|will) the day [be|going to be]",
        "how long are the days",
        f"{_WHEN} (does|will|do) the sun (rise and set|rise and go down|come up and go down|"
        "come up and set|set and rise)",
        f"{_WHEN} (is|are) [the] (sunrise and sunset|sunset and sunrise)",
        "[what are|tell me|give me] [the] (sunrise and sunset|sunset and sunrise|daylight) "
        "(times|hours)",
        f"[how] many hours of {_LIGHT}",
        f"how many hours of {_LIGHT} (are there|do we get|do we have|will there be|will we get|"
        "will we have|is there|do they get|do they have|does it have)",
        "how much (daylight|sunlight|day light) (is there|do we get|do we have|will there be|"
        "will we get|do they get|are we getting)",
        "how long (is it|will it be|does it stay|will it stay) light [for]",
        f"[{_GET}] [the] (length of [the] day|day length|length of daylight|daylight hours|"
        "hours of daylight)",
        "(when|what time) (is|are) [the] (daylight|daylight hours)",
    ),
}
"""How each of them is asked for, before a day and a place."""

_TODAY = "(today|tonight|this evening|this morning|here|here today|out|outside)"
_IN = "[over|down|up|out] (in|at|for)"
_TAILS: tuple[tuple[str, Mapping[str, str]], ...] = (
    (f" [{_TODAY}]", {}),
    (" {day}", {}),
    (" tomorrow (morning|afternoon|evening|night)", {"day": "tomorrow"}),
    (f" {_IN} {{place}}", {}),
    (f" {_IN} {{place}} {_TODAY}", {}),
    (f" {_TODAY} {_IN} {{place}}", {}),
    (f" {_IN} {{place}} tomorrow", {"day": "tomorrow"}),
    (f" {{day}} {_IN} {{place}}", {}),
    (f" {_IN} {{place}} on {{day}}", {}),
)
_DAY_OR_NIGHT = (
    "(day|daytime|day time|night|nighttime|night time|dark|light|light out|dark out|dark outside|"
    "light outside|daylight|twilight|bright)"
)
_YET = "[already|yet|now|outside|here]"
_NOW = (
    f"is it [still|already] {_DAY_OR_NIGHT} {_YET}",
    f"(is the sun|has the sun) [still|already] (up|down|risen|set|gone down|come up) {_YET}",
    "is it (day or night|night or day|light or dark)",
)
_NOW_TAILS = ("", f" {_IN} {{place}} [now]", f" now {_IN} {{place}}")


def _sentences() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {
        head + tail: {"what": what, **fixed}
        for what, heads in _HEADS.items()
        for head in heads
        for tail, fixed in _TAILS
    }
    return found | {head + tail: {"what": "now"} for head in _NOW for tail in _NOW_TAILS}


def _must_be_day(words: str) -> str:
    if words and read_day(words, date(2024, 1, 1)) is None:  # a year that has each day
        raise ValueError("no day of the calendar")
    return words


class SunTimesArguments(Arguments):
    """What of the sun the user asks about, where, and on which day."""

    what: Annotated[
        What,
        Field(description="daylight is the length of the day; now is whether it is day there."),
    ]
    place: Annotated[
        str,
        Field(
            description="A place that the user named; empty is their home city.",
            max_length=LONGEST_NAME,
        ),
    ] = ""
    day: Annotated[
        str,
        Field(description="A day in English, or as 2026-12-25; empty is today.", max_length=80),
        AfterValidator(_must_be_day),
    ] = ""


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """get_sun_times."""
    yield _get_sun_times(around)


def _get_sun_times(around: ToolDependencies) -> Tool:
    is_american = around.user.locale == "en_US"

    async def run(arguments: SunTimesArguments, context: ToolContext) -> ToolResult:
        home = (await profile_of(around, context)).city
        spoken = home if is_here(arguments.place) else arguments.place
        if not spoken.strip():
            return _nothing(arguments, FOR_WHICH_CITY)
        place = await place_called(spoken, context.now)
        if place is None:
            return _nothing(arguments, f"I do not know a place called {spoken.strip()}.")
        there = Teller(around.user.clock, context.now, ZoneInfo(place.zone))
        if arguments.what == "now":
            observed = _now_said(place, there)
        else:
            day = _day_meant(arguments, place, there)
            if day is None:
                return _nothing(arguments, "There is no such day.")
            told = _Told(
                arguments.what,
                place.name,
                there,
                is_american=is_american,
                tells_length=not arguments.day,
            )
            observed = told.sentence(sun_day(place, day), day)
        return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), arguments.model_dump())

    return Tool(
        name="get_sun_times",
        purpose='When the sun rises or sets, how long the day is (what="daylight"), or whether it '
        'is day or night now (what="now"), at a place the user named or (place="") in their home '
        'city. day is said in English or written 2026-12-25: "tomorrow", "June 21st".',
        ability="tell when the sun rises and sets",
        arguments=SunTimesArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=_sentences(),
        fulfils=("get_sun_times",),
    )


def _day_meant(arguments: SunTimesArguments, place: Place, there: Teller) -> date | None:
    """The day that is asked about: the next sunrise is tomorrow's once the sun has set."""
    today = _today(there)
    if arguments.day:
        day = read_day(arguments.day, today)
        return day.date if day else None
    if arguments.what == "sunrise":
        sets = sun_day(place, today).set
        if sets and in_utc(sets) < in_utc(there.now):
            return today + timedelta(days=1)
    return today


@dataclass(frozen=True, slots=True)
class _Told:
    """How the sun of a day is told of.

    Attributes:
        what: Which of its times.
        place: Where.
        there: Words of moments, in that place's time.
        is_american: Dates have the month first.
        tells_length: Also how long it is until then.
    """

    what: What
    place: str
    there: Teller
    is_american: bool
    tells_length: bool

    def sentence(self, sun: SunDay, day: date) -> str:
        """The answer, with the day and the place: "today in London"."""
        if self.what == "daylight" and sun.rise and sun.set:
            length = length_said(seconds_between(sun.rise, sun.set))
            times = f"from {self.there.clock_of(sun.rise)} to {self.there.clock_of(sun.set)}"
            return f"The day is {length} long {self._when(day)}, {times}."
        moment = sun.set if self.what == "sunset" else sun.rise
        if moment is None or self.what == "daylight":
            does, where = ("set", "up") if sun.is_up else ("rise", "down")
            return f"The sun does not {does} {self._when(day)}. It is {where} all day."
        is_past = in_utc(moment) <= in_utc(self.there.now)
        at = f"at {self.there.clock_of(moment)} {self._when(moment.date())}"
        is_far_told = self.tells_length and not is_past
        far = until(moment, self.there.now) if is_far_told else ""
        return f"The sun {_VERBS[self.what, is_past]} {at}{far}."

    def _when(self, day: date) -> str:
        said = day_said(day, _today(self.there), is_american=self.is_american)
        return f"{said} in {self.place}"


_VERBS = {
    ("sunrise", False): "rises",
    ("sunrise", True): "rose",
    ("sunset", False): "sets",
    ("sunset", True): "set",
}


def _now_said(place: Place, there: Teller) -> str:
    clock = there.clock_of(there.now)
    match sky(place, there.now):
        case "day":
            return f"It is day in {place.name}. The time there is {clock}."
        case "twilight":
            return f"It is half dark in {place.name}: the sun is down. The time there is {clock}."
        case _:
            return f"It is night in {place.name}. The time there is {clock}."


def _today(there: Teller) -> date:
    return there.now.astimezone(there.zone).date()


def _nothing(arguments: SunTimesArguments, sentence: str) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.NO_OP, sentence), arguments.model_dump())
