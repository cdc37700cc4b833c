"""Loads sentence templates: the shipped config/sentences/en.yaml, the tools' and the user's.

Invariant: a user's file is checked whole before it counts: every intent is known, every template
parses, and every slot an intent needs is filled by each of its sentences.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from jarvis_voice.assistant.understanding.template_book import FactTable, TemplateBook
from jarvis_voice.assistant.understanding.template_facts import collect_names
from jarvis_voice.assistant.understanding.template_size import (
    MOST_NUMBERS,
    range_is_too_large,
    too_large,
)
from jarvis_voice.assistant.understanding.tool_sentences import (
    ToolSentences,
    named,
    sentences_of,
)
from jarvis_voice.assistant.understanding.tool_words import ToolWords
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.file_kind import refuse_no_file
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.tools.registry import Tool

SLOTS_NEEDED: Mapping[str, frozenset[str]] = {
    "open_website": frozenset({"name"}),
    "open": frozenset({"name"}),
    "open_known": frozenset({"name"}),
    "open_app": frozenset({"name"}),
    "find_and_open": frozenset({"query"}),
    "open_their": frozenset(),
    "open_result": frozenset({"ordinal"}),
    "search": frozenset({"query"}),
    "calculate": frozenset({"expression"}),
    "take_screenshot": frozenset(),
    "get_time": frozenset(),
    "get_date": frozenset(),
    "read_page": frozenset(),
    "read_result": frozenset({"ordinal"}),
    "read_on": frozenset(),
    "do_again": frozenset(),
    "more": frozenset(),
    "research": frozenset({"question"}),
    "wikipedia_about_it": frozenset(),
    "weather": frozenset(),
    "convert": frozenset({"what"}),
    "remember": frozenset({"fact"}),
    "add_note": frozenset({"text"}),
    "read_notes": frozenset(),
    "recall": frozenset({"about"}),
    "adjust_speech": frozenset(),
    "copy_answer": frozenset(),
    "media": frozenset(),
    "volume": frozenset(),
    "clipboard": frozenset(),
    "look_at_screen": frozenset(),
    "greeting": frozenset(),
    "ask_if_listening": frozenset(),
    "ask_if_recording": frozenset(),
    "ask_what_is_sent": frozenset(),
    "ask_to_unmute": frozenset(),
    "last_subject": frozenset(),
    "who_are_you": frozenset(),
    **dict.fromkeys(
        (
            *("who_made_you", "who_do_you_work_for", "how_old_are_you", "where_are_you_from"),
            *("are_you_a_bot", "about_me", "meaning_of_life", "where_am_i", "maybe"),
            *("that_is_wrong", "small_talk", "apology"),
            *("bad_news", "good_news", "remark", "teasing"),
        ),
        frozenset[str](),
    ),
    "what_can_you_do": frozenset(),
    "what_did_i_ask": frozenset(),
    "say_again": frozenset(),
    "how_are_you": frozenset(),
    "do_you_hear": frozenset(),
    "compliment": frozenset(),
    "thanks": frozenset(),
    "goodbye": frozenset(),
    "stop": frozenset(),
    "never_mind": frozenset(),
    "take_back_begun": frozenset(),
    "help": frozenset(),
    "yes": frozenset(),
    "no": frozenset(),
}
"""The intents that ship, and the slots they need; a tool's name is an intent as well."""

_TOP_KEYS = {"language", "intents", "expansion_rules", "lists"}
_BLOCK_KEYS = {"sentences", "slots"}
_SYNONYMS = {"cardinal": "ordinal"}
"""Lists that fill a slot of another name."""


OWN = "own"
"""Marks sentences of the user's files in the metadata of hassil."""

LONGEST_MISTAKE = 2_000
"""Characters of a message: an unknown key is told with those that there are."""

LONGEST_SHOWN = 60
"""Characters of a template that a message quotes where it is too large."""


def slot_of(list_name: str) -> str:
    """The slot that a list in a template fills."""
    return _SYNONYMS.get(list_name, list_name)


def load_intents(
    paths: Paths, tools: Iterable[Tool] = (), table: FactTable | None = None
) -> tuple[Any, ToolSentences, TemplateBook]:
    """The `hassil.Intents` of all sentence files and tools, what the tools say, and the templates.

    Args:
        paths: Where the user's files are.
        tools: Those that exist here.
        table: Instead of the facts that ship.

    Raises:
        ConfigError: A file cannot be read; the message names the file and the line or the intent.
    """
    from hassil import Intents

    merged = _read(shipped("config/sentences/en.yaml"))
    book = TemplateBook(merged["expansion_rules"], table or FactTable.load())
    said = sentences_of(tools, book)
    _merge(merged, {"intents": said.intents, "lists": said.lists})
    for file in _user_files(paths.user_sentences):
        own = _read(file)
        _check(own, file, merged, said.words)
        _merge(merged, _marked(own))
    _fill_in(merged, said.words)
    return Intents.from_dict(merged), said, book.with_rules(merged["expansion_rules"])


