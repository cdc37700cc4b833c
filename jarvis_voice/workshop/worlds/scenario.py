"""The format of scenarios: a world, its turns, and what each turn may and may not do.

Invariant: a key that nobody knows is an error; a scenario says everything that its world answers.

The files are YAML, a list of scenarios each; the file's name is the topic:

    - id: hallucinated-index              # unique among all files
      about: the model points at a result that is not there
      guards: [kept-results]              # rules without which this scenario must fail
      keys: [gemini, serpapi]             # which services have a key; none is the default
      config: {brain: {max_steps: 8}}     # settings other than the shipped ones
      memory: {facts: ["my cat is called Ada"], lists: {shopping: [milk]}}
      world:
        search:                           # SerpAPI; the first rule that matches the query answers
          - {for: mit, results: [{title: MIT, url: "https://www.mit.edu/", snippet: A school}]}
        places:                           # of a city: by Google where it has a key, else the map
          - {for: restaurant, places: [{name: Bosco, street: Park Street, website: "https://b.uk"}]}
        gemini:                           # the model's steps, in order
          - {action: search, query: mit}
          - {text: '{"action": "fin', finish: MAX_TOKENS}
          - {fault: 429}
      turns:
        - say: open mit
          expect: {actions: [search mit], never_says: [opened], model_calls: 2}
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from jarvis_voice.assistant.planning.rules import Rule
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.file_kind import refuse_no_file
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.types import Outcome, Source
from jarvis_voice.workshop.worlds.loopback import HttpFault

Fault = Annotated[
    HttpFault, BeforeValidator(lambda value: str(value) if isinstance(value, int) else value)
]
"""A fault by its value; YAML reads some as numbers."""

Key = Literal["gemini", "serpapi"]
Opener = Literal["ok", "fails", "fails-once", "fails-twice", "no-display"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ResultPage(_Part):
    """One organic result of a search."""

    title: str
    url: str
    snippet: str = ""


class SearchRule(_Part):
    """SerpAPI's answer to queries that match a pattern.

    Attributes:
        pattern: A regular expression, in any capitals.
        answer: An answer box; `answer_from` is its page, `entity` the name it highlights.
        times: How often it answers before the next rule has its turn; 0 is always.
        takes_seconds: By how much the clock moves while it answers.
    """

    pattern: str = Field(alias="for")
    results: tuple[ResultPage, ...] = ()
    answer: str = ""
    answer_from: str = ""
    entity: str = ""
    fault: Fault | None = None
    times: int = 0
    takes_seconds: float = 0.0


class ScriptedPlace(_Part):
    """A place that somebody can go to."""

    name: str
    street: str = ""
    website: str = ""


class PlaceRule(_Part):
    """The answer to questions for places that match a pattern.

    Google is asked in words ("thai places in Bristol"), the map by tags ("amenity"="restaurant").
    """

    pattern: str = Field(alias="for")
    places: tuple[ScriptedPlace, ...] = ()
    fault: Fault | None = None


class WikimediaRule(_Part):
    """Wikidata's and Wikipedia's answer for names that match a pattern."""

    pattern: str = Field(alias="for")
    title: str = ""
    official: str = ""
    summary: str = ""
    fault: Fault | None = None


class WebPage(_Part):
    """What a host serves at a path; a rule sets one of these fields."""

    html: str = ""
    pdf: str = ""
    redirect: str = ""
    fault: Fault | None = None


class ModelAnswer(_Part):
    """One raw answer of a model.

    Attributes:
        text: What it writes, whole or not, JSON or not.
        step: A step: the tool under "action" is called with the other fields, behind the words
            under "says"; "finish" is the words under "reply".
        repeat: It gives this answer from now on.
    """

    text: str = ""
    step: Mapping[str, Any] | None = None
    finish: Literal["STOP", "MAX_TOKENS", "SAFETY", "RECITATION"] = "STOP"
    fault: Fault | None = None
    repeat: bool = False

    @model_validator(mode="before")
    @classmethod
    def _from_step(cls, value: Any) -> Any:
        """A mapping that is no answer is a step; its JSON text is for those who ask for a form."""
        import json

        if not isinstance(value, Mapping) or set(value) & {"text", "fault", "step"}:
            return value
        step = {name: item for name, item in value.items() if name != "repeat"}
        return {"text": json.dumps(step), "step": step, "repeat": value.get("repeat", False)}


class World(_Part):
    """Everything outside the program.

    Attributes:
        pages: "host/path" to what is served there.
        gemini: Its answers in order; a call too many fails the scenario.
        words: What it says where a step only finishes; after them it has nothing to add.
        second_model: Answers of the second model, which exists where this is given.
        apps: Names of the applications that are installed.
        network: Whether anything can be reached at all.
    """

    search: tuple[SearchRule, ...] = ()
    places: tuple[PlaceRule, ...] = ()
    wikimedia: tuple[WikimediaRule, ...] = ()
    pages: Mapping[str, WebPage] = Field(default_factory=dict)
    gemini: tuple[ModelAnswer, ...] = ()
    words: tuple[ModelAnswer, ...] = ()
    second_model: tuple[ModelAnswer, ...] | None = None
    apps: tuple[str, ...] = ()
    opener: Opener = "ok"
    network: bool = True


class KeptMemory(_Part):
    """What is stored about the user before the first turn."""

    facts: tuple[str, ...] = ()
    lists: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)


class Expected(_Part):
    """The result that a turn must have; the judge ignores fields that are not set.

    Attributes:
        actions: "action argument ..." as carried out, in order, none more; each may be cut short.
            Where nothing came of it the kind of its receipt follows: "search mit [failed]".
        says: Regular expressions, each to be found in the answer.
        never_says: Regular expressions, none of which may be found.
        opened: Addresses handed to the browser, in order, also those it failed on.
        started: Applications started.
        model_calls: Requests to Gemini at the most.
        planner: Who planned every action of the turn: local, gemini, second or code.
        may_claim: The answer may tell an act without an effect: it repeats an earlier answer.
    """

    actions: tuple[str, ...] | None = None
    outcome: Outcome | None = None
    says: tuple[str, ...] = ()
    never_says: tuple[str, ...] = ()
    opened: tuple[str, ...] | None = None
    started: tuple[str, ...] | None = None
    model_calls: int | None = None
    planner: str | None = None
    may_claim: bool = False


class ScriptedTurn(_Part):
    """One thing the user says.

    Attributes:
        new_process: The program is started anew before it.
        wait_seconds: How long the user waits before it.
        at_once: It is said without waiting for the turn before to end.
    """

    say: str
    source: Source = "stdin"
    thread: str = "default"
    new_process: bool = False
    wait_seconds: float = 0.0
    at_once: bool = False
    expect: Expected = Expected()


class Scenario(_Part):
    """A world and the turns in it; the topic is the name of its file."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    about: str
    topic: str = ""
    guards: tuple[Rule, ...] = ()
    keys: tuple[Key, ...] = ()
    config: Mapping[str, Mapping[str, Any]] = Field(default_factory=dict)
    memory: KeptMemory = KeptMemory()
    world: World = World()
    turns: Annotated[tuple[ScriptedTurn, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.turns[0].at_once or self.turns[0].new_process:
            raise ValueError("the first turn has none before it")
        if self.world.gemini and "gemini" not in self.keys:
            raise ValueError("the world has a Gemini for which there is no key")
        return self


def load_scenarios(files: tuple[Path, ...] = ()) -> tuple[Scenario, ...]:
    """Read scenario files; by default those that ship.

    Raises:
        ConfigError: A file cannot be read, a key is unknown or an id is there twice.
    """
    files = files or tuple(sorted(shipped("config/scenarios").glob("*.yaml")))
    found = [scenario for file in files for scenario in _read(file)]
    seen: set[str] = set()
    for scenario in found:
        if scenario.id in seen:
            raise ConfigError("scenario", f'Two scenarios have the id "{scenario.id}".')
        seen.add(scenario.id)
    return tuple(found)


def _read(file: Path) -> list[Scenario]:
    import yaml

    refuse_no_file(file)
    try:
        entries = yaml.load(file.read_text(encoding="utf-8"), _loader())  # noqa: S506 - a safe one
    except OSError as error:
        message = f"Cannot read the scenarios in {file}: {error.strerror}."
        raise ConfigError("scenario", message) from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError("scenario", f"Cannot read the scenarios in {file}: {error}.") from error
    if not isinstance(entries, list):
        raise ConfigError("scenario", f"{file.name} must hold a list of scenarios.")
    return [_scenario(entry, file) for entry in entries]


def _loader() -> Any:
    """PyYAML's safe loader, written in C where that was built."""
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _scenario(entry: Any, file: Path) -> Scenario:
    name = entry.get("id", "?") if isinstance(entry, dict) else "?"
    try:
        return Scenario.model_validate(entry).model_copy(update={"topic": file.stem})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f'The scenario "{name}" in {file.name}, at "{where}": {first["msg"]}.'
        raise ConfigError("scenario", message) from None
