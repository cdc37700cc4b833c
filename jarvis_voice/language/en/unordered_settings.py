"""Whether a sentence only tells of something being set or noted, or denies it: no order. Pure."""

from __future__ import annotations

import re
from typing import Literal

from jarvis_voice.core.lazy_pattern import lazy_pattern

Unordered = Literal["denied", "told"]
"""Why nothing is to be set: "no timer please", "my brother set a timer"."""

LONGEST_READ = 300
"""Characters of a sentence that are read; who tells so much of it orders it at another time."""

_CLAUSE = re.compile(r"[,;:.!?]+(?: |\Z)|\b(?:but|then|so|because)\b")
_LEADS = r"(?:(?:and|well|oh|hey|ok|okay|yes|no|yesterday|today|jarvis|once|look) )*"
_OFTEN = (
    r"(?: (?:always|never|often|usually|sometimes|already|just|once|also|even|nearly|almost|"
    r"accidentally|actually|really|only|finally|have|has|had|must have|may have|might have|"
    r"should have|could have|would have))*"
)
_ACT = r"(?:set|sets|put|puts|add|adds|added|started|starts|made|noted|wrote)"
_WHAT = r"(?=.*\b(?:timers?|alarms?|reminders?|lists?|notes?)\b)"
_SOMEBODY = (
    r"(?:he|she|they|somebody|someone|nobody|everybody|everyone|people|who|"
    r"(?:my|our|his|her|their|your|the|some|a) (?!timer|alarm|reminder|list|shopping|"
    r"to-do)[a-z'-]+"
    r"(?: (?!to\b|and\b|for\b|of\b)[a-z'-]+)?|[a-z]+'s [a-z-]+)"
)
_BY_OTHERS = re.compile(rf"\A{_LEADS}{_WHAT}{_SOMEBODY}{_OFTEN} {_ACT} (?!me\b|us\b)")
_BY_YOU = re.compile(
    rf"\A{_LEADS}{_WHAT}(?!.*\bplease\b)(?:you|we)(?:'ve)?"
    r"(?: (?:have|had|always|never|already|just|once))* "
    r"(?:set|put|added|made|started)(?=\b.*\b(?:already|yesterday|before|again|last|once)\b)|"
    rf"\A{_LEADS}{_WHAT}(?!.*\bplease\b)you(?:'ve| have| had| always| never| already| just)* "
    r"(?:set|added|made|started) (?:an?|the|my|one)\b"
)
_BY_ME = re.compile(
    rf"\A{_LEADS}{_WHAT}(?:i|we) (?:always|never|often|usually|sometimes|nearly|almost|already|"
    r"just|once|might|may|shall|did|had|used to|was going to|were going to|forgot to|meant to|"
    r"tried to|"
    r"(?:should|could|would|must|might|may)(?: not|n't)? have|have already|should not|shouldn't|"
    r"would never|will never|will not|won't|wish (?:i|we) had)"
    rf"(?: (?:have|just|already|never|also))* {_ACT}\b|"
    rf"\A{_LEADS}{_WHAT}(?:i|we) set (?:my|our|an?|the|some|two|three)\b|"
    rf"\A{_LEADS}{_WHAT}(?!.*\bplease\b)(?:i|we)(?:'ve| have|'d)?(?: just| also| already)* "
    r"(?:added|put|wrote|written|stuck|popped|jotted|noted)\b|"
    rf"\A{_LEADS}{_WHAT}(?:some ?day|one day|when|if|whenever) (?:i|we|he|she|they)\b"
    rf"(?!(?: \w+){{0,4}} (?:please|ask|say)\b)(?: \w+){{0,3}} (?:will |would |had )?{_ACT}\b"
)
_HAS = re.compile(
    rf"\A{_LEADS}(?:he|she|they|(?:my|the|his|her|their|every|each) "
    r"(?!pasta|cake|food|oven timer)[a-z'-]+(?: [a-z'-]+)?) (?:has|have|had) "
    r"(?:an? |the |its |some )?(?:timer|alarm|reminder|list)s?\b|"
    rf"\A{_LEADS}(?:i|we) (?:have|had|keep|use) (?:an?|the|my|our) (?:\w+ )?"
    r"(?:timer|alarm|reminder)\b.* (?:on|in) (?:my|our|the) (?:phone|mobile|watch|radio|tablet|"
    r"car|oven|calendar)\b"
)
_SAID = re.compile(
    rf"\A{_LEADS}(?:in the \w+ )?(?:he|she|they|somebody|someone|it|"
    r"(?:my|our|the|his|her|their) [a-z'-]+(?: [a-z'-]+)?)"
    r"(?: (?:has|had|just|always|often|here|once|also))* "
    r"(?:said|says|told|tells|wrote|writes|goes|sang|sings|shouted|shouts|asked|asks|reads)\b"
)
_QUOTED = re.compile(
    rf"\A[\"\u201c\u201e](?=[^\"\u201d]*\b{_ACT}\b)[^\"\u201d]{{8,}}[\"\u201d] \w|"
    r"\A(?:the|a|his|her|their) (?:command|sentence|phrase|words?|order|line|title) "
    r"(?:is|was|were)\b|"
    r" (?:is|was) (?:what|how|where) (?:he|she|they|it|people|everybody|somebody)\b"
)
_ABOUT = re.compile(
    r"\A(?:an?|the|another) (?:\w+ ){0,2}(?:timer|alarm|reminder)\b.* "
    r"(?:would be|would have|is|was|seems|sounds) (?:a |an |so |far |much |really )*(?:silly|"
    r"stupid|wrong|bad|useless|pointless|"
    r"too|enough|not|no|been|annoying|overkill|nonsense|short|long|late|early)\b"
)
_SUPPOSED = re.compile(
    rf"\A{_LEADS}(?:please )?(?:pretend|imagine|suppose|assume|what if|let's say|let us say|"
    r"for example|for instance|e\.g\.|example|how (?:would|do|can|could|should) (?:i|you|one|we)|"
    r"(?:show|teach) me (?:how )?to|explain|sing(?! out)|recite|the opposite of|"
    r"(?:write|compose|draft|tell)(?: me)? (?:a|an|the|some|another) (?:\w+ )?"
    r"(?:story|poem|song|letter|joke|mail|scene|play))\b"
)
_SPEAKS = r"(?:said|says|whispered|whispers|shouted|cried|replied|wrote|writes|sang)"
_TOLD_BEHIND = re.compile(
    rf"(?:[,\"'\u201d] ?(?:\w+ ){{1,2}}{_SPEAKS}| {_SPEAKS} (?:the|my|his|her|a|he|she|they)"
    rf"(?: \w+){{0,2}}|[,\"'\u201d] ?{_SPEAKS} \w+)\W*\Z"
)
_REPORTED = re.compile(
    r"(?<!\bwhat)(?<!\bhow)(?<!\bwho)(?<!\bwhy)(?<!\bwhere)(?<!\bthing)(?<!\bas) "
    r"(?:he|she|they|somebody|someone|mum|mom|dad|granny|grandma|grandpa) "
    rf"(?:just |always |also )?{_SPEAKS}\W*\Z|"
    r" it (?:says|said)(?: here| (?:on|in) (?:the|my|this|that) \w+)?\W*\Z"
)
"""Stands behind the words of somebody else, without a mark: "cancel it he said"."""

