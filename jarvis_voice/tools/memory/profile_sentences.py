"""Sentences in which users tell and ask for their name, city, birthday and units."""

from __future__ import annotations

_REMEMBER = (
    "[remember|please remember|don't forget|you should know|just so you know|note|take note|"
    "(make|take) a note] [that]"
)
_HELLO = "[hi|hello|hey|hello there|hi there]"
_CHANGE = "(set|change|update|make|switch|correct)"
_CITY = "[home] (city|town|location|place)"
_BORN = "(birthday|bday|b-day|b day|birth date|birth day|date of birth|day of birth)"
_NOW = "[now|these days|currently|at the moment|at present|from now on]"
_NAME = "[first|real|full] name"
_SINCE = (
    "[(a few|a couple of|two|three|four|five|six) (days|weeks|months|years) ago|"
    "a (while|week|month|year) ago|"
    "(last|this) (week|month|year|spring|summer|autumn|fall|winter)|recently|lately|now|yesterday|"
    "(just|only) (recently|now)|for now|since last (week|month|year)]"
)

_FROM_NOW = (
    "[(from (now|today|this day) [on|onwards|forward])|as of (now|today)|in (future|the future)]"
)

_NAMES = (
    f"{_REMEMBER} my {_NAME} (is|was) {{value}}",
    f"{_HELLO} my {_NAME} (is|'s) {{value}}",
    f"{_HELLO} my name's {{value}}",
    "[hi|hello|hey] the name (is|'s) {value}",
    f"{_HELLO} (i'm|i am|im) {{value}}",
    f"{_FROM_NOW} [please] (call|address) me [as] {{value}} [{_FROM_NOW}]",
    "(you can|you may|you could|you should|everybody can|just|it's fine to) call me {value}",
    "(i am|i'm|my name is|my name's) {_rest} but [you can|please|just|everyone can] call me "
    "{value}",
    "(you have|you've|you) (got|get|have|said|spelled) my name wrong (it is|it's|i am|i'm) "
    "[actually|really] {value}",
    "(that is|that's) not my name (it is|it's|i am|i'm|my name is) {value}",
    "my name (is not|isn't) {_rest} (it is|it's|but|my name is|i am|i'm) {value}",
    "[my] [most] (friends|people|colleagues|mates|others|everybody|everyone|they|family) "
    "[at (home|work|school)] [all|mostly|usually|always|just] (call|calls) me {value} "
    "[so (should you|you should [too]|you can [too]|do that too|please do too)]",
    "(i am|i'm) (called|named|known as) {value}",
    "i go by [the name [of]] {value}",
    f"{_FROM_NOW} [please] (i want|i would like|i'd like|i prefer|i wish) to be (called|"
    f"addressed as|known as) {{value}} [{_FROM_NOW}]",
    "(i want|i would like|i'd like|i prefer) [it if] you [to] call me {value}",
    "(address|refer to|remember|know|save) me as {value}",
    f"{_CHANGE} my {_NAME} (to|into|as|in) {{value}}",
    "(save|store|keep|remember) my name as {value}",
    "use {value} as my name",
    "{value} is my name",
    "(this is|it is|it's) {value} (speaking|here|talking)",
    "my (nickname|nick name|preferred name) is {value}",
    "(i prefer|i like|i'd prefer) {value} as [a|my] name",
    "you are (talking|speaking) to {value}",
    "name's {value}",
    "name is {value}",
    "(i'm|i am) [better|best|mostly|usually] known as {value}",
    "you keep (getting|saying|spelling) my name wrong (it is|it's|i'm|i am) {value}",
    "{value} is what (people|they|friends|my friends|everyone|everybody) (call|calls) me",
    "i'd (sooner|rather) be (called|known as) {value}",
    "{value}'s (the|my) name",
    "{value} is the name",
    "the name's {value}",
    "[the|my] (name's|name has|name is) changed [to|it is|it's|i'm|i am] {value} "
    "[now|these days|from now on]",
    "i (changed|have changed|'ve changed) my name to {value}",
    "(everyone|everybody|people|friends|the lads|the girls|my mates) (know|knows) me as {value}",
    "i (answer to|am better known as|am known as|go under) {value}",
    "(make it|it's|it is) {value} (not|instead of|rather than) {_rest} (when you (address|call|"
    "speak to) me|as my name)",
    f"{_FROM_NOW} [please] (call|address) me [as] {{value}} [and] (not|instead of|rather than) "
    f"{{_rest}}",
    "{value} will do (for|as) (a|my) name",
    "my (mum|mother|parents) (called|named) me {value}",
)
_CITIES = (
    f"{_REMEMBER} (i|we) [currently|now] (live|reside|stay) in {{value}} {_NOW}",
    f"{_REMEMBER} (i am|i'm|we are) [currently|now] living in {{value}} {_NOW}",
    f"{_REMEMBER} (i am|i'm|we are) [currently|now] (based|at home|located|settled) in {{value}} "
    f"{_NOW}",
    f"{_REMEMBER} my {_CITY} is [now] {{value}} {_NOW}",
    f"{_REMEMBER} (my|our) (home|house|flat|apartment|place) is in {{value}} {_NOW}",
    f"{_REMEMBER} (home|home for me|my home [now]) is [now] {{value}}",
    f"(note|write|put) [down] {{value}} [down] as my {_CITY}",
    f"{_CHANGE} (my {_CITY}|where i live) (to|as) {{value}}",
    f"(use|take|save|store|keep) {{value}} as my {_CITY}",
    f"make {{value}} my {_CITY}",
    f"my {_CITY} (should be|has changed to|is now) {{value}}",
    f"(i|we) [have] [just|recently] moved [house] to {{value}} {_SINCE}",
    f"(i've|i have|we've) [just|recently] moved [house] to {{value}} {_SINCE}",
    f"(i've|we've|i have|we have) (been living|lived) in {{value}} {_SINCE}",
    f"{_REMEMBER} (i|we) [currently|now] live in {{value}} {_SINCE}",
    f"(i|we|i've|i have|we've|we have) [have] [just|recently] (relocated|resettled|moved over|"
    f"moved back|settled down) (to|in) {{value}} {_SINCE}",
    f"[these days|nowadays|now] (i'm|i am|we're|we are) living (over|up|down|"
    f"out) in {{value}} {_NOW}",
    "{_rest} but (i|we) live in {value} [now]",
    "(i've|i have|we've|we have) settled in {value}",
    "(put|note|write) me down as (living in|a resident of) {value}",
    "my (home's|house's|flat's|apartment's|place's|home town's|hometown's|city's) [in] {value}",
    "my (flat|house|home|place|apartment)'s in {value}",
    f"(i|we|i've|we've|i have|we have) [just|recently] (shifted|upped sticks|emigrated|transferred|"
    f"come to live|gone to live|set up home) (to|in) {{value}} {_SINCE}",
    f"[i'm|i am|we're|we are] (based|working|living|operating|staying) out of {{value}} {_NOW}",
    f"[i'm|i am|we're|we are] (settled|settled down|living|based|residing|dwelling|homed) "
    f"(in|down in) {{value}} {_NOW}",
    f"{_REMEMBER} (i|we) (dwell|lodge|am settled) in {{value}} {_NOW}",
    "(i'm|i am|we're) a {value} resident [now]",
    "(i|we) call {value} home [now|these days]",
    "{value} is (where i live|where we live|my home town|my hometown|my city) [now|these days]",
    "{value}'s (where i live|where we live|my home town|my city) [now|these days]",
    "(treat|count|take|set|have) {value} as [my] home",
)
_BIRTHDAYS = (
    f"{_REMEMBER} my {_BORN} is [on] {{value}}",
    f"{_REMEMBER} my birthday's [on] {{value}}",
    f"{_REMEMBER} (i was|i'm|i am) born [on] {{value}}",
    f"{_CHANGE} my {_BORN} (to|as) {{value}}",
    f"(save|store|keep|note|mark|put) [down] {{value}} [down] as my {_BORN}",
    f"(mark|note|put|save|write) [down] my {_BORN} [down] (as|for|on) {{value}}",
    f"it is my {_BORN} on {{value}}",
    f"it's my {_BORN} on {{value}}",
    "i (turn|will turn|am turning|will be) {_rest} on {value}",
    f"i (celebrate|have) my {_BORN} (on|every) {{value}}",
    f"i have my {_BORN} on {{value}}",
    "[my] (birthday's|bday's|b-day's) [on|the] {value}",
    f"my {_BORN} [falls|lands|comes] [on] {{value}}",
    f"{_BORN} {{value}}",
    "i (came into|entered) (this|the) world [on] {value}",
    "(i was|i) (born'd|hatched|delivered) on {value}",
    "i (arrived|was delivered) on {value} [as a baby]",
    "(my mum|mother|my mother|mum) had me on {value}",
    f"{{value}} is (my {_BORN}|when i was born|the day i was born)",
    f"(make|put) (my {_BORN}|the {_BORN}) {{value}}",
)
_IMPERIAL = "(imperial|fahrenheit|degrees fahrenheit|american|us) [units|measurements|system]"
_METRIC = "(metric|celsius|degrees celsius|centigrade) [units|measurements|system]"
_MEASURED = (
    "(temperatures|temperature|everything|it all|things|distances|measurements|measures|degrees|"
    "units|numbers|values|weather forecasts)"
)
_ANY = "(fahrenheit|celsius|imperial|metric) [units]"
_FOR = "[for (the weather|temperatures|the temperature|everything|me)]"


