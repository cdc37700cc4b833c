"""Whether a sentence takes back its own order at its end: "cancel the timer, no, don't". Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST_END = 60
"""So many characters at the end of a sentence are read."""

_NO = r"(?:no|nope|nah|wait|actually|oh|hang on|hold on|but|please|well|or rather)"
_END = re.compile(
    rf"(?:(?:[,.;!-]+ ?|\s)(?:{_NO}[,.!]* )+(?:(?:please )?(?:do not|don't|dont)"
    r"(?: (?:do (?:it|that)|bother|cancel it|set it|please))?|"
    r"not (?:really|now|that)|leave it|i take (?:it|that) back|"
    r"(?:forget|scratch|cancel|scrap|ignore) (?:it|that|this))|"
    r"[,.;!-]+ ?(?:do not|don't|dont)|"
    r"[,.;!?-]+ ?(?:no way|no thanks?|no thank you|not a chance|kidding|joking|"
    r"i don't think so|as if)|"
    r"(?:[,.;!-]+ ?(?:i'm |i am |i was )?|\s)(?:(?:just|only) (?:kidding|joking|teasing)|"
    r"psych|not really|on second thoughts?,? (?:no|don't|not)|"
    r"scratch that|never ?mind|forget (?:i|that i) said (?:that|anything)))[\s.!]*\Z"
)
_OF_IT = r"(?:it|that|them|this|those|these|both|everything|all of (?:it|them))"
_STAYS = (
    rf"(?:(?:keep|leave|let) {_OF_IT}(?: all| both)?(?: (?:be|alone|stay|in peace|untouched|set|"
    r"on|in|there|here|run|ring|go on|running|ringing|going|waiting|(?:as|where|how|the way) "
    r"(?:it|that|they) (?:is|are|was|were)|after all|for now|anyway|please|then)){0,3}|"
    r"keep going|(?:it|that|they) (?:should|can|must|may|had better) (?:stay|run|ring|go on|"
    r"remain|keep \w+)(?: (?:on|there|in))?|"
    rf"(?:i|we)(?: do)?(?: still| do)* (?:need|want) {_OF_IT}(?: still| after all| too)?)"
)
_KEPT = lazy_pattern(
    r"(?:[,.;!-]+ ?|\s)(?:(?:no|nope|nah|wait|oh|ah|hm+|actually|hang on|hold on|rather|"
    r"or rather|on second thoughts?)[,.!]* )+"
    rf"(?:(?:please|just|let's|let us|i(?:'d|'ll| would| will)(?: rather)?|you can) )*{_STAYS}"
    r"[\s.!]*\Z|"
    r"[,.;!-]+ ?(?:(?:no|oh|ah|hm+|uh|er|um|well|actually|on second thoughts?)[,.!]* )*(?:or )?"
    r"(?:(?:better|rather|maybe|perhaps|probably) not|nope|"
    r"(?<=oh )no|(?<=ah )no|(?:oops|er|uh|um|sorry|actually)[,.!]* no|"
    r"(?:forget|ignore|disregard|scratch) (?:what|that|all|everything)(?: that)? i(?: just)? said|"
    r"(?:ignore|disregard) (?:it|that|this|me)|i take (?:it|that) back|"
    r"i meant? (?:don't|do not)|"
    r"(?:(?:it|that|this) )?(?:was|is) (?:just |only )?an? (?:joke|test)|that's a joke)[\s.!]*\Z"
)
"""Says at its end that what goes is to stay: "cancel the alarm, no keep it"."""
_HELD_BACK = lazy_pattern(
    r"\w.*[,.;!?-]+ ?(?:oh )?(?:no,? wait|wait,? no|no,? stop|"
    rf"(?:(?:no|nope|nah|wait|actually|oh)[,.!]* )+(?:keep|leave) {_OF_IT} (?:at|on|for) "
    r"[\w:.' ]{1,25})[\s.!]*\Z"
)
_SAID_OF = lazy_pattern(
    r"\b(?:(?<=\bi )am|is|was|were|be|he's|she's|they're|you're|you are|say|said|says|saying|"
    r"called|to)[,\s]*\Z"
)
"""Behind these the end is what somebody is or says: "remember that Tom was only joking"."""
_GIVEN_UP = lazy_pattern(
    r"[,.;!?-]+ ?(?:(?:no|nope|nah|oh|ah|wait|well|hm+|hang on|hold on|stop|actually|sorry|but|"
    r"please|ok|okay)[,.!]* )*(?:forget|drop|cancel|undo|scrap|scratch|ignore|delete)"
    r"(?: about)? (?:it|that|this)(?: again)?(?:,? (?:please|now))?[\s.!]*\Z"
)
"""Behind a request it means that one, whatever was said before: "wake me at 8, nah, drop it"."""
_CANCELLED = lazy_pattern(
    r",? (?:and|then|and then|but then) (?:please )?(?:cancel|delete|remove|undo|stop|drop) "
    r"(?:it|that|this|that one)(?: again| right away| at once| immediately)?[\s.!]*\Z"
)
_NO_ORDER = re.compile(r"(?:(?:oh|ah|ok|okay|no|well|right|sorry|actually)\b\W*)*", re.I)


def is_withdrawn(text: str) -> bool:
    """Whether an order is taken back in the same breath.

    Args:
        text: The sentence as it was said.
    """
    return bool(order_withdrawn(text[-_LONGEST_END:]))


def order_withdrawn(text: str) -> str:
    """The order that a sentence takes back in the same breath, in small letters; "" where none is.

    Args:
        text: "cancel the timer, no, don't" gives "cancel the timer"; at most the length of a turn.
    """
    line = " ".join(text.casefold().replace("\u2019", "'").split())
    start = max(0, len(line) - _LONGEST_END)
    return _order_before(line, _END.search(line, start) or _KEPT.search(line, start))


def order_given_up(text: str) -> str:
    """The request that a sentence gives up in the same breath, in small letters; "" where none is.

    It says no "no", so behind what ends something it may order just that once more.

    Args:
        text: "flip a coin, forget that" gives "flip a coin"; at most the length of a turn.
    """
    line = " ".join(text.casefold().replace("\u2019", "'").split())
    return _order_before(line, _GIVEN_UP.search(line, max(0, len(line) - _LONGEST_END)))


def order_cancelled(text: str) -> str:
    """The timer or alarm that a sentence sets and cancels at once, in small letters; else "".

    Args:
        text: "set a timer for 10 minutes and cancel it" gives "set a timer for 10 minutes".
    """
    line = " ".join(text.casefold().replace("\u2019", "'").split())
    return _order_before(line, _CANCELLED.search(line, max(0, len(line) - _LONGEST_END)))


def _order_before(line: str, found: re.Match[str] | None) -> str:
    """What stands before the end that takes it back; "" where it is no order."""
    before = line[: found.start()].strip(" ,.;!?-") if found else ""
    is_said = not before or _SAID_OF.search(before) or _NO_ORDER.fullmatch(before)
    return "" if is_said else before


def is_held_back(text: str) -> bool:
    """Whether the speaker stops in the middle of an order: "cancel the alarm, no wait".

    What takes something away is not done then; what sets something is put right by what follows.

    Args:
        text: The sentence as it was said.
    """
    line = " ".join(text[-_LONGEST_END:].casefold().split())
    return _HELD_BACK.search(line) is not None
