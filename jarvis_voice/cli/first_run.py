"""The questions of the first `jarvis setup`: each can be skipped, and none is asked a second time.

Invariant: what was answered is kept at once, so Ctrl-C loses nothing; without a terminal nobody is
asked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from jarvis_voice.cli.output import out
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.doors.terminal.screen import one_line

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.core.setting_names import Name
    from jarvis_voice.workshop.doctor.model_search import FoundModels

OPENING = "Some questions, once. Enter skips one; Ctrl-C ends them, and what you answered stays."
LONGEST_NAME = 60
THREAD = "setup"
"""The conversation in which the user's name is told."""


@dataclass(frozen=True, slots=True)
class SetupQuestion:
    """One thing to ask.

    Attributes:
        name: In the list of those that were asked.
        is_open: Whether it can be asked here and is not answered already.
        ask: Asks, and does what was answered.
    """

    name: str
    is_open: Callable[[], bool]
    ask: Callable[[], None]


class FirstRun:
    """Asks what was never asked.

    Args:
        paths: The user's folders.
        wants_tries: Whether the wake word is among the questions.
    """

    def __init__(self, paths: Paths, *, wants_tries: bool = True) -> None:
        self._paths = paths
        self._found: list[FoundModels] = []
        tries = (
            (SetupQuestion("wake word", self._can_try, self._try_wake_word),) if wants_tries else ()
        )
        self._questions = (
            SetupQuestion("microphone", self._has_choice, self._ask_microphone),
            *tries,
            SetupQuestion("name", self._is_nameless, self._ask_name),
            SetupQuestion("city", self._is_default("home_city"), self._ask_city),
            SetupQuestion("units", self._is_default("units"), self._ask_units),
            SetupQuestion("models", self._has_found_models, self._ask_models),
            SetupQuestion("key", self._has_no_key, self._ask_key),
            SetupQuestion("service", self._can_start, self._ask_autostart),
        )

    def ask(self, *, again: bool = False) -> None:
        """Ask each question that is open.

        Args:
            again: Ask those, too, that were asked before.

        Raises:
            typer.Abort: The user pressed Ctrl-C.
        """
        asked = [] if again else self._asked()
        is_first = True
        for question in self._questions:
            if question.name in asked or not question.is_open():
                continue
            if is_first:
                out.tell(f"\n{OPENING}")
                is_first = False
            try:
                question.ask()
            except JarvisError as error:
                out.tell(error.message)
            asked = [*asked, question.name]
            self._mark(asked)
        if not is_first:
            out.tell(
                "That is all. To change any of it: jarvis config, jarvis key, jarvis models, "
                "jarvis voices."
            )

    def _asked(self) -> list[str]:
        try:
            found = parsed_json(self._paths.first_run.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return [str(name) for name in found] if isinstance(found, list) else []

    def _mark(self, asked: list[str]) -> None:
        from jarvis_voice.core.settings_file import write_text

        with suppress(JarvisError):  # a folder that may not be written: it is asked again
            write_text(self._paths.first_run, json.dumps(asked) + "\n")

    @property
    def _config(self) -> Config:
        from jarvis_voice.core.config import load_config

        return load_config(self._paths)

    def _set(self, value_of: Mapping[Name, Any]) -> None:
        from jarvis_voice.core.setting_change import change_settings

        for line in change_settings(self._paths, value_of):
            out.tell(f"  {line}")

    def _is_default(self, key: str) -> Callable[[], bool]:
        from jarvis_voice.core.setting_names import shipped_settings

        shipped = shipped_settings()["user"][key]
        return lambda: bool(getattr(self._config.user, key) == shipped)

    def _has_choice(self) -> bool:
        microphone = self._config.microphone
        return len(_microphones()) > 1 and not (microphone.device or microphone.preferred)

    def _ask_microphone(self) -> None:
        names = _microphones()
        out.tell("Microphones:")
        for number, name in enumerate(names, 1):
            out.tell(f"  {number}  {one_line(name)}")
        while answer := _answer("Which one do you speak into (its number)?"):
            if answer.isdecimal() and 1 <= int(answer) <= len(names):
                self._set({("microphone", "device"): names[int(answer) - 1]})
                return
            out.tell(f"  A number from 1 to {len(names)}, or Enter for the system's own choice.")

    def _can_try(self) -> bool:
        from jarvis_voice.cli.calibration import can_calibrate

        return can_calibrate(self._paths)

    def _try_wake_word(self) -> None:
        from jarvis_voice.cli.calibration import offer_calibration

        offer_calibration(self._paths, typer.confirm, out.tell)

    def _is_nameless(self) -> bool:
        from jarvis_voice.core.types import ME
        from jarvis_voice.store.factory import make_reader

        reader = make_reader(self._paths)
        is_told = any("name is" in fact.text for fact in reader.facts(ME))
        return not is_told and not any(one.field == "name" for one in reader.profile(ME))

    def _ask_name(self) -> None:
        name = " ".join(_answer("What is your name?").split())
        if not name:
            return
        if len(name) > LONGEST_NAME or not name.replace("-", " ").replace("'", " ").strip(" "):
            out.tell("  That is no name. Tell me later: my name is ...")
            return
        if self._is_kept(f"my name is {name}"):
            out.tell(f"  Hello, {name}. What I remember of you: jarvis memory list")
        else:
            out.tell(f"  I could not keep that. Tell me later: my name is {name}")

    def _is_kept(self, sentence: str) -> bool:
        """Tell a running Jarvis, or one here, as a user would."""
        import asyncio

        from jarvis_voice.cli.ask import Question, ask_all
        from jarvis_voice.doors.terminal.screen import JsonScreen

        said = Question(sentence, THREAD, speak=False, dry_run=False)
        asyncio.run(ask_all([said], self._paths, JsonScreen(lambda _: None)))
        return not self._is_nameless()

    def _ask_city(self) -> None:
        from datetime import UTC, datetime

        from jarvis_voice.tools.places.place_list import place_index

        while city := _answer("In which city do you live (for the weather)?"):
            if place := place_index().find(city, datetime.now(UTC)):
                self._set({("user", "home_city"): place.name})
                return
            near = place_index().suggest(city)
            hint = f"Is it {near}?" if near else "Name a larger one nearby, or press Enter."
            out.tell(f"  I do not know {city}. {hint}")

    def _ask_units(self) -> None:
        while answer := _answer("Metric or imperial units (m or i)?").lower():
            for units in ("metric", "imperial"):
                if units.startswith(answer):
                    self._set({("user", "units"): units})
                    return
            out.tell("  m for metric, i for imperial, or Enter.")

    def _has_found_models(self) -> bool:
        from jarvis_voice.cli.model_offer import found_models

        taken = self._config.models
        self._found = [one for one in found_models() if one.name not in taken]
        return bool(self._found)

    def _ask_models(self) -> None:
        from jarvis_voice.cli.model_offer import offer_models

        offer_models(self._paths, self._found, _answer, self._set)

    def _has_no_key(self) -> bool:
        config = self._config
        return config.google_api_key is None and not config.models

    def _ask_key(self) -> None:
        from jarvis_voice.cli.key import USES, KeyOwner, keep_key

        if self._config.has_model:
            out.tell("With a key for Gemini I ask Gemini first, and your second model after it.")
        else:
            out.tell("With a key for Gemini I understand more; without one I plan on my own.")
        out.tell(f"You get one from {USES[KeyOwner.GEMINI].source}. What you type is not shown.")
        while key := _answer("Key for Gemini?", hidden=True):
            try:
                for line in keep_key(self._paths, KeyOwner.GEMINI, key, check=True):
                    out.tell(f"  {line}")
            except JarvisError as error:
                out.tell(f"  {error.message}")
            else:
                return

    def _can_start(self) -> bool:
        from jarvis_voice.platform.autostart.installer import is_available, is_installed

        starter = _starter()
        return is_available(starter) and not is_installed(starter)

    def _ask_autostart(self) -> None:
        out.tell("I can run in the background, now and from every login on (jarvis service).")
        if typer.confirm("Shall I? Then you need no `jarvis run`.", default=False):
            from jarvis_voice.cli.installation import install

            install(only_print=False)


def _answer(question: str, *, hidden: bool = False) -> str:
    answer = typer.prompt(
        question, default="", show_default=False, prompt_suffix=" ", hide_input=hidden
    )
    return str(answer).strip()


def _microphones() -> list[str]:
    from jarvis_voice.audio.portaudio import list_devices
    from jarvis_voice.core.errors import AudioError

    try:
        return list(dict.fromkeys(device.name for device in list_devices() if device.inputs))
    except AudioError:
        return []  # without PortAudio there is none to choose; `jarvis devices` says why


def _starter() -> Any:
    from jarvis_voice.platform.autostart.command_line import this_program
    from jarvis_voice.platform.autostart.installer import starter_for

    return starter_for(this_program(os.environ), os.environ)
