"""Unit: docs/jarvis.1 is what the help of the commands says today."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import typer.main

from jarvis_voice.cli.main import app
from jarvis_voice.cli.manual_page import EXIT_CODES, manual_page
from jarvis_voice.core import errors

pytestmark = pytest.mark.unit

PAGE = Path(__file__).parents[2] / "docs" / "jarvis.1"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == manual_page(), "run: make man"


def test_every_command_is_on_it() -> None:
    shown = re.findall(r"^\.SS jarvis (\S+)", manual_page(), re.M)
    root: object = typer.main.get_command(app)
    assert set(shown) == {name.replace("-", "\\-") for name in vars(root)["commands"]}


def test_every_exit_code_is_explained() -> None:
    kinds = [one for one in vars(errors).values() if isinstance(one, type)]
    codes = {kind.exit_code for kind in kinds if issubclass(kind, errors.JarvisError)}
    assert {str(code) for code in codes} < set(EXIT_CODES)


@pytest.mark.skipif(shutil.which("groff") is None, reason="not run here: apt install groff")
def test_troff_has_nothing_to_complain_of() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", str(PAGE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
