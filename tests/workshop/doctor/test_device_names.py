"""Unit: names of devices are told without the names of people."""

import pytest

from jarvis_voice.workshop.doctor.device_names import device_names, reduced, without_names

pytestmark = pytest.mark.unit

LISTED = """\
"Ana's AirPods Pro" ("ana" is in its name).
Ana's AirPods Pro [ALSA, 48000 Hz] (default) (chosen)
Auriculares de João [Core Audio, 16000 Hz]
HDA Intel PCH: ALC257 Analog (hw:0,0) [ALSA, 44100 Hz]
Ana's AirPods [ALSA, 48000 Hz]
"""
STATUS = "version: 1.0\nears.device: Ana [her own]\nmouth.device: USB Audio: - (hw:1,0)"


def test_names_are_found_wherever_a_check_tells_them() -> None:
    assert device_names([LISTED, STATUS]) == {
        *("Ana's AirPods Pro", "ana", "Auriculares de João", "Ana's AirPods", "Ana [her own]"),
    }


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ana's AirPods Pro", "AirPods Pro #"),
        ("Auriculares de João", "#"),
        ("Headset (Ana Buds 2 Hands-Free)", "Headset Buds 2 #"),
        ("Ана", "#"),
    ],
)
def test_the_words_of_the_trade_are_kept_and_the_same_name_is_known_again(
    name: str, kept: str
) -> None:
    assert reduced(name)[:-4] == kept
    assert reduced(name) == reduced(name)
    assert reduced(name) != reduced(f"{name}a")


def test_of_a_list_the_owner_is_gone_and_the_hardware_is_there() -> None:
    text = without_names(LISTED, device_names([LISTED]))
    assert "ana" not in text.lower().replace("analog", "")
    assert "João" not in text
    assert "HDA Intel PCH: ALC257 Analog (hw:0,0) [ALSA, 44100 Hz]" in text
    first, second, *_ = text.splitlines()
    assert first.split('"')[1] == second.partition(" [")[0] == reduced("Ana's AirPods Pro")
