"""`jarvis models`: language models are listed, tried, added and removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import out
from jarvis_voice.core.errors import ConfigError

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.model_settings import ModelSettings
    from jarvis_voice.core.setting_names import Name
    from jarvis_voice.workshop.doctor.model_trial import ModelTrial

app = typer.Typer(
    help=(
        "List the language models in the order in which they are asked, and try each.\n\n"
        "None is needed. A model on this machine keeps what you say here; one elsewhere gets what "
        "you ask, and what it may see besides. They stand under [models] in your settings."
    ),
)

NONE_ANSWERS = 1

_NAME = typer.Argument(help="What you call the model, such as home.", show_default=False)


@app.callback(invoke_without_command=True)
def models(
    context: typer.Context,
    check: Annotated[
        bool, typer.Option("--check/--no-check", help="Try each: one token, or none.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the models and try each, unless a command follows.

    Exit code: 0 when one answers or none is set, 1 when none that is set answers.
    """
    if context.invoked_subcommand is not None:
        return
    import asyncio

    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.model_settings import models_in_order
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.visible_text import json_line
    from jarvis_voice.workshop.doctor.model_trial import try_models

    config = load_config(find_paths())
    found = models_in_order(config)
    trials = asyncio.run(try_models(found)) if check else [None] * len(found)
    if as_json:
        out(json_line({"models": [*map(_as_json, found, trials)], "planner": config.brain.planner}))
    else:
        for line in _page(config, list(zip(found, trials, strict=True))):
            out.tell(line)
    if found and check and not any(trial and trial.is_well for trial in trials):
        raise typer.Exit(NONE_ANSWERS)


@app.command("add")
def add(  # noqa: PLR0917 - typer reads options from the signature
    name: Annotated[str, _NAME],
    kind: Annotated[
        str, typer.Option(help="ollama, gemini, or openai for any OpenAI-compatible server.")
    ],
    model: Annotated[str, typer.Option(help="What its server calls it, such as qwen3:8b.")],
    url: Annotated[str, typer.Option(help="Where it is; needed for openai.")] = "",
    key: Annotated[
        str, typer.Option(help="The variable that holds its key, such as OPENAI_API_KEY.")
    ] = "",
    sees: Annotated[
        str,
        typer.Option(
            help="What it may see besides what you ask: facts, web, screen, with commas between."
        ),
    ] = "",
    check: Annotated[bool, typer.Option("--check/--no-check", help="Try it then.")] = True,
) -> None:
    """Add a model at the end of the list.

    Such as: jarvis models add home --kind ollama --model qwen3:8b
    """
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths

    if name in load_config(find_paths()).models:
        message = f"There is a model {name}. Change it: jarvis config set models.{name}.model ..."
        raise ConfigError("model-there", message)
    entry = model_entry(name, kind=kind, model=model, url=url, key=key)
    if sees:
        seen = [one.strip() for one in sees.split(",")]
        entry |= {("models", name, "sees"): seen}
    _change(entry)
    if check:
        _try_one(name)


@app.command("remove")
def remove(name: Annotated[str, _NAME]) -> None:
    """Take a model out of your settings; its key stays."""
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.model_settings import models_in_order
    from jarvis_voice.core.paths import find_paths

    config = load_config(find_paths())
    if name in config.models:
        _change({("models", name): None})
        return
    others = {one.name: one for one in models_in_order(config)}
    if name in others:
        how = {
            "gemini": "jarvis key remove gemini",
            "second": "jarvis config unset second_model.url",
        }[name]
        raise ConfigError("model-elsewhere", f"{name} is set in {others[name].place}: {how}")
    known = f"There are: {', '.join(others)}." if others else "None is set."
    raise ConfigError("no-such-model", f"There is no model {name}. {known}")


def model_entry(
    name: str, *, kind: str, model: str, url: str = "", key: str = ""
) -> dict[Name, object]:
    """The settings of a new entry, by the keys that lead to them; what is empty is left out."""
    given = {"kind": kind, "model": model, "url": url, "key": key}
    return {("models", name, setting): value for setting, value in given.items() if value}


def _change(value_of: dict[Name, object]) -> None:
    from jarvis_voice.cli.setting_change import tell_daemon
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.setting_change import change_settings

    paths = find_paths()
    for line in change_settings(paths, value_of):
        out.tell(line)
    tell_daemon(paths, out.tell)


def _try_one(name: str) -> None:
    import asyncio

    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.model_settings import models_in_order
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.doctor.model_trial import try_models

    found = [one for one in models_in_order(load_config(find_paths())) if one.name == name]
    for trial in asyncio.run(try_models(found)):
        out.tell(f"{name}: {trial.state}. {trial.advice}".rstrip())


def _page(config: Config, found: list[tuple[ModelSettings, ModelTrial | None]]) -> list[str]:
    if not found:
        return [
            "No language model is set, and none is needed: everyday commands are understood here.",
            "On this machine: jarvis models add home --kind ollama --model qwen3:8b",
            "Gemini: jarvis key set gemini",
        ]
    lines = []
    for model, trial in found:
        lines.append(f"{model.name}: {trial.state}" if trial else f"{model.name}:")
        where = "this machine" if model.is_local else "elsewhere"
        sees = ", ".join(one for one in ("facts", "web", "screen") if one in model.sees)
        lines.append(f"  {model.model}, {model.kind}, at {model.host} ({where})")
        lines.append(f"  may see what you ask{f', and: {sees}' if sees else ', and nothing else'}")
        if trial and trial.advice:
            lines.append(f"  {trial.advice}")
    if (told := _shared(config, [model for model, _ in found])) is not None:
        lines.append(told)
    lines.append(_order(config))
    return lines


def _shared(config: Config, models: Sequence[ModelSettings]) -> str | None:
    """Who is told of facts besides, or how the user may say so; None where there is no such model.

    Args:
        config: The settings.
        models: The models that are listed.
    """
    names = [one.name for one in models if not one.is_local and "facts" not in one.sees]
    if not names or config.memory.share == "no":
        return None
    if config.memory.share == "yes":
        return f"What you asked me to remember goes to {', '.join(names)} too (memory.share)."
    return (
        f"What you asked me to remember does not go to {', '.join(names)}. "
        "If it shall: jarvis config set memory.share yes"
    )


def _order(config: Config) -> str:
    if config.brain.planner == "local":
        return "None of them is asked: brain.planner is local."
    only = ", and only those of Google (brain.planner)" if config.brain.planner == "gemini" else ""
    return f"They are asked in this order{only}."


def _as_json(model: ModelSettings, trial: ModelTrial | None) -> dict[str, object]:
    return {
        "name": model.name,
        "kind": model.kind,
        "model": model.model,
        "url": model.url,
        "host": model.host,
        "is_local": model.is_local,
        "sees": sorted(model.sees),
        "key": model.variable,
        "has_key": model.key is not None,
        "place": model.place,
        "state": trial.state if trial else None,
        "advice": trial.advice if trial else None,
    }
