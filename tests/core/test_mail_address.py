"""Unit: what is an address of mail, and how mail is set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from jarvis_voice.core.mail_address import mail_address
from jarvis_voice.core.mail_config import MailConfig

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("ana@example.org", "ana@example.org"),
        (" Ana.B+news@Example.ORG ", "Ana.B+news@example.org"),
        ("ana@m\u00fcnchen.example", "ana@xn--mnchen-3ya.example"),
        ("root@localhost", "root@localhost"),
    ],
)
def test_an_address(typed: str, address: str) -> None:
    assert mail_address(typed) == address


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ana",
        "@example.org",
        "ana@",
        "ana@example..org",
        "ana b@example.org",
        "ana@example.org, ben@example.org",
        "ana@example.org\r\nBcc: ben@example.org",
        "<ana@example.org>",
        '"ana"@example.org',
        ".ana@example.org",
        "an\u00e4@example.org",
        f"{'a' * 65}@example.org",
        f"ana@{'a' * 64}.org",
        "ana@-example.org",
    ],
)
def test_no_address(typed: str) -> None:
    with pytest.raises(ValueError, match="address of mail"):
        mail_address(typed)


@given(st.text(max_size=80))
def test_whatever_passes_has_no_sign_that_means_something(typed: str) -> None:
    try:
        found = mail_address(typed)
    except ValueError:
        return
    assert found.isascii()
    assert not set(found) & set(' \r\n\t<>,;:"()[]\\')
    assert found.count("@") == 1


def config(**values: object) -> MailConfig:
    shipped = {"way": "smtp", "host": "", "port": 465, "security": "tls", "user": "", "sender": ""}
    return MailConfig.model_validate(shipped | values)


def test_mail_leaves_the_machine_over_tls_alone() -> None:
    assert config(security="none", host="127.0.0.1").is_here
    assert config(security="none", host="localhost").is_here
    with pytest.raises(ValidationError, match="readable for everybody"):
        config(security="none", host="mail.example.org")


def test_a_sender_is_an_address() -> None:
    assert config(sender="me@Example.org").sender == "me@example.org"
    with pytest.raises(ValidationError, match="address of mail"):
        config(sender="Me <me@example.org>")
