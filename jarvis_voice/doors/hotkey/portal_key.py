"""Gets the push-to-talk key from the desktop's portal, which Wayland sessions require.

The desktop may ask its user first, may give another key than was wished, and keeps what it gave.

Invariant: a signal counts only if the portal itself sent it, for our session.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.hotkey.key_chord import Chord, KeyTold
from jarvis_voice.doors.hotkey.key_combination import MODIFIERS, Combination
from jarvis_voice.doors.hotkey.x11_key import keysym
from jarvis_voice.platform.own_desktop_entry import APP_ID, find_applications, write_desktop_entry
from jarvis_voice.platform.session_bus import BUS, BusCallError, BusSignal, SessionBus, Target

log = logging.getLogger(__name__)

SHORTCUT = "push-to-talk"
DESCRIPTION = "Talk to Jarvis"

ASK_SECONDS = 120.0
"""How long the user may think about the desktop's question."""

REGISTER_PAUSE_SECONDS = 0.4
"""So long the portal may take to notice a new desktop entry."""

CLOSE_SECONDS = 1.0

PORTAL = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = Target(PORTAL, PATH, "org.freedesktop.portal.GlobalShortcuts")
REGISTRY = Target(PORTAL, PATH, "org.freedesktop.host.portal.Registry")
REQUEST = "org.freedesktop.portal.Request"
SESSION = "org.freedesktop.portal.Session"
SCREEN_SAVERS = ("org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver")

UNKNOWN = frozenset(f"{BUS}.Error.Unknown{what}" for what in ("Method", "Interface", "Object"))
MISSING = frozenset(f"{BUS}.Error.{what}" for what in ("ServiceUnknown", "NameHasNoOwner"))

_TRIGGER_MODIFIERS = {"ctrl": "CTRL", "alt": "ALT", "shift": "SHIFT", "super": "LOGO"}


