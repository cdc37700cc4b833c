"""Checks who is at the other end of the control socket, and whether that end is still open.

Invariant: where the system does not tell, the folder's owner and the socket's mode must do.
"""

from __future__ import annotations

import asyncio
import os
import select
import socket
import struct

LOOK_SECONDS = 0.5
"""How often to look whether a client that will send no more has left: nothing else tells of it."""


def is_own_user(writer: asyncio.StreamWriter) -> bool:
    """Whether the other end of a unix socket runs as us."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    peer = writer.get_extra_info("socket")
    raw = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return bool(struct.unpack("3i", raw)[1] == os.getuid())


async def until_gone(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Return when the other end has closed the connection.

    What it still sends is dropped. One that will send no more, but reads on, is not gone; at a
    port that cannot be told, and our own client never does so.
    """
    try:
        while await reader.read(1024):
            continue
    except ConnectionError:
        return
    if writer.get_extra_info("socket").family in (socket.AF_INET, socket.AF_INET6):
        return
    while not _has_hung_up(writer):  # noqa: ASYNC110 - the kernel has no event for it
        await asyncio.sleep(LOOK_SECONDS)


def _has_hung_up(writer: asyncio.StreamWriter) -> bool:
    if writer.is_closing():
        return True
    poll = select.poll()
    poll.register(writer.get_extra_info("socket"), 0)
    return any(what & select.POLLHUP for _, what in poll.poll(0))
