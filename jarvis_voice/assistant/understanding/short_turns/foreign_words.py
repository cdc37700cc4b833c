"""Keeps an act to what its turn speaks of: "got it" and "forget the milk" cancel no alarm. Pure.

Invariant: an act is only left out or asked about here, never made; words that name what was spoken
of, and words that name nothing, stand in no act's way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.doubtful_turns import asked_in_doubt
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand, topic_of
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_lists import key_of

UNCHANGED = "I have changed nothing. Please say once more what you mean."
_LONGEST = 200
_TAKES = re.compile(r"(?:cancel|clear|remove|forget|delete)\b", re.I)
_CHANGES = re.compile(
    r"(?:move|change|rename|take|postpone|bring|set an? |remind me |"
    r"every |remember |add )",
    re.I,
)
_LEADS = (
    r"(?:(?:ok|okay|oh|ah|well|yes|yeah|no|right|great|good|perfect|cool|alright|and|but|so|then|"
    r"please|just|jarvis|hey|sorry|actually)\b[\s,.!-]*)*"
)
_TAIL = (
    r"(?:[\s,.!]*\b(?:thanks?|thank you|cheers|ta|now|then|jarvis|great|perfect|okay|ok|good|"
    r"please|here|mate|with (?:it|that|this))\b)*[\s.!]*"
)
_ACKNOWLEDGES = lazy_pattern(
    rf"{_LEADS}(?:(?:i |i've |i have )?got (?:it|that|you|ya)|gotcha|(?:i'm |i am |we're |we are |"
    r"that's |that is |it's |it is )?(?:all )?(?:done|finished|set)|(?:that's|that is) (?:it|all)|"
    r"both|all|all of (?:them|it)|none|none of (?:them|it|these|those)|neither|shut it|close it|"
    rf"done and dusted|done with (?:that|it)|(?:the )?end|ten[- ]four|take it easy|don't mind me|"
    r"that's enough(?: now)?|(?:wait|just|hold on|hang on)? ?(?:a|one) (?:second|sec|minute|"
    r"moment)|"
    rf"nothing (?:more|else)|talk (?:to you )?later){_TAIL}",
    re.I,
)
"""Says that the answer was heard, or nothing that can be done."""
_ASKS = lazy_pattern(
    rf"{_LEADS}(?:what|which|who|where|when|why|how)(?:'s|\b)|{_LEADS}(?:is|are|was|were|do|does|"
    r"did|have|has) (?:i|we|you|it|that|there|the|my|they)\b",
    re.I,
)
"""A question takes nothing away: "what's not on my list"."""
_KEEPS = lazy_pattern(
    r"\bkeep (?:it|that|them|this|those)\b(?!.*\b(?:off|quiet|silent|down)\b)|"
    r"(?<!not )(?<!n't )\bneeded\b(?<!not needed)|"
    r"\b(?:don't|do not|dont|never) (?:touch|lose|delete|remove|cancel|drop|kill|stop|"
    r"(?:put|turn|switch|call) (?:it|that|them) off)\b|"
    r"\b(?:don't|do not|dont) need (?:anything|more|you|any (?:more )?help)\b|\blet it ring\b",
    re.I,
)
"""Says that it stays, or that nothing else is wanted."""
_DONE = re.compile(r"\b(?:done|finished)\b")
_CANCELS = re.compile(r"\b(?:cancel|delete|scrap|drop|call off)\b")
"""What is said of an appointment as well: "cancel the workout" may be the alarm for it."""
_SENTENCES = re.compile(r"[,;.!?]+ ")
_MAY_UNDO = lazy_pattern(rf"{_LEADS}(?:go )?back{_TAIL}|{_LEADS}clear{_TAIL}", re.I)
_NOT_THEN = lazy_pattern(
    rf"{_LEADS}(?:but )?(?:not|never) (?:on |at |in )?(?:today|tonight|tomorrow|\w+days?|weekends?|"
    rf"\d[\d:]*(?: ?[ap]m)?|noon|midnight){_TAIL}",
    re.I,
)
_CALLED = re.compile(r"\w+ called (?!it\b|that\b)\w", re.I)
_CLAUSES = re.compile(r"[,;:.!?]+ |\b(?:so|because|since|cos|then|and|but)\b", re.I)
_ARTICLE = r"(?:(?:the|my|our|his|her|their|your|that|this|an?|some|any|all|about|both) )*"
_VERB = (
    r"(?:cancel|forget|stop|drop|remove|delete|scrap|bin|kill|shut|close|clear|skip|ditch|lose|"
    r"push|move|shift|change|make|bring|postpone|delay|turn|switch|restart)"
)
_OBJECT = lazy_pattern(
    rf"\b{_VERB} (?:(?:off|out|back|up|down|over|away|forward) )?{_ARTICLE}"
    r"(?P<what>(?:(?! and | then )[^,;:.!?])+)",
    re.I,
)
_OBJECT_ENDS = re.compile(
    r"\b(?:to|at|by|from|for|on|in|until|till|off|out|back|forward|up|down|and|or|please|instead|"
    r"again|later|earlier|sooner|away|over|too|now|today|tonight|tomorrow|\d\S*|an?)\b",
    re.I,
)
_SUBJECT = lazy_pattern(
    rf"\A{_LEADS}{_ARTICLE}(?P<what>[a-z'-]+(?: [a-z'-]+)?) (?:is|was|are|were|isn't|should|"
    r"needs?|takes?|took|starts?|ends?|begins?|closes|opens|leaves|got|gets|has|had|will|would|"
    r"finishes|lasts|went|goes|comes|changed|moved)\b",
    re.I,
)
_TELLS_LENGTH = lazy_pattern(
    rf"\A{_LEADS}(?:(?:it|that|this|he|she|they|we|i) (?:only |just )?(?:takes?|took|needs?|lasts?|"
    r"lasted)\b|wait\b|.* left\W*\Z|.* is too (?:long|late|early|short)\b)",
    re.I,
)
_ADDS = re.compile(r"add (?P<thing>.+) to (?:my|the) ", re.I)
_NO_THING = lazy_pattern(
    rf"{_LEADS}(?:another|restart|(?:two|three|four|some|one) more|(?:the )?same(?: again)?|again|"
    rf"continue|repeat){_TAIL}",
    re.I,
)
"""Names no thing that could be put on a list."""
_ONE_MORE = re.compile(
    r"\b(?:again|back|another|more|same|repeat|restart|redo|extra|twice|anew|over|second|timer|"
    r"new|start|set)\b",
    re.I,
)
_UNITS = re.compile(r"\b(?:seconds?|secs?|minutes?|mins?|hours?|hrs?)\b", re.I)
_FROM_ELSEWHERE = re.compile(
    r"\b(?:from|out of) (?:the|my|our) (?!(?:\w+ )?(?:list|lists|notes?)\b)(?P<what>\w+)", re.I
)
_GENERAL = frozenset(
    key_of(
        "thing things stuff one ones list lists note notes fact entry order countdown clock wake "
        "wakeup call nudge lot whole rest shopping todo day days night morning evening afternoon "
        "noon midnight sound noise beep beeping bell idea plan request command item words time "
        "times hour hours minute minutes second seconds week weeks weekend weekday month monday "
        "tuesday wednesday thursday friday saturday sunday one two three four five six seven eight "
        "nine ten eleven twelve fifteen twenty thirty forty fifty half quarter everything anything "
        "nothing something mistake him her me you us silly stupid darn whatever who what where "
        "lie-in snooze duration date interval start beginning rule rules repeat ringing name title "
        "label number amount value length"
    )
)


def kept_to_subject(
    text: str, meant: ResolvedTurn, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn:
    """What a turn comes to, without an act on what was set before that its words do not speak of.

    What is no plain order is asked about.

    Args:
        text: The turn as it was said.
        meant: What it was taken for.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    return asked_in_doubt(text, _kept(text, meant, messages, understand))


