"""Flow: what a running daemon does when it is asked: status, stop, say, reload, quiet hours."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

import pytest
from assistant.turns import HeldPlanner, ask, assistant_with
from voice.talk import Talk
from voice.test_mute import RestingDevice

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.context import AppContext
from jarvis_voice.app.http_port import with_port
from jarvis_voice.app.operations import Operations
from jarvis_voice.app.problem_log import ProblemLog
from jarvis_voice.app.quiet_hours import SOFTER_DB
from jarvis_voice.app.reload import MANNER
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.reply_length import REPLY_CHARACTERS
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.errors import ConfigError, ControlError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.operations import EarsStatus, MouthStatus
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.setting_operations import ReloadedSettings
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.core.types import ME, Origin, Source
from jarvis_voice.store.process_lock import ProcessLock

pytestmark = pytest.mark.flow

KEY = "planted-key-0123456789"


class WallClock(SystemClock):
    """A wall clock that stands at one time."""

    at = datetime.fromisoformat("2026-11-21T12:00:00+01:00")

    def now(self) -> datetime:
        return self.at


class Room:
    """A daemon's backstage with everything around it."""

    def __init__(
        self,
        paths: Paths,
        assistant: Assistant,
        planner: HeldPlanner,
        talk: Talk,
        amend: Callable[[Config], Config] | None,
    ) -> None:
        self.assistant = assistant
        self.planner = planner
        self.talk = talk
        self.bus = talk.bus
        self.end = asyncio.Event()
        self.dials = Prosody()
        self.clock = WallClock()
        self.manner = TalkManner()
        config = load_config(paths)
        core = AppContext(
            amend(config) if amend else config,
            paths,
            self.bus,
            self.clock,
            assistant,
            self.dials,
            manner=self.manner,
            amend=amend,
        )
        self.operations = Operations(core, self.end)

    async def open_ears(self) -> None:
        self.operations.mouth = self.talk.mouth
        await self.operations.begin(RestingDevice(self.talk), self.talk.session)
        self.operations.is_starting = False


def write(paths: Paths, text: str) -> None:
    paths.config.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(text, encoding="utf-8")


@asynccontextmanager
async def operations(
    paths: Paths, amend: Callable[[Config], Config] | None = None
) -> AsyncIterator[Room]:
    planner, talk = HeldPlanner(), Talk()
    async with assistant_with(paths, planner, bus=talk.bus) as (assistant, _):
        yield Room(paths, assistant, planner, talk, amend)


async def test_status_before_there_is_anything(paths: Paths) -> None:
    async with operations(paths) as room:
        status = await room.operations.status()
    assert status.doing == "starting"
    assert status.ears.state == "starting"
    assert status.mouth == MouthStatus(None, is_speaking=False)
    assert (status.planner, status.next, status.problems) == ("local", None, ())
    assert status.database == str(paths.database)


async def test_a_microphone_is_missing_until_one_is_open(paths: Paths) -> None:
    async with operations(paths) as room:
        assert room.operations.lacks_microphone()
        await room.open_ears()
        assert not room.operations.lacks_microphone()


async def test_status_of_one_that_hears(paths: Paths) -> None:
    async with operations(paths) as room:
        await room.open_ears()
        status = await room.operations.status()
        assert status.doing == "idle"
        assert status.ears == EarsStatus("hearing", "mic", 0.1, -50.0, dropped_frames=0)
        assert status.mouth.device == "script"
        await room.operations.mute()
        assert (await room.operations.status()).ears.state == "muted"
        await room.operations.unmute()
        room.operations.end_ears()
        assert (await room.operations.status()).ears.state == "absent"
        room.operations.wants_ears = False
        assert (await room.operations.status()).ears.state == "none"


