"""Tells a question of general knowledge from one about what is the user's own. Pure.

Invariant: in doubt a question is about the user's own things; those are asked of no service.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.household_questions import is_of_household
from jarvis_voice.core.lazy_pattern import lazy_pattern

_OWN = re.compile(
    r"\b(?:my|mine|our|ours|i(?!\.)|i'm|i've|i'd|i'll|me|us|we|you|your|you're|yours|yourself|jarvis)\b",
    re.I,
)

_FRAME = lazy_pattern(
    r"\A\s*(?:(?:please|jarvis|hey|hi|can you|could you|would you|will you|kindly|"
    r"i (?:need|want|would like) you to)[\s,]+)*(?:"
    r"(?:find|show|search for|look for|look up)(?= (?!me\b|us\b))|"
    r"(?:show|tell|give|find|get|bring|help|let|send|read|fine)(?: out)?(?: me| us)(?: to)?"
    r"(?: (?:find(?: out)?|see|know|hear|look for|look up))?|"
    r"(?:i|we)(?:'d| would)? ?(?:want|need|like|wish|love|have)(?: to)?"
    r"(?: (?:see|hear|find(?: out)?|know|learn|watch|listen to|look for|look up|read|get))?|"
    r"(?:i'm|i am|we're|we are) (?:looking|searching|trying)(?: for| to)?"
    r"(?: (?:find|see|hear|know|watch|get))?|(?=do you know|any idea))"
    r"(?:(?: |\b)(?:do you (?:happen to )?know|any idea|find out|know|check)(?= (?:if|whether|what|"
    r"how|when|where|who|which|do you)))*(?= \S)",
    re.I,
)
"""How something is asked for; the user's own are only words behind it."""

_ASKS_FOR_ADVICE = lazy_pattern(
    r"(?:(?:so|and|okay|hey|please|jarvis|tell me|do you know)[ ,]+)*(?:"
    r"how (?:do|can|could|should|would|might|am|are) (?:i|we)(?! (?:look|sound|seem|feel)\b|"
    r" (?:take|like|have|drink|want) (?:my|our)\b)|"
    r"how (?:do|can|would) you (?:make|cook|bake|boil|fry|clean|wash|fix|repair|remove|get rid|"
    r"grow|cut|tie|build|draw|open|measure|treat|cure|catch|play|win|train|prepare|pronounce)|"
    r"how (?:long|much|many|hot|often|soon|late)(?: \w+)? do (?:you|i|we) (?:boil|cook|bake|"
    r"fry|roast|grill|steam|soak|brew|store|keep|wait|leave|water|feed|defrost|freeze|simmer)|"
    r"(?:at )?(?:what|which) (?:temperature|heat|speed|angle|depth|age|pressure|height|weight|"
    r"length|"
    r"width|distance|month|season) (?:do|would|should|must|can) (?:you|i|we)|"
    r"how \w+ (?:can|should|must) you|can you (?:eat|drink|freeze|reheat|die|grow|wash|catch)|"
    r"how \w+(?: \w+){0,3} (?:should|can|must|may) (?:i|we)|"
    r"how \w+(?: \w+)? (?:do|would) (?:i|we) (?:need|have to)|how (?:do|does) (?:our|my)|"
    r"why (?:do|does|is|are|won't|doesn't|don't|isn't|aren't|can't)|"
    r"why (?:did|was|were|has|have) (?!i\b|we\b)\w+|"
    r"wh(?:at|o|ich)(?: \w+){0,4} (?:can|could|should|must|might|would) (?:i|we)|"
    r"wh(?:at|ich)(?: \w+){0,2} (?:do|would) (?:i|we) (?:need|do|use|say|get from)|"
    r"what (?:happens|makes|causes|to do|is the (?:best|right|easiest|fastest|safest|cheapest)|"
    r"is a good|are good|does it (?:mean|take))|"
    r"(?:do|will|would) (?:i|we) (?:need|require|have to have)(?: to (?:get|have))?(?: \w+){0,3} "
    r"(?:visas?|passport|vaccin\w+|shots?|permits?|licen[cs]e|immuni[sz]ations?)|"
    r"should (?:i|we)|can (?:i|we) (?!have|get|hear|see|afford|ask|talk|speak|know|tell|listen|"
    r"change|turn|stop|start|add|set|play|go back)\w+|"
    r"where (?:can|could|should) (?:i|we)|where do (?:i|we) get|"
    r"is it (?:safe|okay|ok|normal|bad|good|healthy|legal|dangerous)"
    r")\b",
    re.I,
)
"""How somebody asks for what anybody may know, even where it is about "my eggs"."""

