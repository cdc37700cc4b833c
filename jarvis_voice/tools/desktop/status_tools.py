"""The get_system_status tool: tells how this computer is doing.

Invariant: it only reads; the address that it tells is the one in the local network, and it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.wall_times import seconds_between
from jarvis_voice.language.en.schedule_phrases import length_said
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.desktop.machine_figures import BatteryCharge, MachineFigures
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

What = Literal["battery", "disk", "memory", "processor", "address", "uptime"]

_GIGA, _TERA = 1e9, 1e12
_GIBI = 2.0**30
_SMALL = 10
"""Below so many a fraction is worth telling."""

_ASK = "[what is|tell me|give me|show me|check|read me|how is]"
_MY = "[the|my|this|your|our]"
_COMPUTER = "(computer|laptop|machine|pc|system|device|notebook|desktop)"
_OF_COMPUTER = f"[of|on|in] [(the|my|this|your) {_COMPUTER}]"
_LEFT = "[left|free|remaining|available|left over|still free|still left]"
_IS_LEFT = (
    f"(is|is there|do i have|have i got|do we have|do you have|is still|do i still have|remains|"
    f"does (the|my|this) {_COMPUTER} have|has (the|my|this) {_COMPUTER} got) {_LEFT}"
)
_CHARGE = "(battery|charge|power|juice|battery life|battery power|battery charge)"
_SPACE = (
    "([free|disk|hard drive|hard disk|storage|drive|ssd] (space|room)|[free] storage|disk|"
    "free disk space)"
)
_DISK = "(disk|hard drive|hard disk|drive|ssd|storage|disc)"
_MEMORY = "([free|main|computer|system] (memory|ram)|working memory)"
_PROCESSOR = "(cpu|processor|c p u)"
_IP = "(ip|ip address|i p|i p address|ip number|network address)"

_SENTENCES: Mapping[What, tuple[str, ...]] = {
    "battery": (
        f"{_ASK} {_MY} [{_COMPUTER}|computer's|laptop's] battery "
        "[level|status|percentage|percent|charge|state|life|power] "
        "[doing|looking|left|remaining|now|at]",
        f"how much {_CHARGE} {_IS_LEFT} {_OF_COMPUTER}",
        "(is it|are we|am i) [still] (charging|plugged in) [now]",
        "(what|how many) (percent|percentage) [of] (battery|charge) (do i have|is left|is there) "
        "[left]",
        f"{_ASK} {_MY} [current] charge [level|state|status]",
        f"how much longer (will|does|can) {_MY} [{_COMPUTER}] battery [still] (last|hold)",
        f"how much {_CHARGE} (is|is there|[do] i have|have i got) left (in|on) {_MY} battery",
        f"how much {_CHARGE} [is] left {_OF_COMPUTER}",
        f"how (full|charged|low|empty|good) is {_MY} [{_COMPUTER}] battery",
        f"is {_MY} [{_COMPUTER}] battery (full|low|empty|charged|charging|fully charged|dead|okay|"
        "fine|running low|running out|almost empty|nearly empty|almost full|dying) "
        "[already|yet|now]",
        f"is {_MY} {_COMPUTER} [still|currently] (charging|charged|fully charged|plugged in|"
        "plugged in or not|on battery|running on battery) [already|yet|now]",
        "am i [still|running] (on battery|plugged in|on battery power|on mains)",
        f"how long (will|does|can) {_MY} [{_COMPUTER}] battery [still] (last|hold)",
        f"how long (do i have|have i got|is there) left on {_MY} battery",
        f"(what|which) (percent|percentage) is {_MY} [{_COMPUTER}] battery [at|on]",
        f"what is {_MY} [{_COMPUTER}] battery (at|on)",
        f"(should|must) i (charge|plug in) {_MY} ({_COMPUTER}|battery)",
        f"do i (need|have) to (charge|plug in) {_MY} ({_COMPUTER}|battery)",
        f"does {_MY} ({_COMPUTER}|battery) need (charging|to be charged|a charge)",
        f"do i [still] have (enough|any) {_CHARGE} [left]",
        f"(battery|power) (status|level|left) {_OF_COMPUTER}",
    ),
    "disk": (
        f"how much {_SPACE} {_IS_LEFT} {_OF_COMPUTER}",
        f"how much {_SPACE} {_IS_LEFT} on {_MY} {_DISK}",
        f"how much {_SPACE} [is] (left|free) [on {_MY} ({_DISK}|{_COMPUTER})]",
        f"what is (left|free) on {_MY} {_DISK}",
        f"how much [space] is (left|free) on {_MY} {_DISK}",
        f"how (full|big|large|empty) is {_MY} [{_COMPUTER}] {_DISK}",
        f"{_ASK} {_MY} [{_COMPUTER}] [free] (disk|storage|hard drive|hard disk|drive) "
        "(space|usage|use|status|capacity|size|room) [left|remaining]",
        f"is {_MY} {_DISK} [nearly|almost|getting] full",
        "(am i|are we) [running|getting] (low on|out of|short of) (disk space|storage|space|"
        "hard drive space|storage space)",
        f"(do i|does {_MY} {_COMPUTER}) [still] have (enough|any|some) {_SPACE} [left|free]",
        f"is there (enough|any|some) (disk space|space|room|storage) left [on {_MY} "
        f"({_DISK}|{_COMPUTER})]",
    ),
    "memory": (
        f"how much {_MEMORY} {_IS_LEFT} {_OF_COMPUTER}",
        f"how much {_MEMORY} [is|is being|am i|are we] (used|in use|using|left|free|taken) "
        f"{_OF_COMPUTER}",
        f"how much {_MEMORY} is (the|my|this) {_COMPUTER} using",
        f"how full is {_MY} {_MEMORY}",
        f"{_ASK} {_MY} [{_COMPUTER}] (memory|ram) (usage|use|status|load|consumption)",
        f"[what is] [the] (memory|ram) (usage|use) {_OF_COMPUTER}",
        "(am i|are we) [running|getting] (low on|out of|short of) (memory|ram)",
        f"is {_MY} (memory|ram) [nearly|almost] full",
        f"(do i|does {_MY} {_COMPUTER}) [still] have (enough|any) (memory|ram) [left|free]",
    ),
    "processor": (
        f"{_ASK} {_MY} [{_COMPUTER}] [current] {_PROCESSOR} (usage|load|use|utilization|"
        "utilisation|status|percentage|doing|at)",
        f"[what is] [the] (usage|load) of {_MY} {_PROCESSOR}",
        f"{_ASK} {_MY} (system|computer) load",
        f"how (busy|loaded|hard) is {_MY} ({_PROCESSOR}|{_COMPUTER}) [working|running] [now]",
        f"how hard is {_MY} ({_PROCESSOR}|{_COMPUTER}) working",
        "how much (cpu|processor|processing) [power|time] (is|am i|are we) "
        "[being] (used|using|in use|free)",
        f"how much {_PROCESSOR} is (the|my|this) {_COMPUTER} using",
        f"is {_MY} ({_PROCESSOR}|{_COMPUTER}) (busy|under load|overloaded|working hard|idle)",
        f"what is {_MY} {_PROCESSOR} (at|doing)",
    ),
    "address": (
        f"{_ASK} {_MY} [{_COMPUTER}|computer's|laptop's] [current|own] [local|network|internal|"
        f"lan|private|wifi|public|external] {_IP} {_OF_COMPUTER}",
        f"(what|which) [local|network] {_IP} (do i have|have i got|am i using|am i on|is this|"
        f"(does|has) (the|this|my) {_COMPUTER} (have|got|use))",
        f"[do you know|find|find out|look up] my [local|network] {_IP}",
        f"what is the [network|ip|local] address of (the|this|my) {_COMPUTER}",
        f"(what|which) address does (the|this|my) {_COMPUTER} have [in (the|my) network]",
    ),
    "uptime": (
        f"(how long|since when) has {_MY} {_COMPUTER} been (on|up|running|up and running|turned on|"
        "switched on|awake|powered on|going) [for]",
        f"how long have i [been] (running|using|had on) {_MY} {_COMPUTER} [on]",
        f"how long is {_MY} {_COMPUTER} (on|up|running) [already]",
        f"{_ASK} {_MY} [{_COMPUTER}] (uptime|up time) {_OF_COMPUTER}",
        f"when (was|did) {_MY} {_COMPUTER} [last] (started|start|booted|boot|restarted|restart|"
        "rebooted|reboot|turned on|switched on|start up|boot up)",
        f"when did i [last] (start|boot|restart|reboot|turn on|switch on) {_MY} [{_COMPUTER}]",
        "how long (ago was|since|has it been since|is it since) (the|my) [last] (reboot|restart|"
        "boot|start)",
        f"when was the last (reboot|restart|boot) {_OF_COMPUTER}",
    ),
}

SENTENCES: dict[str, dict[str, str]] = {
    template: {"what": what} for what, templates in _SENTENCES.items() for template in templates
}


class SystemStatusArguments(Arguments):
    """What of this computer the user asks about."""

    what: Annotated[What, Field(description="What of the computer to tell.")]


def tools(_: ToolDependencies) -> Iterator[Tool]:
    """get_system_status."""
    yield status_tool(MachineFigures())


def status_tool(machine: MachineFigures) -> Tool:
    """The tool over the figures of a machine."""

    async def run(arguments: SystemStatusArguments, context: ToolContext) -> ToolResult:
        try:
            observed = await in_own_thread(
                "status", lambda _: _TOLD[arguments.what](machine, context.now)
            )
        except Exception as error:
            raise ToolError(
                "no-figures",
                f"This computer does not tell its {arguments.what}: {error}",
                spoken=f"This computer does not tell me its {arguments.what}.",
            ) from error
        return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), arguments.model_dump())

    return Tool(
        name="get_system_status",
        purpose="How this computer is doing: the charge of its battery, free space on its disk, "
        "memory in use, how busy its processor is, its address in the local network, how long it "
        "has been on.",
        ability="tell how the computer is doing",
        arguments=SystemStatusArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=SENTENCES,
        fulfils=("get_system_status",),
    )


def _battery(machine: MachineFigures, _: datetime) -> str:
    charge = machine.battery()
    return "This computer has no battery." if charge is None else _charge_said(charge)


def _charge_said(charge: BatteryCharge) -> str:
    observed = f"The battery is at {charge.percent} percent"
    if charge.is_plugged:
        return f"{observed} and plugged in."
    if charge.left_seconds is None:
        return f"{observed}."
    return f"{observed}. That is enough for about {length_said(charge.left_seconds)}."


def _disk(machine: MachineFigures, _: datetime) -> str:
    room = machine.disk()
    return f"{_size(room.free)} are free on the disk, of {_size(room.whole)}."


def _memory(machine: MachineFigures, _: datetime) -> str:
    room = machine.memory()
    used, whole = (room.whole - room.free) / _GIBI, room.whole / _GIBI
    return f"{_number(used)} of {_number(whole)} gigabytes of memory are in use."


def _processor(machine: MachineFigures, _: datetime) -> str:
    return f"The processor is {round(machine.processor_percent())} percent busy."


def _address(machine: MachineFigures, _: datetime) -> str:
    address = machine.address()
    if address is None:
        return "This computer is in no network."
    return (
        f"The local network address of this computer is {address}. It is the one in your own "
        "network, not the one that the internet sees."
    )


def _uptime(machine: MachineFigures, now: datetime) -> str:
    seconds = seconds_between(machine.started_at(), now)
    return f"This computer has been on for {length_said(seconds)}."


_TOLD: Mapping[What, Callable[[MachineFigures, datetime], str]] = {
    "battery": _battery,
    "disk": _disk,
    "memory": _memory,
    "processor": _processor,
    "address": _address,
    "uptime": _uptime,
}


def _size(n_bytes: int) -> str:
    if n_bytes >= _TERA:
        return f"{_number(n_bytes / _TERA)} terabytes"
    return f"{_number(n_bytes / _GIGA)} gigabytes"


def _number(amount: float) -> str:
    """Few digits, as one says it: "3.5", "120"."""
    return f"{amount:.0f}" if amount >= _SMALL else f"{amount:.1f}".removesuffix(".0")
