"""Keeps the facts of templates: those of the shipped ones come from a file, others from the parser.

Invariant: facts of the file are taken only for a template with the same text, the same rules and
the same version of hassil; whatever else the file holds, the template is parsed.
"""

from __future__ import annotations

import gzip
import json
import logging
import re
import zlib
from base64 import b85encode
from collections.abc import Iterator, Mapping
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import version
from typing import Any

from jarvis_voice.assistant.understanding.template_facts import TemplateFacts, facts_of
from jarvis_voice.assistant.understanding.template_size import too_long, too_many_pieces
from jarvis_voice.core.shipped_files import shipped

log = logging.getLogger(__name__)

FILE = "models/understanding/templates.json.gz"
FORMAT = 1
"""Is raised when the same template gets other facts than before."""

_RULE = re.compile(r"<([^<>]*)>")
_KEY_BYTES = 10


class TemplateBook:
    """The facts of templates that may name some rules.

    Args:
        rules: The texts of the rules; also an attribute.
        table: The facts that are known.
    """

    def __init__(self, rules: Mapping[str, Any], table: FactTable | None = None) -> None:
        self.rules = rules
        self._table = table or FactTable.empty()
        self._found: dict[str, TemplateFacts] = {}
        self._digests: dict[str, bytes] = {}

    def with_rules(self, rules: Mapping[str, Any]) -> TemplateBook:
        """The book for templates that may name other rules."""
        return self if rules == self.rules else TemplateBook(rules, self._table)

    def knows(self, template: str) -> bool:
        """Whether a template was found to be sound."""
        return self._known(template) is not None

    def mistake(self, template: str) -> str | None:
        """Why a template cannot be used, or None.

        Args:
            template: One that is not too long to be parsed.
        """
        from hassil import parse_sentence
        from hassil.parser import ParseError

        try:
            sentence = parse_sentence(template)
        except (ParseError, ValueError, IndexError, AssertionError):
            return "is not a sentence template"
        if mistake := too_many_pieces(sentence.expression, self.rules):
            return mistake
        self._found[template] = facts_of(sentence, self._parsed_rules)
        return None

    def facts(self, template: str) -> TemplateFacts:
        """The facts of a template that can be used."""
        from hassil import parse_sentence

        if known := self._known(template):
            return known
        found = self._found[template] = facts_of(parse_sentence(template), self._parsed_rules)
        return found

    def whole_sentences(self, template: str) -> str | None:
        """Sentences of a template without a list, one in a line; None where they are not kept."""
        return self._table.whole_sentences(self.key(template))

    def key(self, template: str) -> str:
        """Stands for the text of a template and of all rules that belong to it."""
        digest = blake2b(_bytes(template), digest_size=_KEY_BYTES)
        if "<" in template:
            for name in sorted(set(_RULE.findall(template))):
                digest.update(self._digest(name))
        return b85encode(digest.digest()).decode()

    def _known(self, template: str) -> TemplateFacts | None:
        if template not in self._found:
            known = self._table.facts(self.key(template))
            if known is None:
                return None
            self._found[template] = known
        return self._found[template]

    def _digest(self, name: str) -> bytes:
        """Of a rule, and of the rules that it leads to."""
        if name not in self._digests:
            names: dict[str, str] = {}
            open_names = [name]
            while open_names:
                if (one := open_names.pop()) not in names:
                    names[one] = str(self.rules.get(one))
                    open_names += _RULE.findall(names[one])
            text = json.dumps([name, sorted(names.items())])
            self._digests[name] = blake2b(_bytes(text)).digest()
        return self._digests[name]

    @cached_property
    def _parsed_rules(self) -> Mapping[str, Any]:
        """The rules that can be parsed; of the others their own place tells."""
        return dict(_parsed(self.rules))


class FactTable:
    """Facts by the key of their template, as a file holds them.

    Args:
        content: Of the file.
    """

    def __init__(self, content: Mapping[str, Any]) -> None:
        words = content["words"]
        self._sets = [frozenset(map(words.__getitem__, one)) for one in content["sets"]]
        self._clauses = [frozenset(map(self._sets.__getitem__, one)) for one in content["clauses"]]
        self._entries: Mapping[str, Any] = dict(content["templates"])

    @classmethod
    def empty(cls) -> FactTable:
        """A table of nothing."""
        return cls({"words": [], "sets": [], "clauses": [], "templates": {}})

    @classmethod
    def load(cls) -> FactTable:
        """That of the shipped templates; an empty one where the file is not for this program."""
        try:
            content = json.loads(gzip.decompress(shipped(FILE).read_bytes()))
            if content["made_for"] == made_for():
                return cls(content)
            log.info("the templates are parsed: what is known of them is for another version")
        except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, ImportError):
            # nothing is wrong without it, only slower
            log.warning("the templates are parsed: %s cannot be used", FILE, exc_info=True)
        return cls.empty()

    def facts(self, key: str) -> TemplateFacts | None:
        """The facts of a template; None where they are not known."""
        try:
            lists, rules, needed, n_texts, clauses, starts, ends, _ = self._entries[key]
            return TemplateFacts(
                self._sets[lists],
                self._sets[rules],
                self._sets[needed],
                n_texts,
                self._clauses[clauses],
                None if starts is None else self._sets[starts],
                None if ends is None else self._sets[ends],
            )
        except (ValueError, LookupError, TypeError):
            return None

    def whole_sentences(self, key: str) -> str | None:
        """The sentences of a template, one in a line; None where they are not kept."""
        entry = self._entries.get(key)
        kept = entry[-1] if entry else None
        return kept if isinstance(kept, str) else None


def made_for() -> list[object]:
    """What facts depend on besides the templates and their rules."""
    return [FORMAT, version("hassil")]


def _parsed(rules: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    from hassil import parse_sentence
    from hassil.parser import ParseError

    for name, text in rules.items():
        if isinstance(text, str) and not too_long(text):
            try:
                yield name, parse_sentence(text)
            except (ParseError, ValueError, IndexError, AssertionError):
                continue


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
