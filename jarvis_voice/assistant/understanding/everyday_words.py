"""Says in plain words what people say in their own: "bin the early one", "gimme". Pure.

Invariant: only the words around what is asked for change, and the verb in front of it; names, times
and numbers stay word for word. A wording is a proposal: it counts where the grammar understands it.
"""

from __future__ import annotations

import re

from jarvis_voice.language.en.timed_tasks import split_when

_LONGEST = 200
"""Characters; a longer sentence is dictated."""

_MOST_LEADS = 3
_LEAD = re.compile(
    r"(?:(?:och|aye|oi|yo|kk?|ta|cheers|thank you|thanks|righto|rightio|please to|ah|erm|mm|"
    r"yes|yeah|yep|yup|kindly|pray|rather|do please|be a (?:dear|love|sport) and|"
    r"be a good (?:lad|lass|girl|boy|chap|man|fellow) and|listen|for the record|fyi|"
    r"if you please|if you would|would you kindly|do me a favou?r)\b[\s,.!:-]+|"
    r"(?:hang on|hold on|wait)\b[\s,.!]+(?=(?:are|is|do|does|did|what|who|where|when|why|how|can|"
    r"could|will|would|have)\b)|"
    r"(?:lovely|brilliant|very good|good|perfect|great|excellent|marvellous|fine|better|best)"
    r"(?:\s*[,.!:-][\s,.!:-]*|\s+(?=(?:and|so|now|then|please|can|could|will|would|what|how|when|i|"
    r"i'll|set|cancel|stop|start|wake|remind|make|move|change|push|put|add|take|give|let|have|do|"
    r"tell|show|open|call|name)\b)))(?=\S)",
    re.I,
)
"""Praise in front of a noun belongs to it ("lovely weather"); in front of a request it goes."""
_NO = re.compile(
    r"(?:nah|naw|nay|nope|oops|whoops|oopsie|uh[- ]oh|bother|damn|silly me|my bad|my mistake|"
    r"on second thoughts?|come to think of it|hang on|tell a lie|scrap that|scratch that|"
    r"did i say [\w' ]{1,30}[,?.;]+ ?(?:i meant|make (?:it|that)|it's|it is)|"
    r"(?:(?:oh|ah|sorry)[\s,]+)?(?:(?:that|it) )?(?:should've|should have|was meant to have) been|"
    r"(?:(?:oh|ah|sorry)[\s,]+)?(?:that was|that's) (?:supposed|meant) to be)\b[\s,.!]+"
    r"(?:(?:no|wait|sorry|scrap that|scratch that|actually)[\s,.!]+)*(?:(?:let us|let's|we'll|"
    r"we will|i'll) (?:say|make it|go for|have) )?(?=\S)",
    re.I,
)
"""Begins a correction, as "no" does."""
_NO_NEXT = re.compile(r"(?:let us|let's) (?:say|make it|go for) (?=\S)", re.I)
_TAIL = re.compile(
    r"[\s,.!]+(?:mate|pal|love|dear|pet|duck|hen|lad|lass|son|sunshine|chief|boss|man|bud|yeah|eh|"
    r"innit|sharp|pronto|ta|cheers|thanks?|thank you|please|if you please|if you would|"
    r"would you|will you|could you|can you|won't you|after all|sort it|then|now then|"
    r"(?<=, )me|(?<=, )go|(?<=on )is it|(?<=set )is it|there's a (?:good|dear) \w+|"
    r"would be (?:better|preferable|nicer|ideal|best|good|great)|at once|right away|"
    r"this instant|for us|yeah please|or so)(?:[?!.]*)\Z",
    re.I,
)
_ASIDE = re.compile(
    r"(?P<said>[^,;]+)[,;] (?:because |cos |as |since )?"
    r"(?:i'm|i am|i'll|i've|i have|i need|it's|it is|we're|we are|we've|that's)"
    r"(?! (?:not|wrong|mean|meant|said)\b) (?!\d)\S+(?: \S+){0,7}",
    re.I,
)
"""A reason behind a short request: "make that ten, I'm out till late"."""
_MOST_WORDS_BEFORE = 8
_REMINDER = re.compile(r"reminder(?: for me)?[,:]? (?!list\b|to\b|for\b)(?P<rest>.+)", re.I)
_TASK_ALONE = re.compile(r"reminder[,:] (?P<task>(?!(?:my|the|an?)\b)[a-z']+ [^,]+)", re.I)
"""The same without a time: "reminder, call dad"."""

