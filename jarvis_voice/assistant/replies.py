"""Fixed sentences that the local planner answers with. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.errors import Cure
from jarvis_voice.core.understanding import ModelState
from jarvis_voice.language.en.normalization import LONGEST_SENTENCE
from jarvis_voice.language.en.sentences import split_sentences

GREETING = "Hello. What can I do for you?"
WHO = "I am Jarvis, a voice assistant that runs on your own computer."
THANKS = "You are welcome."
GOODBYE = "Goodbye."
OKAY = "Okay."
NOT_BEGUN = "Okay. I have set nothing."
NOTHING_ASKED = "You have not asked me anything yet."
WHICH_SITE = "I am not sure which website you mean. Say its name again, or its address."
SHALL_I_SEARCH = (
    "I do not know a site or an app by that name. Shall I search the web for its website?"
)
WHICH_APP = "I found no app by that name. Which app do you mean?"
WHOSE_SITE = "I do not know whose website you mean. Say its name."
OKAY = "Okay."
GOOD = "Good."
NO_OFFER = "I had not asked you anything. What can I do for you?"
NO_YES = "I cannot take that as a yes. Please say in whole words what you want."
NOT_FROM_THERE = "No, I cannot do that for you from there."
NOTHING_UNDERSTOOD = "I did not understand"
"""How each answer begins that names nothing which cannot be done."""

NOT_UNDERSTOOD = f"{NOTHING_UNDERSTOOD} that. Say: what can you do."
ENGLISH_ONLY = "I understand English words only."
TOO_LONG = (
    f"That is too long for me to understand: {LONGEST_SENTENCE} characters is the most. "
    "Say it in fewer words."
)
CANNOT = "I cannot do that, so I have done nothing."
NEEDS_MODEL = (
    "I can work on a text only with a language model, and none answers me now. "
    "I took what stands behind those words for the text, and did nothing of it."
)
HELPS: Mapping[Cure, str] = {
    "again": " Ask me again in a moment.",
    "setup": " The command jarvis doctor tells what to do.",
    "none": "",
}
"""What is said behind the failure of a model, by what helps."""

NOTHING_YET = "So I have done nothing yet."
ONLY_RANKINGS = "I found only rankings and directories, and no official site I could be sure of."
ABOUT_WHAT = "I do not know what about. Say its name."
WHICH_PAGE = "I do not know which page you mean. Search for something first, or open a website."
FINE = "I am well, thank you. What can I do for you?"
HEARD = "Yes, I hear you. What can I do for you?"
KIND = "That is kind of you."
NOTHING_SAID = "I have not said anything yet."

_TIME_OF_DAY = re.compile(r"\b(?:morning|afternoon|evening)\b", re.I)

LISTENS = (
    "I listen for my wake word all the time, and for a few seconds after an answer. That happens "
    "on this computer alone. What is not meant for me is dropped at once. "
    "Say stop listening, and I close the microphone."
)
RECORDS = (
    "No recording is made: I do not keep the sound of your voice. What you say to me, what I "
    "answer and what you ask me to remember is kept as text, in a file on this computer. "
    "Say forget what I just said, or forget everything, and it is deleted."
)
SENDS = (
    "The sound of your voice never leaves this computer: I turn it into text here. "
    "What does leave is what you ask me to look up, such as a search or the city of a forecast, "
    "and what a tool that you added sends."
)
SENDS_TO_MODEL = (
    "What I do not understand by myself goes to your language model as text, with our "
    "conversation, and with what you told me of yourself where you allowed that. "
    "If that model is not on this computer, those words leave it. "
    "The command jarvis status shows where it is."
)
SENDS_TO_NO_MODEL = "No language model is asked."
UNMUTE = "If the microphone is closed, this command opens it again: jarvis unmute."

MODEL_HINTS: Mapping[ModelState, str] = {
    "none": "With a Gemini key I understand more.",
    "asked": "",
    "away": "No model answers me now; with one I understand more.",
    "off": "You have switched your model off; with it I understand more.",
}
"""What the user may do to be understood, by what there is of models."""


MADE_BY = "People who write free software, and who wanted company at their desks."
NO_MASTER = "Nobody but you: I am a program on your own computer."
NO_AGE = "I am a program, so I have no age."
FROM_HERE = "I live on your computer, and nowhere else."
A_PROGRAM = "Yes, I am a program. I run on your own computer."
ABOUT_ME = "I am a program: no body, no family and no favorites, only time for you."
OF_LIFE = "Some say 42. I say: to be of use, and to be kind."
WHERE_YOU_ARE = (
    "I do not know where you are. Tell me where you live: say for example, I live in Berlin."
)
NO_HURRY = "Take your time. Tell me when you know."
SORRY = "I am sorry. Please say it in other words."
NO_HARM = "No harm done. What can I do for you?"
GLAD_TO_TALK = "I am glad to. Ask me for a joke, a fact or a riddle, or tell me what you need."

FIXED = {
    "who_made_you": MADE_BY,
    "who_do_you_work_for": NO_MASTER,
    "how_old_are_you": NO_AGE,
    "where_are_you_from": FROM_HERE,
    "are_you_a_bot": A_PROGRAM,
    "about_me": ABOUT_ME,
    "meaning_of_life": OF_LIFE,
    "where_am_i": WHERE_YOU_ARE,
    "maybe": NO_HURRY,
    "that_is_wrong": SORRY,
    "small_talk": GLAD_TO_TALK,
    "apology": NO_HARM,
    "who_are_you": WHO,
    "how_are_you": FINE,
    "do_you_hear": HEARD,
    "compliment": KIND,
    "thanks": THANKS,
    "goodbye": GOODBYE,
    "stop": OKAY,
    "never_mind": OKAY,
    "no": OKAY,
}
"""Intents that are answered in the same words each time."""


TOLD: Mapping[str, tuple[str, str]] = {
    "bad_news": ("I am sorry to hear that.", "That sounds hard. I am here."),
    "good_news": ("That is good to hear.", "How nice. I am glad for you."),
    "remark": ("I see.", "All right."),
    "teasing": ("Fair enough. I can take a joke.", "I do not mind."),
}
"""What is said to what a user merely tells, and what is said where that was said last."""


_CHATTED = frozenset(
    {
        *(one for pair in TOLD.values() for one in pair),
        *(KIND, FINE, WHO, ABOUT_ME, NO_HARM, GLAD_TO_TALK, MADE_BY, NO_AGE, FROM_HERE),
        *(A_PROGRAM, OF_LIFE, THANKS),
    }
)


def is_chat(messages: Sequence[MessageState]) -> bool:
    """Whether the last answer was talk, so that more of it may come.

    Args:
        messages: The conversation.
    """
    said = messages[-1]["text"] if messages else ""
    return said in _CHATTED or (bool(said) and said.endswith(GREETING.partition(". ")[2]))


def to_told(name: str, messages: Sequence[MessageState]) -> str:
    """The answer to what a user merely tells, in other words than the answer before.

    Args:
        name: A key of `TOLD`.
        messages: The conversation before it.
    """
    first, second = TOLD[name]
    return second if previous_answer(messages) == first else first


def greeting(goal: str, name: str) -> str:
    """The answer to a greeting, which wishes the same time of the day.

    Args:
        goal: The greeting.
        name: What the user is called; "" is not known.
    """
    when = _TIME_OF_DAY.search(goal)
    hello = f"Good {when[0].lower()}" if when else "Hello"
    return GREETING.replace("Hello", f"{hello}, {name}" if name else hello)


def usual_sentences() -> tuple[str, ...]:
    """Sentences of every day, none of which holds a word of a user."""
    hellos = (greeting(f"good {when}", "") for when in ("morning", "afternoon", "evening"))
    answers = (OKAY, THANKS, GREETING, *hellos, FINE, GOODBYE, CANNOT, NOT_UNDERSTOOD)
    return tuple(dict.fromkeys(one for each in answers for one in split_sentences(each)))


def what_is_sent(model: ModelState) -> str:
    """What leaves this machine, by what there is of language models."""
    has_model = model in {"asked", "away"}
    return f"{SENDS} {SENDS_TO_MODEL if has_model else SENDS_TO_NO_MODEL}"


def misunderstood(model: ModelState) -> str:
    """Nothing was understood, and what would help."""
    return f"{NOT_UNDERSTOOD} {MODEL_HINTS[model]}".rstrip()


def previous_question(messages: Sequence[MessageState]) -> str:
    """What the user said in the turn before."""
    said = [message["text"] for message in messages if message["role"] == "user"]
    return f'You said: "{said[-1]}".' if said else NOTHING_ASKED


def previous_answer(messages: Sequence[MessageState]) -> str:
    """What Jarvis said in the turn before."""
    said = [message["text"] for message in messages if message["role"] == "assistant"]
    return said[-1] if said else NOTHING_SAID


def shall_i_open(host: str) -> str:
    """A question for an address that was heard and may have been heard wrongly."""
    return f"I heard {host}, which I do not know. Shall I open it?"


def shall_i_open_found(host: str, name: str) -> str:
    """A question for a page that was found, and that others call the website of `name`."""
    return f"I found {host}{f' for {name}' if name else ''}. Shall I open it?"


def no_such_result(n_results: int) -> str:
    """What to say of a number outside the results."""
    if not n_results:
        return "There are no search results yet."
    return f"I have only {n_results} results." if n_results > 1 else "I have only one result."


def no_app_but_site(title: str) -> str:
    """An app that is not installed, while there is a site of that name."""
    return f"I found no such app here. Shall I open {the_website(title)} instead?"


def the_website(title: str) -> str:
    """A site by its title, which may hold the word itself: "the Blender website"."""
    return f"the {title}" if title.lower().endswith("website") else f"the {title} website"


def did_you_mean(names: Sequence[str]) -> str:
    """A question that offers what a name may have meant."""
    *others, last = names[:3]
    return f"Did you mean {', '.join(others)} or {last}?" if others else f"Did you mean {last}?"


def did_you_mean_to_say(sentence: str) -> str:
    """A question that offers a whole sentence, which a plain yes then stands for."""
    return f"Did you mean: {sentence}?"


def not_understood(part: str) -> str:
    """One of several requests was not understood, so none is carried out."""
    return f'{NOTHING_UNDERSTOOD} "{part}", so I have done nothing yet.'


def too_many(most: int) -> str:
    """More requests in one sentence than are carried out."""
    return f"That is too much at once. Ask me for {most} things at the most."


def not_without(part: str) -> str:
    """A request that leans on one that failed."""
    return f'So I could not do "{part}".'


def pausing(title: str, rest_seconds: float) -> str:
    """That a model is left alone for a while."""
    seconds = max(1, round(rest_seconds))
    return f"{title} did not answer several times. I try it again in {seconds} seconds."
