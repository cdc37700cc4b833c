"""The real graph on a real database with a scripted planner, which needs no thinking time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jarvis_voice.assistant.graph.executor import Executor
from jarvis_voice.assistant.graph.planner import TaskPlanner
from jarvis_voice.assistant.graph.reception import Reception
from jarvis_voice.assistant.planning.ladder import Ladder
from jarvis_voice.assistant.planning.plan import Finish, Plan, PlanView, Task
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.types import Link, Receipt, ReceiptKind, Source, ToolResult
from jarvis_voice.core.understanding import Part, Understanding
from jarvis_voice.tools.registry import NoArguments, Registry, Tool, ToolContext

LOOPS = 3
MAX_STEPS = 8
THREE_STEPS = "look three times"


class ThreeSteps:
    """A planner that plans three lookups if the user asks for them, else answers at once."""

    name = "local"
    title = "The script"

    async def load(self) -> None:
        """It is ready."""

    async def plan(self, view: PlanView) -> Plan:
        """The next step."""
        wanted = LOOPS if view.goal == THREE_STEPS else 0
        if len(view.memory) < wanted:
            return Task(f"look_{len(view.memory)}")
        return Finish(f"You said: {view.goal}.")


class NothingNamed:
    """A reader of sentences that finds no intent and no link in them."""

    rankable_names: Mapping[str, str] = {}

    def is_known(self, link: Link) -> bool:
        """No page is known."""
        del link
        return False

    def read(
        self,
        text: str,
        messages: Sequence[MessageState],  # noqa: ARG002 - it leans on nothing
        *,
        offer: str,  # noqa: ARG002 - nothing is offered
        source: Source,  # noqa: ARG002 - it names nothing
    ) -> Understanding:
        """The text itself, of which nothing is known."""
        return Understanding(text, (Part(text, None),))


async def _look(_: NoArguments, __: ToolContext) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.LOOKUP, "There is a door at the end of the corridor."))


def nodes() -> tuple[TaskPlanner, Executor, Reception]:
    """The graph's three nodes around the script."""
    tools = [
        Tool(f"look_{n}", "Look.", "look", NoArguments, "read", 5, _look) for n in range(LOOPS)
    ]
    registry, ladder = Registry(*tools), Ladder([ThreeSteps()])
    planner = TaskPlanner(ladder, NothingNamed(), registry)
    return planner, Executor(registry), Reception()
