"""Flow: picture files of every kind go in; what a model gets, or one sentence, comes out."""

import errno
import os
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from jarvis_voice.core.errors import PictureError
from jarvis_voice.tools.desktop import picture_file
from jarvis_voice.tools.desktop.picture_file import LONGEST_SIDE, examine_picture, read_picture

pytestmark = pytest.mark.flow

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)
ORIENTATION, PLACE = 0x0112, 0x8825
UPSIDE_DOWN = 3


def picture(folder: Path, name: str, size: tuple[int, int] = (40, 20), **options: Any) -> Path:
    """A red picture whose right half is blue."""
    made = Image.new("RGB", size, RED)
    made.paste(BLUE, (size[0] // 2, 0, *size))
    path = folder / name
    made.save(path, **options)
    return path


def seen(path: Path) -> Image.Image:
    return Image.open(BytesIO(read_picture(path)))


def near(pixel: object, colour: tuple[int, ...]) -> bool:
    assert isinstance(pixel, tuple)
    return all(abs(one - other) < 20 for one, other in zip(pixel, colour, strict=True))


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.png", "PNG"), ("a.jpg", "JPEG"), ("a.webp", "PNG"), ("a.gif", "PNG"), ("A.JPEG", "JPEG")],
)
def test_each_kind_becomes_one_that_every_model_takes(tmp_path: Path, name: str, kind: str) -> None:
    path = picture(tmp_path, name)
    examine_picture(path)
    out = seen(path)
    assert (out.format, out.size, out.mode) == (kind, (40, 20), "RGB")
    assert near(out.getpixel((5, 10)), RED)
    assert near(out.getpixel((35, 10)), BLUE)


def test_the_first_bytes_count_and_not_the_name(tmp_path: Path) -> None:
    path = picture(tmp_path, "a.png").rename(tmp_path / "a.txt")
    assert seen(path).format == "PNG"


@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.png"])
def test_of_a_moving_picture_the_first_frame_is_shown(tmp_path: Path, name: str) -> None:
    later = [Image.new("RGB", (40, 20), WHITE)]
    path = picture(tmp_path, name, save_all=True, append_images=later)
    assert near(seen(path).getpixel((5, 10)), RED)


@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((LONGEST_SIDE, 10), (LONGEST_SIDE, 10)),
        ((2 * LONGEST_SIDE, 100), (LONGEST_SIDE, 50)),
        ((100, 4 * LONGEST_SIDE), (25, LONGEST_SIDE)),
        ((3 * LONGEST_SIDE, 1), (LONGEST_SIDE, 1)),
    ],
)
def test_a_large_picture_is_scaled_down(
    tmp_path: Path, name: str, size: tuple[int, int], shown: tuple[int, int]
) -> None:
    assert seen(picture(tmp_path, name, size)).size == shown


def test_a_photo_comes_upright_and_without_where_it_was_taken(tmp_path: Path) -> None:
    notes = Image.Exif()
    notes[ORIENTATION] = UPSIDE_DOWN
    notes.get_ifd(PLACE)[2] = (52.0, 31.0, 12.0)
    notes[0x010E] = "secret-words"
    path = picture(tmp_path, "a.jpg", exif=notes, comment=b"secret-words")
    assert b"secret-words" in path.read_bytes()
    out = seen(path)
    assert near(out.getpixel((5, 10)), BLUE)
    assert dict(out.getexif()) == {}
    assert b"secret-words" not in read_picture(path)


@pytest.mark.parametrize("name", ["a.png", "a.webp", "a.gif"])
def test_what_is_transparent_is_shown_on_white(tmp_path: Path, name: str) -> None:
    clear = Image.new("RGBA", (8, 8), (0, 0, 0, 0))
    clear.paste((255, 0, 0, 255), (0, 0, 4, 8))
    clear.save(tmp_path / name, lossless=True)
    out = seen(tmp_path / name)
    assert near(out.getpixel((1, 1)), RED)
    assert near(out.getpixel((7, 7)), WHITE)


def test_sixteen_bits_of_grey_become_eight(tmp_path: Path) -> None:
    grey = Image.new("I;16", (2, 1))
    grey.putpixel((0, 0), 0x8000)
    grey.putpixel((1, 0), 0xFFFF)
    grey.save(tmp_path / "grey.png")
    out = seen(tmp_path / "grey.png")
    assert near(out.getpixel((0, 0)), (128, 128, 128))
    assert near(out.getpixel((1, 0)), WHITE)