def _units(units: str) -> tuple[str, ...]:
    """How somebody asks for one kind of units."""
    return (
        f"(use|(switch|change|go|swap|turn) [over|back] to|always use|from now on use) [the] "
        f"{units} "
        f"{_FOR}",
        f"(use|switch to) {units} (instead|instead of {_ANY}|and not {_ANY})",
        f"{_CHANGE} [the|my|your] [temperature] (units|unit|temperature|temperatures) to {units}",
        f"i (use|prefer|like|think in|am used to) [the] {units} {_FOR}",
        f"i (want|would like) [you to use] {units} {_FOR}",
        f"(i'd like|i'd rather have|i would rather have) {units} {_FOR}",
        f"(tell|give|show|say|i want|i'd like|i would like|i prefer|i need|put|set|have) [me] "
        f"[all] [the|my|your] {_MEASURED} (in|to) {units} [from now on|always|in future]",
        f"(speak|talk|think|work|answer|reply|calculate) [to me] in {units}",
        f"(tell|give|show) me [the] (temperature|temperatures|weather) in {units} "
        "(from now on|always|in future|in the future)",
        f"my units are {units}",
        f"{units} (only|always|throughout|all the way|every time|for everything) [for me]",
        f"(only|just|nothing but) {units} [for me]",
        f"{units} (for me|from now on|is what i use|is what i know|is what i want|is fine)",
        f"(stick to|stick with|keep to|keep with|go with|work with|let's use|make it|have it in|"
        f"keep (it|everything) in|i want everything in|i only (understand|know|do|speak|use)|i'm "
        f"used to|i grew up with|i was raised on|i was brought up on) {units} {_FOR}",
        f"everything in {units}",
        f"{units} (suits me|suits me better|works for me|is better for me)",
        f"i'm a {units} (person|man|woman|girl|guy)",
        f"i (think|work|measure|count) in {units} (not|and not|rather than) {_ANY}",
    )


