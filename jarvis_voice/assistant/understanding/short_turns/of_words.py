"""What a short turn asks of the word that was looked up or spelled last. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.denials import is_set_phrase
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.subject_cues import (
    ELSE,
    SubjectClause,
    clause_of,
    leans,
    words_of,
)
from jarvis_voice.assistant.understanding.short_turns.topic import Understand
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent

_CUES = {
    ELSE: r"say (?:it|that|that last bit) again|(?:are|were) you",
    "sentence": r"(?:use|put|have|try)(?: (?:it|that|this))? in (?:a|an?other|one) (?:sentence|"
    r"context)|(?:example|sample)(?: sentences?| of (?:it|that|use))?|in (?:a sentence|context)|"
    r"sentence|where (?:does|is) (?:it|that|the word) (?:come )?from|origin|what is it from|"
    r"nouns?|verbs?|adjectives?|adverbs?|plurals?|past tense|what language|positive|negative|"
    r"formal|"
    r"(?:simpler|shorter|easier|clearer|better) (?:definition|meaning|explanation)|etymology|"
    r"rhymes?(?: with)?",
    "compare": r"which (?:one )?(?:of (?:those|them|these|the two) )is (?:\w+er|better|best|right)|"
    r"which (?:one|word) is (?:\w+er|better|best)|(?:what is the )?difference",
    "sound": r"pronounce(?:d)?|pronunciation|(?:how do (?:you|i) )?(?<!not )say (?:it|that|the "
    r"word)(?: out loud)?|sounds?",
    "opposite": r"opposites?|antonyms?|contrary|reverse",
    "synonym": r"synonyms?|(?:an)?other (?:words?|term|way)|other ways|(?:different|simpler|easier|"
    r"better|nicer|posher|fancier|plainer|shorter|similar|stronger) (?:words?|terms?|ones?|way)|"
    r"alternatives?|(?:mean|means|meaning)(?: \w+)? the same|same meaning|similar(?: to)?|else "
    r"(?:can|could) (?:i|you|we) (?:say|use|call it)|something (?:simpler|easier|better|fancier|"
    r"like (?:it|that))|thesaurus",
    "spell": r"spell(?:ed|ing|t)?|letters?|letter by letter|written|write (?:it|that|the word)"
    r"(?: (?:out|down))?|letter",
    "mean": r"means?|meaning|define|definition|dictionary|explain(?: (?:it|that))?|"
    r"what is (?:it|that)(?! (?:again|like|on|at|for|now))",
}
_WORDS = words_of(
    _CUES,
    "how many again more i you your would word words use used term out loud aloud slowly letter "
    "correct correctly "
    "proper properly actually exactly english it's that's does do is are was can i sounds "
    "please an a there one any some got have has simple plain give find its",
)
_WHICH = {"first": 0, "former": 0, "second": 1, "latter": -1, "last": -1, "third": 2, "other": -2}
_WHICH_SAID = lazy_pattern(
    r"\bthe (?P<which>first|former|second|latter|last|third|other(?= (?:one|word)\b(?! for)))\b"
    r"(?: (?:one|word))?",
    re.I,
)
_LEADS = lazy_pattern(
    r"(?:(?:and|or|ok|okay|now|so|then|also|sorry|no|nope|oops|actually|wait|oh|well)\b\W*)+",
    re.I,
)
_NEW = lazy_pattern(
    r"(?:what about|how about|what of|same for|for|try|do|i (?:meant?|said)|it's|the word|with)?"
    r"(?: for)?\s*(?:the word )?(?P<word>[a-z][a-z'-]{2,24})(?: (?:instead|then|please|too|"
    r"as well|not \w+))*",
    re.I,
)
_NO_ALONE = re.compile(r"no\b(?!.*\b(?:meant?|said|not|about|for|and)\b)", re.I)
"""A word behind a bare "no" may put the last one right, and may mean anything."""

_PUTS = re.compile(r"^no\b|\b(?:and|or|what about|how about|meant?|said|for|not|same)\b", re.I)
"""What another word is put beside, or in the place of, the last one with."""

_ASKS = {
    "meaning": "what does the word {} mean", "synonyms": "what is a synonym for {}",
    "antonyms": "what is the opposite of {}", "spell": "how do you spell {}",
}  # fmt: skip
_ASKED = {
    "opposite": "antonyms", "synonym": "synonyms", "spell": "spell", "mean": "meaning",
}  # fmt: skip
_NO_SENTENCE = (
    "I cannot tell that of a word. I can say what it means, its opposite and its spelling."
)
_NO_NAMES = frozenset(
    {
        *("thanks", "cheers", "thank", "lovely", "great", "brilliant", "nice", "please", "stop"),
        *("again", "more", "next", "yes", "yeah", "cancel", "never", "nothing", "mind", "don't"),
        *("joke", "weather", "time", "news", "timer", "alarm", "music", "volume", "search"),
        *("goodbye", "bye", "hello", "jarvis", "maybe", "sure", "wow", "what", "why", "who"),
        *("when", "where", "how"),
    }
)


def of_words(text: str, asked: Sequence[Intent], understand: Understand) -> ResolvedTurn | None:
    """What a turn asks of the last word; None where it asks nothing of it.

    Args:
        text: The turn as it was said.
        asked: What was asked of words, the newest first.
        understand: What a sentence means by itself.
    """
    words = _words_of(asked)
    if not words:
        return None
    which = _WHICH_SAID.search(text)
    chosen = _chosen(words, which) if which else words[-1]
    line = text.replace(which[0], "it", 1) if which else text
    said = clause_of(line, _WORDS, understand)
    if said is None or not said.moves:
        return None if which else _of_another(text, asked, understand)
    if not chosen:
        return ResolvedTurn("", "Which word?")
    return _asked_of(said, chosen)


def _asked_of(said: SubjectClause, word: str) -> ResolvedTurn | None:
    if said.has("sentence", "compare"):
        return ResolvedTurn("", _NO_SENTENCE)
    if said.has("sound"):
        return ResolvedTurn(f"how do you pronounce {word}")
    kind = _ASKED[next(one for one in said.moves if one in _ASKED)]
    return ResolvedTurn(_ASKS[kind].format(word))


def _words_of(asked: Sequence[Intent]) -> list[str]:
    """The words that were asked about, the one of last at the end."""
    each = (str(one.slots.get("word") or one.slots.get("text") or "") for one in reversed(asked))
    words: list[str] = []
    for word in filter(None, each):
        words = [one for one in words if one.lower() != word.lower()] + [word]
    return words


def _chosen(words: Sequence[str], which: re.Match[str]) -> str:
    place = _WHICH[which["which"].lower()]
    return words[place] if -len(words) <= place < len(words) else ""


def _of_another(text: str, asked: Sequence[Intent], understand: Understand) -> ResolvedTurn | None:
    """The same question about another word: "and for sad", "sorry, I meant reticent"."""
    line = text.strip(" .,!?")
    bare = _LEADS.sub("", line, count=1) if _LEADS.match(line) else line
    found = _NEW.fullmatch(bare)
    kinds = (str(one.slots.get("what") or one.name) for one in asked)
    kind = next((one for one in kinds if one in _ASKS), "")
    if found is None or not kind or not _PUTS.search(line):
        return None
    word = found["word"]
    if not leans(f"what about {word}", understand) or not word.isalpha():
        return None
    is_empty = word.lower() in FILLERS | CUES.keys() | POINTERS.keys() | _NO_NAMES
    intent = understand(word)
    if is_empty or is_set_phrase(text) or (intent is not None and not intent.is_question):
        return None
    is_guess = _NO_ALONE.match(line) is not None
    return ResolvedTurn(_ASKS[kind].format(word), is_guess=is_guess)
