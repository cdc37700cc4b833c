"""Flow: an action that asks first, through the real graph on a real database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from assistant.chats import Piece, ScriptedChat
from assistant.turns import REGISTRY, Mind, ScriptedPlanner, ask, assistant_with, seen

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.graph.confirmation import (
    ASKED_ELSEWHERE,
    DECLINED,
    LONGEST_HEARD,
    TOO_LATE,
    TOO_LONG_TO_HEAR,
)
from jarvis_voice.assistant.planning.model_planner import ModelPlanner
from jarvis_voice.assistant.planning.plan import Finish, Plan, Task
from jarvis_voice.assistant.planning.step_rules import ASK_ALONE
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Receipt, ReceiptKind, Source, ToolResult
from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.tools.registry import Arguments, Registry, Tool, ToolContext

pytestmark = pytest.mark.flow

QUESTION = "I want to send the mail to Ana. Shall I?"
SEND = Task("send", {"to": "Ana"})
SENT = ["The mail to Ana is sent."]


class To(Arguments):
    to: str


class Post:
    """Counts what was sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def run(self, arguments: To, _: ToolContext) -> ToolResult:
        self.sent.append(arguments.to)
        observed = f"The mail to {arguments.to} is sent."
        return ToolResult(Receipt(ReceiptKind.EFFECT, observed), arguments.model_dump())


class Clock(FrameClock):
    """A clock that a test moves."""

    at = 0.0

    def seconds(self) -> float:
        return self.at


class Desk:
    """An assistant whose planner wants to send a mail."""

    def __init__(self, paths: Paths) -> None:
        self.paths, self.post, self.clock = paths, Post(), Clock()
        self.events: list[Event] = []

    @asynccontextmanager
    async def open(
        self, *plans: Plan, tier: Any = "confirm", **traits: Any
    ) -> AsyncIterator[Assistant]:
        readback = lambda a: f"send the mail to {a.to}"  # noqa: E731 - one line of a table
        send = Tool(
            "send", "", "send mail", To, tier, 5, self.post.run, readback=readback, **traits
        )
        planner = ScriptedPlanner(*plans)
        async with assistant_with(
            self.paths, planner, mind=Mind(registry=Registry(*REGISTRY, send)), clock=self.clock
        ) as (assistant, events):
            yield assistant
        assert planner.plans == [], "planned less often than the script says"
        self.events = events


@pytest.fixture
def desk(paths: Paths) -> Desk:
    return Desk(paths)


async def test_it_asks_and_does_nothing(desk: Desk) -> None:
    async with desk.open(SEND) as assistant:
        assert await ask(assistant, "mail Ana") == [QUESTION]
    assert desk.post.sent == []
    assert seen(desk.events, "turn-ended")[0]["outcome"] == "not_done"


HEARD: tuple[Source, ...] = ("voice", "key", "satellite", "schedule")


async def heard(assistant: Assistant, text: str, source: Source) -> str:
    return " ".join([reply.text async for reply in assistant.ask(text, source=source)])


@pytest.mark.parametrize("source", HEARD)
@pytest.mark.parametrize("n_names", [50, 200])
async def test_what_is_too_long_to_hear_is_not_asked_about_where_somebody_listens(
    desk: Desk, source: Source, n_names: int
) -> None:
    to = " ".join(["Annabel"] * n_names)
    assert len(to) >= LONGEST_HEARD - len("send the mail to ")
    async with desk.open(Task("send", {"to": to}), Finish(), Finish("No.")) as assistant:
        assert (await heard(assistant, "mail them", source)).strip() == TOO_LONG_TO_HEAR
        await heard(assistant, "yes", source)
    assert desk.post.sent == []


@pytest.mark.parametrize("source", HEARD)
async def test_what_can_be_heard_is_asked_whole(desk: Desk, source: Source) -> None:
    to = " ".join(["Annabel"] * 40)
    async with desk.open(Task("send", {"to": to})) as assistant:
        asked = (await heard(assistant, "mail them", source)).strip()
    assert asked == f"I want to send the mail to {to}. Shall I?"


async def test_what_is_long_is_shown_whole_where_somebody_reads(desk: Desk) -> None:
    to = " ".join(["Annabel"] * 200)
    async with desk.open(Task("send", {"to": to}), Finish()) as assistant:
        assert " ".join(await ask(assistant, "mail them")).endswith(f"to {to}. Shall I?")
        await ask(assistant, "yes")
    assert desk.post.sent == [to]


