"""Fixed answers of the local planner. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jarvis_voice.brain.state import MessageState
from jarvis_voice.tools.registry import Tool

GREETING = "Hello. What can I do for you?"
WHO = "I am Jarvis, a voice assistant that runs on your own computer."
THANKS = "You are welcome."
GOODBYE = "Goodbye."
OKAY = "Okay."
NOTHING_ASKED = "You have not asked me anything yet."
WHICH_SITE = "I am not sure which website you mean. Say its name again, or its address."
WHICH_APP = "I found no app by that name. Which app do you mean?"
WHOSE_SITE = "I do not know whose website you mean. Say its name."
NO_OFFER = "I had not asked you anything."
NOT_UNDERSTOOD = (
    "I did not understand that. I can open websites and apps, search the web, calculate, tell the "
    "time and take screenshots. With a Gemini key I understand more."
)
ONLY_RANKINGS = "I found only rankings and directories, and no official site I could be sure of."
RESET = "To start a new conversation, type reset in the terminal where I run."
NOTHING_SAID = "I have not said anything yet."

FIXED = {
    "greeting": GREETING,
    "who_are_you": WHO,
    "thanks": THANKS,
    "goodbye": GOODBYE,
    "stop": OKAY,
    "never_mind": OKAY,
    "no": OKAY,
    "reset": RESET,
}
"""Intents that are answered in the same words each time."""


def abilities(tools: Iterable[Tool]) -> str:
    """What Jarvis can do, from the tools that exist here."""
    phrases = [tool.ability for tool in tools]
    return f"I can {', '.join(phrases[:-1])} and {phrases[-1]}."


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
