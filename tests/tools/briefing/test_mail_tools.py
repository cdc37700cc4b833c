"""Unit: the addresses that get a briefing by mail, and what Jarvis says of each mail."""

from datetime import UTC, datetime

import pytest

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.mail_records import Delivery, DeliveryState
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.briefing.mail_tools import mailed, named

pytestmark = pytest.mark.unit

ANA, BO, ANNE = "ana.diaz@example.com", "bo@mail.example.org", "anne@example.com"


def delivery(
    recipient: str, state: DeliveryState = "sent", *, is_earlier: bool = False
) -> Delivery:
    at = datetime(2026, 11, 26, tzinfo=UTC)
    problem = "" if state == "sent" else "The server said no."
    return Delivery(3, recipient, "smtp", state, "n", at, problem, is_earlier)


@pytest.mark.parametrize(
    "said",
    [
        *("", "me", "my mail", "my e-mail", "my email address", "My inbox.", "my address", "us"),
        *("my mailbox", "my emails", "my own mail", "our mail account"),
    ],
)
def test_ones_own_mail_is_every_address(said: str) -> None:
    assert named(said, [ANA, BO]) == (ANA, BO)


@pytest.mark.parametrize(
    ("said", "address"),
    [
        (ANA, ANA),
        ("Ana.Diaz@Example.com", ANA),
        ("ana dot diaz at example dot com", ANA),
        ("bo at mail dot example dot org", BO),
        ("Ana", ANA),
        ("Bo's mail", BO),
        ("anne", ANNE),
    ],
)
def test_an_address_is_known_as_it_is_typed_spoken_or_by_its_name(said: str, address: str) -> None:
    assert named(said, [ANA, BO, ANNE]) == (address,)


@pytest.mark.parametrize("said", ["eve@example.com", "eve", "example", "com", "everybody"])
def test_another_address_is_refused(said: str) -> None:
    with pytest.raises(ToolError) as caught:
        named(said, [ANA, BO, ANNE])
    assert caught.value.code == "recipient-unconfirmed"
    assert caught.value.message.endswith(f"I can mail to {ANA}, {BO} and {ANNE}.")


def test_what_went_out_is_told() -> None:
    told = mailed([delivery(ANA), delivery(BO)])
    assert told.kind is ReceiptKind.EFFECT
    assert told.observed == f"I have mailed your briefing to {ANA} and {BO}."


def test_what_was_sent_before_is_no_effect() -> None:
    told = mailed([delivery(ANA, is_earlier=True)])
    assert told.kind is ReceiptKind.NO_OP
    assert told.observed == f"It went to {ANA} before, so I did not send it again."


def test_what_did_not_go_out_is_a_failure_beside_what_did() -> None:
    lost = mailed([delivery(ANA, "refused")])
    assert lost.kind is ReceiptKind.FAILED
    assert lost.observed == f"The mail was not sent to {ANA}: The server said no."
    both = mailed([delivery(ANA, "unknown"), delivery(BO)])
    assert both.kind is ReceiptKind.EFFECT
    assert f"The mail was perhaps sent to {ANA}" in both.observed


def test_what_went_out_is_told_also_where_the_next_could_not_be_tried() -> None:
    told = mailed([delivery(ANA)], ["No address of yours is confirmed yet."])
    assert told.kind is ReceiptKind.EFFECT
    assert told.observed == (
        f"I have mailed your briefing to {ANA}. No address of yours is confirmed yet."
    )
    assert mailed([delivery(ANA, is_earlier=True)], ["No."]).kind is ReceiptKind.FAILED
