"""Flow: a briefing is mailed from the command line, by a mail server of the test."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from aiosmtpd.controller import Controller
from briefing.newsroom import BATTERY, FeedServer, Item
from cli.test_briefing import said
from doors.http.served_http import free_port
from tools.mail.post_office import PASSWORD, PostOffice, authenticated
from typer.testing import CliRunner

from jarvis_voice.app import briefing_factory
from jarvis_voice.cli.main import app
from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints

pytestmark = pytest.mark.flow


@pytest.fixture
def office(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    """A mail server on a thread, as the settings have it; and a feed."""
    office = PostOffice()
    port = free_port()
    controller = Controller(
        office,
        "127.0.0.1",
        port,
        authenticator=authenticated,
        auth_required=True,
        auth_require_tls=False,
    )
    controller.start()
    paths.config.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(
        f'[mail]\nway = "smtp"\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
        'user = "me"\nsender = "jarvis@example.org"\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("SMTP_PASSWORD", PASSWORD)
    with FeedServer() as server:
        server.article("daily.org/cells", "Battery plant opens", *BATTERY)
        item = Item("https://daily.org/cells", "Battery plant opens", BATTERY[0], 1)
        server.rss("daily.org/feed", "Daily", item, now=datetime.now(UTC))
        edge = Edge(Endpoints(page_hosts=server.hosts, open_meteo=server.url))
        monkeypatch.setattr(briefing_factory, "real_edge", lambda: edge)
        yield office
    controller.stop()


def test_from_the_first_address_to_the_mail(office: PostOffice) -> None:
    ana = "ana@example.com"
    said("feeds", "add", "daily.org/feed")
    said("prepare")
    assert "No address is confirmed yet" in said("send", code=1)
    assert said("recipients", "list").startswith("There is none")
    assert "A code went to ana@example.com." in said("recipients", "add", ana)
    assert said("recipients", "list") == f"{ana}\twaits for its code\n"
    assert "is not confirmed yet" in said("send", "--to", ana, code=1)
    found = re.search(r"\d{6}", office.mails[0].get_content())
    assert found
    assert "That is not the code" in said("recipients", "confirm", ana, "000000", code=1)
    assert f"{ana} is confirmed." in said("recipients", "confirm", ana, found[0])
    assert said("send") == f"Sent to {ana}\n"
    again = f"Sent to {ana} before, so it was not sent again\n"
    assert said("send", "1", "--to", ana) == again
    assert len(office.mails) == 2
    text, html = office.mails[1].iter_parts()
    assert BATTERY[0] in text.get_content()
    assert BATTERY[0] in html.get_content()
    assert "There is no such briefing" in said("send", "9", code=1)
    assert said("recipients", "remove", ana) == f"{ana} is forgotten.\n"


def test_a_refusal_is_told(office: PostOffice) -> None:
    office.recipient_answer = "550 nobody of that name"
    assert "refused the mail (550 nobody of that name)" in said(
        "recipients", "add", "ana@example.com", code=1
    )
    assert said("recipients", "list").startswith("There is none")


def test_without_a_way_it_is_said_how_to_set_one(paths: Paths) -> None:
    assert not paths.config_file.exists()
    done = CliRunner().invoke(app, ["briefing", "recipients", "add", "ana@example.com"])
    assert "jarvis config set mail.way smtp" in str(done.exception)
