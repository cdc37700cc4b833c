"""`jarvis briefing feeds`: the feeds that are followed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jarvis_voice.cli.briefing_request import ask
from jarvis_voice.cli.output import err, out

if TYPE_CHECKING:
    from jarvis_voice.core.briefing_records import Feed

NO_FEEDS = "You follow none yet. Begin with: jarvis briefing feeds starter"

app = typer.Typer(no_args_is_help=True, help="List or change the feeds that you follow.")


@app.command("list")
def list_() -> None:
    """List your feeds: number, topic, title, address, and what is wrong with it."""
    found = _feeds()
    out.table(
        [
            (str(one.number), one.topic or "-", one.title or "-", one.url, one.problem)
            for one in found
        ]
    )
    if not found:
        out.tell(NO_FEEDS)


@app.command("add")
def add(
    url: Annotated[str, typer.Argument(help="Of an RSS, RDF, Atom or JSON feed.")],
    topic: Annotated[str, typer.Option("--topic", help="What it is about.")] = "",
    weight: Annotated[
        float, typer.Option("--weight", min=0, max=2, help="How much it counts; 1 is usual.")
    ] = 1.0,
) -> None:
    """Follow a feed, if it answers."""
    request = {"url": url, "topic": topic, "weight": weight}
    answer = ask("feed-add", request, lambda here: here.add_feed(_me(), url, topic, weight))
    body = answer if isinstance(answer, dict) else _shown(answer)
    out.tell(f"You follow {body['title'] or body['url']} from now on.")
    if body["problem"]:
        err.tell(f"jarvis: {body['problem']}")


@app.command("remove")
def remove(
    which: Annotated[str, typer.Argument(help="Its number or address.")],
) -> None:
    """Follow a feed no more."""
    answer = ask("feed-remove", {"which": which}, lambda here: here.remove_feed(_me(), which))
    body = answer if isinstance(answer, dict) else _shown(answer)
    out.tell(f"You follow {body['title'] or body['url']} no more.")


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="An OPML file.")],
) -> None:
    """Follow the feeds of an OPML file, as other feed readers write it."""
    from jarvis_voice.briefing.opml import LONGEST_OPML, is_whole, read_opml

    with file.open(encoding="utf-8", errors="replace") as opened:
        text = opened.read(LONGEST_OPML + 1)
    feeds, left_out = read_opml(text)
    if not feeds and not left_out:
        err.tell(f"jarvis: There is no feed in {file}. Is it an OPML file, in UTF-8?")
        raise typer.Exit(2)
    out.tell(f"{_keep(feeds)} feeds are new, of {len(feeds)} in the file.")
    if left_out:
        err.tell(f"jarvis: {left_out} were left out: they came twice, or have no public address.")
    if len(text) > LONGEST_OPML:
        err.tell(f"jarvis: Only the first {LONGEST_OPML:,} characters of the file were read.")
    elif not is_whole(text):
        err.tell("jarvis: The file is cut off: feeds behind its last line are not in it.")


@app.command("export")
def export(
    file: Annotated[
        Path | None, typer.Argument(help="Where to; without one it is printed.")
    ] = None,
) -> None:
    """Write your feeds as OPML."""
    from jarvis_voice.briefing.opml import write_opml

    text = write_opml(_feeds(), "Feeds of Jarvis Voice")
    if file is None:
        out(text.rstrip())
        return
    file.write_text(text, encoding="utf-8")
    out.tell(f"Written to {file}.")


@app.command("starter")
def starter(
    topics: Annotated[
        list[str] | None, typer.Argument(help="Topics to follow; without any they are listed.")
    ] = None,
) -> None:
    """List the feeds of the starter list by topic, or follow those of some topics."""
    from jarvis_voice.briefing.feed_list import starter_list

    shipped = starter_list()
    state = "checked" if shipped.is_checked else "not checked"
    if not topics:
        out.tell(f"Listed on {shipped.listed_on}, {state}.")
        out.tell("Follow those of a topic: jarvis briefing feeds starter world")
        out.table([(one.topic, one.title, one.url) for one in shipped.feeds])
        return
    if unknown := set(topics) - set(shipped.topics):
        known = ", ".join(shipped.topics)
        err.tell(f"There is no topic {', '.join(sorted(unknown))}. Use: {known}.")
        raise typer.Exit(2)
    wanted = [one for one in shipped.feeds if one.topic in topics]
    out.tell(f"{_keep(wanted)} feeds are new. The list is {state}: see jarvis briefing feeds check")


@app.command("check")
def check(
    from_starter: Annotated[
        bool, typer.Option("--starter", help="Those of the starter list instead of yours.")
    ] = False,
) -> None:
    """Ask each feed now, and tell which answer and how many entries they have."""
    import asyncio

    from jarvis_voice.briefing.feed_list import starter_list

    feeds = starter_list().feeds if from_starter else _feeds()
    if not feeds:
        out.tell(NO_FEEDS)
    asked = asyncio.run(_checked(feeds))
    rows = []
    for one in asked:
        said = f"{one.parsed.n_entries} entries" if one.parsed else "no answer"
        rows.append((one.feed.title or "-", one.feed.url, said, one.feed.problem))
    out.table(rows)
    if any(one.feed.problem for one in asked):
        raise typer.Exit(1)


async def _checked(feeds: Sequence[Feed]) -> list[Any]:
    from jarvis_voice.app.briefing_factory import feed_reader, real_edge
    from jarvis_voice.briefing.feed_list import checked
    from jarvis_voice.core.clock import SystemClock

    return await checked(feeds, feed_reader(real_edge()), SystemClock().now())


def _feeds() -> list[Feed]:
    from jarvis_voice.briefing.ledger import feeds_in
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.factory import make_reader

    return feeds_in(make_reader(find_paths()).briefing_rows(_me(), "feed"))


def _keep(feeds: Sequence[Feed]) -> int:
    rows = [[one.url, one.title, one.topic] for one in feeds]
    answer = ask("feeds-keep", {"feeds": rows}, lambda here: here.keep_feeds(_me(), feeds))
    return int(answer["new"] if isinstance(answer, dict) else answer)


def _shown(feed: Feed) -> dict[str, str]:
    return {"title": feed.title, "url": feed.url, "problem": feed.problem}


def _me() -> str:
    from jarvis_voice.core.types import ME

    return ME