def check_file(file: Path) -> dict[str, Any]:
    """The content of a file that stands on its own.

    Raises:
        ConfigError: It has a mistake.
    """
    content = _read(file)
    _check(content, file, content, {})
    return content


def _user_files(folder: Path) -> Iterable[Path]:
    """The files of a folder; hidden ones are an editor's or a disk's, such as ".#own.yaml"."""
    files = folder.glob("*.yaml") if folder.is_dir() else ()
    return sorted(file for file in files if not file.name.startswith("."))


def _read(file: Path) -> dict[str, Any]:
    import yaml

    refuse_no_file(file)
    # the C parser is ten times faster and not everywhere
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        content = yaml.load(file.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 - safe ones
    except OSError as error:
        raise _bad(file, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise _bad(file, "is not UTF-8 text") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise _bad(file, f"line {line}: {error.problem or 'is not valid YAML'}") from error
    except yaml.YAMLError as error:
        raise _bad(file, "is not valid YAML") from error
    except RecursionError as error:  # of the parser in Python, where there is none in C
        raise _bad(file, "brackets or indents are nested too deep") from error
    except ValueError as error:  # a date that is none, a number of thousands of digits
        raise _bad(
            file, "holds a number or a date that cannot be read: put it in quotes"
        ) from error
    if not isinstance(content, dict):
        raise _bad(file, "must hold language: and intents:")
    return content


def _check(
    own: Mapping[str, Any],
    file: Path,
    shipped_file: Mapping[str, Any],
    tools: Mapping[str, ToolWords],
) -> None:
    for key, value in own.items():
        if key not in _TOP_KEYS:
            raise _bad(file, f'unknown key "{key}"; known: {", ".join(sorted(_TOP_KEYS))}')
        if key != "language" and not isinstance(value, dict):
            raise _bad(file, f'"{key}" must hold names and what they stand for')
    if own.get("language", "en") != "en":
        raise _bad(file, 'language must be "en"')
    lists = {**shipped_file.get("lists", {}), **own.get("lists", {})}
    rules = {**shipped_file.get("expansion_rules", {}), **own.get("expansion_rules", {})}
    for name, rule in own.get("expansion_rules", {}).items():
        _templates(file, f'rule "{name}"', [rule], rules, lists)
    _check_lists(file, own.get("lists", {}))
    for name, intent in own.get("intents", {}).items():
        tool = tools.get(name)
        slots = {**lists, **dict.fromkeys(tool.kinds)} if tool else lists
        if name in SLOTS_NEEDED:
            needed = SLOTS_NEEDED[name]
        elif tool:
            needed = tool.needed
        else:
            known = [*SLOTS_NEEDED, *tools]
            close = difflib.get_close_matches(str(name), known, n=1)
            hint = f' Did you mean "{close[0]}"?' if close else ""
            raise _bad(file, f'intent "{name}" is unknown.{hint}')
        _check_intent(file, name, intent, needed, (rules, slots))
        for slot, value in _given(intent) if tool else ():
            if tool and slot in tool.kinds and tool.kinds[slot].read(value) is None:
                raise _bad(file, f'intent "{name}": slots: "{value}" is no {slot}')


def _given(intent: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """The slots that the blocks of an intent fill in."""
    return (given for block in intent["data"] for given in block.get("slots", {}).items())


def _check_intent(
    file: Path,
    name: str,
    intent: Any,
    needed: frozenset[str],
    known: tuple[Mapping[str, Any], Mapping[str, Any]],
) -> None:
    where = f'intent "{name}"'
    rules, lists = known
    blocks = intent.get("data") if isinstance(intent, dict) else None
    if not isinstance(blocks, list) or len(intent) != 1:
        raise _bad(file, f"{where} must hold data: with a list of sentences:")
    for block in blocks:
        if not isinstance(block, dict) or set(block) - _BLOCK_KEYS or "sentences" not in block:
            raise _bad(file, f"{where}: an item of data: holds sentences: and perhaps slots:")
        given = block.get("slots", {})
        if not isinstance(given, dict) or not all(isinstance(v, str) for v in given.values()):
            raise _bad(file, f"{where}: slots: must hold names and texts in quotes")
        for template, filled in _templates(file, where, block["sentences"], rules, lists):
            if missing := needed - filled - given.keys():
                slot = sorted(missing)[0]
                raise _bad(file, f'{where}: "{template}" says no {{{slot}}}, and slots: neither')


def _templates(
    file: Path, where: str, templates: Any, rules: Mapping[str, Any], lists: Mapping[str, Any]
) -> list[tuple[str, set[str]]]:
    """Each template and the slots it fills.

    Raises:
        ConfigError: A template does not parse, or names a rule or list that there is not.
    """
    from hassil import parse_sentence
    from hassil.parser import ParseError

    if not isinstance(templates, list) or not all(isinstance(one, str) for one in templates):
        raise _bad(file, f"{where}: sentences: must be a list of texts")
    out = []
    for template in templates:
        if mistake := too_large(template, rules):
            raise _bad(file, f'{_line_of(file, template)}{where}: "{_shown(template)}" {mistake}')
        try:
            sentence = parse_sentence(template)
        except (ParseError, ValueError, IndexError, AssertionError) as error:
            line = _line_of(file, template)
            raise _bad(file, f'{line}{where}: "{template}" is not a sentence template') from error
        named_lists: set[str] = set()
        named_rules: set[str] = set()
        collect_names(sentence.expression, named_lists, named_rules)
        for kind, names, known in (("list", named_lists, lists), ("rule", named_rules, rules)):
            if unknown := sorted(names - known.keys()):
                raise _bad(file, f'{where}: "{template}" names the unknown {kind} "{unknown[0]}"')
        out.append((template, {slot_of(one) for one in named_lists}))
    return out


def _check_lists(file: Path, lists: Mapping[str, Any]) -> None:
    from hassil import Intents

    for name, body in lists.items():
        if range_is_too_large(body):
            raise _bad(file, f'list "{name}" has more than {MOST_NUMBERS:,} numbers')
        for template in _values_of(body):
            if mistake := too_large(template, {}):
                raise _bad(file, f'list "{name}": "{_shown(template)}" {mistake}')
        try:
            Intents.from_dict({"language": "en", "intents": {}, "lists": {name: body}})
        except Exception as error:  # hassil raises whatever a bad value provokes
            raise _bad(file, f'list "{name}" is not a list of values') from error


def _values_of(body: Any) -> Iterable[str]:
    """The texts of a list, each of which may be a template."""
    values = body.get("values") if isinstance(body, dict) else None
    for value in values if isinstance(values, list) else ():
        said = value.get("in") if isinstance(value, dict) else value
        if isinstance(said, str):
            yield said


def _marked(own: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same, and each block of sentences tells that it is the user's."""
    intents = {
        name: {"data": [{**block, "metadata": {OWN: True}} for block in intent["data"]]}
        for name, intent in own.get("intents", {}).items()
    }
    return {**own, "intents": intents}


def _merge(merged: dict[str, Any], own: Mapping[str, Any]) -> None:
    """Add the user's sentences in front; the user's rules and lists replace ours of that name."""
    for name, intent in own.get("intents", {}).items():
        blocks = merged["intents"].setdefault(name, {"data": []})
        blocks["data"] = [*intent["data"], *blocks["data"]]
    for key in ("expansion_rules", "lists"):
        merged[key] = {**merged.get(key, {}), **own.get(key, {})}


def _fill_in(merged: dict[str, Any], tools: Mapping[str, ToolWords]) -> None:
    """Point the slots of a tool's intent at the tool's own lists, whoever wrote the sentence."""
    for name, tool in tools.items():
        for block in merged["intents"].get(name, {"data": ()})["data"]:
            block["sentences"] = [named(template, tool) for template in block["sentences"]]


def _line_of(file: Path, template: str) -> str:
    """The line where a template stands, as far as it is written there as it was read."""
    beginning = _shown(template).rstrip("…")
    with file.open(encoding="utf-8") as lines:
        number = next((n for n, line in enumerate(lines, start=1) if beginning in line), None)
    return f"line {number}: " if number and beginning else ""


def _shown(template: str) -> str:
    return template if len(template) <= LONGEST_SHOWN else f"{template[:LONGEST_SHOWN]}…"


def _bad(file: Path, what: str) -> ConfigError:
    what = what if len(what) <= LONGEST_MISTAKE else f"{what[:LONGEST_MISTAKE]}…"
    return ConfigError("sentences", f"{file}: {what.rstrip('.')}.")