_HOW_ONE = re.compile(r"\bhow (?:do|can|could|should|would) (?:i|we)\Z", re.I)
_ANY_ONE = re.compile(
    r"\b(?:an?|another) (?:(?:lost|new|british|american|first) )?"
    r"(?!(?:alarm|timer|reminder|list|note|routine)\b)\w+\b",
    re.I,
)
"""One of a kind, which nobody has to own: "how do I renew a passport"."""
_OF_A_WORK = lazy_pattern(
    r"(?:(?:tell me|do you know) )?who (?:wrote|sang|sings|composed|recorded|performed|released) "
    r"(?!(?:it|that|this|my|our|on|to|in|the)\b)[\w' ]{3,60}",
    re.I,
)
"""Names a song, a book or a film, which may have "I" and "you" in it."""
_PRIVATE = lazy_pattern(
    r"\b(?:accounts?|balances?|bills?|loans?|payments?|paid|owe|invoices?|mortgage|salary|wages|"
    r"payslip|pin|passwords?|passport|credit|debit|cards?|bank|savings|stocks?|shares|insurance|"
    r"refunds?|orders?|parcels?|packages?|delivery|alarms?|timers?|reminders?|lists?|notes?|"
    r"calendar|appointments?|meetings?|flights?|luggage|suitcases?|bookings?|reservations?|"
    r"tickets?|birthdays?|anniversary|e-?mails?|messages?|contacts?|address|number|prescription|"
    r"(?:did|have|had|was) (?:i|we|you)|you|your|yours|yourself)\b",
    re.I,
)
"""What is the user's own as far as the user speaks of himself, and Jarvis."""

_SECRET = re.compile(
    r"\b(?:(?:wi-?fi|door|alarm|safe|locker|gate|garage|shed|bike lock) (?:password|code|key)|"
    r"pin code)\b|\bthe (?:password|passcode|login|pin|pin number) (?:for|to|of) (?:the |my )?\S+",
    re.I,
)

_TOLD_SECRET = re.compile(
    r"\b(?:password|passphrase|passcode|pin|api key|secret key|access token)\b", re.I
)
_LEAST_SECRET, _LEAST_PIN = 6, 4
"""Characters of a password; a number of four may be a PIN."""

_PERSON = lazy_pattern(
    r"\b(?i:my|our) (?:\w+ )?(?:wife|husband|partner|mother|mum|mom|father|dad|son|daughter|child|"
    r"baby|brother|sister|cousin|aunt|uncle|nephew|niece|friend|neighbou?r|boss|colleague|doctor|"
    r"dentist|lawyer|teacher|grandmother|grandfather|girlfriend|boyfriend|boy|girl) [A-Z]"
)


NOT_TOLD = "I cannot know that. Of your own things I only know what you have told me."

_OF_OWN_LIFE = lazy_pattern(
    r"(?:(?:tell me|do you know|any idea|remind me),? )?(?:who|what|when|where|which|"
    r"how (?:many|much|long|often|far|old|tall|heavy|big|did|was|were|is|are)|"
    r"did|has|have|had|was|were|am|is|are|do|does|will)(?:'s)?\b.*"
    r"\b(?:i(?!\.)|i've|i'm|my|mine|our|we|we've|me|us)\b",
    re.I,
)
_OF_JARVIS = lazy_pattern(
    r"\b(?:you|your|yours|yourself|jarvis|timers?|alarms?|reminders?|lists?|notes?|routines?|volume|"
    r"music|weather|screen|computer|laptop|battery|disk|time|clock|date|day|name|called|live|city|"
    r"buy|need|needed|get up|have to|kept?|stored?|store|data|words?|memory|records?|recording|"
    r"recorded|access|private|privacy|hear|hears|listen\w*|talk\w*|send|sent|microphone|"
    r"groceries|grocery|shopping|basket|wr[io]te|written|put|add|added|remind|reminded|"
    r"birthday|born|units|ring|rings|wake|woken|said|say|told|set|it|that|this|them|there|those)\b",
    re.I,
)
"""What such a question may be about and still be known."""