@pytest.mark.parametrize("mode", ["CMYK", "L", "1", "P", "LA"])
def test_other_ways_to_keep_colours_are_understood(tmp_path: Path, mode: str) -> None:
    path = tmp_path / ("a.jpg" if mode == "CMYK" else "a.png")
    Image.new("RGB", (8, 8), WHITE).convert(mode).save(path)
    assert near(seen(path).getpixel((4, 4)), WHITE)


def test_a_heavy_picture_is_sent_as_a_photo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_file, "HEAVY_BYTES", 50)
    assert seen(picture(tmp_path, "a.png")).format == "JPEG"


def refusal(path: Path) -> tuple[str, str]:
    """Why a file is refused; what is only examined is refused in the same words."""
    with pytest.raises(PictureError) as caught:
        examine_picture(path)
    with pytest.raises(PictureError) as again:
        read_picture(path)
    assert again.value.message == caught.value.message
    assert caught.value.exit_code == 6
    return caught.value.code, caught.value.message


def test_what_is_no_picture_is_refused_in_one_sentence(tmp_path: Path) -> None:
    text, empty, other = tmp_path / "a.png", tmp_path / "empty.png", tmp_path / "a.bmp"
    text.write_text("no picture")
    empty.touch()
    picture(tmp_path, "a.bmp")
    kinds = "is no picture that I can read. I can read PNG, JPEG, WebP or GIF."
    assert refusal(text) == ("no-picture", f"a.png {kinds}")
    assert refusal(empty) == ("no-picture", f"empty.png {kinds}")
    assert refusal(other) == ("no-picture", f"a.bmp {kinds}")
    assert refusal(tmp_path) == ("no-picture", f"{tmp_path} is no file.")


def test_what_is_not_there_or_has_no_name_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone.png"
    assert refusal(gone) == ("picture-missing", f"There is no file {gone}.")
    assert refusal(Path("/a\0b"))[0] == "picture-unreadable"
    assert refusal(Path("/caf\udce9.png"))[0] == "picture-unreadable"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    assert refusal(tmp_path / "pipe.png")[0] == "no-picture"


def test_a_file_of_somebody_else_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = picture(tmp_path, "a.png")

    def refuse(*_: object, **__: object) -> None:  # root, who runs tests as well, may read all
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    assert refusal(path) == ("picture-unreadable", f"Cannot read {path}: Permission denied.")


def test_what_is_too_large_is_refused_with_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = picture(tmp_path, "a.png")
    monkeypatch.setattr(picture_file, "MOST_UNPACKED_PIXELS", 799)
    assert refusal(path)[0] == "picture-too-large"
    assert "a.png has 40 x 20 pixels" in refusal(path)[1]
    monkeypatch.setattr(picture_file, "MOST_BYTES", 20)
    assert "a.png has more than 0 MB" in refusal(path)[1]


@pytest.mark.parametrize(("name", "is_read"), [("a.jpg", True), ("a.png", False)])
def test_a_large_photo_is_read_and_what_is_unpacked_whole_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, is_read: bool
) -> None:
    monkeypatch.setattr(picture_file, "MOST_UNPACKED_PIXELS", 799)
    path = picture(tmp_path, name)
    if is_read:
        assert read_picture(path)
    else:
        assert "40 x 20 pixels" in refusal(path)[1]


def test_a_header_that_promises_more_than_any_screen_is_not_unpacked(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    path = picture(tmp_path, "a.gif")
    data = bytearray(path.read_bytes())
    data[6:10] = b"\xff\xff\xff\xff"  # width and height
    path.write_bytes(data)
    assert (
        "a.gif has 65535 x 65535 pixels, and 25 million are the most for a GIF" in refusal(path)[1]
    )
    assert not recwarn.list


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.gif"])
def test_a_picture_that_is_cut_is_damaged(tmp_path: Path, name: str) -> None:
    path = picture(tmp_path, name, (400, 200))
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(PictureError) as caught:
        read_picture(path)
    assert caught.value.code == "picture-damaged"
    assert caught.value.message == f"{name} is damaged: its picture cannot be unpacked."