_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<![\w'])(?:{pattern})(?![\w'])", re.I), plain)
    for pattern, plain in (
        (r"gimme", "give me"),
        (r"lemme", "let me"),
        (r"whats|wots|wot's|wot is", "what is"),
        (r"hows", "how is"),
        (r"whens", "when is"),
        (r"wheres", "where is"),
        (r"whos", "who is"),
        (r"whereabouts", "where"),
        (r"tmrw|tmr|tmw|tomoz|tomo|2moro|2morrow|2mrw", "tomorrow"),
        (r"tonite|2nite", "tonight"),
        (r"more (low|quiet|soft|loud|high|slow|fast)", r"\1er"),
        (r"arvo", "afternoon"),
        (r"brolly|brollies", "umbrella"),
        (r"an? (?:wee|teeny|little|quick) one", "one"),
        (r"wee|teeny|little", ""),
        (r"an' all|n all|an all(?=[.!?]*\Z)|and all(?=[.!?]*\Z)", "too"),
        (r"pls|plz", "please"),
        (r"(?:chivvy|pester|badger|hassle|bug|nag|chase) me", "remind me"),
        (r"jog my memory|prod me|drop me a reminder|tap me on the shoulder", "remind me"),
        (
            r"wake[- ]?up(?: call)?(?= (?:for|at|to|by|forward|back|earlier|later)\b)|"
            r"wake[- ]?up call",
            "alarm",
        ),
        (r"(?<=home)'s|(?<=town)'s|(?<=city)'s|(?<=birthday)'s|(?<=name)'s", " is"),
        (r"cash machine|cashpoint|hole in the wall", "ATM"),
    )
)

