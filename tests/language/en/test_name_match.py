"""Unit: a name as it was heard goes in, accept, ask or refuse comes out."""

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from jarvis_voice.language.en.name_match import MatchVerdict, Named, NameIndex
from jarvis_voice.language.en.name_sound import name_variants, sound_key, sound_keys, squeeze

pytestmark = pytest.mark.unit

APPS = NameIndex(
    [
        Named("Firefox", 1, weak=("Web Browser", "browser")),
        Named("Files", 2, also=("nautilus",)),
        Named("Text Editor", 3, weak=("notepad",)),
        Named("Terminal", 4),
        Named("GIMP", 5, also=("GNU Image Manipulation Program",)),
        Named("4chan", 6),
    ]
)
TWO_BROWSERS = NameIndex(
    [Named("Firefox", 1, weak=("browser",)), Named("Brave", 2, (), ("browser",))]
)


def test_a_name_much_shorter_than_what_was_heard_is_not_offered() -> None:
    sites = NameIndex([Named("ICANN", 1, also=("i can",))])
    assert sites.find("the Vatican").verdict is MatchVerdict.REFUSE
    assert sites.find("i can").accepted is not None


@pytest.mark.parametrize(
    ("heard", "name"),
    [
        ("firefox", "Firefox"),
        ("fire fox", "Firefox"),
        ("Firefox.", "Firefox"),
        ("the Firefox app", "Firefox"),
        ("fire fux", "Firefox"),
        ("phire fox", "Firefox"),
        ("browser", "Firefox"),
        ("the web browser", "Firefox"),
        ("nautilus", "Files"),
        ("text editor", "Text Editor"),
        ("tax editor", "Text Editor"),
        ("terminals", "Terminal"),
        ("g i m p", "GIMP"),
        ("gee eye em pea", "GIMP"),
        ("four chan", "4chan"),
    ],
)
def test_a_name_is_accepted(heard: str, name: str) -> None:
    match = APPS.find(heard)
    assert match.accepted is not None
    assert match.accepted.name == name


@pytest.mark.parametrize("heard", ["fireworks", "turn a mill", "filed"])
def test_a_near_name_is_asked_about(heard: str) -> None:
    match = APPS.find(heard)
    assert (match.verdict, match.accepted, bool(match.candidates)) == (MatchVerdict.ASK, None, True)


@pytest.mark.parametrize("heard", ["", "the garage door", "a", "yesterday", "?!", "\u2603"])
def test_a_far_name_is_refused(heard: str) -> None:
    match = APPS.find(heard)
    assert (match.verdict, match.candidates) == (MatchVerdict.REFUSE, ())


SCHOOLS = NameIndex(
    [
        Named("Kyoto University", 1),
        Named("Harvard University", 2),
        Named("Deutsche Bahn", 3),
        Named("The Guardian", 4),
    ]
)


@pytest.mark.parametrize(
    ("heard", "verdict"),
    [
        ("Ghent University", MatchVerdict.REFUSE),
        ("Kiel University", MatchVerdict.REFUSE),
        ("Kyodo university", MatchVerdict.ACCEPT),
        ("Haward university", MatchVerdict.ACCEPT),
        ("deutsche bank", MatchVerdict.ASK),
        ("the guardian news", MatchVerdict.ACCEPT),
    ],
)
def test_a_word_for_many_makes_no_names_alike(heard: str, verdict: MatchVerdict) -> None:
    assert SCHOOLS.find(heard).verdict is verdict


def test_a_tie_is_asked_about() -> None:
    match = TWO_BROWSERS.find("the browser")
    assert match.verdict is MatchVerdict.ASK
    assert {candidate.name for candidate in match.candidates} == {"Firefox", "Brave"}


def test_short_names_need_to_be_exact() -> None:
    index = NameIndex([Named("MIT", 1), Named("X", 2)])
    assert index.find("mit").accepted
    for heard in ("emit", "kit", "mitt", "ax", "my tea"):
        assert index.find(heard).verdict is MatchVerdict.REFUSE


@given(st.lists(st.text(string.ascii_letters + string.digits + " .'&", min_size=1, max_size=20)))
def test_every_entry_matches_itself(names: list[str]) -> None:
    by_spelling = {squeeze(name): name for name in names if squeeze(name)}
    index = NameIndex([Named(name, name) for name in by_spelling.values()])
    for name in by_spelling.values():
        match = index.find(name)
        assert match.accepted is not None
        assert match.accepted.name == name


@given(st.text(max_size=40))
@example("\U0001d756")
def test_squeezing_is_idempotent_and_nothing_breaks(text: str) -> None:
    assert squeeze(squeeze(text)) == squeeze(text)
    sound_key(squeeze(text))
    assert "" not in name_variants(text)


@pytest.mark.parametrize(
    ("one", "two"),
    [("github", "gethub"), ("firefox", "phirefocks"), ("knight", "night"), ("debian", "debbian")],
)
def test_names_that_sound_alike_share_a_key(one: str, two: str) -> None:
    assert sound_key(one) == sound_key(two)


@pytest.mark.parametrize("heard", ["jithab.com", "openjithab.com", "OpenGoodhub.com", "gethub.com"])
def test_an_address_is_found_by_its_sound_and_behind_a_glued_verb(heard: str) -> None:
    hosts = NameIndex([Named("github.com", 1), Named("gitlab.com", 2), Named("php.net", 3)])
    match = hosts.find(heard)
    assert match.accepted is not None
    assert match.accepted.name == "github.com"


@pytest.mark.parametrize("heard", ["openshift.com", "openvpn.net", "open.github.example.com"])
def test_an_address_of_its_own_that_begins_with_open_is_no_other(heard: str) -> None:
    hosts = NameIndex([Named("github.com", 1), Named("php.net", 2), Named("openshift.com", 3)])
    accepted = hosts.find(heard).accepted
    assert accepted is None or accepted.name == heard


def test_a_g_before_e_i_or_y_has_two_sounds() -> None:
    assert set(sound_keys("github")) & set(sound_keys("jithub"))
    assert len(sound_keys("google")) == 1


def test_names_that_resemble_one_come_nearest_first_as_they_are_spelt() -> None:
    names = NameIndex(
        [Named("GitHub", 1, ("git hub",)), Named("GitLab", 2), Named("Wikipedia", 3, ("the wiki",))]
    )
    assert names.resembling("jithab", 2) == ("GitHub", "GitLab")
    assert names.resembling("wicked idiot", 1) == ("Wikipedia",)
    assert names.resembling("", 3) == ()


@pytest.mark.parametrize("heard", ["M I T", "em eye tee", "my T", "my T's", "MIT's website"])
def test_letters_are_a_name_however_they_are_written(heard: str) -> None:
    match = NameIndex([Named("MIT", 1), Named("IBM", 2), Named("TED", 3)]).find(heard)
    assert match.accepted is not None
    assert match.accepted.name == "MIT"
