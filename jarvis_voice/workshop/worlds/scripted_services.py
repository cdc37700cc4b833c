"""The services of a scripted world: the servers of this folder, answering from a scenario."""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from jarvis_voice.workshop.worlds.gemini_server import STREAM, GeminiServer
from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    OffScriptError,
    as_json,
)
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall
from jarvis_voice.workshop.worlds.model_server import RawAnswer
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer
from jarvis_voice.workshop.worlds.overpass_server import OverpassServer, map_node, on_the_map
from jarvis_voice.workshop.worlds.page_server import PageServer, pdf_of
from jarvis_voice.workshop.worlds.scenario import (
    ModelAnswer,
    PlaceRule,
    SearchRule,
    WebPage,
    WikimediaRule,
)
from jarvis_voice.workshop.worlds.serpapi_server import (
    NOTHING_FOUND,
    SerpApiServer,
    local_place,
    organic_result,
)
from jarvis_voice.workshop.worlds.wikimedia_server import (
    SUMMARY,
    WebsiteClaim,
    WikidataItem,
    WikimediaServer,
    WikipediaPage,
)

FINISH = "finish"
NOTHING_TO_ADD = ModelAnswer(text="OK")
"""What a model says that only finishes, when the script has no words."""

_ENDINGS = {"STOP": "stop", "MAX_TOKENS": "length"}


class AnswerScript:
    """Answers in order; one that repeats stays."""

    def __init__(self, answers: Iterable[ModelAnswer]) -> None:
        self._left = deque(answers)

    def next(self) -> ModelAnswer | None:
        """The next answer, or None where the script is at its end."""
        if not self._left:
            return None
        return self._left[0] if self._left[0].repeat else self._left.popleft()


def _scripted(
    answer: ModelAnswer, words: AnswerScript, finish_reason: str, *, is_streamed: bool
) -> RawAnswer | ModelScript:
    """An answer: a call of a tool, a text, or what goes wrong on its way.

    Args:
        answer: What the scenario says.
        words: What is said where the answer only finishes.
        finish_reason: Of an answer that goes wrong, in the protocol's words.
        is_streamed: It is a step of a turn; other requests want the JSON text.
    """
    said: tuple[str | ScriptedCall, ...] = (answer.text,)
    if answer.step is not None and is_streamed:
        arguments = {name: value for name, value in answer.step.items() if name != "action"}
        if answer.step.get("action") != FINISH:
            before = [arguments.pop("says")] if "says" in arguments else []
            call = ScriptedCall(str(answer.step.get("action", "")), json.dumps(arguments))
            return ModelScript((*before, call))
        if arguments.get("reply"):
            said = (str(arguments["reply"]),)
        else:
            answer = words.next() or NOTHING_TO_ADD
            said = (answer.text,)
    if answer.fault:
        return RawAnswer((answer.text,), finish_reason, fault=answer.fault)
    return ModelScript(said, ending=_ENDINGS.get(answer.finish, "filter"))


class ScriptedGemini(GeminiServer):
    """One script of steps, one of words."""

    tokens = (900, 30)

    def __init__(self, steps: Iterable[ModelAnswer], words: Iterable[ModelAnswer]) -> None:
        super().__init__(api_key="", model="")
        self._steps, self._words = AnswerScript(steps), AnswerScript(words)

    def next_answer(self, request: LoopbackRequest) -> RawAnswer | ModelScript:
        """The next step, or the next words where it only finishes."""
        answer = self._steps.next()
        if answer is None:
            raise OffScriptError("Gemini was asked once more")
        is_streamed = request.path.endswith(STREAM)
        return _scripted(answer, self._words, answer.finish, is_streamed=is_streamed)


class ScriptedSecondModel(OpenAiServer):
    """One script for steps and words."""

    tokens = (900, 30)

    def __init__(self, answers: Iterable[ModelAnswer]) -> None:
        super().__init__(api_key="", model="")
        self._answers, self._words = AnswerScript(answers), AnswerScript(())

    def next_answer(self, request: LoopbackRequest) -> RawAnswer | ModelScript:
        """The next answer."""
        answer = self._answers.next()
        if answer is None:
            raise OffScriptError("the second model was asked once more")
        is_streamed = bool(request.body.get("stream"))
        finish = _ENDINGS.get(answer.finish, "content_filter")
        return _scripted(answer, self._words, finish, is_streamed=is_streamed)


