"""Unit: no sentence says that help is coming, where nobody was called."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.reports.help_promises import (
    promises_help,
    says_help_is_called,
    tells_to_call,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "sentence",
    [
        "Lock the door. Help will be there in five minutes.",
        "Help will be with you soon.",
        "Someone will be with you in five minutes.",
        "The ambulance is five minutes away.",
        "They are on the way.",
        "The fire brigade should be there any moment.",
        "Help has been called.",
        "Emergency services know your address.",
        "Help is on its way.",
        "The police are on their way.",
        "Police have your location.",
        "An ambulance will arrive in ten minutes.",
        "Paramedics are coming.",
        "They'll be there shortly.",
        "They're almost there.",
        "Help is coming.",
        "Officers will be at your door in a minute.",
        "The police have been informed.",
        "A doctor will be with you shortly.",
        "Someone is coming to you now.",
        "The ambulance has been dispatched.",
        "The fire department is on the way.",
        "They will reach you soon.",
        "Firefighters are en route.",
        "Rescue is minutes away.",
        "Emergency services have been alerted.",
        "The medics should get there within minutes.",
        "A patrol car is two minutes away.",
        "Help's on the way.",
        "They know your address.",
    ],
)
def test_a_promise_of_help_is_found(sentence: str) -> None:
    assert promises_help(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Call 112 now.",
        "Go to a room that you can lock and call 112.",
        "If you call 112, they will be there in minutes.",
        "Once you have called, help will be there soon.",
        "Wait outside until help arrives.",
        "The police are the people to call.",
        "I cannot call the police.",
        "The ambulance service in Germany has the number 112.",
        "Spring is coming.",
        "The bus is five minutes away.",
        "The museum is five minutes away.",
        "Your friend will be there soon.",
        "Help yourself.",
        "Help can be found at the library.",
        "They are on the shelf.",
        "They will be ready in five minutes.",
        "The eggs will be done in five minutes.",
        "Someone will win.",
        "They come from Spain.",
        "They are coming from Spain.",
        "Ask them when they will be there.",
        "Is somebody with you?",
        "Tell them your address.",
        "They usually arrive within ten minutes.",
        "An ambulance would be there within minutes.",
        "Police officers wear blue.",
        "They have been sold in 1990.",
        "The band The Police has been together since 1977.",
        "Somebody has to feed the cat.",
        "Someone should be with him.",
        "They should be there already, said the map?",
        "Do not hang up before they tell you to.",
        "Unlock the door so that help can come in.",
        "Keep him warm and stay with him.",
        "They will be fine.",
        "They should be stored in a cool place.",
        "Doctors can tell more.",
        "The doctor is in on Mondays.",
        "They are coming up in April.",
        "Bees are coming back in spring.",
    ],
)
def test_what_promises_no_help_may_be_said(sentence: str) -> None:
    assert not promises_help(sentence)


def test_who_tells_to_call_and_who_has_called_may_speak_of_help() -> None:
    assert tells_to_call("Lock the door and call 112.")
    assert not tells_to_call("I have called 112.")
    assert says_help_is_called("my wife has called an ambulance, what now")
    assert not says_help_is_called("there is a burglar in my house")
