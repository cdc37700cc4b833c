"""Asks servers of the public web for pages and feeds: one gate, one transport, bounded bodies.

Invariant: every address on the way, each redirect too, passes the gate that the browser's pass and
leads to a public address; a body is unpacked no further than its cap.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.platform.outbound.client import keep_queries_out_of_logs, user_agent
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.outage_words import no_internet

if TYPE_CHECKING:
    import ssl

    import httpx

    from jarvis_voice.platform.outbound.network import Resolve

CONNECT_SECONDS = 3.0
MAX_REDIRECTS = 5
PORTS = (None, 80, 443)
_GZIP = 16 + zlib.MAX_WBITS


class PublicClient:
    """Sends GET requests to public addresses.

    Args:
        page_hosts: Host names to the "127.0.0.1:port" that serves them, for tests.
        resolve: Instead of the system's way to look a host name up; None is the system's.
        seconds: For one answer.
        accept: The kinds of answers that are wanted.
        what: What is asked for, in sentences: "page" or "feed".

    Attributes:
        tls: How certificates are checked; None is by the machine's own authorities.
    """

    def __init__(
        self,
        page_hosts: Mapping[str, str],
        resolve: Resolve | None,
        seconds: float,
        accept: str,
        what: str = "page",
    ) -> None:
        self._page_hosts = page_hosts
        self._resolve = resolve
        self._seconds = seconds
        self._accept = accept
        self._what = what
        self.tls: ssl.SSLContext | None = None

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[httpx.AsyncClient]:
        """A client; every failure of the network inside comes out as one of ours.

        Raises:
            ToolError: "page-timeout", "page-offline", "no-internet", or what the gate refused.
        """
        keep_queries_out_of_logs()
        tls = self.tls
        if tls is None:
            tls = await in_own_thread("certificates", lambda _: _make_tls())
        import httpcore  # paid for by _make_tls, off the loop
        import httpx

        from jarvis_voice.platform.outbound.network import NoNetworkError, UnknownNameError

        failure: ToolError
        try:
            async with self._client(tls) as client:
                yield client
                return
        except (httpx.TimeoutException, httpcore.TimeoutException):
            failure = timed_out(self._what)
        except UnknownNameError:
            failure = offline("I cannot reach that site")
        except NoNetworkError:
            failure = no_internet()
        except (httpx.NetworkError, httpcore.NetworkError, httpcore.ProxyError):
            failure = offline("I cannot reach that site")
        except (httpx.HTTPError, httpx.InvalidURL, httpcore.ProtocolError, OSError):
            failure = offline("That site broke off its answer")
        raise failure

    def _client(self, tls: ssl.SSLContext) -> httpx.AsyncClient:
        import httpx

        from jarvis_voice.platform.outbound.network import look_up
        from jarvis_voice.tools.web.page_network import PublicNetwork, PublicTransport

        network = PublicNetwork(self._page_hosts, self._resolve or look_up)
        headers = {
            "User-Agent": user_agent(),
            "Accept": self._accept,
            "Accept-Language": "en",
            "Accept-Encoding": "gzip",
        }
        timeout = httpx.Timeout(self._seconds, connect=CONNECT_SECONDS)
        transport = PublicTransport(network, tls, self._page_hosts)
        return httpx.AsyncClient(
            headers=headers, timeout=timeout, transport=transport, trust_env=False
        )


@cache
def _make_tls() -> ssl.SSLContext:
    """Read once in a process: it takes some 30 ms, and is the same for all."""
    import httpx

    import jarvis_voice.tools.web.page_network  # noqa: F401 - here and not on the loop

    return httpx.create_ssl_context(trust_env=False)


@asynccontextmanager
async def followed(
    client: httpx.AsyncClient, url: str, headers: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[httpx.Response, str]]:
    """The answer at the end of the redirects, not read yet, and its address.

    Raises:
        ToolError: An address on the way is refused, or there are too many.
    """
    for _ in range(MAX_REDIRECTS + 1):
        url = allowed(url)
        async with client.stream("GET", url, headers=headers) as response:
            if response.is_redirect and (there := response.headers.get("Location")):
                url = _joined(url, there)
                continue
            yield response, url
            return
    raise ToolError("page-redirects", "That page sends me from one address to the next.")


def _joined(url: str, there: str) -> str:
    try:
        return urljoin(url, there)
    except ValueError:
        return there  # malformed, and refused as that


def allowed(url: str) -> str:
    """The address in its safe form.

    Raises:
        ToolError: "unsafe-url".
    """
    safe = safe_url(url).url
    if urlsplit(safe).port not in PORTS:
        raise ToolError("unsafe-url", "I do not read that page: its port is not a website's.")
    return safe


async def body_of(response: httpx.Response, most: int, what: str = "page") -> bytes:
    """The body, unpacked no further than the cap.

    Args:
        response: Not read yet.
        most: Bytes.
        what: What it is, in sentences.

    Raises:
        ToolError: "page-too-large", or it is packed in a way that was not asked for.
    """
    packing = response.headers.get("Content-Encoding", "identity").strip().lower()
    if packing not in ("", "identity", "gzip", "x-gzip"):
        raise _packed_badly(what)
    declared = response.headers.get("Content-Length", "")
    if declared.isdigit() and int(declared) > most:
        raise _too_large(what)
    unpack = zlib.decompressobj(_GZIP) if "gzip" in packing else None
    body = bytearray()
    async for part in response.aiter_raw():
        try:
            body += unpack.decompress(part, most + 1 - len(body)) if unpack else part
        except zlib.error:
            raise _packed_badly(what) from None
        if len(body) > most:
            raise _too_large(what)
    return bytes(body)


def _too_large(what: str) -> ToolError:
    return ToolError("page-too-large", f"That {what} is too large for me to read.")


def _packed_badly(what: str) -> ToolError:
    return ToolError("page-unreadable", f"That site packs its {what} in a way that I cannot read.")


def timed_out(what: str) -> ToolError:
    """No answer came in time."""
    return ToolError("page-timeout", f"That {what} did not answer in time.")


def offline(what: str) -> ToolError:
    """The site cannot be reached, or not now."""
    return ToolError("page-offline", f"{what}. Try again later.")
