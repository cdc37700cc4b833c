"""Flow: muting, around a real voice session and a microphone that notes what is asked of it."""

from __future__ import annotations

import asyncio
import stat
import sys
from pathlib import Path

import pytest
from voice.scripted_parts import LOUDNESS, settle
from voice.talk import Talk

from jarvis_voice.audio.microphone_health import MicrophoneHealth, MicrophoneState
from jarvis_voice.core.types import AudioFrame
from jarvis_voice.voice.mute import MuteControl
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow


class RestingDevice:
    """A microphone that can rest; its server may hang."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.log = talk.log
        self.hangs = False
        self.state: MicrophoneState = "open"

    @property
    def health(self) -> MicrophoneHealth:
        return MicrophoneHealth("mic", self.state, 0.1, 0, -50.0, "", sees_server=False)

    async def rest(self) -> bool:
        await asyncio.sleep(0)
        self.log.append("rest")
        return not self.hangs

    async def wake(self) -> bool:
        self.talk.microphone.gaps += 1
        await asyncio.sleep(0)
        self.log.append("wake")
        return True


class Room:
    """A talk whose ears can be muted."""

    def __init__(self, note: Path, talk: Talk | None = None) -> None:
        self.talk = talk or Talk()
        self.log = self.talk.log
        self.refusals: list[str] = []
        self.device = RestingDevice(self.talk)
        self.ears = MuteControl(note, self.talk.bus, self.talk.clock, self.refusals.append)

    async def begin(self) -> None:
        await self.ears.begin(self.device, self.talk.session)


@pytest.fixture
def note(tmp_path: Path) -> Path:
    return tmp_path / "state" / "muted"


async def test_muted_closes_the_stream_and_unmuted_opens_it(note: Path) -> None:
    room = Room(note)
    await room.begin()
    assert await room.ears.mute()
    assert room.ears.is_muted
    assert not await room.ears.mute()
    assert await room.ears.unmute()
    assert not await room.ears.unmute()
    assert room.log == ["ears-muted", "rest", "wake", "ears-unmuted"]


async def test_it_lasts_over_a_restart(note: Path) -> None:
    before = Room(note)
    await before.begin()
    await before.ears.mute()
    after = Room(note)
    assert after.ears.is_muted
    await after.begin()
    assert after.log == ["ears-muted", "rest"]
    await after.ears.unmute()
    assert not Room(note).ears.is_muted
    if sys.platform != "win32":
        await after.ears.mute()
        assert stat.S_IMODE(note.stat().st_mode) == 0o600


async def test_muted_before_there_are_ears_they_are_never_opened(note: Path) -> None:
    room = Room(note)
    assert await room.ears.mute()
    assert room.log == []
    await room.begin()
    assert room.log == ["ears-muted", "rest"]


async def test_a_note_that_cannot_be_written_mutes_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    room = Room(tmp_path / "file" / "muted")
    await room.begin()
    assert await room.ears.mute()
    assert room.log == ["ears-muted", "rest"]


async def test_a_server_that_hangs_is_told(note: Path) -> None:
    room = Room(note)
    room.device.hangs = True
    await room.begin()
    assert await room.ears.mute()
    assert room.log == ["ears-muted", "rest", "problem-reported mute-unsure"]


async def test_the_talk_key_is_refused_in_words_while_muted(note: Path) -> None:
    room = Room(note)
    await room.begin()
    await room.ears.mute()
    room.ears.press()
    room.ears.release()
    room.ears.toggle()
    assert room.refusals == ["I am muted."] * 2
    assert "listening-started key" not in room.log
    await room.ears.unmute()
    room.ears.press()
    assert "listening-started key" in room.log


async def test_after_a_sleep_the_device_is_opened_anew_unless_it_is_muted(note: Path) -> None:
    room = Room(note)
    await room.ears.reopen()  # there are none yet
    await room.begin()
    await room.ears.reopen()
    assert room.log == ["rest", "wake"]
    await room.ears.mute()
    room.log.clear()
    await room.ears.reopen()
    assert room.log == []
    room.ears.end()
    await room.ears.unmute()
    assert room.log == []


# ---- the session while muted


async def test_what_is_being_heard_ends_and_nothing_more_is_heard(note: Path) -> None:
    talk = Talk()
    room = Room(note, talk)
    await room.begin()
    talk.microphone.script = ("..W", "ss", room.ears.mute, "..W" * 5, "s" * 5, "." * 20)
    await asyncio.wait_for(talk.session.run(), 20)
    assert talk.wake.seen == list(range(5)), "not a frame more"
    assert talk.log[-2:] == ["ears-muted", "rest"]
    assert talk.session.state is State.IDLE


async def test_an_answer_goes_on_and_no_window_opens_behind_it(note: Path) -> None:
    talk = Talk(hears=["hey jarvis open mit"], answers={"open mit": ["Opened."]})
    room = Room(note, talk)
    await room.begin()
    talk.speaker.latch.hold()

    talk.microphone.script = (
        *("..W", "s" * 5, "." * 20, settle, room.ears.mute),
        *(talk.speaker.latch.let_go, "." * 5),
    )
    await asyncio.wait_for(talk.session.run(), 20)
    assert talk.speaker.played == ["Opened."]
    assert talk.session.state is State.IDLE


async def test_unmuted_it_hears_again_and_nothing_from_before(note: Path) -> None:
    talk = Talk(hears=["hey jarvis open mit"], answers={"open mit": ["Opened."]})
    room = Room(note, talk)
    await room.begin()
    talk.microphone.script = (
        *("..W", room.ears.mute, "sssss", room.ears.unmute),
        *("." * 30, "W", "s" * 5, "." * 60),
    )
    await asyncio.wait_for(talk.session.run(), 20)
    assert "ask voice open mit" in talk.log
    [utterance] = talk.stt.utterances
    assert utterance.pcm[0] >= LOUDNESS + 8, "what was said while muted is in no utterance"


DOUBTFUL = "....sssssssssw"
"""A wake word that is looked at twice."""


async def test_a_wake_word_that_is_being_made_out_when_it_is_muted_wakes_nobody(
    note: Path,
) -> None:
    talk = Talk()
    room = Room(note, talk)
    await room.begin()
    talk.stt.latch.hold()
    talk.microphone.script = (
        *(DOUBTFUL, room.ears.mute, talk.stt.latch.let_go, settle, room.ears.unmute, "." * 9),
    )
    await asyncio.wait_for(talk.session.run(), 20)
    assert talk.log == ["ears-muted", "rest", "wake", "ears-unmuted"]
    assert talk.session.state is State.IDLE


async def test_a_frame_that_is_under_way_when_it_is_muted_wakes_nobody(note: Path) -> None:
    talk = Talk()
    room = Room(note, talk)
    await room.begin()
    score = talk.wake.score

    async def muted_meanwhile(frame: AudioFrame) -> tuple[float, ...]:
        scores = await score(frame)
        if max(scores) > 0.5:
            await room.ears.mute()
        return scores

    talk.wake.score = muted_meanwhile  # type: ignore[method-assign] # the model is slow
    talk.microphone.script = ("..W" + "." * 9,)
    await asyncio.wait_for(talk.session.run(), 20)
    assert talk.log == ["ears-muted", "rest"]


async def test_hush_ends_the_answer_and_the_turn() -> None:
    talk = Talk(hears=["hey jarvis open mit"], answers={"open mit": ["Opened."]})
    talk.speaker.latch.hold()

    await talk.play("..W", "s" * 5, "." * 20, settle, talk.session.hush, "." * 5)
    assert "hush" in talk.log
    assert talk.session.state is State.IDLE


async def test_a_wake_word_can_be_made_less_sensitive_while_it_runs() -> None:
    talk = Talk()
    talk.session.turn_sensitivity("hey jarvis", -0.5)
    talk.session.turn_sensitivity("computer", +0.5)  # another one's
    assert await talk.play("..W" + "." * 30) == []
    talk = Talk(hears=["hey jarvis open mit"], answers={"open mit": ["Opened."]})
    talk.session.turn_sensitivity("hey jarvis", -0.5)
    talk.session.turn_sensitivity("hey jarvis", +0.5)
    assert "wake-detected hey jarvis 0.9" in await talk.play("..W" + "s" * 5 + "." * 60)


async def test_no_short_sound_in_quiet_hours_and_the_answer_all_the_same() -> None:
    quiet = Talk(
        hears=["hey jarvis open mit"],
        answers={"open mit": ["Opened."]},
        is_quiet=lambda: True,
    )
    log = await quiet.play("..W", "s" * 5, "." * 60)
    assert not [entry for entry in log if entry.startswith("earcon")]
    assert quiet.speaker.played == ["Opened."]


async def test_unmuted_while_the_device_is_being_opened_it_is_not_left_resting(note: Path) -> None:
    note.parent.mkdir()
    note.touch()
    room = Room(note)
    assert room.ears.is_muted
    assert await room.ears.unmute()
    room.device.state = "muted"
    await room.begin()
    assert room.log == ["wake"]


async def test_muted_while_the_device_is_being_opened_it_rests_before_there_is_a_session(
    note: Path,
) -> None:
    room = Room(note)
    room.ears.expect(room.device)
    await settle()
    assert room.log == []
    assert await room.ears.mute()
    await settle()
    assert room.log == ["rest"], "at once, and nobody waits for what is not open yet"
    room.device.state = "muted"
    assert await room.ears.unmute()
    await room.begin()
    assert room.log == ["rest", "wake"]


async def test_muted_at_the_start_the_device_rests_before_it_is_opened(note: Path) -> None:
    note.parent.mkdir()
    note.touch()
    room = Room(note)
    room.ears.expect(room.device)
    await settle()
    assert room.log == ["rest"]


async def test_muted_and_unmuted_at_once_nothing_is_left_resting(note: Path) -> None:
    room = Room(note)
    room.ears.expect(room.device)
    await room.ears.mute()
    await room.ears.unmute()
    await room.begin()
    await settle()
    assert room.log == []


async def test_an_unmute_that_is_broken_off_still_opens_the_ears(note: Path) -> None:
    room = Room(note)
    await room.begin()
    await room.ears.mute()
    unmuting = asyncio.create_task(room.ears.unmute())
    await asyncio.sleep(0)  # it waits for the device
    unmuting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await unmuting
    assert room.log[-1] == "ears-unmuted"
    assert not room.ears.is_muted
