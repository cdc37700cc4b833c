"""Flow: near misses come in as sounds, and lie as files until they are judged or too old."""

import json
import os
import stat
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
import soundfile

from jarvis_voice.core.near_misses import HeardNearMiss
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, RATE_HZ
from jarvis_voice.voice.wake.near_miss_folder import MOST_WAITING, NearMissFolder

pytestmark = pytest.mark.flow

SOUND = (np.sin(np.arange(RATE_HZ) / 20) * 8_000).astype(np.int16)


@dataclass
class Now:
    """A clock that is moved by hand."""

    at: datetime = datetime(2026, 11, 25, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


def folder_of(paths: Paths, most: int = 3, now: Now | None = None) -> NearMissFolder:
    return NearMissFolder(paths.near_misses, paths.recordings, most, now or Now())


def miss(reason: str = "too-brief", word: str = "jarvis") -> HeardNearMiss:
    return HeardNearMiss(word, 0.4142, reason, SOUND)


async def kept(folder: NearMissFolder, *reasons: str) -> list[str]:
    """Reasons of what lies there when these have come in."""
    for reason in reasons:
        folder.keep(miss(reason))
        await folder.settle()
    return [one.reason for one in await folder.listed()]


def files(paths: Paths) -> list[Path]:
    return [file for file in paths.data.rglob("*") if file.is_file()]


async def test_nothing_is_written_unless_it_is_asked_for(paths: Paths) -> None:
    async with folder_of(paths, 0) as folder:
        assert await kept(folder, "too-brief") == []
    assert not paths.near_misses.exists()


async def test_the_newest_are_kept_and_their_sound_is_what_was_heard(paths: Paths) -> None:
    async with folder_of(paths) as folder:
        assert await kept(folder, "a", "b", "c", "d") == ["d", "c", "b"]
        newest = (await folder.listed())[0]
        assert (newest.word, newest.score, newest.heard_at) == ("jarvis", 0.414, Now().at)
        assert await folder.sound(newest.number)
        assert await folder.sound(1) is None
    pcm, rate = soundfile.read(paths.near_misses / f"{newest.number:06}.flac", dtype="int16")
    assert rate == RATE_HZ
    assert (pcm == SOUND).all()


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
async def test_they_are_for_the_user_alone(paths: Paths) -> None:
    before = os.umask(0)
    try:
        async with folder_of(paths) as folder:
            await kept(folder, "a")
    finally:
        os.umask(before)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files(paths)} == {0o600}
    assert stat.S_IMODE(paths.near_misses.stat().st_mode) == 0o700


async def test_what_was_heard_before_everything_is_forgotten_is_never_written(paths: Paths) -> None:
    async with folder_of(paths) as folder:
        assert await kept(folder, "written") == ["written"]
        folder.keep(miss("waiting"))
        folder.keep(miss("behind it"))
        folder.forget(ME)
        folder.keep(miss("later"))
        await folder.settle()
        assert [one.reason for one in await folder.listed()] == ["later"]
        folder.forget("anna")
        await folder.settle()
        assert len(await folder.listed()) == 1
    assert len(files(paths)) == 2


async def test_after_seven_days_they_are_gone(paths: Paths) -> None:
    now = Now()
    async with folder_of(paths, now=now) as folder:
        await kept(folder, "old")
        now.at += timedelta(days=6, hours=23)
        assert await kept(folder, "new") == ["new", "old"]
        now.at += timedelta(hours=2)
        assert await kept(folder) == ["new"]
    assert len(files(paths)) == 2


async def test_where_it_is_switched_off_what_lay_there_goes(paths: Paths) -> None:
    async with folder_of(paths) as folder:
        await kept(folder, "a", "b")
    async with folder_of(paths, 0) as folder:
        assert list(await folder.listed()) == []
    assert files(paths) == []


@pytest.mark.parametrize(("was_call", "kind"), [(True, "positive"), (False, "negative")])
async def test_a_judged_one_goes_to_the_takes_and_writes_over_none(
    paths: Paths, was_call: bool, kind: str
) -> None:
    takes = paths.recordings / "jarvis" / kind
    takes.mkdir(parents=True)
    (takes / "007.flac").write_bytes(b"the user's own")
    async with folder_of(paths) as folder:
        await kept(folder, "a")
        [one] = await folder.listed()
        assert await folder.judge(one.number, was_call=was_call)
        assert not await folder.judge(one.number, was_call=was_call)
        assert await kept(folder) == []
        await kept(folder, "b")
        assert (await folder.listed())[0].number == one.number + 1  # no number is given twice
    assert (takes / "007.flac").read_bytes() == b"the user's own"
    assert (soundfile.read(takes / "008.flac", dtype="int16")[0] == SOUND).all()


async def test_one_is_deleted(paths: Paths) -> None:
    async with folder_of(paths) as folder:
        await kept(folder, "a", "b")
        assert await folder.drop(1)
        assert not await folder.drop(1)
        assert await kept(folder) == ["b"]


async def test_a_storm_is_let_go(paths: Paths) -> None:
    async with folder_of(paths, 100) as folder:
        for _ in range(10 * MOST_WAITING):
            folder.keep(miss())
        await folder.settle()
        assert len(await folder.listed()) == MOST_WAITING


def card_of(word: str, heard_at: str) -> str:
    return json.dumps({"word": word, "score": 1, "reason": "x", "heard_at": heard_at})


@pytest.mark.parametrize(
    "card",
    [
        *("", "[]", "{}", card_of("../..", "2026"), card_of("..", Now().at.isoformat())),
        *(card_of("", Now().at.isoformat()), card_of("jarvis", "0001-01-01T00:00:00+14:00")),
        card_of("jarvis", "9999-12-31T23:59:59-14:00"),
        card_of("jarvis", (Now().at + timedelta(days=2)).isoformat()),  # from a clock set wrong
    ],
)
async def test_a_damaged_card_is_swept_away(paths: Paths, card: str) -> None:
    async with folder_of(paths) as folder:
        await kept(folder, "a")
        (paths.near_misses / "000001.json").write_text(card, encoding="utf-8")
        assert await kept(folder) == []
    assert files(paths) == []


async def test_a_word_that_is_a_path_leads_nowhere(paths: Paths) -> None:
    async with folder_of(paths) as folder:
        folder.keep(miss(word="../../escaped"))
        await folder.settle()
        assert list(await folder.listed()) == []
    assert files(paths) == []


async def test_a_full_disk_is_told_in_the_log_alone(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "x")

    monkeypatch.setattr("jarvis_voice.voice.wake.near_miss_folder._write_private", full)
    async with folder_of(paths) as folder:
        assert await kept(folder, "a") == []
    assert "near-miss-files" in caplog.text
