"""Flow: a program goes in, through a real sandbox; what is told of it comes out."""

import sys
from pathlib import Path

import pytest
from pydantic import ValidationError
from tools.around import run, surroundings, the_tool
from tools.python.attacks import NEEDS_LINUX
from tools.templates import said

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.python import python_tools
from jarvis_voice.tools.python.python_tools import RunPythonArguments, run_python, told
from jarvis_voice.tools.python.sandbox import Sandbox, SandboxResult
from jarvis_voice.tools.registry import refused_because

pytestmark = [pytest.mark.flow, NEEDS_LINUX]


@pytest.mark.parametrize(
    ("code", "kind", "observed"),
    [
        ("print(6 * 7)", ReceiptKind.LOOKUP, "The program printed: 42"),
        ("print(1)\nprint(2)", ReceiptKind.LOOKUP, "The program printed: 1, 2"),
        ("x = 1", ReceiptKind.LOOKUP, "The program ran and printed nothing."),
        (
            "print('a')\n1/0",
            ReceiptKind.FAILED,
            "The program ended with an error: ZeroDivisionError: division by zero",
        ),
        ("raise SystemExit(3)", ReceiptKind.FAILED, "The program ended with an error 3."),
    ],
)
@pytest.mark.e2e
async def test_what_a_program_did_is_told(
    sandbox: Sandbox,
    code: str,
    kind: ReceiptKind,
    observed: str,
) -> None:
    result = await run(run_python(sandbox), code=code)
    assert (result.receipt.kind, result.receipt.observed) == (kind, observed)


def test_what_was_stopped_says_so() -> None:
    late = told(SandboxResult("", -9, is_late=True))
    assert late.kind is ReceiptKind.FAILED
    assert late.observed == "The program did not end within 5 seconds."
    flood = told(SandboxResult("x" * 4096, -9, is_cut=True))
    assert flood.kind is ReceiptKind.PARTIAL
    assert len(flood.observed) < 400


@pytest.mark.parametrize(
    "printed",
    [
        "5 \u20ac and 20 \u00b0C \u2192 1\u00bd \u2713",
        "\u0928\u092e\u0938\u094d\u0924\u0947",
        "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
        "\u05e9\u05b8\u05dc\u05d5\u05b9\u05dd",
        "cafe\u0301",
    ],
)
def test_what_was_printed_is_told_in_its_own_signs(printed: str) -> None:
    assert told(SandboxResult(f"{printed}\n", 0)).observed == f"The program printed: {printed}"


def test_signs_that_nobody_sees_are_not_passed_on() -> None:
    told_of = told(SandboxResult("\x1b[31mred\x1b[0m\x07 h\u00e9\u202e\n", 0)).observed
    assert told_of == "The program printed: [31mred [0m h\u00e9"


@pytest.mark.e2e
async def test_a_sandbox_that_is_gone_is_an_error() -> None:
    tool = run_python(Sandbox("gone", lambda inside, root: ["/nowhere/bwrap"]))
    with pytest.raises(ToolError) as caught:
        await run(tool, code="print(1)")
    assert caught.value.code == "no-sandbox"


def test_it_always_asks_and_reads_the_program_aloud() -> None:
    tool = run_python(Sandbox("any", lambda inside, root: []))
    arguments = tool.arguments.model_validate({"code": "a = 2\n\nprint(a)\n"})
    assert tool.tier_of(arguments) == "confirm"
    assert tool.readback
    assert tool.readback(arguments) == "run this program: a = 2; print(a)"


@pytest.mark.parametrize("n_lines", [1, 2, 12, 50])
def test_all_of_a_program_is_read_and_shown(n_lines: int) -> None:
    lines = [f"if {number}:\n    print('{number}', 'a b')" for number in range(n_lines)]
    tool = run_python(Sandbox("any", lambda inside, root: []))
    arguments = tool.arguments.model_validate({"code": "\n".join(lines)})
    assert tool.readback
    assert tool.written
    heard, shown = tool.readback(arguments), tool.written(arguments)
    assert all(f"print('{number}', 'a b')" in heard for number in range(n_lines))
    assert shown == "\n".join([f"run this program of {2 * n_lines} lines:", *lines])


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200b", "\x1b", "\x00", "\r\r", "\u2028"])
def test_a_program_with_a_sign_that_cannot_be_seen_is_refused_by_its_name(sign: str) -> None:
    code = f"a = 'x'{sign}\n\tprint(a, 'שלום 👩‍🔬')"
    with pytest.raises(ValidationError) as caught:
        RunPythonArguments.model_validate({"code": code})
    assert refused_because(caught.value) == (
        "I do not run that program: it has a sign that cannot be seen, "
        f"U+{ord(sign[0]):04X}. Take it out.",
        "unfit",
    )


@pytest.mark.parametrize(
    "code",
    ["print(\"a  b\", 'c', {1: [2]})", "if 1:\n\tprint('שלום 👩‍🔬 é “x” «y»')\n", "x = 1  \n\n"],
)
def test_a_program_is_taken_sign_by_sign(code: str) -> None:
    assert RunPythonArguments.model_validate({"code": code}).code == code
    windows = code.replace("\n", "\r\n")  # to Python it is the same program
    assert RunPythonArguments.model_validate({"code": windows}).code == code


@pytest.mark.parametrize("code", ["", "x" * 2_001])
def test_a_program_has_a_bounded_length(code: str) -> None:
    tool = run_python(Sandbox("any", lambda inside, root: []))
    with pytest.raises(ValueError, match="validation error"):
        tool.arguments.model_validate({"code": code})


@pytest.mark.e2e
def test_it_exists_where_a_sandbox_holds(sandbox: Sandbox) -> None:
    tool = the_tool(python_tools.tools, "run_python", surroundings())
    assert said(tool, "run this python code print(1)") == {"code": "print(1)"}
    assert not list(python_tools.tools(surroundings(Path(sys.base_prefix) / "jarvis")))
