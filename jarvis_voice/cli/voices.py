"""`jarvis voices`: the voices that are installed, a sample of each, and which one speaks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.completion import complete_voice
from jarvis_voice.cli.output import err, out
from jarvis_voice.core.errors import ModelError

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.engines.tts.voice_files import VoiceFile

app = typer.Typer(
    help=(
        "List voices, hear a sample, and choose the one that speaks.\n\n"
        "One ships. Yours are any of Piper's with one speaker: two files NAME.onnx and "
        "NAME.onnx.json, in the folder that `jarvis voices` names, or anywhere else by their path."
    ),
)

SAMPLE = "Hello, I am Jarvis. It is a quarter past nine, and your tea is ready."

_Voice = Annotated[
    str,
    typer.Argument(
        help="A name from the list, or the path of a .onnx file.", autocompletion=complete_voice
    ),
]


@app.callback(invoke_without_command=True)
def voices(context: typer.Context) -> None:
    """List the voices, unless a command follows."""
    if context.invoked_subcommand is None:
        list_()


@app.command("list")
def list_() -> None:
    """List the voices that are installed; the one that speaks has a star."""
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.engines.tts.voice_files import installed_voices

    paths = find_paths()
    chosen = load_config(paths).voice.model
    found = {voice.name: voice for voice in installed_voices(paths)}
    for name, voice in found.items():
        typer.echo(f"{'*' if name == chosen else ' '} {name:<24} {_about(voice)}")
    if chosen not in found:
        typer.echo(f"* {chosen:<24} {_elsewhere(chosen, paths)}")
    err.tell(f"Yours go into {paths.voices}")


@app.command("play")
def play(
    name: _Voice = "",
    text: Annotated[str, typer.Option(help="What it says.")] = SAMPLE,
    out: Annotated[
        Path | None, typer.Option(help="Write a WAV file instead of playing it.")
    ] = None,
) -> None:
    """Hear a voice; without a name the one that speaks."""
    import asyncio

    from jarvis_voice.cli.sound import say_as
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.errors import AudioError
    from jarvis_voice.core.paths import find_paths

    paths = find_paths()
    config = load_config(paths)
    if name:
        voice = config.voice.model_copy(update={"model": name})
        config = config.model_copy(update={"voice": voice})
    if asyncio.run(say_as(config, text, paths, out)):
        raise typer.Exit(AudioError.exit_code)


@app.command("use")
def use(name: _Voice) -> None:
    """Let a voice speak from now on; it is loaded first, and one that fails changes nothing."""
    import asyncio

    from jarvis_voice.cli.setting_change import tell_daemon
    from jarvis_voice.core.paths import find_paths, spelled_out
    from jarvis_voice.core.setting_change import change_settings

    paths = find_paths()
    setting = str(spelled_out(name).absolute()) if name.endswith(".onnx") else name
    asyncio.run(_load(setting, paths))
    for line in change_settings(paths, {("voice", "model"): setting}):
        out.tell(line)
    tell_daemon(paths, out.tell)


async def _load(setting: str, paths: Paths) -> None:
    """Try a voice.

    Raises:
        ModelError: It cannot be loaded.
    """
    from jarvis_voice.core.prosody import Prosody
    from jarvis_voice.engines.tts.piper import PiperTts
    from jarvis_voice.engines.tts.voice_files import find_voice, require_one_speaker

    voice = find_voice(setting, paths)
    require_one_speaker(voice)
    try:
        async with PiperTts(voice.model, Prosody()):
            return
    except ModelError as error:
        if voice.is_shipped:
            raise
        message = f"{voice.model} is no Piper voice that can be loaded. Nothing was changed."
        raise ModelError("voice-unusable", message) from error


def _about(voice: VoiceFile) -> str:
    from jarvis_voice.engines.tts.voice_files import read_facts

    try:
        facts = read_facts(voice)
    except ModelError as error:
        return error.message
    line = f"{facts.language}, {facts.quality}, {facts.rate_hz} Hz"
    return f"{line}, {'shipped' if voice.is_shipped else 'yours'}"


def _elsewhere(setting: str, paths: Paths) -> str:
    from jarvis_voice.engines.tts.voice_files import SHIPPED, find_voice

    if setting == SHIPPED:
        return "not fetched: jarvis setup"
    try:
        return _about(find_voice(setting, paths))
    except ModelError as error:
        return error.message
