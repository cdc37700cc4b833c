"""Unit: what the user's own words point at."""

from pathlib import Path

import pytest
from tools.schedule_home import knowledge as everyday

from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import Link, Source

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    return Knowledge.load(find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("empty"))}))


@pytest.mark.parametrize(
    ("text", "source", "links"),
    [
        ("open MIT's website", "stdin", [Link("MIT", "https://www.mit.edu/", "sites")]),
        ("open github dot com", "stdin", [Link("github.com", "https://github.com/", "spoken")]),
        ("open gethub.com", "stdin", [Link("gethub.com", "https://gethub.com/", "spoken")]),
        ("open gethub.com", "voice", [Link("GitHub", "https://github.com/", "sites")]),
        ("open gethub.com", "key", [Link("GitHub", "https://github.com/", "sites")]),
        (
            "summarize https://example.org/a",
            "stdin",
            [Link("example.org", "https://example.org/a", "spoken")],
        ),
        ("send mail to ana at example dot com", "stdin", []),
        ("search for github", "stdin", []),
        ("launch github", "stdin", []),
        ("what is github dot com", "stdin", []),
        ("open http://127.0.0.1/", "stdin", []),
        ("hello", "voice", []),
    ],
)
def test_links_are_named_by_requests_to_open(
    knowledge: Knowledge, text: str, source: Source, links: list[Link]
) -> None:
    assert list(knowledge.read(text, source=source).links) == links


@pytest.mark.parametrize(
    ("text", "offer", "goal"),
    [
        ("yes", "open GitHub's website", "open GitHub's website"),
        ("Yes, please.", "open GitHub's website", "open GitHub's website"),
        ("go ahead", "open GitHub's website", "open GitHub's website"),
        ("yes", "", "yes"),
        ("no", "open GitHub's website", "no"),
        ("open MIT's website", "open GitHub's website", "open MIT's website"),
    ],
)
def test_a_plain_yes_stands_for_the_offer(
    knowledge: Knowledge, text: str, offer: str, goal: str
) -> None:
    assert knowledge.read(text, offer=offer).text == goal


def test_the_users_own_sites_and_sentences_are_known(paths: Paths) -> None:
    write(
        paths.user_sites,
        '[[site]]\nname = "My school"\nurl = "https://school.example.org/"\n',
    )
    write(
        paths.user_sentences / "mine.yaml",
        "language: en\nintents:\n  open_website:\n    data:\n      - sentences: ['homework time']\n"
        "        slots: {name: 'My school'}\n",
    )
    knowledge = Knowledge.load(paths)
    assert [link.url for link in knowledge.read("homework time").links] == [
        "https://school.example.org/"
    ]


def test_a_mistake_of_the_users_is_an_error_that_names_the_file(paths: Paths) -> None:
    write(paths.user_sites, "[[site]\n")
    with pytest.raises(ConfigError) as caught:
        Knowledge.load(paths)
    assert str(paths.user_sites) in caught.value.message


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("source", ["voice", "key"])
def test_a_heard_address_that_is_not_known_is_not_named(
    knowledge: Knowledge, source: Source
) -> None:
    assert knowledge.read("open openjitsa.com", source=source).links == ()
    assert knowledge.read("open openmail.com", source=source).links == ()
    [known] = knowledge.read("open gethub.com", source=source).links
    assert known.url == "https://github.com/"


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("open GitHub and then GitLab", [True, True]),
        ("open GitHub and then blargle the frobnitz", [True, False]),
        ("open GitHub and then open the frobnitz website", [True, True]),
    ],
)
def test_a_part_without_a_verb_opens_only_what_is_known(
    knowledge: Knowledge, text: str, understood: list[bool]
) -> None:
    assert [part.intent is not None for part in knowledge.read(text).parts] == understood


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("open GitHub", True),
        ("open get hop", False),
        ("open GitHub and take a screenshot", True),
        ("open GitHub and then open the frobnitz website", False),
        ("what time is it", True),
        ("go to github.com", True),
        ("can I get a large latte", False),
    ],
)
def test_what_is_understood_without_doubt(
    knowledge: Knowledge, text: str, understood: bool
) -> None:
    assert knowledge.read(text).is_understood is understood


@pytest.mark.parametrize(
    ("text", "name", "slots"),
    [
        ("I live in Leeds now", "set_profile", {"field": "city", "value": "Leeds"}),
        ("we are living in New York these days", "set_profile", {"value": "New York"}),
        ("timer 20 minutes for the laundry", "set_timer", {"name": "laundry"}),
        ("time four minutes for my eggs", "set_timer", {"name": "eggs", "length": "four minutes"}),
        ("what flowers does my sister like", "recall", {"about": "sister"}),
        ("what else did I put on my packing list", "read_notes", {"list": "packing"}),
    ],
)
def test_what_is_said_beside_the_words_that_count_is_no_part_of_them(
    text: str, name: str, slots: dict[str, str]
) -> None:
    [part] = everyday().read(text).parts
    assert part.intent is not None
    assert part.intent.name == name
    assert slots.items() <= part.intent.slots.items()
