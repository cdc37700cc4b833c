"""End to end: what rings is heard from the loudspeaker, without any model; "stop" stops it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from bench.daemon import JarvisProcess
from bench.process import wait_until
from bench.sound import SoundServer
from bench.voices import Voice

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.bench("sound"),
    pytest.mark.models,
    pytest.mark.timeout(400),
]

LOAD_SECONDS = 120.0
ANSWER_SECONDS = 12.0
MOST_TRIES = 4


def run(env: dict[str, str], *args: str) -> str:
    """A command beside the daemon, to its end; what it printed."""
    with JarvisProcess(env, *args) as command:
        assert command.wait(LOAD_SECONDS) == 0
        return "\n".join(command.lines)


def is_over(env: dict[str, str]) -> bool:
    """Whether nothing is set any more, within the time that an answer may take."""
    try:
        wait_until(
            lambda: "Nothing is set." in run(env, "timers", "list"), "it is over", ANSWER_SECONDS
        )
    except AssertionError:
        return False
    return True


def test_an_alarm_sounds_without_any_model(
    jarvis_env: dict[str, str], sound: SoundServer, tmp_path: Path
) -> None:
    bare = jarvis_env | {"JARVIS_MODELS": str(tmp_path / "no-models")}
    with JarvisProcess(bare, "run") as jarvis, sound.record_speaker() as recording:
        jarvis.expect("Type what you want", LOAD_SECONDS)
        run(bare, "ask", "set a tea timer for two seconds")
        jarvis.expect("⏰ Your tea timer is done.", LOAD_SECONDS)
        recording.wait_for_sound(after=0.0)
        assert "Okay." in run(bare, "ask", "stop")
        assert is_over(bare)


@pytest.mark.bench("voices")
def test_stop_by_voice_stops_it(
    jarvis: JarvisProcess,
    jarvis_env: dict[str, str],
    sound: SoundServer,
    say_to: Callable[[str, Voice], None],
) -> None:
    with sound.record_speaker() as recording:
        run(jarvis_env, "ask", "set a tea timer for two seconds")
        jarvis.expect("⏰ Your tea timer is done.", LOAD_SECONDS)
        recording.wait_for_sound(after=recording.seconds)
        for _ in range(
            MOST_TRIES
        ):  # said into our own words it may not be heard: one says it again
            say_to("Hey Jarvis, stop.", "slt")
            if is_over(jarvis_env):
                break
    assert is_over(jarvis_env)
    assert not any("Nobody stopped" in line for line in jarvis.lines + jarvis.errors)
