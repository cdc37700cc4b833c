"""Unit: names as they are heard go in, sites of the shipped table and the user's come out."""

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.types import Link
from jarvis_voice.language.en.name_match import MatchVerdict
from jarvis_voice.tools.web.sites import SiteTable, read_sites

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> SiteTable:
    return SiteTable.load(find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("empty"))}))


def test_the_table_is_large_and_every_address_is_safe() -> None:
    sites = read_sites(shipped("config/sites.toml"))
    assert len(sites) >= 300
    for site in sites:
        assert safe_url(site.value).url in {site.value, site.value + "/"}


def test_every_name_of_every_site_finds_that_site(table: SiteTable) -> None:
    wrong = [
        name
        for site in read_sites(shipped("config/sites.toml"))
        for name in (site.name, *site.also)
        if (link := table.find(name).link) is None or link.title != site.name
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("heard", "url"),
    [
        ("MIT", "https://www.mit.edu/"),
        ("MIT's", "https://www.mit.edu/"),
        ("MITs", "https://www.mit.edu/"),
        ("MITS", "https://www.mit.edu/"),
        ("M.I.T.'s", "https://www.mit.edu/"),
        ("M I T's", "https://www.mit.edu/"),
        ("em eye tee", "https://www.mit.edu/"),
        ("the MIT website", "https://www.mit.edu/"),
        ("Massachusetts Institute of Technology", "https://www.mit.edu/"),
        ("massachusetts institute of technologies", "https://www.mit.edu/"),
        ("mit.edu", "https://www.mit.edu/"),
        ("get hub dot com", "https://github.com/"),
        ("gethub.com", "https://github.com/"),
        ("git hub", "https://github.com/"),
        ("github dot com", "https://github.com/"),
        ("u tube", "https://www.youtube.com/"),
        ("bee bee see", "https://www.bbc.com/"),
        ("the guardian", "https://www.theguardian.com/"),
        ("harverd", "https://www.harvard.edu/"),
        ("hugging phase", "https://huggingface.co/"),
        ("num pie", "https://numpy.org/"),
        ("usps", "https://www.usps.com/"),
        ("McDonald", "https://www.mcdonalds.com/"),
    ],
)
def test_what_was_heard_finds_the_site(table: SiteTable, heard: str, url: str) -> None:
    link = table.find(heard).link
    assert link is not None
    assert (link.url, link.origin) == (url, "sites")


@pytest.mark.parametrize(
    "heard",
    ["my tea's", "the door", "bank of nowhere", "cats", "kit", "smit", "bang", "switch", "email"],
)
def test_what_is_not_certain_opens_nothing(table: SiteTable, heard: str) -> None:
    match = table.find(heard)
    assert match.link is None
    assert match.verdict is not MatchVerdict.ACCEPT


def test_a_heard_address_that_sounds_like_a_site_is_that_site(table: SiteTable) -> None:
    heard = table.hearing_of(Link("gethub.com", "https://gethub.com/", "spoken"))
    assert heard.url == "https://github.com/"


@pytest.mark.parametrize(
    "url", ["https://docs.python.org/3/library", "https://github.com/a/b", "https://example.com/"]
)
def test_any_other_heard_address_stays_as_it_is(table: SiteTable, url: str) -> None:
    link = Link("a page", url, "spoken")
    assert table.hearing_of(link) == link


def test_the_users_sites_win(paths: Paths) -> None:
    paths.config.mkdir(parents=True)
    paths.user_sites.write_text(
        '[[site]]\nname = "My school"\nalso = ["MIT"]\nurl = "https://school.example.edu/"\n'
        '[[site]]\nname = "GitHub"\nurl = "https://git.example.org/"\n'
    )
    table = SiteTable.load(paths)
    found = {name: table.find(name).link for name in ("my school", "mit", "github", "gitlab")}
    assert {name: link.url if link else "" for name, link in found.items()} == {
        "my school": "https://school.example.edu/",
        "mit": "https://school.example.edu/",
        "github": "https://git.example.org/",
        "gitlab": "https://gitlab.com/",
    }


def test_a_users_name_is_found_without_its_the(paths: Paths) -> None:
    paths.config.mkdir(parents=True)
    paths.user_sites.write_text(
        '[[site]]\nname = "My school"\nalso = ["the college", "The", "theatre club"]\n'
        'url = "https://school.example.edu/"\n'
        '[[site]]\nname = "The Old Mill"\nurl = "https://mill.example.org/"\n'
    )
    table = SiteTable.load(paths)
    heard = ("college", "the college", "old mill", "the old mill", "theatre club")
    found = {name: table.find(name).link for name in heard}
    assert {name: link.title if link else "" for name, link in found.items()} == {
        "college": "My school",
        "the college": "My school",
        "old mill": "The Old Mill",
        "the old mill": "The Old Mill",
        "theatre club": "My school",
    }


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ('[[site]]\nname = "Nas"\nurl = "http://nas.local/"\n', '"Nas"'),
        ('[[site]]\nname = "Nas"\nurl = "http://192.168.1.2/"\n', '"Nas"'),
        ('[[site]]\nname = "Nas"\n', '"Nas"'),
        ('[[site]]\nname = "Nas"\nlink = "x"\nurl = "https://a.example.com/"\n', '"link"'),
        ('[[site]]\nname = "Nas"\nalso = "x"\nurl = "https://a.example.com/"\n', '"Nas"'),
        ('[[site]]\nurl = "https://a.example.com/"\n', "Site 1"),
        ('[[site]]\nname = "!"\nurl = "https://a.example.com/"\n', '"!"'),
        ("site = 3\n", "[[site]]"),
        ("site = [3]\n", "Site 1"),
        ('[sites]\nname = "x"\n', "[[site]]"),
        ("[[site]\n", "line 1"),
    ],
)
def test_a_mistake_in_the_users_file_is_named(paths: Paths, content: str, named: str) -> None:
    paths.config.mkdir(parents=True)
    paths.user_sites.write_text(content)
    with pytest.raises(ConfigError) as caught:
        SiteTable.load(paths)
    assert named in caught.value.message
    assert "sites.toml" in caught.value.message
