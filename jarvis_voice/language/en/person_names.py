"""Tells whether words are what a person is called. Pure.

Invariant: behind "I am" nearly anything may stand, so there only a word with a capital letter is a
name, and no word for where somebody comes from.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.reports.clause_words import word_table

LONGEST_PERSON_NAME = 60
_MOST_WORDS = 4
_MOST_WORDS_BEHIND_I_AM = 3
_WORD = r"[^\W\d_]+(?:['\u2019.-][^\W\d_]+)*\.?"
_WORDS = lazy_pattern(rf"{_WORD}(?: {_WORD})*")
_AROUND = lazy_pattern(
    r"\A(?:from now on|now|just|simply|actually) |"
    r",? (?:from now on|now|from here on|in future|in the future|instead|by the way|please|"
    r"then|too|if you like|okay|(?:nice|pleased|good|glad) to meet you)\Z",
    re.I,
)
_NO_NAMES = word_table(
    "a about again all already also am an and another any anything anyone are as at back be "
    "because been before but by call called can cannot crazy do done everything fine for from "
    "go going gone good got has have he her here him his how i if in is it its just kept "
    "known later me mine my never no nobody not nothing of off on once one or our out over "
    "please safe she so sometimes somewhere soon sorry stupid that the their them then there "
    "these they this those to today tomorrow tonight too unknown up us very was we "
    "were what when where which who whose why with yes yesterday you your a.m p.m ambulance "
    "taxi cab uber doctor police mom mum dad maybe morning evening afternoon important secret "
    "spelled spelt spells pronounced written "
    "names nicknames none private difficult hard easy long short common"
)
"""Words in small letters that are in no name; with a capital, "Long" and "Hope" are some."""

_ORIGINS = word_table(
    "african albanian algerian american arab argentinian asian australian austrian bavarian "
    "belgian brazilian british bulgarian canadian catholic chilean chinese colombian croatian "
    "cuban czech danish dutch egyptian english estonian ethiopian european finnish french "
    "german ghanaian greek hungarian indian indonesian iranian iraqi irish israeli italian "
    "jamaican japanese jewish kenyan korean latvian lebanese lithuanian malaysian mexican "
    "moroccan muslim nigerian norwegian pakistani palestinian persian peruvian polish "
    "portuguese protestant romanian russian scottish serbian slovak slovenian spanish "
    "sudanese swedish swiss syrian taiwanese thai tunisian turkish ukrainian vegan vegetarian "
    "venezuelan vietnamese welsh monday tuesday wednesday thursday friday saturday sunday "
    "hindu buddhist mormon jarvis ok okay"
)
"""What a capital letter does not make a name of."""


def name_in(words: str) -> str:
    """The name in the words behind "my name is" or "call me"; "" where they are none."""
    bare = " ".join(words.split()).strip(" ,!?;:\"'")
    while (shorter := _AROUND.sub("", bare)) != bare:
        bare = shorter.strip(" ,")
    bare = bare if re.search(r"\b\w\.\Z", bare) else bare.rstrip(".")
    parts = bare.split()
    if not _WORDS.fullmatch(bare) or len(parts) > _MOST_WORDS or len(bare) > LONGEST_PERSON_NAME:
        return ""
    if any(part.strip(".") in _NO_NAMES for part in parts):
        return ""
    return bare if not bare.islower() else _capitals(bare)


def is_introduction(words: str) -> bool:
    """Whether the words behind "I am" are a name: "Sam", but "tired" and "German" are not."""
    parts = words.split()
    return (
        0 < len(parts) <= _MOST_WORDS_BEHIND_I_AM
        and all(part[:1].isupper() for part in parts)
        and not any(part.lower().strip(".,") in _ORIGINS for part in parts)
        and name_in(words) != ""
    )


def _capitals(name: str) -> str:
    return re.sub(r"\b[^\W\d_]", lambda letter: letter[0].upper(), name)
