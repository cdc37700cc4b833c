"""The weather tool; uses Open-Meteo (https://open-meteo.com), free for non-commercial use.

Invariant: a place is looked for offline first; only its coordinates leave this machine then. Its
answer holds numbers and our own words, and the name of the place.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from pydantic import Field

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.places.forecast_phrases import FOR_WHICH_CITY, About, Asked, Day, say
from jarvis_voice.tools.places.home import profile_of, units_of
from jarvis_voice.tools.places.place_list import place_called
from jarvis_voice.tools.places.places import LONGEST_NAME, Place, is_here
from jarvis_voice.tools.places.weather import OpenMeteo
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

_WHEN = (
    "[on|for|for the|this|next|coming|over the|during the|at the|the|by] {day} "
    "[morning|afternoon|evening|night]"
)
_BE = "(will it be|is it going to be|is it gonna be)"
_FALL = "(will it|is it going to|is it gonna|does it|could it|might it)"
_WEAR = (
    "(do|will|should|would) (i|we) (need|take|bring|want|wear|be taking|be needing|be wearing|"
    "need to (wear|take|bring)) [a|an|my|any|some]"
)
_ANY = "([is there] any chance of|[is there] any|will there be [any]|are we getting any)"
_HEADS: tuple[tuple[str, About, Day], ...] = (
    ("(what is|how is|tell me|check|give me) the weather [like|looking|looking like|report|"
     "forecast]", "weather", "now"),
    ("(read|read out|say) [me] the weather [report|forecast]", "weather", "now"),
    ("the weather [report|forecast]", "weather", "now"),
    ("[tell me|do you know] what the weather (is|looks) [like]", "weather", "now"),
    ("[tell me|do you know] what the weather (will be|is going to be|is gonna be) [like]",
     "weather", "today"),
    ("(show me|let me see|i want to see|i would like to see|i'd like to see) the weather "
     "[report|forecast]", "weather", "now"),
    ("(what will|how will) the weather be [like]", "weather", "today"),
    ("(what is|how is) the weather (going to be|gonna be) [like]", "weather", "today"),
    ("[weather|the weather|what is the weather|(what is|give me|get me|tell me) the] forecast",
     "weather", "today"),
    ("weather [report]", "weather", "now"),
    ("(what is it like|what does it look like|how is it looking|what is it "
        "doing)", "weather", "now"),
    ("(is it|will it be|is it going to be) a (nice|good|lovely|bad) day", "weather", "today"),
    (f"{_FALL} rain", "rain", "today"),
    ("(will there be|is there going to be|is there) rain", "rain", "today"),
    (f"{_ANY} (rain|showers)", "rain", "today"),
    ("what (is the chance|are the chances) of rain", "rain", "today"),
    (f"(is it raining|{_BE} (wet|rainy|raining))", "rain", "now"),
    (f"{_WEAR} (umbrella|umbrellas|brolly|raincoat|raincoats|wellies|rain jacket) "
     "[with (me|us)]", "rain", "today"),
    (f"{_WEAR} (coat|coats|jacket|jackets|jumper|sweater|scarf|hat|gloves|boots|shorts|"
     "sunglasses|sandals) [with (me|us)]",
     "weather", "today"),
    (f"{_FALL} snow", "snow", "today"),
    (f"({_ANY}|what (is the chance|are the chances) of|is there going to be) snow", "snow",
     "today"),
    ("is it snowing", "snow", "now"),
    ("how (cold|warm|hot|freezing) is it", "temperature", "now"),
    ("how (cold|warm|hot) (will it be|is it going to be|will it get|does it get|is it gonna be)",
     "temperature", "today"),
    ("is it (cold|warm|hot|freezing|chilly)", "temperature", "now"),
    (f"{_BE} (cold|warm|hot|freezing|chilly)", "temperature", "today"),
    ("[what is|tell me] [the] temperature", "temperature", "now"),
    ("what (will the temperature be|is the temperature going to be)", "temperature", "today"),
    ("(how windy is it|is it windy)", "wind", "now"),
    ("(how is|what is|how strong is) the wind [like|doing]", "wind", "now"),
    (f"(how windy will it be|{_BE} windy)", "wind", "today"),
    (f"{_BE} (dry|cloudy|stormy)", "weather", "today"),
    (f"{_ANY} (storms|a storm)", "weather", "today"),
    ("is it sunny", "sun", "now"),
    (f"{_BE} (sunny|nice|clear)", "sun", "today"),
    (f"{_ANY} (sun|sunshine)", "sun", "today"),
)  # fmt: skip
_DAY_ONLY = "((what|how) is it (going to be|gonna be)|(what|how) will it be) [like]"
"""Of the weather only where a day is named."""
_OUT = "[out|outside|out there|outdoors]"
_IN = "[over|out|up|down] (in|for|at)"
_TAILS = (f" {_OUT} {_WHEN}", f" {_WHEN} {_IN} {{place}}", f" {_IN} {{place}} {_WHEN}")
_TODAY = (
    f" {_OUT} <when_today>",
    f" <when_today> {_IN} {{place}}",
    f" {_IN} {{place}} <when_today>",
)


def _sentences() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {
        "weather {place}": {"about": "weather", "day": "now"},
        **{_DAY_ONLY + tail: {"about": "weather"} for tail in _TAILS},
        **{_DAY_ONLY + tail: {"about": "weather", "day": "today"} for tail in _TODAY},
    }
    for head, about, day in _HEADS:
        found[f"{head} {_OUT} [right now|now|currently]"] = {"about": about, "day": day}
        found[f"{head} [right now|now] {_IN} {{place}}"] = {"about": about, "day": day}
        found |= {head + tail: {"about": about} for tail in _TAILS}
        found |= {head + tail: {"about": about, "day": "today"} for tail in _TODAY}
    return found


class WeatherArguments(Arguments):
    """The place, the day and the part of the weather that the user asks about."""

    place: Annotated[
        str,
        Field(
            description="A place that the user named; empty is their home city.",
            max_length=LONGEST_NAME,
        ),
    ] = ""
    day: Annotated[Day, Field(description="Which day.")] = "now"
    about: Annotated[About, Field(description="What was asked for.")] = "weather"


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """Weather."""
    yield _weather(around, OpenMeteo(around.edge.endpoints.open_meteo))


def _weather(around: ToolDependencies, service: OpenMeteo) -> Tool:
    async def run(arguments: WeatherArguments, context: ToolContext) -> ToolResult:
        profile = await profile_of(around, context)
        spoken = profile.city if is_here(arguments.place) else arguments.place
        if not spoken.strip():
            return _nothing(arguments, FOR_WHICH_CITY)
        place = await _place(spoken, context.now, service)
        if place is None:
            return _nothing(arguments, f"I do not know a place called {spoken.strip()}.")
        asked = Asked(place.city, arguments.day, arguments.about, units_of(profile))
        answer = say(asked, await service.forecast(place, units_of(profile)))
        if answer is None:
            return _nothing(arguments, "The forecast does not reach that far.")
        return ToolResult(Receipt(ReceiptKind.LOOKUP, answer), arguments.model_dump())

    return Tool(
        name="weather",
        purpose="The weather now or the forecast for up to a week, for a place the user named or "
        '(place="") their home city, by Open-Meteo, whose free host is for non-commercial use. '
        "`about` is what was asked: rain for umbrellas, temperature for how cold it is.",
        ability="tell you the weather",
        arguments=WeatherArguments,
        tier="read",
        timeout_seconds=15,
        run=run,
        sentences=_sentences(),
        cache_seconds=600,
        sends=True,
        fulfils=("weather",),
    )


async def _place(spoken: str, now: datetime, service: OpenMeteo) -> Place | None:
    """From the offline list, else from the geocoder."""
    return await place_called(spoken, now) or await service.locate(spoken.strip())


def _nothing(arguments: WeatherArguments, sentence: str) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.NO_OP, sentence), arguments.model_dump())
