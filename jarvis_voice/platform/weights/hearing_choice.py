"""Which Whisper hears, and whether a better one hears doubtful words once more.

Invariant: a model that is named is taken as it is; "auto" is what `jarvis setup` measured and noted
beside the weights, and tiny.en alone until then.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.platform.weights.check import missing
from jarvis_voice.platform.weights.manifest import WHISPER, load_manifest

AUTO = "auto"
FIRST = "tiny.en"
SECOND = "base"
"""Hears more than tiny.en beside talk and across a room, no more in a quiet one, and takes nearly
three times as long: so it never hears first."""

LONG_TIMES = 6.5
"""How much longer base takes for the longest twentieth of 257 commands than tiny.en for the phrase
that ships, on the same core."""

MOST_SECONDS = 0.6
"""What base may take for them."""


@dataclass(frozen=True, slots=True)
class HearingChoice:
    """What hears.

    Attributes:
        model: A size of Whisper, or a folder of the user's own.
        second: The size that hears doubtful words once more; empty for none.
        why: Why so, as a sentence to show.
    """

    model: str
    second: str = ""
    why: str = ""

    @property
    def in_words(self) -> str:
        """Who hears, in a few words."""
        again = f", {self.second} once more where that is in doubt" if self.second else ""
        return f"Whisper {self.model}{again}"


def choose_by_speed(phrase_seconds: float) -> HearingChoice:
    """What to hear with on a machine.

    Args:
        phrase_seconds: How long a processor works on the phrase that ships, with tiny.en.
    """
    took_ms = 1_000 * phrase_seconds
    longest_seconds = phrase_seconds * LONG_TIMES
    is_fast = longest_seconds <= MOST_SECONDS
    why = (
        f"{FIRST} takes {took_ms:.0f} ms for a phrase of 3 s here, so {SECOND} takes about "
        f"{longest_seconds:.1f} s for a long command; up to {MOST_SECONDS} s is quick enough."
    )
    return HearingChoice(FIRST, SECOND if is_fast else "", why)


def hearing(setting: str, models: Path, *, second: bool = True) -> HearingChoice:
    """What hears by the settings.

    Args:
        setting: speech_to_text.model: "auto", a size of Whisper, or a folder of the user's own.
        models: The folder of the weights.
        second: Whether doubtful words may be heard once more.
    """
    noted = read_choice(models)
    model = setting if setting != AUTO else noted.model if noted else FIRST
    why = noted.why if noted and setting == AUTO else ""
    may_help = second and model == FIRST and not (noted and setting == AUTO and not noted.second)
    has_second = may_help and not missing(load_manifest(), models, [WHISPER + SECOND])
    return HearingChoice(model, SECOND if has_second else "", why)


def read_choice(models: Path) -> HearingChoice | None:
    """What was noted; None where nothing was, or it cannot be read."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        noted = HearingChoice(**parsed_json(_note(models).read_text(encoding="utf-8")))
        if noted.model == FIRST and noted.second in ("", SECOND):
            return noted
    return None


def note_choice(models: Path, choice: HearingChoice) -> None:
    """Keep it for the next start.

    Raises:
        OSError: The folder cannot be written.
    """
    part = _note(models).with_suffix(".part")
    part.write_text(json.dumps(asdict(choice)), encoding="utf-8")
    part.replace(_note(models))


def _note(models: Path) -> Path:
    return models / "hearing.json"