class ScriptedSearchEngine(SerpApiServer):
    """The first rule that matches a query answers.

    Args:
        rules: What is found.
        take: Is told how many seconds an answer takes.
        places: What is found of places.
    """

    def __init__(
        self,
        rules: Sequence[SearchRule],
        take: Callable[[float], None],
        places: Sequence[PlaceRule] = (),
    ) -> None:
        super().__init__(api_key="")
        self._rules = rules
        self._place_rules = places
        self._take = take
        self._answered: Counter[int] = Counter()

    def found(self, query: str, start: int) -> LoopbackResponse:  # noqa: ARG002 - one page
        """What the first rule finds that matches; it may be nothing."""
        for number, rule in enumerate(self._rules):
            is_spent = rule.times and self._answered[number] >= rule.times
            if is_match(rule.pattern, query) and not is_spent:
                self._answered[number] += 1
                self._take(rule.takes_seconds)
                return self.faulty(rule.fault, as_json(_search_body(rule)))
        return as_json(NOTHING_FOUND)

    def found_places(self, query: str) -> LoopbackResponse:
        """What the first rule of places finds that matches."""
        rule = next((one for one in self._place_rules if is_match(one.pattern, query)), None)
        if rule is None:
            return as_json(NOTHING_FOUND)
        found = [local_place(one.name, one.street, one.website) for one in rule.places]
        return self.faulty(rule.fault, as_json({"local_results": found}))


class ScriptedMap(OverpassServer):
    """The first rule that matches a question answers; its places stand in the order of the rule."""

    def __init__(self, rules: Sequence[PlaceRule]) -> None:
        super().__init__()
        self._rules = rules

    def found(self, question: str) -> LoopbackResponse:
        """What the first rule finds that matches; it may be nothing."""
        rule = next((one for one in self._rules if is_match(one.pattern, question)), None)
        elements: list[Mapping[str, Any]] = [
            map_node(number, one.name, 0.0, 0.0, addr__street=one.street, website=one.website)
            for number, one in enumerate(rule.places if rule else ())
        ]
        return self.faulty(rule.fault if rule else None, as_json(on_the_map(elements)))


def _search_body(rule: SearchRule) -> dict[str, Any]:
    body: dict[str, Any] = {
        "organic_results": [
            organic_result(number, page.title, page.url, page.snippet)
            for number, page in enumerate(rule.results, 1)
        ]
    }
    if rule.answer or rule.entity:
        highlighted = [rule.entity] if rule.entity else []
        box = {"answer": rule.answer, "link": rule.answer_from}
        box |= {"snippet_highlighted_words": highlighted}  # type: ignore[dict-item]  # a list among strings, as SerpAPI has it
        body["answer_box"] = {name: value for name, value in box.items() if value}
    return body


class ScriptedWikimedia(WikimediaServer):
    """Every rule is an item of Wikidata, a page of Wikipedia or both, found by its pattern."""

    def __init__(self, rules: Sequence[WikimediaRule]) -> None:
        super().__init__()
        self._rules = rules
        for number, rule in enumerate(rules, 1):
            is_found = _finder(rule.pattern)
            if rule.official:
                claims = (WebsiteClaim(rule.official),)
                self.items.append(WikidataItem(f"Q{number}", rule.title, is_found, claims))
            if rule.title:
                page = WikipediaPage(rule.title, rule.summary, is_found, rule.summary)
                self.pages.append(page)

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """The answer, as the fault of the first rule that has one leaves it."""
        faults = [rule.fault for rule in self._meant(request) if rule.fault]
        return self.faulty(faults[0] if faults else None, super().respond(request))

    def _meant(self, request: LoopbackRequest) -> list[WikimediaRule]:
        query = request.query
        if request.path.startswith(SUMMARY):
            title = unquote(request.path.removeprefix(SUMMARY)).replace("_", " ")
            return [rule for rule in self._rules if rule.title == title]
        if number := query.get("entity"):
            return [rule for n, rule in enumerate(self._rules, 1) if f"Q{n}" == number]
        words = query.get("search") or query.get("q", "")
        return [rule for rule in self._rules if is_match(rule.pattern, words)]


class ScriptedPages(PageServer):
    """What hosts serve; a host that is named and serves nothing has no page.

    Args:
        pages: "host/path" to what is served there, with or without a slash at its end.
        hosts: The hosts that are there besides.
    """

    def __init__(self, pages: Mapping[str, WebPage], hosts: Iterable[str]) -> None:
        super().__init__()
        for host in hosts:
            self.put_host(host)
        for where, page in pages.items():
            self._put(where, page)
            if f"{where}/" not in pages:
                self._put(f"{where}/", page)

    def _put(self, where: str, page: WebPage) -> None:
        if page.redirect:
            self.redirect(where, quote(page.redirect, safe=":/?&=#%.-_~"))
            return
        if page.pdf:
            response = LoopbackResponse(pdf_of([page.pdf]), content_type="application/pdf")
        else:
            response = LoopbackResponse(page.html.encode(), content_type="text/html; charset=utf-8")
        self.put(where, self.faulty(page.fault, response))


def is_match(pattern: str, words: str) -> bool:
    """Whether a rule is for these words."""
    return re.search(pattern, words, re.IGNORECASE) is not None


def _finder(pattern: str) -> Callable[[str], bool]:
    return lambda words: is_match(pattern, words)