_OF_ONE_OF_MINE = lazy_pattern(
    r"(?:(?:tell me|do you know|any idea) )?(?:"
    r"(?:what time|what day|what date|what year|when|where|who|whose|how \w+)(?:'s| is| are| was|"
    r" were| do| does| did| has| have)? (?:(?:my|our) (?!(?:timer|alarm|reminder|routine|list|note|"
    r"name|city|location|home town|birthday|units|computer|laptop|screen|battery|disk|volume|"
    r"microphone|ip|next (?:timer|alarm|reminder)|day|week)s?\b)\S+(?: \S+){0,5}|"
    r"(?:i|we) (?:start|finish|work|begin|leave|get off|fly|travel|move|arrive|graduate|marry|meet|"
    r"retire|sleep|weigh|vote|go to (?:school|work))\b.*)|"
    r"(?:how (?:tall|heavy|fit|rich|healthy) am i|how did (?:i|we) (?:sleep|do|get on)\b.*|"
    r"where was i born))",
    re.I,
)
"""One of the user's own things or days, whatever else is named beside it."""
_MAY_BE_TOLD = lazy_pattern(
    r"(?:where|when|who|what|which|whose|how|is|are|am|do|does|did|have|has|was|were)\b"
    r"(?! (?:you|about|did we)\b)"
    r"(?!.*\b(?:he|him|his|she|her|they|them|their|it|this|that|ones?)\b)",
    re.I,
)
"""Without a word that points at what was spoken of: alone it names nothing."""
_LONGEST_ASKED = 200


def may_be_told(text: str) -> bool:
    """Whether it is a question whose answer may be among what the user told to be remembered."""
    return len(text) <= _LONGEST_ASKED and _MAY_BE_TOLD.match(text.strip()) is not None


def asks_of_own_life(text: str) -> bool:
    """Whether it asks what only somebody around the user can know: "did anybody call me"."""
    line = text.strip(" ?.!")
    is_own = _OF_OWN_LIFE.match(line) is not None and not asks_for_advice(line)
    return is_own and (not _OF_JARVIS.search(line) or _OF_ONE_OF_MINE.fullmatch(line) is not None)


_DUE = re.compile(r"(?:when|what (?:day|date)) (?:is|are|was)\b.*\b(?:due|overdue)\Z", re.I)
"""Somebody's bills; what is due in the world has another name for it."""


def is_own(text: str) -> bool:
    """Whether a question may be about the user's own things, or about Jarvis."""
    if _DUE.match(text.strip(" ?.!")):
        return True
    is_said = _OWN.search(_FRAME.sub("", text, count=1)) is not None and not asks_for_advice(text)
    return is_said or tells_secret(text) or is_of_household(text)


KEEPS_SECRETS = "That may be a password, and I send none to the web."


def tells_secret(text: str) -> bool:
    """Whether it is about a secret of the user, or holds one: "is hunter2 a good password"."""
    is_told = _TOLD_SECRET.search(text) and any(map(_is_like_a_secret, text.split()))
    return bool(is_told) or _SECRET.search(text) is not None


def _is_like_a_secret(word: str) -> bool:
    bare = word.strip(".,;:?!'\"")
    has_digit = any(sign.isdigit() for sign in bare)
    is_mixed = has_digit and not bare.isdigit() and len(bare) >= _LEAST_SECRET
    return is_mixed or (
        bare.isdigit() and not bare.startswith(("19", "20")) and len(bare) >= _LEAST_PIN
    )


def is_private(text: str) -> bool:
    """Whether a question is about the user's own things, however much it looks like another."""
    return _OWN.search(text) is not None and _names_private(text)


def asks_for_advice(text: str) -> bool:
    """Whether it asks what anybody may know, such as "how do I boil my eggs"."""
    frame = _ASKS_FOR_ADVICE.match(text.lstrip())
    if frame is None:
        return _OF_A_WORK.fullmatch(text.strip(" ?.!")) is not None
    rest = text.lstrip()[frame.end() :]
    return not _names_private(_ANY_ONE.sub(" ", rest) if _HOW_ONE.search(frame[0]) else rest)


def _names_private(text: str) -> bool:
    return any(one.search(text) for one in (_PRIVATE, _SECRET, _PERSON))
