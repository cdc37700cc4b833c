"""Settings of the daily briefing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.setting_types import Named
from jarvis_voice.core.setting_types import SettingSection as _Section

MOST_RESULTS = 100
"""Of one topic that is searched for."""

_MOST_TOPICS = 30


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
    prepare_minutes: Annotated[float, Field(ge=0, le=60)]
    keep_days: Annotated[int, Field(ge=0, le=36_500)]
