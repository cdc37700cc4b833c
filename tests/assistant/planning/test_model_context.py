"""Unit: what a model is told of the user."""

import pytest

from jarvis_voice.assistant.planning.model_context import ModelContext

pytestmark = pytest.mark.unit


def test_the_name_is_confided_and_the_city_is_not() -> None:
    around = ModelContext(name="Sam", home_city="Berlin", units="imperial", currency="EUR")
    assert around.lines(with_facts=True)[:2] == [
        "The user is called Sam.",
        "The user lives in Berlin.",
    ]
    told = around.lines(with_facts=False)
    assert told[0] == "The user lives in Berlin."
    assert "Units: imperial." in told[1]
    assert "Sam" not in " ".join(told)
