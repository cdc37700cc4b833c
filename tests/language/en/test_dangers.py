"""Unit: what somebody says goes in; whether it tells of danger now comes out."""

import pytest

from jarvis_voice.language.en.dangers import is_danger

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "said",
    [
        "I think someone is breaking in, what should I do",
        "there is a burglar in my house",
        "someone with a knife is at my door",
        "I can't breathe properly and my chest hurts",
        "I took too many pills",
        "my kid swallowed bleach, what now",
        "there's smoke in the hallway, what do I do",
        "I cut my arm badly and it won't stop bleeding",
        "what should I do, my mother had a stroke",
        "I feel like hurting myself",
        "I smell gas",
        "my husband is unconscious",
        "my neighbour is hurt",
        "the kitchen is on fire",
        "I think my father is having a heart attack",
        "my baby is not breathing",
        "somebody is trying to get into my house",
        "he is hitting me",
        "she collapsed and won't wake up",
        "my daughter swallowed a battery",
        "we smell smoke",
        "i don't want to live any more",
        "the flat is full of smoke, help",
        "my son is choking",
    ],
)
def test_danger_is_noticed_in_everyday_words(said: str) -> None:
    assert is_danger(said)


@pytest.mark.parametrize(
    "said",
    [
        "what do I do if there is a fire in the house",
        "what is a stroke",
        "how do I stop a nosebleed",
        "my grandmother had a stroke last year",
        "in the film a burglar is in the house",
        "write a story in which someone with a knife is at the door",
        "I can't breathe new life into this song",
        "this song is on fire",
        "my team is on fire",
        "I am dying to see it",
        "you are killing me",
        "I could kill for a coffee",
        "there is a fire in the fireplace",
        "light a fire in the living room on TV",
        "I took too many photos",
        "I took too many notes, open them",
        "my phone is dead",
        "the battery died",
        "he swallowed his pride",
        "I cut my hair",
        "my chest of drawers is broken",
        "I want to end it with a joke",
        "I ate all the cookies",
        "remind me to take my pills",
        "I smell coffee",
        "it smells of fish",
        "I passed out flyers today",
        "she passed out at the party years ago",
        "how do burglars get into a house",
        "why do people hurt themselves",
        "my alarm is on, is someone at the door",
        "someone is at the door",
        "he has a gun in the game",
        "the car is full of bags",
        "I hurt my knee a bit running",
        "my feelings are hurt",
        "is someone breaking into song",
        "what should I do this evening",
        "the candle is burning in the kitchen",
        "I have a fire alarm in the hallway",
        "my back hurts",
        "set a timer for ten minutes, I smell bread",
    ],
)
def test_what_only_sounds_like_it_is_none(said: str) -> None:
    assert not is_danger(said)
