"""Unit: a lazy pattern answers as a compiled one does, and is compiled when first asked."""

from __future__ import annotations

import gc
import re
from importlib import import_module
from pathlib import Path

import pytest

import jarvis_voice
from jarvis_voice.core.lazy_pattern import compile_waiting, lazy_pattern

pytestmark = pytest.mark.unit

WRONG = "("


def test_answers_as_a_compiled_pattern_does() -> None:
    lazy, compiled = lazy_pattern("(?P<what>a+)", re.I), re.compile("(?P<what>a+)", re.I)

    for _ in range(2):
        found = lazy.search("baAb")
        assert found
        assert found["what"] == "aA"
        assert lazy.sub("-", "baAb") == "b-b"
    assert (lazy.pattern, lazy.flags) == (compiled.pattern, compiled.flags)
    assert lazy.groupindex == compiled.groupindex


def test_is_compiled_when_it_is_first_asked() -> None:
    wrong = lazy_pattern(WRONG)

    assert wrong.pattern == WRONG
    with pytest.raises(re.error):
        wrong.search("")
    with pytest.raises(re.error):
        compile_waiting()


def test_is_one_for_the_same_words() -> None:
    assert lazy_pattern("again") is lazy_pattern("again")
    assert lazy_pattern("again", re.I) is not lazy_pattern("again")


def test_has_what_a_pattern_has_and_no_more() -> None:
    assert not hasattr(lazy_pattern("a"), "matches")
    assert not hasattr(lazy_pattern("a"), "__len__")


def test_each_of_the_program_is_well_formed() -> None:
    root = Path(jarvis_voice.__file__).parent
    users = [one for one in root.rglob("*.py") if "lazy_pattern(" in one.read_text("utf-8")]
    for user in users:
        import_module(".".join(("jarvis_voice", *user.relative_to(root).with_suffix("").parts)))

    kind = type(lazy_pattern(""))  # made once, not for each object there is
    patterns = [one for one in gc.get_objects() if isinstance(one, kind)]

    assert len(users) > 50
    for one in patterns:
        if one.pattern != WRONG:
            assert one.flags >= 0
