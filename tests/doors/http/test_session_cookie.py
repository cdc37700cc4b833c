"""Unit: the cookie of a browser counts where our own page asks, and nowhere else."""

import pytest

from jarvis_voice.doors.http.session_cookie import cookie_token

pytestmark = pytest.mark.unit

HOST = (b"host", b"localhost:8765")
COOKIE = (b"cookie", b"a=b; jv=secret; c=d")


@pytest.mark.parametrize(
    ("more", "token"),
    [
        ([(b"origin", b"http://localhost:8765")], "secret"),
        ([(b"sec-fetch-site", b"same-origin")], "secret"),
        ([], ""),
        ([(b"sec-fetch-site", b"none")], ""),
        ([(b"sec-fetch-site", b"same-site")], ""),
        ([(b"origin", b"http://localhost:9")], ""),
        ([(b"origin", b"null")], ""),
        ([(b"origin", b"http://[")], ""),
        ([(b"origin", b"http://localhost:9"), (b"sec-fetch-site", b"same-origin")], ""),
    ],
)
def test_who_may_ask_with_it(more: list[tuple[bytes, bytes]], token: str) -> None:
    assert cookie_token([HOST, COOKIE, *more]) == token


def test_another_cookie_is_none() -> None:
    site = (b"sec-fetch-site", b"same-origin")
    assert cookie_token([HOST, site, (b"cookie", b"xjv=secret; jvx=secret")]) == ""
    assert cookie_token([HOST, site]) == ""
