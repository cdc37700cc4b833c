"""Unit: names of pictures that come from elsewhere; flow: how long the files lie there."""

import asyncio
import threading
from pathlib import Path

import pytest
from doors.http.test_picture_turn_routes import png

from jarvis_voice.doors.http import shown_pictures
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.shown_pictures import MOST_OF_A_USER, ShownPictures, plain_name

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("cat.png", "cat.png"),
        ("../../etc/passwd.png", "passwd.png"),
        ("C:\\pictures\\cat.png", "cat.png"),
        ("my <b>cat</b>\n.png", "b.png"),
        ("", "picture"),
        ("..", "picture"),
        (".png", "picture"),
        ("noending", "picture"),
        ("x" * 300 + ".png", "x" * 50 + ".png"),
    ],
)
def test_a_name_is_one_plain_name(name: str, plain: str) -> None:
    assert plain_name(name) == plain


async def test_after_its_time_a_picture_is_gone(tmp_path: Path) -> None:
    pictures = ShownPictures(tmp_path / "kept", seconds=0.0)
    file = await pictures.keep(png(), "cat.png", "me")
    for _ in range(5):
        await asyncio.sleep(0)
    assert not file.exists()
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_name_of_long_letters_fits_in_a_file_system() -> None:
    assert len(plain_name("\U00020000" * 300 + "." + "\U00020000" * 9).encode()) <= 255


async def test_what_is_forgotten_of_a_user_takes_their_pictures_along(tmp_path: Path) -> None:
    pictures = ShownPictures(tmp_path / "kept")
    hers, mine = [await pictures.keep(png(), "cat.png", user) for user in ("anna", "me")]
    assert pictures.size.entries == 2
    assert pictures.size.n_bytes == 2 * len(png())
    pictures.forget("anna")
    assert (hers.exists(), mine.exists(), pictures.size.entries) == (False, True, 1)
    await pictures.clear()


async def test_one_user_leaves_room_for_the_others(tmp_path: Path) -> None:
    pictures = ShownPictures(tmp_path / "kept")
    for _ in range(MOST_OF_A_USER):
        await pictures.keep(png(), "cat.png", "anna")
    with pytest.raises(RequestError) as caught:
        await pictures.keep(png(), "cat.png", "anna")
    assert caught.value.code == "too-many-pictures"
    assert (await pictures.keep(png(), "cat.png", "me")).exists()
    await pictures.clear()


async def test_what_breaks_while_it_is_kept_takes_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_out(_: Path) -> None:
        raise MemoryError

    monkeypatch.setattr(shown_pictures, "examine_picture", run_out)
    pictures = ShownPictures(tmp_path / "kept")
    with pytest.raises(MemoryError):
        await pictures.keep(png(), "cat.png", "me")
    assert pictures.size.entries == 0
    assert list((tmp_path / "kept").iterdir()) == []


async def test_who_is_cancelled_while_it_is_kept_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes, goes_on = threading.Event(), threading.Event()

    def wait(_: Path) -> None:
        writes.set()
        goes_on.wait(5)

    monkeypatch.setattr(shown_pictures, "examine_picture", wait)
    pictures, is_gone = ShownPictures(tmp_path / "kept"), asyncio.Event()
    drop = pictures.drop

    def dropped(file: Path) -> None:
        drop(file)
        is_gone.set()

    monkeypatch.setattr(pictures, "drop", dropped)
    keeping = asyncio.create_task(pictures.keep(png(), "cat.png", "me"))
    await asyncio.to_thread(writes.wait, 5)
    keeping.cancel()
    await asyncio.wait({keeping})
    goes_on.set()
    async with asyncio.timeout(5):
        await is_gone.wait()
    assert pictures.size.entries == 0
    assert list((tmp_path / "kept").iterdir()) == []


async def test_what_a_crash_has_left_goes(tmp_path: Path) -> None:
    await ShownPictures(tmp_path / "kept").keep(png(), "cat.png", "me")
    await ShownPictures(tmp_path / "kept").clear()
    assert not (tmp_path / "kept").exists()
