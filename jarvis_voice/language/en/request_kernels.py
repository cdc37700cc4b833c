"""Finds the bare request behind words that only ask for it: "I'd be glad of a timer". Pure.

Invariant: only words of asking are taken from the front, and at least one of them says a wish; what
is denied, asked about ("should I ...") or said of somebody else stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jarvis_voice.core.lazy_pattern import lazy_pattern

_ASKING = frozenset(
    (
        *("i", "i'd", "i'm", "i'll", "i've", "we", "we'd", "we'll", "we're", "me", "us", "you"),
        *(
            "you'd",
            "it",
            "it's",
            "it'd",
            "that",
            "that'd",
            "this",
            "there",
            "there's",
            "be",
            "been",
        ),
        *("being", "am", "is", "are", "was", "were", "would", "could", "can", "will", "may"),
        *("might", "shall", "do", "have", "having", "get", "getting", "got", "to", "for", "of"),
        *("if", "at", "all", "a", "an", "the", "some", "any", "so", "as", "my", "your", "with"),
        *("in", "on", "what", "how", "about", "know", "somehow", "ever", "most", "very", "much"),
        *(
            "really",
            "rather",
            "quite",
            "just",
            "kindly",
            "possibly",
            "perhaps",
            "maybe",
            "from",
            "following",
            "hear",
        ),
        *(
            "awfully",
            "terribly",
            "madly",
            "badly",
            "extremely",
            "truly",
            "dearly",
            "simply",
            "also",
            "now",
            "here",
        ),
        *("bit", "little", "lot", "big", "huge", "small", "one", "thing", "today", "again", "oh"),
        *("right", "currently", "jarvis", "and", "then", "well", "go", "ahead", "make", "time"),
        *("doing", "done", "give", "giving", "ask", "asking", "see", "seeing", "sort"),
        *("sorting", "moment", "minute", "second", "sec", "life", "day", "easier", "things"),
    )
)
"""Words of asking that ask for nothing by themselves."""

_WISHES = frozenset(
    (
        *("want", "wanting", "wants", "need", "needing", "like", "love", "loving", "wish"),
        *("wishing", "grateful", "obliged", "thankful", "glad", "happy", "happier", "delighted"),
        *("pleased", "chuffed", "appreciate", "appreciated", "appreciative", "possible", "able"),
        *("chance", "way", "mind", "kind", "kindness", "good", "favour", "favor", "keen", "fond"),
        *("hoping", "hope", "wondering", "wonder", "thinking", "require", "requiring", "request"),
        *("requesting", "after", "helpful", "useful", "handy", "nice", "great", "lovely", "cool"),
        *("brilliant", "perfect", "ideal", "best", "super", "trouble", "bother", "bothering"),
        *("troubling", "prefer", "fancy", "gonna", "gotta", "must", "arrange", "manage", "help"),
        *(
            "care",
            "willing",
            "ready",
            "sweet",
            "dear",
            "decent",
            "grand",
            "intention",
            "plan",
            "ok",
            "okay",
            "alright",
            "fine",
        ),
        *("beg", "begging", "insist", "demand", "desire", "desperate", "due", "obliging", "oblige"),
        *("day", "easier", "please", "suit", "suits", "thrilled", "dying", "eager", "curious"),
    )
)
"""Words that say that something is wished."""

_NO_WISH = re.compile(
    r"(?:what|how|should|shall i|do i|did|does|have i|am i|was|were|are|"
    r"is (?:there|it) (?!.*\b(?:possible|any|chance|way|okay|ok|alright|fine|trouble)\b))\b"
    r"(?! about\b| would be\b| (?:i|we)(?:'[a-z]+)?\b)|"
    r"do (?:you|they)\b(?! mind)|help (?:me|us)\b|it(?:'s| is) \w+ that\b|"
    r"(?:i|we) (?:was|were)\b(?! (?:hoping|wondering|thinking|going|after|looking)\b)|"
    r"(?:i|we) (?:like|love|help|care|manage|mind|prefer|think|wish|go|make|see|know)\b|"
    r"how (?:do|can|could|should|would|many|much)\b|what (?:do|can|should|will) i\b",
    re.I,
)
"""How a question begins that wants to know, and nothing done."""

_BE_KIND = re.compile(
    r"\A(?:(?:(?:can|could|would|will) you )?be (?:an?|so) (?:\S+ ){1,2}?(?:and|to)|"
    r"(?:can|could|may|might) (?:i|we) (?:get|have|ask|bother|trouble) you to) ",
    re.I,
)
_WAS_DONE = re.compile(
    r"\b(?:must|might|may|should|could|would|to|i|we|you|he|she|they) have (?:\w+ed|took|taken|set|"
    r"put|made|sent|left|lost)\b|"
    r"\b(?:glad|happy|pleased|thankful|grateful|thanks|thank you)(?: that| for)? (?:you|i|we|he|"
    r"she|they|having|my|the)\b|"
    r"\b(?:know|sure|wonder|wondering|tell|see|hear|check) (?:if|whether|that|why|when|who)\b|"
    r"\b(?:possible|chance|way|likely) (?:that )?(?:\S+ ){1,4}(?:was|were|has been|have been)\b|"
    r"(?:n't|\bnot|\bnever) (?:\S+ ){0,4}(?:\w+ed|taken|put|set)\b",
    re.I,
)
"""The sentence tells or asks about an act that is over, or forbids one."""
_MOST_ASKING = 14
_FEWEST_ASKING = 2
_FEWEST_LEFT = 2
_ARTICLES = frozenset({"a", "an", "the", "my", "some", "any", "one"})

_DONE = {
    "paused": "pause",
    "stopped": "stop",
    "resumed": "resume",
    "muted": "mute",
    "unmuted": "unmute",
    "silenced": "mute",
    "skipped": "skip",
    "halved": "halve",
    "doubled": "double",
    "raised": "raise",
    "increased": "increase",
    "lowered": "lower",
    "reduced": "lower",
    "decreased": "lower",
    "cancelled": "cancel",
    "canceled": "cancel",
    "deleted": "delete",
    "removed": "remove",
    "cleared": "clear",
    "erased": "erase",
    "emptied": "clear",
    "opened": "open",
    "launched": "launch",
    "started": "start",
    "set": "set",
    "added": "add",
    "moved": "move",
    "pushed": "move",
    "postponed": "postpone",
    "changed": "change",
    "renamed": "rename",
    "extended": "extend",
    "shortened": "shorten",
    "read": "read",
    "converted": "convert",
    "defined": "define",
    "spelled": "spell",
    "spelt": "spell",
    "turned": "turn",
    "put": "put",
    "taken": "take",
    "took": "take",
    "told": "tell",
    "gave": "give",
    "woke": "wake",
    "switched": "switch",
}
"""What is done to something, and how one asks for it."""

_DOING = {
    "setting": "set",
    "putting": "put",
    "adding": "add",
    "turning": "turn",
    "waking": "wake",
    "reminding": "remind",
    "telling": "tell",
    "giving": "give",
    "taking": "take",
    "starting": "start",
    "stopping": "stop",
    "pausing": "pause",
    "muting": "mute",
    "opening": "open",
    "moving": "move",
    "cancelling": "cancel",
    "canceling": "cancel",
    "deleting": "delete",
    "removing": "remove",
    "reading": "read",
    "lowering": "lower",
    "raising": "raise",
    "skipping": "skip",
    "calling": "call",
}

_DONE_WORDS = "|".join(_DONE)
_PASSIVE = re.compile(
    rf"(?P<asks>(?:can|could|would|will|may|might) )?"
    rf"(?P<thing>(?:the|my|our|all|this|that|every|\w+'s) \S+(?: \S+){{0,4}}?|\S+(?: \S+)?)"
    rf"(?: (?:please|kindly|also|just))?"
    rf"(?: (?:to be|be|get|is|was|were|are|being|gets|got))? (?P<done>{_DONE_WORDS})"
    rf"(?P<rest>(?: .+)?)",
    re.I,
)
_GOES = lazy_pattern(
    r"(?P<thing>(?:the|my) \S+(?: \S+){0,2}?) (?:to )?(?:go|come|be|went|came|goes) (?:back )?"
    r"(?P<way>up|down|off|on)(?P<rest>(?: .+)?)",
    re.I,
)
_TO_ME = {
    "reminded": "remind me",
    "woken": "wake me",
    "awakened": "wake me",
    "told": "tell me",
    "shown": "show me",
}
_ME_DONE = re.compile(
    rf"(?:be |get |being |getting )?(?P<done>{'|'.join(_TO_ME)}) (?P<rest>.+)", re.I
)
_ALONE = frozenset(
    {"i", "we", "you", "he", "she", "they", "it", "who", "what", "have", "has", "had"}
)


def kernels(line: str) -> Iterator[str]:
    """What a sentence asks for without its words of asking, as sentences; perhaps none.

    Args:
        line: A clean sentence.
    """
    if _WAS_DONE.search(line):
        return
    if kind := _BE_KIND.match(line):
        yield line[kind.end() :]
    bare = _bare(line)
    yield from _active(bare or line, is_asked=bool(bare))
    if not bare:
        return
    first, _, rest = bare.partition(" ")
    yield f"{_DONE.get(first.lower()) or _DOING.get(first.lower(), first)} {rest}"
    if bare.split()[0].lower() in _ARTICLES or bare[:1].isdigit():
        yield f"i need {bare}"


def _active(line: str, *, is_asked: bool) -> Iterator[str]:
    """What shall be done, for "the music to be paused" and "reminded to call Ana"."""
    if told := _ME_DONE.fullmatch(line):
        yield f"{_TO_ME[told['done'].lower()]} {told['rest']}"
    if is_asked and (goes := _GOES.fullmatch(line)):
        yield f"turn {goes['thing']} {goes['way']}{goes['rest']}"
    found = _PASSIVE.fullmatch(line)
    if found is None or _ALONE & set(found["thing"].lower().split()):
        return
    if is_asked or found["asks"]:
        yield f"{_DONE[found['done'].lower()]} {found['thing']}{found['rest']}"


def _bare(line: str) -> str:
    """The sentence behind its words of asking; "" where it has none, or no wish is among them."""
    if _NO_WISH.match(line):
        return ""
    words = line.split()
    asked, is_wish = 0, False
    for word in words[:_MOST_ASKING]:
        plain = word.strip(",.;:!?").lower()
        if plain in _WISHES:
            is_wish = True
        elif plain not in _ASKING:
            break
        asked += 1
    while asked and words[asked - 1].lower() in _ARTICLES:
        asked -= 1
    if not is_wish or asked < _FEWEST_ASKING or len(words) - asked < _FEWEST_LEFT:
        return ""
    return " ".join(words[asked:])
