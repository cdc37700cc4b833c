"""Flow: everyday sentences through the local planner, with the real grammar, sites and app list."""

import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from assistant.turns import (
    Mind,
    ScriptedPlanner,
    ScriptedSearch,
    ask,
    assistant_with,
    found,
    seen,
    ship_inert_tools,
    steps,
)

from jarvis_voice.assistant import replies
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.planning.plan import Finish
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Link, Origin
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.web.search import SearchResults
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow

MIT = "open_website https://www.mit.edu/"
GITHUB = "open_website https://github.com/"
SHOT = "I have taken a screenshot; it is saved as screen.png."
RANKING = Link("Best Engineering Schools", "https://www.usnews.com/best/engineering", "search")
OTHER_RANKING = Link("Top universities", "https://www.topuniversities.com/x", "search")
STANFORD = Link("Stanford University", "https://www.stanford.edu/", "search")
WIKIPEDIA = Link("Stanford University", "https://en.wikipedia.org/wiki/Stanford", "wikipedia")
OFFLINE = ToolError("search-offline", "The web search cannot be used now.")
APPS = {
    "firefox": "Name=Firefox Web Browser\nGenericName=Web Browser\nStartupWMClass=firefox",
    "spotify": "Name=Spotify",
    "calculator": "Name=Calculator",
    "files": "Name=Files",
    "text-editor": "Name=Text Editor",
    "terminal": "Name=Terminal",
}

Talk = Callable[..., AbstractAsyncContextManager[tuple[Assistant, list[Event]]]]


@pytest.fixture
def talk(paths: Paths, tmp_path: Path) -> Talk:
    folder = tmp_path / "data" / "applications"
    folder.mkdir(parents=True)
    for name, lines in APPS.items():
        entry = f"[Desktop Entry]\nType=Application\nExec=true\n{lines}\n"
        (folder / f"{name}.desktop").write_text(entry, encoding="utf-8")
    places = {"XDG_DATA_HOME": str(folder.parent), "XDG_DATA_DIRS": str(tmp_path / "none")}
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], **places}
    applications = Applications(env, "linux")
    tools = ship_inert_tools(ScriptedSearch(), applications)
    knowledge = Knowledge(compiled_grammar(paths, tools), SiteTable.load(paths), applications)

    @asynccontextmanager
    async def start(
        *results: SearchResults | ToolError,
    ) -> AsyncIterator[tuple[Assistant, list[Event]]]:
        search = ScriptedSearch(*results)
        registry = ship_inert_tools(search, knowledge.applications)
        planner = LocalPlanner(knowledge, registry)
        async with assistant_with(paths, planner, mind=Mind(knowledge, registry)) as parts:
            yield parts
        assert not search.script, "a search that was scripted was never made"

    return start


def outcomes(events: Sequence[Event]) -> list[str]:
    return [end["outcome"] for end in seen(events, "turn-ended")]


@pytest.mark.parametrize(
    ("sentence", "expected", "reply"),
    [
        ("open MIT's website", [MIT], "I have asked your browser for MIT's website."),
        ("Open M.I.T.'s website, please.", [MIT], "I have asked your browser for MIT's website."),
        ("open github dot com", [GITHUB], "I have asked your browser for github.com."),
        ("open github", [GITHUB], "I have asked your browser for GitHub's website."),
        ("launch firefox", ["open_app Firefox Web Browser"], "I have started Firefox Web Browser."),
        ("open the calculator", ["open_app Calculator"], "I have started Calculator."),
        ("take a screenshot", ["take_screenshot"], SHOT),
        (
            "what is 17 percent of 240",
            ["calculate 17 percent of 240"],
            "17 percent of 240 is 40.8.",
        ),
        ("hello", [], replies.GREETING),
        ("who are you", [], replies.WHO),
        ("what did I just ask you", [], replies.NOTHING_ASKED),
        ("say that again", [], replies.NOTHING_SAID),
        ("stop", [], replies.OKAY),
        ("never mind", [], replies.OKAY),
        ("thank you", [], replies.THANKS),
        ("unmute yourself", [], replies.UNMUTE),
        ("are you listening all the time", [], replies.LISTENS),
        ("are you recording me", [], replies.RECORDS),
        ("do you send what I say to the cloud", [], replies.what_is_sent("none")),
    ],
)
async def test_a_sentence_gives_its_steps_and_its_words(
    talk: Talk, sentence: str, expected: list[str], reply: str
) -> None:
    async with talk() as (assistant, events):
        assert " ".join(await ask(assistant, sentence)) == reply
    assert steps(events) == expected
    assert outcomes(events) == ["done"]