_STATED = re.compile(
    rf"\A{_LEADS}(?:the|my|our|his|her|their|your|that) (?:[a-z'-]+ ){{0,2}}"
    r"(?:timer|alarm|reminder) (?:is|was|has been|had been|got|gets) (?:already |now |always )?"
    r"(?:set|on|running|going|due)\b(?!.*\bplease\b)"
)
_TO_OTHERS = re.compile(
    rf"\A{_LEADS}(?:(?:i|we|he|she|they) )?(?:please )?"
    r"(?:ask|asks|asked|tell|tells|told|got|want|wants|wanted) "
    r"(?!you\b|jarvis\b|me\b|us\b)(?:(?:my|your|his|her|our|their|the) )?"
    r"(?!timers?\b|alarms?\b|reminders?\b)[a-z'-]+ (?:not )?to "
    r"(?:set|put|add|start|make|note|wake|remind|write)\b"
)
_HEADED = re.compile(
    r"\A(?:subject|example|(?:(?:the|his|her|their) )?\w+ (?:is|was|read|says|said|wrote|"
    r"writes)): "
)
_OF_OTHERS = re.compile(
    rf"\A{_LEADS}{_WHAT}(?:(?:nobody|no one|who) (?:wants|needs|sets|has)|you keep \w+ing)\b"
)
_WOKEN = re.compile(
    rf"\A{_LEADS}(?:(?:i|we|he|she|they|everybody|everyone|nobody) "
    r"(?:(?:always|usually|often|once|already|just|only|never|both|all) )*(?:got up|woke(?: up)?|"
    r"slept|dreamed|dreamt|was woken|were woken)\b|"
    r"(?!you\b|please\b|i\b|we\b)(?:(?:my|the|our|his|her|their|that|an?) )?(?:\w+ )?[a-z'-]+ "
    r"(?:(?:always|usually|often|already|just) )?(?:wakes|woke|will wake|'ll wake|has woken) "
    r"(?:me|us|him|her|them|everybody|everyone)\b|"
    r"(?:my|the|our|his|her|their|that|an?) (?:\w+ )?(?:alarm|timer|phone|clock)(?: clock)?"
    r"(?: at .+?| for .+?)? (?:rang|woke|went off|rings|goes off|beeped)\b)"
)
"""Tells how somebody wakes or woke: "my dog wakes me up at seven", "the alarm rang at seven"."""
_BY_ONESELF = re.compile(
    r"\A(?:i'll|i will|we'll|we will|i can|i'm going to|i am going to) .+ "
    r"(?:myself|ourselves|on my own)\W*\Z"
)
_SAYS = re.compile(
    rf"\A{_LEADS}(?!(?:please|you|jarvis|i|we)\b)[a-z'-]+ (?:says|said|thinks|thought|suggests|"
    r"suggested)(?: that)?(?: (?:i|you|we) should)? "
    r"(?=(?:set|put|add|start|make|note|wake|remind)\b)"
)
_TAKEN_BACK = re.compile(
    r"(?:i don't think so|i do not think so|or (?:don't|do not|not)|haha no|not really|"
    r"just kidding|only kidding|as if)\W*\Z"
)
_NO = re.compile(
    r"\A(?:(?:please|and|ok|okay|jarvis|i want|i need|i'd like) )*no (?:more )?"
    r"(?:timers?|alarms?|reminders?|notes?)\b|"
    r"\b(?:let us not|let's not|not to|better not|rather not) (?:set|add|put|start|note)\b|"
    r"\A(?:(?:please|and|ok|okay|jarvis) )*(?:add|put|write|stick|include) "
    r"(?:nothing|no (?:more )?[a-z]+) (?:to|on|onto|in) (?:(?:my|the|our) )?(?:[a-z-]+ ){0,2}"
    r"(?:list|notes|it|there)\b"
)

