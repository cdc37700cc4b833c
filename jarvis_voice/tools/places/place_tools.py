"""The tool find_places: restaurants, shops and the like of a city.

Where the user has a key of SerpAPI it asks Google; else OpenStreetMap
(https://www.openstreetmap.org/copyright), which is free and names its source in every answer.

Invariant: only the kind of places and the city leave this machine; names and streets that come back
are told and never followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field, field_validator, model_validator

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies, WebSearch
from jarvis_voice.tools.places.forecast_phrases import FOR_WHICH_CITY
from jarvis_voice.tools.places.home import profile_of
from jarvis_voice.tools.places.overpass import Overpass
from jarvis_voice.tools.places.place_finder import OPEN_STREET_MAP, FoundPlaces, PlaceFinder
from jarvis_voice.tools.places.place_kinds import (
    LONGEST_KIND,
    asks_for_best,
    asks_for_quality,
    is_kind,
    named_kind,
    plain_kind,
)
from jarvis_voice.tools.places.place_phrases import MOST_TOLD, NOT_JUDGED, say_found, told_first
from jarvis_voice.tools.places.place_sentences import SENTENCES
from jarvis_voice.tools.places.places import LONGEST_NAME, is_here
from jarvis_voice.tools.places.weather import OpenMeteo
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

_NO_CITY = lazy_pattern(
    r"\b(?:i|it|my|our|your|his|her|their|and|or|but|for|with|that|which|who|where|when|then|"
    r"tomorrow|tonight|today|now|next|this|under|open|please|if|because|is|are|was|were)\b|\d",
    re.I,
)
_MOST_CITY_WORDS = 5
_USER = lazy_pattern(
    r"(?:where (?:i am|we are|i live|we live)|me|us|here|home|town|downtown|"
    r"my (?:home|house|place|location|flat|position)|"
    r"(?:the|my|our|this) (?:area|town|city|neighbou?rhood|vicinity|region|district))"
    r"(?: in\b)?\s*",
    re.I,
)
"""Words that stand for where the user is; a city may follow: "near me in Bristol"."""
_MIDDLE = re.compile(
    r"(?:the )?(?:(?:city|town) )?(?:cent(?:er|re)|middle) of (?:the )?|"
    r"downtown |central (?!park|station|square)",
    re.I,
)
_MIDDLE_BEHIND = re.compile(r" (?:(?:city|town) cent(?:er|re)|downtown)\Z", re.I)
"""What is looked for is around the middle of a city anyway."""


class FindPlacesArguments(Arguments):
    """What to look for, and where."""

    kind: Annotated[
        str,
        Field(
            description='What kind of place, in a word or two: "restaurant", "thai restaurant", '
            '"pharmacy", "petrol station", "cash machine".',
            min_length=1,
            max_length=LONGEST_KIND,
        ),
    ]
    near: Annotated[
        str,
        Field(
            description="The city that the user named; empty is their home city.",
            max_length=LONGEST_NAME,
        ),
    ] = ""

    @field_validator("kind")
    @classmethod
    def _of_one(cls, kind: str) -> str:
        """Without articles and praise."""
        return plain_kind(kind)

    @field_validator("near")
    @classmethod
    def _without_the_user(cls, near: str) -> str:
        """The city alone."""
        said = _MIDDLE_BEHIND.sub("", near.strip())
        if middle := _MIDDLE.match(said):
            said = said[middle.end() :]
        user = _USER.match(said)
        is_whole = user is not None and (user.end() == len(said) or user[0].endswith(" "))
        return said[user.end() :] if user and is_whole else said

    @model_validator(mode="after")
    def _names_both(self) -> Self:
        """What is no kind of places, or no city, is another request."""
        is_city = len(self.near.split()) <= _MOST_CITY_WORDS and not _NO_CITY.search(self.near)
        if not is_kind(self.kind) or not (is_city or is_here(self.near)):
            raise ValueError("no kind of places, or no city")
        if asks_for_best(self.kind) and not is_here(self.near):
            raise ValueError("the best of a city are looked for on the web")
        return self


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """The tool find_places."""
    at = around.edge.endpoints
    finder = PlaceFinder(Overpass(at.overpass), OpenMeteo(at.open_meteo), around.local_search)
    yield _find_places(around, finder)


def _find_places(around: ToolDependencies, finder: PlaceFinder) -> Tool:
    async def run(arguments: FindPlacesArguments, context: ToolContext) -> ToolResult:
        home = (await profile_of(around, context)).city
        city = (home if is_here(arguments.near) else arguments.near).strip()
        if not city:
            return _nothing(arguments, FOR_WHICH_CITY)
        found = await finder.find(arguments.kind, city, context.now)
        if found is None:
            return await _on_the_web(arguments, city, around.search)
        if not found.where:
            return _nothing(arguments, f"I do not know a city called {city}.")
        return _told(arguments, found, context.goal)

    return Tool(
        name="find_places",
        purpose="Find restaurants, shops, banks and other places to go to in a city that the user "
        'named or (near="") their home city. Tells the names and streets of up to three; their '
        "websites become RESULTS.",
        ability="find restaurants, shops and other places in a city",
        arguments=FindPlacesArguments,
        tier="read",
        timeout_seconds=25,
        run=run,
        sentences=SENTENCES,
        brings_web_text=True,
        sends=True,
        fails="I could not look for places",
    )


def _told(arguments: FindPlacesArguments, found: FoundPlaces, goal: str) -> ToolResult:
    places = told_first(found.places)
    sentence = say_found(found.kind, found.where, places, found.source)
    if places and asks_for_quality(goal) and found.source == OPEN_STREET_MAP:
        sentence = f"{sentence} {NOT_JUDGED}"
    if found.note:
        sentence = f"{sentence} {found.note}"
    if not places:
        return _nothing(arguments, sentence)
    links = tuple(place.link for place in places if place.link)
    data = {"places": [place.name for place in places], "source": found.source}
    receipt = Receipt(ReceiptKind.LOOKUP, sentence)
    return ToolResult(receipt, arguments.model_dump(), links, data)


async def _on_the_web(arguments: FindPlacesArguments, city: str, search: WebSearch) -> ToolResult:
    """Pages about a kind of places that no map has."""
    kind = named_kind(arguments.kind).many
    found = await search.search(f"{kind} in {city}")
    if not found.links:
        return _nothing(arguments, f"I found nothing about {kind} in {city}.")
    titles = [link.title for link in found.links[:MOST_TOLD]]
    sentence = f"The map does not know {kind}. Web pages about it: {'; '.join(titles)}."
    data = {"titles": [link.title for link in found.links]}
    receipt = Receipt(ReceiptKind.LOOKUP, sentence)
    return ToolResult(receipt, arguments.model_dump(), found.links, data)


def _nothing(arguments: FindPlacesArguments, sentence: str) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.NO_OP, sentence), arguments.model_dump())
