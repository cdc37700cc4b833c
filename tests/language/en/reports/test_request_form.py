"""Unit: a sentence goes in; its form, by which it asks or tells, comes out."""

import pytest

from jarvis_voice.language.en.reports.made_texts import asks_for_words
from jarvis_voice.language.en.reports.request_form import RequestForm, form_of

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("sentence", "form"),
    [
        ("Translate this: good morning to you", RequestForm.MAKING),
        ("Tell me a joke", RequestForm.MAKING),
        ("Resume the story", RequestForm.MAKING),
        ("Resume the music", RequestForm.ACT),
        ("Could you write a letter?", RequestForm.MAKING),
        ("I want to rehearse my speech", RequestForm.MAKING),
        ("Can you play a waiter?", RequestForm.MAKING),
        ("You are the rude waiter", RequestForm.MAKING),
        ("A sad poem", RequestForm.MAKING),
        ("Birthday speech for my brother", RequestForm.MAKING),
        ("What time is it?", RequestForm.QUESTION),
        ("Find out who wrote it", RequestForm.QUESTION),
        ("Would you like some tea?", RequestForm.QUESTION),
        ("Lights off", RequestForm.ACT),
        ("Ten minutes for the pasta", RequestForm.ACT),
        ("Up at seven", RequestForm.ACT),
        ("Taxi to the station", RequestForm.ACT),
        ("Bread on the list", RequestForm.ACT),
        ("Heating please", RequestForm.ACT),
        ("Do the dishes", RequestForm.ACT),
        ("Have my suit cleaned", RequestForm.ACT),
        ("Would you mind closing the door", RequestForm.ACT),
        ("Ditch the alarm", RequestForm.ACT),
        ("Kindly make it so", RequestForm.ACT),
        ("Do your magic", RequestForm.ACT),
        ("Would you see to it", RequestForm.ACT),
        ("The usual please", RequestForm.ACT),
        ("Did you lock the door?", RequestForm.ACT),
        ("Are you sure it will ring?", RequestForm.ACT),
        ("Is the door locked?", RequestForm.ACT),
        ("Has Anna replied?", RequestForm.ACT),
        ("How is the oven?", RequestForm.ACT),
        ("When did you send it?", RequestForm.ACT),
        ("Did you ever send a letter?", RequestForm.QUESTION),
        ("I need to buy milk", RequestForm.WISH),
        ("I would like to know", RequestForm.STATEMENT),
        ("My cat is old", RequestForm.STATEMENT),
        ("Hey Jarvis", RequestForm.STATEMENT),
    ],
)
def test_a_sentence_has_a_form(sentence: str, form: RequestForm) -> None:
    assert form_of(sentence) is form


@pytest.mark.parametrize(
    "request_words",
    [
        "tell me a joke", "tell a story", "write a letter to the bank", "keep it short", "go on",
        "be my teacher", "read it aloud", "show me how", "give us a hint", "make up a rhyme",
        "turn it into a poem", "play twenty questions", "play a pirate with me", "call me boss",
        "ask me something", "start with chapter one", "walk me through it", "come up with names",
        "mention the weather", "end the story", "add up the numbers", "change the tone",
        "pick one", "list animals", "finish it",
    ],
)  # fmt: skip
def test_words_are_asked_for(request_words: str) -> None:
    assert asks_for_words(request_words.split())


@pytest.mark.parametrize(
    "request_words",
    [
        "tell my boss", "tell me when it rains", "write it down", "write milk in my notes",
        "be quiet", "read my mail", "show me my list", "give me a call", "make a reservation",
        "turn on the radio", "play a song", "call me a taxi", "start the timer", "let it ring",
        "end the call", "add milk to the list", "list", "open the door", "walk the dog",
    ],
)  # fmt: skip
def test_acts_are_no_words(request_words: str) -> None:
    assert not asks_for_words(request_words.split())
