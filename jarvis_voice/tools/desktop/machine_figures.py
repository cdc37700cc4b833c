"""Reads figures of this machine: its battery, disk, memory, processor, address and start.

Invariant: nothing is sent; a figure that the machine does not give is None.
"""

from __future__ import annotations

import math
import shutil
import socket
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from jarvis_voice.core.paths import home_folder

PROCESSOR_SECONDS = 0.3
"""How long the processor is watched: a share of time needs a time."""

_FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are reserved for examples: nobody has them."""
_ANY_PORT = 9


@dataclass(frozen=True, slots=True)
class BatteryCharge:
    """How full the battery is.

    Attributes:
        percent: 0 is empty.
        is_plugged: Whether power comes from outside; None where that is not known.
        left_seconds: How long it lasts; None where that is not known.
    """

    percent: int
    is_plugged: bool | None
    left_seconds: float | None


@dataclass(frozen=True, slots=True)
class StorageRoom:
    """How much of a disk or of the memory is free, in bytes."""

    free: int
    whole: int


class MachineFigures:
    """The figures of this machine; each call reads them anew, and may take some tenths of a second.

    Args:
        folder: The disk that is told of holds this folder; None is the user's home.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def battery(self) -> BatteryCharge | None:
        """The battery; None where there is none."""
        import psutil

        read = getattr(psutil, "sensors_battery", None)
        found = read() if read else None
        if found is None:
            return None
        seconds = found.secsleft  # a negative number says that it is not known
        is_known = seconds is not None and 0 < seconds < math.inf
        left = float(seconds) if is_known and not found.power_plugged else None
        return BatteryCharge(round(found.percent), found.power_plugged, left)

    def disk(self) -> StorageRoom:
        """The disk with the user's files.

        Raises:
            OSError: It cannot be read.
        """
        usage = shutil.disk_usage(self._folder or home_folder())
        return StorageRoom(usage.free, usage.total)

    def memory(self) -> StorageRoom:
        """The main memory."""
        import psutil

        memory = psutil.virtual_memory()
        return StorageRoom(memory.available, memory.total)

    def processor_percent(self) -> float:
        """How busy the processor is, all of its cores together."""
        import psutil

        return float(psutil.cpu_percent(interval=PROCESSOR_SECONDS))

    def address(self) -> str | None:
        """The address of this machine in the network that it is in; None where it is in none."""
        for family, far_away in _FAR_AWAY.items():
            try:
                # a datagram socket only looks up its way: nothing is sent
                with socket.socket(family, socket.SOCK_DGRAM) as way:
                    way.connect((far_away, _ANY_PORT))
                    return str(way.getsockname()[0])
            except OSError:
                continue
        return self._any_address()

    def started_at(self) -> datetime:
        """When the machine was started."""
        import psutil

        return datetime.fromtimestamp(psutil.boot_time(), UTC)

    @staticmethod
    def _any_address() -> str | None:
        """An address of a network that leads nowhere else, such as a cable to one machine."""
        import psutil

        states = psutil.net_if_stats()
        for name, addresses in psutil.net_if_addrs().items():
            if name not in states or not states[name].isup:
                continue
            for one in addresses:
                if one.family == socket.AF_INET and not one.address.startswith("127."):
                    return str(one.address)
        return None
