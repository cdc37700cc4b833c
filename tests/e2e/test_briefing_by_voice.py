"""End to end: a briefing is asked for by voice, read, broken into, and more of a story is read."""

import asyncio
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from bench.daemon import JarvisProcess
from bench.sound import SoundServer
from bench.voices import Voice, concatenate, speak
from briefing.newsroom import BATTERY, CHESS, FERRY, FeedServer, Item
from cli.command import jarvis as command

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.briefing_commands import BriefingCommands
from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints

pytestmark = [pytest.mark.e2e, pytest.mark.models, pytest.mark.timeout(400)]

FEEDS = ("https://daily.org/feed", "https://times.net/rss")
GAP_SECONDS = 4.0
SECOND_STORY_SECONDS = 22.0
"""From the first word of the answer to the middle of its second story."""
BARGE_IN_SECONDS = 27.0
"""From the end of the question to the middle of the second story, as it is read in a recording."""

QUIET = "[briefing]\nsections = []\n"


def prepare(paths: Paths) -> None:
    """Have a briefing made, of feeds on loopback, as a routine has it made ahead."""
    now = datetime.now(UTC)
    with FeedServer() as server:
        server.article("daily.org/cells", "Battery plant opens", *BATTERY)
        server.article("daily.org/ferry", "Ferry aground", *FERRY)
        server.article("times.net/chess", "Girl wins at chess", *CHESS)
        server.rss(
            "daily.org/feed",
            "Daily News",
            Item("https://daily.org/cells", "Battery plant opens", BATTERY[0], 1),
            Item("https://daily.org/ferry", "Ferry aground", FERRY[0], 2),
            now=now,
        )
        chess = Item("https://times.net/chess", "Girl wins at chess", CHESS[0], 3)
        server.rss("times.net/rss", "The Times Net", chess, now=now)

        async def make() -> None:
            paths.config.mkdir(parents=True, exist_ok=True)
            paths.config_file.write_text(QUIET, encoding="utf-8")
            config, clock = load_config(paths), SystemClock()
            lock = ProcessLock(paths.lock, "test")
            async with open_assistant(config, paths, Bus(), clock, lock) as assistant:
                edge = Edge(Endpoints(page_hosts=server.hosts))
                commands = BriefingCommands(config, assistant, clock, edge)
                await commands.keep_feeds("me", [Feed(url) for url in FEEDS])
                made = await commands.desk.make("me", trigger="routine")
                assert len(made.stories) == 3

        asyncio.run(make())


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recording that is heard to its end takes longer than other commands."""
    monkeypatch.setattr("cli.command.SECONDS", 300)


@pytest.mark.bench("voices")
@pytest.mark.parametrize("voice", ["slt", "piper-joe"])
def test_a_recording_asks_for_the_briefing_and_for_more(tmp_path: Path, voice: Voice) -> None:
    home = tmp_path / "home"
    prepare(find_paths({**os.environ, "JARVIS_HOME": str(home)}))
    said = [
        speak("Hey Jarvis, give me my briefing.", voice, tmp_path / "1.wav"),
        speak("Hey Jarvis, more about the second one.", voice, tmp_path / "2.wav"),
        speak("Hey Jarvis, who says that?", voice, tmp_path / "3.wav"),
    ]
    talk = concatenate(said, tmp_path / "talk.wav", GAP_SECONDS)
    heard = command(home, "hear", "--fast", str(talk), JARVIS_MODELS=str(find_paths().models))
    assert f"Daily News: {BATTERY[0]}" in heard.stdout, heard.stderr
    assert "[2] Ferry aground: https://daily.org/ferry" in heard.stderr
    assert f"On the second story: {FERRY[2]}" in heard.stdout
    assert "That is from daily.org." in heard.stdout


@pytest.mark.bench("voices")
def test_a_recording_breaks_into_the_second_story(tmp_path: Path) -> None:
    home, out = tmp_path / "home", tmp_path / "out.wav"
    prepare(find_paths({**os.environ, "JARVIS_HOME": str(home)}))
    said = [
        speak("Hey Jarvis, give me my briefing.", "piper-joe", tmp_path / "1.wav"),
        speak("Hey Jarvis, more about the second one.", "piper-joe", tmp_path / "2.wav"),
    ]
    talk = concatenate(said, tmp_path / "talk.wav", BARGE_IN_SECONDS)
    models = str(find_paths().models)
    arguments = ("hear", "--json", "--out", str(out), str(talk))
    heard = command(home, *arguments, JARVIS_MODELS=models)
    events = [json.loads(line) for line in heard.stdout.splitlines()]
    first, second = [one for one in events if one["type"] == "speaking-ended"]
    assert first["was_interrupted"]
    assert "Daily News: A ferry" in first["text_heard"]
    assert "fifteen year old" not in first["text_heard"]
    assert second["text_heard"].startswith("On the second story: The operator blamed")
    assert not second["was_interrupted"]


@pytest.mark.bench("sound", "voices")
def test_more_of_a_story_breaks_into_the_briefing(
    jarvis_env: dict[str, str], sound: SoundServer, say_to: Callable[[str, Voice], None]
) -> None:
    prepare(find_paths({**os.environ, **jarvis_env}))
    sound.noise_floor()
    with JarvisProcess(jarvis_env, "run") as jarvis, sound.record_speaker() as recording:
        jarvis.expect("is ready", 120)
        before = recording.seconds
        say_to("Hey Jarvis, give me my briefing.", "slt")
        jarvis.expect("That is all.")
        begun = recording.wait_for_sound(after=before + 3)
        recording.wait_for_seconds(begun + SECOND_STORY_SECONDS)
        say_to("Hey Jarvis, skip.", "slt")
        jarvis.expect("The last story. The Times Net:")
        say_to("Hey Jarvis, more about the second one.", "slt")
        jarvis.expect("On the second story: The operator blamed a failed rudder")
