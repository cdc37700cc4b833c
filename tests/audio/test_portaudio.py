"""A device table in, the chosen device or a sentence out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from jarvis_voice.audio.portaudio import Device, Kind, choose, list_devices, load
from jarvis_voice.core.errors import AudioError

pytestmark = pytest.mark.flow


def entry(name: str, *, inputs: int = 0, outputs: int = 0, **more: Any) -> Device:
    facts = {
        "host_api": "ALSA",
        "rate_hz": 48_000,
        "is_default_input": False,
        "is_default_output": False,
        "is_default_host_api": True,
        "index": 0,
        **more,
    }
    return Device(name=name, inputs=inputs, outputs=outputs, **facts)


TABLE = [
    entry("Loudspeaker", outputs=2),
    entry("HDMI", outputs=8, is_default_output=True),
    entry("USB Mic one", inputs=1),
    entry("USB Mic", inputs=1),
    entry("Built-in", inputs=2, outputs=2, is_default_input=True),
    entry("alsa_output.hdmi.monitor", inputs=2),
    entry("Monitor of HDMI", inputs=2),
    entry("Headset", inputs=1, is_default_host_api=False, host_api="MME"),
    entry("Headset", inputs=1, is_default_host_api=False, host_api="WASAPI"),
    entry("Built-in", inputs=2, is_default_host_api=False, host_api="JACK"),
]


@pytest.mark.parametrize(
    ("part", "kind", "name", "host_api"),
    [
        ("", "input", "Built-in", "ALSA"),
        ("", "output", "HDMI", "ALSA"),
        ("loud", "output", "Loudspeaker", "ALSA"),
        (" MIC ONE ", "input", "USB Mic one", "ALSA"),
        ("usb mic", "input", "USB Mic", "ALSA"),  # the whole of one name, part of another
        ("built", "input", "Built-in", "ALSA"),  # the default host API's entry
        ("headset", "input", "Headset", "MME"),
    ],
)
def test_a_device_is_chosen_by_part_of_its_name(
    part: str, kind: Kind, name: str, host_api: str
) -> None:
    chosen = choose(TABLE, part, kind)
    assert (chosen.name, chosen.host_api) == (name, host_api)


@pytest.mark.parametrize(
    ("part", "kind", "code", "said"),
    [
        ("webcam", "input", "no-such-device", '"USB Mic one", "USB Mic", "Built-in", "Headset"'),
        ("mic", "output", "no-such-device", '"Loudspeaker", "HDMI", "Built-in"'),
        ("usb", "input", "ambiguous-device", '"USB Mic one", "USB Mic"'),
        (".monitor", "input", "monitor-source", "hear itself"),
        ("monitor of", "input", "monitor-source", "hear itself"),
    ],
)
def test_a_wrong_name_is_explained(part: str, kind: Kind, code: str, said: str) -> None:
    with pytest.raises(AudioError) as caught:
        choose(TABLE, part, kind)
    assert caught.value.code == code
    assert said in caught.value.message


@pytest.mark.parametrize(("kind", "code"), [("input", "no-microphone"), ("output", "no-speaker")])
def test_a_machine_without_devices(kind: Kind, code: str) -> None:
    with pytest.raises(AudioError) as caught:
        choose([entry("x.monitor", inputs=2)], "", kind)
    assert caught.value.code == code


def test_the_table_is_read_with_its_defaults(
    fake_sound: Any, new_device: Callable[..., Any]
) -> None:
    fake_sound.table = [new_device("Out", outputs=2, hostapi=1), new_device("In", inputs=1)]
    listed = list_devices()
    assert [(d.name, d.host_api, d.inputs, d.outputs, d.index) for d in listed] == [
        ("Out", "JACK", 0, 2, 0),
        ("In", "ALSA", 1, 0, 1),
    ]
    assert [d.is_default("input") for d in listed] == [False, True]
    assert [d.is_default("output") for d in listed] == [True, False]
    assert [d.is_default_host_api for d in listed] == [False, True]


def test_an_empty_table_has_no_defaults(fake_sound: Any) -> None:
    fake_sound.table = []
    assert list_devices() == []


@pytest.mark.parametrize(
    ("platform", "line"),
    [("linux", "sudo apt install libportaudio2"), ("darwin", "brew install portaudio")],
)
def test_a_missing_portaudio_names_its_remedy(
    monkeypatch: pytest.MonkeyPatch, platform: str, line: str
) -> None:
    class Missing:
        def find_spec(self, name: str, *_: Any) -> None:
            if name == "sounddevice":
                raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(AudioError) as caught:
        load()
    assert caught.value.code == "no-portaudio"
    assert caught.value.message.endswith(line)


def test_a_portaudio_that_does_not_start_is_an_error_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Failing:
        def find_spec(self, name: str, *_: Any) -> None:
            if name == "sounddevice":
                raise RuntimeError("Error initializing PortAudio")  # as its PortAudioError

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Failing(), *sys.meta_path])
    with pytest.raises(AudioError) as caught:
        load()
    assert caught.value.code == "portaudio-failed"
    assert "Error initializing PortAudio" in caught.value.message
