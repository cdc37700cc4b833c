"""The key by the desktop's portal (contract): a real bus, and a portal that speaks its protocol."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from doors.hotkey.heard_keys import Told, listening
from protocols.portal import Mood, Portal, session_bus

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.hotkey import portal_key
from jarvis_voice.doors.hotkey.key_combination import parse_combination
from jarvis_voice.doors.hotkey.portal_key import PortalKey, trigger
from jarvis_voice.doors.hotkey.push_to_talk import GlobalKey
from jarvis_voice.platform.own_desktop_entry import APP_ID, entry_path
from jarvis_voice.platform.session_bus import find_session_bus

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(60)]


@pytest.fixture(autouse=True)
def jeepney(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test by test, so that a run without it names each one."""
    pytest.importorskip("jeepney", reason="the extra hotkey is not installed")
    monkeypatch.setattr(portal_key, "REGISTER_PAUSE_SECONDS", 0.0)


@pytest.fixture
async def bus(tmp_path: Path) -> AsyncIterator[str]:
    async with session_bus(tmp_path) as address:
        yield address


@pytest.fixture
def applications(tmp_path: Path) -> Path:
    return tmp_path / "share" / "applications"


@contextlib.contextmanager
def refused(code: str, reason: str) -> Iterator[None]:
    with pytest.raises(JarvisError, match=reason) as caught:
        yield
    assert caught.value.code == code


def make(bus: str, applications: Path, combination: str = "F9", ask: float = 30.0) -> PortalKey:
    return PortalKey(parse_combination(combination), bus, applications, ask)


@pytest.mark.parametrize(
    ("combination", "wished"),
    [
        ("F9", "F9"),
        ("ctrl+alt+j", "CTRL+ALT+j"),
        ("super+enter", "LOGO+Return"),
        ("shift+pageup", "SHIFT+Prior"),
    ],
)
async def test_held_and_let_go(bus: str, applications: Path, combination: str, wished: str) -> None:
    told = Told()
    async with Portal(bus) as portal, listening(make(bus, applications, combination), told):
        await told.wait_for("ready")
        assert portal.bound == {"push-to-talk": wished}
        assert portal.calls == ["Register", "CreateSession", "BindShortcuts"]
        for _ in range(2):
            await portal.activate()
            await portal.deactivate()
        await told.wait_for("ready", *["press", "release"] * 2)
    assert not applications.exists(), "no entry is made where none is asked for"


async def test_the_session_is_closed_at_the_end(bus: str, applications: Path) -> None:
    told = Told()
    async with Portal(bus) as portal:
        async with listening(make(bus, applications), told):
            await told.wait_for("ready")
        await portal.wait_for_call("Close")


async def test_a_portal_that_asks_who_we_are_finds_our_entry(bus: str, applications: Path) -> None:
    told, mood = Told(), Mood(applications=applications)
    async with Portal(bus, mood) as portal, listening(make(bus, applications), told):
        await told.wait_for("ready")
        assert portal.app_id == APP_ID
    assert "NoDisplay=true" in entry_path(applications).read_text()


async def test_a_portal_that_will_not_know_us_refuses_in_its_words(
    bus: str, applications: Path
) -> None:
    mood = Mood(applications=applications)
    applications.parent.mkdir()
    applications.write_text("a file is in the way")
    async with Portal(bus, mood):
        with refused("portal-refused", r"refuses \(An app id is required\)"):
            await make(bus, applications).listen(Told())


async def test_portals_of_old_know_no_registry_and_choose_their_paths(
    bus: str, applications: Path
) -> None:
    told, mood = Told(), Mood(has_registry=False, has_own_paths=True)
    async with Portal(bus, mood) as portal, listening(make(bus, applications), told):
        await told.wait_for("ready")
        await portal.activate()
        await told.wait_for("ready", "press")


async def test_no_portal_on_the_bus(bus: str, applications: Path) -> None:
    with refused("no-portal", "the desktop has no portal"):
        await make(bus, applications).listen(Told())


async def test_a_portal_without_shortcuts(bus: str, applications: Path) -> None:
    async with Portal(bus, Mood(has_shortcuts=False)):
        with refused("no-portal", "gives no global keys"):
            await make(bus, applications).listen(Told())


@pytest.mark.parametrize(
    ("mood", "reason"),
    [
        (Mood(answer=1), "answered with no"),
        (Mood(answer=2), "did not give"),
        (Mood(gives=False), "did not give"),
    ],
)
async def test_a_key_that_is_not_given(
    bus: str, applications: Path, mood: Mood, reason: str
) -> None:
    async with Portal(bus, mood):
        with refused("portal-refused", reason):
            await make(bus, applications).listen(Told())


async def test_a_question_that_nobody_answers(bus: str, applications: Path) -> None:
    async with Portal(bus, Mood(is_silent=True)) as portal:
        with refused("portal-silent", "does not answer"):
            await make(bus, applications, ask=0.1).listen(Told())
        await portal.wait_for_call("Close")


