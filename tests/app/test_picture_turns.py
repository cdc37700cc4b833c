"""Flow: whole turns about a picture file, with a scripted model of OpenAI's protocol."""

import json
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.graph.confirmation import DECLINED
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.events import Event, to_json
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Outcome
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.workshop.scenarios.runner import compiled_grammar
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

pytestmark = pytest.mark.flow

ASKED = "what is this"
QUESTION = "I want to send the picture cat.png to lab. Shall I?"


class Desk:
    """An assistant with one model, a picture of a cat, and everything that was told."""

    def __init__(self, paths: Paths, folder: Path) -> None:
        self.paths, self.cat = paths, folder / "cat.png"
        Image.new("RGB", (5, 7), (250, 128, 3)).save(self.cat)
        self.server = OpenAiServer(api_key="", model="seer")
        self.events: list[Event] = []

    @asynccontextmanager
    async def open(self, sees: str = '"screen"') -> AsyncIterator[Assistant]:
        bus = Bus()
        bus.listen(self.events.append)
        async with self.server:
            at = f"http://{self.server.address}"
            model = f'kind = "openai"\nurl = "{at}/v1"\nmodel = "seer"\nsees = [{sees}]\n'
            self.paths.config.mkdir(parents=True, exist_ok=True)
            self.paths.config_file.write_text(f"[models.lab]\n{model}", encoding="utf-8")
            async with open_assistant(
                load_config(self.paths),
                self.paths,
                bus,
                SystemClock(),
                ProcessLock(self.paths.lock, "test"),
                Overrides(Edge(Endpoints.all_at(at)), load_grammar=compiled_grammar),
            ) as assistant:
                yield assistant
            self.server.verify()

    async def say(
        self, assistant: Assistant, text: str, *, shows: bool = False, dry_run: bool = False
    ) -> tuple[str, Outcome | None]:
        picture = str(self.cat) if shows else None
        turn = assistant.new_turn(text, source="stdin", picture=picture, dry_run=dry_run)
        async with aclosing(assistant.submit(turn)) as parts:
            replies = [reply async for reply in parts]
        return " ".join(one.text for one in replies if one.text), replies[-1].outcome

    @property
    def sent(self) -> list[Any]:
        """The last message of each request."""
        return [one.body["messages"][-1]["content"] for one in self.server.requests]


@pytest.fixture
def desk(paths: Paths, tmp_path: Path) -> Desk:
    return Desk(paths, tmp_path)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model's address is none of this machine, as far as the settings know."""
    name = "jarvis_voice.core.model_settings.is_this_machine"
    monkeypatch.setattr(name, lambda _: False)


async def test_a_model_on_this_machine_gets_the_picture_at_once(desk: Desk) -> None:
    desk.server.reply_text("An orange", " square.")
    async with desk.open() as assistant:
        assert await desk.say(assistant, ASKED, shows=True) == ("An orange square.", "done")
    [[words, picture]] = desk.sent
    assert words == {"type": "text", "text": ASKED}
    kind, _, data = picture["image_url"]["url"].partition(";base64,")
    assert (picture["type"], kind) == ("image_url", "data:image/png")
    shown = Image.open(BytesIO(b64decode(data)))
    assert (shown.size, shown.getpixel((2, 2))) == ((5, 7), (250, 128, 3))


async def test_the_thread_keeps_the_name_and_nothing_keeps_the_picture(desk: Desk) -> None:
    desk.server.reply_text("An orange square.")
    desk.server.say("You asked about a picture.")
    async with desk.open() as assistant:
        await desk.say(assistant, ASKED, shows=True)
        [[_, picture]] = desk.sent
        told, _ = await desk.say(assistant, "what did I just ask you")
        await desk.say(assistant, "why would anybody paint that")
    assert told == 'You said: "what is this [picture: cat.png]".'
    later = json.dumps(desk.server.requests[-1].body)
    assert "what is this [picture: cat.png]" in later
    assert "image_url" not in later
    assert str(desk.cat.parent) not in later
    data = picture["image_url"]["url"].partition(";base64,")[2]
    kept = [file.read_bytes() for file in desk.paths.data.rglob("*") if file.is_file()]
    kept += [json.dumps([to_json(event) for event in desk.events]).encode()]
    assert len(kept) > 1
    for secret in (data.encode(), b64decode(data), desk.cat.read_bytes()):
        assert not [one for one in kept if secret[20:60] in one]


@pytest.mark.usefixtures("elsewhere")
async def test_a_model_elsewhere_gets_it_after_a_yes_alone(desk: Desk) -> None:
    desk.server.reply_text("An orange square.")
    async with desk.open() as assistant:
        assert await desk.say(assistant, ASKED, shows=True) == (QUESTION, "not_done")
        assert desk.sent == []
        assert await desk.say(assistant, "yes") == ("An orange square.", "done")
    [[words, picture]] = desk.sent
    assert (words["text"], picture["type"]) == (ASKED, "image_url")


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    ("answer", "told"),
    [("no", DECLINED), ("flip a coin", "")],
)
async def test_without_a_yes_nothing_is_sent(desk: Desk, answer: str, told: str) -> None:
    async with desk.open() as assistant:
        await desk.say(assistant, ASKED, shows=True)
        said, _ = await desk.say(assistant, answer)
        late, _ = await desk.say(assistant, "yes")
    assert said.startswith(told)
    assert "square" not in late
    assert desk.sent == []


@pytest.mark.usefixtures("elsewhere")
async def test_a_dry_run_sends_nothing(desk: Desk) -> None:
    async with desk.open() as assistant:
        told, outcome = await desk.say(assistant, ASKED, shows=True, dry_run=True)
    assert told == "This is a dry run: look at picture was not carried out."
    assert outcome == "not_done"
    assert desk.sent == []


async def test_without_a_model_that_sees_that_is_said(desk: Desk) -> None:
    async with desk.open(sees='"web"') as assistant:
        told, outcome = await desk.say(assistant, ASKED, shows=True)
    assert told == "I have no language model that can look at pictures."
    assert outcome == "not_done"
    assert desk.sent == []


async def test_a_question_about_a_picture_is_no_command(desk: Desk) -> None:
    asked = ("set a timer for ten minutes", "stop", "yes", "open github")
    for _ in asked:
        desk.server.reply_text("An orange square.")
    async with desk.open() as assistant:
        told = [await desk.say(assistant, text, shows=True) for text in asked]
        assert await assistant.schedule.entries("me") == ()
    assert told == [("An orange square.", "done")] * len(asked)
    assert [words["text"] for words, _ in desk.sent] == [*asked]


async def test_a_picture_that_is_gone_meanwhile_is_told(desk: Desk) -> None:
    desk.cat.unlink()
    async with desk.open() as assistant:
        told, outcome = await desk.say(assistant, ASKED, shows=True)
    assert (told, outcome) == (f"There is no file {desk.cat}.", "failed")


async def test_a_model_that_cannot_see_says_so(desk: Desk) -> None:
    desk.server.refuse(lambda body: "image_url" in json.dumps(body), "no image input")
    async with desk.open() as assistant:
        told, outcome = await desk.say(assistant, ASKED, shows=True)
    assert outcome == "failed"
    assert "lab" in told.lower()


async def test_no_model_is_offered_to_look_at_a_file_itself(desk: Desk) -> None:
    desk.server.say("I cannot.")
    async with desk.open() as assistant:
        await desk.say(assistant, "tell me a story about the picture /etc/passwd")
    offered = json.dumps(desk.server.requests[0].body)
    assert "search" in offered
    assert "look_at_picture" not in offered
