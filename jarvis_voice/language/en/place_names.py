"""Names of places: nicknames, states, and words for time zones.

Invariant: pure; every key is already in the form that `place_key` gives.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from zoneinfo import available_timezones

_TAIL = re.compile(
    r"(?: (?:right now|at the moment|at this time|currently|now|today|please|these days))+\Z"
)
_HEAD = re.compile(r"(?:in |at |for )?(?:the )?(?:(?:city|town|country|republic) of )?")
_LONG = {"st": "saint", "mt": "mount", "ft": "fort"}
_NO_LETTERS = re.compile(r"[^a-z0-9]+")
_APOSTROPHES = re.compile(r"['\u2019\u02bc.]")


def place_key(name: str) -> str:
    """A name as it is looked up: no accents, articles, marks or "right now"."""
    plain = unicodedata.normalize("NFKD", name.replace("\u0142", "l").replace("\u00df", "ss"))
    plain = plain.casefold().encode("ascii", "ignore").decode()
    words = _NO_LETTERS.sub(" ", _APOSTROPHES.sub("", plain)).strip()
    words = _HEAD.sub("", _TAIL.sub("", words), count=1)
    return " ".join(_LONG.get(word, word) for word in words.split())


NICKNAMES = {
    "nyc": "new york city", "new york": "new york city", "big apple": "new york city",
    "la": "los angeles", "sf": "san francisco", "san fran": "san francisco",
    "dc": "washington", "washington dc": "washington", "vegas": "las vegas",
    "philly": "philadelphia", "rio": "rio de janeiro", "kl": "kuala lumpur", "hk": "hong kong",
    "saint pete": "saint petersburg",
    "kiev": "kyiv", "peking": "beijing", "bombay": "mumbai", "calcutta": "kolkata",
    "madras": "chennai", "bangalore": "bengaluru", "saigon": "ho chi minh city",
    "england": "london", "scotland": "edinburgh", "wales": "cardiff", "northern ireland": "belfast",
    "hawaii": "honolulu", "silicon valley": "san jose",
}  # fmt: skip
"""What a short or an older name stands for."""

COUNTRY_NICKNAMES = {
    "US": ("us", "usa", "america", "united states of america", "states"),
    "GB": ("uk", "great britain", "britain"),
    "AE": ("uae", "emirates"),
    "KR": ("korea",),
    "NL": ("holland", "netherlands"),
    "CZ": ("czech republic",),
    "CI": ("cote divoire",),
    "CD": ("congo",),
    "VA": ("vatican city",),
    "MM": ("burma",),
    "TR": ("turkey", "turkiye"),
    "TL": ("east timor",),
    "MK": ("macedonia",),
}
"""Further names of countries by ISO code."""

SAID_WITH_THE = frozenset(
    {"United Kingdom", "Netherlands", "The Netherlands", "United Arab Emirates", "Philippines"}
    | {"Bahamas", "Gambia", "Maldives", "Seychelles", "Dominican Republic", "Cayman Islands"}
    | {"Faroe Islands", "Isle of Man", "Central African Republic", "Republic of the Congo"}
)

IN_ENGLISH = {"K\u00f6ln": "Cologne"}
"""Large cities that the list names in their own language only."""

CITY_BEFORE_STATE = frozenset({"new york", "washington"})
"""A state of that name is said with "state"."""

NO_PLACES = frozenset(
    {"europe", "asia", "africa", "north america", "south america", "antarctica", "oceania", "world"}
    | {"morning", "evening", "afternoon", "night", "space", "hell", "heaven", "bed", "house", "car"}
    | {"it", "that", "them", "there", "this", "words", "full", "total", "short", "english", "me"}
)
"""Words that some small place is also called by, and nobody means it."""

STATES = {
    "US": {
        "AK": "Alaska", "AL": "Alabama", "AR": "Arkansas", "AZ": "Arizona", "CA": "California",
        "CO": "Colorado", "CT": "Connecticut", "DC": "District of Columbia", "DE": "Delaware",
        "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "IA": "Iowa", "ID": "Idaho",
        "IL": "Illinois", "IN": "Indiana", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
        "MA": "Massachusetts", "MD": "Maryland", "ME": "Maine", "MI": "Michigan",
        "MN": "Minnesota", "MO": "Missouri", "MS": "Mississippi", "MT": "Montana",
        "NC": "North Carolina", "ND": "North Dakota", "NE": "Nebraska", "NH": "New Hampshire",
        "NJ": "New Jersey", "NM": "New Mexico", "NV": "Nevada", "NY": "New York", "OH": "Ohio",
        "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island",
        "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas",
        "UT": "Utah", "VA": "Virginia", "VT": "Vermont", "WA": "Washington", "WI": "Wisconsin",
        "WV": "West Virginia", "WY": "Wyoming",
    },
    "CA": {
        "01": "Alberta", "02": "British Columbia", "03": "Manitoba", "04": "New Brunswick",
        "05": "Newfoundland and Labrador", "07": "Nova Scotia", "08": "Ontario",
        "09": "Prince Edward Island", "10": "Quebec", "11": "Saskatchewan", "12": "Yukon",
        "13": "Northwest Territories", "14": "Nunavut",
    },
    "AU": {
        "01": "Australian Capital Territory", "02": "New South Wales", "03": "Northern Territory",
        "04": "Queensland", "05": "South Australia", "06": "Tasmania", "07": "Victoria",
        "08": "Western Australia",
    },
    "GB": {"ENG": "England", "SCT": "Scotland", "WLS": "Wales", "NIR": "Northern Ireland"},
}  # fmt: skip
"""States of countries by GeoNames' codes."""

_ZONES = (
    ("UTC", "UTC", "utc|coordinated universal time|universal time|zulu|zulu time"),
    ("Greenwich Mean Time", "Etc/GMT", "gmt|greenwich mean time|greenwich"),
    ("Pacific time", "America/Los_Angeles", "pacific|pst|pdt|pt"),
    ("Mountain time", "America/Denver", "mountain|mst|mdt|mt"),
    ("Central time", "America/Chicago", "central|cdt"),
    ("Eastern time", "America/New_York", "eastern|edt|est|et"),
    ("Alaska time", "America/Anchorage", "alaska|akst|akdt"),
    ("Hawaii time", "Pacific/Honolulu", "hst"),
    ("Atlantic time", "America/Halifax", "atlantic|ast"),
    ("Central European time", "Europe/Berlin", "central european|cet|cest"),
    ("Eastern European time", "Europe/Athens", "eastern european|eet|eest"),
    ("Western European time", "Europe/Lisbon", "western european|wet"),
    ("British time", "Europe/London", "british|british summer|bst"),
    ("Moscow time", "Europe/Moscow", "msk"),
    ("Indian time", "Asia/Kolkata", "indian|india standard"),
    ("Japanese time", "Asia/Tokyo", "japan standard|japanese|jst"),
    ("Australian Eastern time", "Australia/Sydney", "australian eastern|aest|aedt"),
)
_ENDINGS = ("", " time", " standard time", " daylight time", " time zone")


def _zone_words() -> dict[str, tuple[str, str]]:
    words: dict[str, tuple[str, str]] = {}
    for name, zone, keys in _ZONES:
        for key in keys.split("|"):
            words |= {place_key(key + end): (name, zone) for end in _ENDINGS}
    return words


ZONE_WORDS = _zone_words()
"""Words for a time zone to its name in a sentence and its IANA zone."""


@cache
def zone_cities() -> frozenset[str]:
    """Keys of the cities that time zones are called after, "new york" and some 400 others."""
    return frozenset(place_key(zone.rpartition("/")[2]) for zone in available_timezones())
