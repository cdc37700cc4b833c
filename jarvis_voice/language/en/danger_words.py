"""The words around a danger: who is in it, where, and what leads to the words and follows them."""

from __future__ import annotations

_KIN = (
    r"(?:wife|husband|partner|fianc[e\u00e9]+|mother|mum|mummy|mom|mommy|father|dad|daddy|parents?|"
    r"son|daughter|child|children|kids?|baby|babies|toddler|infant|newborn|twins?|boy|girl|brother|"
    r"sister|(?:girl|boy)?friend|neighbou?r|(?:step|grand)?(?:mother|father|son|daughter|ma|pa|mum|"
    r"dad)|gran|granny|nan|nana|granddad|grandpa|grandma|uncle|aunt|auntie|aunty|cousin|nephew|"
    r"niece|(?:room|flat|house)mate|colleague|co-?worker|boss|teacher|student|pupil|patient|guest|"
    r"customer|babysitter|nanny|ex|man|woman|lady|guy|person|old man|family)"
)
SOMEBODY = (
    r"(?:i|we|he|she|they|you|somebody|someone|everybody|everyone|"
    rf"(?:my|our|the|his|her|a|an|this|one of my|some) (?:[\w-]+ ){{0,3}}?{_KIN}"
    r"(?: next door| upstairs| downstairs| here)?|"
    r"(?:my|our) (?:[\w-]+ )?\w+[- ](?:year|month|week|day)s?[- ]old(?: \w+)?|"
    r"mum|mummy|mom|mommy|dad|daddy|grandma|grandpa|granny|gran|nana|nan)"
)
STRANGER = (
    r"(?:someone|somebody|(?:a|an|two|three|some|the|this) (?:[\w-]+ )?(?:man|men|woman|guys?|"
    r"people|person|stranger|strangers|burglars?|intruders?|robbers?|thief|thieves|prowler|gunman|"
    r"attackers?)|strangers|burglars|robbers|intruders|thieves|armed men|people)"
)
BE = (
    r"(?:'m|'s|'re| am| is| are| was| has been| have been|'ve been)(?: (?:lying|just|now|still|"
    r"suddenly|badly|seriously|severely|really|possibly|probably|also|there|actually|here|only|all|"
    r"currently|completely|slowly))*"
)
HAVE = (
    r"(?:'ve|'s|'d| has| have| had)?(?: (?:just|now|also|already|accidentally|maybe|only|suddenly|"
    r"probably|may have|might have|must have|by accident|by mistake|apparently|actually|badly|"
    r"really))*"
)
CANNOT = r"(?: can't| cannot| can not| can hardly| can barely| can't seem to| could not| couldn't)"
NOT = r"(?:'s not|'m not|'re not| is not| are not| am not| isn't| aren't| ain't|'s no longer)"
HOME = (
    r"(?:house|home|flat|apartment|building|kitchen|bath ?room|bed ?room|living room|dining room|"
    r"hall|hallway|garage|garden|yard|back ?yard|front yard|basement|cellar|attic|loft|stairwell|"
    r"stairs|staircase|corridor|room|office|school|shop|store|shed|barn|lift|elevator|"
    r"neighbou?rhood|"
    r"balcony|porch|driveway|car ?park|parking lot|laundry room|hotel|restaurant|gym|church|pub|"
    r"bar|cinema|station|park|supermarket|warehouse|factory|"
    r"nursery|kids? room|children's room|neighbou?r'?s'? (?:house|flat|apartment|garage|kitchen))"
)
_PLACE = (
    rf"(?:{HOME}|street|road|floor|ground|pool|lake|river|sea|pond|bath ?tub|bath|car|door|"
    r"front door|back door|window|roof|bed|couch|sofa|train|bus|area|leg|arm|head|neck|chest|"
    r"stomach|mouth|nose|face|hand|front of me|tree|next room|other room|house next door|"
    r"flat (?:above|below)|toilet|shower)"
)
WHERE = (
    r"(?:(?:right )?(?:in|on|at|from|inside|outside|near|behind|under|next to|opposite|above|"
    r"below|in front of) "
    rf"(?:(?:the|my|our|his|her|a|an|this|your) )?(?:(?:left|right|whole|front|back|next|second|"
    rf"first|ground|upper|lower) )?{_PLACE}(?: (?:door|next door))?)"
)
WHAT_NOW = (
    r"(?:what (?:should|can|do|must|shall|am) (?:i|we)(?: (?:supposed to))?(?: do)?(?: now)?|"
    r"what now|"
    r"i don't know what to do|tell me what to do|can you help(?: me)?|how do i (?:help|stop it))"
)
_ALSO = (
    rf"(?:now|please|help(?: me| us)?|quick(?:ly)?|badly|really|very|fast|here|again|too|at all|"
    r"any ?more|right now|right away|at the moment|just now|immediately|urgently|a lot|so much|"
    r"heavily|everywhere|"
    r"well|properly|right|inside|outside|in here|over here|up here|down here|upstairs|downstairs|"
    r"next door|at home|home|i think|jarvis|bad|"
    r"by accident|accidentally|on purpose|by mistake|like crazy|non ?stop|all over(?: the place)?|"
    rf"hard|strongly|a minute ago|minutes ago|an hour ago|today|tonight|{WHAT_NOW})"
)
_AFTER = rf"(?:[\s,]*\b(?:{_ALSO}|{WHERE})(?!\w)){{0,6}}"
END = (
    rf"{_AFTER}\s*(?:\Z|[.!?,;:\u2026-]|(?=\s(?:and|but|so|because|cause|since|after|what|help|"
    r"please|he|he's|she|she's|i|i'm|they|we|we're|it|it's|my|there|there's|jarvis|how|can|call|"
    r"get|send|where)\b))"
)
CALL_END = (
    rf"{_AFTER}\s*(?:\Z|[.!?,;:\u2026-]|(?=\s(?:and|because|please|someone|somebody|there|there's|"
    r"there is|he|she|i|i'm|we|they|it's|my (?!location|address|name|number))\b))"
)
CLEAN_END = rf"{_AFTER}[\s.!?\u2026]*(?:\Z|(?<=[.!?])\s)"
LEAD = (
    r"(?:(?:help(?: me| us)?|please|jarvis|hey|hi|hello|ok|okay|oh|oh my (?:god|gosh|goodness)|omg|"
    r"my god|god|jesus|no|oh no|quick(?:ly)?|um+|uh+|er+|so|well|listen|look|sorry|and|but|because|"
    r"then|emergency|(?:this is|it's|it is) an emergency|now|right now|suddenly|apparently|damn|"
    r"shit|fuck|"
    rf"{WHAT_NOW}|(?:can|could|will|would) you(?: please)?|you (?:have|need|'ve got|"
    rf"got) to(?: help "
    r"me)?|(?:i|we) (?:really |just )?(?:think|believe|guess|fear|suspect|know)(?: that)?|"
    r"(?:i'm|i am|we're|we are) (?:so |very |really |pretty )?(?:scared|afraid|worried|sure|"
    r"certain|"
    r"terrified|freaking out|panicking)(?: that| because)?|it (?:looks|seems|sounds|feels) like|"
    r"it seems(?: that)?|i(?:'ve)? just (?:saw|noticed|found out|realised|realized|"
    r"heard)(?: that)?|"
    r"i (?:can )?(?:see|hear) that|"
    r"(?:she|he|they|my \w+) (?:says?|said|is saying|tells me|told me|thinks|"
    r"thinks that)(?: that)?)"
    r"(?!\w)[\s,.!?:-]*)"
)
