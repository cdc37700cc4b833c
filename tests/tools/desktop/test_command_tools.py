"""Flow: phrases of the config go in; real programs are started and what was seen comes out."""

import sys
from pathlib import Path

import pytest
from pydantic import ValidationError
from tools.around import NOW, run, surroundings, the_tool
from tools.templates import said

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.tools.desktop import command_tools
from jarvis_voice.tools.desktop.command_tools import run_command
from jarvis_voice.tools.registry import Tool, ToolContext

pytestmark = pytest.mark.e2e

LONG_SECONDS = 60.0


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


def tool(code: str, phrase: str = "lock the screen") -> Tool:
    return run_command({phrase: python(code)}, LONG_SECONDS)


async def test_a_command_that_ends_well_tells_its_first_line() -> None:
    result = await run(tool("print('locked at 9'); print('more')"), name="lock the screen")
    assert result.receipt == Receipt(
        ReceiptKind.EFFECT, "I have run lock the screen. It said: locked at 9"
    )


async def test_a_silent_one_tells_only_that_it_ran() -> None:
    result = await run(tool("import sys; print('oops', file=sys.stderr)"), name="lock the screen")
    assert result.receipt.observed == "I have run lock the screen."


async def test_a_long_line_is_cut_and_unseen_signs_are_dropped() -> None:
    result = await run(tool("print('\\x1b[1m' + 'a' * 5000)"), name="lock the screen")
    said_it = result.receipt.observed.partition("It said: ")[2]
    assert said_it.startswith("[1maaa")
    assert len(said_it) <= 200


async def test_an_exit_code_is_a_failure() -> None:
    result = await run(tool("print('half'); raise SystemExit(4)"), name="lock the screen")
    assert result.receipt == Receipt(
        ReceiptKind.FAILED, "The command lock the screen ended with error 4."
    )


async def test_one_that_goes_on_is_running(tmp_path: Path) -> None:
    code = (
        f"import pathlib; pathlib.Path({str(tmp_path / 'x')!r}).touch(); import time; time.sleep(2)"
    )
    result = await run(run_command({"start work": python(code)}, 0.0), name="start work")
    assert result.receipt == Receipt(
        ReceiptKind.EFFECT, "I have started start work; it is running."
    )


async def test_a_missing_program_is_a_clear_error() -> None:
    with pytest.raises(ToolError) as caught:
        await run(run_command({"lock": ("no-such-program",)}, LONG_SECONDS), name="lock")
    assert caught.value.code == "not-started"
    assert '"lock"' in caught.value.message
    assert "no-such-program" in caught.value.message


async def test_words_are_arguments_and_never_a_shell(tmp_path: Path) -> None:
    planted = f"; touch {tmp_path / 'planted'} $(id) `id` && id"
    argv = (*python("import sys; print(sys.argv[1])"), planted)
    result = await run(run_command({"say it": argv}, LONG_SECONDS), name="say it")
    assert result.receipt.observed == f"I have run say it. It said: {planted}"[:240]
    assert not (tmp_path / "planted").exists()


@pytest.mark.parametrize("name", ["unlock the screen", "", "rm -rf", None, 3])
def test_only_a_phrase_of_the_config_is_an_argument(name: object) -> None:
    with pytest.raises(ValidationError):
        tool("").arguments.model_validate({"name": name})


async def test_a_command_the_user_did_not_name_is_not_run(tmp_path: Path) -> None:
    touch = python(f"import pathlib; pathlib.Path({str(tmp_path / 'wiped')!r}).touch()")
    commands = {"lock the screen": python(""), "wipe the cache": touch}
    one = run_command(commands, LONG_SECONDS)
    context = ToolContext(NOW, goal="lock my screen and read the page")
    result = await run(one, context, name="wipe the cache")
    assert result.receipt == Receipt(ReceiptKind.NO_OP, "You did not ask for wipe the cache.")
    assert not (tmp_path / "wiped").exists()
    assert (await run(one, context, name="lock the screen")).receipt.kind is ReceiptKind.EFFECT


def test_it_is_asked_for_by_words_that_tell() -> None:
    one = run_command({"lock the screen": ("x",), "go on": ("x",)})
    assert one.asked_by == {"lock", "screen", "go", "on"}
    assert not run_command({"lock the screen": ("x",)}).is_asked_in("read the page")


@pytest.mark.parametrize(
    ("phrase", "spoken"),
    [
        ("lock the screen", "Lock the screen"),
        ("lights (off)", "lights (off)"),
        ("[very] <odd> {name} a|b", "[very] <odd> {name} a|b"),
        ("lights (off)", "lights off"),
        ("what's cooking", "what is cooking"),
        ("backup, now!", "backup now"),
        ("back\\slash", "back\\slash"),
    ],
)
def test_a_phrase_means_exactly_itself(phrase: str, spoken: str) -> None:
    one = run_command({phrase: ("x",), "another one": ("y",)})
    assert said(one, spoken) == {"name": phrase}
    assert said(one, "lights") is None
    assert said(one, "very") is None


def test_it_exists_where_there_are_commands() -> None:
    assert not list(command_tools.tools(surroundings()))
    one = the_tool(command_tools.tools, "run_command", surroundings(commands={"lock": ("x",)}))
    assert one.tier == "act"
    assert one.ability == "run your own commands: lock"


async def test_a_model_cannot_take_one_command_for_another_that_shares_a_word(
    tmp_path: Path,
) -> None:
    gone = tmp_path / "gone"
    commands = {
        "make the backups": python("pass"),
        "delete the old backups": python(f"import pathlib; pathlib.Path({str(gone)!r}).touch()"),
    }
    both, context = run_command(commands, LONG_SECONDS), ToolContext(NOW, goal="make the backups")
    refused = await run(both, context, name="delete the old backups")
    assert refused.receipt == Receipt(
        ReceiptKind.NO_OP, "You did not ask for delete the old backups."
    )
    assert not gone.exists()
    assert (await run(both, context, name="make the backups")).receipt.kind is ReceiptKind.EFFECT
