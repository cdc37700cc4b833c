"""Flow: `jarvis briefing` from the first feed to why a story is told, on a server of the test."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from briefing.newsroom import BATTERY, FERRY, FeedServer, Item
from typer.testing import CliRunner

from jarvis_voice.app import briefing_factory
from jarvis_voice.cli.main import app
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.paths import Paths
from jarvis_voice.store.factory import make_reader
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints

pytestmark = pytest.mark.flow


@pytest.fixture
def server(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Iterator[FeedServer]:
    now = datetime.now(UTC)
    with FeedServer() as server:
        server.article("daily.org/cells", "Battery plant opens", *BATTERY)
        server.article("daily.org/ferry", "Ferry aground", *FERRY)
        server.rss(
            "daily.org/feed",
            "Daily",
            Item("https://daily.org/cells", "Battery plant opens", BATTERY[0], 1),
            Item("https://daily.org/ferry", "Ferry aground", FERRY[0], 2),
            now=now,
        )
        edge = Edge(Endpoints(page_hosts=server.hosts, open_meteo=server.url))
        monkeypatch.setattr(briefing_factory, "real_edge", lambda: edge)
        yield server


def said(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["briefing", *words])
    if isinstance(done.exception, JarvisError):
        assert code == 1
        return done.exception.message
    assert done.exit_code == code, done.output
    return done.output


def test_the_way_of_a_new_user(server: FeedServer, tmp_path: Path) -> None:
    assert "You follow no feeds yet" in said(code=1)
    assert said("feeds", "add", "daily.org/feed", "--topic", "world") == (
        "You follow Daily from now on.\n"
    )
    assert "world\tDaily\thttps://daily.org/feed" in said("feeds", "list")
    told = said()
    assert "1. Battery plant opens" in told
    assert BATTERY[0] in told
    assert "[1] daily.org  https://daily.org/cells" in told
    assert said("show") == told
    assert said("show", "1") == told
    assert said("list").split("\t")[2] == "2 stories"
    why = said("why", "1")
    assert why.startswith("Battery plant opens\n")
    assert "one source" in why
    assert "2 entries of 1 feeds" in said("runs")
    assert "1 of 1 runs succeeded (100%)" in said("runs")
    assert said("cost") == "1 runs, and none asked a language model: they cost nothing.\n"
    scores = said("quality").splitlines()
    assert [one.split("\t")[0] for one in scores] == ["Briefing 1", "1", "2"]
    assert all("accuracy 1.00" in one and "passed by rule" in one for one in scores)
    assert json.loads(said("show", "--json"))["quality"]["accuracy"] == 1.0
    assert "<h2>Battery plant opens</h2>" in said("show", "--html")
    assert "## Battery plant opens" in said("show", "--md")
    assert len(json.loads(said("show", "--json"))["stories"]) == 2
    assert "There is nothing new" in said()
    assert "told and left out" in said("why", "9", code=1)
    file = tmp_path / "feeds.opml"
    said("feeds", "export", str(file))
    assert said("feeds", "remove", "1") == "You follow Daily no more.\n"
    assert said("feeds", "import", str(file)).startswith("1 feeds are new, of 1")
    assert "1 feeds" not in said("feeds", "check")
    assert said("mute", "ferry") == "ferry is left out from now on.\n"


@pytest.mark.usefixtures("paths")
@pytest.mark.parametrize("text", ["", "shopping: milk", "<opml><body/></opml>", "<![x"])
def test_a_file_without_feeds_is_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "feeds.opml"
    file.write_text(text, encoding="utf-8")
    assert "There is no feed in" in said("feeds", "import", str(file), code=2)


def test_a_topic_by_name(server: FeedServer) -> None:
    said("feeds", "add", "daily.org/feed")
    told = json.loads(said("--about", "ferry", "--json"))
    assert [one["title"] for one in told["stories"]] == ["Ferry aground"]
    assert "There are none" in said("topics")


def test_prepared_and_shown_later(server: FeedServer) -> None:
    said("feeds", "add", "daily.org/feed")
    assert said("prepare") == "Briefing 1 is ready. See: jarvis briefing show\n"
    assert BATTERY[0] in said("show")


def test_what_is_not_there_is_said(server: FeedServer) -> None:
    assert "There is no briefing yet" in said("list")
    assert "There was no run yet" in said("runs")
    said("show", code=1)
    said("show", "--html", "--md", code=1)
    assert "You follow none yet" in said("feeds", "list")
    assert "not checked" in said("feeds", "starter")
    said("feeds", "starter", "nosuch", code=2)
    assert "feeds are new" in said("feeds", "starter", "science")


def test_who_is_forgotten_leaves_no_briefing(server: FeedServer, paths: Paths) -> None:
    said("feeds", "add", "daily.org/feed")
    said()
    assert CliRunner().invoke(app, ["forget", "--all", "--yes"]).exit_code == 0
    reader = make_reader(paths)
    assert reader.briefing_runs("me", 9) == []
    assert reader.briefing_rows("me", "feed") == []
    assert b"solid state batteries" not in paths.database.read_bytes()
