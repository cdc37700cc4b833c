"""Unit: figures of the weather against those that a forecast told."""

import json
from pathlib import Path

import pytest

from jarvis_voice.language.en.reports.forecast_figures import belies_forecast
from jarvis_voice.language.en.sentences import split_sentences

pytestmark = pytest.mark.unit

ANSWERS = Path(__file__).parents[3] / "data" / "answers"
HARMLESS = ("harmless.jsonl", "harmless-2.jsonl", "harmless-3.jsonl", "harmless-4.jsonl")
FORECAST = (
    "It is 5 degrees and partly cloudy in Oslo now, with a wind of 12 kilometers per hour. "
    "Today will be between 2 and 9 degrees, with a 40 percent chance of rain, by Open-Meteo."
)
COLD = "It is minus 3 degrees and snowing in Oslo now, by Open-Meteo."
MOST_LOST = 0.01


@pytest.mark.parametrize(
    "sentence",
    [
        *("It is 12 degrees in Oslo.", "Oslo has 20 °C now.", "It's 15 outside.", "It is 12 now."),
        *("It's minus five degrees.", "Between 5 and 14 degrees today.", "Highs of 16 today."),
        *("The temperature is 22.", "Expect a high of 12 and a low of 5.", "Lows near -4."),
        *("It feels like 18.", "The wind is 30 km/h.", "Winds of 25 mph, so hold on to your hat."),
        *(
            "There is an 80 percent chance of rain.",
            "A 12% chance of showers.",
            "It's 70 °F there.",
        ),
        *("It's 5 degrees now, with up to 19 degrees later.", "If you go out, it's 15 degrees."),
        *("Currently fifteen degrees and cloudy.", "It will be 11 in Oslo, so take a jacket."),
        *("The temperature will reach 13.", "A light wind of 5 m/s."),
    ],
)
def test_another_figure_than_the_forecast_told_belies_it(sentence: str) -> None:
    assert belies_forecast(sentence, [FORECAST], "how is the weather in Oslo")


@pytest.mark.parametrize(
    "sentence",
    [
        *("It is 5 degrees in Oslo.", "It's five and cloudy.", "It's 5 out there.", "41 °F now."),
        *("Between 2 and 9 degrees today.", "Highs of 9, lows of 2.", "It is about 5 degrees."),
        *("A 40 percent chance of rain.", "The wind is 12 km/h.", "The wind is about 7 mph."),
        *("That's 4 degrees warmer than yesterday.", "A coat is good below 10 degrees."),
        *("It is 5:30 pm in Oslo.", "Bake it at 180 degrees.", "Your timer has 12 minutes left."),
        *("No, it is not above 20 degrees.", "Oslo has 700,000 people.", "Take a coat."),
        *("The wind is 3.3 m/s.", "A nice day to you.", "It is 12 o'clock."),
    ],
)
def test_what_was_told_in_other_words_or_is_of_something_else_passes(sentence: str) -> None:
    assert not belies_forecast(sentence, [FORECAST], "is it warmer than 20 degrees in Oslo")


def test_signs_units_and_turns_without_a_forecast() -> None:
    assert belies_forecast("It is 3 degrees.", [COLD], "weather")
    assert not belies_forecast("It is minus three degrees, or 27 °F.", [COLD], "weather")
    assert not belies_forecast("It is 12 degrees.", ["The pasta timer is set."], "weather")
    assert not belies_forecast("It is 12 degrees.", [], "weather")
    assert belies_forecast("It is 12 degrees.", ["No, it is not raining in Oslo now."], "rain")


def test_harmless_sentences_with_figures_pass_behind_a_forecast() -> None:
    lines = [
        json.loads(line)
        for name in HARMLESS
        for line in (ANSWERS / name).read_text(encoding="utf-8").splitlines()
    ]
    said = [
        (sentence, one["asked"])
        for one in lines
        for sentence in split_sentences(one["answer"])
        if any(sign.isdigit() for sign in sentence)
    ]
    lost = [sentence for sentence, asked in said if belies_forecast(sentence, [FORECAST], asked)]
    assert len(said) >= 500
    assert len(lost) <= MOST_LOST * len(said), lost
