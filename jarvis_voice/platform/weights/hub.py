"""Downloads files by URL from their official hub.

Invariant: a host that could not be reached is asked once a run, however many files it has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from jarvis_voice.platform.outbound.proxies import DIRECT_PATTERNS
from jarvis_voice.platform.weights.part_file import (
    CHUNK_BYTES,
    Incoming,
    SourceError,
    WrongBytesError,
)
from jarvis_voice.platform.weights.progress import FetchProgress

if TYPE_CHECKING:
    import httpx

OK = 200
PARTIAL = 206
RANGE_REFUSED = 416


class Hub:
    """An HTTP client that resumes downloads and remembers hosts that did not answer."""

    def __init__(
        self, connect_seconds: float, read_seconds: float, progress: FetchProgress
    ) -> None:
        self._connect_seconds = connect_seconds
        self._read_seconds = read_seconds
        self._progress = progress
        self._out_of_reach: set[str] = set()

        self._client: httpx.Client | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._client:
            self._client.close()

    def download(self, url: str, incoming: Incoming) -> None:
        """Fetch one file, going on from what an earlier try left.

        Raises:
            SourceError: The hub cannot be reached, refuses, stops early or gives wrong bytes.
            ModelError: The disk is full or cannot be written.
        """
        import httpx

        host = urlsplit(url).netloc
        if host in self._out_of_reach:
            raise SourceError(f"{host} cannot be reached")
        try:
            self._download(url, incoming)
        except (httpx.TimeoutException, httpx.ConnectError, httpx.ProxyError) as error:
            self._out_of_reach.add(host)
            self._progress.note(f"{host} cannot be reached; trying the next source.")
            raise SourceError(f"{host} cannot be reached ({_said(error)})") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise SourceError(f"{host}: {_said(error)}") from error

    def _download(self, url: str, incoming: Incoming) -> None:
        start = incoming.kept_bytes()
        try:
            self._stream(url, incoming, start)
        except WrongBytesError:
            if not start:
                raise
            self._stream(
                url, incoming, 0
            )  # the bytes kept from an earlier try may be the wrong ones

    def _stream(self, url: str, incoming: Incoming, start: int) -> None:
        headers = {"Range": f"bytes={start}-"} if start else {}
        self._client = self._client or self._connect()
        with self._client.stream("GET", url, headers=headers) as response:
            start = _accepted_start(response, start)
            _refuse_other_content(response, incoming.file.n_bytes - start)
            incoming.receive(response.iter_bytes(CHUNK_BYTES), start=start)

    def _connect(self) -> httpx.Client:
        import httpx

        timeout = httpx.Timeout(self._read_seconds, connect=self._connect_seconds)
        # ranges and sizes are those of the plain file, so no compression on the way
        headers = {"User-Agent": "jarvis-voice", "Accept-Encoding": "identity"}
        try:
            return httpx.Client(
                timeout=timeout,
                headers=headers,
                follow_redirects=True,
                mounts=dict.fromkeys(DIRECT_PATTERNS),
            )
        except (ImportError, ValueError) as error:  # a proxy of the environment httpx cannot use
            raise SourceError(f"the proxy settings cannot be used ({error})") from error


def _accepted_start(response: httpx.Response, asked: int) -> int:
    """Where the body begins: a server without ranges sends the whole file."""
    host = response.url.host
    if response.status_code == OK:
        return 0
    if response.status_code == RANGE_REFUSED and asked:
        raise WrongBytesError(f"{host} has no byte {asked}")
    if response.status_code != PARTIAL:
        raise SourceError(f"{host} answered {response.status_code}")
    if not response.headers.get("Content-Range", "").startswith(f"bytes {asked}-"):
        raise SourceError(f"{host} sent another part than the one asked for")
    return asked


def _refuse_other_content(response: httpx.Response, wanted_bytes: int) -> None:
    """Refuse what cannot be the file before a byte of it is written (a login page, mostly)."""
    host = response.url.host
    if response.headers.get("Content-Type", "").startswith("text/html"):
        raise SourceError(f"{host} sent a web page instead of the file")
    packing = response.headers.get("Content-Encoding", "identity").strip().lower()
    if packing not in ("identity", "gzip"):  # packed twice, it could unpack to anything
        raise SourceError(f"{host} sent the file packed, which was not asked for")
    if packing == "gzip":
        return
    length = int(response.headers.get("Content-Length", wanted_bytes))
    if length != wanted_bytes:
        raise SourceError(f"{host} sends {length} bytes where {wanted_bytes} belong")


def _said(error: Exception) -> str:
    return str(error) or type(error).__name__
