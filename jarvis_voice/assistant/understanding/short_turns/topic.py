"""What a conversation is about: the last things touched, and what is known of each. Pure.

Invariant: our own answers say what was done; the user's words are read for what no answer tells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.assistant.understanding.asked_on import asked_on
from jarvis_voice.assistant.understanding.short_turns.told_answers import told_in
from jarvis_voice.assistant.understanding.short_turns.touched import Kind, Touched
from jarvis_voice.assistant.understanding.undo_last import is_not_grasped
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.open_questions import ends_in_question
from jarvis_voice.language.en.spoken_lists import (
    ADD_WHAT,
    NOTES,
    key_of,
    list_named,
    things_in,
)

Understand = Callable[[str], Intent | None]

_TURNS_BACK = 6
_LONGEST_REPLY = 600
_MISHEARD = 2
"""Turns that were not understood, behind which nobody knows what is spoken of."""
_WITH_ASKED = frozenset({"convert", "set_reminder", "set_alarm"})
_CANNOT = "I cannot"
_OF_USER = lazy_pattern(
    r"(?:I will call you|Your name is|You live in|I will remember) (?P<value>.+?)"
    r"(?: as your city)?\."
)
"""How our answers tell the user's name or city."""
_NO_EMPTY_LIST = "I cannot make an empty list"
_ASKS_WHAT = re.compile(rf"{ADD_WHAT} the (?P<name>.+) list\?")
_OF_A_LIST = re.compile(r"\b(?:my|our|the) (?P<name>\w+(?:[ -]do)?) list\b", re.I)
_BEGUN = "begun"
_BEGINS = lazy_pattern(
    r"\blist (?:called|named|for|of)(?: the| my)? (?P<name>[^,.;?!]+)|"
    r"\b(?:an?|the|my) (?:new )?(?P<other>\w+(?: \w+)?) list\b", re.I
)  # fmt: skip
_JOINT = " and then "
_PASSING = frozenset(
    {
        *("thanks", "compliment", "yes", "no", "never_mind", "stop", "apology", "greeting"),
        *("how_are_you", "do_you_hear", "who_are_you", "what_can_you_do", "help", "maybe"),
        *("that_is_wrong", "small_talk", "about_me", "say_again", "what_did_i_ask"),
        *("bad_news", "good_news", "remark", "teasing"),
    }
)
_PLACED = frozenset({"weather", "get_time", "get_sun_times", "find_places", "get_time_difference"})
PAGES = frozenset({"open_result", "open", "open_website", "open_url", "open_known"})
_TOLD_OF = frozenset(
    {
        *("stopwatch", "tell_joke", "define_word", "spell", "say_words", "volume", "media"),
        *("adjust_speech", "wikipedia", "read_page", "read_result"),
    }
)
"""What is told or done at once: our answers are about no entry, and ask nothing of the user."""
_QUOTES = frozenset({"tell_joke", "say_words", "spell", "define_word"})
"""What ends with a question that somebody else put: a riddle, the user's own words."""
FOUND = "found"
_RESULTS = re.compile(r"I found: ")
_SLOTS_OF_PLACE = ("place", "near", "second", "first")
_AND_PLACE = lazy_pattern(
    r"(?:(?:and|or|what about|how about|same for|now|then)\b\s*)+(?:(?:in|for|over in|at)\b )?"
    r"(?P<place>(?!it\b|that\b|the\b|on\b)[A-Za-z][\w'.-]*(?: [A-Z][\w'.-]*){0,2})", re.I
)  # fmt: skip
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Topic:
    """The last things touched, turn by turn, the newest turn first; each turn's in their order.

    Attributes:
        turns: What each turn touched; talk, and what was not understood, is no turn.
        is_asking: We asked the user something last, and wait for the answer.
        is_lost: The last turns were not understood: who goes on has to name the thing.
    """

    turns: tuple[tuple[Touched, ...], ...] = ()
    is_asking: bool = False
    is_lost: bool = False

    @property
    def kind(self) -> Kind:
        """The kind of what was touched last."""
        return self.turns[0][-1].kind if self.turns else "other"

    def is_asked_on(self, text: str) -> bool:
        """Whether a turn asks on behind a question that a search answered.

        Args:
            text: The turn.
        """
        return asked_on(text, self.turns[0][-1].asked if self.turns else None) is not None

    def about(self, kind: Kind) -> Topic:
        """The turns of a conversation that were about one kind of thing."""
        return replace(self, turns=tuple(turn for turn in self.turns if turn[-1].kind == kind))

    @property
    def is_of_riddle(self) -> bool:
        """Whether a riddle was asked last, and what is said now may be a guess at it."""
        asked = self.turns[0][-1].asked if self.turns else None
        return asked is not None and asked.slots.get("kind") == "riddle"

    def last(self, *kinds: Kind) -> Touched | None:
        """The thing of one of these kinds that was touched last."""
        each = (one for turn in self.turns for one in reversed(turn) if one.kind in kinds)
        return next(each, None)

    def before_last(self, kind: Kind) -> Touched | None:
        """The thing of a kind that was touched before the last one."""
        each = [one for turn in self.turns for one in reversed(turn) if one.kind == kind]
        return each[1] if len(each) > 1 else None

    def entries(self, kind: Kind) -> list[Touched]:
        """The timers, alarms or reminders that are still set, the one touched last at the end."""
        kept: list[Touched] = []
        for turn in reversed(self.turns):
            for one in turn:
                if one.kind == kind:
                    kept = [old for old in kept if not _is_same(old, one)]
                    kept += [one] if one.state != "gone" else []
        return kept

    def value_before(self, gone: Touched) -> str:
        """The time or the length that something had before it was cancelled; "" if unknown."""
        each = (one for turn in self.turns for one in reversed(turn) if one.kind == gone.kind)
        known = (one for one in each if one.value and one.state != "gone")
        named = (one for one in known if not gone.name or one.name.lower() == gone.name.lower())
        return gone.value or next((one.value for one in named), "")

    def is_begun(self, name: str) -> bool:
        """Whether the user just began this list, and may go on without a verb."""
        return any(one.name == name and one.value == _BEGUN for each in self.turns for one in each)

    def cleared_from(self, name: str) -> list[str]:
        """What was on a list that was cleared in the last turn; [] where not all of it is known."""
        gone = self.last("list")
        before = Topic(self.turns[1:]).on_list(name)[::-1]
        is_known = gone is not None and gone.is_cleared and gone.value == str(len(before))
        return before if is_known else []

    def on_list(self, name: str) -> list[str]:
        """What is known to be on a list, the newest first."""
        out: list[str] = []
        for turn in reversed(self.turns):
            for one in turn:
                if one.kind == "list" and one.name == name:
                    keys = {key_of(thing) for thing in one.things}
                    out = [thing for thing in out if key_of(thing) not in keys]
                    out = [] if one.is_cleared else out
                    out += [] if one.state == "gone" else one.things
        return out[::-1]


