"""Defines what a tool is, and holds the table of the tools that exist here.

Invariant: a tool never sees a URL it was not handed as a resolved `Link`; a model's arguments reach
it only after its own strict schema has accepted them.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import HERE, Link, Origin, Scope, ToolResult
from jarvis_voice.language.en.given_texts import without_given
from jarvis_voice.language.en.ordering_part import ordering_part
from jarvis_voice.language.en.trigger_words import LOOSE

Tier = Literal["read", "act", "confirm"]
Opened = Literal["site", "app"]

OBSERVED_CHARACTERS = 2_000
"""What is kept of an observation unless a tool says otherwise: it goes into later prompts."""


class Arguments(BaseModel):
    """Base of every tool's argument schema: strict, frozen, and without unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


TOO_LONG = "string_too_long"
"""How pydantic calls a text with more characters than a schema allows."""

TO_BE_TOLD = "jarvis-refused"
"""The type of a schema's own errors whose message is a sentence for the user."""


def refused_because(error: ValidationError) -> tuple[str, str] | None:
    """Why arguments are refused, for the user, and the code of that; None for a planner's fault."""
    for one in error.errors():
        if one["type"] == TO_BE_TOLD:
            return one["msg"], "unfit"
        if one["type"] == TOO_LONG:
            most = one["ctx"]["max_length"]
            return f"That is too long: {most:,} characters is the most.", "too-long"
    return None


class NoArguments(Arguments):
    """Argument schema of tools without arguments."""


def _nobody_listens(_: str) -> None:
    return


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What the executor gives a tool beside its arguments.

    Attributes:
        now: Wall clock with the local time zone.
        link: The url_map entry that `url_index` pointed at, where the tool takes one.
        goal: The user's own words in this turn; what is kept as a fact must be in them.
        turn_id: "t12"; "" outside of a turn.
        origin: Who asked, and where: a tool reads and keeps what is this user's alone.
        say: Tells the user something while the tool goes on ("I am still working on it."). It is
            no part of the answer, so it may claim nothing.
        ledger: Where thoughts, observations and tokens of this turn are noted.
        is_dry_run: What is looked up must leave nothing behind.
    """

    now: datetime
    link: Link | None = None
    goal: str = ""
    turn_id: str = ""
    origin: Origin = HERE
    say: Callable[[str], None] = _nobody_listens
    ledger: TurnLedger = field(default_factory=TurnLedger)
    is_dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing Jarvis can do.

    Attributes:
        name: Imperative snake_case.
        purpose: One or two sentences for the model: what it does and when to use it.
        ability: What a user is told it can do, after "I can".
        arguments: Its strict schema. A field named `url_index` is resolved by the executor.
        tier: read changes nothing outside; act does; confirm asks first. A function gives the
            tier of these arguments; a model is told the highest.
        timeout_seconds: After this the executor gives up and says so.
        run: The work; raises `ToolError` for what went wrong.
        asked_by: Words of which the user must have said one before a model may use it; empty
            is any. Text from the web cannot put them into the user's mouth.
        sentences: What a user says for it, in hassil's templates, for the local planner: template
            to the arguments that it fixes. A `{slot}` of a template is the argument of its name.
        users_sentences: The user wrote these sentences, so other words for them are learnt nowhere.
        readback: What is about to be done, whole, after "I want to": read to the user before a
            confirm-tier action.
        written: The same for a reader, in lines; without it `readback` is shown.
        settle: Says in its arguments what they leave open, such as the address that "me" is, before
            anybody is asked: the yes is to what stands in them then. It only looks things up.
        is_granted_ahead: A routine of the user's own words needs no other yes: what it touches was
            confirmed before, each by itself.
        observed_characters: How much of an observation is kept for later steps.
        cache_seconds: How long the same arguments may be answered from memory; 0 is never.
        is_material: Its result is something to word an answer from, not an answer in itself.
        brings_web_text: Its result holds text that strangers wrote.
        is_private: Its result holds what the user confided.
        sends: Its arguments leave this machine.
        on_desktop: It acts on the desktop of this machine (programs, clipboard, volume), so it is
            refused at any other place.
        at_place: Its effect happens at the place that asked: no effect on this machine elsewhere.
        is_passing: What it does is over at once: nothing of it is kept.
        needs: The scope that its use needs; None follows from the rest: `talk` for what only reads
            and is not of the desktop, else `act`.
        as_said: Arguments that count as the user's words later on: those of a model must be words
            of the user's own in this turn.
        in_words: Arguments that stand for the user's words: what a model gives must have been said,
            in this turn or the one it refers to, in whatever form.
        asks_unless_said: An act of which a model gives more than the user's words is asked about
            first: each argument that is no switch and no word of a closed list must be in them.
        thing_named: The one thing that a name in `in_words` stands for, where it is one of a closed
            list: two names of the same thing are as good as each other. None is no such thing.
        speaks_of: Whether the user's words, and those before them, speak of what the arguments of
            a model name; None asks for no more than `asked_by`.
        as_typed: Arguments that a sentence gives as they were typed, with quotes and line breaks;
            what is too long for one is refused, and its sentence is not read as another.
        verbatim: The argument that takes, sign by sign, all that stands behind the words that ask:
            a program. What was typed for it is worded anew by no model.
        code_only: It works on what came with the turn, such as a picture file: code alone plans it,
            and no model may.
        fulfils: Meanings of sentences that it fulfils: names of intents, the one that its own
            sentences have first. Empty is the intent of its name.
        opens: What it opens before the user's eyes: a page, or an application.
        finds_pages: It searches the web: its links are results that the user may choose from.
        answers_questions: A question about anything may be answered from what it brings.
        tells: How it is told that it is done, with fields of the result's data in braces; empty
            tells what was observed.
        fails: How it is told that it failed, before the reason; empty tells the reason alone.
    """

    name: str
    purpose: str
    ability: str
    arguments: type[Arguments]
    tier: Tier | Callable[[Any], Tier]
    timeout_seconds: float
    run: Callable[[Any, ToolContext], Awaitable[ToolResult]]
    asked_by: frozenset[str] = frozenset()
    sentences: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    users_sentences: bool = False
    readback: Callable[[Any], str] | None = None
    written: Callable[[Any], str] | None = None
    settle: Callable[[Any, ToolContext], Awaitable[Arguments]] | None = None
    is_granted_ahead: bool = False
    observed_characters: int = OBSERVED_CHARACTERS
    cache_seconds: float = 0.0
    is_material: bool = False
    brings_web_text: bool = False
    is_private: bool = False
    sends: bool = False
    on_desktop: bool = False
    at_place: bool = False
    is_passing: bool = False
    needs: Scope | None = None
    as_said: tuple[str, ...] = ()
    in_words: tuple[str, ...] = ()
    asks_unless_said: bool = False
    thing_named: Callable[[str], str | None] | None = None
    speaks_of: Callable[[Any, str, str], bool] | None = None
    as_typed: tuple[str, ...] = ()
    verbatim: str = ""
    code_only: bool = False
    fulfils: tuple[str, ...] = ()
    opens: Opened | None = None
    finds_pages: bool = False
    answers_questions: bool = False
    tells: str = ""
    fails: str = ""

    @property
    def meaning(self) -> str:
        """The name of the intent of its own sentences."""
        return self.fulfils[0] if self.fulfils else self.name

    def is_asked_in(self, goal: str) -> bool:
        """Whether the user's own words ask for it; a text that is given asks for nothing."""
        if not self.asked_by:
            return True
        goal = without_given(goal)
        said = goal.lower()
        near = {word for word in self.asked_by if word in said}  # else a long goal is read for each
        words = set(re.findall(r"[a-z]+", said)) if near else set()
        return any(word not in LOOSE or _begins(word, goal) for word in near & words)

    def is_ordered_in(self, goal: str) -> bool:
        """Whether the user's own words order it; a question to know something orders no act."""
        return not self.asked_by or self.is_asked_in(ordering_part(goal))

    def tier_of(self, arguments: Arguments) -> Tier:
        """The tier of these arguments."""
        return self.tier(arguments) if callable(self.tier) else self.tier

    @property
    def may_ask_first(self) -> bool:
        """Whether the user may be asked before it is done."""
        return self.tier == "confirm" or callable(self.tier) or self.asks_unless_said

    @property
    def is_read_only(self) -> bool:
        """Whether it changes nothing outside, whatever its arguments."""
        return self.tier == "read"

    @property
    def scope(self) -> Scope:
        """The scope that its use needs at this machine."""
        return self.needs or ("talk" if self.is_read_only and not self.on_desktop else "act")

    @property
    def is_of_store(self) -> bool:
        """Whether what it does is what the store keeps: who may only talk changes nothing else."""
        changes = not (self.is_read_only or self.is_passing or self.at_place)
        return changes and self.scope == "talk"

    def is_allowed(self, origin: Origin) -> bool:
        """Whether an origin has the scope that it needs there."""
        is_elsewhere = self.at_place and origin.place != HERE.place
        return ("talk" if is_elsewhere else self.scope) in origin.may

    @property
    def takes_link(self) -> bool:
        """Whether it needs an entry of the url_map."""
        return "url_index" in self.arguments.model_fields


