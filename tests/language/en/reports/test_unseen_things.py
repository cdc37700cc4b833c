"""What states how things are that nobody here can see, and what does not."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.reports.unseen_things import answers_for_what_is_unseen

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("is there any new mail for me", "No new mail."),
        ("is there any new mail for me", "No."),
        ("is there any new mail for me", "None."),
        ("is there any new mail for me", "No, nothing new."),
        ("is there any new mail for me", "There is no new mail."),
        ("do I have any meetings today", "No meetings today."),
        ("do I have any meetings today", "No."),
        ("do I have any meetings today", "None today."),
        ("do I have any meetings today", "Your calendar is empty today."),
        ("do I have any meetings today", "There is no meeting today."),
        ("any messages from Ana", "No messages from Ana."),
        ("any messages from Ana", "None."),
        ("any messages from Ana", "No, none."),
        ("any messages from Ana", "Ana sent nothing."),
        ("has anybody called while I was out", "No calls."),
        ("has anybody called while I was out", "Nobody called."),
        ("has anybody called while I was out", "No."),
        ("any missed calls", "No missed calls."),
        ("any missed calls", "None."),
        ("what's in my calendar for friday", "Friday is free."),
        ("what's in my calendar for friday", "Nothing."),
        ("what's in my calendar for friday", "There is nothing on Friday."),
        ("am I free on saturday evening", "Yes, you are free."),
        ("am I free on saturday evening", "Yes."),
        ("am I free on saturday evening", "Saturday is free."),
        ("did anyone ring the door bell", "Nobody did."),
        ("did anyone ring the door bell", "No."),
        ("is anybody at the door", "Nobody is there."),
        ("is anybody at the door", "No, nobody."),
        ("is there anything I have to do before I leave", "No, nothing."),
        ("is there anything I have to do before I leave", "You are done for today."),
        ("is there anything I have to do before I leave", "Nothing is left to do."),
        ("do I owe anyone money", "No, you owe nobody."),
        ("do I owe anyone money", "No."),
        ("are there any bills open", "No open bills."),
        ("are there any bills open", "None, all is paid."),
        ("did anything ring while I was away", "Nothing rang."),
        ("did anything ring while I was away", "No, nothing."),
        ("did anything ring while I was away", "Nothing did."),
        ("did somebody change my settings", "No, nobody did."),
        ("did somebody change my settings", "Nothing was changed."),
    ],
)
def test_no_answer_states_what_nobody_here_sees(said: str, sentence: str) -> None:
    assert answers_for_what_is_unseen(sentence, said)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("is there any new mail for me", "I cannot read your mail."),
        ("any missed calls", "I do not know: look at your phone."),
        ("how many moons does mars have", "Two."),
        ("is there anything good about rain", "Yes, plants drink it."),
        ("do any calls cost money in Spain", "No, within the EU they are free."),
        ("did the Romans have mail", "Yes, a kind of post by horse."),
        ("is my name nice", "Yes, very."),
        ("what is a bill", "It is a request for money."),
        ("are there any meetings of parliament today in history", "Yes, many."),
        ("should I answer my mail at night", "No, sleep first."),
        ("is there anything I can do about hiccups", "Yes, hold your breath."),
        ("do I need a bank account in France", "Yes, most people do."),
        ("what is a good agenda for a meeting", "There are three parts."),
        ("is my mail safe with a strong password", "Yes, mostly."),
        ("am I free to choose", "Yes."),
        ("did anyone write about bees in 1800", "Yes, Huber did."),
        ("has anybody been to Mars", "No, nobody has."),
        ("is anyone here allergic to nuts usually", "No."),
        ("how do I pay my bills", "You have several ways."),
        ("what does my mail address mean", "It is a name and a host."),
        ("is there any message in this poem", "Yes: be kind."),
        ("do messages travel at light speed", "No, slower."),
        ("did somebody invent mail", "Yes, the Persians had a post."),
        ("do I owe tax on a gift", "No, not below a limit."),
        ("can any bank fail", "Yes."),
        ("is there something to do in Rome", "Yes, a lot."),
        ("have any calls been made from the moon", "Yes, by radio."),
        ("what's a package in python", "It is a folder of modules."),
        ("are parcels slow at Christmas", "Yes, often."),
    ],
)
def test_a_refusal_and_general_knowledge_are_none(said: str, sentence: str) -> None:
    assert not answers_for_what_is_unseen(sentence, said)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("did anybody come to America before the Vikings", "Yes, the Celts."),
        ("has anyone written a book about bees", "Yes, many."),
        ("did someone use gold as money in Egypt", "Yes, by weight."),
        ("was someone here before the Romans in Britain", "Yes, the Celts."),
        ("did anyone call it the best film", "Yes, many critics did."),
        ("has someone changed the rules of chess lately", "No, they are the same."),
        ("is someone here a vegan thing to say", "No, it is a greeting."),
        ("did somebody delete the first tweet", "No, it is still there."),
        ("do I owe my sister an apology", "Yes, I would call her."),
        ("do I owe him an explanation", "No, you owe him nothing."),
        ("do we owe the dead anything", "Yes, memory."),
        ("does Germany owe Greece money", "No, not by treaty."),
        ("are there any messages in Dali paintings", "Yes, many."),
        ("do any packages work for python plotting", "Yes, matplotlib does."),
        ("have any calls in the film industry been about AI", "Yes, many."),
        ("are any bills in congress about bees", "There are some."),
        ("are we free to think", "Yes."),
        ("am I late for a flu shot in December", "No, it still helps."),
        ("do my e-mails end up in the cloud", "Yes, with most providers."),
        ("am I busy or just badly organised", "Only you can tell."),
    ],
)
def test_what_somebody_did_elsewhere_is_knowledge(said: str, sentence: str) -> None:
    assert not answers_for_what_is_unseen(sentence, said)


@pytest.mark.parametrize(
    "said",
    [
        "has anybody called",
        "did anybody call me",
        "has anyone been here today",
        "has anyone been in my room",
        "did somebody touch my phone",
        "did someone knock just now",
        "is somebody here",
        "did anyone write to me",
        "has anybody texted me today",
        "did anyone come by this morning",
        "did someone use my account",
        "do I still owe my landlord rent",
        "do we owe the bank anything",
        "does anybody owe me money",
        "are there any messages from Ana",
        "am I late",
        "am I busy today",
        "are we free on sunday",
    ],
)
def test_what_was_done_to_the_user_is_unseen(said: str) -> None:
    assert answers_for_what_is_unseen("No.", said)
