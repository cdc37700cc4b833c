"""Readers of pages on a server of the test's own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from jarvis_voice.core.errors import ToolError
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.web.page_fetch import PageReader
from jarvis_voice.workshop.worlds.page_server import PageServer


def reader_of(pages: PageServer, seconds: float = 8.0) -> PageReader:
    """A reader for which the server's hosts exist, and no other name does."""

    async def nothing(host: str) -> Sequence[str]:
        raise OSError(f"{host} is not known")

    return PageReader(Endpoints(page_hosts=pages.hosts), nothing, seconds)


async def code_of(reader: PageReader, url: str) -> str:
    async with reader:
        with pytest.raises(ToolError) as caught:
            await reader.read(url)
    assert "://" not in caught.value.message
    return caught.value.code
