"""Reads a picture file within limits, and makes of it what a model that sees takes.

Invariant: what comes out is pixels alone: at most `LONGEST_SIDE` long, upright, its first frame,
and without the place, the time and the camera that a photo holds.
"""

from __future__ import annotations

import stat
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import PictureError
from jarvis_voice.core.shown_picture import picture_name
from jarvis_voice.core.visible_text import visible_line

if TYPE_CHECKING:
    from types import ModuleType

    from PIL.Image import Image

MOST_BYTES = 20_000_000
MOST_PIXELS = 50_000_000
"""Of a JPEG, which can be unpacked smaller than it is."""

MOST_UNPACKED_PIXELS = 25_000_000
"""Of the other kinds: each pixel takes up to four bytes while they are unpacked, several times."""

LONGEST_SIDE = 1_568
"""In pixels. A model that sees scales larger pictures down by itself, after they were paid for."""

HEAVY_BYTES = 3_000_000
"""A PNG of more bytes is sent as a JPEG."""

JPEG_QUALITY = 90

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
KINDS = "PNG, JPEG, WebP or GIF"


def examine_picture(path: Path) -> None:
    """Look whether a file is a picture that can be shown to a model; its pixels are not unpacked.

    Raises:
        PictureError: It is not, with what to do.
    """
    with _opened(path):
        pass


def read_picture(path: Path) -> bytes:
    """The picture of a file for a model: a PNG or a JPEG.

    Raises:
        PictureError: As `examine_picture`, or its pixels are damaged.
    """
    with _opened(path) as picture:
        kind = picture.format
        try:
            picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a JPEG is unpacked smaller
            return _encoded(_upright(picture), is_photo=kind == "JPEG")
        except Exception as error:  # a decoder raises whatever its format's code does
            message = f"{picture_name(str(path))} is damaged: its picture cannot be unpacked."
            raise PictureError("picture-damaged", message) from error


def _opened(path: Path) -> Image:
    """The picture of a file, of which only the head was read."""
    data, name = _bytes_of(path), picture_name(str(path))
    try:
        picture: Image = _library().open(BytesIO(data), formats=FORMATS)
    except Exception as error:  # as above
        message = f"{name} is no picture that I can read. I can read {KINDS}."
        raise PictureError("no-picture", message) from error
    width, height = picture.size
    most = MOST_PIXELS if picture.format == "JPEG" else MOST_UNPACKED_PIXELS
    if width * height > most:
        raise PictureError(
            "picture-too-large",
            f"{name} has {width} x {height} pixels, and {most // 10**6} million are the most for a "
            f"{picture.format}. Make it smaller first.",
        )
    return picture


def _bytes_of(path: Path) -> bytes:
    shown = visible_line(str(path))
    try:
        str(path).encode()
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # a pipe would be waited for
            raise PictureError("no-picture", f"{shown} is no file.")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise PictureError("picture-missing", f"There is no file {shown}.") from error
    except UnicodeEncodeError as error:
        message = f"The name of {shown} holds bytes that are no text. Rename the file."
        raise PictureError("picture-unreadable", message) from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "that is no name of a file"
        raise PictureError("picture-unreadable", f"Cannot read {shown}: {why}.") from error
    if len(data) > MOST_BYTES:
        raise PictureError(
            "picture-too-large",
            f"{picture_name(str(path))} has more than {MOST_BYTES // 10**6} MB, which is the "
            "most. Make it smaller first.",
        )
    return data


def _library() -> ModuleType:
    from PIL import Image

    # its own limit is told as a warning on the terminal; ours is held before pixels are unpacked
    Image.MAX_IMAGE_PIXELS = None
    return Image


def _upright(picture: Image) -> Image:
    """The first frame as red, green and blue, turned as the camera says, and scaled down."""
    from PIL import ImageOps

    picture = _eight_bits(picture)
    if picture.mode not in {"RGB", "RGBA", "L"}:
        picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    picture = ImageOps.exif_transpose(picture)
    if picture.mode == "RGBA":
        paper = _library().new("RGBA", picture.size, "white")
        picture = _library().alpha_composite(paper, picture)
    return picture.convert("RGB")


def _eight_bits(picture: Image) -> Image:
    """A picture with 16 bits of grey has 8 afterwards: the library itself would make it white."""
    if not picture.mode.startswith("I"):
        return picture
    import numpy as np

    grey = (np.asarray(picture).astype(np.uint32) >> 8).clip(0, 255).astype(np.uint8)
    return _library().fromarray(grey)  # type: ignore[no-any-return]


def _encoded(picture: Image, *, is_photo: bool) -> bytes:
    # a new picture of the pixels alone: what else came with the file stays behind
    bare = _library().new("RGB", picture.size)
    bare.paste(picture)
    out = BytesIO()
    if not is_photo:
        bare.save(out, "PNG")
    if is_photo or out.tell() > HEAVY_BYTES:
        out = BytesIO()
        bare.save(out, "JPEG", quality=JPEG_QUALITY)
    return out.getvalue()
