"""Settings of the daily briefing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.setting_types import Name, Named
from jarvis_voice.core.setting_types import SettingSection as _Section

MOST_RESULTS = 100
"""Of one topic that is searched for."""

_MOST_TOPICS = 30
_MOST_TOKENS = 100_000
_MOST_USD = 100


class BriefingConfig(_Section):
    """Settings for the daily briefing.

    Attributes:
        topics: What is wanted; empty is anything that the feeds tell.
        sections: What is told, in front of the news.
        stories: How many at the most.
        seconds: How long it may take to say.
        window_hours: How old a story may be.
        threshold: A story below this score is left out; 0 keeps all.
        search: Results for each topic, with SERPAPI_API_KEY; 0 does not search.
        model: Who words the stories: empty is nobody, "auto" the models that plan, or one's name.
        model_steps: Whether that model chooses the next step of a run, too.
        model_tokens: How much a model is shown in one run; stories beyond it stay as they are.
        temperature: How freely models word and judge.
        max_output_tokens: The longest answer of a model.
        judge: The model that scores stories beside the rule: empty is none, "auto", or its name.
        budget_usd: What the questions of one run to models may cost, in US dollars, where their
            prices are known.
        prepare_minutes: So long before a routine reads it, a briefing is made; 0 makes it then.
        keep_days: How long articles, stories and briefings are kept; 0 is for ever.
    """

    topics: Annotated[tuple[Named, ...], Field(max_length=_MOST_TOPICS)]
    sections: Annotated[tuple[Literal["weather", "today"], ...], Field(max_length=2)]
    stories: Annotated[int, Field(ge=1, le=7)]
    seconds: Annotated[float, Field(ge=15, le=90)]
    window_hours: Annotated[int, Field(ge=1, le=168)]
    threshold: Annotated[float, Field(ge=0, le=1)]
    search: Annotated[int, Field(ge=0, le=MOST_RESULTS)]
    model: Name
    model_steps: bool
    model_tokens: Annotated[int, Field(ge=500, le=_MOST_TOKENS)]
    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)]
    max_output_tokens: Annotated[int, Field(ge=200, le=_MOST_TOKENS)]
    judge: Name
    budget_usd: Annotated[float, Field(ge=0, le=_MOST_USD, allow_inf_nan=False)]
    prepare_minutes: Annotated[float, Field(ge=0, le=60)]
    keep_days: Annotated[int, Field(ge=0, le=36_500)]
