"""Carries out what the control socket and signals ask of the running daemon.

Invariant: nothing here opens or closes what the daemon opened, but the microphone's stream while
muted; a configuration with a mistake changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from jarvis_voice import __version__
from jarvis_voice.app.chat_factory import seeing_models
from jarvis_voice.app.context import AppContext
from jarvis_voice.app.doctor_run import DoctorRun
from jarvis_voice.app.next_entry import NextEntryReader
from jarvis_voice.app.problem_log import ProblemLog
from jarvis_voice.app.quiet_hours import SOFTER_DB, QuietHours
from jarvis_voice.app.reload import MANNER, Reload
from jarvis_voice.app.settings_desk import SettingsDesk
from jarvis_voice.app.status_report import ears_part, models_part, planner_part
from jarvis_voice.app.voice_factory import hearing_of
from jarvis_voice.assistant.planning.reply_length import REPLY_CHARACTERS
from jarvis_voice.core.config import Config
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.events import TokenRemoved
from jarvis_voice.core.operations import (
    DaemonStatus,
    Forgotten,
    MouthStatus,
    ThreadSummary,
)
from jarvis_voice.core.ports import Earcon
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.setting_operations import ReloadedSettings
from jarvis_voice.core.turn_costs import prices_of
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.core.wall_times import seconds_between
from jarvis_voice.doors.people.register import PeopleRegister
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.store.factory import make_reader
from jarvis_voice.voice.mute import HOW_TO_UNMUTE, MUTED, MuteControl, RestingMicrophone
from jarvis_voice.voice.wake.near_miss_folder import NearMissFolder

if TYPE_CHECKING:
    from jarvis_voice.app.briefing_commands import BriefingCommands
    from jarvis_voice.voice.output.speech_output import SpeechOutput
    from jarvis_voice.voice.session import VoiceSession

log = logging.getLogger(__name__)

NO_VOICE = "The running Jarvis has no voice: answers are only printed."
WAKE_WORDS = "wake.words."


class Operations:
    """Carries out the requests of control doors; implements `core.operations.ControlOperations`.

    Args:
        core: What it stands on.
        end: Set to end the program.

    Attributes:
        mute_control: The ears, as far as they can be muted.
        mouth: What speaks, where there is one.
        may_get_mouth: Whether one may still come.
        is_starting: Whether ears and mouth may still come.
        wants_ears: False where the user asked for none.
        settings: Lists and changes the settings.
        near_misses: Sounds that nearly woke it.
        prices: Of models, by what their servers call them.
        entry_link: Makes a link to the dashboard, where there is one.
    """

    def __init__(self, core: AppContext, end: asyncio.Event) -> None:
        self._core = core
        self._hears = hearing_of(core.config, core.paths)  # models are chosen at the start
        self._reader = make_reader(core.paths)  # of the store as it was set at the start
        self._reloading = Reload(core.config, core.paths, self._take_over, core.amend)
        self.settings = SettingsDesk(core.paths, self._reloading)
        self.prices = prices_of(core.config)
        self._doctor = DoctorRun()
        self.near_misses = NearMissFolder(
            core.paths.near_misses,
            core.paths.recordings,
            core.config.wake.near_misses,
            core.clock.now,
        )
        core.assistant.passing.add_whole(self.near_misses.forget)
        self._end = end
        self._since = core.clock.now()
        self._quiet_hours = _quiet_hours(core.config)
        self._troubles = core.troubles or ProblemLog(core.bus, core.clock)
        self._sayings: set[asyncio.Task[Any]] = set()
        self._session: VoiceSession | None = None
        muted = core.paths.state / "muted"
        self.mute_control = MuteControl(muted, core.bus, core.clock, self._say_soon)
        self.mouth: SpeechOutput | None = None
        self.may_get_mouth = True
        self.is_starting = True
        self.wants_ears = True
        self.entry_link: Callable[[], Awaitable[str]] | None = None
        core.assistant.silence = self.silence
        core.dials.softer_db = lambda: SOFTER_DB if self.is_quiet() else 0.0

    async def begin(self, microphone: RestingMicrophone, session: VoiceSession) -> None:
        """These are the ears."""
        self._session = session
        await self.mute_control.begin(microphone, session)

    def end_ears(self) -> None:
        """The session is over."""
        self._session = None
        self.mute_control.end()

    async def wake_up(self) -> None:
        """The machine slept: what is behind the open stream may be gone, and time has passed."""
        self._core.assistant.alarm_state.touch()
        await self.mute_control.reopen()

    def is_quiet(self) -> bool:
        """Whether nothing may sound now that nobody asked for."""
        return self._quiet_hours.cover(self._core.clock.now())

    def lacks_microphone(self) -> bool:
        """Whether no microphone is open that could be closed, and one is looked for."""
        health = self.mute_control.health
        return health is None or health.state in {"lost", "closed"}

    def report(self, code: str, message: str) -> None:
        """Tell of something a user should know."""
        self._core.report(code, message)

    async def play_unasked(self, earcon: Earcon) -> None:
        """Play a short sound that nobody asked for, unless it is quiet now."""
        if self.mouth and not self.is_quiet():
            await self.mouth.play_earcon(earcon)

    # ---- what the control socket asks

    @property
    def talk_key(self) -> MuteControl | None:
        """What push-to-talk presses, or None without ears.

        Raises:
            ControlError: The ears may still come, or they are muted.
        """
        if self.is_starting:
            message = "Jarvis is still starting; try again in a moment."
            raise ControlError("starting", message)
        if not self.mute_control.has_ears:
            return None
        if self.mute_control.is_muted:
            self._say_soon(MUTED)
            raise ControlError("muted", HOW_TO_UNMUTE)
        return self.mute_control

    async def speak(self, turn_id: str, sentences: AsyncIterator[str]) -> None:
        """Speak an answer; without a mouth that is reported."""
        if self.mouth:
            await self.mouth.say(turn_id, sentences)
        else:
            self.report("no-voice", NO_VOICE)

    @property
    def people(self) -> PeopleRegister:
        """Users and tokens."""
        bus, clock, assistant = self._core.bus, self._core.clock, self._core.assistant

        def tell(name: str) -> None:
            bus.publish(TokenRemoved(clock.seconds(), name))

        return PeopleRegister(assistant.people, assistant.dismiss, clock.now, tell)

    @cached_property
    def sees_pictures(self) -> bool:
        """Whether a language model is set that may look at pictures."""
        return bool(seeing_models(self._core.config))

    @cached_property
    def briefings(self) -> BriefingCommands:
        """Briefings and feeds."""
        from jarvis_voice.app.briefing_commands import BriefingCommands
        from jarvis_voice.app.briefing_factory import real_edge

        core = self._core
        return BriefingCommands(core.config, core.assistant, core.clock, real_edge())

    async def schedule(self, user_id: str) -> tuple[Entry, ...]:
        """What a user has set for later."""
        return await self._core.assistant.schedule.entries(user_id)

    async def threads(self, user_id: str) -> tuple[ThreadSummary, ...]:
        """The conversations of a user, the latest first."""
        return tuple(await asyncio.to_thread(self._reader.threads, user_id))

    async def clear(self, thread: ThreadKey) -> int:
        """Forget a thread; how many turns it had."""
        return await self._core.assistant.clear(thread)

    async def forget(
        self, user_id: str, facts: tuple[int, ...], fields: tuple[str, ...] = ()
    ) -> int:
        """Forget facts of a user, and fields of the profile; how many there were."""
        return await self._core.assistant.forget_facts(user_id, facts, fields)

    async def forget_words(self, user_id: str, what: str, name: str) -> Forgotten:
        """Forget a turn, a thread or everything."""
        forgotten = await self._core.assistant.forget(user_id, what, name)
        await self.near_misses.settle()
        return forgotten

    async def cancel_entries(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Cancel timers, alarms, reminders and routines; how many there were."""
        return await self._core.assistant.cancel_entries(user_id, numbers)

    async def say(self, text: str) -> None:
        """Speak a text.

        Raises:
            ControlError: There is no voice here, or the text is too long.
        """
        if self.mouth is None:
            raise ControlError("no-voice", NO_VOICE)
        if len(text) > REPLY_CHARACTERS:
            most = f"This text has more than {REPLY_CHARACTERS:,} characters. Say it in parts."
            raise ControlError("text-too-long", most)
        await self.mouth.say("", _each(split_sentences(text)))

    async def mute(self) -> bool:
        """Close the microphone until `unmute`; whether it was open.

        Raises:
            ControlError: There are no ears to close.
        """
        self._require_ears()
        return await self.mute_control.mute()

    async def unmute(self) -> bool:
        """Open the microphone again; whether it was muted.

        Raises:
            ControlError: There are no ears to open.
        """
        self._require_ears()
        return await self.mute_control.unmute()

    async def stop(self) -> bool:
        """Be silent and cancel what is under way; whether there was anything."""
        was_speaking = self.silence()
        return await self._core.assistant.cancel_all() or was_speaking

    def silence(self) -> bool:
        """End what is said aloud here; whether anything was."""
        was_speaking = self.mouth is not None and self.mouth.is_speaking
        if self._session:
            self._session.hush()
        if self.mouth:
            self.mouth.stop()
        return was_speaking

    async def dashboard(self) -> str:
        """A link with which the owner's browser comes in, once; opens the port where it is shut.

        Raises:
            ConfigError: The port cannot open.
        """
        if self.entry_link is None:
            raise ControlError("no-port", "This Jarvis has no HTTP port.")
        return await self.entry_link()

    def quit(self) -> None:
        """End in order."""
        self._end.set()

    async def reload(self) -> ReloadedSettings:
        """Read the settings anew; which have changed and hold now, and which need a restart.

        Raises:
            ConfigError: They have a mistake; those from before stay.
        """
        return await self._reloading.reload()

    def examine(self) -> AsyncGenerator[Mapping[str, str]]:
        """The findings of the doctor as they come, and at last the advice."""
        return self._doctor.findings()

    async def status(self) -> DaemonStatus:
        """How the daemon is."""
        now, is_kept = self._core.clock.now(), self._core.assistant.schedule.is_kept
        return DaemonStatus(
            pid=os.getpid(),
            version=__version__,
            since=self._since.isoformat(timespec="seconds"),
            uptime_seconds=round(seconds_between(self._since, now)),
            doing=self._doing(),
            ears=ears_part(self.mute_control.health, self._ears_state()),
            wake_words=tuple(self._core.config.wake.words),
            mouth=MouthStatus(
                self.mouth.device if self.mouth else None,
                self.mouth is not None and self.mouth.is_speaking,
            ),
            planner=planner_part(self._core.config),
            next=await self._next_entry.find(),
            quiet_hours=self.is_quiet(),
            problems=self._troubles.recent(),
            database=self._database() if is_kept else None,
            log=str(self._core.paths.log_file),
            models=models_part(self._core.config, self._core.assistant.pauses()),
            kept=self._core.assistant.passing.sizes,
            hearing=self._hears.in_words,
        )

    # ---- parts

    def _database(self) -> str:
        """Where all is kept, as somebody reads it."""
        if not self._core.config.store.url:
            return str(self._core.paths.database)
        from jarvis_voice.store.postgres.place import PostgresPlace

        return PostgresPlace(self._core.config.store.url).called

    def _require_ears(self) -> None:
        if not self.wants_ears:
            message = "This Jarvis was started without ears (--text-only)."
            raise ControlError("no-ears", message)

    def _doing(self) -> str:
        if self.is_starting:
            return "starting"
        if self._core.assistant.alarm_state.ringing:
            return "ringing"
        if self.mouth and self.mouth.is_speaking:
            return "speaking"
        if self._session and self._session.state.value != "idle":
            return self._session.state.value
        return "thinking" if self._core.assistant.is_busy else "idle"

    def _ears_state(self) -> str | None:
        """What is known of the ears beside the microphone."""
        if not self.wants_ears:
            return "none"
        if self.mute_control.is_muted:
            return "muted"
        if self.is_starting:
            return "starting"
        return None if self.mute_control.has_ears else "absent"

    @cached_property
    def _next_entry(self) -> NextEntryReader:
        assistant = self._core.assistant
        return NextEntryReader(assistant.schedule, assistant.alarm_state, self._core.clock)

    def _take_over(self, name: str, before: Any, after: Any, config: Config) -> None:
        """Let a changed setting hold from now on."""
        if name.startswith(WAKE_WORDS) and self._session:
            self._session.turn_sensitivity(name.removeprefix(WAKE_WORDS), after - before)
        elif name == "voice.speed":
            self._core.dials.set_usual_speed(after)
        elif name.startswith("quiet_hours."):
            self._quiet_hours = _quiet_hours(config)
        elif name in MANNER:
            self._core.manner.take_over(config)

    def _say_soon(self, text: str) -> None:
        if self.mouth:
            saying = asyncio.create_task(self.mouth.say("", _each([text])), name="announcement")
            self._sayings.add(saying)
            saying.add_done_callback(self._sayings.discard)


def _quiet_hours(config: Config) -> QuietHours:
    return QuietHours.between(config.quiet_hours.since, config.quiet_hours.until)


async def _each(sentences: list[str]) -> AsyncIterator[str]:
    for sentence in sentences:
        yield sentence
