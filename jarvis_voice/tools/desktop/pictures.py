"""Pictures made smaller. Pure.

Invariant: what is not understood is given back as it came.
"""

from __future__ import annotations

import struct
import zlib

from jarvis_voice.tools.desktop.screenshot import PNG_START, Picture, decoded_size, encode


def narrowed(png: bytes, widest: int) -> bytes:
    """The picture at most so many pixels wide, by the mean of whole squares of pixels.

    Args:
        png: 8 bit RGB without filters, as `screenshot.encode` writes it.
        widest: In pixels.
    """
    size = decoded_size(png)
    if size is None or size[0] <= widest:
        return png
    picture = _decoded(png, *size)
    return png if picture is None else encode(_shrunk(picture, -(-size[0] // widest)))


def _decoded(png: bytes, width: int, height: int) -> Picture | None:
    """The pixels; None where the rows are filtered."""
    import numpy as np

    packed, place = b"", len(PNG_START)
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 3 * width + 1)
    return None if rows[:, 0].any() else Picture(rows[:, 1:].tobytes(), width, height)


def _shrunk(picture: Picture, factor: int) -> Picture:
    import numpy as np

    width, height = picture.width // factor, max(picture.height // factor, 1)
    across = min(factor, picture.height)
    pixels = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    squares = pixels[: height * across, : width * factor]
    squares = squares.reshape(height, across, width, factor, 3)
    means = squares.mean(axis=(1, 3), dtype=np.float32).round().astype(np.uint8)
    return Picture(means.tobytes(), width, height)
