"""Tells whether a text is asked for: "tell me a joke", and not "tell my boss". Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jarvis_voice.language.en.reports.act_things import TEXT_PARTS, THINGS
from jarvis_voice.language.en.reports.clause_words import word_table

MAKING_VERBS = word_table(
    "write tell draft compose explain describe list suggest recommend translate summarise "
    "summarize continue pretend act imagine name invent generate rewrite rephrase paraphrase "
    "reword shorten expand simplify correct proofread compare define spell teach quiz interview "
    "sing rap motivate comfort recite talk chat discuss argue convince brainstorm outline roast "
    "compliment wish greet elaborate entertain cheer inspire help advise roleplay guess debate "
    "analyse analyze critique illustrate narrate repeat say answer word phrase "
    "condense polish edit improve role complete finish solve interpret clarify propose give show "
    "shorter longer more another again keep go be use make create turn convert put read come think "
    "design plan end count add change play ask start begin let calculate review rate pick "
    "choose remove "
    "replace leave cut include fix mention prepare walk run take call lead guide break sum sort "
    "resume"
)
"""Verbs that may ask for a text."""

_ALWAYS_MAKING = word_table(
    "draft compose explain describe list suggest recommend translate summarise summarize continue "
    "pretend imagine invent rewrite rephrase paraphrase reword shorten expand simplify proofread "
    "compare define spell teach quiz interview sing rap motivate comfort recite talk chat discuss "
    "argue convince brainstorm outline roast compliment elaborate entertain cheer inspire advise "
    "roleplay guess debate analyse analyze critique illustrate narrate say phrase condense "
    "polish interpret clarify propose shorter longer another wish more generate name correct "
    "improve repeat calculate solve word answer help think act role design"
)
"""Of these, the ones that ask for nothing else."""

_TEXT_WORDS = TEXT_PARTS | word_table(
    "email e-mail mail letter message text poem haiku limerick sonnet song lyrics story tale joke "
    "jokes riddle riddles pun puns speech toast essay article report summary list table plan "
    "schedule itinerary menu recipe recipes code function program script class regex query "
    "description bio biography headline slogan caption tweet post blog review eulogy obituary "
    "invitation card apology reply response complaint resignation cover advertisement ad "
    "dialogue dialog conversation monologue scene play sketch fable myth legend script quiz game "
    "names ideas tips advice examples example reasons facts fact quote quotes summary overview "
    "explanation definition synonyms synonym translation version paragraph sentence word words "
    "short shorter longer simpler funnier formal polite rhyme checklist packing timeline "
    "outline draft acrostic proverb prayer blessing compliment vows diary journal bedtime "
    "acronym mnemonic analogy metaphor pros cons comparison workout budget lesson exercise "
    "anything steps way ways guide instructions options overview opinion "
    "difference everyone fun sense sheet cheatsheet template diagram chart snippet syntax formula "
    "proof equation roadmap curriculum glossary faq agenda"
)
"""Kinds and parts of texts."""

_TOLD = word_table("me us about that more it something another one how what why whether")
"""What stands behind "tell" where something is to be told to the speaker."""

_THINGS_TO_DO = word_table(
    "appointment reservation booking call phone payment backup note reminder coffee tea alarm "
    "timer order screenshot event meeting folder file playlist entry calendar transfer deposit "
    "copy purchase account louder quieter warmer brighter darker cooler colder sure"
)
"""What "make" and "create" are said of that is no text."""

_ASKED_WITHOUT_A_TEXT = word_table(
    "finish complete include mention pick choose plan review rate sum"
)
"""Verbs that ask for words whatever stands behind them."""

_PARTS_AND_MANNERS = word_table("my a an the more funny honest")
_MY_MAIL_AND_LISTS = word_table(
    "mail mails email emails inbox messages list notes reminders calendar"
)
_RIDES_AND_CALLS = word_table("lift ride call taxi cab")
_NO_TEXTS = word_table("list volume notes note calendar")
_KEPT_LISTS = word_table("list notes calendar note playlist")
_GAMES = word_table("game role part twenty quiz hangman along questions riddle trivia fish chess")
_PLAYED = word_table("song music track album playlist radio podcast film movie video jazz it")
_STARTED = word_table("timer playlist mail e-mail email program script list code")
_NO_NAMES = word_table("a an the taxi cab at in when")
"""Words behind "call me" that begin no name."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A request that begins with a verb.

    Attributes:
        rest: The words behind the verb.
        objects: The same without "me" or "us" at their beginning.
        near: The first of these.
        names_a_text: One of the near words is a kind or a part of a text.
    """

    rest: list[str]
    objects: list[str]
    near: frozenset[str]
    names_a_text: bool

    @property
    def is_for_us(self) -> bool:
        """Whether "me" or "us" stands behind the verb."""
        return self.begins_with({"me", "us"})

    def begins_with(self, words: frozenset[str] | set[str]) -> bool:
        """Whether the first word behind the verb is one of these."""
        return bool(self.rest) and self.rest[0] in words


def asks_for_words(words: list[str]) -> bool:
    """Whether what is asked for is words: "tell me", and not "tell my boss".

    Args:
        words: Those of the request; the verb stands first.
    """
    verb, rest = words[0], words[1:]
    if verb in _ALWAYS_MAKING:
        return verb != "list" or bool(rest)
    if verb not in MAKING_VERBS:
        return False
    objects = rest[1:] if rest[:1] in (["me"], ["us"]) else rest
    near = frozenset(objects[:7])
    wanted = _Wanted(rest, objects, near, names_a_text=bool(_TEXT_WORDS & near))
    return _RULES.get(verb, _names_a_text)(wanted)


def _names_a_text(wanted: _Wanted) -> bool:
    return wanted.names_a_text


def _always(_: _Wanted) -> bool:
    return True


def _never(_: _Wanted) -> bool:
    return False


def _tell(wanted: _Wanted) -> bool:
    if wanted.rest[:2] in (["me", "when"], ["me", "if"], ["me", "once"], ["me", "as"]):
        return False
    return wanted.begins_with(_TOLD) or (
        wanted.begins_with({"a", "an", "the"}) and wanted.names_a_text
    )


def _write(wanted: _Wanted) -> bool:
    """Whether a text is to be written, and nothing to be noted in a list."""
    if "down" in wanted.rest[:4]:
        return False
    is_into_a_list = bool({"list", "notes"}.intersection(wanted.rest[-3:]))
    return not is_into_a_list or bool({"a", "packing"} & wanted.near)


def _keep(wanted: _Wanted) -> bool:
    is_short = wanted.rest[:2] == ["it", "short"]
    return wanted.begins_with({"going"}) or is_short or wanted.names_a_text


def _go(wanted: _Wanted) -> bool:
    return wanted.begins_with({"on", "deeper", "through", "over"})


def _be(wanted: _Wanted) -> bool:
    """Whether a part is to be played or a manner of talk taken up: "be my teacher", "be honest"."""
    return wanted.begins_with(_PARTS_AND_MANNERS) and not {"quiet", "silent"} & wanted.near


def _resume(wanted: _Wanted) -> bool:
    """Whether a text goes on, and no music."""
    return not wanted.rest or (wanted.names_a_text and not _PLAYED & wanted.near)


def _read(wanted: _Wanted) -> bool:
    """Whether a text is to be read aloud that is not the user's own."""
    if _MY_MAIL_AND_LISTS & wanted.near and "my" in wanted.rest:
        return False
    is_aloud = wanted.is_for_us or "aloud" in wanted.rest or "out" in wanted.rest[-2:]
    return is_aloud or wanted.names_a_text


