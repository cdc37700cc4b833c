"""Frames what strangers wrote, so that no sentence of theirs is heard as one of ours. Pure.

Invariant: a quotation begins with who says it; one of several sentences also has an end, and
nothing in it sounds like that end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.visible_text import visible
from jarvis_voice.language.en.sentences import split_sentences

LEFT_OUT = "I left out what sounded like words of mine."

_CLOSING = "\"')\\]}\u201d\u2019\u00bb\u203a\u300d\u300f"
_SURE_END = lazy_pattern(
    rf"(?<![\s.!?\u2026])(?:[!?\u3002\uff01\uff1f\u061f\u06d4\u0964]+[{_CLOSING}]*"
    rf"|[.\u2026]+[{_CLOSING}]+(?=\s+[^\Wa-z])"
    r"|\.(?=\s+(?:I|We|You|My|Your)\b(?!\.)))\s+"
)
"""Where a sentence ends whatever stands before it; a lone initial may, before words of ours."""

_OURS = r"(?:I|I['\u2019](?:m|ve|ll|d)|We|You|My|Your)\b(?!\.)"
_GLUED_END = lazy_pattern(
    rf"(?<=[^\s.!?\u2026])[!?\u3002\uff01\uff1f\u061f\u06d4\u0964]+[{_CLOSING}]*(?=[^\W\da-z_])"
    rf"|(?<=[a-z\d%+{_CLOSING}])\.+[{_CLOSING}]*(?={_OURS}\s)"
    r"|(?<=[a-z]{3})(?<!\b[Pp]rof)(?<!\b[Cc]apt)(?<!\b[Dd]ept)(?<!\b[Uu]niv)(?<!\bapprox)"
    rf"[.\u2026]+[{_CLOSING}]*(?=[A-Z][a-z'\u2019]* [a-z])"
    r"(?!(?:Com|Org|Net|Io|Js|Edu|Gov|Info|Co|Fm|Tv|Ai)\b)"
)
"""Where a sentence ends and the next begins without a blank; not in "Node.js" or "Booking.Com"."""

_LAST_MARK = lazy_pattern(rf"[.!?\u2026]+[{_CLOSING}*_]*\Z")

_LEADING_ON = lazy_pattern(
    r"\W*(?:(?:so|and|but|now|well|okay|ok|alright|all right|right|then|thus|yes|finally|anyway|"
    r"there)\b\W*)*",
    re.IGNORECASE,
)
"""What may stand before such a sentence and changes nothing: "So that is from Wikipedia."."""

_SOURCE = (
    r"(?:wikipedia|wiki|(?:the|this|that|your) (?:\w+ )?(?:page|site|website|article|web|internet|"
    r"text|clipboard|source|encyclop\w+|search|server|document|quotation|quote))"
)
_OVER = r"(?=\W*\Z|\W*[,;:.!\u2013\u2014-]|\W+(?:and|but|so|now|then|alone|again|itself)\b)"
"""Behind these words nothing more is told of them: a page may be "from the web of trade routes"."""

_THAT = (
    r"(?:(?:all|everything|most)(?: of)? )?(?:that|this|it|these|those|everything|all|which)\b"
    r"(?:['\u2019]s\b|\W*(?:is|was|are|were|has been|had been|came|comes)\b)"
    r"(?: (?:all|it|just|only|still|taken|read|quoted|everything|straight|directly))*"
)
_SAYS = r"(?:says?|said|has|had|tells?|told|writes?|wrote)"
_SPEAKS = (
    r"(?: (?:here|again|now|is|has|speaking|speaks?|says?|said|adds?|warns?|tells?|asks?|answers?|"
    r"repl(?:y|ies)|wants?)\b[^.:]{0,40})?:"
)
_ENDS_OF_QUOTATION = tuple(
    lazy_pattern(form, re.IGNORECASE)
    for form in (
        rf"{_THAT} (?:from {_SOURCE}|what {_SOURCE} {_SAYS}){_OVER}",
        r"that(?:['\u2019]s| is| was) (?:all|it|the end)(?: of (?:it|that|this))?\W*\Z",
        rf"(?:here |this |that )(?:ends?|is the end of)(?: what)? {_SOURCE}\b",
        rf"(?:that )?much (?:for|from) {_SOURCE}{_OVER}",
        rf"{_SOURCE} (?:{_SAYS} )?(?:no more|nothing (?:more|else)|ends(?: here)?|stops){_OVER}",
        rf"{_SOURCE}\W+(?:the )?end\W*\Z",
        r"(?:(?:the )?end of (?:the )?|end |un)quot(?:e|ation)\b",
        r"quot(?:e|ation)\W*\Z",
        rf"jarvis{_SPEAKS}",
        r"(?:your|this) assistant\b[^.:]{0,40}:",
        rf"the assistant{_SPEAKS}",
        r"(?:(?:this|here|it)(?:['\u2019]s| is)|i am|i['\u2019]m|back to) "
        r"(?:jarvis|your assistant|me)(?: (?:again|speaking|now|here))*(?:\W*\Z|:)",
        r"(?:jarvis|your assistant) (?:speaks|speaking|again|is back)\b",
        r"(?:it is |it['\u2019]s )?me again\b",
    )
)
"""What would end the quotation before its end, or begin another voice in it."""


def one_sentence(text: str, mark: str = "; ") -> str:
    """A text whose sentences are joined by a mark: the whole is heard as what was announced."""
    parted = _SURE_END.sub(mark, _GLUED_END.sub(mark, visible(text)))
    *before, last = split_sentences(parted) or [parted]
    return mark.join([*(_LAST_MARK.sub("", one) for one in before), last])


def quotation(lead: str, sentences: Sequence[str], end: str = "") -> list[str]:
    """A quotation, sentence by sentence; that some were left out is said behind it.

    Args:
        lead: Who says it, such as "Wikipedia says:".
        sentences: What is said.
        end: Said after it where it has several sentences.

    Returns:
        Nothing where no sentence is left that may be quoted.
    """
    kept = [one for one in sentences if not _is_end(one)]
    if not kept:
        return []
    is_whole = len(kept) == len(sentences)
    closing = [end] if end and (len(kept) > 1 or not is_whole) else []
    return [f"{lead} {kept[0]}", *kept[1:], *closing, *([] if is_whole else [LEFT_OUT])]


def _is_end(sentence: str) -> bool:
    """Whether a sentence is heard as the end of the quotation, with or without what leads to it."""
    leading = _LEADING_ON.match(sentence)
    starts = {0, leading.end() if leading else 0}
    starts |= {len(sentence) - len(sentence.lstrip(" \t\"'([*_\u201c\u2018"))}
    return any(form.match(sentence, at) for form in _ENDS_OF_QUOTATION for at in starts)