def topic_of(messages: Sequence[MessageState], understand: Understand, offer: str = "") -> Topic:
    """What the conversation is about.

    Args:
        messages: The conversation, in pairs; what the user said is kept as it was understood.
        understand: What a sentence means by itself.
        offer: What we asked last whether it was meant; it counts as done.
    """
    asked = understand(offer) if offer else None
    offered = _offered(asked) if asked else None
    turns: list[tuple[Touched, ...]] = [(offered,)] if offered else []
    saids = [""] if offered else []
    replies = [one["text"] for one in messages[-2 * _MISHEARD + 1 :: 2]]
    is_lost = len(replies) == _MISHEARD and all(map(is_not_grasped, replies))
    first = max(0, len(messages) - 2 * _TURNS_BACK)
    for place in range(len(messages) - 2, first - 1, -2):
        said, reply = messages[place]["text"], messages[place + 1]["text"]
        if messages[place]["role"] != "user":
            break
        if touched := _touched(said, _without_social(reply), understand):
            turns.append(touched)
            saids.append(said)
    turns = [*_with_places(_asked_on_each(turns, saids), saids)]
    is_asked = bool(messages) and ends_in_question(_without_social(messages[-1]["text"]))
    is_asking = is_asked and not offered and not is_lost
    if is_asking and (social := understand(messages[-2:][0]["text"])):
        is_asking = social.name not in _PASSING | _QUOTES
    return Topic(tuple(turns), is_asking, is_lost)


