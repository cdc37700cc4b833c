"""The tools set_profile and get_profile: the user's name, city, birthday and units.

Invariant: what is said to be kept, or gone, was read back from the database; a city that nobody
knows and a day that is none are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Annotated

from pydantic import Field as Described

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.birthdays import read_birthday
from jarvis_voice.language.en.evidence import turned_round
from jarvis_voice.language.en.person_names import name_in
from jarvis_voice.language.en.relevance import relevant
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.memory.profile_phrases import (
    Asked,
    Field,
    answer,
    forgotten,
    kept,
    unknown,
)
from jarvis_voice.tools.memory.profile_sentences import ASKING, TELLING
from jarvis_voice.tools.places.place_list import place_index
from jarvis_voice.tools.places.weather import OpenMeteo
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

_UNITS = {
    **dict.fromkeys(("metric", "celsius", "centigrade", "kilometers", "kilometres"), "metric"),
    **dict.fromkeys(("imperial", "fahrenheit", "miles", "american", "us"), "imperial"),
}
_TO_FORGET = lazy_pattern(
    r"\b(?:forget|delete|erase|remove|clear|remember(?:ing)?)\b|"
    r"\b(?:don't|do not|stop|quit|no longer|never) (?:call|address)(?:ing)? me\b",
    re.I,
)
_AS_FACTS: dict[Asked, str] = {
    "name": "my name",
    "city": "I live",
    "birthday": "my birthday",
    "age": "my age",
    "units": "",
}
"""What a fact is asked about where the profile has nothing: facts were there before it."""


class SetProfileArguments(Arguments):
    """One thing that the user said of themself."""

    field: Annotated[Field, Described(description="What it is.")]
    value: Annotated[
        str,
        Described(
            description='It, in the user\'s own words: "Sam", "Berlin", "3 May 1990", '
            '"Fahrenheit"; empty forgets it.',
            max_length=200,
        ),
    ] = ""


class GetProfileArguments(Arguments):
    """One thing that the user asks about themself."""

    field: Annotated[Asked, Described(description="What is asked for.")]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """set_profile and get_profile."""
    yield _set_profile(around, OpenMeteo(around.edge.endpoints.open_meteo))
    yield _get_profile(around)


def _set_profile(around: ToolDependencies, service: OpenMeteo) -> Tool:
    profiles = around.profiles

    async def run(arguments: SetProfileArguments, context: ToolContext) -> ToolResult:
        field, user_id = arguments.field, context.origin.user_id
        if not arguments.value.strip():
            return await _drop(around, field, context)
        value = await _value(arguments, context.now, service)
        with as_tool_error():
            before = getattr(await profiles.profile(user_id), field)
            if before != value:
                await profiles.keep(user_id, field, value, context.turn_id, context.now)
            after = getattr(await profiles.profile(user_id), field)
        if after != value:
            raise ToolError("not-kept", "I tried to remember that, and it did not stay.")
        kind = ReceiptKind.NO_OP if before == value else ReceiptKind.EFFECT
        said = kept(field, value, is_new=before != value, is_american=_is_american(around))
        return ToolResult(Receipt(kind, said), arguments.model_dump())

    return Tool(
        name="set_profile",
        purpose="Keep the user's own name, the city where they live, their birthday, or whether "
        "they use metric or imperial units, when the user says it of themself.",
        ability="remember your name, your city and your birthday",
        arguments=SetProfileArguments,
        tier="confirm" if around.approves_facts else "act",
        needs="talk",
        timeout_seconds=15,
        in_words=("value",),
        run=run,
        asked_by=frozenset(
            (
                *("name", "call", "called", "live", "living", "city", "town", "moved", "home"),
                *("birthday", "born", "birth", "units", "metric", "imperial", "celsius"),
                *("fahrenheit", "centigrade", "forget"),
            )
        ),
        sentences=TELLING,
        readback=_readback,
        is_private=True,
        sends=True,
        fulfils=("set_profile",),
    )


def _get_profile(around: ToolDependencies) -> Tool:
    async def run(arguments: GetProfileArguments, context: ToolContext) -> ToolResult:
        field, user_id = arguments.field, context.origin.user_id
        with as_tool_error():
            said = await around.profiles.profile(user_id)
            facts = await around.memory.facts(user_id)
        known = replace(
            said, city=said.city or around.user.home_city, units=said.units or around.user.units
        )
        is_american = _is_american(around)
        if told := answer(field, known, context.now.date(), is_american=is_american):
            return ToolResult(Receipt(ReceiptKind.LOOKUP, told), arguments.model_dump())
        about = [(fact.text, fact) for fact in facts]
        if found := relevant(_AS_FACTS[field], about, context.goal)[:1]:
            told = f"You told me: {turned_round(found[0].text)}."
            return ToolResult(Receipt(ReceiptKind.LOOKUP, told), arguments.model_dump())
        check_known(around.profiles)
        told = unknown("birthday" if field == "age" and not known.birthday else field)
        return ToolResult(Receipt(ReceiptKind.NO_OP, told), arguments.model_dump())

    return Tool(
        name="get_profile",
        purpose="What the user said of themself: their name, the city where they live, their "
        "birthday, their age, or the units that they use.",
        ability="tell you what I know of you",
        arguments=GetProfileArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=ASKING,
        is_private=True,
        fulfils=("get_profile",),
    )


async def _drop(around: ToolDependencies, field: Field, context: ToolContext) -> ToolResult:
    """Forget one thing.

    Raises:
        ToolError: It could not be forgotten, nobody asked for that, or it is a fact and no part of
            the profile.
    """
    if context.goal and not _TO_FORGET.search(context.goal):
        raise ToolError("no-value", "What shall I remember of you? Say it in one sentence.")
    user_id = context.origin.user_id
    with as_tool_error():
        was_there = await around.profiles.drop(user_id, field)
        after = getattr(await around.profiles.profile(user_id), field)
        facts = await around.memory.facts(user_id)
    if after:
        raise ToolError("not-forgotten", "I tried to forget that, and it is still there.")
    about = [] if was_there else [(fact.text, fact) for fact in facts]
    if found := relevant(_AS_FACTS[field], about)[:1]:
        known = turned_round(found[0].text)
        raise ToolError("is-fact", f"You told me that {known}. Say: forget that, with its words.")
    said = forgotten(field) if was_there else unknown(field)
    kind = ReceiptKind.EFFECT if was_there else ReceiptKind.NO_OP
    return ToolResult(Receipt(kind, said), {"field": field, "value": ""})


async def _value(arguments: SetProfileArguments, now: datetime, service: OpenMeteo) -> str:
    """What is kept for the words that were said.

    Raises:
        ToolError: They say nothing that can be kept.
    """
    said = arguments.value.strip()
    match arguments.field:
        case "name":
            if name := name_in(said):
                return name
            raise ToolError("no-name", "I did not catch your name. Say for example: call me Sam.")
        case "city":
            return await _city(said, now, service)
        case "birthday":
            if birthday := read_birthday(said, now.date()):
                return birthday
            raise ToolError("no-birthday", "Say the day and the month, such as the 3rd of May.")
        case _:
            words = said.lower().split()
            if units := next((_UNITS[word] for word in words if word in _UNITS), ""):
                return units
            raise ToolError("no-units", "I know metric and imperial units. Which do you want?")


async def _city(said: str, now: datetime, service: OpenMeteo) -> str:
    """The city by its name in the list, else as the geocoder has it.

    Raises:
        ToolError: Nobody knows it. Where the geocoder does not answer, what is written like a name
            is kept as it was said: "Upper Foo", but not "tears".
    """
    index = await in_own_thread("places", lambda _: place_index())
    found = await in_own_thread("places", lambda _: index.find(said, now))
    try:
        place = found or await service.locate(said)
    except ToolError:
        if any(letter.isupper() or not letter.isascii() for letter in said):
            return said
        place = None
    if place is None:
        message = f"I do not know a place called {said}, so I have not kept it as your city."
        raise ToolError("no-place", message)
    return place.name


def _readback(arguments: SetProfileArguments) -> str:
    if not arguments.value:
        return f"forget your {arguments.field}"
    return f"remember {arguments.value} as your {arguments.field}"


def _is_american(around: ToolDependencies) -> bool:
    return around.user.locale == "en_US"
