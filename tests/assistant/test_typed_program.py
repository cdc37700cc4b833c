"""Flow: a typed program goes in; what reaches the sandbox, and what is told, comes out."""

from functools import cache

import pytest
from assistant.turns import Mind, ScriptedPlanner, ask, assistant_with
from tools.around import surroundings

from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.planning.plan import Task
from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import Source
from jarvis_voice.tools.python.python_tools import LONGEST_PROGRAM, run_python
from jarvis_voice.tools.python.sandbox import WALL_SECONDS, Sandbox, SandboxResult
from jarvis_voice.tools.registry import Registry
from jarvis_voice.tools.web.sites import SiteTable

pytestmark = pytest.mark.flow


class Witness(Sandbox):
    """Runs nothing, and keeps what it was given."""

    def __init__(self) -> None:
        super().__init__("witness", lambda inside, root: [])
        self.programs: list[str] = []

    async def run(self, program: str, wall_seconds: float = WALL_SECONDS) -> SandboxResult:
        del wall_seconds
        self.programs.append(program)
        return SandboxResult("ran\n", 0)


ANEW = Task("run_python", {"code": "print('what a model makes of it')"})


@cache
def knowledge() -> Knowledge:
    """The sentences of the one tool, compiled once."""
    paths = find_paths({"JARVIS_HOME": "/nowhere"})
    grammar = Grammar.load(paths, [run_python(Witness())])
    return Knowledge(grammar, SiteTable.load(paths), surroundings().applications)


async def run_typed(
    paths: Paths, *texts: str, model: str = "", source: Source = "stdin"
) -> tuple[list[str], list[str]]:
    """What reached the sandbox, and the answer to the last text."""
    sandbox = Witness()
    registry = Registry(run_python(sandbox))
    planners = [ScriptedPlanner(*[ANEW] * 4, name=model)] if model else []
    local = LocalPlanner(knowledge(), registry)
    said: list[str] = []
    async with assistant_with(paths, *planners, local, mind=Mind(knowledge(), registry)) as (
        assistant,
        _,
    ):
        for text in texts:
            said = await ask(assistant, text, source=source)
    return sandbox.programs, said


PROGRAMS = [
    'print("hello", {"a": [1, 2]})',
    "for i in range(3):\n\tprint({'i': i})\n\nprint('no, wait,  actually never mind, um')",
    "x = 'é שלום 👩\u200d🔬 “quoted” «x»'\nprint(x)",
    "code = 1; print(code)",
    "print('and then open GitHub')  # please",
    "#" * LONGEST_PROGRAM,
]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("model", ["", "gemini"])
async def test_a_typed_program_reaches_the_sandbox_byte_for_byte(
    paths: Paths, program: str, model: str
) -> None:
    asked = f"please run this python code: {program}"
    ran, said = await run_typed(paths, asked, "yes", model=model)
    assert ran == [program]
    assert said == ["The program printed: ran."]


async def test_the_question_shows_what_will_run(paths: Paths) -> None:
    ran, said = await run_typed(paths, 'run python print("a  b", {1})')
    assert (ran, said) == ([], ['I want to run this program: print("a  b", {1}). Shall I?'])


async def test_once_more_is_the_very_same_program(paths: Paths) -> None:
    program = 'print("a  b")'
    ran, _ = await run_typed(paths, f"run python {program}", "yes", "do that again", "yes")
    assert ran == [program, program]


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("#" * (LONGEST_PROGRAM + 1), "That is too long: 2,000 characters is the most."),
        (
            "print('\u202eevil')",
            "I do not run that program: it has a sign that cannot be seen, U+202E. Take it out.",
        ),
    ],
)
async def test_what_may_not_run_is_refused_before_it_is_asked_about(
    paths: Paths, program: str, why: str
) -> None:
    ran, said = await run_typed(paths, f"run python {program}", "yes")
    assert ran == []
    _, said = await run_typed(paths, f"run python {program}")
    assert " ".join(said) == why


@pytest.mark.parametrize("blanks", [0, 600])
async def test_a_sentence_that_is_too_long_is_refused_with_the_limit(
    paths: Paths, blanks: int
) -> None:
    _, said = await run_typed(paths, f"open {'long ' * 120}{' ' * blanks}")
    assert said[0] == "That is too long for me to understand: 500 characters is the most."


async def test_half_of_a_long_answer_is_no_yes(paths: Paths) -> None:
    ran, _ = await run_typed(paths, "run python print(1)", f"yes{' ' * 600}but not now")
    assert ran == []
