"""Contract: ALSA writes nothing on the terminal; in a program of its own, since it lasts."""

import ctypes
import subprocess
import sys

import pytest

from jarvis_voice.audio.portaudio import ALSA_LIBRARY

pytestmark = pytest.mark.e2e

PROGRAM = f"""
import ctypes, sys
from jarvis_voice.audio.portaudio import hush_alsa
if sys.argv[1] == "hushed":
    hush_alsa()
alsa, handle = ctypes.CDLL("{ALSA_LIBRARY}"), ctypes.c_void_p()
assert alsa.snd_pcm_open(ctypes.byref(handle), b"no-such-device", 0, 0) < 0
"""


def has_alsa() -> bool:
    try:
        ctypes.CDLL(ALSA_LIBRARY)
    except OSError:
        return False
    return True


@pytest.mark.skipif(not has_alsa(), reason="no ALSA here")
@pytest.mark.parametrize(("how", "is_heard"), [("as it is", True), ("hushed", False)])
def test_what_alsa_has_to_say_is_kept_from_the_terminal(how: str, is_heard: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True, timeout=60
    )
    assert ("ALSA lib" in done.stderr) is is_heard