class PortalKey:
    """Listens for a key combination through `org.freedesktop.portal.GlobalShortcuts`.

    Args:
        combination: What the desktop is asked for.
        address: Of the session bus; None is this session's.
        applications: Where desktop entries of the user lie; None is the usual place.
        ask_seconds: How long the user may think.
    """

    def __init__(
        self,
        combination: Combination,
        address: str | None = None,
        applications: Path | None = None,
        ask_seconds: float = ASK_SECONDS,
    ) -> None:
        self._combination = combination
        self._address = address
        self._applications = applications or find_applications(os.environ)
        self._ask_seconds = ask_seconds
        self._chord = Chord(Combination(combination.key))
        self._told: KeyTold | None = None
        self._owner = ""
        self._session = ""
        self._responses: dict[str, asyncio.Future[tuple[Any, ...]]] = {}
        self._lost = asyncio.Event()
        self._why_lost = ""

    async def listen(self, told: KeyTold) -> None:
        """Listen until cancelled.

        Raises:
            JarvisError: There is no portal, it or the user refuses, nobody answers, or what was
                given is taken back.
        """
        async with SessionBus(self._on_signal, self._address, self._on_end) as bus:
            try:
                await self._find(bus)
                await self._register(bus)
                await self._open_session(bus)
                await self._bind(bus)
                self._told = told
                told.ready()
                await self._lost.wait()
                raise JarvisError("key-lost", self._why_lost)
            finally:
                self._told = None
                if self._session and not self._lost.is_set():
                    await _close(bus, self._session)

    # ---- the way to a key, in order

    async def _find(self, bus: SessionBus) -> None:
        try:
            self._owner = await _owner(bus)
        except BusCallError as error:
            log.info("no portal: %s", error.name)
            reason = "the desktop has no portal (xdg-desktop-portal)"
            raise JarvisError("no-portal", reason) from error
        await bus.watch(sender=PORTAL)
        await bus.watch(sender=BUS, member="NameOwnerChanged", arg0=PORTAL)
        for interface in SCREEN_SAVERS:
            await bus.watch(interface=interface, member="ActiveChanged")

    async def _register(self, bus: SessionBus) -> None:
        """Say who we are; newer portals give a key to nobody else, older ones do not ask."""
        for attempt in range(3):
            try:
                await bus.call(REGISTRY, "Register", "sa{sv}", (APP_ID, {}))
            except BusCallError as error:
                if error.name in UNKNOWN:
                    return
                log.info("the portal does not know %s: %s", APP_ID, error.message)
            else:
                return
            if attempt == 0:
                await asyncio.to_thread(write_desktop_entry, self._applications)
            await asyncio.sleep(REGISTER_PAUSE_SECONDS * attempt)

    async def _open_session(self, bus: SessionBus) -> None:
        options = {"session_handle_token": ("s", _token())}
        results = await self._request(bus, "CreateSession", "", (), options)
        self._session = str(results.get("session_handle", ("s", ""))[1])

    async def _bind(self, bus: SessionBus) -> None:
        wish = {
            "description": ("s", DESCRIPTION),
            "preferred_trigger": ("s", trigger(self._combination)),
        }
        body = (self._session, [(SHORTCUT, wish)], "")
        results = await self._request(bus, "BindShortcuts", "oa(sa{sv})s", body, {})
        given = dict(results.get("shortcuts", ("", []))[1])
        if SHORTCUT not in given:
            raise _refused("the desktop did not give Jarvis a key")
        key = given[SHORTCUT].get("trigger_description", ("s", ""))[1]
        log.info("the desktop's key for push-to-talk: %s", key or "see its keyboard settings")

    async def _request(
        self,
        bus: SessionBus,
        member: str,
        signature: str,
        body: tuple[Any, ...],
        options: dict[str, tuple[str, Any]],
    ) -> dict[str, tuple[str, Any]]:
        """Call a method whose answer comes as a signal, when the user has decided."""
        token = _token()
        path = f"{PATH}/request/{bus.name.lstrip(':').replace('.', '_')}/{token}"
        response = self._responses[path] = asyncio.get_running_loop().create_future()
        arguments = (*body, {"handle_token": ("s", token), **options})
        try:
            (handle,) = await bus.call(SHORTCUTS, member, f"{signature}a{{sv}}", arguments)
            # portals of old choose a path of their own, and the response may be there already
            response = self._responses.setdefault(handle, response)
            code, results = await self._answer(response)
        except BusCallError as error:
            if error.name in UNKNOWN | MISSING:
                reason = "this desktop's portal gives no global keys"
                raise JarvisError("no-portal", reason) from error
            raise _refused(f"the desktop's portal refuses ({error.message.rstrip('.')})") from error
        finally:
            self._responses.clear()
        if code:
            raise _refused(
                "the desktop's question about the key was answered with no"
                if code == 1
                else "the desktop did not give Jarvis a key"
            )
        return dict(results)

    async def _answer(self, response: asyncio.Future[tuple[Any, ...]]) -> tuple[Any, ...]:
        losing = asyncio.create_task(self._lost.wait())
        try:
            waited: set[asyncio.Future[Any]] = {response, losing}
            await asyncio.wait(waited, timeout=self._ask_seconds, return_when="FIRST_COMPLETED")
        finally:
            losing.cancel()
        if response.done():
            return response.result()
        if self._lost.is_set():
            raise JarvisError("portal-lost", self._why_lost)
        raise JarvisError("portal-silent", "the desktop's portal does not answer")

    # ---- what happens to it

    def _on_signal(self, signal: BusSignal) -> None:
        if signal.member == "ActiveChanged" and signal.interface in SCREEN_SAVERS:
            if signal.body == (True,):  # the release will go to the lock screen
                self._release()
        elif signal.sender == BUS and signal.body[:1] == (PORTAL,):
            self._lose("the desktop's portal ended")
        elif signal.sender != self._owner:
            return
        elif signal.interface == REQUEST and signal.member == "Response":
            self._take_response(signal)
        elif signal.interface == SESSION and signal.path == self._session:
            self._lose("the desktop took the key back")
        elif signal.body[:2] == (self._session, SHORTCUT):
            self._on_key(signal.member)

    def _take_response(self, signal: BusSignal) -> None:
        if not self._responses:
            return  # nothing is asked
        unknown = asyncio.get_running_loop().create_future()
        response = self._responses.setdefault(signal.path, unknown)
        if not response.done():
            response.set_result(signal.body)

    def _on_key(self, member: str) -> None:
        if member == "Deactivated":
            self._release()
        elif member == "Activated" and self._told:
            now = asyncio.get_running_loop().time()
            if self._chord.down(self._combination.key, now):
                self._told.press()

    def _release(self) -> None:
        self._chord.let_go()
        if self._told:
            self._told.release()

    def _on_end(self) -> None:
        self._lose("the desktop's session bus is gone")

    def _lose(self, why: str) -> None:
        self._why_lost = self._why_lost or why
        self._lost.set()


def trigger(combination: Combination) -> str:
    """The combination as the XDG shortcuts specification writes it: "CTRL+ALT+j"."""
    names = [_TRIGGER_MODIFIERS[name] for name in MODIFIERS if name in combination.modifiers]
    return "+".join([*names, keysym(combination.key)])


async def _owner(bus: SessionBus) -> str:
    """The portal's own name on the bus; it is started where it does not run yet."""
    try:
        (owner,) = await bus.call_bus("GetNameOwner", "s", PORTAL)
    except BusCallError:
        await bus.call_bus("StartServiceByName", "su", PORTAL, 0)
        (owner,) = await bus.call_bus("GetNameOwner", "s", PORTAL)
    return str(owner)


async def _close(bus: SessionBus, session: str) -> None:
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await bus.call(Target(PORTAL, session, SESSION), "Close")
    except (JarvisError, TimeoutError):  # the portal forgets it anyway when we disconnect
        log.info("the portal's session was not closed")


def _refused(reason: str) -> JarvisError:
    return JarvisError("portal-refused", reason)


def _token() -> str:
    return f"jarvis_{secrets.token_hex(8)}"
