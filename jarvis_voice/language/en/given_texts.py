"""Finds the text that a sentence gives to be worked on: what stands in it orders nothing. Pure.

Invariant: a text begins behind words that say so: "translate this into Spanish:", "Eva wrote:".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 600
"""Characters in which the words before a text are looked for."""

_LEAD = (
    r"(?:(?:please|kindly|jarvis|hey|hi|hello|ok|okay|so|and|now|then|also|first|next|just|quickly|"
    r"well|right|can you|could you|would you|will you|can we|could we|i want you to|i need you to|"
    r"i'd like you to|i would like you to|would you mind|help me|let us|let's|go ahead and|you can|"
    r"i want to|i'd like to|i would like to|i need to|i have to|try to)\b[\s,]*)*"
)
_KINDS = (
    r"(?:e-?mails?|mails?|messages?|texts?|letters?|sentences?|lines?|phrases?|sayings?|quotes?|"
    r"quotations?|proverbs?|paragraphs?|passages?|poems?|verses?|songs?|lyrics|story|stories|tales?|"
    r"jokes?|riddles?|essays?|articles?|recipes?|reports?|speech(?:es)?|drafts?|posts?|tweets?|"
    r"comments?|captions?|dialog(?:ue)?s?|conversations?|chats?|transcripts?|words?|excerpts?|"
    r"abstracts?|pages?|chapters?|cover letters?|reviews?|replies|reply|answers?|lists? of words|"
    r"instructions?|prompts?|diary entr(?:y|ies)|sms)"
)
"""What a text may be called."""
_THIS = rf"(?:this|these|(?:the )?following|what follows)(?:(?: [\w'-]+){{0,2}} {_KINDS}\b)?"
"""Points at a text that follows."""
_IT = (
    rf"(?:{_THIS}|it|that|them|the below|(?:the|a|an|my|our|his|her|their|some|[\w-]+'s)"
    rf"(?: [\w'-]+){{0,2}} {_KINDS}\b|{_KINDS}\b)"
)
_OWN = (
    r"(?!(?:[\w'-]+ ){0,4}?(?:timers?|alarms?|reminders?|routines?|volume|music|day|week|schedule|"
    r"calendar|agenda|briefing|(?:shopping |to-?do |grocery )lists?|my (?:lists?|notes?))\b)"
)
"""What is kept here is no text that is given."""
_TAIL = r"(?: [\w',/()-]+){0,7}?"
_PLAIN_TAIL = r"(?:(?! then\b| and then\b) [\w',/()-]+){0,7}?"
_MARK = r"\s*:(?!\d)\s*|\s*(?:[\u2013\u2014]|\s-+)\s+(?!(?:and|then)\b)"
_STOP = r"\s*[.?!\u2026]+\s+"

_MAKES_ANEW = (
    r"(?:translat(?:e|ing)|summari[sz](?:e|ing)|tl;?dr|"
    r"sum(?: (?:this|these|it|that|the following|my \w+))? up|proof-?\s?read(?:ing)?|"
    r"paraphras(?:e|ing)|"
    r"rewrit(?:e|ing)|rephras(?:e|ing)|reword(?:ing)?|shorten|condense|simplify|polish|transcribe|"
    r"transliterate|abridge|spell-?\s?check|grammar-?\s?check|edit)\b"
)
"""What is done with a text alone."""
_WORKS_ON = (
    r"(?:read(?: out| aloud| over| through| back)?|explain|interpret|analy[sz]e|review|critique|"
    r"judge|rate|evaluate|correct|improve|fix|format|continue|go on with|carry on with|"
    r"finish|complete|extend|expand|comment on|react to|reply to|respond to|look at|"
    r"(?:take|have) a look at|listen to|consider|decode|decipher|describe|recite|quote|memori[sz]e|"
    r"rhyme|finish off|act out|perform|sing|whisper|tell me about|"
    r"(?:count|list|find|highlight|underline|name|mark|fix|correct|check|improve|explain|spot) "
    r"(?:me )?(?:all |out )?(?:the |any |every )?(?:[\w'-]+ )?"
    r"(?:words|letters|sentences|characters|mistakes?|errors?|typos?|spelling|grammar|punctuation|"
    r"nouns|verbs|adjectives|key ?words|meaning|style|tone|sense|point|joke|pun)"
    r"(?: and (?:the )?\w+)? (?:of|in|on|from))"
)
"""What is done with a text, and with other things too: the text is named."""
_MADE = (
    r"(?:(?:draft|compose|write|word|dictate|make|create|give me|suggest|prepare|type up|send|post|"
    r"publish) (?:me )?(?:an?|the|my|another)(?: [\w'-]+){0,2}? "
    r"(?:e-?mail|mail|message|letter|reply|response|answer|post|tweet|sms|text message|text|poem|"
    r"story|speech|summary|translation|paraphrase|comment|review|haiku|limerick|rap)\b)"
)
_SENT = (
    r"(?:text|message|mail|e-?mail|whatsapp|write to|write back to|reply to) "
    r"(?!me\b|us\b|you\b|jarvis\b|the\b|an?\b|this\b|that\b|it\b)[\w'-]+(?: [\w'-]+)?"
)
"""What somebody else is to be told."""
_INTO = (
    r"(?:(?:turn|make|put|convert|change|rework|transform|write|say|set|type|print|spell|repeat|"
    rf"copy out) (?:me )?(?:{_IT} )"
    r"(?:in|into|as|like|for|with|to)? ?(?:an? |the )?(?:[\w-]+ )?"
    r"(?:poem|haiku|limerick|sonnet|song|rap|verses?|rhymes?|story|summary|letter|e-?mail|mail|"
    r"speech|tweet|table|bullet points?|bullets|points|capitals|capital letters|upper ?case|"
    r"lower ?case|sentences?|prose|words?|language|english|german|french|spanish|italian|"
    r"portuguese|latin|dutch|polish|russian|chinese|japanese|greek|shorter|longer|nicer|funnier|"
    r"simpler|clearer|better|polite(?:ly)?|formal(?:ly)?|friendl(?:y|ier)|"
    r"(?:more|less) [\w-]+|sound(?: [\w-]+){1,2}|reverse|backwards|json|markdown|html|aloud|"
    r"out loud|after me)\b)"
)
_REPEATS = r"(?:(?:repeat|say)(?: it| this| that)? after me\b)"
_JUDGED = (
    r"(?:spam|phishing|a scam|correct|right|wrong|good|bad|proper|grammatical(?:ly)?|rude|polite|"
    r"too (?:short|long|formal|rude|blunt|direct)|clear|funny|readable|legit(?:imate)?|"
    r"(?:proper|good|correct|real) english|english|"
    r"make (?:any )?sense|sound (?:[\w-]+)|from [\w-]+|urgent|important|serious)"
)
_OF_A_TEXT = (
    rf"(?:what(?:'s| is| does| do| did| would| could| might)? (?:[\w'-]+ ){{0,3}}?(?:{_IT})"
    r"(?: [\w'-]+){0,2}? (?:mean|say|want|about|from|called|trying to say|"
    r"in (?!euros?\b|dollars?\b|pounds?\b|yen\b|\w*met(?:er|re)s?\b|miles\b|\w*grams?\b|feet\b|"
    r"celsius\b|fahrenheit\b|ounces\b|inches\b|\w*lit(?:er|re)s?\b)[\w-]+|"
    r"asking(?: for)?|mean to you|is about)|"
    r"what(?:'s| is| are) (?:wrong|missing|meant|funny|the (?:meaning|point|moral|mood|tone|sense|"
    rf"subject|message|summary|gist|translation|joke|mistakes?)) "
    rf"(?:with |in |by |of |about )?(?:{_IT})|"
    rf"(?:what|how) (?:do|would|should|can|could) (?:you|i|we|one) (?:think (?:of|about)|make of|"
    rf"say|translate|like|answer|reply|respond|write|understand)(?: to| in| about)? (?:{_IT})|"
    r"how (?:do|would|should|can) (?:you|i|we|one) (?:say|translate|put) in [\w-]+|"
    rf"how (?:does|do|would|did) (?:{_IT}) (?:sound|read|look|strike you)|"
    rf"who (?:wrote|said|sings|sang|says|writes) (?:{_IT})|why is (?:{_IT}) [\w-]+|"
    rf"where (?:is|does|do) (?:{_IT}) (?:from|come from)|"
    rf"(?:is|are|was|does|do|did|would) (?:{_IT})(?: (?:a|an|any|really|too|all|very))? "
    rf"{_JUDGED}\b|"
    r"what (?:does|do) (?:it|they|he|she|[a-z]+) (?:mean|want)(?: (?:when|if|with|by|here).*?)?)"
)
_SAYS = (
    r"(?:wrote|writes?|says?|said|texted|mails|mailed|e-?mailed|messaged|posted|tweeted|asked|asks|"
    r"replied|replies|answered|answers|told|tells|sent|states?|quotes?|claims?|whispered|shouted|"
    r"sang|sings)"
)
_RUNS = r"(?:goes|went|reads?|begins?|began|starts?|started|continues?|ends?)"
_SO = r"(?:like (?:this|that|so)|as follows|so|thus|with (?:this|these words))"
_WHO = (
    r"(?!(?:i|you|we|jarvis|if|when|what|who|how|where|why|remember|remind|note|add|tell|announce|"
    r"say|repeat|put|write|search|google|keep|save|every|at|on|in|the (?:alarm|timer|reminder)|my "
    r"(?:alarm|timer|reminder|list|notes?|shopping)|new|make|take|set|ask|please|and|it|can|could|"
    r"do|does|did|that)\b)"
    r"(?:(?:my|our|the|a|an|his|her|their|this|that) )?[\w'\u2019.-]+(?: [\w'\u2019-]+){0,3}?"
)
_SAID = (
    rf"(?:(?:{_WHO}|it|that)(?: (?:just|has|had|have|once|also|always|then|only|even|again))* "
    rf"{_SAYS}\b(?!(?: \w+)* (?:that|if|whether|to (?!me\b|us\b|him\b|her\b|them\b)|i|we)\b)"
    r"(?: [\w'-]+){0,5}?|"
    rf"(?:{_WHO}|it) {_RUNS} {_SO}|(?:[\w'-]+ ){{0,3}}?{_KINDS} {_RUNS}|"
    r"i (?:just )?(?:wrote|got|received|found|read|saw)(?: \w+){0,6}?"
    rf"(?: {_KINDS}|this|these|the following)(?: \w+){{0,4}}?|"
    r"(?:un)?quote|quotation)"
)
_SLIPS = (
    r"(?:(?:fix|check|correct|mend|improve|look at) (?:the |any |all )?(?:spelling|grammar|"
    r"punctuation|typos?|mistakes?|errors?|style|wording)(?: and (?:the )?\w+)?)"
)
_HERE = (
    r"(?:(?:here (?:is|are|comes|goes)|here's|below (?:is|are)|this is|these are|that's|that is) "
    rf"(?:(?:an?|the|my|our|his|her|their|some|[\w-]+'s|what) )(?:[\w'-]+ ){{0,3}}?"
    rf"(?:{_KINDS}\b(?<!words)|(?:i|he|she|they|\w+) (?:wrote|said|says|sent me|texted))"
    r"(?: [\w'-]+){0,5}?|"
    rf"(?:my|a|an|the|{_KINDS}) ?(?:\w+ )?(?:draft)(?: of [\w' -]{{1,30}})?)"
)

_COLON = lazy_pattern(
    rf"{_LEAD}(?:{_OWN}{_MAKES_ANEW}{_TAIL}|{_OWN}{_WORKS_ON} {_IT}{_TAIL}|{_MADE}{_TAIL}|{_SENT}|"
    rf"{_INTO}{_TAIL}|{_REPEATS}|{_OF_A_TEXT}(?: [\w'-]+){{0,3}}?|{_SAID}|{_HERE}|"
    rf"{_SLIPS}{_TAIL})(?:{_MARK})(?=\S)",
    re.I,
)
"""Ends in a mark that announces what stands behind it."""
_SENTENCE = lazy_pattern(
    rf"{_LEAD}(?:(?:{_MAKES_ANEW} (?:{_THIS}|for me|please|(?:in)?to [a-z]+)(?:{_PLAIN_TAIL})|"
    rf"{_MAKES_ANEW}(?=\s*\n)|{_WORKS_ON} {_THIS}{_PLAIN_TAIL}|{_INTO}|{_REPEATS}|"
    rf"(?=.{{0,60}}\b(?:this|these|following)\b){_OF_A_TEXT}|{_WHO} {_RUNS} {_SO}|"
    rf"(?:un)?quote|{_HERE})(?:{_STOP}|\s*\n\s*)|{_WHO} {_SAYS}\s*\n\s*)(?=\S)",
    re.I,
)
"""A sentence of its own, which points at what stands behind it."""
_BARE = lazy_pattern(
    rf"{_LEAD}(?:explain|translate|interpret|paraphrase|repeat|what does|what do|what is meant by|"
    r"what's meant by|who (?:wrote|said|says|sang|sings)|where is|where does|how do you (?:say|"
    r"translate)) (?:the|these|this) (?:line|words|sentence|phrase|saying|verse|quote|proverb|"
    r"lyric)s?:? (?!of\b|in\b|from\b|that\b|i\b|you\b|we\b|he\b|she\b|about\b|on\b|below\b|above\b|"
    r"mean|come|into\b|to\b|again\b)(?=\w+ \w)",
    re.I,
)
"""Names a line, which stands behind it without any mark."""
_SEEN = lazy_pattern(
    r"\b(?:this|these|the following|here is the|here's the) (?:[\w'-]+ )?"
    r"(?:pages?|articles?|songs?|sites?|websites?|screens?|pictures?|lists?|reviews?|answers?|"
    r"chats?|conversations?)\b|"
    r"\b(?:that's|that is|this is) (?:the|my|a) (?:\w+ )?(?:song|story|answer|joke|riddle|word)|"
    r"\b(?:turn|make|set) (?:it|that)\b",
    re.I,
)
"""What may be on the screen or sound in the room, so that nothing need follow."""
_QUOTED = lazy_pattern(
    rf"{_LEAD}(?:{_MAKES_ANEW}|{_WORKS_ON}|(?:what does|what do|how (?:do|would) you say|say|"
    r"repeat|who (?:said|wrote))\b)"
    r"(?: [\w'-]+){0,5}? ?(?P<open>[\"\u201c\u00ab]|(?<=\s)['\u2018])(?=\S)",
    re.I,
)
"""Ends where a quotation begins."""
_CLOSING = {'"': '"', "\u201c": "\u201d", "\u00ab": "\u00bb", "'": "'", "\u2018": "\u2019"}
_BEGINNINGS = re.compile(r"\A\s*|(?<=[.!?;])\s+|\n\s*|,? and (?:then |also )?|, then ", re.I)
_BEHIND = re.compile(r"[.!?;]+\s+|,?\s*\b(?:and then|and|then)\b,?\s*", re.I)


@dataclass(frozen=True, slots=True)
class GivenText:
    """A sentence that gives a text to be worked on.

    Attributes:
        before: The sentences that stand before the words that give it; "" in most cases.
        head: The words that give it: "translate this into Spanish".
        text: The text.
        behind: What stands behind a quotation: "... and then set a timer"; "" in most cases.
        is_joined: Only an "and" stands between `before` and `head`.
    """

    before: str
    head: str
    text: str
    behind: str = ""
    is_joined: bool = False


@lru_cache(maxsize=64)
def given_text(said: str) -> GivenText | None:
    """The text that a sentence gives, and the words that give it; None where it gives none.

    Args:
        said: The turn as it was said.
    """
    line = said if "\u2018" in said else said.replace("\u2019", "'")
    for begin in _BEGINNINGS.finditer(line[:_LONGEST]):
        at = begin.end()
        before, is_joined = line[: begin.start()].strip(), "and" in begin[0] or "then" in begin[0]
        if found := _COLON.match(line, at) or _sentence_at(line, at) or _BARE.match(line, at):
            head = found[0].strip().rstrip(":-.?!\u2013\u2014\u2026 \n")
            return GivenText(before, head, said[found.end() :], "", is_joined)
        if quoted := _QUOTED.match(line, at):
            return _in_quotes(line, quoted, before, is_joined=is_joined)
    return None


def _sentence_at(line: str, at: int) -> re.Match[str] | None:
    found = _SENTENCE.match(line, at)
    return None if found is None or _SEEN.search(found[0]) else found


def _in_quotes(line: str, quoted: re.Match[str], before: str, *, is_joined: bool) -> GivenText:
    """The text of a quotation; without an end it is all that follows."""
    closing = re.compile(rf"{_CLOSING[quoted['open']]}(?!\w)").search(line, quoted.end())
    end = closing.start() if closing else len(line)
    joint = _BEHIND.search(line, end + 1)
    last, rest = (joint.start(), line[joint.end() :]) if joint else (len(line), "")
    head = f"{line[quoted.start() : quoted.start('open')]}{line[end + 1 : last]}".strip()
    return GivenText(before, head, line[quoted.end() : end], rest, is_joined)


def without_given(said: str) -> str:
    """The words of a turn without the text that it gives."""
    given = given_text(said)
    if given is None:
        return said
    return " . ".join(one for one in (given.before, given.head, given.behind) if one)
