"""Flow: what is asked goes in; stub programs of a desktop are called and read back."""

import sys
from pathlib import Path
from typing import Any

import pytest
from tools.around import run, surroundings, the_tool
from tools.programs import calls, install, programs  # noqa: F401 - programs is a fixture
from tools.templates import said

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.media import media_tools
from jarvis_voice.tools.media.mixers import MIXERS
from jarvis_voice.tools.registry import Tool

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform != "linux", reason="stub programs are scripts"),
]

STORE = """
level, muted = (here / "level"), (here / "muted")
if not level.exists(): level.write_text("40"); muted.write_text("0")
"""
WPCTL = (
    STORE
    + """
match arguments:
    case ["get-volume", _]:
        tail = " [MUTED]" if muted.read_text() == "1" else ""
        print(f"Volume: {int(level.read_text()) / 100:.2f}{tail}")
    case ["set-volume", "@DEFAULT_AUDIO_SINK@", share]:
        level.write_text(str(round(float(share) * 100)))
    case ["set-mute", "@DEFAULT_AUDIO_SINK@", on]: muted.write_text(on)
    case _: sys.exit(2)
"""
)
AMIXER = (
    STORE
    + """
match arguments:
    case ["sget", "Master"]:
        state = "off" if muted.read_text() == "1" else "on"
        print("Simple mixer control 'Master',0\\n  Front Left: Playback 26214 "
              f"[{level.read_text()}%] [-20.00dB] [{state}]")
    case ["-q", "sset", "Master", "mute"]: muted.write_text("1")
    case ["-q", "sset", "Master", "unmute"]: muted.write_text("0")
    case ["-q", "sset", "Master", percent]: level.write_text(percent.rstrip("%"))
    case _: sys.exit(2)
"""
)
OSASCRIPT = (
    STORE
    + """
match arguments:
    case ["-e", "get volume settings"]:
        state = "true" if muted.read_text() == "1" else "false"
        print(f"output volume:{level.read_text()}, input volume:64, "
              f"alert volume:100, output muted:{state}")
    case ["-e", "set volume with output muted"]: muted.write_text("1")
    case ["-e", "set volume without output muted"]: muted.write_text("0")
    case ["-e", words] if words.startswith("set volume output volume "):
        level.write_text(words.split()[-1])
    case _: sys.exit(2)
"""
)
STUBS = {"wpctl": WPCTL, "amixer": AMIXER, "osascript": OSASCRIPT}


def volume() -> Tool:
    return the_tool(media_tools.tools, "volume", surroundings())


@pytest.fixture(params=STUBS)
def mixer(request: pytest.FixtureRequest, programs: Path) -> Path:  # noqa: F811 - the fixture
    install(programs, request.param, STUBS[request.param])
    return programs


async def told(tool: Tool, **arguments: Any) -> tuple[ReceiptKind, str]:
    receipt = (await run(tool, **arguments)).receipt
    return receipt.kind, receipt.observed


async def test_each_change_is_made_and_read_back(mixer: Path) -> None:
    tool = volume()
    effect, no_op = ReceiptKind.EFFECT, ReceiptKind.NO_OP
    assert await told(tool, change="up") == (effect, "The volume is at 50 percent.")
    assert await told(tool, change="down", percent=30) == (effect, "The volume is at 20 percent.")
    assert await told(tool, change="set", percent=95) == (effect, "The volume is at 95 percent.")
    assert await told(tool, change="up") == (effect, "The volume is at 100 percent.")
    assert await told(tool, change="up") == (no_op, "The volume is at 100 percent already.")
    assert await told(tool, change="mute") == (effect, "The sound is muted.")
    assert await told(tool, change="mute") == (no_op, "The sound is muted already.")
    assert await told(tool, change="down") == (effect, "The volume is at 90 percent.")
    assert await told(tool, change="halve") == (effect, "The volume is at 45 percent.")
    assert await told(tool, change="double") == (effect, "The volume is at 90 percent.")
    assert await told(tool, change="unmute") == (no_op, "The sound is not muted already.")
    assert (mixer / "level").read_text() == "90"
    assert (mixer / "muted").read_text() == "0"


async def test_up_on_a_muted_system_is_heard_again(mixer: Path) -> None:
    tool = volume()
    await run(tool, change="set", percent=100)
    await run(tool, change="mute")
    assert await told(tool, change="up") == (ReceiptKind.EFFECT, "The volume is at 100 percent.")


async def test_the_volume_is_told_and_nothing_is_changed(mixer: Path) -> None:
    tool = volume()
    read = tool.arguments.model_validate({"change": "read"})
    assert tool.tier_of(read) == "read"
    assert tool.tier_of(tool.arguments.model_validate({"change": "up"})) == "act"
    assert await told(tool, change="read") == (
        ReceiptKind.LOOKUP,
        "The volume is at 40 percent.",
    )
    await run(tool, change="mute")
    assert await told(tool, change="read") == (
        ReceiptKind.LOOKUP,
        "The sound is muted. The volume is at 40 percent.",
    )
    assert (mixer / "muted").read_text() == "1"


