"""Words for receipts: what Jarvis says it did is built here from what was observed. Pure.

Invariant: only a receipt that says "done" yields a sentence that claims an act.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from jarvis_voice.brain.state import StepState
from jarvis_voice.types import Outcome

LOOKUPS = frozenset({"search"})
"""Actions that only find something out on the way to another action."""

LONGEST_NAME = 40
"""Characters of a title that is still a name and no headline."""


def report(memory: Sequence[StepState]) -> tuple[list[str], Outcome]:
    """The sentences that tell what came of a turn's actions, and its outcome."""
    if not memory:
        return ["I did nothing, because I found nothing to do."], "not_done"
    *before, last = memory
    told = [step for step in before if step["action"] not in LOOKUPS and step["status"] == "done"]
    sentences = [_sentence(step) for step in [*told, last]]
    return list(dict.fromkeys(sentences)), _outcome(last)


def outcome_of(memory: Sequence[StepState]) -> Outcome:
    """What became of a turn that was answered in words of their own: its last act decides."""
    acts = [step for step in memory if step["action"] not in LOOKUPS]
    return _outcome(acts[-1]) if acts else "done"


def _outcome(step: StepState) -> Outcome:
    match step["status"]:
        case "done":
            return "done"
        case "not_done":
            return "not_done"
        case _:
            return "failed"


def _sentence(step: StepState) -> str:
    data = step["data"]
    if step["status"] == "failed":
        failure = _FAILURES.get(step["action"], "That did not work")
        return f"{failure}: {_closed(step['observed'])}"
    if step["status"] == "not_done":
        return _closed(step["observed"][:1].upper() + step["observed"][1:])
    match step["action"]:
        case "open_website":
            return f"I have opened {site_name(data)}."
        case "open_app":
            return f"I have started {data['name']}."
        case "search":
            return _found(step)
        case "calculate":
            return f"{data['asked']} is {data['result']}."
        case "take_screenshot":
            return f"I have taken a screenshot; it is saved as {data['file']}."
        case _:
            return step["observed"]


def _closed(text: str) -> str:
    """Ended as a sentence; an address at the end stays as it is, to be copied."""
    ends = text.endswith((".", "!", "?")) or "://" in text.rpartition(" ")[2]
    return text if ends else f"{text}."


_FAILURES = {
    "open_website": "I could not open the website",
    "open_app": "I could not start that",
    "take_screenshot": "I could not take a screenshot",
    "search": "I could not search",
    "calculate": "I could not calculate that",
}


def site_name(data: Mapping[str, Any]) -> str:
    """What an opened page is called: by its title only where that is no web page's own claim."""
    is_known = data.get("origin") in {"sites", "wikidata"}
    return possessive(data["title"], data["host"]) if is_known else str(data["host"])


def possessive(title: str, host: str) -> str:
    """A website as it is spoken of: "MIT's website", or its host where the title is a headline."""
    is_headline = len(title) > LONGEST_NAME or re.search(r"[|:/.]| - ", title)
    if not title or is_headline:
        return host
    if title.lower().endswith("website"):
        return f"the {title}"
    return f"{title}' website" if title.endswith(("s", "S")) else f"{title}'s website"


def _found(step: StepState) -> str:
    data = step["data"]
    if answer := data.get("answer"):
        source = data.get("answer_source")
        return f"{answer} That is from {source}." if source else str(answer)
    titles = [str(title) for title in data.get("titles", [])][:3]
    if not titles:
        return "I found nothing for that."
    return f"I found: {'; '.join(titles)}. Say: open the first one."
