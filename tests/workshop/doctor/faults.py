"""A fault for each check of `jarvis doctor`, and the words that tell it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import UTC, datetime

import numpy as np
import pytest
from workshop.doctor.patient import Patient, device, noise, spoken

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.platform.autostart.command_line import this_program
from jarvis_voice.platform.autostart.installer import starter_for
from jarvis_voice.workshop.doctor.system_probe import run_program
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer
from jarvis_voice.workshop.worlds.serpapi_server import SerpApiServer


class Fault:
    """What planting a fault may use: the patient, the environment, what is closed at the end."""

    def __init__(self, patient: Patient, monkeypatch: pytest.MonkeyPatch, stack: ExitStack) -> None:
        self.patient, self.monkeypatch, self.stack = patient, monkeypatch, stack

    @property
    def paths(self) -> Paths:
        return self.patient.paths

    def environment(self, **variables: str) -> None:
        for name, value in variables.items():
            self.monkeypatch.setenv(name, value)

    def shadow(self, module: str, content: str) -> None:
        """Put another module before the one that is installed, for a fresh process."""
        folder = self.paths.config / "shadows" / module
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(content)
        self.environment(PYTHONPATH=str(folder.parent))
        self.patient.outside["run"] = run_program


def other_program(fault: Fault) -> None:
    fault.shadow("jarvis_voice", "")


def crashing_library(fault: Fault) -> None:
    fault.shadow("soxr", "import os\nos.kill(os.getpid(), 11)\n")


def unknown_setting(fault: Fault) -> None:
    ensure(fault.paths.config)
    fault.paths.config_file.write_text("[voice]\nsped = 2\n")


def unreadable_sites(fault: Fault) -> None:
    ensure(fault.paths.config)
    fault.paths.user_sites.write_text('[[site]]\nname = "wrong-key')


def damaged_model(fault: Fault) -> None:
    """Of the right size, and noted as good: only its bytes tell."""
    file = fault.paths.models / "weights.bin"
    file.write_bytes(b"wEights")
    digest = fault.patient.manifest().every_file[0].sha256
    note = f'{{"weights.bin": [7, {file.stat().st_mtime_ns}, "{digest}"]}}'
    (fault.paths.models / "verified.json").write_text(note)


def only_a_monitor(fault: Fault) -> None:
    fault.patient.devices = [device("Monitor of Box", 2, 0), device("Box", 0, 2)]


def no_loudspeaker(fault: Fault) -> None:
    fault.patient.devices = [device("Desk mic", 1, 0)]


def led_to_the_loudspeaker(fault: Fault) -> None:
    fault.patient.outside["hears_loudspeaker"] = lambda: True


def muted_by_hardware(fault: Fault) -> None:
    fault.patient.sound = np.zeros(100_000, np.int16)


def at_another_rate(fault: Fault) -> None:
    fault.patient.rate = 0.7


def clipped(fault: Fault) -> None:
    fault.patient.sound = np.clip(spoken().astype(np.int32) * 40, -32_768, 32_767).astype(np.int16)


def deaf_models(fault: Fault) -> None:
    fault.patient.ears_error = ModelError("ears-deaf", "A phrase was not heard. Run setup.")


def faint(fault: Fault) -> None:
    fault.patient.sound = spoken(speech_dbfs=-60, noise_dbfs=-88)


def beside_a_fan(fault: Fault) -> None:
    fault.patient.sound = noise(6.0, -30)


def a_word_that_never_scores(fault: Fault) -> None:
    fault.patient.best_score = 0.3


def not_a_word(fault: Fault) -> None:
    fault.patient.text = ""


def headphones(fault: Fault) -> None:
    fault.patient.air_carries = False


def refused_google_key(fault: Fault) -> None:
    server = fault.stack.enter_context(GeminiServer())
    fault.environment(GOOGLE_API_KEY="wrong-key")
    fault.patient.outside["google_url"] = server.url


def refused_second_key(fault: Fault) -> None:
    server = fault.stack.enter_context(OpenAiServer(api_key="right"))
    fault.environment(
        JARVIS_SECOND_MODEL__URL=server.base_url,
        JARVIS_SECOND_MODEL__MODEL="some",
        SECOND_MODEL_API_KEY="wrong",
    )


def absent_model(fault: Fault) -> None:
    """Nobody listens at its port."""
    fault.paths.config.mkdir(parents=True, exist_ok=True)
    fault.paths.config_file.write_text(
        '[models.lab]\nkind = "openai"\nmodel = "some"\nurl = "http://127.0.0.1:9/v1"\n'
    )


def absent_mail_server(fault: Fault) -> None:
    """Nobody listens at its port."""
    fault.paths.config.mkdir(parents=True, exist_ok=True)
    fault.paths.config_file.write_text(
        '[mail]\nway = "smtp"\nhost = "localhost"\nport = 9\nsender = "me@example.org"\n'
    )


def used_up_searches(fault: Fault) -> None:
    server = fault.stack.enter_context(SerpApiServer(api_key="right-key", searches_left=0))
    fault.environment(SERPAPI_API_KEY="right-key")
    fault.patient.outside["serpapi_url"] = server.url


def wedged_daemon(fault: Fault) -> None:
    """It holds the lock, and nobody answers at its socket."""
    ensure(fault.paths.data)
    fault.paths.lock.with_suffix(".pid").write_text(f"{os.getpid()} run")


def stale_autostart(fault: Fault) -> None:
    starter = starter_for(this_program(os.environ), os.environ)
    starter.file.parent.mkdir(parents=True)
    starter.file.write_bytes(starter.content() + b"# of an older version\n")


def damaged_database(fault: Fault) -> None:
    """Damage inside: the file opens as if nothing were wrong."""
    ensure(fault.paths.data)
    with closing(sqlite3.connect(fault.paths.database)) as database, database:
        database.execute("CREATE TABLE one (text)")
        rows = ((f"row {number} " * 40,) for number in range(400))
        database.executemany("INSERT INTO one VALUES (?)", rows)
    with fault.paths.database.open("r+b") as file:
        file.seek(4096 * 6)
        file.write(b"\xff" * 4096)


def full_disk(fault: Fault) -> None:
    fault.patient.outside["free_bytes"] = lambda _: 1_000_000


def open_key_file(fault: Fault) -> None:
    ensure(fault.paths.config)
    fault.paths.env_file.write_text("")
    fault.paths.env_file.chmod(0o644)


def clock_of_1990(fault: Fault) -> None:
    fault.patient.outside["now"] = lambda: datetime(1990, 1, 1, tzinfo=UTC)


PLANTED: dict[str, Callable[[Fault], None]] = {
    "program": other_program,
    "libraries": crashing_library,
    "settings": unknown_setting,
    "own files": unreadable_sites,
    "models": damaged_model,
    "microphones": only_a_monitor,
    "loudspeakers": no_loudspeaker,
    "microphone": led_to_the_loudspeaker,
    "zeros": muted_by_hardware,
    "rate": at_another_rate,
    "clipping": clipped,
    "ears": deaf_models,
    "level": faint,
    "noise": beside_a_fan,
    "wake word": a_word_that_never_scores,
    "words": not_a_word,
    "loop-back": headphones,
    "google key": refused_google_key,
    "second model": refused_second_key,
    "chat models": absent_model,
    "search key": used_up_searches,
    "mail": absent_mail_server,
    "running": wedged_daemon,
    "autostart": stale_autostart,
    "database": damaged_database,
    "disk": full_disk,
    "permissions": open_key_file,
    "clock": clock_of_1990,
}
"""A fault for each check; the tests below fail for a check that has none."""

SAYS = {
    "program": "loads other code",
    "libraries": "soxr does not load (signal 11)",
    "settings": 'Did you mean "speed"?',
    "own files": "sites.toml, and answers nothing",
    "models": "weights.bin: checksum",
    "microphones": "No microphone was found",
    "microphone": "would hear itself",
    "zeros": "nothing but zeros",
    "rate": "11200 samples came each second, 16000 are due",
    "level": "too quiet to be understood",
    "wake word": '"jarvis" was heard 0 of 2 times',
    "loop-back": "was not heard",
    "google key": "Google refused the key in GOOGLE_API_KEY",
    "second model": "SECOND_MODEL_API_KEY",
    "chat models": "lab: does not answer",
    "search key": "searches are used up",
    "running": "its control socket does not answer",
    "database": "damaged",
    "permissions": ".env has mode 0644",
}
"""Some of the words that tell the user which fault it is."""
