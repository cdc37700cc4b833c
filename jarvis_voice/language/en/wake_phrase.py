"""Removes the wake word from the start of a command, in any spelling.

Invariant: only the start is ever cut, and only what sounds like the wake word.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise

GREETING = "hey"
GREETING_LIKENESS = 60.0
CALLED_LIKENESS = 75.0
"""Enough for the name behind a "hey", "hi", "a" or "they": "Hey Davis, open"."""

BARE_LIKENESS = 88.0
"""Needed by the name alone, or by "heyjarvis" in one word; "Service status" has less."""

GARBLED_WORDS = 5
"""At most as many words does Whisper make of "hey Jarvis": "I age out of us"."""

WAKE_WORDS = 2

COMMAND_STARTS = frozenset(
    (
        *("open", "launch", "lunch", "start", "started", "run", "go", "visit", "show", "take"),
        *("make", "close", "set"),
        *("what", "what's", "who", "who's", "when", "where", "how", "tell", "say", "hello"),
        *("search", "find", "look", "google", "calculate", "compute", "remind", "remember"),
        *("stop", "pause", "play", "cancel", "never", "turn", "add", "read", "write", "please"),
        *("thanks", "thank", "goodbye"),
    )
)
"""Words that everyday commands begin with, and that nobody's hearing makes of "Jarvis"; "lunch" and
"started" are what speech to text makes of "launch" and "start the"."""

NEGATIONS = frozenset(("do", "don't", "don\u2019t", "not", "no"))
"""A command may begin with them, and without them says the opposite: they are never cut."""

_WORD = re.compile(r"[\w'\u2019]+")
_PAUSE = re.compile(r"[\s,.;:!?\u2026\u2014-]*")
_PAUSES = re.compile(r"[,;:!?\u2026\u2014]|\.(?=\s)")
"""Signs of a pause; a full stop within "H.R.D.S" or "github.com" is none."""

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


def strip_wake_word(text: str, word: str | None, *, is_heard: bool = False) -> str:
    """The command behind the wake word; the text as it is when it does not start with it.

    Args:
        text: What speech to text heard.
        word: The wake word, "hey jarvis"; None where there is none.
        is_heard: The wake model heard it in this very sound. It must be in there then, so what
            stands in its place is cut too, whatever it is spelled like.
    """
    if not word:
        return text
    if not is_heard:
        return text[_after_literal(text, word) :].strip()
    cut = _after_wake_word(text, word) or _after_name(text, word)
    rest = text[cut or _after_garbled_wake_word(text) :]
    rest = rest[_after_literal(rest, word) :].strip()  # some call twice: "Jarvis! Hey Jarvis, ..."
    return "" if _is_begun_call(rest) else rest


def _is_begun_call(text: str) -> bool:
    """Whether it is a greeting and no more: speech to text began to write the call once again."""
    return [match.group().lower() for match in _WORD.finditer(text)] == [GREETING]


def _after_literal(text: str, word: str) -> int:
    """Index behind the wake word as it is written, its greeting may be missing, or 0."""
    *call, name = (re.escape(part) for part in word.split())
    greeting = rf"(?:{'|'.join(call or [GREETING])})"
    found = re.match(rf"\W*(?:{greeting}\W+)?{name}(?:['\u2019]s?)?(?!\w)", text, re.IGNORECASE)
    return _after_pause(text, found.end()) if found else 0


def _after_name(text: str, word: str) -> int:
    """Index behind the name and its pause, with words before it that are no "hey", or 0.

    They are a "hey" misheard, "Play Jarvis. Open it", or what was said before the call.
    """
    name = _sound(word.rsplit(maxsplit=1)[-1])
    for number, match in enumerate(islice(_WORD.finditer(text), GARBLED_WORDS + 1)):
        if _likeness(_sound(match.group()), name) >= BARE_LIKENESS:
            return _after_pause(text, match.end())
        if number and match.group().lower() in COMMAND_STARTS:
            break  # "Hey zombies, open Travis Perkins" names another one
    return 0


def _after_garbled_wake_word(text: str) -> int:
    """Index of the command behind words that must be the wake word, whatever they look like, or 0.

    The utterance begins with it, so what stands before a pause or before a word that begins
    commands is the wake word misheard: "Hey Jardins, open ...", "Page our best stop".
    """
    heard = list(islice(_WORD.finditer(text), GARBLED_WORDS + 1))
    if not heard or heard[0].group().lower() in COMMAND_STARTS:
        return 0
    behind_greeting = 0
    for number, (before, after) in enumerate(pairwise(heard)):
        if after.group().lower() in COMMAND_STARTS | NEGATIONS:
            return after.start()
        if _PAUSES.search(text[before.end() : after.start()]):
            if number or not _is_greeting(before.group()):
                return after.start()
            behind_greeting = after.start()  # "Hey, darkness. Hello": the name is still to come
    is_name = len(heard) == WAKE_WORDS  # "Hey, darkness." and no more
    return len(text) if behind_greeting and is_name else behind_greeting


def _after_wake_word(text: str, word: str) -> int:
    """Index behind the wake word at the start and the pause after it, or 0."""
    *call, name = (_sound(part) for part in word.split())
    call = call or [_sound(GREETING)]  # who wakes it with the bare name still may greet it
    heard = list(islice(_WORD.finditer(text), len(call) + 1))
    sounds = [_sound(match.group()) for match in heard]
    end = 0
    if sounds and _likeness(sounds[0], name, "".join(call) + name) >= BARE_LIKENESS:
        end = heard[0].end()
    elif call and len(sounds) == len(call) + 1 and _is_called(sounds, call, name):
        end = heard[-1].end()
    return _after_pause(text, end) if end else 0


def _after_pause(text: str, start: int) -> int:
    pause = _PAUSE.match(text, start)
    return pause.end() if pause else start


def _is_greeting(word: str) -> bool:
    return _likeness(_sound(word), _sound(GREETING)) >= GREETING_LIKENESS


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
