"""Unit: sentences with words of asking go in, what they ask for comes out."""

import pytest

from jarvis_voice.language.en.request_kernels import kernels

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "bare"),
    [
        ("I'd be ever so grateful for a timer of 22 minutes", "i need a timer of 22 minutes"),
        ("is it at all possible to have an alarm at 6:40", "i need an alarm at 6:40"),
        ("I'd like it if the music was paused", "pause the music"),
        (
            "I would be needing reminded to take my pills at nine",
            "remind me to take my pills at nine",
        ),
        ("could my alarm please be cancelled", "cancel my alarm"),
        ("all I want is for the volume to go down", "turn the volume down"),
        ("it would make my day if you told me a joke", "tell me a joke"),
        ("would you terribly mind adding leeks to my list", "add leeks to my list"),
        ("what would be grand is a timer for 17 minutes", "i need a timer for 17 minutes"),
        ("be a sweetheart and tell me the time", "tell me the time"),
    ],
)
def test_the_request_behind_its_frame(said: str, bare: str) -> None:
    assert bare in list(kernels(said))


@pytest.mark.parametrize(
    "said",
    [
        "should I set an alarm",
        "how do I need to set a timer",
        "the timer was set",
        "the song was skipped",
        "was my alarm cancelled",
        "I do not want a timer",
        "nice weather for ducks",
        "I need it",
        "I was glad my alarm was cancelled",
        "it's nice that you set a timer",
        "do you need the volume up",
        "help me remember my pin number",
    ],
)
def test_what_asks_or_tells_or_denies_stays(said: str) -> None:
    assert list(kernels(said)) == []
