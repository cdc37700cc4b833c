"""Tells a question about the people and things around the user, though no "my" is in it. Pure.

Invariant: only what nobody outside the house can know; "how does an oven work" is for anybody.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_KIN = lazy_pattern(
    r"(?:so |and |okay |tell me |do you know )*"
    r"(?!who (?:played|plays|voiced|voices|sang)\b)"
    r"(?:who|what|when|where|which|whose|how|did|does|do|has|have|is|are|"
    r"was|were|will|any idea)\b.*\b(?<!a )(?<!the )(?<!of )(?:mum|mummy|mom|mommy|"
    r"dad|daddy|gran|grannie|granny|grandma|nana|grandpa|grandad|granddad)\b"
    r"(?! (?:jokes?|days?|bod|rock|smiths?|flats?|squares?)\b)",
    re.I,
)
"""Said by itself it is the user's own mother; "a mom" is anybody's."""

_TITLE = lazy_pattern(r"\b[A-Z]\w+ [A-Z]")
"""Of a film or a family that everybody knows."""

_ASKS_HOW_IT_STANDS = (
    r"(?:so |and |okay |tell me |do you know |any idea )*(?:is|are|was|were|did|has|have|had|will|"
    r"does|do|whose|who(?:'s| is| has| did| was| took| left| fed| emptied)|"
    r"(?:when|where|what time|what day|which day|what days)(?:'s| is| are| was| were| do| does|"
    r" did| will| has)|what(?:'s| is| was| are| were| did)|"
    r"how (?:much|many|long|full|old|far) (?:is|are|was|has|have)) "
    r"(?:(?:there|on|in|at|under|anyone|anybody|someone|somebody|he|she|they|left|been|last|fed|let|"
    r"walked|emptied|locked|paid|still) ){0,4}"
)
"""Asks how something is, where or when, as one asks of what one knows; not how it is in general."""
_AT_HOME = (
    r"(?:kids?|children|twins|baby|boys|girls|dogs?|cats?|puppy|kitten|rabbit|hamster|goldfish|wife|"
    r"husband|missus|neighbou?rs?|boiler|fridge|freezer|washing(?: machine)?|scales|"
    r"thermometer|thermostat|laundry|ironing|"
    r"dishes|dishwasher|tumble dryer|oven|kettle|garage|shed|loft|attic|cellar|conservatory|"
    r"greenhouse|hot tub|rent|mortgage|deposit|parcel|package|post|mail|delivery|shopping|"
    r"groceries|takeaway|car|van|bikes?|bins?|recycling|meter|heating|radiators?|car keys|keys|"
    r"spare key|house keys|remote|charger|back door|front door|side gate|gate|windows|curtains|"
    r"plants|lawn|cleaner|babysitter|childminder|nanny|plumber|electrician|builders?|"
    r"window cleaner|landlord|landlady|lodger|flatmate|housemate)"
)
_OF_THE_HOUSE = lazy_pattern(
    rf"{_ASKS_HOW_IT_STANDS}the {_AT_HOME}(?:'s)?\b(?!"
    r".* (?:of|in|on|from|called) (?:the )?(?-i:[A-Z]))"
    r"(?! (?:(?:first |get |been )?invented|strike|prices?|"
    r"industry|market|company|office|code|box|band|film|movie|song|book|game|show)\b)"
    r"(?!.* in (?:the )?(?:uk|us|usa|eu|world)\b).*",
    re.I,
)
_OF_STORES = lazy_pattern(
    r"(?:is|are) there (?:any|some|enough|anything)(?: [\w' ]+)? (?:in|at) "
    r"(?:(?:the|my|our) (?:fridge|freezer|house|cupboard|pantry|tank|larder|shed|garage)|home)|"
    r"(?:do|have) we (?:got )?(?:any|enough) [\w' ]+|"
    r"(?:is|are) there still (?:any |some |enough )?(?!hope\b|time\b)[a-z]+(?: left)?",
    re.I,
)
_OF_WHAT_IS_KEPT = lazy_pattern(
    r"(?:what(?:'s| is| was)|do you know|tell me) the (?:(?:code|combination|reading) "
    r"(?:for|of|to|on) (?:the|my|our) |(?:key code|password|passcode|pin|pin number|login) "
    r"(?:for|of|to|on) (?:the )?)(?-i:[a-z' ]+)",
    re.I,
)
_ROOM = (
    r"(?:living room|lounge|sitting room|front room|bedroom|kitchen|bathroom|nursery|garage|shed|"
    r"conservatory|greenhouse|loft|attic|cellar|basement|office|study|dining room|hall|house|"
    r"fridge|freezer|fish tank|pond|garden|car)"
)
_OF_A_ROOM = lazy_pattern(
    r"(?:so |and )?(?:what(?:'s| is)|how (?:warm|cold|hot|humid|damp|tidy|dirty|clean)(?: is it)?)"
    rf"(?: the (?:temperature|humidity|noise|smell|state)(?: like)?)? (?:in|of) (?:the|our) {_ROOM}"
    r"(?: like)?(?: (?:now|today|right now))?",
    re.I,
)
_THEIRS = (
    r"(?:match|game|party|homework|appointment|lesson|class|school|nursery|train|flight|bus|phone|"
    r"number|address|email|shift|exam|test|recital|concert|play|practice|training|club|interview|"
    r"wedding|christening|funeral|surgery|operation|prescription|medicine|bedtime|dinner|lunch|"
    r"shoe size|teacher|room|bag|coat|keys|car|bike|birthday party|swimming|football|ballet|piano)"
)
_OF_A_NAMED_ONE = lazy_pattern(
    r"(?:so |and |do you know )?(?:what|when|where|which|who|how|is|has|did|does)\b.*? "
    rf"(?:(?:(?-i:[A-Z])[a-z]+|the (?:kids|children|twins|boys|girls|baby|dog|cat))(?:'s|s'|') "
    rf"(?:\w+ ){{0,2}}{_THEIRS}|(?:{_THEIRS}) (?:has|does|is) (?:(?-i:[A-Z])[a-z]+) "
    r"(?:got|have|at|on|doing))(?: (?:at|on|today|tomorrow|tonight|this|next|start|again)\b.*)?",
    re.I,
)
"""Of somebody with a first name, as one speaks of one's own: "Jack's match"."""

