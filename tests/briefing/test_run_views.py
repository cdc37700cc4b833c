"""Unit: how runs went, and how good what they made is, a line each."""

from dataclasses import replace

import pytest
from briefing.newsroom import NOW
from briefing.test_views import MADE, STORY

from jarvis_voice.briefing.run_views import cost_shown, quality_shown, run_shown, runs_in_sum
from jarvis_voice.core.briefing_records import BriefingRun, QualityScores, StepSpan
from jarvis_voice.core.config import PriceConfig
from jarvis_voice.core.turn_ledger import Usage

pytestmark = pytest.mark.unit


def test_a_run_shows_its_steps() -> None:
    spans = (StepSpan("gather", 0.5, True, "3 entries"), StepSpan("read", 45, False, "late"))
    run = BriefingRun(
        7, "voice", NOW, topics=("chess",), state="failed", spans=spans, problem="it broke"
    )
    head, *rest = run_shown(run)
    assert head.startswith("7\t")
    assert head.endswith("failed\tvoice about chess")
    assert rest == ["\tgather\t0.50 s\t3 entries", "\tread\t45.00 s\tFAILED late", "\tit broke"]


def test_the_share_of_runs_that_succeeded() -> None:
    def run(state: str, seconds: float) -> BriefingRun:
        spans = (StepSpan("gather", seconds, True, ""), StepSpan("read", 1.0, True, ""))
        return BriefingRun(1, "voice", NOW, state=state, spans=spans)  # type: ignore[arg-type]

    runs = [run("done", 1), run("done", 3), run("done", 8), run("failed", 60), run("running", 0)]
    assert runs_in_sum(runs) == "3 of 4 runs succeeded (75%); half of them took at most 4.0 s."
    assert runs_in_sum(runs[3:4]) == "0 of 1 runs succeeded (0%)."
    assert runs_in_sum(runs[4:]) == "No run is over yet."


def test_quality_a_line_each() -> None:
    good = QualityScores(1.0, 1.0, 0.41, 0.9, True)
    bad = QualityScores(1.0, 0.0, 0.41, 0.9, False)
    made = replace(MADE, stories=(replace(STORY, quality=bad), STORY), quality=good)
    assert list(quality_shown(made)) == [
        "Briefing 4\tcoherence 1.00  accuracy 1.00  completeness 0.41  readability 0.90  "
        "passed by rule",
        "1\tcoherence 1.00  accuracy 0.00  completeness 0.41  readability 0.90  FAILED by rule\t"
        "Plant <opens> in [Gdansk](x)",
        "2\tnot scored\tPlant <opens> in [Gdansk](x)",
    ]


def test_cost_of_runs() -> None:
    price = PriceConfig(input=1.0, output=10.0, as_of=NOW.date())
    calls = (Usage("big", 1_000, 100), Usage("odd", 5, 5))
    runs = [BriefingRun(2, "voice", NOW, calls=calls), BriefingRun(1, "voice", NOW)]
    assert list(cost_shown(runs, {"big": price})) == [
        "2\t2 calls, 1,005 tokens in and 105 out, $0.0020",
        "1 of 2 runs asked a model: 2 calls, 1,005 tokens in and 105 out, $0.0020",
        "No price is set for odd: its calls are not in the cost.",
    ]
    assert list(cost_shown(runs[1:], {})) == [
        "1 runs, and none asked a language model: they cost nothing."
    ]