def _show(wanted: _Wanted) -> bool:
    if wanted.rest[:2] in (["me", "how"], ["me", "why"], ["me", "what"]):
        return True
    is_own = bool({"list", "notes", "note"} & wanted.near)
    return wanted.begins_with({"me"}) and wanted.names_a_text and not is_own


def _give(wanted: _Wanted) -> bool:
    return (
        wanted.begins_with({"me", "us", "a", "an", "some"}) and not _RIDES_AND_CALLS & wanted.near
    )


def _make(wanted: _Wanted) -> bool:
    if _THINGS_TO_DO & wanted.near:
        return False
    return wanted.names_a_text or wanted.begins_with({"up", "it", "that", "this"})


def _turn(wanted: _Wanted) -> bool:
    """Whether a text is to be turned into another: "put it in simpler words"."""
    if wanted.begins_with({"on"}) or _NO_TEXTS.intersection(wanted.rest):
        return False
    return wanted.names_a_text and bool({"into", "in", "down"} & wanted.near)


def _play(wanted: _Wanted) -> bool:
    """Whether a game or a part is to be played: "play a pirate with me", and not "play a song"."""
    if _GAMES & wanted.near:
        return True
    if wanted.objects[:1] not in (["a"], ["an"], ["my"]) or _PLAYED & wanted.near:
        return False
    return len(wanted.near) > 2 or bool({"who", "with", "butler"} & wanted.near)


def _call(wanted: _Wanted) -> bool:
    """Whether a name is given: "call me boss", and not "call me a taxi"."""
    return wanted.begins_with({"me"}) and not _NO_NAMES.intersection(wanted.rest[1:2])


def _ask(wanted: _Wanted) -> bool:
    return wanted.is_for_us


def _start(wanted: _Wanted) -> bool:
    if wanted.begins_with({"with"}):
        return True
    is_text = wanted.names_a_text or "adventure" in wanted.near
    return is_text and not _STARTED & wanted.near


def _lead(wanted: _Wanted) -> bool:
    return wanted.rest[:2] == ["me", "through"]


def _come(wanted: _Wanted) -> bool:
    return wanted.begins_with({"up"})


def _end(wanted: _Wanted) -> bool:
    return wanted.names_a_text and not THINGS & wanted.near


def _change(wanted: _Wanted) -> bool:
    return wanted.names_a_text and not _KEPT_LISTS & wanted.near


def _add(wanted: _Wanted) -> bool:
    return wanted.begins_with({"up"}) or _change(wanted)


_RULES: dict[str, Callable[[_Wanted], bool]] = {
    "tell": _tell,
    "write": _write,
    "keep": _keep,
    "go": _go,
    "be": _be,
    "read": _read,
    "resume": _resume,
    "show": _show,
    "give": _give,
    "play": _play,
    "call": _call,
    "ask": _ask,
    "come": _come,
    "let": _never,
    "end": _end,
    "add": _add,
    **dict.fromkeys(("make", "create"), _make),
    **dict.fromkeys(("turn", "convert", "put", "break"), _turn),
    **dict.fromkeys(("start", "begin"), _start),
    **dict.fromkeys(("walk", "run", "take", "lead", "guide"), _lead),
    **dict.fromkeys(("change", "remove", "replace", "cut", "fix", "sort", "edit"), _change),
    **dict.fromkeys(_ASKED_WITHOUT_A_TEXT, _always),
}
"""What decides for a verb that is said of texts and of acts; else the name of a text does."""