async def test_a_portal_that_ends_while_it_asks(bus: str, applications: Path) -> None:
    async with Portal(bus, Mood(dies_when_asked=True)):
        with refused("portal-lost", "portal ended"):
            await make(bus, applications).listen(Told())


async def test_a_session_that_is_closed_is_a_loss(bus: str, applications: Path) -> None:
    told = Told()
    async with Portal(bus) as portal, listening(make(bus, applications), told) as task:
        await told.wait_for("ready")
        await portal.activate()
        await portal.close_session()
        with refused("key-lost", "took the key back"):
            await task
    assert told.all == ["ready", "press"], "its holder lets go"


async def test_a_portal_that_goes_away_is_a_loss(bus: str, applications: Path) -> None:
    told = Told()
    async with Portal(bus) as portal, listening(make(bus, applications), told) as task:
        await told.wait_for("ready")
        await portal.end()
        with refused("key-lost", "portal ended"):
            await task


async def test_a_bus_that_goes_away_is_a_loss(tmp_path: Path, applications: Path) -> None:
    told = Told()
    async with contextlib.AsyncExitStack() as stack:
        address = await stack.enter_async_context(session_bus(tmp_path))
        portal = Portal(address)
        await portal.__aenter__()
        task = asyncio.create_task(make(address, applications).listen(told))
        await told.wait_for("ready")
        await stack.aclose()
        with refused("key-lost", "session bus is gone|portal ended"):  # whichever is told first
            await task
        await portal.__aexit__()


async def test_a_locked_screen_lets_the_key_go(bus: str, applications: Path) -> None:
    told = Told()
    async with Portal(bus) as portal, listening(make(bus, applications), told):
        await told.wait_for("ready")
        await portal.activate()
        await portal.lock_screen()
        await told.wait_for("ready", "press", "release")
        await portal.activate()
        await told.wait_for("ready", "press", "release", "press")


async def test_a_desktop_that_repeats_is_one_press(bus: str, applications: Path) -> None:
    told = Told()
    async with Portal(bus) as portal, listening(make(bus, applications), told):
        await told.wait_for("ready")
        for _ in range(5):
            await portal.activate()
        await portal.deactivate()
        await told.wait_for("ready", "press", "release")


async def test_nobody_else_presses_our_key(bus: str, applications: Path) -> None:
    told = Told()
    async with (
        Portal(bus) as portal,
        Portal(bus, name="org.example.Stranger") as stranger,
        listening(make(bus, applications), told),
    ):
        await told.wait_for("ready")
        stranger.peer, stranger.session = portal.peer, portal.session
        await stranger.activate()
        await stranger.deactivate()
        await portal.activate("another-shortcut")
        await portal.deactivate("another-shortcut")
        other = f"{portal.session}x"
        await portal.activate(session=other)
        await portal.deactivate(session=other)
        await portal.activate()
        await told.wait_for("ready", "press")


async def test_a_bus_that_is_not_there(tmp_path: Path) -> None:
    with refused("no-bus", "does not answer"):
        await make(f"unix:path={tmp_path}/none", tmp_path).listen(Told())


def test_the_bus_of_a_session() -> None:
    assert find_session_bus({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/a"}) == "unix:path=/a"
    assert find_session_bus({"XDG_RUNTIME_DIR": "/run/user/7"}) == "unix:path=/run/user/7/bus"
    with refused("no-bus", "DBUS_SESSION_BUS_ADDRESS is not set"):
        find_session_bus({})


def test_every_modifier_has_a_name_in_a_trigger() -> None:
    wished = trigger(parse_combination("super+shift+alt+ctrl+space"))
    assert wished == "CTRL+ALT+SHIFT+LOGO+space"


async def test_a_closed_session_lets_the_whole_key_go_and_it_comes_back(
    bus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way the daemon uses it: nothing but the environment says where the portal is."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("jarvis_voice.doors.hotkey.push_to_talk.RETRY_SECONDS", 0.0)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.delenv("XDG_SESSION_TYPE", raising=False)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    told = Told()
    key = GlobalKey("F9", told.press, told.release, lambda code, _: told.add(code))
    async with contextlib.AsyncExitStack() as stack:
        portal = await stack.enter_async_context(Portal(bus))
        await stack.enter_async_context(key)
        assert key.health.backend == "portal"
        await portal.activate()
        await told.wait_for("press")
        portal.bound.clear()
        portal.calls.clear()
        portal.app_id, old = "", portal.session
        portal.session = ""
        await portal._signal(old, "org.freedesktop.portal.Session", "Closed", "", ())
        await told.wait_for("press", "release", "key-lost")
        await portal.wait_for_call("BindShortcuts")
        async with asyncio.timeout(30):
            while not key.is_listening:  # noqa: ASYNC110 - its answer is on the way
                await asyncio.sleep(0.01)
        await portal.activate()
        await told.wait_for("press", "release", "key-lost", "press")
