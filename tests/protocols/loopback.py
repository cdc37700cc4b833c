"""A real HTTP server on loopback that answers from a script and can be told to misbehave."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit


class Fault(StrEnum):
    """Ways to misbehave; each holds for every request until `heal`."""

    RATE_LIMITED = "429"
    SERVER_ERROR = "500"
    HANG = "hang"
    CUT = "cut"
    HTML = "html"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class Response:
    body: bytes
    status: int = 200
    content_type: str = "application/json; charset=UTF-8"
    headers: Mapping[str, str] = field(default_factory=dict)


def as_json(body: Any, status: int = 200) -> Response:
    return Response(json.dumps(body).encode(), status)


class OffScriptError(Exception):
    """A client asked something that the test did not foresee."""


class LoopbackServer:
    """Context manager; subclasses say what to answer in `respond`."""

    def __init__(self, *, retry_after: str | None = None) -> None:
        self.requests: list[Request] = []
        self.off_script: list[str] = []
        self.fault: Fault | None = None
        self.retry_after = retry_after
        self.hanging = threading.Event()
        self._released = threading.Event()
        self._released.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler_class())
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self.close()
        if kind is None:
            self.verify()

    def close(self) -> None:
        """Stop; asking a closed server is a refused connection."""
        self._released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def verify(self) -> None:
        assert not self.off_script, f"asked off script: {self.off_script}"

    def break_with(self, fault: Fault) -> None:
        self.hanging.clear()
        self._released = threading.Event()
        self.fault = fault

    def heal(self) -> None:
        self.fault = None
        self._released.set()

    def respond(self, request: Request) -> Response:
        raise NotImplementedError

    def rate_limit_body(self) -> Any:
        return {"error": "too many requests"}

    def _answer(self, request: Request) -> Response | None:
        """The response, or None for a connection that is dropped after it hung."""
        self.requests.append(request)
        if self.fault is Fault.HANG:
            released = self._released
            self.hanging.set()
            released.wait()
            return None
        if faulty := self._faulty():
            return faulty
        try:
            return self.respond(request)
        except OffScriptError as error:
            self.off_script.append(str(error))
            return as_json({"error": f"off script: {error}"}, 501)

    def _faulty(self) -> Response | None:
        if self.fault is Fault.RATE_LIMITED:
            headers = {"Retry-After": self.retry_after} if self.retry_after else {}
            return Response(json.dumps(self.rate_limit_body()).encode(), 429, headers=headers)
        if self.fault is Fault.SERVER_ERROR:
            return as_json({"error": "internal"}, 500)
        if self.fault is Fault.HTML:
            page = b"<!doctype html><html><body>Please sign in to the hotel's network</body></html>"
            return Response(page, content_type="text/html")
        if self.fault is Fault.EMPTY:
            return Response(b"")
        return None

    def _handler_class(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # head and body are two writes: 40 ms of waiting

            def do_GET(self) -> None:
                self._serve()

            def do_POST(self) -> None:
                self._serve()

            def _serve(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                raw = self.rfile.read(length)
                parts = urlsplit(self.path)
                request = Request(
                    method=self.command,
                    path=parts.path,
                    query=dict(parse_qsl(parts.query, keep_blank_values=True)),
                    headers={name.lower(): value for name, value in self.headers.items()},
                    body=json.loads(raw) if raw else None,
                )
                try:
                    if response := owner._answer(request):
                        self._send(response)
                    else:
                        self.close_connection = True
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True  # the client has left

            def _send(self, response: Response) -> None:
                self.send_response(response.status)
                self.send_header("Content-Type", response.content_type)
                self.send_header("Content-Length", str(len(response.body)))
                for name, value in response.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                body = response.body
                if owner.fault is Fault.CUT:
                    body = body[: len(body) // 2]
                    self.close_connection = True
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                pass  # requests are kept in `requests`; stderr stays clean

        return Handler