def _kept(
    text: str, meant: ResolvedTurn, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn:
    takes, changes = _TAKES.match(meant.sentence), _CHANGES.match(meant.sentence)
    is_settled = meant.question or meant.is_told or meant.is_guess or meant.sentence == text
    if not messages or is_settled or not (takes or changes) or len(text) > _LONGEST:
        return meant
    topic = topic_of(messages, understand)
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?").lower()
    if topic.is_asking:
        return meant
    if _asks_for_nothing(line, meant.sentence):
        is_of_timer = takes and topic.kind == "timer" and _DONE.search(line)
        return replace(meant, is_guess=True) if is_of_timer else ResolvedTurn(text, is_told=True)
    if changes and topic.kind in ENTRIES and _NOT_THEN.fullmatch(line) and _moves_to(line, meant):
        return ResolvedTurn("", UNCHANGED)
    known = _known(topic, meant.sentence)
    objects = [*_objects(line)]
    elsewhere = _FROM_ELSEWHERE.search(line)
    if takes and elsewhere and known.isdisjoint(key_of(elsewhere["what"])):
        return ResolvedTurn(text)
    if objects and all(map(known.isdisjoint, objects)):
        is_asked = changes or (topic.kind in ENTRIES and _CANCELS.search(line))
        return replace(meant, is_guess=True) if is_asked else ResolvedTurn(text)
    if (added := _ADDS.match(meant.sentence)) and _NO_THING.fullmatch(added["thing"]):
        return ResolvedTurn(text, is_leaning=True)
    is_doubtful = _MAY_UNDO.fullmatch(line) or _is_of_another(line, topic, known)
    is_doubtful = is_doubtful or _is_another_timer(line, meant.sentence, topic)
    return replace(meant, is_guess=True) if is_doubtful else meant


def _asks_for_nothing(line: str, sentence: str) -> bool:
    """Whether the turn acknowledges, keeps or asks, whatever it was taken for."""
    if _ACKNOWLEDGES.fullmatch(line):
        return True
    if _TAKES.match(sentence):
        last = _SENTENCES.split(line)[-1]
        return bool(_ASKS.match(last) or _KEEPS.search(last))
    return sentence.startswith("rename") and _CALLED.match(line) is not None


def _is_another_timer(line: str, sentence: str, topic: Topic) -> bool:
    """Whether one more timer is made of words that ask for none: "continue", "on sunday"."""
    is_new = topic.kind == "timer" and sentence.startswith("set a timer for")
    return is_new and not (_ONE_MORE.search(line) or _UNITS.search(line))


def _moves_to(line: str, meant: ResolvedTurn) -> bool:
    """Whether something would be moved to the very day or time that the turn denies."""
    sentence = meant.sentence.lower()
    return line.rsplit(maxsplit=1)[-1] in sentence.split() and "except" not in sentence


def _known(topic: Topic, sentence: str) -> frozenset[str]:
    """Words of what was spoken of, of the sentence that was made, and those that name nothing."""
    named = " ".join(
        " ".join((one.name, one.value, *one.things)) for turn in topic.turns for one in turn
    )
    of_all = (FILLERS, CUES.keys(), POINTERS.keys(), _GENERAL)
    return frozenset(key_of(f"{named} {sentence}")).union(*of_all)


def _objects(line: str) -> Iterator[frozenset[str]]:
    """The words of what each verb of the turn is to be done to; none where it names nothing."""
    for found in _OBJECT.finditer(line):
        if what := _OBJECT_ENDS.split(found["what"])[0].strip():
            yield frozenset(key_of(what))


def _is_of_another(line: str, topic: Topic, known: frozenset[str]) -> bool:
    """Whether the turn only tells something of a thing that was not spoken of."""
    if topic.kind not in ENTRIES or len(_CLAUSES.split(line)) > 1:
        return False
    if _TELLS_LENGTH.match(line) and (topic.kind != "timer" or "is too " in line):
        return True
    found = _SUBJECT.match(line)
    is_cooking = topic.kind == "timer" and re.search(r"\b(?:needs?|takes?)\b", line)
    return bool(found and not is_cooking and known.isdisjoint(key_of(found["what"])))