_WHICH_BIN = re.compile(
    r"(?:which|what) (?:bin|bins|recycling|collection)\b.{0,40}|(?:is it|when(?:'s| is)) "
    r"(?:the )?(?:bin|recycling|rubbish|garden waste)(?: \w+)? "
    r"(?:day|night|week|collection)\b.{0,20}",
    re.I,
)
_OF_MEALS_AND_TURNS = lazy_pattern(
    r"whose (?:turn|go|job|week|day) (?:is it|was it)\b.*|"
    r"what(?:'s| is) (?:for|there for) (?:tea|dinner|lunch|supper|breakfast|pudding)\b.*|"
    r"what(?:'s| is) (?:on|happening|planned) (?:at (?:work|school|home|church)|in the office)\b.*|"
    r"(?:when(?:'s| is)|how (?:long|many days) (?:till|until|to|before)|is it) (?:the )?"
    r"(?:payday|pay day|bin day|bin night|sports day|parents' evening|school photos?)\b.*",
    re.I,
)
_SPEAKS = (
    r"(?:say|said|says|reply|replied|answer(?:ed)?|call(?:ed)?|text(?:ed)?|ring|rung|phone[d]?|"
    r"e-?mail(?:ed)?|message[d]?|write back|written back|get (?:here|home|back|in|up)|"
    r"got (?:here|home|back|in|up)|come (?:home|round|over|back|in)|coming|"
    r"arrive[d]? (?:home|here|yet)|"
    r"want|need|like for|owe|leave|left (?:yet|already|home|work)|pay(?: me| us)?|paid(?: me| us)?|"
    r"home|here|awake|asleep|back|in yet|out yet|finish(?:ed)?(?: work| school)?)"
)
_OF_SOMEBODY = lazy_pattern(
    r"(?:and |so )?(?:did|has|have|is|was|will|wh(?:en|ere|at|at time) (?:did|does|is|will|has)) "
    r"(?:(?-i:[A-Z])[a-z]+|the (?:doctor|vet|nurse|dentist|physio|midwife|consultant|surgeon|"
    r"teacher|school|nursery|boss|solicitor|bank|garage|hospital|surgery|optician|hairdresser)) "
    rf"(?:ever |already |just |also |going to )?{_SPEAKS}"
    r"(?: (?:yet|already|today|tonight|back|home|now|that|what|when|he|she|for|if|on|at|"
    r"from|this|before|after)\b.*)?|"
    r"wh(?:at|ich) (?:shoe size|size (?:shoes?|clothes|shirts?|dress(?:es)?|trousers|jeans|"
    r"coat|hat|gloves?|ring)) (?:does|do|is) [a-z]+(?: (?:take|wear|have|like))?",
    re.I,
)

_FORMS = (
    _OF_A_ROOM,
    _OF_A_NAMED_ONE,
    _WHICH_BIN,
    _OF_THE_HOUSE,
    _OF_STORES,
    _OF_WHAT_IS_KEPT,
    _OF_MEALS_AND_TURNS,
    _OF_SOMEBODY,
)


def is_of_household(question: str) -> bool:
    """Whether a question is about the user's family, home or daily round.

    Args:
        question: As it was said; a name has a capital letter.
    """
    line = " ".join(question.split()).strip(" .,!?")
    kin = _KIN.match(line)
    is_of_kin = kin is not None and not _TITLE.search(line, kin.end())
    return is_of_kin or any(form.fullmatch(line) for form in _FORMS)
