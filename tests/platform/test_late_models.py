"""Unit: a model that is defined within makes its checks at its first use, and checks the same."""

import pytest
from pydantic import BaseModel, ValidationError

from jarvis_voice.platform.late_models import models_built_late

pytestmark = pytest.mark.unit


def test_checks_are_made_at_the_first_use() -> None:
    with models_built_late():

        class Late(BaseModel):
            number: int

    class Usual(BaseModel):
        number: int

    assert not Late.__pydantic_complete__
    assert Usual.__pydantic_complete__
    with pytest.raises(ValidationError):
        Late(number="none")
    assert Late(number="3").number == 3
    assert Late.__pydantic_complete__


def test_one_within_another_changes_nothing() -> None:
    with models_built_late(), models_built_late():
        pass

    class Usual(BaseModel):
        number: int

    assert Usual.__pydantic_complete__