def _without_social(reply: str) -> str:
    """A reply without "What can I do for you?" behind an answer: it asks for nothing of it."""
    bare = reply.rstrip()
    told = _SOCIAL.sub("", bare)
    return told if told.count(".") > 1 else bare


def _asked_on_each(
    turns: Sequence[tuple[Touched, ...]], saids: Sequence[str]
) -> list[tuple[Touched, ...]]:
    """The turns, where "and a goat" asks on behind a search."""
    out: list[tuple[Touched, ...]] = []
    for turn, said in zip(reversed(turns), reversed(saids), strict=True):
        is_open = turn[0].value == FOUND and turn[0].asked is None
        asked = asked_on(said, out[-1][-1].asked) if is_open and out else None
        out.append((replace(turn[0], asked=asked),) if asked else turn)
    return out[::-1]


def _with_places(
    turns: Sequence[tuple[Touched, ...]], saids: Sequence[str]
) -> Iterator[tuple[Touched, ...]]:
    """The turns, where "and in Leeds" is about what was asked of another place before."""
    for place, (turn, said) in enumerate(zip(turns, saids, strict=True)):
        named = _AND_PLACE.fullmatch(said.strip(" .,!?"))
        is_open = named and turn[0].kind == "other"
        before = (one for older in turns[place + 1 :] for one in older if one.kind == "place")
        asked = next(before, None) if is_open else None
        yield (replace(asked, name=named["place"]),) if asked and named else turn


def _offered(asked: Intent) -> Touched | None:
    """What a request would touch, were it done."""
    slots = {name: str(value) for name, value in asked.slots.items()}
    match asked.name:
        case "set_timer":
            return Touched("timer", slots.get("name", ""), slots.get("length", ""), "set")
        case "set_alarm":
            return Touched("alarm", slots.get("name", ""), slots.get("when", ""), "set")
        case "set_reminder":
            return Touched("reminder", slots.get("text", ""), slots.get("when", ""), "set")
        case "add_note":
            name = slots.get("list", NOTES)
            return Touched("list", name, state="set", things=tuple(things_in(slots["text"], name)))
        case "remember":
            return Touched("fact", slots.get("fact", ""), state="set")
        case _:
            return None


def _touched(said: str, reply: str, understand: Understand) -> tuple[Touched, ...]:
    """What one turn touched; () where it was talk, or was not understood."""
    last = said.rpartition(_JOINT)[2]
    intent = understand(last) or understand(clean(last)) or _behind_greeting(last, understand)
    intent = intent or _of_answer(reply, None, _OF_PERSON)
    if (
        intent
        and intent.name in {"set_profile", "get_profile"}
        and not reply.rstrip().endswith("?")
    ):
        told_of = _OF_USER.fullmatch(reply)
        value = told_of["value"] if told_of else ""
        return (Touched("profile", str(intent.slots.get("field", "")), value, asked=intent),)
    intent = _of_answer(reply, intent)
    is_question = reply.rstrip().endswith("?") and not (intent and intent.name in _QUOTES)
    is_done = not (is_question or is_not_grasped(reply) or reply.startswith("I cannot"))
    is_found = bool(intent and intent.name == meanings.SEARCH and _RESULTS.match(reply))
    if intent and is_done and (intent.name in _TOLD_OF or is_found):
        return (Touched("other", value=FOUND if is_found else "", asked=intent),)
    if intent and intent.name == "recall" and intent.slots.get("about") == "everything":
        return (Touched("self", asked=intent),)
    told = [one for piece in _SENTENCE_END.split(reply[:_LONGEST_REPLY]) for one in told_in(piece)]
    if named := _of_named_list(said, reply):
        return (named,)
    is_nothing = is_not_grasped(reply) or reply.startswith(_CANNOT)
    if told or is_nothing or reply.rstrip().endswith("?"):
        is_kept = intent is not None and intent.name in _WITH_ASKED
        return tuple(replace(one, asked=intent) if is_kept else one for one in told)
    if intent is None or intent.name in _PASSING:
        has_results = _RESULTS.match(reply) is not None  # the turn before says what was asked
        found = Touched("other", value=FOUND if has_results else "")
        return () if intent and not has_results else (found,)
    if intent.name in _PLACED:
        each = (str(intent.slots.get(slot, "")) for slot in _SLOTS_OF_PLACE)
        return (Touched("place", next(filter(None, each), ""), asked=intent),)
    kind: Kind = "page" if intent.name in PAGES else "other"
    return (Touched(kind, str(intent.slots.get("name", "")), asked=intent),)


