"""`jarvis briefing`: makes and shows briefings, and tells why a story is in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli import briefing_feeds, briefing_mail
from jarvis_voice.cli.briefing_request import ask
from jarvis_voice.cli.output import err, out

if TYPE_CHECKING:
    from jarvis_voice.briefing.views import ViewKind
    from jarvis_voice.core.briefing_records import Briefing, BriefingRun

AsHtml = Annotated[bool, typer.Option("--html", help="Print a page of HTML.")]
AsMarkdown = Annotated[bool, typer.Option("--md", help="Print Markdown.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
SHOWN = 20
LISTED = 50

app = typer.Typer(
    invoke_without_command=True,
    help="What is new, from the feeds that you follow: a few stories, each sentence with its "
    "source.\n\nWithout a command it makes a briefing now and prints it. First: jarvis briefing "
    "feeds add URL, or jarvis briefing feeds starter world.",
)
app.add_typer(briefing_feeds.app, name="feeds")
app.add_typer(briefing_mail.app, name="recipients")
app.command("send")(briefing_mail.send)


@app.callback()
def briefing(
    context: typer.Context,
    about: Annotated[
        list[str] | None, typer.Option("--about", help="Only this topic; can be repeated.")
    ] = None,
    as_html: AsHtml = False,
    as_markdown: AsMarkdown = False,
    as_json: AsJson = False,
) -> None:
    """Make a briefing now and print it."""
    if context.invoked_subcommand:
        return
    number = _made(tuple(about or ()))
    _print(_found(number), _kind(as_html, as_markdown, as_json))


@app.command("prepare")
def prepare() -> None:
    """Make a briefing now, to be told or shown later."""
    number = _made(())
    out.tell(f"Briefing {number} is ready. See: jarvis briefing show")


@app.command("list")
def list_() -> None:
    """List the briefings that are kept, the newest first: number, when, how many stories."""
    made = [one for one in runs() if one.briefing]
    rows = []
    for run in made:
        stories = run.briefing.stories if run.briefing else ()
        when = f"{run.started_at.astimezone():%Y-%m-%d %H:%M}"
        about = f"about {', '.join(run.topics)}" if run.topics else "all"
        rows.append((str(run.number), when, f"{len(stories)} stories", about))
    out.table(rows)
    if not made:
        out.tell("There is no briefing yet. Make one: jarvis briefing")


@app.command("show")
def show(
    number: Annotated[
        int | None, typer.Argument(min=1, help="As `jarvis briefing list` shows it.")
    ] = None,
    as_html: AsHtml = False,
    as_markdown: AsMarkdown = False,
    as_json: AsJson = False,
) -> None:
    """Show a briefing again; the newest one where none is named."""
    _print(_found(number), _kind(as_html, as_markdown, as_json))


@app.command("why")
def why(
    position: Annotated[int, typer.Argument(min=1, help="Of the story: 1 is the first.")],
    briefing_number: Annotated[
        int | None, typer.Option("--briefing", min=1, help="Not the newest one.")
    ] = None,
) -> None:
    """Tell why a story is in a briefing: its score and the reasons for it.

    Numbers behind the last story are those that were left out, the best first.
    """
    from jarvis_voice.briefing.views import reasons_shown

    made = _found(briefing_number)
    scored = [*(one.scored for one in made.stories), *made.left_out]
    if position > len(scored):
        err.tell(f"That briefing has {len(scored)} stories, told and left out.")
        raise typer.Exit(1)
    for line in reasons_shown(scored[position - 1]):
        out(line)


@app.command("topics")
def topics() -> None:
    """List the topics that stories are scored by, and how many stories of the newest serve each."""
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths

    wanted = load_config(find_paths()).briefing.topics
    newest = next((one.briefing for one in runs() if one.briefing), None)
    for topic in wanted:
        stories = newest.stories if newest else ()
        out(f"{topic}\t{sum(one.topic == topic for one in stories)} in the newest briefing")
    if not wanted:
        out.tell("There are none, so all is wanted. They are the setting briefing.topics.")


@app.command("runs")
def runs_() -> None:
    """List the runs, the newest first, with each step, its time and what it answered.

    The last line tells how many of the runs that are kept succeeded.
    """
    from jarvis_voice.briefing.run_views import run_shown, runs_in_sum

    found = runs()
    for run in found[:SHOWN]:
        for line in run_shown(run):
            out(line)
    out.tell(runs_in_sum(found) if found else "There was no run yet.")


@app.command("quality")
def quality(
    number: Annotated[
        int | None, typer.Argument(min=1, help="As `jarvis briefing list` shows it.")
    ] = None,
) -> None:
    """Show how good a briefing is, and each of its stories: four scores from 0 to 1.

    By rule, accuracy (a sentence stands in the article that it names) and readability can fail a
    story, which is then replaced or left out. Coherence and completeness are told beside them.
    """
    from jarvis_voice.briefing.run_views import quality_shown

    for line in quality_shown(_found(number)):
        out(line)


@app.command("cost")
def cost() -> None:
    """Show what the runs cost that asked a language model, and the sum.

    Prices are those of the section "prices" of the settings.
    """
    from jarvis_voice.briefing.run_views import cost_shown
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.turn_costs import prices_of

    for line in cost_shown(runs(), prices_of(load_config(find_paths()))):
        out(line)


@app.command("mute")
def mute(
    value: Annotated[str, typer.Argument(help='A host ("example.org") or a word.')],
) -> None:
    """Leave out what a host tells, or what has a word in it."""
    from jarvis_voice.core.types import ME

    request = {"kind": "mute", "value": value}
    ask("taste", request, lambda here: here.note_taste(ME, "mute", value))
    out(f"{value} is left out from now on.")


def _made(about: tuple[str, ...]) -> int:
    from jarvis_voice.core.types import ME

    answer = ask("briefing", {"topics": list(about)}, lambda here: here.make(ME, about))
    return int(answer["number"] if isinstance(answer, dict) else answer)


def runs() -> list[BriefingRun]:
    """The runs of the owner that are kept, the newest first."""
    from jarvis_voice.briefing.ledger import runs_in
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    return runs_in(make_reader(find_paths()).briefing_runs(ME, LISTED))


def _found(number: int | None) -> Briefing:
    """A briefing by its number, or the newest.

    Raises:
        typer.Exit: There is none.
    """
    made = [one.briefing for one in runs() if one.briefing and number in {None, one.number}]
    if not made:
        err.tell("There is no such briefing. See: jarvis briefing list")
        raise typer.Exit(1)
    return made[0]


def _kind(as_html: bool, as_markdown: bool, as_json: bool) -> ViewKind:
    if as_html + as_markdown + as_json > 1:
        raise typer.BadParameter("Use one of --html, --md and --json.")
    if as_html:
        return "html"
    if as_markdown:
        return "markdown"
    return "json" if as_json else "text"


def _print(made: Briefing, kind: ViewKind) -> None:
    from jarvis_voice.briefing.views import viewed

    out(viewed(made, kind))