_LENGTH = r"(?P<length>(?:\d+|an?|half|one|two|three|four|five|six|seven|\w+) ?\S.*?)"
_UNITS = (
    r"(?P<length>(?:\d+|half an?|[a-z]+(?:[ -][a-z]+)?) (?:seconds?|secs?|minutes?|mins?|hours?)"
    r"(?: and a half)?)"
)
_TIME_UP = (
    r"(?:'s (?:up|gone|over|passed|done)| (?:is|are) (?:up|over|done|gone|through)|"
    r" (?:has|have) (?:passed|gone by|gone))?"
)
_IS_IT = r"(?:is|are|will) (?:it|things)(?: (?:going to|gonna))?(?: (?:be|get|getting))?"
_COLD = r"baltic|nippy|parky|perishing|freezing|chilly|bitter|arctic|brass monkeys"
_HOT = r"roasting|boiling|scorching|baking|sweltering|toasty"
_WET = (
    r"bucketing(?: down)?|chucking it down|tipping(?: it)?(?: down)?|lashing(?: down)?|"
    r"pelting(?: down)?|pouring(?: down)?|spitting|mizzling|drizzling|hammering down"
)
_ENTRY = (
    r"(?P<what>(?:it|that|this|them|both|all of them|the (?:first|second|third|last|other|"
    r"earlier|later|longer|shorter|early|late)(?: one)?|(?:the|my|all|every|that|this)\b.*"
    r"\b(?:timer|alarm|reminder|routine)s?\b.*))"
)
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), plain)
    for pattern, plain in (
        (
            r"(?:crank|boost|pump|bump|jack|kick|nudge|lift|push|hike|bring|take)(?: up)? the "
            r"(?:volume|sound|music)(?: up)? by (?P<much>.+)(?<!down)",
            r"turn the volume up by \g<much>",
        ),
        (
            r"(?:take|bring|knock|dial|drop|cut|dip|trim|ease|tone|pull|push) the "
            r"(?:volume|sound|music) down(?P<much> by .+)?",
            r"turn the volume down\g<much>",
        ),
        (
            r"(?:wipe|erase|get rid of|clear|ditch|remove|delete|cancel|stop|drop|lose|scrap) "
            r"(?:all of |all |every single |every |each |any |whatever )"
            r"(?:(?:of )?(?:my|the|those) )?"
            r"(?P<kind>timer|alarm|reminder)s?(?: (?:(?:that |which )?(?:i|i've|i have|are|is)\b.*|"
            r"going|running|set))?",
            r"cancel all \g<kind>s",
        ),
        (
            r"(?P<thing>(?:the|my|that) (?:\S+ ){0,4}?(?:alarm|reminder)"
            r"(?: (?:on|for|at) \S+(?: \S+)?)?) (?:should|must|has to|have to|needs to|ought to|"
            r"(?:was|is) supposed to) "
            r"(?:be|go off|ring|sound|come) (?P<when>(?:at|for|on) .+?)(?: instead)?(?: of .+)?",
            r"move \g<thing> to \g<when>",
        ),
        (
            r"(?:could|can|would|may) (?P<thing>(?:the|my|that) (?:\S+ ){0,4}?(?:alarm|reminder)"
            r"(?: (?:on|for|at) \S+(?: \S+)?)?) (?:be|go off|ring) "
            r"(?P<when>(?:at|for) .+?)(?: instead)?(?: of .+)?",
            r"move \g<thing> to \g<when>",
        ),
        (
            r"(?:swap|exchange|switch|trade|replace) "
            r"(?P<thing>(?:the|my) (?:\S+ ){0,4}?(?:alarm|reminder)) "
            r"(?:for|with|by|to) (?:an? )?(?P<when>.+?)(?: one)?",
            r"move \g<thing> to \g<when>",
        ),
        (
            r"(?:i|we)(?:'ve| have)?(?: just)? (?:moved|relocated)(?: house)? "
            r"from \S+(?: \S+)? to (?P<new>.+)",
            r"i live in \g<new>",
        ),
        (
            r"(?:is|are) (?:everything i say|what i say|my (?:words|voice|data|conversations)|"
            r"our (?:chats?|conversations?))(?: being| ever)? "
            r"(?:kept|stored|saved|recorded|logged|taped)"
            r"(?: (?:anywhere|somewhere|forever|on .+|by .+))?",
            r"do you record what i say",
        ),
        (
            r"(?:who|does (?:anyone|anybody|someone|somebody)(?: else)?) (?:has|have|gets?|got) "
            r"(?:access to|hold of) (?:my (?:data|words|voice|recordings|information)|what i say|"
            r"our conversations?)",
            r"who can see my data",
        ),
        (
            r"(?:wipe|clear|erase|empty|purge) (?:your|jarvis's|the) (?:memory|mind|brain|records)"
            r"(?: (?:of|about) (?:me|us))?",
            r"forget everything you know about me",
        ),
        (r"one (?P<kind>timer|alarm|reminder) (?P<rest>.+)", r"i need a \g<kind> \g<rest>"),
        (
            r"(?:bin|axe|nix|chuck|chuck out|ditch|dump|bin off|scrap|kill|kill off|lose|strike|"
            rf"do away with|get shot of|call off|stand down|can) {_ENTRY}",
            r"cancel \g<what>",
        ),
        (
            r"(?:whack|shove|sling|throw|lob|slap|bung|chuck|pop|stick|get|whip) "
            r"(?P<thing>(?!(?:it|that|this|them|us|me)\b).+?) (?:down )?(?:on|onto|in) "
            r"(?P<list>(?:the|my|our) (?:\S+ )?list)",
            r"add \g<thing> to \g<list>",
        ),
        (r"(?:rouse|waken|get|shake|knock) (?P<who>me|us)(?: up| awake)? (?P<when>(?:at|by) .+)",
         r"wake \g<who> at \g<when>"),
        (
            r"(?:don't|do not|never) let (?P<who>me|us) (?:sleep|lie in|kip|snooze|doze|lie|stay "
            r"in bed)(?: in| on)? (?:past|beyond|after|longer than|later than|till after) "
            r"(?P<when>.+)",
            r"wake \g<who> at \g<when>",
        ),
        (r"(?:need|have|want|got|gotta|must) (?:to )?be (?:up|awake|out of bed) (?P<when>(?:at|by|"
         r"for) .+)", r"i need to be up \g<when>"),
        (
            rf"(?:tick|count|time|clock)(?: me)?(?: down)? (?:from |for |me )?{_LENGTH}",
            r"set a timer for \g<length>",
        ),
        (
            r"(?:put|have|get|stick|switch|turn|start) the (?P<name>\w+(?: \w+)?) timer "
            rf"(?:on|going|running|off) (?:for|at) {_LENGTH}",
            r"set a \g<name> timer for \g<length>",
        ),
        (
            r"(?:shout|holler|yell|sing out|give (?:me )?a shout|beep|buzz|ding|ping|chime|tell|"
            r"warn|let|call)(?: me| us)?(?: know| out)? (?:when|once|as soon as|after|in) "
            r"(?:it's been |it has been )?" + _LENGTH + _TIME_UP,
            r"set a timer for \g<length>",
        ),
        (
            rf"(?:(?:set|start|put on|give me) (?:a )?)?timer (?:for |of )?{_LENGTH},? (?:and )?"
            r"(?:call|name|label) it (?:the )?(?P<name>\S+(?: \S+)?)",
            r"set a timer for \g<length> called \g<name>",
        ),
        (
            r"(?:(?:set|give me) )?(?:an )?alarm (?P<when>(?:for|at) .+?),? (?:and )?"
            r"(?:call|name|label) it (?:the )?(?P<name>\S+(?: \S+)?)",
            r"set an alarm \g<when> called \g<name>",
        ),
        (
            rf"timer[,:;] {_LENGTH}(?:[,;]| for)(?: for)? (?:the |my |some )?"
            r"(?P<name>\S+(?: \S+)?)",
            r"set a timer for \g<length> called \g<name>",
        ),
        (rf"timer[,:;] {_LENGTH}", r"set a timer for \g<length>"),
        (
            rf"give me {_LENGTH} on (?:the|a) (?:timer|clock)",
            r"set a timer for \g<length>",
        ),
        (
            r"(?:are you (?:holding on to|keeping|storing|hanging on to)|have you (?:kept|stored|"
            r"got|saved)) (?:anything|something|stuff|things|what) (?:about|on) me",
            "what do you know about me",
        ),
        (
            rf"(?!set\b|start\b|put\b|make\b|create\b|give\b|cancel\b|stop\b|what\b|how\b)"
            rf"(?:an? |the |my )?{_LENGTH} timer,? (?:for|called|named) (?:the |my |some )?"
            r"(?P<name>\S+(?: \S+)?)",
            r"set a timer for \g<length> called \g<name>",
        ),
        (
            rf"{_LENGTH} on (?:the|a) (?:timer|clock)(?: (?:for|called) (?:the |my )?"
            r"(?P<name>\S+(?: \S+)?))?",
            r"set a timer for \g<length>",
        ),
        (rf"{_IS_IT} (?:{_COLD})(?: (?:out|outside))?(?P<rest>.*)",
         r"is it cold outside\g<rest>"),
        (rf"{_IS_IT} (?:{_HOT})(?: (?:out|outside))?(?P<rest>.*)",
         r"is it hot outside\g<rest>"),
        (rf"is it (?:{_WET})(?: (?:out there|out|outside))?(?P<rest>.*)", r"is it raining\g<rest>"),
        (
            r"(?:an? )?(?P<thing>umbrella|coat|jacket|raincoat) (?P<day>today|tonight|tomorrow|"
            r"later|this \w+|on \w+day)",
            r"do i need my \g<thing> \g<day>",
        ),
        (
            r"(?:will|shall|would|am) i (?:be )?(?:want|wanting|need|needing|requiring|be glad of) "
            r"(?P<thing>(?:an? |my )?(?:umbrella|jacket|coat|raincoat|sunglasses|hat|gloves|scarf|"
            r"wellies|boots|jumper).*)",
            r"do i need \g<thing>",
        ),
        (
            r"(?:i have|i've got|i've|it's|that's|there's|got)? ?(?P<amount>(?:\d|an?\b|one\b|"
            r"two\b|"
            r"three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b).+?),? (?:and|but|which) "
            r"(?:i )?(?:want|need|would like|'d like)(?: it| that| them)?(?: in| as)? "
            r"(?P<unit>\S+)",
            r"convert \g<amount> to \g<unit>",
        ),
        (
            r"(?:what(?:'s| is) |and )?(?P<a>[\d.]+) out of (?P<b>[\d.]+)"
            r"(?: (?:as|in) (?:a )?(?:percentage|percent|per cent|%))",
            r"\g<a> / \g<b> * 100",
        ),
        (
            r"(?:i|i've|i'm|it|it's|we|we've|he|she|they|that's)\b[^,;.]{1,40}[,;.] (?:so |"
            r"you can )?"
            r"(?P<rest>(?:cancel|forget|drop|delete|remove|undo|scrap|erase) (?:it|that|this|that "
            r"one))",
            r"\g<rest>",
        ),
        (
            rf"(?:put|stick|get|have) (?:(?:us|me) )?{_LENGTH} on for (?:the |my |some )?"
            r"(?P<name>\S+(?: \S+)?)",
            r"set a timer for \g<length> called \g<name>",
        ),
        (rf"(?:put|stick|get) (?:us|me) {_LENGTH} on", r"set a timer for \g<length>"),
        (
            r"(?:begin|start|set|make|create|run) (?:me )?a timer (?:lasting|that lasts|"
            r"which lasts|"
            rf"running|that runs)(?: for)? {_LENGTH}",
            r"set a timer for \g<length>",
        ),
        (
            r"(?:make sure|see that|see to it)(?: that)? i (?:don't|do not) (?:oversleep|"
            r"sleep in|lie "
            r"in|kip in)[,:;]? (?P<when>.+)",
            r"wake me at \g<when>",
        ),
        (
            r"(?:prompt|remind|nudge|ping|poke) me (?P<when>[^:]+): (?P<what>.+)",
            r"remind me about \g<what> \g<when>",
        ),
        (
            rf"(?:put|have|get|switch) (?:the|a) timer (?:on|going|running)(?: for|,) {_LENGTH}",
            r"set a timer for \g<length>",
        ),
        (
            r"(?P<when>(?:at|in|on|tomorrow|tonight|this) .+?) (?:tell|ask) me to (?P<what>.+)",
            r"\g<when> remind me to \g<what>",
        ),
        (
            rf"give (?:this|that|the|my) (?P<name>\w+) {_LENGTH} to \w+(?: up| down| off)?",
            r"set a timer for \g<length> called \g<name>",
        ),
        (rf"give it {_LENGTH} to \w+(?: up| down| off)?", r"set a timer for \g<length>"),
        (
            rf"{_UNITS} for (?:the |my |some )?(?P<name>(?!(?:me|you|us|him|her|them|it|that|this|"
            r"the|a|an|my|free|now|sure|real)\b)[a-z]+)",
            r"set a timer for \g<length> called \g<name>",
        ),
        (
            r"(?:i|we)(?:'ll| will)? need (?P<things>[a-z]+(?: [a-z]+)?(?:, (?!(?:and|so|but|can|"
            r"please|i|we|you)\b)[a-z]+(?: [a-z]+)?)+,? and [a-z]+(?: [a-z]+)?)",
            r"add \g<things> to my list",
        ),
        (r"(?P<a>\w+(?: \w+)?) lots of (?P<b>\w+(?: \w+)?)", r"\g<a> times \g<b>"),
        (r"what is the hour|what hour is it", "what time is it"),
        (r"(?:so )?up (?P<when>(?:at|by) .+)", r"i need to be up \g<when>"),
        (r"and (?P<time>\d{1,2}[.:]\d\d(?: ?[ap]\.?m\.?)?)", r"and at \g<time>"),
        (
            r"(?P<thing>(?!(?:what|who|which|how|when|where|is|are|do|does|any|anything|have|has|put|"
            r"add|read|show|tell|check|get|and|also|not|no|it|that|this|them)\b)\w+(?: \w+){0,2}) "
            r"(?:on|onto) (?:the|my|our) (?P<list>shopping|grocery|groceries|packing|to-?do) list",
            r"add \g<thing> to my \g<list> list",
        ),
        (
            r"(?P<what>(?:cancel|drop|scrap|forget|bin|delete) (?:it|that|this))[,;.]? "
            r"(?:he|she|it|they|i|we)(?:'s|'ve|'m|'re|'d| is| are| was| has| have) .+",
            r"\g<what>",
        ),
        (r"(?P<rest>(?:it's|it is|make it|make that) .+) actually", r"no, \g<rest>"),
    )
)  # fmt: skip