_DENIES = re.compile(
    r"\A(?:(?:please|and|ok|okay|jarvis|no|oh|wait|hey|so|but|actually|well|you|just)\b\W+)*"
    r"(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|need not|needn't|"
    r"under no circumstances|on no account|in no case|by no means|avoid|refrain from|"
    r"(?:i|we) (?:do not|don't) (?:want|need)(?: you)? to|"
    r"(?:i|we) (?:never|didn't|did not) (?:said?|told you|tell you|ask(?:ed)?(?: you)?|"
    r"want(?:ed)?(?: you)?|meant?)(?: to| that you(?: should| must)?| you (?:should|must))?|"
    r"(?:there is |there's )?no need (?:to|for))"
    r"(?: (?:you|ever|please|just|dare|even|go and|bother to|now|have to|need to))* "
    r"(?:(?:set|start|add|put|note|create|make|schedule|wake|remind|write|jot|remember)|"
    r"(?:sett|start|add|putt|not|creat|mak|schedul|wak|remind|writ)ing)\b"
)
_FORBIDS = lazy_pattern(
    r"\A(?:(?:please|and|ok|okay|jarvis|no|oh|wait|hey|so|but|actually|well|you|just)\b\W+)*"
    r"(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|need not|needn't|"
    r"under no circumstances|on no account|by no means|"
    r"(?:i|we) (?:do not|don't|never|didn't|did not) (?:want|need|say|said|ask|asked|tell|told|"
    r"mean|meant)\b|(?:there is |there's )?no need (?:to|for))(?! you (?:think|want)\b)"
)
_OF_MYSELF = re.compile(rf"\A{_LEADS}let (?:me|him|her|them)\b")
"""Says that somebody else does it: "let me open the garage"."""
_ORDERS = re.compile(r"(?:set|start|add|put|note|create|make|schedule|wake|remind|write|jot)\b")
"""What a clause beside a denied one may order: "don't set it for 9, make it 10"."""


def why_unordered(text: str) -> Unordered | None:
    """Why a sentence orders nothing to be set or noted; None where it may.

    Args:
        text: The sentence as it was said.
    """
    if len(text) > LONGEST_READ:
        return None
    line = " ".join(text.casefold().replace("\u2019", "'").split())
    wholes = (_QUOTED, _SAID, _SUPPOSED, _TOLD_BEHIND, _REPORTED, _HEADED, _OF_OTHERS, _SAYS)
    if any(one.search(line) for one in (*wholes, _BY_ONESELF)):
        return "told"
    if _TAKEN_BACK.search(line):
        return "denied"
    clauses = [one.strip() for one in _CLAUSE.split(line) if one and one.strip()]
    if any(_NO.search(clause) for clause in clauses):
        return "denied"
    if denial := _DENIES.match(line):
        _, *others = _CLAUSE.split(line[denial.end() :])
        return None if any(_ORDERS.search(one or "") for one in others) else "denied"
    tells = (_BY_OTHERS, _BY_YOU, _BY_ME, _HAS, _ABOUT, _STATED, _TO_OTHERS, _WOKEN)
    return "told" if clauses and any(one.match(clauses[-1]) for one in tells) else None


def why_not_run(text: str) -> Unordered | None:
    """Why a sentence with the user's own command in it does not order that; None where it may.

    Args:
        text: "never start the backup", "what if you start the backup".
    """
    line = " ".join(text[:LONGEST_READ].casefold().replace("\u2019", "'").split())
    if _FORBIDS.match(line):
        return "denied"
    wholes = (_QUOTED, _SAID, _SUPPOSED, _TOLD_BEHIND, _REPORTED, _HEADED, _OF_MYSELF)
    return "told" if any(one.search(line) for one in wholes) else None


def is_reported(text: str) -> bool:
    """Whether a sentence is what somebody else said, which stands behind it.

    Args:
        text: The sentence as it was said.
    """
    line = " ".join(text[-LONGEST_READ:].casefold().replace("\u2019", "'").split())
    return _REPORTED.search(line) is not None
