"""Unit: a token has one form, is made of chance, and its digest is SHA-256."""

import pytest

from jarvis_voice.doors.people.secret import digest_of, is_token, new_token

pytestmark = pytest.mark.unit


def test_a_token_is_32_bytes_of_chance_behind_its_prefix() -> None:
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(is_token(one) and len(one) == 46 for one in made)


A43 = "a" * 43
OTHERS = (
    *("", "jv_", A43, f"jv_{A43[1:]}", f"jv_{A43}a", f"jv_{A43}\n", f"jv_{A43[1:]}\n"),
    *(f"jw_{A43}", f"JV_{A43}", f" jv_{A43}", "jv_" + "\u00e4" * 43, "jv_" + "a" * 1_000),
)


@pytest.mark.parametrize("text", OTHERS)
def test_other_texts_are_no_tokens(text: str) -> None:
    assert not is_token(text)


def test_the_digest_is_sha_256() -> None:
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert digest_of("") == empty