def _begins(word: str, goal: str) -> bool:
    """Whether a request begins with a word: at the front, or after what only leads to one."""
    lead = (
        r"(?:^\W*|[,.;:!?]\s*|\b(?:and|then|please|you|just|to|let's|let us|let me|me|jarvis|now|"
        r"also|(?:you|we) (?:can|could|should|may|might))\W+)"
    )
    behind = rf"(?:\W*\Z|\W+{LOOSE[word]})" if LOOSE[word] else ""
    return re.search(rf"{lead}{word}\b{behind}", goal, re.IGNORECASE) is not None


class Registry:
    """The tools by name, in the order in which they were added."""

    def __init__(self, *tools: Tool) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise ValueError(f"two tools named {tool.name}")
            self._tools[tool.name] = tool

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __contains__(self, name: str) -> bool:
        return name in self._tools

    def get(self, name: str) -> Tool:
        """The tool of that name.

        Raises:
            ToolError: There is none.
        """
        if name not in self._tools:
            what = name.replace("_", " ")
            raise ToolError("unknown-tool", f"That cannot be done here: {what} is missing.")
        return self._tools[name]

    def allowed_to(self, origin: Origin) -> Registry:
        """The tools that an origin may use."""
        return Registry(*(one for one in self if one.is_allowed(origin)))

    def of_use_to(self, origin: Origin) -> Registry:
        """The tools that an origin may use, and that do something where it is."""
        is_here = origin.place == HERE.place
        return Registry(*(one for one in self.allowed_to(origin) if is_here or not one.on_desktop))

    def fulfilling(self, meaning: str) -> tuple[Tool, ...]:
        """The tools that fulfil a meaning of a sentence."""
        return tuple(one for one in self if meaning in (one.fulfils or (one.name,)))

    def finder(self) -> Tool | None:
        """The tool that searches the web."""
        return next((one for one in self if one.finds_pages), None)