_WANT = (
    "((i'd|i would) rather (have|use|see|hear)|use|i want|i'd like|i would like|i prefer|i use|"
    "give me|give us|i'll have|show me)"
)
_NOT = "(than|not|and not|over|instead of|rather than|to)"
_MILES = "(miles|pounds|feet|inches|fahrenheit)"
_KILOMETERS = "(km|kms|kilometers|kilometres|kilos|meters|metres|celsius)"
_FORGETS = "(forget|delete|erase|remove|clear|stop remembering|no longer remember)"

_FROM = "[from your (memory|records|data|notes)|again]"
_UNWANTED = "(i don't|i do not|i no longer) want you to (remember|know|keep|store|save|have)"

_NO_MORE = "(stop using|no more|none of (that|this|your)|enough of (that|this|the)|drop the)"
_NONSENSE = "[nonsense|rubbish|business|stuff|malarkey] [for me|with me|around here]"
_THINK = "i (think|work|measure|count|reckon|do things) in"

_UNNAMED = "(don't|do not|no longer|never) (call|address) me"

TELLING: dict[str, dict[str, str]] = {
    f"{_UNNAMED} [as] {{_rest}} (any more|anymore|again|any longer)": {"field": "name"},
    "(stop|quit) (calling|addressing) me [as] {_rest}": {"field": "name"},
    "(drop|lose|forget|scrap|skip) (the|my) name": {"field": "name"},
    "(don't|do not) (call|address) me (anything|by name|by any name|by my name)": {"field": "name"},
    **{template: {"field": "name"} for template in _NAMES},
    **{template: {"field": "city"} for template in _CITIES},
    **{template: {"field": "birthday"} for template in _BIRTHDAYS},
    "(today is|it is|it's) my birthday [today]": {"field": "birthday", "value": "today"},
    "tomorrow is my birthday": {"field": "birthday", "value": "tomorrow"},
    **{one: {"field": "units", "value": "imperial"} for one in _units(_IMPERIAL)},
    **{one: {"field": "units", "value": "metric"} for one in _units(_METRIC)},
    f"{_NO_MORE} {_IMPERIAL} {_NONSENSE}": {"field": "units", "value": "metric"},
    f"{_NO_MORE} {_METRIC} {_NONSENSE}": {"field": "units", "value": "imperial"},
    f"{_THINK} {_MILES} (not|and not|rather than) {_KILOMETERS}": {
        "field": "units",
        "value": "imperial",
    },
    f"{_THINK} {_KILOMETERS} (not|and not|rather than) {_MILES}": {
        "field": "units",
        "value": "metric",
    },
    f"{_WANT} {_MILES} {_NOT} {_KILOMETERS}": {"field": "units", "value": "imperial"},
    f"{_WANT} {_KILOMETERS} {_NOT} {_MILES}": {"field": "units", "value": "metric"},
    "(use|switch to|change to) (miles|miles and pounds|feet and inches)": {
        "field": "units",
        "value": "imperial",
    },
    "(use|switch to|change to) (kilometers|kilometres|meters|metres)": {
        "field": "units",
        "value": "metric",
    },
    f"{_FORGETS} (my name|who i am|what i am called|what my name is) {_FROM}": {"field": "name"},
    f"{_FORGETS} (my {_CITY}|where i live) {_FROM}": {"field": "city"},
    f"{_FORGETS} (my {_BORN}|when my birthday is|when i was born) {_FROM}": {"field": "birthday"},
    **{
        f"{_UNWANTED} {what}": {"field": field}
        for field, what in (
            ("name", "(my name|what i am called|what my name is)"),
            ("city", f"(my {_CITY}|where i live)"),
            ("birthday", f"(my {_BORN}|when my birthday is|when i was born)"),
        )
    },
}
"""Sentences of set_profile, with the arguments that each fixes; without a value it is forgotten."""

