"""Work for a new interpreter, in a module that it finds by the same name."""

import os
import signal
import sys
import time

from jarvis_voice.core.errors import AudioError


def loaded(name: str) -> bool:
    return name in sys.modules


def fail_as_known() -> None:
    raise AudioError("no-commands", "There are no recordings.")


def fail() -> None:
    raise ValueError("seven")


def end() -> None:
    os._exit(3)


def wait_for_long() -> None:
    time.sleep(600)


def survive_ctrl_c() -> str:
    os.kill(os.getpid(), signal.SIGINT)
    return "still here"
