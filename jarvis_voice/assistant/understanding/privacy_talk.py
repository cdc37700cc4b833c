"""Tells questions about what Jarvis hears, keeps and sends, in whatever words. Pure.

Invariant: asked only where nothing else understood the sentence, or a search would be made of it;
what comes of it are words alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part

_LONGEST = 100
"""Characters; a longer sentence asks for something else as well."""

_ASKS = lazy_pattern(
    r"(?:(?:so|and|but|hey|tell me|do you know|i wonder|is it true(?: that)?)[\s,]+)*"
    r"(?:is|are|am|was|do|does|did|will|would|can|could|has|have|who|whom|what|where|which|how|when|"
    r"you(?:'re| are| do| don't| won't| can't)? (?:not|never|only|send|share|keep|record|sell))\b",
    re.I,
)
_OURS = lazy_pattern(
    r"\b(?:(?:my|our) (?:data|voice|voices|words|conversations?|chats?|recordings?|information|"
    r"details|privacy|speech|audio|questions|secrets)|"
    r"(?:what|things|everything|anything|all|stuff) (?:that )?(?:i|we) (?:say|tell|ask|talk|said|"
    r"told|asked)\b|(?:any|all|some|most|none) of (?:this|that|it)|"
    r"th(?:is|at) (?:conversation|chat|talk)|"
    r"(?:me|us) (?:talk(?:ing)?|speak(?:ing)?|say(?:ing)?)|(?:hear|record|overhear|listen to|"
    r"watch|spy on|eavesdrop on) (?:me|us|this|that|it)|us\b(?=\W*\Z)|"
    r"home about (?:this|me|us|it)|(?:on|about) (?:me|us)\b)",
    re.I,
)
_LEAVES = lazy_pattern(
    r"\b(?:shared?|sharing|sends?|sent|sending|sells?|sold|selling|uploads?|uploaded|leaks?|leaked|"
    r"pass(?:ed|ing)?|hand(?:ed|ing)?|gives?|given|giving|leaves?|leaving|phon(?:e|es|ing) home|"
    r"call(?:s|ing)? home|reports?|reporting|get at|gets? hold of|access|see|sees|seen|read|reads|"
    r"hears?|overhear|listens?|listening|spying|spy|tracks?|tracking|online|cloud|"
    r"private|safe|secure|confidential|encrypted|companies|company|government|police|anyone|"
    r"anybody|somebody|someone|else|"
    r"go(?:es|ing)? (?:out|off|up|over|anywhere|to the (?:cloud|internet|web|net)))\b",
    re.I,
)
_KEPT = lazy_pattern(
    r"\b(?:keeps?|kept|keeping|stores?|stored|storing|saves?|saved|saving|records?|recorded|"
    r"recording|logs?|logged|logging|archived?|happens? to|becomes? of|deleted?|"
    r"remembers?|history)\b",
    re.I,
)
_OF_JARVIS = lazy_pattern(
    r"(?:how long|where|what|which|do|does|are|why) (?:\w+ )?(?:you|jarvis) (?:always |all |ever )?"
    r"(?:keep|keeping|store|storing|save|saving|hold|holding|record|recording|log|remember)"
    r"(?: on to| onto)?(?: (?:things|stuff|it|that|this|everything|anything|all|all this|data))?"
    r"(?: for)?(?:,? (?:on|in) (?:this|my|the|your) [a-z]+)?",
    re.I,
)
_NETWORK = r"(?:internet|web|net|wi-?fi|network|broadband|router|connection)"
_OFFLINE = lazy_pattern(
    r"(?:(?:so|and|but)[\s,]+)*"
    r"(?:(?:do|does|can|could|will|would) (?:you|jarvis|this|it|that|any of (?:it|this|that)) "
    r"(?:still )?(?:work|run|function|manage|talk|answer|be used|do (?:that|this|it|anything))"
    r"(?: for me)? (?:(?:without|when|while|if|with) .*"
    rf"(?:{_NETWORK}|online|offline)\b.*|offline)|"
    r"(?:which|what)(?: of)?(?: (?:the|your|these))?(?: (?:things|parts|bits|tools|commands|"
    rf"skills))?(?: do you| that)? needs? (?:the |a |an )?(?:{_NETWORK}|to be online)(?: for)?|"
    r"(?:do|does|will|would) (?:you|that|this|it|any of (?:it|this|that)) (?:really |always )?"
    rf"need (?:the |a |an )?{_NETWORK}(?: connection)?(?: for (?:that|this|it|everything))?)",
    re.I,
)
_CAMERA = lazy_pattern(
    r"(?:can|do|could) you (?:actually |really |even )?(?:see|watch|look at|spot) (?:me|us|my face|"
    r"my room|this room|what i(?:'m| am) (?:doing|wearing))(?: now| right now)?|"
    r"(?:do|have) you (?:have |got )?(?:a |any )?(?:camera|cameras|webcam|eyes)|"
    r"are you (?:watching|looking at|filming) (?:me|us)(?: now| right now)?|"
    r"is (?:the|my|your) (?:camera|webcam) (?:on|off|running|recording)",
    re.I,
)
_TRUST = lazy_pattern(
    r"(?:can|should|could|may) (?:i|we) (?:really |actually )?(?:trust you|tell you (?:a secret|"
    r"anything|everything)|rely on you)|(?:can|will|could) you keep (?:a |my |our )?secrets?|"
    r"are you (?:to be trusted|trustworthy|safe(?: to use)?)",
    re.I,
)
NO_CAMERA = "No, I cannot see you. I use no camera."


def as_privacy(part: Part, text: str) -> Part:
    """A request that nothing else understood as a question about privacy, where it is that.

    Args:
        part: The only request of a sentence.
        text: The sentence as it was said.
    """
    intent = part.intent
    is_open = intent is None or (intent.name == meanings.SEARCH and intent.is_question)
    found = _meant(text) if is_open else None
    return replace(part, intent=found) if found else part


def _meant(text: str) -> Intent | None:
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if len(line) > _LONGEST:
        return None
    if _CAMERA.fullmatch(line):
        return Intent(proposals.CANNOT, {"reply": NO_CAMERA})
    if _TRUST.fullmatch(line):
        return Intent("ask_what_is_sent")
    if _OFFLINE.fullmatch(line):
        return Intent("ask_what_is_sent")
    if _OF_JARVIS.fullmatch(line):
        return Intent("ask_if_recording")
    if not _ASKS.match(line) or not _OURS.search(line):
        return None
    if _KEPT.search(line):
        return Intent("ask_if_recording")
    return Intent("ask_what_is_sent") if _LEAVES.search(line) else None