_ASK = "[do you know|do you remember|can you tell me|tell me|say]"

ASKING: dict[str, dict[str, str]] = {
    "(what is|what's|whats|tell me|say|do you know|do you remember) my {_NAME}".replace(
        "{_NAME}", _NAME
    ): {"field": "name"},
    f"{_ASK} (who am i|who i am|who it is|what my name is|what i am called)": {"field": "name"},
    "(what am i called|who are you (talking|speaking) to|who is talking to you)": {"field": "name"},
    "what (do|will|should|would) you call me [now|then|from now on]": {"field": "name"},
    "what did i (say|tell you) my name (is|was)": {"field": "name"},
    "where do (i|we) live": {"field": "city"},
    "where (have i told you|did i tell you|did i say) [that] (i|we) live": {"field": "city"},
    f"(have you got|do you have) my {_BORN} [saved|stored|down|noted]": {"field": "birthday"},
    f"(have you got|do you have) my {_CITY} [saved|stored|down|noted]": {"field": "city"},
    f"(have you got|do you have) my {_NAME} [saved|stored|down|noted]": {"field": "name"},
    "where (do you|d'you|would you) (reckon|think|believe|suppose|say|guess) (i|we) live": {
        "field": "city"
    },
    f"(what|where) (have you|do you have|did you) [got|put|saved|noted] [down] (for|as) "
    f"(my {_CITY}|my home|my home town|my hometown)": {"field": "city"},
    "(which|what) (city|town|place) (counts as|is set as|is saved as) (my home|home)": {
        "field": "city"
    },
    "(what|which) name (do i go by|am i down as|have i given you)": {"field": "name"},
    "(how do you|what do you) (call|address) me": {"field": "name"},
    "(do you know|do you remember|remind me|tell me) what (i'm|i am) called": {"field": "name"},
    "(who is|who's) this (you are|you're) (speaking|talking) to": {"field": "name"},
    f"(what have you got|what do you have) [down] (for|as) my {_BORN}": {"field": "birthday"},
    "when do i (turn|get|become) (a year older|older)": {"field": "birthday"},
    "when am i (a year older|due a cake)": {"field": "birthday"},
    "(how|in (what|which) units) (are you showing|do you show|do you give|do you tell|are you "
    "giving) [me] [the|my] (temperatures|temperature|weather|distances) [in] "
    "[celsius or fahrenheit|fahrenheit or celsius|metric or imperial]": {"field": "units"},
    "(am i|are we|are you) (on|using|in|set to) (celsius or fahrenheit|fahrenheit or celsius|"
    "metric or imperial|imperial or metric|miles or kilometres|miles or kilometers)": {
        "field": "units"
    },
    "(what|which) (are|is) my (units|unit of temperature|temperature units)": {"field": "units"},
    "(celsius or fahrenheit|metric or imperial|miles or kilometres|miles or kilometers) "
    "(what|which) (is it|do you use|am i on|are you using) [for me]": {"field": "units"},
    "(do you know|do you remember|tell me|can you tell me) where i live": {"field": "city"},
    f"(what is|what's|do you know|tell me) my {_CITY}": {"field": "city"},
    "(what|which) (city|town|place) do i live in": {"field": "city"},
    "(do you know|do you remember|tell me|can you tell me|say) (what|which) (city|town|place) "
    "i live in": {"field": "city"},
    "in (what|which) (city|town) do i live": {"field": "city"},
    "(what|which) (city|town) am i (in|living in|based in)": {"field": "city"},
    "(what|which) (city|town|place) (have you|do you have|did you) [got|saved|stored|noted|put] "
    "[down] [for me|as (my home [town|city]|my city|home)|i live in]": {"field": "city"},
    "(what|which) name (have you|do you have|did you) [got|saved|stored|noted|put] [down] "
    "[for me]": {"field": "name"},
    "(tell me|say|do you know|and) (what|which) (city|town|place) (you have|you've|you have got|"
    "you've got) [got|saved|stored|noted|put] [down] [for me|as my home|i live in]": {
        "field": "city"
    },
    "(what|which) (city|town|place) (have you got|do you have) (me|us) [down] "
    "(for|in|as|living in|under)": {"field": "city"},
    "(tell me|say|do you know|and) (what|which) name (you have|you've|you have got|you've got) "
    "[got|saved|stored|noted|put] [down] [for me]": {"field": "name"},
    "(what|which) (birthday|date of birth) (have you|do you have|did you) [got|saved|stored|noted] "
    "[down] [for me]": {"field": "birthday"},
    "(what|which) (city|town|place) (is|do you have as|do you know as) my home [town|city|place]": {
        "field": "city"
    },
    "(what|which) (city|town|place) am i (registered|down|listed|saved) (in|as|under|for)": {
        "field": "city"
    },
    "where (am i at home|is my home|is home)": {"field": "city"},
    f"(when is|when's|what is|what's|tell me|do you know|do you remember) my {_BORN}": {
        "field": "birthday"
    },
    "when was i born": {"field": "birthday"},
    "(do you know|do you remember|tell me) when (my birthday is|i was born|is my birthday)": {
        "field": "birthday"
    },
    "(what|which) (day|date) is my birthday [on]": {"field": "birthday"},
    "(is it|is today) my birthday [today]": {"field": "birthday"},
    "how old am i [now|today]": {"field": "age"},
    "(what is|what's|tell me|do you know) my age": {"field": "age"},
    "(do you know|tell me|can you tell me) how old i am": {"field": "age"},
    "what age am i": {"field": "age"},
    "(what|which) units (do you use|do i use|are you using|am i using|have i set|have you set|"
    "are we using|do we use) [now|at the moment|currently|for me]": {"field": "units"},
    "(what|which) units (am i|are we|are you|is it|is this) [set] (on|in|to|using|working in|"
    "working with) [now|at the moment|currently|for me]": {"field": "units"},
    "do you use (celsius or fahrenheit|fahrenheit or celsius|metric or imperial|"
    "imperial or metric) [units]": {"field": "units"},
}
"""Sentences of get_profile, with what each asks for."""
