"""Turns receipts into sentences that say what Jarvis did. Pure.

Invariant: only a receipt of an effect yields a sentence that claims an act.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from jarvis_voice.assistant.planning.claims import claims_an_act
from jarvis_voice.assistant.planning.reply_length import REPLY_CHARACTERS
from jarvis_voice.assistant.state import StepState
from jarvis_voice.assistant.url_map import host
from jarvis_voice.core.types import Outcome
from jarvis_voice.language.en.quotation import one_sentence, quotation
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.tools.outage_words import is_told_whole

LONGEST_NAME = 40
"""Characters of a title that is still a name and no headline."""

WIKIPEDIA = "wikipedia.org"
NOTHING_TO_QUOTE = "I found nothing there that I can read out."

_UNFRAMED = "This is what I was told:", "That is what I was told."
"""Around strangers' words without a frame, where one of them sounds like an act of ours."""

_UNTOLD_TITLE = "a page whose title I leave out"
"""It keeps its place: "open the second one" counts it."""

_FIELD = re.compile(r"\{(\w+)\}")


def report(memory: Sequence[StepState]) -> tuple[list[str], Outcome]:
    """The sentences that tell what came of a turn's actions, and its outcome."""
    if not memory:
        return ["I did nothing, because I found nothing to do."], "not_done"
    parts = [
        [step for step in memory if step["part"] == part]
        for part in sorted({step["part"] for step in memory})
    ]
    sentences = [one for steps in parts for step in _told(steps) for one in _sentences(step)]
    outcomes = [_outcome(steps[-1]) for steps in parts]
    worst: Outcome = next((one for one in outcomes if one != "done"), "done")
    return list(dict.fromkeys(sentences)), worst


def outcome_of(memory: Sequence[StepState]) -> Outcome:
    """What became of a turn that was answered in words of their own: its last act decides."""
    acts = [step for step in memory if not (step["material"] or step["data"].get("unknown"))]
    return _outcome(acts[-1]) if acts else "done"


def _told(steps: Sequence[StepState]) -> list[StepState]:
    """What was done on the way, and how it ended; what was only looked up goes without saying."""
    *before, last = steps
    return [s for s in before if not s["material"] and s["status"] == "done"] + [last]


def _outcome(step: StepState) -> Outcome:
    match step["status"]:
        case "done":
            return "done"
        case "not_done":
            return "not_done"
        case _:
            return "failed"


def _sentences(step: StepState) -> list[str]:
    """A receipt in words; a long one sentence by sentence, so that it may be interrupted."""
    text = _sentence(step)
    is_ours = not step["untrusted"] or step["kind"] == "effect"
    if step["fails"] and (is_ours or step["finds"]):
        return [text]
    if is_ours:
        return split_sentences(text)
    # strangers wrote the rest: without a frame that says so, none of it may speak as if it were us
    lead, end = (_begun(str(step["data"].get(name, ""))) for name in ("lead", "end"))
    if not lead or not text.startswith(lead):
        if not any(map(claims_an_act, split_sentences(text))):
            return split_sentences(text)
        who = str(step["data"].get("who", ""))
        lead, end = (f"{_begun(who)} says:", f"That is what {who} says.") if who else _UNFRAMED
    said = split_sentences(text.removeprefix(lead))
    quoted = quotation(lead, said, end)
    asks = str(step["data"].get("asks", "")) if quoted else ""
    return [*quoted, asks] if asks else quoted or [NOTHING_TO_QUOTE]


def _sentence(step: StepState) -> str:
    observed = _begun(_closed(step["observed"]))
    if step["status"] == "failed":
        is_whole = not step["fails"] or is_told_whole(str(step["data"].get("code", "")))
        return observed if is_whole else f"{step['fails']}: {_closed(step['observed'])}"
    if step["status"] == "not_done":
        return observed
    if step["finds"]:
        return _found(step)
    data = step["data"]
    try:
        if step["opens"] == "site" and step["kind"] == "effect":
            return f"I have asked your browser for {site_name(data)}."
        told = _FIELD.sub(lambda field: str(data[field[1]])[:REPLY_CHARACTERS], step["tells"])
        return _begun(told) or observed
    except KeyError:  # a tool that brings less than its words are about
        return observed


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _closed(text: str) -> str:
    """Ended as a sentence; an address at the end stays as it is, to be copied."""
    ends = text.endswith((".", "!", "?")) or "://" in text.rpartition(" ")[2]
    return text if ends else f"{text}."


def site_name(data: Mapping[str, Any]) -> str:
    """What an opened page is called: by its title only where no stranger wrote that."""
    is_known = data.get("origin") == "sites"
    return possessive(data["title"], data["host"]) if is_known else str(data["host"])


def possessive(title: str, host: str) -> str:
    """A website as it is spoken of: "MIT's website", or its host where the title is a headline."""
    is_headline = len(title) > LONGEST_NAME or re.search(r"[|:/.]| - ", title)
    if not title or is_headline:
        return host
    if title.lower().endswith("website"):
        return f"the {title}"
    return f"{title}' website" if title.endswith(("s", "S")) else f"{title}'s website"


def _who(source: str) -> str:
    """Who says what an answer's source says, as it is spoken."""
    name = host(source) if source else ""
    if not name:
        return "The web"
    return "Wikipedia" if name == WIKIPEDIA or name.endswith(f".{WIKIPEDIA}") else name


def _title(text: str) -> str:
    """A stranger's title as it stands among what we found; one that claims an act is not read."""
    is_claim = any(map(claims_an_act, split_sentences(text)))
    return _UNTOLD_TITLE if is_claim else one_sentence(text, ", ")


def _found(step: StepState) -> str:
    data = step["data"]
    notes = "".join(f" {note}" for note in data.get("notes", []))
    facts = split_sentences(str(data.get("answer", "")))
    source = str(data.get("answer_source") or "")
    end = f"That is from {source}." if source else "That is from the web."
    if told := quotation(f"{_who(source)} says:", facts, end):
        is_open = source and end not in told  # the address is there to be looked at
        return " ".join([*told, end] if is_open else told) + notes
    titles = [_title(str(title)) for title in data.get("titles", [])[:3]]
    if not titles:
        return "I found nothing for that."
    return f"I found: {'; '.join(titles)}. Say: open the first one.{notes}"