async def test_a_yes_does_that_very_action_once(desk: Desk) -> None:
    async with desk.open(SEND, Finish(), Finish("What?")) as assistant:
        await ask(assistant, "mail Ana")
        assert await ask(assistant, "yes") == SENT
        assert await ask(assistant, "yes") == ["What?"], "the yes was used"
    assert desk.post.sent == ["Ana"]
    assert [e["outcome"] for e in seen(desk.events, "turn-ended")][:2] == ["not_done", "done"]


SEND_CALL = ToolCall("send", {"to": "Ana"})
SAYS_NO = "Yes means no here. "
LOOK = ToolCall("search", {"query": "Ana"})


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([[SAYS_NO, SEND_CALL]], [QUESTION]),
        ([[SAYS_NO, "Would you like a joke?", SEND_CALL]], [QUESTION]),
        ([[SAYS_NO, LOOK], [SAYS_NO, SEND_CALL]], [QUESTION]),
        ([["Owls cannot move their eyes.", SEND_CALL]], ["Owls cannot move their eyes.", QUESTION]),
        ([["Owls fly. ", SAYS_NO, SEND_CALL]], ["Owls fly.", QUESTION]),
        ([[SAYS_NO * 20, SEND_CALL]], [*[SAYS_NO.strip()] * 20, ASK_ALONE]),
        (
            [["A mail is a letter. ", "It has no stamp."]],
            ["A mail is a letter.", "It has no stamp."],
        ),
    ],
)
async def test_no_words_of_a_model_that_may_sway_stand_before_a_question(
    paths: Paths, answers: list[list[Piece]], told: list[str]
) -> None:
    post = Post()
    readback = lambda a: f"send the mail to {a.to}"  # noqa: E731 - one line of a table
    send = Tool("send", "", "send mail", To, "confirm", 5, post.run, readback=readback)
    registry = Registry(*REGISTRY, send)
    planner = ModelPlanner("gemini", ScriptedChat(*answers), registry)
    local = ScriptedPlanner()
    async with assistant_with(paths, planner, local, mind=Mind(registry=registry)) as (talk, _):
        assert await ask(talk, "tell me of the mail to send to Ana") == told
    assert post.sent == []


@pytest.mark.parametrize("brings_web_text", [False, True])
async def test_a_no_leaves_it_and_no_planner_is_asked(desk: Desk, *, brings_web_text: bool) -> None:
    async with desk.open(SEND, brings_web_text=brings_web_text) as assistant:
        await ask(assistant, "mail Ana")
        assert await ask(assistant, "no") == [DECLINED]
    assert desk.post.sent == []


@pytest.mark.parametrize("plan", [SEND, Task("search", {"query": "Ana"}, beside=(SEND,))])
async def test_what_code_alone_plans_no_model_does(paths: Paths, plan: Task) -> None:
    post = Post()
    send = Tool("send", "", "send mail", To, "read", 5, post.run, code_only=True)
    planner = ScriptedPlanner(plan, Finish(), name="gemini")
    mind = Mind(registry=Registry(*REGISTRY, send))
    async with assistant_with(paths, planner, mind=mind) as (assistant, _):
        await ask(assistant, "send a mail to Ana")
    assert post.sent == []


async def test_details_are_given_and_the_question_stands(desk: Desk) -> None:
    async with desk.open(SEND, Finish()) as assistant:
        await ask(assistant, "mail Ana")
        assert await ask(assistant, "details") == ['send: {"to": "Ana"}. Shall I?']
        assert await ask(assistant, "yes") == SENT


async def test_a_late_yes_is_none(desk: Desk) -> None:
    async with desk.open(SEND) as assistant:
        await ask(assistant, "mail Ana")
        desk.clock.at = 31.0
        assert await ask(assistant, "yes") == [TOO_LATE]
    assert desk.post.sent == []


async def test_a_yes_from_another_door_is_none_and_the_question_stands(desk: Desk) -> None:
    async with desk.open(SEND, Finish()) as assistant:
        await ask(assistant, "mail Ana", source="voice")
        assert await ask(assistant, "yes", source="stdin") == [ASKED_ELSEWHERE]
        assert desk.post.sent == []
        assert await ask(assistant, "yes", source="voice") == SENT


async def test_a_routine_says_yes_to_nothing_that_a_routine_asked(desk: Desk) -> None:
    async with desk.open(SEND) as assistant:
        await ask(assistant, "mail Ana", source="schedule")
        assert await ask(assistant, "yes", source="schedule") == [ASKED_ELSEWHERE]
    assert desk.post.sent == []


async def test_a_yes_in_another_thread_is_none(desk: Desk) -> None:
    async with desk.open(SEND, Finish("What?")) as assistant:
        await ask(assistant, "mail Ana")
        turn = assistant.new_turn("yes", source="stdin", thread_id="other")
        assert [r.text async for r in assistant.submit(turn) if r.text] == ["What?"]
    assert desk.post.sent == []


