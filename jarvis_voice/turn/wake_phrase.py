"""Cuts the wake word from the start of a command, however speech to text spelled it.

Invariant: only the start is ever cut, and only what sounds like the wake word.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise

GREETING_LIKENESS = 60.0
CALLED_LIKENESS = 75.0
"""Enough for the name behind a "hey", "hi", "a" or "they": "Hey Davis, open"."""

BARE_LIKENESS = 88.0
"""Needed by the name alone, or by "heyjarvis" in one word; "Service status" has less."""

GARBLED_WORDS = 4
"""At most as many words does Whisper make of "hey Jarvis": "here are the"."""

COMMAND_STARTS = frozenset(
    (
        *("open", "launch", "start", "run", "go", "visit", "show", "take", "make", "close", "set"),
        *("what", "what's", "who", "who's", "when", "where", "how", "tell", "say", "hello"),
        *("search", "find", "look", "google", "calculate", "compute", "remind", "remember"),
        *("stop", "pause", "play", "cancel", "never", "turn", "add", "read", "write", "please"),
        *("thanks", "thank", "goodbye"),
    )
)
"""Words that everyday commands begin with, and that nobody's hearing makes of "Jarvis"."""

_WORD = re.compile(r"[\w'\u2019]+")
_PAUSE = re.compile(r"[\s,.;:!?\u2026\u2014-]*")

_SOUNDS = (
    (r"['\u2019]s$|['\u2019]$", ""),  # "Jarvis's open"
    (r"^(tr|dr|ch|sh|dj|g(?=[eiy])|y(?=[aeo]))", "j"),
    (r"^h", ""),
    (r"ph|w|f", "v"),
    (r"[zxc]", "s"),
    (r"(?<=[aeiou])r", ""),  # an r after a vowel is hardly heard
    (r"[aeiouy]+", "a"),
    (r"h", ""),
    (r"(.)\1+", r"\1"),
)
"""Rewritings, in order, after which words that Whisper confuses are spelled alike."""


def strip_wake_word(text: str, word: str | None) -> str:
    """The command behind the wake word; the text as it is when it does not start with it.

    Args:
        text: What speech to text heard.
        word: The wake word that opened the utterance, "hey jarvis"; None when none did.
    """
    if not word:
        return text
    rest = text
    for _ in range(2):  # some call twice: "Jarvis! Hey Jarvis, ..."
        cut = _after_wake_word(rest, word)
        if cut == 0:
            break
        rest = rest[cut:]
    if rest == text:
        rest = rest[_after_garbled_wake_word(rest) :]
    return rest.strip()


def _after_garbled_wake_word(text: str) -> int:
    """Index of the command behind words that must be the wake word, whatever they look like, or 0.

    The utterance begins with it, so what stands before a pause or before a word that begins
    commands is the wake word misheard: "Hey Jardins, open ...", "Page our best stop".
    """
    heard = list(islice(_WORD.finditer(text), GARBLED_WORDS + 1))
    if not heard or heard[0].group().lower() in COMMAND_STARTS:
        return 0
    for before, after in pairwise(heard):
        between = text[before.end() : after.start()]
        if after.group().lower() in COMMAND_STARTS or "," in between:
            return after.start()
    return 0


def _after_wake_word(text: str, word: str) -> int:
    """Index behind the wake word at the start and the pause after it, or 0."""
    *call, name = (_sound(part) for part in word.split())
    call = call or [_sound("hey")]  # who wakes it with the bare name still may greet it
    heard = list(islice(_WORD.finditer(text), len(call) + 1))
    sounds = [_sound(match.group()) for match in heard]
    end = 0
    if sounds and _likeness(sounds[0], name, "".join(call) + name) >= BARE_LIKENESS:
        end = heard[0].end()
    elif call and len(sounds) == len(call) + 1 and _is_called(sounds, call, name):
        end = heard[-1].end()
    pause = _PAUSE.match(text, end)
    return pause.end() if end and pause else 0


def _is_called(sounds: list[str], call: list[str], name: str) -> bool:
    greeting = _likeness("".join(sounds[:-1]), "".join(call))
    return greeting >= GREETING_LIKENESS and _likeness(sounds[-1], name) >= CALLED_LIKENESS


def _likeness(sound: str, *wanted: str) -> float:
    from rapidfuzz import fuzz

    return max(fuzz.ratio(sound, one) for one in wanted)


def _sound(word: str) -> str:
    """How a word sounds, roughly: "jarvis" and "Travis's" are both "javas"."""
    sound = word.lower()
    for pattern, written in _SOUNDS:
        sound = re.sub(pattern, written, sound)
    return sound