@pytest.mark.parametrize(
    "sentence",
    [
        *("what is the volume", "how loud is it", "tell me the volume", "what volume are we at"),
        *("what is the volume set to", "volume level", "is the sound muted", "how loud is it now"),
    ],
)
def test_the_volume_is_asked_for(mixer: Path, sentence: str) -> None:
    assert said(volume(), sentence) == {"change": "read"}


@pytest.mark.parametrize("body", ["sys.exit(1)", "print('Host is down')", "sys.exit(0)"])
async def test_the_next_mixer_is_asked_where_one_does_not_answer(
    programs: Path,  # noqa: F811 - the fixture
    body: str,
) -> None:
    install(programs, "wpctl", body)
    with pytest.raises(ToolError) as caught:
        await run(volume(), change="up")
    assert caught.value.code == "no-mixer"
    install(programs, "amixer", AMIXER)
    assert (await told(volume(), change="up"))[0] is ReceiptKind.EFFECT


async def test_programs_answer_in_words_that_are_understood(
    programs: Path,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    install(
        programs,
        "pactl",
        "import os\n"
        "muted = 'Mute: yes' if os.environ['LC_ALL'] == 'C' else 'Stumm: ja'\n"
        "level = 'Volume: front-left: 26214 /  40% / -23.88 dB'\n"
        "print(level if 'volume' in arguments[0] else muted)",
    )
    assert await told(volume(), change="mute") == (
        ReceiptKind.NO_OP,
        "The sound is muted already.",
    )


async def test_a_volume_that_does_not_move_is_not_claimed(programs: Path) -> None:  # noqa: F811
    install(programs, "amixer", "print('[40%] [on]')")
    assert await told(volume(), change="set", percent=70) == (
        ReceiptKind.FAILED,
        "The volume stayed at 40 percent.",
    )
    assert (await told(volume(), change="mute"))[0] is ReceiptKind.FAILED


async def test_to_set_it_needs_a_level(mixer: Path) -> None:
    with pytest.raises(ToolError, match="how loud"):
        await run(volume(), change="set")


def test_only_numbers_of_a_percent_are_taken() -> None:
    for percent in (-1, 101, "40", 4.5):
        with pytest.raises(ValueError, match="validation error"):
            media_tools.VolumeArguments.model_validate({"change": "set", "percent": percent})


def test_without_programs_there_are_no_tools(programs: Path) -> None:  # noqa: F811 - the fixture
    assert list(media_tools.tools(surroundings())) == []


def test_no_mixer_is_told_anything_but_argument_vectors() -> None:
    for one in MIXERS:
        for argv in (*one.reading, one.setting(7), one.muting(True)):
            assert argv[0] == one.program


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("volume up", {"change": "up"}),
        ("turn it up", {"change": "up"}),
        ("turn up the volume", {"change": "up"}),
        ("turn down the music", {"change": "down"}),
        ("turn the music down", {"change": "down"}),
        ("lower the volume", {"change": "down"}),
        ("make it louder", {"change": "up"}),
        ("make the music quieter", {"change": "down"}),
        ("put the sound lower", {"change": "down"}),
        ("turn the music a bit louder", {"change": "up"}),
        ("turn it louder", {"change": "up"}),
        ("mute", {"change": "mute"}),
        ("mute the sound", {"change": "mute"}),
        ("unmute", {"change": "unmute"}),
        ("set the volume to 40 percent", {"change": "set", "percent": 40}),
        ("set the volume to forty percent", {"change": "set", "percent": 40}),
        ("volume 25", {"change": "set", "percent": 25}),
        ("turn the volume up by 5 percent", {"change": "up", "percent": 5}),
        ("turn the volume to maximum", {"change": "set", "percent": 100}),
        ("turn the volume to half", {"change": "set", "percent": 50}),
        ("turn the volume up 10 percent", {"change": "up", "percent": 10}),
        ("lower the volume by 20 percent", {"change": "down", "percent": 20}),
        ("raise the volume by 10", {"change": "up", "percent": 10}),
        ("turn it down to 30 percent", {"change": "set", "percent": 30}),
        ("turn down the volume by half", {"change": "halve"}),
        ("double the volume", {"change": "double"}),
        ("it's too loud", {"change": "down"}),
        ("the music is too quiet", {"change": "up"}),
        ("turn off the sound", {"change": "mute"}),
        ("turn off the music", None),
        ("louder", {"change": "up"}),
        ("a bit louder", {"change": "up"}),
        ("quieter", {"change": "down"}),
        ("not so loud", {"change": "down"}),
        ("the sound's awful low", {"change": "up"}),
        ("the music is very loud", {"change": "down"}),
        ("speak up", None),
        ("speak louder", None),
        ("pause the music", None),
    ],
)
def test_what_people_say_of_volume(text: str, arguments: dict[str, object] | None) -> None:
    assert said(media_tools.volume_tool(MIXERS), text) == arguments