async def test_something_else_drops_it_and_is_answered(desk: Desk) -> None:
    async with desk.open(SEND, Finish("It is noon."), Finish("What?")) as assistant:
        await ask(assistant, "mail Ana")
        assert await ask(assistant, "what time is it") == ["It is noon."]
        assert await ask(assistant, "yes") == ["What?"]
    assert desk.post.sent == []


async def test_stop_drops_it(desk: Desk) -> None:
    async with desk.open(SEND, Finish("What?")) as assistant:
        await ask(assistant, "mail Ana")
        await ask(assistant, "stop")
        assert await ask(assistant, "yes") == ["What?"]
    assert desk.post.sent == []


async def test_a_restart_drops_it(desk: Desk) -> None:
    async with desk.open(SEND) as assistant:
        await ask(assistant, "mail Ana")
    async with desk.open(Finish("What?")) as assistant:
        assert await ask(assistant, "yes") == ["What?"]
    assert desk.post.sent == []


async def test_the_conversation_remembers_that_it_was_asked(desk: Desk) -> None:
    planner = ScriptedPlanner(SEND, Finish("It is noon."))
    send = Tool("send", "", "send mail", To, "confirm", 5, desk.post.run)
    async with assistant_with(desk.paths, planner, mind=Mind(registry=Registry(send))) as (
        assistant,
        _,
    ):
        await ask(assistant, "mail Ana")
        await ask(assistant, "what time is it")
    assert [m["text"] for m in planner.views[-1].messages] == [
        "mail Ana",
        "I want to send: Ana. Shall I?",
    ]


async def test_the_tier_may_depend_on_the_arguments(desk: Desk) -> None:
    tier = lambda arguments: "act" if arguments.to == "me" else "confirm"  # noqa: E731 - as above
    plans = (Task("send", {"to": "me"}), Finish(), SEND)
    async with desk.open(*plans, tier=tier) as assistant:
        assert await ask(assistant, "mail me") == ["The mail to me is sent."]
        assert await ask(assistant, "mail Ana") == [QUESTION]
    assert desk.post.sent == ["me"]


async def test_a_dry_run_asks_nothing(desk: Desk) -> None:
    async with desk.open(SEND, Finish()) as assistant:
        [said] = await ask(assistant, "mail Ana", dry_run=True)
    assert "dry run" in said
    assert desk.post.sent == []


async def test_an_older_offer_is_gone_once_something_else_was_asked(desk: Desk) -> None:
    offer = Finish("Did you mean MIT?", "not_done", offer="open MIT")
    async with desk.open(offer, SEND, Finish("What?")) as assistant:
        await ask(assistant, "open mid")
        await ask(assistant, "mail Ana")
        desk.clock.at = 31.0
        assert await ask(assistant, "yes") == [TOO_LATE]
        assert await ask(assistant, "yes") == ["What?"]


@pytest.mark.parametrize(
    ("said", "to", "is_asked"),
    [
        ("mail Ana", "Ana", False),
        ("mail it to Ana Smith please", "ana smith", False),
        ("mail flat twelve", "flat 12", False),
        ("can bees mail each other", "Mallory", True),
        ("mail Ana", "Ana and Bob", True),
        ("mail Ana", "", False),
    ],
)
async def test_an_act_is_asked_about_where_a_model_gives_more_than_was_said(
    paths: Paths, said: str, to: str, *, is_asked: bool
) -> None:
    post = Post()
    async with planned_by_a_model(paths, post, to) as talk:
        answer = await ask(talk, said)
    assert answer[-1].endswith("Shall I?") is is_asked
    assert post.sent == ([] if is_asked else [to])


async def test_a_yes_to_what_a_model_gave_carries_out_that_very_act(paths: Paths) -> None:
    post = Post()
    async with planned_by_a_model(paths, post, "Mallory") as talk:
        assert await ask(talk, "mail Ana") == ["I want to send the mail to Mallory. Shall I?"]
        assert post.sent == []
        await ask(talk, "yes")
    assert post.sent == ["Mallory"]


@asynccontextmanager
async def planned_by_a_model(paths: Paths, post: Post, to: str) -> AsyncIterator[Assistant]:
    readback = lambda a: f"send the mail to {a.to}"  # noqa: E731 - one line of a table
    send = Tool("send", "", "", To, "act", 5, post.run, readback=readback, asks_unless_said=True)
    plans: list[Plan] = [Task("send", {"to": to}), Finish("OK.")]
    planners = (ScriptedPlanner(*plans, name="gemini"), ScriptedPlanner())
    mind = Mind(registry=Registry(*REGISTRY, send))
    async with assistant_with(paths, *planners, mind=mind) as (talk, _):
        yield talk
