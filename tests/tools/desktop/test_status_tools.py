"""Unit: figures of a machine go in, a sentence of how it is doing comes out."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tools.around import NOW, run, surroundings
from tools.templates import said

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.desktop.machine_figures import BatteryCharge, MachineFigures, StorageRoom
from jarvis_voice.tools.desktop.status_tools import status_tool, tools

pytestmark = pytest.mark.unit

GIGA, GIBI = 1_000_000_000, 2**30


class Machine(MachineFigures):
    """A machine whose figures a test sets."""

    def __init__(
        self, charge: BatteryCharge | None = None, room: StorageRoom | None = None
    ) -> None:
        super().__init__()
        self._charge = charge
        self._room = room or StorageRoom(0, 1)

    def battery(self) -> BatteryCharge | None:
        return self._charge

    def disk(self) -> StorageRoom:
        return self._room

    def memory(self) -> StorageRoom:
        return self._room

    def processor_percent(self) -> float:
        return 12.4

    def address(self) -> str | None:
        return "192.168.1.20"

    def started_at(self) -> datetime:
        return NOW - timedelta(days=3, hours=2, minutes=5)


class Unplugged(Machine):
    """One that is in no network, and whose disk cannot be read."""

    def disk(self) -> StorageRoom:
        raise OSError("no disk")

    def address(self) -> str | None:
        return None


async def told(machine: MachineFigures, what: str) -> str:
    receipt = (await run(status_tool(machine), what=what)).receipt
    assert receipt.kind is ReceiptKind.LOOKUP
    return receipt.observed


@pytest.mark.parametrize(
    ("charge", "observed"),
    [
        (None, "This computer has no battery."),
        (BatteryCharge(80, True, None), "The battery is at 80 percent and plugged in."),
        (BatteryCharge(80, None, None), "The battery is at 80 percent."),
        (BatteryCharge(40, False, None), "The battery is at 40 percent."),
        (
            BatteryCharge(40, False, 9_000.0),
            "The battery is at 40 percent. That is enough for about 2 hours and 30 minutes.",
        ),
    ],
)
async def test_the_battery(charge: BatteryCharge | None, observed: str) -> None:
    assert await told(Machine(charge), "battery") == observed


@pytest.mark.parametrize(
    ("room", "observed"),
    [
        (
            StorageRoom(120 * GIGA, 500 * GIGA),
            "120 gigabytes are free on the disk, of 500 gigabytes.",
        ),
        (
            StorageRoom(3_500_000_000, 2_000 * GIGA),
            "3.5 gigabytes are free on the disk, of 2 terabytes.",
        ),
    ],
)
async def test_the_disk(room: StorageRoom, observed: str) -> None:
    assert await told(Machine(room=room), "disk") == observed


async def test_the_memory_the_processor_and_the_time_since_the_start() -> None:
    machine = Machine(room=StorageRoom(GIBI * 13 // 2, 16 * GIBI))
    assert await told(machine, "memory") == "9.5 of 16 gigabytes of memory are in use."
    assert await told(machine, "processor") == "The processor is 12 percent busy."
    assert await told(machine, "uptime") == "This computer has been on for 3 days and 2 hours."


async def test_the_address_is_said_to_be_the_local_one() -> None:
    observed = await told(Machine(), "address")
    assert observed.startswith("The local network address of this computer is 192.168.1.20.")
    assert "not the one that the internet sees" in observed
    assert await told(Unplugged(), "address") == "This computer is in no network."


async def test_what_the_machine_does_not_tell_is_a_failure() -> None:
    with pytest.raises(ToolError) as caught:
        await told(Unplugged(), "disk")
    assert caught.value.code == "no-figures"


def test_figures_of_this_machine(tmp_path: Path) -> None:
    machine = MachineFigures(tmp_path)
    disk, memory, charge = machine.disk(), machine.memory(), machine.battery()
    assert 0 <= disk.free <= disk.whole
    assert 0 < memory.free <= memory.whole
    assert charge is None or 0 <= charge.percent <= 100
    assert machine.started_at() < datetime.now(UTC)
    assert machine.address() != "127.0.0.1"


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("address", "what is my ip address"),
        ("address", "what ip address do i have"),
        ("address", "what is the ip address of this computer"),
        ("battery", "battery level"),
        ("battery", "how much battery do i have left"),
        ("battery", "how much juice is left in the battery"),
        ("battery", "how is my battery doing"),
        ("battery", "is it charging"),
        ("battery", "what percent battery do i have"),
        ("battery", "is the laptop plugged in"),
        ("battery", "how long will the battery last"),
        ("battery", "do i need to charge my laptop"),
        ("disk", "how much disk space do i have left"),
        ("disk", "how much space is left on the disk"),
        ("disk", "am i running out of disk space"),
        ("disk", "how full is my hard drive"),
        ("memory", "how much memory is in use"),
        ("memory", "how much ram is free"),
        ("memory", "memory usage"),
        ("processor", "how busy is the processor"),
        ("processor", "cpu usage"),
        ("processor", "what is the cpu load"),
        ("uptime", "how long has this computer been on"),
        ("uptime", "when was the computer last restarted"),
        ("uptime", "uptime"),
    ],
)
def test_it_is_asked_for(what: str, sentence: str) -> None:
    [tool] = tools(surroundings())
    assert said(tool, sentence) == {"what": what}


@pytest.mark.parametrize(
    "sentence",
    ["what is a battery", "how does memory work", "what is an ip address", "how big is the sun"],
)
def test_a_question_about_something_else_is_not_taken(sentence: str) -> None:
    [tool] = tools(surroundings())
    assert said(tool, sentence) is None
