"""What a short turn asks of the volume, the player or the voice that was changed last. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of, read_turn
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.subject_cues import (
    ELSE,
    SubjectClause,
    clause_of,
    read_clause,
    words_of,
)
from jarvis_voice.assistant.understanding.short_turns.topic import Understand
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.spoken_numbers import numerals

_LOUDNESS = {
    ELSE: r"give up|need (?:it|that|them)|(?:first|second|third|other) one|any ?more",
    "enough": r"that is (?:it|enough|perfect|better|good|fine|plenty|all|right)|stop there|"
    r"(?<!not )enough|"
    r"leave it(?: there)?|there (?:we|you) go|that will do|spot on|just right",
    "restore": r"(?:(?:put|turn|set) (?:it |that )?|go )?back (?:to |"
    r"the way |like )?(?:where|what|how|as|that|like)? ?(?:it|that|they|you) (?:was|were|had it)"
    r"(?: before)?|(?:put|turn|set) (?:it|that) back(?! (?:up|down|on|off))|as (?:it|you) (?:was|"
    r"were)(?: before)?|like (?:it was )?before|undo(?: that| it)?|back to before|"
    r"back to (?:the )?(?:old|last|"
    r"previous)(?: \w+)?|(?:how|where|what) it was(?: before)?",
    "read": r"what (?:is|was) (?:it|that|the volume|the level)(?: set)? (?:on|at|to|now)|"
    r"how loud (?:is|was) (?:it|that|this)|(?:what|which) (?:level|volume|percent(?:age)?|number)|"
    r"how (?:much|high|low|far up) (?:is|was) (?:it|that|this)|"
    r"where (?:is|are) (?:it|we|that) (?:at|now)|what (?:is|are) (?:it|we)(?: now)? (?:on|at)",
    "max": r"(?:to |at |on )?(?:the )?(?:max(?:imum)?|full(?: blast)?|all the way(?: up)?|loudest|"
    r"highest)",
    "unmute": r"un-?mute(?: it| that)?|(?:sound|volume|it|that|bring it|put it) back on|back on|"
    r"(?:bring|put|turn) (?:the )?(?:sound|volume|music) back(?: on)?|on again",
    "mute": r"mute(?: it| that)?|silen(?:ce|t)(?: it| that)?|shut (?:it|that) up|(?:turn |switch )?"
    r"(?:it |that )?(?<!i am )off|no sound|kill (?:it|the sound)",
    "halve": r"(?:by |down )?(?<!and a )half(?! (?:past|[2-9]|two|three|four|five|"
    r"six|seven|eight|nine|ten|one)\b)(?: (?:that|it|of that|as loud|the volume))?|"
    r"halve(?: it| that)?",
    "double": r"double(?: it| that)?|twice (?:that|as loud)",
    "down.word": r"(?:more (?:quiet|low|soft|faint)|less (?:loud|high|strong))(?: than that)?",
    "up.word": r"(?:more (?:loud|high|strong)|less (?:quiet|low|soft|faint))(?: than that)?",
    "down.too": r"(?:(?:way|far|much|bit|little|still|now) )*too (?:loud|much|high|far|strong)|"
    r"blasting|deafening|blaring|hurting|hurts|blast|ears|deaf|not so (?:loud|high|much)|"
    r"less(?: than that)?|"
    r"that was (?:a lot|loud)|so loud",
    "up.too": r"(?:(?:way|far|much|bit|little|still|now) )*too (?:quiet|low|soft|faint|little)|"
    r"not (?:(?:quite|nearly) )?(?:loud|high|enough)(?: enough)?|(?:cannot|can't|can not|can "
    r"hardly|can barely|could not) hear(?: (?:it|that|anything|a thing|you))?|so quiet",
    "up": r"(?:turn |put |crank )?(?:it |that )?(?:right |back |way )?up|louder|higher|"
    r"raise(?: it)?|crank(?: it)?|increase|bump(?: it)?|pump(?: it)?|boost",
    "down": r"(?:turn |put |take |bring )?(?:it |that )?(?:right |back |way )?down|quieter|lower|"
    r"softer|reduce|decrease|ease off",
    "other": r"other way|opposite|wrong way",
    "again": r"(?:and )?again|(?:and )?once more|(?:and )?(?:some |bit |touch |little |even )?more"
    r"(?: than that)?|another(?: (?:bit|notch|one|touch|go|step))?|further|keep going|"
    r"one more(?: time)?|still more|same again|do (?:it|that) again|notch",
}
_IDLE = (
    "knock volume sound music turn put set make bring take little touch tad notch way still than "
    "level "
    "shade smidge smidgen hair fraction dash whisker nudge "
    "percent bits of lot it's that's isn't is my too even slightly i me"
)
_TOO = r"(?:way |much |far |still |bit )*too"
_VOLUME = words_of(_LOUDNESS, _IDLE)
_VOICE = words_of(
    {
        ELSE: rf"{_LOUDNESS[ELSE]}|on again|back on|volume|sound|music",
        "normal": r"(?:back to |as )?normal(?:ly)?|(?:back to )?(?:how|what|like|the way) (?:it|"
        r"you) (?:was|were|did|spoke|talked)(?: before)?|as (?:you were|before)|like before|"
        r"undo(?: that)?",
        "faster": rf"{_TOO} slow(?:ly)?|so slow(?:ly)?|faster|quicker|"
        r"speed (?:it )?up|hurry up",
        "slower": rf"{_TOO} (?:fast|quick(?:ly)?)|so fast|slower|"
        r"slow (?:it )?down|slow(?:ly)?",
        "quieter": rf"{_TOO} (?:loud|much|high)|quieter|softer|lower|down",
        "louder": rf"{_TOO} (?:quiet|low|soft)|louder|higher|up|"
        r"(?:cannot|can't|can hardly|can barely) hear(?: you| it| that)?|not loud enough",
        "again": _LOUDNESS["again"],
    },
    _IDLE + " speak talk voice speech you",
)
_PLAYER = words_of(
    {
        ELSE: r"give up|need (?:it|that|them)|any ?more|forget|play it again|"
        r"(?:from|back to) the (?:start|beginning|top)|start (?:it |that )?(?:over|again)|which",
        "louder": r"louder|(?:turn )?(?:it )?up|too quiet|higher",
        "quieter": r"quieter|(?:turn )?(?:it )?down|too loud|softer|lower|blasting|deafening",
        "again": r"(?:and )?again|once more|one more(?: time)?|same again",
        "mute": r"mute(?: it| that)?",
        "unmute": r"un-?mute(?: it| that)?",
        "previous": r"(?:go |skip |play )?(?:back(?: (?:one|a (?:song|track)|to (?:the )?(?:last|"
        r"previous|first|other|that)(?: (?:one|song|track))?))|back(?! on)|"
        r"(?:the )?(?:previous|last|one before|other)(?: (?:one|song|track|that))?)|before that|"
        r"bring (?:it|that one) back|liked that (?:one|last)",
        "next": r"next|skip|another|something else|different|(?:do not|don't) (?:like|want|fancy|"
        r"know) (?:it|this|that)(?: one)?|not this|not that|hate (?:it|this|that)(?: one)?|"
        r"move on|boring|pass|heard (?:it|this)",
        "play": r"play(?: it| on)?|resume|carry on|go on|continue|un-?pause|(?:put |switch |turn )?"
        r"(?:it |that |music )?(?:back )?on(?: again)?|start(?: it)?(?: again)?|keep (?:it )?"
        r"(?:going|playing)|off we go",
        "stop": r"stop(?: it| that| there| playing)*|(?<!i am )off|enough|finish(?:ed)?|"
        r"end(?: it)?|done|"
        r"kill (?:it|that)|shut (?:it|that) (?:off|up|down)|no more",
        "pause": r"pause(?: it| that)?|hold (?:on|it|that)|freeze(?: it)?|"
        r"shush|quiet|silence",
    },
    "song songs track tracks music tune tunes playing song's it's that's is of one turn put "
    "switch this video videos podcast album i",
)
_WHAT_IS = re.compile(r"\b(what|how|where)'s\b", re.I)
_MAY = re.compile(
    r"\A(?:\W*(?:and|ok|okay|now|right|then)\b)*\W*you (?:may|can|could|might) ", re.I
)
"""Allows what it orders: "you may turn it back on"."""
_LEVEL = re.compile(r"volume is at (?P<level>\d+) percent", re.I)
_UP, _DOWN = "turn the volume up", "turn the volume down"
_SENTENCES = {
    "up": _UP, "down": _DOWN, "max": "set the volume to maximum", "mute": "mute the sound",
    "unmute": "unmute the sound", "halve": "turn the volume down by half",
    "double": "double the volume", "read": "what is the volume",
}  # fmt: skip
_MEDIA = {
    "next": "next song", "previous": "previous song", "pause": "pause the music",
    "mute": "mute the sound", "unmute": "unmute the sound", "play": "play music", "stop": "stop "
    "the music", "louder": _UP, "quieter": _DOWN,
}  # fmt: skip
_SPEECH = {
    "normal": "speak normally", "faster": "speak faster", "slower": "speak slower",
    "quieter": "speak quieter", "louder": "speak louder",
}  # fmt: skip
_SET_TO = lazy_pattern(
    r"(?:(?:no|nope|nah|naw|oh|ah|hm+|er+|um+|wait|hang on|ok|okay|right|now|and|then|just|"
    r"make (?:it|that)|put (?:it|that) (?:at|on|to)|"
    r"set (?:it|that)(?: to| at)?|back|up|down|to|at|try|say|let us say|go|turn it|i said|i meant?|"
    r"sorry|actually|instead|please|percent|rather|more like|about|maybe|it|a|the)\b\W*)*",
    re.I,
)
"""What may stand around a new level."""
_HIGHEST = 100
_PAIR = 2
_ENOUGH = "never mind"


def of_volume(
    text: str, asked: Intent, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """What a turn asks of the volume; None where it asks nothing of it.

    Args:
        text: The turn as it was said.
        asked: How it was changed last.
        messages: The conversation; our answers tell the levels.
        understand: What a sentence means by itself.
    """
    if level := _level_in(text):
        return ResolvedTurn(f"set the volume to {level}")
    said = clause_of(_MAY.sub("", text, count=1), _VOLUME, understand)
    if said is None or not said.moves or (said.is_question and not said.has("read")):
        return None
    last = str(asked.slots.get("change", ""))
    if said.has("enough"):
        return None if len(said.moves) > 1 else ResolvedTurn(_ENOUGH)
    if said.has("restore"):
        return _restored(last, messages)
    move = next((one for one in said.moves if one in _SENTENCES), "")
    move = move or _repeated(said, _way(last, messages))
    return ResolvedTurn(_SENTENCES[move]) if move in _SENTENCES else None


def asks_level(text: str) -> bool:
    """Whether a turn asks how loud it is: "what's it at now"."""
    said = read_clause(_WHAT_IS.sub(r"\1 is", text.strip(" .!?")), _VOLUME)
    return said is not None and said.has("read")


def _restored(last: str, messages: Sequence[MessageState]) -> ResolvedTurn | None:
    """The level before the last change; one that was never told is asked for."""
    if last in {"mute", "unmute"}:
        return ResolvedTurn(_SENTENCES["unmute" if last == "mute" else "mute"])
    levels = _levels(messages)
    if len(levels) > 1:
        return ResolvedTurn(f"set the volume to {levels[-2]}")
    if last in {"up", "down"}:
        return ResolvedTurn(_DOWN if last == "up" else _UP)
    return ResolvedTurn("", "How loud shall it be, from 0 to 100 percent?")


def _levels(messages: Sequence[MessageState]) -> list[str]:
    """The levels that we told, those that were told twice in a row once."""
    told = [found["level"] for one in messages if (found := _LEVEL.search(one["text"]))]
    return [one for place, one in enumerate(told) if place == 0 or told[place - 1] != one]


def _way(last: str, messages: Sequence[MessageState]) -> str:
    """The way that the volume went last: "up" or "down"; "" where nobody knows."""
    if last in {"up", "down"}:
        return last
    levels = [int(one) for one in _levels(messages)]
    if last in {"mute", "unmute", "read"} or len(levels) < _PAIR:
        return {"halve": "down", "double": "up"}.get(last, "")
    return "up" if levels[-1] > levels[-2] else "down"


def _repeated(said: SubjectClause, way: str) -> str:
    if said.has("other"):
        return {"up": "down", "down": "up"}.get(way, "")
    return way if said.has("again") else ""


def _level_in(text: str) -> str:
    """The one number that a turn sets the volume to; "" where it says anything else beside it."""
    turns = [read_turn(one) for one in clauses_of(text)]
    numbers = [one for one in turns if one.value]
    if len(numbers) != 1 or numbers[0].value_kind != "number":
        return ""
    level = " ".join(numerals(numbers[0].value.split()))
    line = " ".join(one.line for one in turns).replace(numbers[0].value, " ", 1)
    is_alone = _SET_TO.fullmatch(line.strip(" ,.%")) is not None
    return level if is_alone and level.isdigit() and int(level) <= _HIGHEST else ""


def of_voice(text: str, asked: Intent, understand: Understand) -> ResolvedTurn | None:
    """What a turn asks of how Jarvis speaks; None where it asks nothing of that.

    Args:
        text: The turn as it was said.
        asked: How it was changed last.
        understand: What a sentence means by itself.
    """
    said = clause_of(text, _VOICE, understand)
    if said is None or not said.moves or said.is_question:
        return None
    last = str(asked.slots.get("change", ""))
    move = next((one for one in said.moves if one in _SPEECH), last if said.has("again") else "")
    return ResolvedTurn(_SPEECH[move]) if move in _SPEECH else None


def of_player(text: str, asked: Intent, understand: Understand) -> ResolvedTurn | None:
    """What a turn asks of what plays; None where it asks nothing of it.

    Args:
        text: The turn as it was said.
        asked: What the player was told last.
        understand: What a sentence means by itself.
    """
    said = clause_of(text, _PLAYER, understand)
    if said is None or not said.moves or said.is_question:
        return None
    last = str(asked.slots.get("action", ""))
    is_off = last in {"pause", "stop"}
    moves = [one for one in said.moves if one in _MEDIA and not (is_off and one == last)]
    is_on = is_off and "stop" not in moves and said.has("again", "play")
    move = "play" if is_on else next(iter(moves), last if said.has("again") else "")
    return ResolvedTurn(_MEDIA[move]) if move in _MEDIA else None