@pytest.mark.parametrize(
    ("sentence", "step"),
    [("what time is it", "get_time time  today"), ("what day is it", "get_time date  today")],
)
async def test_time_and_day_are_told_from_the_clock(talk: Talk, sentence: str, step: str) -> None:
    async with talk() as (assistant, events):
        [reply] = await ask(assistant, sentence)
    assert steps(events) == [step]
    assert reply == seen(events, "tool-ended")[0]["receipt"]["observed"]


@pytest.mark.parametrize(
    ("sentence", "step"),
    [
        ("open em eye tee's website", MIT),
        ("open get hub", GITHUB),
        ("open gethub", GITHUB),
        ("launch fire fox", "open_app Firefox Web Browser"),
        ("open spotted fy", "open_app Spotify"),
    ],
)
async def test_a_name_heard_wrongly_is_matched_by_its_sound(
    talk: Talk, sentence: str, step: str
) -> None:
    async with talk() as (assistant, events):
        await ask(assistant, sentence)
    assert steps(events) == [step]


@pytest.mark.parametrize(
    ("sentence", "step"),
    [
        ("open spotify", "open_app Spotify"),
        ("open the spotify app", "open_app Spotify"),
        ("open spotify dot com", "open_website https://spotify.com/"),
        ("open blender", "open_website https://www.blender.org/"),
    ],
)
async def test_an_installed_app_goes_before_a_site_unless_a_site_is_asked_for(
    talk: Talk, sentence: str, step: str
) -> None:
    async with talk() as (assistant, events):
        await ask(assistant, sentence)
    assert steps(events) == [step]


async def test_what_it_can_do_is_told_in_groups_by_the_tools_that_are_here(talk: Talk) -> None:
    async with talk() as (assistant, _):
        replied = "\n".join(await ask(assistant, "what can you do"))
    assert replied.startswith("I can help with this:")
    assert 'timers, alarms and reminders: "wake me at seven"' in replied
    assert 'words and fun: "tell me a joke"' in replied


async def test_what_was_asked_before_is_told_and_said_again(talk: Talk) -> None:
    async with talk() as (assistant, _):
        await ask(assistant, "open github")
        assert await ask(assistant, "what did I just ask you") == ['You said: "open github".']
        assert await ask(assistant, "say that again") == ['You said: "open github".']


async def test_what_is_said_again_is_as_it_was_written(paths: Paths, talk: Talk) -> None:
    written = "Two ways:\n\n1. **One.** Do it.\n2. Two\n\n```\na\n  b\n```"
    async with assistant_with(paths, ScriptedPlanner(Finish(written))) as (assistant, _):
        await ask(assistant, "how")
    async with talk() as (assistant, events):
        await ask(assistant, "say that again")
    assert seen(events, "turn-ended")[0]["reply"] == written


async def test_find_and_open_and_then_their_website_also_after_a_restart(talk: Talk) -> None:
    async with talk(found(WIKIPEDIA, STANFORD)) as (assistant, events):
        await ask(assistant, "find the stanford website and open it")
    assert steps(events) == ["search stanford website", f"open_website {STANFORD.url}"]
    async with talk() as (assistant, events):
        assert await ask(assistant, "open their website") == [
            "I have asked your browser for stanford.edu."
        ]
    assert steps(events) == [f"open_website {STANFORD.url}"]


async def test_their_website_after_a_search_is_the_best_of_its_results(talk: Talk) -> None:
    async with talk(found(WIKIPEDIA, STANFORD)) as (assistant, events):
        await ask(assistant, "search for stanford university")
        await ask(assistant, "open their website")
    assert steps(events)[1:] == [f"open_website {STANFORD.url}"]


