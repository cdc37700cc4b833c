"""Takes a picture of the whole screen, and checks that the picture is not empty.

Invariant: a picture is private (mode 0600), lands whole or not at all, and "done" is said only
after the file was read back and found to hold more than one colour.
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
import shutil
import struct
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from jarvis_voice.core.paths import ensure
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.platform.bounded_program import ProgramLimits, run_bounded
from jarvis_voice.platform.display import find_display
from jarvis_voice.tools.effect_place import Screenshot

LIMIT_SECONDS = 10.0
MOST_BYTES = 256 * 2**20
"""Of one picture as it is printed: that is more than two screens of 7680 by 4320 have."""

BLANK_SPREAD = 1.0
"""Standard deviation of pixel values, 0..127.5, under which a picture shows nothing; a real desktop
has far more than 5."""

SAMPLED_PIXELS = 500_000
"""Enough to judge by; all pixels of a large screen would take 200 MB as floats."""

PNG_START = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels, row by row from the top left.

    Attributes:
        rgb: Three bytes a pixel, length 3 * width * height.
    """

    rgb: bytes
    width: int
    height: int


async def take_screenshot(folder: Path, now: datetime) -> Screenshot:
    """Photograph the screen into a new PNG in `folder`, named after `now`."""
    display = find_display()
    if display == "none":
        return _not_done("there is no screen here to take a picture of")
    if display == "wayland":
        if not shutil.which("grim"):
            return _not_done("on Wayland I need the program grim for screenshots: apt install grim")
        return await _shoot(_grab_with_grim, folder, now)
    return await _shoot(_grab_with_mss, folder, now)


async def _shoot(grab: Callable[[], Picture], folder: Path, now: datetime) -> Screenshot:
    # an X connection belongs to the thread that opened it
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="screenshot")
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(LIMIT_SECONDS):
            return await loop.run_in_executor(worker, _shoot_now, grab, folder, now)
    except TimeoutError:
        return _failed("the screen did not answer in time")
    finally:
        worker.shutdown(wait=False)


def _shoot_now(grab: Callable[[], Picture], folder: Path, now: datetime) -> Screenshot:
    try:
        picture = grab()
    except Exception as error:  # noqa: BLE001 - mss raises its own, ctypes' and X's errors
        return _failed(f"the screen could not be read ({type(error).__name__}: {error})")
    try:
        path = write_private(ensure(folder), f"screenshot-{now:%Y-%m-%d-%H-%M-%S}", encode(picture))
        is_whole = decoded_size(path.read_bytes()) == (picture.width, picture.height)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return _failed("the disk is full, the screenshot was not saved")
        return _failed(f"the screenshot could not be saved: {error.strerror}")
    if not is_whole:
        return Screenshot(_failed("the saved picture cannot be read back").receipt, path)
    if spread(picture) < BLANK_SPREAD:
        blank = f"the screenshot is blank, all of one colour; it is kept as {path.name}"
        return Screenshot(_failed(blank).receipt, path)
    saved = f"saved a screenshot as {path.name} in {path.parent}"
    return Screenshot(Receipt(ReceiptKind.EFFECT, saved), path)


def _grab_with_mss() -> Picture:
    import mss

    with mss.MSS() as screen:
        shot = screen.grab(screen.monitors[0])  # 0 is all monitors together
        return Picture(bytes(shot.rgb), shot.width, shot.height)


def _grab_with_grim() -> Picture:
    done = run_bounded(["grim", "-t", "ppm", "-"], ProgramLimits(LIMIT_SECONDS, MOST_BYTES))
    if done.exit_code != 0:
        raise OSError(f"grim ended with {done.exit_code}")
    return read_ppm(done.out)


def read_ppm(data: bytes) -> Picture:
    """A binary 8 bit PPM ("P6", https://netpbm.sourceforge.net/doc/ppm.html).

    Raises:
        ValueError: It is none, or it is cut.
    """
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
    if not head:
        raise ValueError("not a PPM")
    picture = Picture(data[head.end() :], int(head[1]), int(head[2]))
    if len(picture.rgb) != 3 * picture.width * picture.height:
        raise ValueError("not a whole PPM")
    return picture


def encode(picture: Picture) -> bytes:
    """The picture as a PNG."""
    from mss.tools import to_png

    return bytes(to_png(picture.rgb, (picture.width, picture.height)) or b"")


def decoded_size(png: bytes) -> tuple[int, int] | None:
    """Width and height of an 8 bit RGB PNG whose pixels can all be unpacked; None for any other."""
    if not png.startswith(PNG_START):
        return None
    chunks: dict[bytes, bytes] = {}
    place = len(PNG_START)
    try:
        while place < len(png):
            (length,) = struct.unpack_from(">I", png, place)
            kind = png[place + 4 : place + 8]
            chunks[kind] = chunks.get(kind, b"") + png[place + 8 : place + 8 + length]
            place += 12 + length
        width, height = struct.unpack_from(">II", chunks[b"IHDR"])
        pixels = zlib.decompress(chunks[b"IDAT"])
    except (struct.error, KeyError, zlib.error):
        return None
    return (width, height) if width and len(pixels) == (3 * width + 1) * height else None


def spread(picture: Picture) -> float:
    """Standard deviation of the pixel values, 0 for one colour."""
    import numpy as np

    every = max(1, picture.width * picture.height // SAMPLED_PIXELS)
    pixels = np.frombuffer(picture.rgb, np.uint8).reshape(-1, 3)[::every]
    return float(pixels.std(axis=0).max()) if pixels.size else 0.0


def write_private(folder: Path, stem: str, data: bytes) -> Path:
    """Write a new .png, mode 0600, whole or not at all; a taken name gets a number.

    Raises:
        OSError: The disk is full, or the folder cannot be written.
    """
    number, path = 1, folder / f"{stem}.png"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.png"
    try:
        with open(path, "xb", opener=_open_private) as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise
    return path


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _not_done(why: str) -> Screenshot:
    return Screenshot(Receipt(ReceiptKind.NO_OP, why), None)


def _failed(why: str) -> Screenshot:
    return Screenshot(Receipt(ReceiptKind.FAILED, why), None)
