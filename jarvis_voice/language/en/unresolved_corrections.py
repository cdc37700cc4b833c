"""Whether an order is corrected within itself in words that no reading has followed. Pure.

"Cancel both alarms, no, just the 7 am one": what takes something away or sets something must not
do the half that was corrected.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 300
"""Characters that are read; a longer sentence is no such order."""

_MARKS = re.compile(r"(?:[,.;:!?]| [-\u2013\u2014])+(?: |\Z)")
_OPENERS = r"(?:(?:oh|ah|er|uh|um|no|nope|nah|wait|sorry|oops|well|but|and) )*"
_ONLY_NO = r"(?:no|nope|nah|oops|whoops|uh[- ]oh)"
_CORRECTS = (
    r"(?:not (?:that|this|those|these)(?: ones?)?|"
    r"(?:(?:the|that was the|that's the|that is the) )?wrong(?: ones?)?|"
    r"(?:that|it|this)(?:'s| is| was) (?:wrong|incorrect|an? (?:mistake|error)|not (?:it|right|"
    r"the (?:right )?one|what i meant))|my (?:mistake|bad|error|fault|apologies)|apologies|"
    r"(?:strike|scratch|scrap) that|excuse me|pardon(?: me)?|correction|or rather|"
    r"i (?:said|got|put) (?:that|it) wrong|i misspoke)"
)
_PIECE = lazy_pattern(rf"{_OPENERS}{_CORRECTS}", re.I)
_PIECE_OR_NO = lazy_pattern(rf"{_OPENERS}(?:{_CORRECTS}|{_ONLY_NO})", re.I)
_NOT_THE_FIRST = re.compile(r"not (?:(?:the|my) )?[\w:']+(?: [\w:']+){0,3}", re.I)
_GOES_ON = re.compile(r"(?:and|then|also|but|or|please)\b", re.I)
_RATHER = re.compile(r"(?:better|preferably|rather|instead) (?:the|my|that|at|for)\b", re.I)


def is_corrected(text: str) -> bool:
    """Whether the words of a sentence, or of what it names, hold a correction of what is before.

    Args:
        text: "7 am alarm, my mistake, the 9 am", "cancel both alarms, no, just the 7 am one".
    """
    if len(text) > _LONGEST:
        return False
    line = " ".join(text.replace("\u2019", "'").split())
    pieces = [one for one in _MARKS.split(line) if one]
    if not pieces or _PIECE_OR_NO.fullmatch(pieces[0]) or _NOT_THE_FIRST.fullmatch(pieces[0]):
        return False  # corrects what was said before
    pieces = pieces[1:]
    for number, piece in enumerate(pieces):
        behind = pieces[number + 1] if number + 1 < len(pieces) else ""
        corrects = _PIECE_OR_NO if behind else _PIECE
        if corrects.fullmatch(piece) or _RATHER.match(piece):
            return True
        if behind and not _GOES_ON.match(behind) and _NOT_THE_FIRST.fullmatch(piece):
            return True
    return False
