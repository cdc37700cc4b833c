"""Finds the name in a search, and the official website in Wikidata's claims.

Invariant: pure; every key of an answer may be missing or of another type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

OFFICIAL_WEBSITE = "P856"
END_TIME = "P582"
LANGUAGE_OF_WORK = "P407"
ENGLISH = "Q1860"


def entity_words(query: str) -> str:
    """The name in a search: "find the MIT website" is about "MIT"."""
    text = " ".join(query.split()).strip(" .?!")
    # "Open" and "The" with a capital belong to a name: Open University, The Verge
    verbs = r"please|find|search(?: for)?|look up|look for|show me|what is|who is"
    start = rf"^(?:(?:{verbs}|(?-i:open|the))\s+)+"
    kind = r"(?:web\s?site|web\s?page|home\s?page|site|page|url|web address)"
    name = re.sub(start, "", text, flags=re.IGNORECASE)
    name = re.sub(r"\s+(?:on the web|online)$", "", name, flags=re.IGNORECASE)
    name = re.sub(
        rf"^(?:official\s+)?{kind}\s+(?:of|for)\s+(?:the\s+)?", "", name, flags=re.IGNORECASE
    )
    name = re.sub(rf"(?:['’]s?)?(?:\s+official)?\s+{kind}$", "", name, flags=re.IGNORECASE)
    return name or text


def official_website(claims: Mapping[str, Any]) -> str | None:
    """The URL of the best P856 claim: in force, preferred before normal, English before others."""
    group = claims.get("claims")
    statements = entries(group if isinstance(group, dict) else {}, OFFICIAL_WEBSITE)
    ranked: list[tuple[bool, bool, int, str]] = []
    for place, statement in enumerate(statements):
        url, rank = _claimed_url(statement), statement.get("rank")
        qualifiers = statement.get("qualifiers")
        qualifiers = qualifiers if isinstance(qualifiers, dict) else {}
        if url is None or rank not in ("preferred", "normal") or END_TIME in qualifiers:
            continue
        foreign = LANGUAGE_OF_WORK in qualifiers and ENGLISH not in str(qualifiers)
        ranked.append((rank != "preferred", foreign, place, url))
    return min(ranked)[-1] if ranked else None


def _claimed_url(statement: Mapping[str, Any]) -> str | None:
    snak = statement.get("mainsnak")
    value = snak.get("datavalue") if isinstance(snak, dict) else None
    url = value.get("value") if isinstance(value, dict) else None
    return url if isinstance(url, str) else None


def entries(body: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """The objects in the list under `key`; none where it is no list."""
    found = body.get(key)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
