"""Finds in a sentence the report of an act: done, being done or promised. Pure.

Invariant: each word is looked at a bounded number of times; nothing is matched over the sentence.
"""

from __future__ import annotations

from dataclasses import replace

from jarvis_voice.language.en.reports.act_things import DEVICES, STATES
from jarvis_voice.language.en.reports.act_verbs import PASTS
from jarvis_voice.language.en.reports.bare_reports import (
    looked_without_subject,
    reports_without_subject,
)
from jarvis_voice.language.en.reports.clause_words import (
    FIRST_PERSONS,
    PRONOUNS,
    Reading,
    follows,
    start_of,
)
from jarvis_voice.language.en.reports.first_person import (
    first_person_reports,
    is_person,
    lets_itself,
)
from jarvis_voice.language.en.reports.plain_words import PlainWords
from jarvis_voice.language.en.reports.things_done import SHOWING_VERBS, tells_of_a_thing
from jarvis_voice.language.en.reports.told_of_you import (
    tells_of_an_end,
    tells_of_memory,
    tells_of_you,
)


def reports_an_act(plain: PlainWords, how: Reading = Reading()) -> bool:  # noqa: B008 - frozen
    """Whether the sentence says that an act on the user's world was, is being or will be done."""
    words = plain.words
    if not words:
        return False
    start = start_of(words)
    if how.is_talk and not how.is_telling and tells_of_memory(words):
        return True
    if not how.has_looked and looked_without_subject(words, start):
        return True
    if reports_without_subject(words, start, how) or (
        start and reports_without_subject(words, 0, how)
    ):
        return True
    for place, word in enumerate(words):
        if word in FIRST_PERSONS and is_person(plain, place):
            if first_person_reports(plain, place + 1, replace(how, is_ours=word == "we")):
                return True
        elif (
            word in {"assistant", "system"}
            and place
            and words[place - 1] in {"your", "this", "the"}
        ):
            if first_person_reports(plain, place + 1, how):
                return True
        elif word == "let" and words[place + 1 : place + 2] in {("me",), ("us",)}:
            if lets_itself(words, place + 2, how):
                return True
        elif word in {"has", "have", "is", "are", "'s", "was", "were", "be", "went", "will"} or (
            word in SHOWING_VERBS and "your" in words[max(0, place - 5) : place]
        ):
            if tells_of_a_thing(words, place, how):
                return True
        elif (
            (word == "you" and tells_of_you(words, place + 1))
            or (word in {"longer", "more"} and tells_of_an_end(words, place))
            or (
                word == "consider"
                and follows(words, place + 1, PRONOUNS | DEVICES, 4)
                and (follows(words, place + 1, PASTS.keys() | STATES, 5))
            )
        ):
            return True
    return False
