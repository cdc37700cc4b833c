"""Flow: a library that is put off is loaded at its first use, and not before."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.e2e

LOADED = "print('av._core' in sys.modules)"
PUT_OFF = """\
import sys
from jarvis_voice.platform.put_off_library import put_off
put_off("av")
"""
PACKAGE = """\
import sys
from jarvis_voice.platform.put_off_library import put_off
put_off("xml.dom", has_free_parts=True)
import xml.dom.minicompat
print(xml.dom.minicompat.NodeList.__name__, "xml.dom.domreg" in sys.modules)
print(xml.dom.Node.__name__, "xml.dom.domreg" in sys.modules)
"""
BRAIN = """\
import sys
from jarvis_voice.app.brain_factory import _import_brain
_import_brain()
print("langsmith.types.run" in sys.modules, "langgraph_sdk.client" in sys.modules)
"""
DECODE = """\
from faster_whisper.audio import decode_audio
from jarvis_voice.voice.readiness import phrase_file
print(len(decode_audio(str(phrase_file()))) > 3 * 16_000)
"""


def _printed(code: str) -> list[str]:
    """By an interpreter that has loaded nothing yet."""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=True
    )
    return ran.stdout.split()


def test_importing_the_library_does_not_load_it() -> None:
    assert _printed(f"{PUT_OFF}import av, faster_whisper\n{LOADED}") == ["False"]


def test_whoever_decodes_a_file_gets_the_real_one() -> None:
    assert _printed(f"{PUT_OFF}{DECODE}{LOADED}") == ["True", "True"]


def test_a_part_of_it_can_be_imported() -> None:
    assert _printed(f"{PUT_OFF}import av.error\nprint(av.error.FFmpegError.__name__)") == [
        "FFmpegError"
    ]


def test_it_is_still_known_to_be_installed() -> None:
    asked = "from importlib.util import find_spec\nprint(find_spec('av').name)"
    assert _printed(PUT_OFF + asked) == ["av"]


def test_looking_through_all_modules_does_not_load_it() -> None:
    look = "import inspect\nimport av\ninspect.stack()\n"
    assert _printed(PUT_OFF + look + LOADED) == ["False"]


def test_where_it_is_loaded_it_stays() -> None:
    assert _printed(
        f"import sys, av\nbefore = av\n{PUT_OFF}print(sys.modules['av'] is before)"
    ) == ["True"]


def test_a_part_of_a_package_can_be_imported_without_the_rest() -> None:
    assert _printed(PACKAGE) == ["NodeList", "False", "Node", "True"]


def test_the_brain_does_not_load_the_clients_of_services() -> None:
    assert _printed(BRAIN) == ["False", "False"]
