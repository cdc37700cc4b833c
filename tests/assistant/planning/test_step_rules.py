"""Unit: what the rules decide before a planner is asked, and mend in what it plans."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from assistant.steps import step_of
from assistant.turns import Query, UrlIndex, open_website, search, tool

from jarvis_voice.assistant.planning.plan import Finish, Limits, Plan, PlanView, Task
from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.assistant.planning.step_rules import TOO_LONG, TOO_MANY_STEPS, StepRules
from jarvis_voice.assistant.state import MessageState, StepState
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.core.types import Link, Source
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.tools.registry import Arguments, Registry

pytestmark = pytest.mark.unit

RANKING = Link("Best Engineering Schools - MIT first", "https://www.usnews.com/best", "search")
MIT = Link("MIT - Massachusetts Institute of Technology", "https://web.mit.edu/", "search")
STANFORD = Link("Stanford", "https://www.stanford.edu/", "search")


class Name(Arguments):
    name: str


REGISTRY = Registry(
    tool("open_website", UrlIndex, "act", open_website),
    tool("open_app", Name, "act", open_website),
    tool("search", Query, "read", search),
    tool("read_page", UrlIndex, "read", open_website),
)


class Words:
    """Nothing but the names of sites is asked of it."""

    rankable_names: Mapping[str, str] = {"MIT": "MIT"}

    def is_known(self, link: Link) -> bool:
        del link
        return False

    def read(
        self, text: str, messages: Sequence[MessageState], *, offer: str, source: Source
    ) -> Understanding:
        raise AssertionError("a rule reads no sentence")


class Rules:
    """The rules, where a goal wants what is told."""

    def __init__(self, wanted: Sequence[str], without: Rule | None) -> None:
        names = ("open" if "|" in one else one for one in wanted)
        self._parts = tuple(Part(name, Intent(name)) for name in names)
        self._rules = StepRules(
            Words(), REGISTRY, Limits(4, 8, 45.0), ALL_RULES - {without}, TalkManner()
        )

    def is_talk(self, at: PlanView) -> bool:
        return self._rules.is_talk(at)

    def decided(self, at: PlanView, loops: int, elapsed_seconds: float) -> Plan | None:
        return self._rules.decided(self._wanting(at), loops, elapsed_seconds)

    def mended(self, plan: Plan, at: PlanView) -> Plan | None:
        return self._rules.mended(plan, self._wanting(at))

    def asked_first(self, plan: Plan, at: PlanView) -> Plan:
        return self._rules.asked_first(plan, at)

    def _wanting(self, at: PlanView) -> PlanView:
        parts = self._parts or at.understanding.parts
        return replace(at, understanding=replace(at.understanding, parts=parts))


def view(*memory: StepState, links: Sequence[Link] = (), goal: str = "open it") -> PlanView:
    read = Understanding(goal, (Part(goal, None),), is_talk=goal == "hello")
    return PlanView(read, memory, tuple(links), (), "", tuple(REGISTRY))


def rules(*wanted: str, without: Rule | None = None) -> Rules:
    return Rules(wanted, without)


def decided(
    found: Rules, at: PlanView, loops: int = 1, elapsed_seconds: float = 0.0
) -> Plan | None:
    return found.decided(at, loops, elapsed_seconds)


def test_small_talk_needs_no_model() -> None:
    assert rules().is_talk(view(goal="hello"))
    assert not rules().is_talk(view(goal="open it"))
    assert not rules(without=Rule.TALK_IS_TALK).is_talk(view(goal="hello"))


def test_a_model_is_asked_what_to_say_to_what_is_told() -> None:
    told = view(goal="my cat is ill")
    part = Part("my cat is ill", Intent("bad_news"))
    understood = replace(told.understanding, parts=(part,), is_talk=True)
    assert not rules().is_talk(replace(told, understanding=understood))


def test_what_the_receipts_say_is_done_is_done() -> None:
    opened = view(step_of("search", "lookup"), step_of("open_website"))
    assert decided(rules("open_website"), opened) == Finish()
    assert decided(rules("open_app|open_website"), opened) == Finish()
    assert decided(rules("open_website", "open_app"), opened) is None
    assert decided(rules("open_website", without=Rule.COMPLETE_FIRST), opened) is None
    assert decided(rules(), opened) is None


def test_parts_are_done_in_order() -> None:
    both = view(step_of("open_app"), step_of("open_website"))
    assert decided(rules("open_app", "open_website"), both) == Finish()
    assert decided(rules("open_website", "open_app"), both) is None


def test_what_a_search_is_good_for_a_planner_judges() -> None:
    assert decided(rules("search"), view(step_of("search", "lookup"))) is None


def test_a_declined_action_ends_the_turn() -> None:
    declined = view(step_of("open_app", "no_op", declined=True))
    assert decided(rules("open_app"), declined) == Finish()


def test_at_the_limits_it_answers_with_what_there_is_and_says_what_is_missing() -> None:
    at = view(step_of("search", "lookup"))
    many = decided(rules("open_website"), at, loops=8)
    slow = decided(rules("open_website"), at, elapsed_seconds=45.0)
    assert isinstance(many, Finish)
    assert isinstance(slow, Finish)
    assert many.note.startswith(TOO_MANY_STEPS)
    assert slow.note.startswith(TOO_LONG)
    assert many.outcome == slow.outcome == "not_done"
    assert decided(rules(without=Rule.BOUNDED), at, loops=8) is None


def failed(*, times: int, url: str = MIT.url) -> list[StepState]:
    return [step_of("open_website", "failed", arguments={"url": url})] * times


def test_an_opener_that_failed_is_tried_once_more_then_the_next_is_offered() -> None:
    links = (RANKING, MIT, STANFORD)
    once = decided(rules("open_website"), view(*failed(times=1), links=links))
    assert once == Task("open_website", {"url_index": 1})
    twice = decided(rules("open_website"), view(*failed(times=2), links=links))
    assert twice == Finish(note="Shall I open stanford.edu instead?", offer="open result number 3")
    off = rules("open_website", without=Rule.FAILURE_IS_SEEN)
    assert decided(off, view(*failed(times=1), links=links)) is None


def test_where_there_is_no_other_result_nothing_is_offered() -> None:
    assert decided(rules("open_website"), view(*failed(times=2), links=(MIT,))) == Finish()


def test_a_page_that_could_not_be_opened_here_is_not_tried_again() -> None:
    no_display = step_of("open_website", "no_op", arguments={"url": MIT.url})
    assert decided(rules("open_website"), view(no_display, links=(MIT,))) is None


SEARCHED = step_of("search", "lookup", titles=[RANKING.title], entity="MIT")
OPEN_0 = Task("open_website", {"url_index": 0})
BEST = "find the best engineering university and open its site"


def test_a_ranking_is_left_for_the_official_site() -> None:
    at = view(SEARCHED, links=(RANKING,), goal=BEST)
    assert rules().mended(OPEN_0, at) == Task("search", {"query": "MIT official site"})
    at = view(SEARCHED, SEARCHED, links=(RANKING, MIT), goal=BEST)
    assert rules().mended(OPEN_0, at) == Task("open_website", {"url_index": 1})
    assert rules(without=Rule.OFFICIAL_SITE).mended(OPEN_0, at) == OPEN_0


@pytest.mark.parametrize("goal", ["find usnews and open it", "open the us news, I mean USNews"])
def test_a_ranking_that_was_named_is_opened(goal: str) -> None:
    assert rules().mended(OPEN_0, view(SEARCHED, links=(RANKING,), goal=goal)) == OPEN_0


def test_a_result_of_an_earlier_turn_may_have_been_chosen() -> None:
    assert rules().mended(OPEN_0, view(links=(RANKING,), goal="open the first one")) == OPEN_0


def test_a_model_that_finishes_without_trying_is_not_believed() -> None:
    said = Finish("It is open already.")
    assert rules("open_website").mended(said, view()) is None
    assert rules("open_website").mended(Finish("Which one?"), view()) == Finish("Which one?")
    assert rules("open_website").mended(said, view(step_of("open_website", "no_op"))) == said
    assert rules().mended(said, view()) == said
    assert rules("open_website", without=Rule.AGAIN_AND_ONCE).mended(said, view()) == said


def test_a_tool_that_is_not_possible_now_ends_the_turn() -> None:
    at = replace(view(), tools=())
    assert rules().mended(Task("search", {"query": "x"}), at) == Finish()


def test_a_dead_opener_does_not_end_the_parts_that_follow() -> None:
    at = view(*failed(times=2), links=(MIT, STANFORD))
    assert decided(rules("open_website", "open_app"), at) is None


def test_what_can_never_be_opened_is_not_tried_again() -> None:
    unsafe = step_of("open_website", "failed", arguments={"url": MIT.url}, code="unsafe-url")
    assert decided(rules("open_website"), view(unsafe, links=(MIT, STANFORD))) is None


CLAIMED = Link("Quokka Bank", "https://evil-phish.com/login", "wikidata")


@pytest.mark.parametrize("memory", [(), (step_of("search"),)])
def test_a_model_opens_no_page_that_only_a_stranger_calls_official(
    memory: tuple[StepState, ...],
) -> None:
    at = view(*memory, links=[CLAIMED, MIT], goal="open Quokka Bank's website")
    asked = Finish(
        "I found evil-phish.com for Quokka Bank. Shall I open it?",
        "not_done",
        offer="open result number 1",
    )
    assert rules().asked_first(Task("open_website", {"url_index": 0}), at) == asked


def test_what_was_done_before_it_is_asked_is_told_as_well() -> None:
    at = view(step_of("open_app"), links=[CLAIMED], goal="start it and open Quokka Bank")
    asked = rules().asked_first(Task("open_website", {"url_index": 0}), at)
    assert isinstance(asked, Finish)
    assert asked.reply is None
    assert asked.note == "I found evil-phish.com for Quokka Bank. Shall I open it?"


@pytest.mark.parametrize(
    "plan",
    [
        Task("open_website", {"url_index": 1}),
        Task("open_website", {"url_index": "0"}),
        Task("search", {"query": "x"}),
        Task("no_such_tool", {"url_index": 0}),
        Finish("Hello."),
    ],
)
def test_every_other_plan_is_left_as_it_is(plan: Plan) -> None:
    assert rules().asked_first(plan, view(links=[CLAIMED, MIT])) == plan


def test_a_site_that_the_words_name_wins_over_any_other_result() -> None:
    evil = Link("Roses", "https://evil.example/", "search")
    part = Part("open MIT's website", None, link=MIT)
    at = replace(view(links=[MIT, evil]), understanding=Understanding("open it", (part,)))
    astray = Task("open_website", {"url_index": 1})
    mended = rules().mended(astray, at)
    assert mended == Task("open_website", {"url_index": 0})
    unnamed = view(links=[MIT, evil])
    assert rules().mended(astray, unnamed) == astray


READ_MIT, READ_STANFORD = (Task("read_page", {"url_index": index}) for index in (0, 1))


@pytest.mark.parametrize(
    ("goal", "memory", "planned", "held"),
    [
        ("look at mit and tell me what it says", [], READ_STANFORD, READ_MIT),
        ("look at mit and tell me what it says", ["open_website"], READ_STANFORD, READ_MIT),
        ("look at mit and tell me what it says", [], READ_MIT, READ_MIT),
        ("look at mit, then read the second result", [], READ_STANFORD, READ_STANFORD),
        ("look at mit and search for stanford", ["search"], READ_STANFORD, READ_STANFORD),
    ],
)
def test_the_named_site_is_read_and_no_older_result(
    goal: str, memory: list[str], planned: Task, held: Task
) -> None:
    at = view(*map(step_of, memory), links=[MIT, STANFORD], goal=goal)
    named = Understanding(goal, (Part(goal, None, link=MIT),))
    mended = rules().mended(planned, replace(at, understanding=named))
    assert mended == held
    free = rules(without=Rule.WEB_IS_DATA).mended(planned, replace(at, understanding=named))
    assert free == planned


def test_nothing_older_is_read_beside_the_named_site() -> None:
    at = view(links=[MIT, STANFORD], goal="look at mit")
    named = Understanding("look at mit", (Part("look at mit", None, link=MIT),))
    both = replace(READ_MIT, beside=(READ_STANFORD,))
    assert rules().mended(both, replace(at, understanding=named)) == READ_MIT


@pytest.mark.parametrize(
    ("goal", "plan"), [("read the MIT page", None), ("read it", READ_STANFORD)]
)
def test_a_known_site_that_the_words_name_is_not_answered_with_another(
    goal: str, plan: Task | None
) -> None:
    assert rules().mended(READ_STANFORD, view(links=[MIT, STANFORD], goal=goal)) == plan


class Length(Arguments):
    length: str


class Kind(Arguments):
    kind: str


WITH_JOKES = Registry(
    *REGISTRY, tool("set_timer", Length, "act", search), tool("tell_joke", Kind, "read", search)
)
TIMER = Part("set a timer for 5 minutes", Intent("set_timer", {"length": "5 minutes"}))
JOKE = Part("tell me a joke about clocks", Intent("tell_joke", {"kind": "joke"}))


def talking(*parts: Part, memory: Sequence[StepState] = ()) -> tuple[StepRules, PlanView]:
    """Rules and a view where a guess of the trained reader stands beside what is sure."""
    found = StepRules(Words(), WITH_JOKES, Limits(4, 8, 45.0), ALL_RULES, TalkManner())
    goal = " and ".join(part.text for part in parts)
    return found, replace(
        view(*memory, goal=goal), understanding=Understanding(goal, parts), tools=tuple(WITH_JOKES)
    )


def test_of_a_timer_and_a_joke_code_does_the_timer_and_a_model_tells_the_joke() -> None:
    found, at = talking(TIMER, JOKE)
    known = found.sure_parts(at)
    assert known is not None
    assert known.understanding.parts == (TIMER,)
    assert found.left_open(at).parts == (JOKE,)


def test_the_joke_that_a_model_told_is_not_followed_by_another_one() -> None:
    told = Finish("Why did the clock blush? It saw its own face.")
    found, at = talking(TIMER, JOKE, memory=[step_of("set_timer")])
    assert found.mended(told, at) == told
    found, at = talking(JOKE)
    assert found.mended(told, at) == told


def test_a_timer_that_a_model_left_undone_is_still_set() -> None:
    found, at = talking(TIMER, JOKE)
    assert found.mended(Finish("Your timer runs."), at) is None


def test_beside_an_open_part_what_is_kept_is_known_to_be_asked_for() -> None:
    kept = Registry(
        replace(tool("read_notes", Kind, "read", search), is_private=True),
        tool("search", Query, "read", search),
    )
    found = StepRules(Words(), kept, Limits(4, 8, 45.0), ALL_RULES, TalkManner())
    notes = Part("what is on my list", Intent("read_notes", {"list": "shopping"}))
    cook = Part("what could I cook with it", None)
    at = replace(view(), understanding=Understanding("", (notes, cook)))
    known = found.sure_lookups(at)
    assert known is not None
    assert known.understanding.parts == (notes,)
    assert found.sure_lookups(replace(at, memory=[step_of("read_notes")])) is None
    assert found.sure_lookups(replace(at, understanding=Understanding("", (cook,)))) is None