def _behind_greeting(said: str, understand: Understand) -> Intent | None:
    """What is asked for behind a greeting: "morning love, what's the weather doing today"."""
    head, _, tail = said.partition(", ")
    greeting = understand(head) if tail else None
    is_greeting = greeting is not None and greeting.name in _PASSING
    return understand(tail) or understand(clean(tail)) if is_greeting else None


def _of_answer(reply: str, intent: Intent | None, answers: _Answers | None = None) -> Intent | None:
    """The request that our answer is to, where it says so and the words alone did not."""
    for pattern, name, slots in answers or _ANSWERS:
        if pattern.match(reply):
            return intent if intent and intent.name == name else Intent(name, dict(slots))
    return intent


def _of_named_list(said: str, reply: str) -> Touched | None:
    """The list that a turn begins, or only names in a request that we refuse."""
    if begun := _BEGINS.search(said) if reply.startswith(_NO_EMPTY_LIST) else None:
        return Touched("list", list_named(begun["name"] or begun["other"]), _BEGUN)
    if asked := _ASKS_WHAT.fullmatch(reply):
        return Touched("list", asked["name"], _BEGUN)
    named = _OF_A_LIST.search(said) if reply.startswith(_CANNOT) else None
    return Touched("list", list_named(named["name"])) if named else None


def _is_same(old: Touched, new: Touched) -> bool:
    """Whether two are one entry, told at different times."""
    if new.state == "set":
        return bool(new.name) and old.name.lower() == new.name.lower()
    if new.kind == "alarm" and (clock := _CLOCK.search(new.value)):
        return clock[0] in old.value
    if old.name or new.name:
        return old.name.lower() == new.name.lower()
    return old.value == new.value or new.state == "changed"


_SOCIAL = re.compile(r"\s*What can I do for you\?\Z")
_CLOCK = re.compile(r"\d\d?:\d\d(?: [AP]M)?")


_Answers = tuple[tuple[re.Pattern[str], str, dict[str, str]], ...]
_ANSWERS: _Answers = (
    (re.compile(r"The stopwatch is (?:running|at)\b"), "stopwatch", {"action": "start"}),
    (re.compile(r"I have stopped the stopwatch|The stopwatch (?:was|is) stopped\b"),
     "stopwatch", {"action": "stop"}),
    (re.compile(r"The stopwatch is reset"), "stopwatch", {"action": "reset"}),
    (re.compile(r"The volume is at \d+ percent\b"), "volume", {"change": "set"}),
    (re.compile(r"The sound is muted\."), "volume", {"change": "mute"}),
    (re.compile(r"The sound is on\."), "volume", {"change": "unmute"}),
)  # fmt: skip
"""How our answers tell what they are about, however it was asked for."""
_OF_PERSON: _Answers = (
    (re.compile(r"(?:Your name is|I will call you) [^.?!]+\.\Z|You have not told me your name\b"),
     "get_profile", {"field": "name"}),
    (re.compile(r"(?:You live in [^.?!]+|I will remember .+ as your city)\.\Z"),
     "get_profile", {"field": "city"}),
)  # fmt: skip
"""The same of the user's own name and city."""
