"""Unit: the cookie of a browser counts with the half of our own page, and nowhere else."""

import pytest

from jarvis_voice.doors.http.session_cookie import cookie_token, halves, joined

pytestmark = pytest.mark.unit

HOST = (b"host", b"localhost:8765")
KEPT, SHOWN = "C8gDTZYJ", "eK1gP_N9"
"""The two halves of "secret"."""
COOKIE = (b"cookie", f"a=b; jv={KEPT}; c=d".encode())
PAGE = (b"x-jarvis-page", SHOWN.encode())


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
    assert cookie_token([HOST, COOKIE, PAGE, *more]) == token


def test_another_cookie_is_none() -> None:
    site = (b"sec-fetch-site", b"same-origin")
    others = f"xjv={KEPT}; jvx={KEPT}".encode()
    assert cookie_token([HOST, site, PAGE, (b"cookie", others)]) == ""
    assert cookie_token([HOST, site, PAGE]) == ""
    assert cookie_token([HOST, site, COOKIE]) == ""


def test_the_halves_of_a_token_are_new_each_time() -> None:
    assert joined(KEPT, SHOWN) == "secret"
    assert len({one for _ in range(20) for one in halves("secret")}) == 40


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("", SHOWN),
        (KEPT, ""),
        (KEPT, SHOWN[:-2]),
        ("!!", SHOWN),
        (KEPT, "\u20ac"),
        ("A", "A"),
        ("__8", "AAA"),
    ],
)
def test_what_does_not_belong_together_is_no_token(kept: str, shown: str) -> None:
    assert joined(kept, shown) == ""
