"""Words what is known of a user's person, for the ear. Pure."""

from __future__ import annotations

from datetime import date
from typing import Literal

from jarvis_voice.language.en.birthdays import age_on, days_until_birthday, said_birthday
from jarvis_voice.store.records import Profile

Field = Literal["name", "city", "birthday", "units"]
Asked = Literal["name", "city", "birthday", "units", "age"]

_UNKNOWN: dict[Asked, str] = {
    "name": "You have not told me your name yet. Say for example: call me Sam.",
    "city": "You have not told me where you live yet. Say for example: I live in Berlin.",
    "birthday": "You have not told me your birthday yet. Say for example: my birthday is 3 May.",
    "age": "I do not know the year you were born in. Say your birthday with its year.",
    "units": "I use metric units.",
}
_FORGOTTEN: dict[Field, str] = {
    "name": "I have forgotten your name.",
    "city": "I have forgotten where you live.",
    "birthday": "I have forgotten your birthday.",
    "units": "I have forgotten which units you like.",
}
_TEMPERATURES = {"metric": "Celsius and metric units", "imperial": "Fahrenheit and imperial units"}


def kept(field: Field, value: str, *, is_new: bool, is_american: bool) -> str:
    """What is told of one thing that is known from now on, or was known already."""
    now = "" if is_new else "already"
    match field:
        case "name":
            return f"I will call you {value}." if is_new else f"I call you {value} already."
        case "city":
            will = "I will remember" if is_new else "I know"
            return f"{will} {value} as your city{' already' if now else ''}."
        case "birthday":
            will = "I will remember" if is_new else "I know already"
            day = said_birthday(value, is_american=is_american)
            return f"{will} that your birthday is {day}."
        case _:
            will = "I will use" if is_new else "I use"
            return f"{will} {_TEMPERATURES[value]}{' already' if now else ''}."


def forgotten(field: Field) -> str:
    """What is told of one thing that is not known any more."""
    return _FORGOTTEN[field]


def unknown(field: Asked) -> str:
    """What is told of one thing that is not known."""
    return _UNKNOWN[field]


def answer(field: Asked, profile: Profile, today: date, *, is_american: bool) -> str:
    """What is known of one thing; "" where it is not.

    Args:
        field: What is asked for.
        profile: All that is known.
        today: The day on which it is told.
        is_american: Whether the month comes before the day.
    """
    match field:
        case "name":
            return f"Your name is {profile.name}." if profile.name else ""
        case "city":
            return f"You live in {profile.city}." if profile.city else ""
        case "units":
            return f"I use {_TEMPERATURES[profile.units]}." if profile.units else ""
        case _ if not profile.birthday:
            return ""
        case "birthday":
            return _birthday(profile.birthday, today, is_american=is_american)
        case _:
            age = age_on(profile.birthday, today)
            return "" if age is None else f"You are {age} {'year' if age == 1 else 'years'} old."


def summary(profile: Profile, *, is_american: bool) -> list[str]:
    """All that the user said of themself, a sentence each; units are a matter of taste."""
    told = [f"Your name is {profile.name}."] if profile.name else []
    told += [f"You live in {profile.city}."] if profile.city else []
    if profile.birthday:
        told.append(f"{_born(profile.birthday, is_american=is_american)}.")
    return told


def _birthday(birthday: str, today: date, *, is_american: bool) -> str:
    said = _born(birthday, is_american=is_american)
    days = days_until_birthday(birthday, today)
    if not days:
        return f"{said}. That is today. Happy birthday!"
    return f"{said}. That is {'tomorrow' if days == 1 else f'in {days} days'}."


def _born(birthday: str, *, is_american: bool) -> str:
    return f"Your birthday is {said_birthday(birthday, is_american=is_american)}"
