"""Unit: a short turn goes on with the joke, the word, the page or the like of before."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.of_subjects import of_subject
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import topic_of

pytestmark = pytest.mark.unit

_ANSWERS = {
    "start the stopwatch": "The stopwatch is running.",
    "stop the stopwatch": "I have stopped the stopwatch at 9 seconds.",
    "tell me a joke": "Why did the pencils break up? They never saw the point.",
    "tell me a riddle": "What has a neck, but no head?",
    "tell me a fun fact": "Honey keeps for thousands of years.",
    "what does stoic mean": "Stoic, an adjective: calm.",
    "spell rhythm": "Rhythm: R-H-Y-T-H-M.",
    "what is a synonym for glad": "Another word for glad is happy.",
    "give me my briefing": "First: the bridge is open again.",
    "search for chairs": "I found: a; b; c. Say: open the first one.",
    "open the second one": "I have asked your browser for b.com.",
    "what does wikipedia say about corgis": "Wikipedia says: The corgi is a dog.",
    "read the page": "It says: The corgi is a dog.",
    "set the volume to 40": "The volume is at 40 percent.",
    "turn the volume up": "The volume is at 50 percent.",
    "mute the sound": "The sound is muted.",
    "speak slower": "I will speak more slowly.",
    "speak louder": "I will speak louder.",
    "louder": "The volume is at 60 percent.",
    "next song": "It is at the next track.",
    "pause the music": "It is paused.",
    "ouch my arms": "I see.",
    "set a timer for 5 minutes": "The timer is set for 5 minutes.",
}


def resolved(said: list[str], text: str) -> ResolvedTurn | None:
    messages = [
        message
        for one in said
        for message in (
            MessageState(role="user", text=one),
            MessageState(role="assistant", text=_ANSWERS[one]),
        )
    ]
    understand = knowledge().grammar.understand
    return of_subject(text, topic_of(messages, understand), messages, understand)


CASES = [
    (["start the stopwatch"], "okay, that's me done", "stop the stopwatch"),
    (["start the stopwatch"], "pause it a sec", "stop the stopwatch"),
    (["start the stopwatch"], "where am I up to", "read the stopwatch"),
    (["start the stopwatch", "ouch my arms"], "how long's that been", "read the stopwatch"),
    (["start the stopwatch"], "put it back to nought", "reset the stopwatch"),
    (["start the stopwatch"], "restart it", "reset the stopwatch and then start the stopwatch"),
    (["stop the stopwatch"], "wipe it", "reset the stopwatch"),
    (["stop the stopwatch"], "go again", "start the stopwatch"),
    (["stop the stopwatch"], "and the total please", "read the stopwatch"),
    (["tell me a joke"], "another", "tell me a joke"),
    (["tell me a joke"], "got a longer one?", "tell me a joke"),
    (["tell me a joke"], "try a different one", "tell me a joke"),
    (["tell me a fun fact"], "one more of those", "tell me a fun fact"),
    (["tell me a joke"], "a riddle now", "tell me a riddle"),
    (["tell me a joke"], "ok enough jokes", "never mind"),
    (["tell me a riddle"], "they don't know", "what is the answer to the riddle"),
    (["tell me a riddle"], "hmm, is it a bottle", "what is the answer to the riddle"),
    (["what does stoic mean"], "and its opposite", "what is the opposite of stoic"),
    (["what does stoic mean"], "spell it for me", "how do you spell stoic"),
    (["what does stoic mean"], "is there a simpler word", "what is a synonym for stoic"),
    (["spell rhythm"], "what does it actually mean", "what does the word rhythm mean"),
    (["spell rhythm", "what does stoic mean"], "spell the first one", "how do you spell rhythm"),
    (["what is a synonym for glad"], "and for angry", "what is a synonym for angry"),
    (["what does stoic mean"], "sorry I meant static", "what does the word static mean"),
    (["give me my briefing"], "boring, move along", "go to the next story of my briefing"),
    (["give me my briefing"], "dig into this one", "more about this story of my briefing"),
    (["give me my briefing"], "open it up", "open this story of my briefing"),
    (["give me my briefing"], "where does it come from", "who says this story of my briefing"),
    (["give me my briefing"], "anything on sport", "give me the sport news"),
    (["search for chairs"], "third one down", "open the third one"),
    (["search for chairs"], "read out the top one", "read the first one"),
    (["search for chairs", "open the second one"], "next", "open the third one"),
    (["search for chairs", "open the second one"], "what does it say", "read the page"),
    (["read the page"], "carry on", "read on"),
    (["what does wikipedia say about corgis"], "tell me more", "read the page"),
    (["set the volume to 40", "turn the volume up"], "put it back", "set the volume to 40"),
    (["turn the volume up"], "too much", "turn the volume down"),
    (["turn the volume up"], "and again", "turn the volume up"),
    (["turn the volume up"], "a shade lower again", "turn the volume down"),
    (["turn the volume up"], "no, more low", "turn the volume down"),
    (["turn the volume up"], "less quiet", "turn the volume up"),
    (["turn the volume up"], "nah, 40", "set the volume to 40"),
    (["turn the volume up"], "how much is it now", "what is the volume"),
    (["turn the volume up"], "silence it", "mute the sound"),
    (["turn the volume up"], "make it sixty", "set the volume to 60"),
    (["turn the volume up"], "what's it on now", "what is the volume"),
    (["mute the sound"], "okay back on", "unmute the sound"),
    (["mute the sound"], "You may turn it back on.", "unmute the sound"),
    (["turn the volume up"], "it's blasting, half that", "turn the volume down by half"),
    (["louder"], "bit more", "turn the volume up"),
    (["louder"], "too loud now, down a bit", "turn the volume down"),
    (["speak slower"], "still too fast", "speak slower"),
    (["speak slower"], "back to normal", "speak normally"),
    (["speak louder"], "louder", "speak louder"),
    (["speak louder"], "too loud now", "speak quieter"),
    (["next song"], "go back one", "previous song"),
    (["next song"], "again", "next song"),
    (["pause the music"], "okay back on", "play music"),
]


@pytest.mark.parametrize(("said", "text", "meant"), CASES)
def test_a_turn_is_said_out_whole(said: list[str], text: str, meant: str) -> None:
    found = resolved(said, text)
    assert found is not None
    assert (found.sentence, found.question) == (meant, "")


@pytest.mark.parametrize("meant", sorted({meant for *_, meant in CASES}))
def test_each_wording_is_understood(meant: str) -> None:
    for one in meant.split(" and then "):
        intent = knowledge().grammar.understand(one)
        assert intent is not None
        assert not intent.is_question


@pytest.mark.parametrize(
    ("said", "text", "begins"),
    [
        (["start the stopwatch"], "I need a lap here", "I cannot keep laps"),
        (["stop the stopwatch"], "carry on", "The stopwatch cannot go on"),
        (["tell me a joke"], "I don't get it", "I cannot explain"),
        (["tell me a fun fact"], "is that true though", "I cannot check"),
        (["what does stoic mean"], "use it in a sentence", "I cannot tell that of a word"),
        (["search for chairs"], "another one", "I cannot tell which one"),
        (["search for chairs", "open the second one"], "close it", "I cannot close"),
        (["search for chairs", "open the second one"], "go back", "I cannot go back"),
        (["turn the volume up", "mute the sound"], "a lot, wait, what", ""),
    ],
)
def test_what_cannot_be_done_is_said(said: list[str], text: str, begins: str) -> None:
    found = resolved(said, text)
    assert (found.question if found else "").startswith(begins)
    assert bool(found) == bool(begins)


def test_a_finer_search_is_asked_about() -> None:
    found = resolved(["search for chairs"], "cheaper ones")
    assert found == ResolvedTurn("search for cheaper chairs", is_guess=True)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (["start the stopwatch"], "what time is it"),
        (["start the stopwatch"], "how are you"),
        (["start the stopwatch"], "how long until Christmas"),
        (["start the stopwatch"], "stop the music"),
        (["start the stopwatch"], "don't stop it"),
        (["start the stopwatch"], "what do I have to do today"),
        (["stop the stopwatch"], "okay, that's me done"),
        (["tell me a joke"], "what was that again"),
        (["tell me a joke"], "how much longer"),
        (["tell me a joke"], "wipe it"),
        (["turn the volume up"], "how much is it in euros"),
        (["tell me a joke"], "delete that one, it's rubbish"),
        (["tell me a riddle"], "is the timer ready"),
        (["what does stoic mean"], "write this down: gate code 4471"),
        (["what does stoic mean"], "and thanks"),
        (["give me my briefing"], "what else do you know about me"),
        (["give me my briefing"], "do you keep what I say"),
        (["give me my briefing"], "open my email"),
        (["search for chairs"], "what did you just say"),
        (["search for chairs"], "who can see it"),
        (["search for chairs"], "haha good one"),
        (["turn the volume up"], "two and a half, sorry"),
        (["turn the volume up"], "I don't need it any more"),
        (["turn the volume up"], "what's it like out"),
        (["next song"], "no wait, not the grapes"),
        (["next song"], "what's on the list"),
        (["tell me a joke", "set a timer for 5 minutes"], "another"),
        ([], "another"),
    ],
)
def test_what_is_about_something_else_is_left_alone(said: list[str], text: str) -> None:
    assert resolved(said, text) is None


def test_the_level_is_told_though_we_asked_something() -> None:
    messages = [
        MessageState(role="user", text="set the volume to 40"),
        MessageState(role="assistant", text="The volume is at 40 percent."),
        MessageState(role="user", text="put it back up to fifty"),
        MessageState(role="assistant", text="Did you mean: set the volume to fifty?"),
    ]
    understand = knowledge().grammar.understand
    topic = topic_of(messages, understand)
    found = of_subject("what's it at now", topic, messages, understand)
    assert found is not None
    assert found.sentence == "what is the volume"
    assert of_subject("louder", topic, messages, understand) is None
