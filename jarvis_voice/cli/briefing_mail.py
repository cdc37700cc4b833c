"""`jarvis briefing send` and `jarvis briefing recipients`: briefings by mail."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from jarvis_voice.cli.briefing_request import ask
from jarvis_voice.cli.output import err, out

app = typer.Typer(
    no_args_is_help=True,
    help="Addresses that briefings may be mailed to.\n\nEach is confirmed by a code that is mailed "
    "there. How mail goes out is set in [mail] of the settings.",
)

_Address = Annotated[str, typer.Argument(help="An address of mail.")]


@app.command("add")
def add(address: _Address) -> None:
    """Mail a code to an address; `confirm` takes it back."""
    from jarvis_voice.core.types import ME

    answer = ask(
        "recipient-add", {"address": address}, lambda here: here.add_recipient(ME, address)
    )
    known = answer["address"] if isinstance(answer, dict) else answer.address
    out.tell(f"A code went to {known}. Type it: jarvis briefing recipients confirm {known} CODE")


@app.command("confirm")
def confirm(
    address: _Address,
    code: Annotated[str, typer.Argument(help="The code that was mailed there.")],
) -> None:
    """Confirm an address by the code that was mailed there."""
    from jarvis_voice.core.types import ME

    request = {"address": address, "code": code}
    answer = ask(
        "recipient-confirm", request, lambda here: here.confirm_recipient(ME, address, code)
    )
    known = answer["address"] if isinstance(answer, dict) else answer.address
    out.tell(f"{known} is confirmed. Send a briefing: jarvis briefing send")


@app.command("list")
def list_() -> None:
    """List the addresses, and which of them are confirmed."""
    from jarvis_voice.briefing.ledger import recipients_in
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    found = recipients_in(make_reader(find_paths()).briefing_rows(ME, "recipient"))
    for one in found:
        when = "waits for its code"
        if one.confirmed_at:
            when = f"confirmed {one.confirmed_at.astimezone():%Y-%m-%d}"
        out(f"{one.address}\t{when}")
    if not found:
        out.tell("There is none. Add one: jarvis briefing recipients add ADDRESS")


@app.command("remove")
def remove(address: _Address) -> None:
    """Forget an address."""
    from jarvis_voice.core.types import ME

    answer = ask(
        "recipient-remove", {"address": address}, lambda here: here.remove_recipient(ME, address)
    )
    was_there = answer["removed"] if isinstance(answer, dict) else answer
    out.tell(f"{address} is forgotten." if was_there else f"{address} was not there.")


def send(
    number: Annotated[
        int | None, typer.Argument(min=1, help="As `jarvis briefing list` shows it.")
    ] = None,
    to: Annotated[str, typer.Option("--to", help="Only this confirmed address.")] = "",
) -> None:
    """Mail a briefing, the newest where none is named, to the addresses that are confirmed.

    Nothing is mailed twice. Where it is not known whether a mail went out, you are told, and it is
    not sent again.

    Exit code: 1 when a mail was not sent, or perhaps not.
    """
    from jarvis_voice.core.mail_records import delivery_told
    from jarvis_voice.core.types import ME

    answer: Any = ask(
        "briefing-send",
        {"number": number or 0, "to": to},
        lambda here: here.send(ME, number or 0, to),
    )
    if isinstance(answer, dict):
        told = [(str(one["state"]), str(one["told"])) for one in answer["deliveries"]]
    else:
        told = [(one.state, delivery_told(one)) for one in answer]
    for state, line in told:
        (out if state == "sent" else err)(line[:1].upper() + line[1:])
    if any(state != "sent" for state, _ in told):
        raise typer.Exit(1)
