"""The tell_joke tool: jokes, facts, and riddles with their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.types import Origin, Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.words.talk_lines import TalkLines

NO_RIDDLE = "I have not asked you a riddle. Say: ask me a riddle."

MOST_RIDDLES = 64
"""Whose answers are kept, each for one who was asked."""

_GIVE = (
    "[(tell|give|read|say|find|get|ask|share with) (me|us)|(hit|challenge|try|test) me with|"
    "tell|say|do|make|crack|share|play]"
)
_DO_YOU = (
    "(do you (know|have|do)|hear|have you got|[you] got|can i (have|hear|get)|let (me|us) hear|"
    "(let's|let us) (hear|do|have|try)|(i want|i would like|i'd like) [to hear]|i need|"
    "i could use|(how|what) about|know|do|try|time for|(i am|i'm) in the mood for)"
)
_ONE = "[a|an|another|one [more]|the [next]|some|any|your [best|favorite|favourite]|more]"
_SORT = (
    "[really|very] [good|great|funny|new|short|quick|silly|dad|bad|better|clean|different|other|"
    "random|fun|cheesy|interesting|cool|nice|amazing|weird|strange|useless|surprising|hard|easy|"
    "best|kids|kid's|family|knock knock|little]"
)
_BEST = "(a|an|the|your) (good|great|funny|fun|interesting|random|best|favorite|favourite)"
_MORE = (
    "[please|of the day|for today|of yours|you (know|have|'ve got)|for me|for [the|my] (kids|"
    "children)|to cheer me up|to make me laugh|to solve|to guess|today|then|now]"
)
_JOKE = "(joke|jokes|pun|puns|one-liner|one liner)"
_FACT = "(fact|facts|trivia|(piece|bit) of trivia|tidbit)"
_RIDDLE = "(riddle|riddles|brain teaser|brainteaser|puzzle|puzzles|puzzler)"
_TO_IT = "[to (that|it|(the|that|your|this) riddle)] [then|please|now]"

_SENTENCES: dict[str, tuple[str, ...]] = {
    "joke": (
        "tell me (a|another) [funny] joke",
        f"{_GIVE} {_ONE} {_SORT} {_JOKE} {_MORE}",
        f"{_DO_YOU} {_ONE} {_SORT} {_JOKE} {_MORE}",
        f"what is {_BEST} {_SORT} {_JOKE}",
        f"what {_SORT} {_JOKE} [(do|can) you (know|have|tell)]",
        "(make|can you make|try to make) (me|us) (laugh|smile|giggle)",
        "(tell|say|give) [me|us] something [really|very|a bit] (funny|silly|amusing)",
        "(cheer (me|us) up|amuse (me|us)|entertain (me|us)|be funny|joke around|lighten the mood)",
        "(crack me up|joke time|joke with me|i need (a laugh|to laugh|cheering up))",
        "(are you funny|can you be funny)",
    ),
    "fact": (
        "(tell me|give me) (a|another) [fun] fact",
        f"{_GIVE} {_ONE} {_SORT} {_FACT} {_MORE}",
        f"{_DO_YOU} {_ONE} {_SORT} {_FACT} {_MORE}",
        f"what is {_BEST} {_SORT} {_FACT}",
        "(tell|say|teach|share) [me|us] (something|anything) [that|which] "
        "[really|very|new and|i (do not|don't|did not|didn't) know [yet]] "
        "[interesting|new|cool|fascinating|surprising|amazing|fun|random|weird|clever|exciting] "
        "[today|with (me|us)]",
        "(surprise|amaze|impress|astonish|educate) me",
        "(did you know|make me smarter|what is something interesting)",
    ),
    "riddle": (
        "(ask me|tell me) (a|another) riddle",
        f"{_GIVE} {_ONE} {_SORT} {_RIDDLE} {_MORE}",
        f"{_DO_YOU} {_ONE} {_SORT} {_RIDDLE} {_MORE}",
        "(riddle me [this|that|something]|ask [me|us] something tricky|puzzle me)",
        "(quiz (me|us)|play a riddle game|riddle time|test my brain|let me guess something)",
    ),
    "answer": (
        f"(tell|give|show|say|reveal|read) [me|us] the (answer|solution) {_TO_IT}",
        f"[so|okay|and] what (is|was|would be) the (answer|solution) {_TO_IT}",
        f"[the] (answer|solution) {_TO_IT}",
        "[okay|alright|well] [i|we] (give up|give in|surrender|am stuck|am stumped)",
        "(i'm|we're|we are) (stuck|stumped)",
        "(i|we) (do not|don't) know the (answer|solution)",
        "[i|we] (can't|cannot|could not|couldn't) (guess|solve|work out|figure out|get) "
        "(it|that|this|the riddle|the answer)",
        "(reveal it|solve it|(solve|answer) (the|your [own]) riddle)",
    ),
}


class TellJokeArguments(Arguments):
    """What to tell."""

    kind: Annotated[
        Literal["joke", "fact", "riddle", "answer"],
        Field(description="A joke, a fun fact, a riddle, or the answer of the last riddle."),
    ] = "joke"


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """tell_joke."""
    yield joke_teller(TalkLines(around.chance))


def joke_teller(lines: TalkLines) -> Tool:
    """The tool that tells what it draws from these lines."""
    answers: dict[Origin, str] = {}

    async def run(arguments: TellJokeArguments, context: ToolContext) -> ToolResult:
        kind, origin = arguments.kind, context.origin
        if kind == "answer":
            receipt = _answer(answers.get(origin))
            return ToolResult(receipt, arguments.model_dump())
        line = await asyncio.to_thread(lines.draw, kind)
        told, _, answer = line.partition("\t")
        if kind == "riddle":
            answers.pop(origin, None)
            answers[origin] = answer
            if len(answers) > MOST_RIDDLES:
                answers.pop(next(iter(answers)))
        return ToolResult(Receipt(ReceiptKind.LOOKUP, told), arguments.model_dump())

    return Tool(
        name="tell_joke",
        purpose='Tell a joke, a fun fact (kind="fact") or a riddle of a list, or the answer of '
        'the riddle that was asked last (kind="answer"). Nothing on one chosen subject.',
        ability="tell jokes, fun facts and riddles",
        arguments=TellJokeArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences={one: {"kind": kind} for kind, each in _SENTENCES.items() for one in each},
        fulfils=("tell_joke",),
    )


def _answer(answer: str | None) -> Receipt:
    if answer is None:
        return Receipt(ReceiptKind.NO_OP, NO_RIDDLE)
    return Receipt(ReceiptKind.LOOKUP, f"The answer is: {answer}")