async def test_status_tells_the_planners_and_never_a_key(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    write(paths, '[second_model]\nurl = "http://127.0.0.1:1/v1"\nmodel = "qwen3:8b"\n')
    async with operations(paths) as room:
        status = await room.operations.status()
    assert status.planner == "gemini-2.5-flash, then qwen3:8b, then local"
    assert KEY not in str(status)


async def test_status_tells_the_newest_troubles_and_what_it_does(paths: Paths) -> None:
    async with operations(paths) as room:
        await room.open_ears()
        for number in range(10):
            room.bus.publish(ProblemReported(0.0, f"trouble-{number}", "Something."))
        asked = asyncio.create_task(_ask(room, "wait"))
        await room.planner.reached.wait()
        status = await room.operations.status()
        assert await room.operations.stop()
        await asked
    assert status.doing == "thinking"
    assert [one.code for one in status.problems] == [f"trouble-{n}" for n in range(5, 10)]


async def test_status_tells_what_troubled_it_before_it_was_open_and_that_nothing_is_kept(
    paths: Paths,
) -> None:
    bus, clock = Bus(), WallClock()
    troubles = ProblemLog(bus, clock)
    bus.publish(ProblemReported(0.0, "folder-unwritable", "Cannot write to it."))
    bus.publish(ProblemReported(0.0, "interrupted", 'I was interrupted before "open MIT".'))
    paths.lock.with_suffix(".pid").mkdir(parents=True)
    lock = ProcessLock(paths.lock, "run")
    async with open_assistant(load_config(paths), paths, bus, clock, lock) as assistant:
        core = AppContext(load_config(paths), paths, bus, clock, assistant, troubles=troubles)
        status = await Operations(core, asyncio.Event()).status()
    assert [one.code for one in status.problems] == ["folder-unwritable"] * 2
    assert status.database is None


async def _ask(room: Room, text: str) -> None:
    async for _ in room.assistant.ask(text, source="stdin"):
        continue


async def test_stop_silences_what_is_said(paths: Paths) -> None:
    async with operations(paths) as room:
        await room.open_ears()
        assert not await room.operations.stop()
        room.talk.speaker.latch.hold()
        saying = asyncio.create_task(room.operations.say("One. Two. Three."))
        while not room.talk.speaker.played:  # noqa: ASYNC110 - a fake without an event for it
            await asyncio.sleep(0)
        assert (await room.operations.status()).doing == "speaking"
        assert await room.operations.stop()
        await saying
        assert len(room.talk.speaker.played) == 1


@asynccontextmanager
async def speaking(paths: Paths, *, is_ringing: bool = False) -> AsyncIterator[Room]:
    """One that says three sentences aloud, at the first of which its loudspeaker is held."""
    async with operations(paths) as room:
        await room.open_ears()
        if is_ringing:
            due_at = room.clock.now()
            room.assistant.alarm_state.ringing = (Entry("timer", due_at, due_at),)
        room.talk.speaker.latch.hold()
        saying = asyncio.create_task(room.operations.say("One. Two. Three."))
        while not room.talk.speaker.played:  # noqa: ASYNC110 - a fake without an event for it
            await asyncio.sleep(0)
        yield room
        room.talk.speaker.latch.let_go()
        await saying


async def is_heard(room: Room) -> bool:
    return (await room.operations.status()).mouth.is_speaking


@pytest.mark.parametrize("text", ["stop", "be quiet", "stop talking", "never mind", "Enough!"])
async def test_a_typed_stop_ends_what_is_said_aloud(paths: Paths, text: str) -> None:
    async with speaking(paths) as room:
        assert await ask(room.assistant, text, source="stdin")
        assert not await is_heard(room)
    assert len(room.talk.speaker.played) == 1


@pytest.mark.parametrize("source", ["stdin", "http"])
async def test_a_typed_stop_ends_what_is_said_and_what_rings(paths: Paths, source: Source) -> None:
    async with speaking(paths, is_ringing=True) as room:
        assert await ask(room.assistant, "stop", source=source) == ["Okay."]
        assert not await is_heard(room)
        assert room.assistant.alarm_state.hushed.is_set()


async def test_the_stop_of_the_page_ends_what_is_said_aloud_here(paths: Paths) -> None:
    async with speaking(paths) as room:
        assert not await room.assistant.stop(Origin(ME, "kitchen"))
        assert await room.assistant.stop(Origin(ME))
        assert not await is_heard(room)


@pytest.mark.parametrize(
    ("text", "source", "origin"),
    [
        ("stop", "http", Origin("anna", "phone")),
        ("stop", "http", Origin(ME, "phone")),
        ("stop", "satellite", Origin(ME, "kitchen")),
        ("stop", "schedule", Origin(ME)),
        ("stop the timer", "stdin", Origin(ME)),
        ("stop the music", "stdin", Origin(ME)),
        ("what time does the bus stop", "http", Origin(ME)),
    ],
)
async def test_what_is_no_stop_of_the_owner_here_does_not_silence_it(
    paths: Paths, text: str, source: Source, origin: Origin
) -> None:
    async with speaking(paths) as room:
        assert await ask(room.assistant, text, source=source, origin=origin)
        assert await is_heard(room)


async def test_a_stop_that_is_only_tried_does_not_silence_it(paths: Paths) -> None:
    async with speaking(paths) as room:
        await ask(room.assistant, "stop", dry_run=True)
        assert await is_heard(room)


async def test_without_a_voice_nothing_can_be_said(paths: Paths) -> None:
    async with operations(paths) as room:
        with pytest.raises(ControlError) as caught:
            await room.operations.say("Hello.")
    assert caught.value.code == "no-voice"


async def test_a_text_that_is_too_long_to_say_is_refused(paths: Paths) -> None:
    async with operations(paths) as room:
        await room.open_ears()
        with pytest.raises(ControlError) as caught:
            await room.operations.say("a" * (REPLY_CHARACTERS + 1))
        await room.operations.say("word " * (REPLY_CHARACTERS // 5))
    assert caught.value.code == "text-too-long"
    assert sum(len(text.split()) for text in room.talk.speaker.played) == REPLY_CHARACTERS // 5


async def test_the_talk_key_while_starting_muted_and_without_ears(paths: Paths) -> None:
    async with operations(paths) as room:
        assert refused(room) == "starting"
        await room.open_ears()
        await room.operations.mute()
        assert refused(room) == "muted"
        await room.operations.unmute()
        assert key(room) is room.operations.mute_control
        room.operations.end_ears()
        assert key(room) is None
        room.operations.wants_ears = False
        with pytest.raises(ControlError):
            await room.operations.mute()


def key(room: Room) -> object:
    return room.operations.talk_key


def refused(room: Room) -> str:
    with pytest.raises(ControlError) as caught:
        key(room)
    return caught.value.code


async def test_a_reload_holds_where_it_can_and_says_where_it_cannot(paths: Paths) -> None:
    async with operations(paths) as room:
        await room.open_ears()
        write(paths, '[voice]\nspeed = 1.5\n[wake.words]\njarvis = 0.9\n[brain]\nmodel = "x"\n')
        found = await room.operations.reload()
        assert found == ReloadedSettings(("wake.words.jarvis", "voice.speed"), ("brain.model",))
        assert (room.dials.speed, room.dials.usual_speed) == (1.5, 1.5)
        again = await room.operations.reload()
        assert again == ReloadedSettings((), ("brain.model",))


async def test_a_reload_changes_how_models_are_used_and_not_which_there_are(paths: Paths) -> None:
    async with operations(paths) as room:
        write(
            paths,
            '[brain]\ncommands = "model"\nwarm = false\n[memory]\nshare = "yes"\n'
            '[voice]\ncharacter = "Dry."\n[models]\nhome = { kind = "ollama", model = "m" }\n',
        )
        found = await room.operations.reload()
        assert set(found.hold) == set(MANNER)
        assert set(found.need_restart) >= {"models.home.kind", "models.home.model"}
        assert room.manner == TalkManner("model", "yes", "Dry.", warm=False)
        assert (await room.operations.status()).models == ()


@pytest.mark.parametrize(
    ("in_file", "needs_restart"), [("", ()), ("[http]\nport = 9000\n", ("http.port",))]
)
async def test_a_port_that_an_option_opened_is_no_change(
    paths: Paths, in_file: str, needs_restart: tuple[str, ...]
) -> None:
    async with operations(paths, amend=with_port) as room:
        write(paths, in_file)
        assert await room.operations.reload() == ReloadedSettings((), needs_restart)


async def test_a_reload_with_a_mistake_changes_nothing(paths: Paths) -> None:
    async with operations(paths) as room:
        write(paths, "[voice]\nspeed = 1.5\nearcon = true\n")
        with pytest.raises(ConfigError):
            await room.operations.reload()
        assert room.dials.speed == 1.0


async def test_quiet_hours_come_and_go_with_the_clock_and_with_a_reload(paths: Paths) -> None:
    write(paths, '[quiet_hours]\nfrom = "22:00"\nuntil = "07:00"\n')
    async with operations(paths) as room:
        await room.open_ears()
        assert not room.operations.is_quiet()
        assert room.dials.level_db == 0
        room.clock.at = datetime.fromisoformat("2026-11-21T23:30:00+01:00")
        assert room.operations.is_quiet()
        assert room.dials.level_db == SOFTER_DB
        assert (await room.operations.status()).quiet_hours
        write(paths, "")
        await room.operations.reload()
        assert not room.operations.is_quiet()


async def test_what_nobody_asked_for_is_not_said_in_quiet_hours_and_what_was_is(
    paths: Paths,
) -> None:
    write(paths, '[quiet_hours]\nfrom = "22:00"\nuntil = "07:00"\n')
    async with operations(paths) as room:
        await room.open_ears()
        room.clock.at = datetime.fromisoformat("2026-11-21T23:30:00+01:00")
        await room.operations.play_unasked("error")
        await room.operations.say("Dinner is ready.")
        assert room.talk.speaker.played == ["Dinner is ready."]
        assert "earcon error" not in room.talk.log
        room.clock.at = datetime.fromisoformat("2026-11-21T12:00:00+01:00")
        await room.operations.play_unasked("error")
        assert "earcon error" in room.talk.log


async def test_quit_ends_it(paths: Paths) -> None:
    async with operations(paths) as room:
        room.operations.quit()
        assert room.end.is_set()


async def test_what_is_set_and_which_threads_there_are_is_a_users_own(paths: Paths) -> None:
    async with operations(paths) as room:
        now = room.clock.now()
        mine, hers = Entry("timer", now, now), Entry("alarm", now, now, user_id="anna")
        await room.assistant.schedule.add(mine, hers)
        await ask(room.assistant, "hello")
        await ask(room.assistant, "hello", thread_id="hers", origin=Origin("anna"))
        assert [one.kind for one in await room.operations.schedule("anna")] == ["alarm"]
        assert [one.thread_id for one in await room.operations.threads("anna")] == ["hers"]
        assert [one.thread_id for one in await room.operations.threads(ME)] == ["default"]