PLAYERCTL = """
state, track = here / "state", here / "track"
if not state.exists():
    print("No players found", file=sys.stderr); sys.exit(1)
late = here / "late"
match arguments:
    case ["status"]:
        if late.exists():
            state.write_text(late.read_text()); answer = "Buffering"; late.unlink()
        else: answer = state.read_text()
        print(answer)
    case ["metadata", "--format", _]: print(track.read_text())
    case ["play"]: (late if (here / "slow").exists() else state).write_text("Playing")
    case ["pause"]: state.write_text("Paused")
    case ["stop"]: state.write_text("Stopped")
    case ["next"]: track.write_text(str(int(track.read_text()) + 1))
    case ["previous"]: track.write_text(str(max(int(track.read_text()) - 1, 1)))
    case _: sys.exit(2)
"""


@pytest.fixture
def player(programs: Path) -> Path:  # noqa: F811 - the fixture
    install(programs, "playerctl", PLAYERCTL)
    (programs / "state").write_text("Playing")
    (programs / "track").write_text("1")
    return programs


def media() -> Tool:
    return the_tool(media_tools.tools, "media", surroundings())


async def test_the_player_is_told_and_looked_at(player: Path) -> None:
    tool, effect, no_op = media(), ReceiptKind.EFFECT, ReceiptKind.NO_OP
    assert await told(tool, action="pause") == (effect, "It is paused.")
    assert await told(tool, action="pause") == (no_op, "Nothing is playing.")
    assert await told(tool, action="play") == (effect, "It is playing.")
    assert await told(tool, action="play") == (no_op, "It is playing already.")
    assert await told(tool, action="play_pause") == (effect, "It is paused.")
    assert await told(tool, action="play_pause") == (effect, "It is playing.")
    assert await told(tool, action="next") == (effect, "It is at the next track.")
    assert await told(tool, action="previous") == (effect, "It is at the previous track.")
    assert await told(tool, action="stop") == (effect, "It is stopped.")
    assert await told(tool, action="stop") == (no_op, "Nothing is playing.")


async def test_a_player_that_acts_late_is_waited_for(
    player: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_tools, "LOOK_SECONDS", 0.0)
    (player / "slow").touch()
    (player / "state").write_text("Paused")
    assert (await told(media(), action="play"))[0] is ReceiptKind.EFFECT


async def test_a_player_that_does_not_do_it_is_not_believed(
    player: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_tools, "LOOK_SECONDS", 0.0)
    kind, observed = await told(media(), action="previous")
    assert (kind, observed) == (
        ReceiptKind.FAILED,
        "The player did not go to the previous track.",
    )


async def test_a_player_that_is_gone_is_at_no_track(
    player: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_tools, "LOOK_SECONDS", 0.0)
    counts_on = "track.write_text(str(int(track.read_text()) + 1))"
    install(player, "playerctl", PLAYERCTL.replace(counts_on, "track.unlink()"))
    assert (await told(media(), action="next"))[0] is ReceiptKind.FAILED


async def test_without_a_player_nothing_is_playing(player: Path) -> None:
    (player / "state").unlink()
    for action in ("play", "pause", "next", "stop", "play_pause"):
        assert await told(media(), action=action) == (ReceiptKind.NO_OP, "Nothing is playing.")
    assert {tuple(call) for call in calls(player)} == {("playerctl", "status")}


async def test_where_no_player_can_be_asked_nothing_is_said_to_play(player: Path) -> None:
    install(player, "playerctl", "print('Cannot autolaunch D-Bus', file=sys.stderr); sys.exit(1)")
    for action in ("pause", "play", "next"):
        with pytest.raises(ToolError) as caught:
            await told(media(), action=action)
        assert caught.value.message == "I cannot ask the player: playerctl does not work here."


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pause the music", "pause"),
        ("pause", "pause"),
        ("next song", "next"),
        ("skip this track", "next"),
        ("skip", "next"),
        ("resume", "play"),
        ("resume the music", "play"),
        ("play", "play"),
        ("play the music", "play"),
        ("previous track", "previous"),
        ("go back to the last song", "previous"),
        ("stop the music", "stop"),
        ("turn off the music", "stop"),
        ("turn the music back on", "play"),
        ("stop", None),
        ("play despacito", None),
    ],
)
def test_what_people_say_of_music(player: Path, text: str, action: str | None) -> None:
    tool = media()
    assert said(tool, text) == (None if action is None else {"action": action})
    assert action is None or tool.is_asked_in(text)
