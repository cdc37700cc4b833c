"""End to end: the whole way from a microphone, a key, a socket or a line to a website that opened
and an answer that was heard."""

import asyncio
import re
from collections.abc import Callable

import numpy as np
import pytest
from bench.daemon import JarvisProcess
from bench.desktop import Desktop
from bench.recording import Recording
from bench.sound import SoundServer
from bench.voices import Voice
from bench.web import WebSite

from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import RATE_HZ, Utterance
from jarvis_voice.engines.stt.whisper import FasterWhisper

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.bench("sound", "voices", "screen", "browser"),
    pytest.mark.models,
    pytest.mark.timeout(400),
]

ANSWER = "I have asked your browser for MIT's website."
ANSWERED = rf"💬 {ANSWER}"


@pytest.fixture
def jarvis_env(jarvis_env: dict[str, str], desktop: Desktop) -> dict[str, str]:
    """A machine with a screen and a browser besides."""
    return jarvis_env | desktop.env


def transcribed(recording: Recording, after: float) -> str:
    """What another listener makes of the sound from the loudspeaker, from `after` seconds on."""

    async def listen() -> str:
        folder = find_paths().models / "whisper" / "tiny.en"
        async with FasterWhisper(folder, "en", 2) as stt:
            pcm = np.asarray(recording.pcm[int(after * RATE_HZ) :], dtype=np.int16)
            return (await stt.transcribe(Utterance(pcm, None, "silence"))).text

    return asyncio.run(listen())


@pytest.mark.parametrize("voice", ["slt", "rms", "espeak"])
def test_a_spoken_command_opens_the_site_and_the_answer_is_heard(
    jarvis: JarvisProcess,
    sound: SoundServer,
    site: WebSite,
    say_to: Callable[[str, Voice], None],
    voice: Voice,
) -> None:
    with sound.record_speaker() as recording:
        say_to("Hey Jarvis, open M I T's website.", voice)
        jarvis.expect("🌐 Opening website")
        jarvis.expect("✅ Handed to the browser")
        jarvis.expect(ANSWERED)
        worded_at = recording.seconds
        recording.wait_for_sound(after=worded_at)
        recording.wait_for_silence()
        assert site.wait_for("www.mit.edu").scheme == "https"
        heard = transcribed(recording, worded_at).lower()
        assert re.search(r"i have asked? your browser for mit's website", heard), heard
    jarvis.interrupt()
    assert jarvis.wait() == 0


def test_a_typed_line_and_then_their_website_after_a_restart(
    jarvis_env: dict[str, str], site: WebSite
) -> None:
    with JarvisProcess(jarvis_env, "run", "--text-only") as jarvis:
        jarvis.send_line("find the MIT website and open it")
        jarvis.expect("🔍 Searching for: MIT website")
        jarvis.expect(ANSWERED)
        jarvis.send_line("exit")
        assert jarvis.wait() == 0
    site.wait_for("www.mit.edu")
    with JarvisProcess(jarvis_env, "ask", "open their website") as jarvis:
        jarvis.expect(ANSWER)
        assert jarvis.wait() == 0
    site.wait_for("www.mit.edu", nth=2)


def test_jarvis_ptt_opens_the_ears_without_a_wake_word(
    jarvis: JarvisProcess,
    jarvis_env: dict[str, str],
    site: WebSite,
    say_to: Callable[[str, Voice], None],
) -> None:
    def ptt(action: str) -> None:
        with JarvisProcess(jarvis_env, "ptt", action) as command:
            assert command.wait() == 0

    ptt("press")
    say_to("Open M I T's website.", "slt")
    ptt("release")
    jarvis.expect(ANSWERED)
    assert site.wait_for("www.mit.edu").scheme == "https"


def test_ask_goes_to_the_running_daemon_and_a_second_run_names_its_pid(
    jarvis: JarvisProcess, jarvis_env: dict[str, str], site: WebSite
) -> None:
    with JarvisProcess(jarvis_env, "ask", "--json", "open MIT's website") as ask:
        ask.expect('"outcome": "done"')
        assert ask.wait() == 0
    jarvis.expect(ANSWERED)
    site.wait_for("www.mit.edu")
    with JarvisProcess(jarvis_env, "run") as second:
        assert second.wait() == 3
        assert f"already running (pid {jarvis.pid})" in second.output


def test_the_held_key_opens_the_ears(
    jarvis_env: dict[str, str],
    sound: SoundServer,
    desktop: Desktop,
    site: WebSite,
    say_to: Callable[[str, Voice], None],
) -> None:
    sound.noise_floor()
    with JarvisProcess(jarvis_env | {"JARVIS_PUSH_TO_TALK__KEY": "F9"}, "run") as jarvis:
        jarvis.expect("is ready", 120)
        desktop.key_down("F9")
        jarvis.expect("👂 Listening")
        say_to("Open M I T's website.", "slt")
        desktop.key_up("F9")
        jarvis.expect(ANSWERED)
        assert site.wait_for("www.mit.edu").scheme == "https"