async def test_the_website_last_opened_stays_theirs_among_its_results(talk: Talk) -> None:
    async with talk(found(WIKIPEDIA, STANFORD)) as (assistant, events):
        await ask(assistant, "search for stanford university")
        await ask(assistant, "open the first result")
        await ask(assistant, "open it again")
    assert steps(events)[1:] == [f"open_website {WIKIPEDIA.url}"] * 2


async def test_their_website_of_nobody_is_asked_about(talk: Talk) -> None:
    async with talk() as (assistant, events):
        assert " ".join(await ask(assistant, "open their website")) == replies.WHOSE_SITE
    assert outcomes(events) == ["not_done"]


@pytest.mark.parametrize(
    ("sentence", "reply"),
    [
        ("open the second result", "I have asked your browser for stanford.edu."),
        ("open the last one", "I have asked your browser for stanford.edu."),
        ("open result number five", "I have only 2 results."),
    ],
)
async def test_a_result_is_opened_by_its_number(talk: Talk, sentence: str, reply: str) -> None:
    async with talk(found(RANKING, STANFORD)) as (assistant, _):
        await ask(assistant, "search for engineering")
        assert await ask(assistant, sentence) == [reply]


async def test_a_number_without_any_results_is_said(talk: Talk) -> None:
    async with talk() as (assistant, _):
        assert await ask(assistant, "open the first one") == ["There are no search results yet."]


BEST = "find the best engineering university and open its site"


async def test_what_a_ranking_names_is_searched_for_and_its_own_site_opened(talk: Talk) -> None:
    ranking = found(RANKING, OTHER_RANKING, entity="Stanford University")
    async with talk(ranking, found(WIKIPEDIA, STANFORD)) as (assistant, events):
        replied = await ask(assistant, BEST)
    assert steps(events) == [
        "search best engineering university",
        "search Stanford University official site",
        f"open_website {STANFORD.url}",
    ]
    assert replied == ["I have asked your browser for stanford.edu."]
    assert outcomes(events) == ["done"]


async def test_there_is_no_third_search(talk: Talk) -> None:
    ranking = found(RANKING, entity="Stanford University")
    other = found(OTHER_RANKING, entity="Stanford University")
    async with talk(ranking, other) as (assistant, events):
        replied = await ask(assistant, BEST)
    assert [step.split()[0] for step in steps(events)] == ["search", "search"]
    assert replied == [replies.ONLY_RANKINGS]
    assert outcomes(events) == ["not_done"]


async def test_rankings_that_name_nothing_open_nothing(talk: Talk) -> None:
    async with talk(found(RANKING, OTHER_RANKING)) as (assistant, events):
        assert await ask(assistant, BEST) == [replies.ONLY_RANKINGS]
    assert steps(events) == ["search best engineering university"]


async def test_a_search_that_fails_half_way_is_told(talk: Talk) -> None:
    async with talk(found(RANKING, entity="Stanford University"), OFFLINE) as (assistant, events):
        assert await ask(assistant, BEST) == ["The web search cannot be used now."]
    assert outcomes(events) == ["failed"]


async def test_an_unknown_site_is_searched_for_by_its_name(talk: Talk) -> None:
    page = Link("Blorbquist | Home", "https://www.blorbquist.example.org/", "search")
    async with talk(found(RANKING, page)) as (assistant, events):
        await ask(assistant, "open blorbquist's website")
    assert steps(events) == ["search blorbquist official website", f"open_website {page.url}"]


@pytest.mark.parametrize("results", [found(), found(STANFORD)])
async def test_a_name_that_no_result_bears_is_asked_about_and_not_spoken(
    talk: Talk, results: SearchResults
) -> None:
    async with talk(results) as (assistant, events):
        replied = " ".join(await ask(assistant, "open blorbquist's website"))
    assert replied == replies.WHICH_SITE
    assert "blorbquist" not in replied.lower()
    assert outcomes(events) == ["not_done"]


async def test_without_a_network_an_unknown_site_says_why(talk: Talk) -> None:
    async with talk(OFFLINE) as (assistant, events):
        replied = await ask(assistant, "open blorbquist's website")
    assert replied == ["The web search cannot be used now."]
    assert outcomes(events) == ["failed"]


