"""Finds a "no" behind which something is wanted that is not understood; "Okay." would be untrue.

Invariant: a bare no, thanks, or a reason why not stays a no.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.left_alone import UNCHANGED
from jarvis_voice.assistant.understanding.undo_last import taken_back
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.open_questions import ends_in_question

SAY_IT_WHOLE = f"{UNCHANGED} Please say it in one sentence."

_DECLINES = frozenset({"no", "stop", "never_mind"})
_LONGEST = 200
_VALUE = lazy_pattern(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fif\w+|twenty|thirty|forty|"
    r"sixty|half|quarter|noon|midnight|hours?|minutes?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
    r"\b",
    re.I,
)
_THING = lazy_pattern(
    r"(?:no|nah|naw|nope|oops|whoops)\W+(?:the |an? )?(?!(?:thanks?|thank|ta|cheers|please|sorry|"
    r"bin|ditch|drop|scrap|delete|remove|way|needs?|probs?|problems?|worries|rush|hurry|"
    r"idea|chance|fuss|bother|matter|things?|more|never|not|no|"
    r"now|good|fine|okay|ok|it|its|it's|that|that's|this|i|i'm|i've|you|you're|we|we're|he|she|they|"
    r"there|there's|leave|forget|stop|don't|do|cancel|really|yet|just|wait|bad|big|mind|at|actually|"
    r"nope|nah|jarvis|mate|love|dear|sir|buddy|pal|everything|nothing|only|all|enough|lie|offen[cs]e|"
    r"doubt|point|joke|kidding|luck|wonder|better|thank)\b)[\w'-]+(?: [\w'-]+)?[.!]*",
    re.I,
)
_POINTED = lazy_pattern(
    r"\b(?:bin|delete|remove|ditch|get rid of|stop doing) (?:it|that|them|those|this|one)\b", re.I
)


def open_declines(
    text: str,
    parts: Sequence[Part],
    messages: Sequence[MessageState],
    understand: Callable[[str], Intent | None],
) -> tuple[Part, ...]:
    """The requests, where a "no" that wants more says that nothing was changed.

    Where "cancel it" comes before another request, it is the request to cancel what was set last.

    Args:
        text: The turn as it was said.
        parts: What it was taken for.
        messages: The conversation before it, in pairs. Where Jarvis has just asked something, "no,
            bin it" may be an answer to it.
        understand: What a sentence means by itself.
    """
    intent = parts[0].intent if parts else None
    if not messages or intent is None or intent.name not in _DECLINES:
        return tuple(parts)
    if len(parts) > 1:
        sentence = taken_back(clean(parts[0].text), messages, understand)
        taking = understand(sentence) if sentence else None
        return (Part(sentence, taking), *parts[1:]) if taking else tuple(parts)
    is_asked = ends_in_question(messages[-1]["text"])
    line = text[:_LONGEST].replace("\u2019", "'").strip()
    signs = (_VALUE.search(line), _THING.fullmatch(line), not is_asked and _POINTED.search(line))
    if not any(signs):
        return tuple(parts)
    return (replace(parts[0], intent=Intent(proposals.CANNOT, {"reply": SAY_IT_WHOLE})),)
