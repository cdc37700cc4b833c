"""Unit: a device is named, or called what it is; a sentence never has an empty name."""

from collections.abc import Callable

import pytest

from jarvis_voice.audio import microphone_messages as words
from jarvis_voice.audio.device_phrases import device_phrase, on_device

pytestmark = pytest.mark.unit

TOLD: list[Callable[[str], tuple[str, str]]] = [
    lambda name: words.lost("ended", name),
    lambda name: words.lost("late", name),
    lambda name: words.lost("monitor", name),
    words.back,
    lambda name: words.other("Headset", name),
    lambda name: words.ailing("zeros", name),
    lambda name: words.ailing("stuck", name),
    lambda name: words.ailing("wrong-speed", name),
]


def test_a_device_has_its_name_or_none() -> None:
    assert device_phrase("output", "Box") == 'loudspeaker "Box"'
    assert device_phrase("output", " ") == "loudspeaker"
    assert device_phrase("input", "") == "microphone"
    assert (on_device("Box"), on_device("")) == (', on "Box"', "")


@pytest.mark.parametrize("tell", TOLD)
def test_what_is_told_of_a_microphone_names_it_where_it_has_a_name(
    tell: Callable[[str], tuple[str, str]],
) -> None:
    assert '"USB mic"' in tell("USB mic")[1]
    for nameless in ("", " "):
        sentence = tell(nameless)[1]
        assert not any(empty in sentence for empty in ('""', '" "', "  ", " ."))