def plainer(text: str) -> str:
    """The sentence in plain words; "" where nothing about it changes.

    Args:
        text: The sentence as it was said, or a clean one.
    """
    line = " ".join(text.split()).replace("\u2019", "'") if len(text) <= _LONGEST else ""
    plain = _as_short(_trimmed(line))
    for pattern, word in _WORDS:
        plain = " ".join(pattern.sub(word, plain).split())
    for pattern, sentence in _FORMS:
        found = pattern.fullmatch(plain.strip(" .!?"))
        if found:
            plain = found.expand(sentence)
            break
    plain = _reminder(plain.strip(" ,"))
    return "" if plain.strip(" .!?").lower() == line.strip(" .!?").lower() else plain


def begins_with_no(plain: str) -> bool:
    """Whether a plain sentence begins as a correction; what it corrects must then be known."""
    return plain.startswith("no, ")


def _trimmed(line: str) -> str:
    """Without what is said to be kind, or to begin; a beginning that takes back becomes "no"."""
    for _ in range(_MOST_LEADS):
        line = _TAIL.sub("", _LEAD.sub("", line, count=1) if _LEAD.match(line) else line)
    if found := _NO.match(line):
        return f"no, {line[found.end() :]}"
    return _NO_NEXT.sub("make it ", line, count=1) if _NO_NEXT.match(line) else line


def _reminder(line: str) -> str:
    """The request behind the mere word: "reminder friday 3pm dentist"."""
    found = _REMINDER.fullmatch(line)
    when = split_when(found["rest"]) if found else None
    if found and when and when[0]:
        return f"remind me about {found['rest']}"
    named = _TASK_ALONE.fullmatch(line)
    return f"remind me to {named['task']}" if named and when is None else line


def _as_short(line: str) -> str:
    found = _ASIDE.fullmatch(line)
    is_short = found is not None and len(found["said"].split()) <= _MOST_WORDS_BEFORE
    return found["said"] if found and is_short else line
