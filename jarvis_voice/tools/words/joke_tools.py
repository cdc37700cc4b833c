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

_GIVE = "[(tell|give|read|say|find|get|ask|share with) (me|us)|hit me with|tell|say|do|crack|share]"
_ONE = "[a|an|another|one [more]|the [next]|some|any|your [best|favorite|favourite]|more]"
_KIND = (
    "[good|great|funny|new|short|quick|silly|dad|bad|clean|different|other|random|fun|cheesy|"
    "interesting|cool|nice|amazing|weird|strange|useless|surprising|hard|easy|best|kids|kid's|"
    "family|knock knock|really good|good new|random fun|fun little|little|of your]"
)
_DO_YOU = (
    "(do you (know|have)|hear|have you got|[you] got|can i (have|hear|get)|let (me|us) hear|"
    "let's hear|(i want|i would like|i'd like) [to hear]|i need|i could use|(how|what) about|"
    "know|time for|(i am|i'm) in the mood for)"
)
_JOKE = "(joke|jokes|pun|puns|one-liner|one liner)"
_FACT = "(fact|facts|trivia|(piece|bit) of trivia|tidbit)"
_RIDDLE = "(riddle|riddles|brain teaser|brainteaser|puzzle|puzzles|puzzler)"
_MORE = (
    "[please|of the day|for today|of yours|you (know|have|'ve got)|for me|for [the|my] (kids|"
    "children)|to cheer me up|to make me laugh|to solve|to guess|today|then|now]"
)

SENTENCES: dict[str, dict[str, str]] = {
    "tell me (a|another) [funny] joke": {"kind": "joke"},
    "(tell me|give me) (a|another) [fun] fact": {"kind": "fact"},
    "(ask me|tell me) (a|another) riddle": {"kind": "riddle"},
    f"{_GIVE} {_ONE} {_KIND} {_JOKE} {_MORE}": {"kind": "joke"},
    f"{_DO_YOU} {_ONE} {_KIND} {_JOKE} {_MORE}": {"kind": "joke"},
    f"what is (a|an|the|your) (good|great|funny|best|favorite|favourite) {_KIND} {_JOKE}": {
        "kind": "joke"
    },
    "(make|can you make|try to make) (me|us) (laugh|smile|giggle)": {"kind": "joke"},
    "(tell|say|give) [me|us] something [really|very|a bit] (funny|to laugh about|silly|amusing)": {
        "kind": "joke"
    },
    "(cheer (me|us) up|amuse (me|us)|entertain (me|us)|be funny|joke around|crack a joke|"
    "crack me up|joke time|joke please|i need (a laugh|to laugh|cheering up)|joke of the day)": {
        "kind": "joke"
    },
    "(are you funny|can you be funny|say something funny|let us joke|joke with me)": {
        "kind": "joke"
    },
    f"{_GIVE} {_ONE} {_KIND} {_FACT} {_MORE}": {"kind": "fact"},
    f"{_DO_YOU} {_ONE} {_KIND} {_FACT} {_MORE}": {"kind": "fact"},
    "what is (a|an|the|your) (good|fun|interesting|random|best|favorite|favourite) "
    f"{_KIND} {_FACT}": {"kind": "fact"},
    "(tell|say|teach) [me|us] (something|anything) [that|which] "
    "[really|very|new and|i do not know yet|i don't know yet|i did not know|i didn't know|"
    "i do not know|i don't know] [interesting|new|cool|fascinating|surprising|amazing|"
    "fun|random|weird|clever|exciting] [today]": {"kind": "fact"},
    "(surprise me|amaze me|impress me|astonish me|fun fact|did you know|fact of the day|"
    "educate me|make me smarter|teach me something)": {"kind": "fact"},
    f"{_GIVE} {_ONE} {_KIND} {_RIDDLE} {_MORE}": {"kind": "riddle"},
    f"{_DO_YOU} {_ONE} {_KIND} {_RIDDLE} {_MORE}": {"kind": "riddle"},
    "(riddle me [this|that|something]|ask [me|us] something tricky|puzzle me|"
    "let me guess something|riddle of the day|riddle time|test my brain)": {"kind": "riddle"},
    "(tell|give|show|say|reveal|read) [me|us] the (answer|solution) "
    "[to (the|that|your|this) riddle] [please|now|then]": {"kind": "answer"},
    "[so|okay|and] what is the (answer|solution) [to (the|that|your|this) riddle] [then|please]": {
        "kind": "answer"
    },
    "[okay|alright|well] [i|we] (give up|give in|surrender|am stuck|am stumped|pass on that)": {
        "kind": "answer"
    },
    "(i'm|i am|we are|we're) (stuck|stumped) [tell me] [the answer]": {"kind": "answer"},
    "(i do not|i don't|we do not|we don't) know the (answer|solution)": {"kind": "answer"},
    "[i|we] (can't|cannot|could not|couldn't) (guess|solve|work out|figure out|get) "
    "(it|that|this|the riddle|the answer) [tell me]": {"kind": "answer"},
    "[the] (answer|solution) [please|to the riddle]": {"kind": "answer"},
    "(reveal it|solve it|solve the riddle|what was the answer|what would the answer be|"
    "answer the riddle|answer your [own] riddle)": {"kind": "answer"},
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
        sentences=SENTENCES,
        fulfils=("tell_joke",),
    )


def _answer(answer: str | None) -> Receipt:
    if answer is None:
        return Receipt(ReceiptKind.NO_OP, NO_RIDDLE)
    return Receipt(ReceiptKind.LOOKUP, f"The answer is: {answer}")