async def test_an_unknown_app_is_asked_about_and_not_spoken(talk: Talk) -> None:
    async with talk() as (assistant, events):
        assert " ".join(await ask(assistant, "launch blorbquist")) == replies.WHICH_APP
    assert steps(events) == []
    assert outcomes(events) == ["not_done"]


@pytest.mark.parametrize(
    ("sentence", "question", "reply"),
    [
        ("launch github", "the GitHub website", "I have asked your browser for GitHub's website."),
        (
            "launch blender",
            "the Blender website",
            "I have asked your browser for Blender's website.",
        ),
    ],
)
async def test_a_site_is_offered_for_an_app_that_is_not_there_and_yes_takes_it(
    talk: Talk, sentence: str, question: str, reply: str
) -> None:
    async with talk() as (assistant, events):
        assert await ask(assistant, sentence) == [
            "I found no such app here.",
            f"Shall I open {question} instead?",
        ]
        assert await ask(assistant, "yes, please") == [reply]
    assert outcomes(events) == ["not_done", "done"]


@pytest.mark.parametrize("sentence", ["open wide", "go to bed", "open your eyes"])
async def test_small_words_that_may_mean_no_site_are_asked_about(talk: Talk, sentence: str) -> None:
    async with talk() as (assistant, events):
        assert " ".join(await ask(assistant, sentence)) == replies.SHALL_I_SEARCH
    assert steps(events) == []
    assert outcomes(events) == ["not_done"]


@pytest.mark.parametrize("sentence", ["put the kettle on", "get the kids up", "go into the garden"])
async def test_words_that_can_mean_many_things_open_only_what_is_known(
    talk: Talk, sentence: str
) -> None:
    async with talk() as (assistant, events):
        said = " ".join(await ask(assistant, sentence))
    assert said == replies.misunderstood("none") or said.startswith("I cannot ")
    assert steps(events) == []


async def test_an_offer_is_gone_after_a_no_or_another_request(talk: Talk) -> None:
    async with talk() as (assistant, events):
        for between in ("no", "what time is it"):
            await ask(assistant, "launch github")
            await ask(assistant, between)
            assert " ".join(await ask(assistant, "yes")) == replies.NO_OFFER
    assert not [step for step in steps(events) if step.startswith("open")]


async def test_a_yes_to_what_is_no_question_of_a_yes_is_not_called_unasked(talk: Talk) -> None:
    async with talk() as (assistant, _):
        assert " ".join(await ask(assistant, "hello")) == replies.GREETING
        assert " ".join(await ask(assistant, "yes")) == replies.NO_YES


async def test_a_fact_is_told_with_its_source(talk: Talk) -> None:
    results = found(WIKIPEDIA, answer="It was founded in 1885.", source=WIKIPEDIA.url)
    async with talk(results) as (assistant, _):
        replied = await ask(assistant, "when was stanford founded")
    assert " ".join(replied) == (
        f"Wikipedia says: It was founded in 1885. That is from {WIKIPEDIA.url}."
    )


@pytest.mark.parametrize("sentence", ["flurbel the wug", "open"])
async def test_what_it_cannot_do_it_says_with_what_would_help(talk: Talk, sentence: str) -> None:
    async with talk() as (assistant, events):
        assert " ".join(await ask(assistant, sentence)) == replies.misunderstood("none")
    assert "Gemini key" in replies.misunderstood("none")
    assert outcomes(events) == ["not_done"]


async def test_a_dry_run_looks_up_and_opens_nothing(talk: Talk) -> None:
    async with talk(found(WIKIPEDIA, STANFORD)) as (assistant, events):
        replied = await ask(assistant, "find the stanford website and open it", dry_run=True)
    assert replied == ["This is a dry run: open website was not carried out."]
    assert [end["receipt"]["status"] for end in seen(events, "tool-ended")] == ["done", "not_done"]


async def test_a_bare_louder_is_of_the_voice_at_another_place(talk: Talk) -> None:
    async with talk() as (assistant, events):
        for text in ("a bit louder", "turn the music up"):
            await ask(assistant, text, thread_id=text, origin=Origin("me", "/Kitchen"))
    assert steps(events) == ["adjust_speech louder", "volume up"]
