"""Removes personal words from device names, because people name headsets after themselves.

Invariant: pure; of a name only words of the trade and numbers of hardware are left, from an
allow-list, and four digits by which the same device is known again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

NAMING = frozenset({"microphones", "loudspeakers", "microphone", "zeros", "loop-back", "running"})
"""Checks that tell the names of devices."""

_TRADE = """
adapter airpods alsa amd analog analogue array asio audio bluetooth buds built camera capture card
chat codec combo conference core default definition desktop device devices digital display
displayport dmix dock driver earbuds earphone echo external front game galaxy hd hda hdmi
headphone headphones headset high host in input intel internal jabra jack laptop line logitech
macbook mapper mic microphone mini mme mono monitor null nvidia of output pc pch phone pipewire
plantronics playback plug port primary pro pulse pulseaudio realtek rear receiver record side sof
sound speaker speakers stereo surround sysdefault system tv usb virtual voicemeeter wasapi wave
webcam wireless
"""
TRADE = frozenset(_TRADE.split())
"""Words that name no person, and help to find a fault."""

_HARDWARE = re.compile(r"hw|alc\d{2,4}|cs\d{4}|cx\d{4,5}|c\d{3}|\d{1,2}")
_WORD = re.compile(r"[^\W_]+")
_TOLD = re.compile(
    r'"(?P<quoted>[^"\n]+)"'
    r"|^(?P<listed>.+) \[[^\[\]\n]+, \d+ Hz\]"
    r"|^(?:\w+\.)*device: (?P<used>.+)$",
    re.MULTILINE,
)
"""How the checks tell a name: between quotes, in a list, and as the status of a daemon does."""


def device_names(texts: Iterable[str]) -> frozenset[str]:
    """The names of devices in what checks said, as far as they tell more than the trade's words."""
    told = (found[found.lastgroup or 0] for text in texts for found in _TOLD.finditer(text))
    return frozenset(name for name in told if not all(map(_is_public, _WORD.findall(name))))


def without_names(text: str, names: Iterable[str]) -> str:
    """A text in which these names are reduced, the longest first."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", reduced(name), text)
    return text


def reduced(name: str) -> str:
    """What is left of a name: "Ana's AirPods Pro" is "AirPods Pro #" and four digits."""
    mark = hashlib.sha256(name.encode()).hexdigest()[:4]
    return " ".join((*_kept(name), f"#{mark}"))


def _kept(name: str) -> Iterator[str]:
    return (word for word in _WORD.findall(name) if _is_public(word))


def _is_public(word: str) -> bool:
    return word.lower() in TRADE or _HARDWARE.fullmatch(word.lower()) is not None
