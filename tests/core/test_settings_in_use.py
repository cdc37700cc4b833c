"""Unit: every setting that ships has its comment, and some code that reads it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import jarvis_voice
from jarvis_voice.core.setting_names import OPEN_SECTIONS
from jarvis_voice.core.shipped_files import shipped

pytestmark = pytest.mark.unit

PACKAGE = Path(jarvis_voice.__file__).parent
SHIPPED = shipped("config/jarvis.toml").read_text(encoding="utf-8")


def test_every_shipped_key_has_its_comment() -> None:
    settings = [line for line in SHIPPED.splitlines() if re.match(r"\w+ *=", line)]
    assert settings
    assert not [line for line in settings if "#" not in line]


@cache
def sources() -> list[str]:
    """The code of the package, but for the settings' own."""
    files = [file for file in PACKAGE.rglob("*.py") if file.name != "config.py"]
    return [file.read_text(encoding="utf-8") for file in files]


parsed = cache(ast.parse)
"""A module as a tree: each is looked through for many settings."""


def read_in(source: str, section: str, key: str) -> bool:
    """Whether code reads `<config>.<section>.<key>`, or the key of a name bound to the section."""
    for scope in ast.walk(parsed(source)):
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            names = set(_names_of(scope, section))
            for node in ast.walk(scope):
                if not isinstance(node, ast.Attribute) or node.attr != key:
                    continue
                owner = node.value
                if isinstance(owner, ast.Attribute) and owner.attr.lstrip("_") == section:
                    return True
                if isinstance(owner, ast.Name) and owner.id in names:
                    return True
    return False


def _names_of(scope: ast.AST, section: str) -> Iterator[str]:
    yield section
    for node in ast.walk(scope):
        if not isinstance(node, ast.Assign):
            continue
        [target] = node.targets if len(node.targets) == 1 else [None]
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=False))
        for name, value in pairs:
            if (
                isinstance(name, ast.Name)
                and isinstance(value, ast.Attribute)
                and value.attr == section
            ):
                yield name.id


SETTINGS = [
    (section, key)
    for section, value in tomllib.loads(SHIPPED).items()
    for key in (value if isinstance(value, dict) and section not in OPEN_SECTIONS else [None])
]


KEYWORDS = {"from": "since"}
"""Keys that are words of Python, and the attributes that bear their values."""


@pytest.mark.parametrize(("section", "key"), SETTINGS)
def test_every_setting_is_read_by_the_code(section: str, key: str | None) -> None:
    owner, name = (section, KEYWORDS.get(key, key)) if key else ("config", section)
    naming = [source for source in sources() if owner in source and name in source]
    assert any(read_in(source, owner, name) for source in naming)


def test_the_scanner_sees_reading_and_does_not_see_naming() -> None:
    assert read_in("def f(config): return config.voice.speed", "voice", "speed")
    assert read_in("def f(s):\n b, k = s.voice, s.key\n return b.speed", "voice", "speed")
    assert not read_in("def f(config): return config.voice, speed", "voice", "speed")
    assert not read_in("def f(config): return config.other.speed", "voice", "speed")
