"""Words that the sentence templates need, as speech to text misspells them by their sound.

Invariant: pure; only words that stand where the templates have one of their own are replaced, never
a name of the user's.
"""

from __future__ import annotations

import re

from jarvis_voice.tools.name_match import Named, NameIndex, Verdict

_WEBSITE = re.compile(r"\bwe(?:b|bs|d|dge|t)[ -]?(?:site|sight|cite)\b", re.I)
"""What "website" becomes: "wedge site", "wet sight"."""

_TAKE_A_SHOT = re.compile(
    r"(?P<take>(?:take|grab|capture) (?:me )?(?:a|another|the|this) )(?P<what>\w+ shot)\b", re.I
)
_TAKEN = NameIndex([Named("screenshot", "screenshot")])
"""All that can be taken: a near miss of it ("this green shot") can only be meant."""

_NOISE_BEFORE_A_SUM = re.compile(
    r"(?:(?:what|what's|but|is|are|was|a|the|does|that|it|it's|and)[ ,]+){1,4}", re.I
)
"""A "what is" in front of a sum is said so fast that "but is" or "what a" is heard."""


def as_meant(line: str) -> str:
    """A clean sentence with "website" and "screenshot" restored."""
    line = _WEBSITE.sub("website", line)
    return _TAKE_A_SHOT.sub(_screenshot, line)


def without_question(line: str) -> str:
    """The sum behind what may have been "what is"; the line as it is when that is not in front."""
    return _NOISE_BEFORE_A_SUM.sub("", line, count=1) if _NOISE_BEFORE_A_SUM.match(line) else line


def _screenshot(match: re.Match[str]) -> str:
    is_meant = _TAKEN.find(match["what"]).verdict is not Verdict.REFUSE
    return match["take"] + "screenshot" if is_meant else match[0]
