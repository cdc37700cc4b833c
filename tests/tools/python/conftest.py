"""Every sandbox that a machine has."""

import os

import pytest

from jarvis_voice.tools.python.sandbox import (
    Sandbox,
    possible_sandboxes,
)

MUST_RUN = "REQUIRE_BENCH"


@pytest.fixture(params=[one.name for one in possible_sandboxes()] or ["unshare"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    found = {one.name: one for one in possible_sandboxes()}.get(request.param)
    if found is None or not found.holds():
        if not os.environ.get(MUST_RUN):
            pytest.skip(f"not run here: {request.param} makes no sandbox")
        pytest.fail(f"{request.param} makes no sandbox here")
    return found
