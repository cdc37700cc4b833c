"""What can be typed at the prompt of `jarvis run`: the page of /help, and what Tab offers."""

from __future__ import annotations

from collections.abc import Iterator

HELP = ("/help", "/?")

COMMANDS = {
    "/help": "what can be typed here",
    "reset": "begin a new conversation",
    "exit": "end Jarvis, as Ctrl-C does",
}

EXAMPLES = {
    "what can you do": "a list of all that Jarvis can do",
    "what time is it": "also elsewhere: what time is it in Tokyo",
    "open MIT's website": "a site or a program",
    "search for ": "the web",
    "set a timer for 5 minutes": "also alarms and reminders",
    "what is 15 percent of 80": "also units and currencies",
}

KEYS = {
    "Tab": "what can be typed here",
    "Up, Down": "lines of before; Ctrl-R searches them",
    "Ctrl-T": "push-to-talk: press, speak, press again",
    "Ctrl-Z": "suspend; fg comes back",
    "Ctrl-D": "end typing; ears, where there are any, go on",
}


def help_lines() -> Iterator[str]:
    """The page of /help; it fits into 80 columns."""
    yield "Type what you want, in your own words, and press Enter. For example:"
    yield from _table({text.strip(): why for text, why in EXAMPLES.items()})
    yield "Words that are obeyed at once:"
    yield from _table(COMMANDS)
    yield "Keys:"
    yield from _table(KEYS)
    yield "Settings, voices, timers and all else: jarvis --help, in another window."


def offers(typed: str) -> Iterator[tuple[str, str]]:
    """What may be typed that begins so, each with what it is for."""
    begun = typed.lstrip().lower()
    every = {**COMMANDS, **EXAMPLES}
    return ((text, why) for text, why in every.items() if text.lower().startswith(begun))


def _table(rows: dict[str, str]) -> Iterator[str]:
    return (f"  {name:<27} {why}" for name, why in rows.items())
