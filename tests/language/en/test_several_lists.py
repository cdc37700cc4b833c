"""Unit: an order about several lists goes in, one for each comes out."""

import pytest

from jarvis_voice.language.en.several_lists import each_list

pytestmark = pytest.mark.unit

SHOP, PACK = "the shopping list", "the packing list"


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        (f"add soap to {SHOP} and to {PACK}", (f"add soap to {SHOP}", f"add soap to {PACK}")),
        (f"add bath soap to {SHOP} and {PACK}",
         (f"add bath soap to {SHOP}", f"add bath soap to {PACK}")),
        (f"add tea and soap to {SHOP}, and to {PACK} too",
         (f"add tea and soap to {SHOP}", f"add tea and soap to {PACK}")),
        (f"put sun cream on {SHOP} and also on {PACK}",
         (f"add sun cream to {SHOP}", f"add sun cream to {PACK}")),
        (f"add soap to both {SHOP} and {PACK}", (f"add soap to {SHOP}", f"add soap to {PACK}")),
        (f"add tea to {SHOP} and socks to {PACK}", (f"add tea to {SHOP}", f"add socks to {PACK}")),
        (f"add tea to {SHOP} and socks to {PACK} and cake to the party list",
         (f"add tea to {SHOP}", f"add socks to {PACK}", "add cake to the party list")),
        (f"take oat milk off {SHOP} and off {PACK}",
         (f"remove oat milk from {SHOP}", f"remove oat milk from {PACK}")),
        (f"add tea to {SHOP} and milk to it", (f"add tea to {SHOP}", f"add milk to {SHOP}")),
        (f"add soap to {SHOP} and {PACK} and set a timer for 5 minutes",
         (f"add soap to {SHOP}", f"add soap to {PACK}", "set a timer for 5 minutes")),
        (f"add soap to {SHOP} and to my notes", (f"add soap to {SHOP}", "add soap to my notes")),
    ],
)  # fmt: skip
def test_each_list_gets_its_order(line: str, orders: tuple[str, ...]) -> None:
    assert each_list(line) == orders


@pytest.mark.parametrize(
    "line",
    [
        f"add soap to {SHOP}",
        f"add soap and tea to {SHOP}",
        f"add soap to {SHOP} and tea",
        f"add soap to {SHOP} and remove tea from {PACK}",
        f"take soap off {SHOP} and put it on {PACK}",
        f"add soap to {SHOP} and read {SHOP}",
        f"add soap to {SHOP} and what's on {PACK}",
        f"add soap to {SHOP} and set a timer for 5 minutes",
        "add bring the list to the party to my to-do list",
        "add a present for Tom and a cake to the birthday list",
        f"is soap on {SHOP} and on {PACK}",
        f"what's on {SHOP} and on {PACK}",
        f"remind me to add soap to {SHOP} and to {PACK}",
        f"move soap from {SHOP} to {PACK}",
        "set a timer for 5 minutes and an alarm for 7",
    ],
)
def test_any_other_sentence_stays(line: str) -> None:
    assert each_list(line) == ()
