"""Fixtures of the tests of weights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes.weights_edge import LoopbackHub, Run, Wheelhouse


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with LoopbackHub() as hub:
        yield hub


@pytest.fixture
def wheelhouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wheelhouse:
    folder = tmp_path / "wheelhouse"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return Wheelhouse(folder)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tmp_path / "models"


@pytest.fixture
def run(models: Path) -> Run:
    return Run(models)
