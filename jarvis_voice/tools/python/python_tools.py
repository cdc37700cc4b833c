"""The run_python tool; exists only where a sandbox works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.visible_text import visible, visible_line
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.python.sandbox import WALL_SECONDS, Sandbox, SandboxResult, find_sandbox
from jarvis_voice.tools.registry import TO_BE_TOLD, Arguments, Tool, ToolContext

LONGEST_PROGRAM = 2_000
PRINTED = "The program printed:"
SPOKEN_CHARACTERS = 300


def _seen(code: str) -> str:
    """A program as it is; what runs is what can be seen, so one that hides signs is refused."""
    lines = code.replace("\r\n", "\n")  # to Python these are the same program
    if (told := visible(lines)) != lines:
        hidden = next(a for a, b in zip(lines, [*told, ""], strict=False) if a != b)
        raise PydanticCustomError(
            TO_BE_TOLD,
            "I do not run that program: it has a sign that cannot be seen, {sign}. Take it out.",
            {"sign": f"U+{ord(hidden):04X}"},
        )
    return lines


class RunPythonArguments(Arguments):
    """A Python program."""

    code: Annotated[
        str,
        Field(
            description="The whole program; it prints its result.",
            min_length=1,
            max_length=LONGEST_PROGRAM,
        ),
        AfterValidator(_seen),
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """run_python, where a sandbox holds; the first call tries that, which blocks shortly."""
    paths = around.paths
    if sandbox := find_sandbox(paths.config, paths.data, paths.state):
        yield run_python(sandbox)


def run_python(sandbox: Sandbox) -> Tool:
    """The tool over one sandbox."""

    async def run(arguments: RunPythonArguments, _: ToolContext) -> ToolResult:
        try:
            ran = await sandbox.run(arguments.code)
        except OSError as error:
            raise ToolError(
                "no-sandbox", f"The sandbox could not be started: {error.strerror}."
            ) from error
        data = {"output": ran.output, "exit_code": ran.exit_code, "lead": PRINTED}
        return ToolResult(told(ran), arguments.model_dump(), data=data)

    return Tool(
        name="run_python",
        purpose="Run a short Python program that the user asked for and hear what it prints. It "
        "has the standard library, no network, no files and five seconds.",
        ability="run small Python programs, after asking",
        arguments=RunPythonArguments,
        tier="confirm",
        needs="admin",
        timeout_seconds=WALL_SECONDS + 5,
        run=run,
        asked_by=frozenset({"python", "program", "code", "script"}),
        sentences={"(run|execute) [(this|the)] python [(code|program|script)] {code}": {}},
        verbatim="code",
        readback=lambda arguments: f"run this program: {in_words(arguments.code)}",
        written=lambda arguments: in_lines(arguments.code),
        brings_web_text=True,
    )


def in_words(code: str) -> str:
    """A program as it is read aloud, whole: its lines one after another."""
    return "; ".join(line.strip() for line in code.splitlines() if line.strip())


def in_lines(code: str) -> str:
    """A program as it is shown, whole: one line in the sentence, more of them below each other."""
    lines = code.strip("\n").splitlines()
    if len(lines) == 1:
        return f"run this program: {in_words(code)}"
    return "\n".join([f"run this program of {len(lines)} lines:", *lines])


def told(ran: SandboxResult) -> Receipt:
    """What became of a program."""
    printed = _spoken(ran.output)
    if ran.is_late:
        seconds = round(WALL_SECONDS)
        return Receipt(ReceiptKind.FAILED, f"The program did not end within {seconds} seconds.")
    if ran.is_cut:
        observed = f"The program printed too much. It began with: {printed}"
        return Receipt(ReceiptKind.PARTIAL, observed)
    if ran.exit_code:
        last = printed and _spoken(ran.output.strip().splitlines()[-1])
        why = f": {last}" if last else f" {ran.exit_code}."
        return Receipt(ReceiptKind.FAILED, f"The program ended with an error{why}")
    if not printed:
        return Receipt(ReceiptKind.LOOKUP, "The program ran and printed nothing.")
    return Receipt(ReceiptKind.LOOKUP, f"{PRINTED} {printed}")


def _spoken(output: str) -> str:
    """What was printed on one line, without signs that nobody can see, and not too long."""
    line = visible_line(", ".join(output.split("\n")).strip(", \n"))
    return line if len(line) <= SPOKEN_CHARACTERS else f"{line[:SPOKEN_CHARACTERS]} and so on."
