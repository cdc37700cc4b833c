"""The tools remember, recall and forget, for facts that the user told Jarvis.

Invariant: a fact is a piece of what the user said in this very turn; nothing else is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.contradiction import replaced_by, told_of
from jarvis_voice.language.en.evidence import has_content, in_own_words, is_secret, turned_round
from jarvis_voice.language.en.fact_clauses import clauses_of, named_clauses, names_part
from jarvis_voice.language.en.relevance import relevant, share_told, telling
from jarvis_voice.language.en.same_kind_repairs import last_of_kind
from jarvis_voice.store.ports import MemoryStore
from jarvis_voice.store.records import Fact
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.memory.fact_sentences import FORGET, RECALL, REMEMBER
from jarvis_voice.tools.memory.profile_phrases import summary
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

MOST_OF_IT = 0.66
"""How much of a whole question a fact must answer to."""

NEWEST_TOLD = 5
"""Facts that are told when nobody asked for one: more is hard to listen to."""

NOTHING = "You have not told me anything about that."
_TO_KEEP = lazy_pattern(
    r"\b(?:remember|mind that|memori[sz]e|remind|reference|in mind|mental note|make a note|"
    r"(?:don'?t|do not|never) (?:you )?(?:ever )?forget|you (?:to|should|must|need to) know|"
    r"(?:keep|(?:hang|hold) on to) (?:that|this|it)|note (?:that|down)|just so you know|"
    r"for the record)\b|"
    r"\A(?:(?:hi|hey|by the way|oh|and|jarvis)[ ,]+)*(?:(?:i|we) work\b|(?:[\w'\u2019.-]+ ){0,5}?"
    r"(?:birthday|b-?day|anniversary)(?: is|'s|\u2019s)\b|(?:[\w'\u2019-]+ ){1,4}?was born\b|"
    r"(?:my|our) (?:[\w'\u2019-]+ ){0,2}?(?:office|workplace|work|job|school|university)(?: is|"
    r"'s)\b)",
    re.I,
)
"""Words that ask for something to be kept, or tell of a life in whole sentences."""

_ASKS_BACK = re.compile(
    r"\b(?:do|did|can|could) you (?:still |even )?remember (?:if|whether|wh|how)", re.I
)
_ASKED = lazy_pattern(
    r"(?:whether|where|when|who|whose|what|which|how|why) "
    r"(?!(?:is|are|was|were|am|does|do|did|has|have|had|can|could|will|would|should)\b)\S+ \S",
    re.I,
)
"""The topic is a question as it stands in a sentence."""
_DO_NOT_FORGET = re.compile(r"\b(?:don'?t|do not|never) (?:you )?(?:ever )?forget\b", re.I)


class RememberArguments(Arguments):
    """A fact that the user said about themself."""

    fact: Annotated[
        str,
        Field(
            description="The fact, in the user's own words of this turn.",
            min_length=1,
            max_length=1_000,
        ),
    ]


class RecallArguments(Arguments):
    """The topic of the facts to recall; "" for all facts."""

    about: Annotated[
        str,
        Field(description="What it is about; empty or everything is the newest.", max_length=300),
    ] = ""


class ForgetArguments(Arguments):
    """The topic of the facts to forget."""

    about: Annotated[
        str,
        Field(
            description="What it is about; empty or everything is the newest.",
            min_length=1,
            max_length=300,
        ),
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """remember, recall and forget."""
    yield _remember(around.memory, approve=around.approves_facts)
    yield _recall(around)
    yield _forget(around.memory)


def _remember(memory: MemoryStore, *, approve: bool) -> Tool:
    async def run(arguments: RememberArguments, context: ToolContext) -> ToolResult:
        return await _keep(memory, _checked_fact(arguments.fact, context.goal), context)

    return Tool(
        name="remember",
        purpose="Keep a fact that the user says of themself and asks to be remembered. Give it in "
        "the user's own words of this turn; nothing else is kept.",
        ability="remember what you tell me",
        arguments=RememberArguments,
        tier="confirm" if approve else "act",
        needs="talk",
        timeout_seconds=10,
        in_words=("fact",),
        run=run,
        asked_by=frozenset(
            (
                *("remember", "forget", "memorise", "memorize", "mind", "know", "remind", "keep"),
                *("hang", "hold", "mental"),
            )
        ),
        sentences=REMEMBER,
        readback=lambda arguments: f"remember that {turned_round(arguments.fact)}",
        is_private=True,
        as_typed=("fact",),
        fulfils=("remember",),
    )


def _recall(around: ToolDependencies) -> Tool:
    memory, is_american = around.memory, around.user.locale == "en_US"

    async def run(arguments: RecallArguments, context: ToolContext) -> ToolResult:
        user_id = context.origin.user_id
        with as_tool_error():
            facts = await memory.facts(user_id)
            profile = await around.profiles.profile(user_id)
        if telling(arguments.about):
            told = _told_about(arguments.about, facts, context.goal)
            otherwise = _untold(arguments.about)
        else:
            told = _told_all(facts, summary(profile, is_american=is_american))
            otherwise = "You have not told me anything about yourself yet."
        if told is None:
            check_known(memory)
            return _result(ReceiptKind.NO_OP, otherwise)
        return told

    return Tool(
        name="recall",
        purpose="What the user asked to be remembered, in this or any earlier conversation. Use it "
        "when the user asks for something of their own: where they parked, a name, a preference. "
        'about="everything" tells the newest.',
        ability="tell you what you told me",
        arguments=RecallArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=RECALL,
        is_private=True,
        fulfils=("recall",),
    )


def _forget(memory: MemoryStore) -> Tool:
    async def run(arguments: ForgetArguments, context: ToolContext) -> ToolResult:
        _check_may_forget(arguments.about, context.goal)
        with as_tool_error():
            facts = await memory.facts(context.origin.user_id)
            found = _about(arguments.about, facts, "")
            if not found:
                check_known(memory)
        certain = [fact for fact in found if _is_certain(arguments.about, fact)]
        if len(certain) != 1 or len(found) > 1:
            return _not_forgotten(found)
        fact = certain[0]
        if names_part(arguments.about, fact.text):
            return _result(ReceiptKind.NO_OP, _only_together(fact))
        clauses = clauses_of(fact.text)
        gone = named_clauses(arguments.about, clauses)
        left = [one for one in clauses if one not in gone]
        await _erase(memory, fact, context, " and ".join(left))
        observed = (
            f"I have forgotten that {turned_round(' and '.join(gone) if left else fact.text)}."
        )
        if left:
            observed += f" I still know that {turned_round(' and '.join(left))}."
        return _result(ReceiptKind.EFFECT, observed, {"about": arguments.about})

    return Tool(
        name="forget",
        purpose="Erase one fact that the user asked to be remembered, when the user says so.",
        ability="forget it again",
        arguments=ForgetArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("about",),
        run=run,
        asked_by=frozenset(("forget", "erase", "delete", "remove", "unlearn")),
        sentences=FORGET,
        is_private=True,
    )


async def _keep(memory: MemoryStore, text: str, context: ToolContext) -> ToolResult:
    """Keep a fact in place of those it contradicts; tell whether it is there.

    Raises:
        ToolError: It is not there, or the facts cannot be read or written.
    """
    user_id = context.origin.user_id
    with as_tool_error():
        before = await memory.facts(user_id)
        replaced = [before[place] for place in replaced_by(text, [f.text for f in before])]
        same = [fact for fact in replaced if fact.text.casefold() == text.casefold()]
        numbers = tuple(fact.number for fact in replaced)
        is_new = not same and await memory.keep_fact(
            user_id, text, context.turn_id, context.now, numbers
        )
        after = await memory.facts(user_id)
    if not is_new:
        observed = f"I remember that already: {turned_round(text)}."
        return _result(ReceiptKind.NO_OP, observed, {"fact": text})
    if text not in {fact.text for fact in after}:
        raise ToolError("not-kept", "I tried to remember that, and it did not stay.")
    observed = f"I will remember that {turned_round(text)}{_instead_of(replaced)}."
    return _result(ReceiptKind.EFFECT, observed, {"fact": text})


def _instead_of(replaced: Sequence[Fact]) -> str:
    """The end of the sentence that names what a new fact took the place of."""
    if not replaced:
        return ""
    old = replaced[-1].text
    told = turned_round(told_of(old))
    return f", instead of {told}" if told_of(old) != old else f", and no longer that {told}"


async def _erase(memory: MemoryStore, fact: Fact, context: ToolContext, left: str) -> None:
    """Erase one fact, but for what is left of it.

    Raises:
        ToolError: It is still there, or the facts cannot be read or written.
    """
    user_id, numbers = context.origin.user_id, (fact.number,)
    with as_tool_error():
        if left:
            await memory.keep_fact(user_id, left, context.turn_id, context.now, numbers)
        else:
            await memory.forget_facts(user_id, numbers)
        after = await memory.facts(user_id)
    if fact.number in {one.number for one in after}:
        raise ToolError("not-forgotten", "I tried to forget that, and it is still there.")


def _check_may_forget(about: str, goal: str) -> None:
    """Check that the user asked to forget something, and named it.

    Raises:
        ToolError: The user said not to forget, named nothing, or other words name it.
    """
    if _DO_NOT_FORGET.search(goal):
        raise ToolError("not-to-forget", "You said not to forget, so I have forgotten nothing.")
    if not telling(about):
        raise ToolError(
            "forget-what",
            'Forget what? Say for example "forget where I parked". To erase everything, use '
            "the command: jarvis memory clear.",
        )
    if goal and share_told(telling(about), goal) < 1.0:
        raise ToolError("not-your-words", "I forget only what you name, in words of your own.")


def _checked_fact(fact: str, goal: str) -> str:
    """The fact in the user's own words.

    Raises:
        ToolError: It says nothing, is a secret, or the user did not say it.
    """
    if not has_content(fact):
        raise ToolError("remember-what", "What shall I remember? Say it in one sentence.")
    if is_secret(fact) or is_secret(goal):
        raise ToolError("secret", "I do not keep passwords or card numbers as facts.")
    text = in_own_words(fact, last_of_kind(goal))
    if goal and (not _TO_KEEP.search(goal) or _ASKS_BACK.search(goal)):
        raise ToolError("not-asked", "You did not ask me to remember that, so I did not.")
    if text is None:
        raise ToolError("not-your-words", "I keep only what you said yourself.")
    return text


def _about(about: str, facts: Sequence[Fact], goal: str) -> list[Fact]:
    return relevant(about, [(fact.text, fact) for fact in facts], goal)


def _is_certain(about: str, fact: Fact) -> bool:
    """Whether every telling word that was said is in the fact: else another one may be meant."""
    return share_told(telling(about), fact.text) == 1.0


def _not_forgotten(found: Sequence[Fact]) -> ToolResult:
    if not found:
        return _result(ReceiptKind.NO_OP, f"{NOTHING} So there is nothing to forget.")
    if len(found) == 1:
        question = f"Do you mean that {turned_round(found[0].text)}? Then say it with its words."
        return _result(ReceiptKind.NO_OP, f"I have not forgotten anything yet. {question}")
    return _result(
        ReceiptKind.NO_OP,
        f"I know {len(found)} things about that: {_listed(found[:NEWEST_TOLD])}. "
        "Which one shall I forget?",
    )


def _only_together(fact: Fact) -> str:
    """What is said where only a part of a fact is to be forgotten, and the rest would not stand."""
    told = turned_round(fact.text)
    return f"I know that only together: {told}. To forget all of it, say: forget that {fact.text}."


def _told_about(about: str, facts: Sequence[Fact], goal: str) -> ToolResult | None:
    found = _about(about, facts, goal)
    if about == goal:  # a whole question, of which nobody said that it is about a fact
        found = [one for one in found if share_told(telling(about), one.text) >= MOST_OF_IT]
    found = found[:NEWEST_TOLD]
    return _told(found, f"You told me: {_listed(found)}.") if found else None


def _untold(about: str) -> str:
    """That nothing was told: of a topic, or of what a question asks: "whether Anna likes fish"."""
    is_question = _ASKED.match(about) is not None
    return f"You have not told me {turned_round(about)}." if is_question else NOTHING


def _told_all(facts: Sequence[Fact], person: Sequence[str]) -> ToolResult | None:
    """The newest facts, behind what the profile tells of the user; None where there is nothing."""
    if not (facts or person):
        return None
    return _told(facts[::-1], " ".join([*person, *([_summary(facts)] if facts else [])]))


def _summary(facts: Sequence[Fact]) -> str:
    newest = facts[: -NEWEST_TOLD - 1 : -1]
    if len(facts) <= NEWEST_TOLD:
        things = "1 thing" if len(facts) == 1 else f"{len(facts)} things"
        return f"You have told me {things}: {_listed(newest)}."
    return f"You have told me {len(facts)} things. The newest are: {_listed(newest)}."


def _listed(facts: Sequence[Fact]) -> str:
    return "; ".join(turned_round(fact.text) for fact in facts)


def _told(facts: Sequence[Fact], observed: str) -> ToolResult:
    data = {"facts": [fact.text for fact in facts[:NEWEST_TOLD]]}
    return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), data=data)


def _result(
    kind: ReceiptKind, observed: str, arguments: dict[str, Any] | None = None
) -> ToolResult:
    return ToolResult(Receipt(kind, observed), arguments or {})
