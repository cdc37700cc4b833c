"""Reads what is claimed of the microphone and of what is kept: "I stopped recording". Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.clause_words import ADVERBS, FIRST_PERSONS, word_table

_NAMES = FIRST_PERSONS | word_table("jarvis")
_ENDING = word_table("stopped ceased quit paused ended suspended finished")
_LISTENING = word_table(
    "recording listening monitoring eavesdropping hearing watching tracking storing logging"
)
_LISTENS = _LISTENING | word_table(
    "record listen monitor hear watch track store log recorded records listens hears tracks stores"
)
_EARS = word_table("microphone microphones mic mics camera webcam recording recordings")
_SHUT = word_table("off muted closed shut stopped disabled paused ended deleted erased over")
_BETWEEN = ADVERBS | word_table("has have been is was are were now just already turned switched")
_NOTHING = word_table("nothing nobody none")
_KEPT = word_table("recorded heard kept stored saved logged listened listening")
_FROM_NOW = (("any", "more"), ("from", "now"), ("now",), ("anymore",), ("any", "longer"))


def reports_of_the_ears(words: tuple[str, ...]) -> bool:
    """Whether a sentence says that it hears, records or keeps no more.

    Only the microphone's own state tells that; "I can not close the microphone" says none of it.

    Args:
        words: Those of one sentence, in small letters, contractions written out.
    """
    return any(_reports_at(words, place) for place in range(len(words)))


def _reports_at(words: tuple[str, ...], place: int) -> bool:
    word, before = words[place], words[max(0, place - 4) : place]
    is_said_of_itself = bool(_NAMES.intersection(before))
    match word:
        case word if word in _LISTENING and words[place - 1] in _ENDING:
            return is_said_of_itself
        case "longer" if words[place - 1 : place] == ("no",):
            return is_said_of_itself and bool(_LISTENS.intersection(words[place + 1 : place + 3]))
        case word if word in _EARS:
            return _is_shut(words, place + 1)
        case word if word in _NOTHING:
            behind = words[place + 1 : place + 6]
            return bool(_KEPT.intersection(behind)) and any(
                words[at : at + len(end)] == end
                for end in _FROM_NOW
                for at in range(place + 1, min(len(words), place + 9))
            )
    return False


def _is_shut(words: tuple[str, ...], at: int) -> bool:
    """Whether what follows is "is off now" or "has been muted", or just "off"."""
    for word in words[at : at + 5]:
        if word in _SHUT:
            return True
        if word not in _BETWEEN:
            return False
    return False
