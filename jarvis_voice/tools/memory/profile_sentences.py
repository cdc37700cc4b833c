"""Sentences in which users tell and ask for their name, city, birthday and units."""

from __future__ import annotations

_REMEMBER = "[remember|please remember|don't forget|you should know|just so you know] [that]"
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
)
_CITIES = (
    f"{_REMEMBER} (i|we) [currently|now] (live|reside|stay) in {{value}} {_NOW}",
    f"{_REMEMBER} (i am|i'm|we are) [currently|now] living in {{value}} {_NOW}",
    f"{_REMEMBER} (i am|i'm|we are) [currently|now] (based|at home|located|settled) in {{value}} "
    f"{_NOW}",
    f"{_REMEMBER} my {_CITY} is [now] {{value}} {_NOW}",
    f"{_REMEMBER} my (home|house|flat|apartment|place) is in {{value}}",
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
    "(put|note|write) me down as (living in|a resident of) {value}",
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
    )


_WANT = (
    "((i'd|i would) rather (have|use|see|hear)|use|i want|i'd like|i would like|i prefer|i use|"
    "give me|show me)"
)
_NOT = "(than|not|and not|over|instead of|rather than|to)"
_MILES = "(miles|pounds|feet|inches|fahrenheit)"
_KILOMETERS = "(kilometers|kilometres|kilos|meters|metres|celsius)"
_FORGETS = "(forget|delete|erase|remove|clear|stop remembering|no longer remember)"

_FROM = "[from your (memory|records|data|notes)|again]"
_UNWANTED = "(i don't|i do not|i no longer) want you to (remember|know|keep|store|save|have)"

_UNNAMED = "(don't|do not|no longer|never) (call|address) me"

TELLING: dict[str, dict[str, str]] = {
    f"{_UNNAMED} [as] {{_rest}} (any more|anymore|again|any longer)": {"field": "name"},
    "(stop|quit) (calling|addressing) me [as] {_rest}": {"field": "name"},
    **{template: {"field": "name"} for template in _NAMES},
    **{template: {"field": "city"} for template in _CITIES},
    **{template: {"field": "birthday"} for template in _BIRTHDAYS},
    "(today is|it is|it's) my birthday [today]": {"field": "birthday", "value": "today"},
    "tomorrow is my birthday": {"field": "birthday", "value": "tomorrow"},
    **{one: {"field": "units", "value": "imperial"} for one in _units(_IMPERIAL)},
    **{one: {"field": "units", "value": "metric"} for one in _units(_METRIC)},
    f"(stop using|no more) {_IMPERIAL}": {"field": "units", "value": "metric"},
    f"(stop using|no more) {_METRIC}": {"field": "units", "value": "imperial"},
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
    "what (do|will|should|would) you call me": {"field": "name"},
    "what did i (say|tell you) my name (is|was)": {"field": "name"},
    "where do (i|we) live": {"field": "city"},
    "(do you know|do you remember|tell me|can you tell me) where i live": {"field": "city"},
    f"(what is|what's|do you know|tell me) my {_CITY}": {"field": "city"},
    "(what|which) (city|town|place) do i live in": {"field": "city"},
    "(do you know|do you remember|tell me|can you tell me|say) (what|which) (city|town|place) "
    "i live in": {"field": "city"},
    "in (what|which) (city|town) do i live": {"field": "city"},
    "(what|which) (city|town|place) (have you|do you have|did you) [got|saved|stored|noted|put] "
    "[down] [for me|as (my home [town|city]|my city|home)|i live in]": {"field": "city"},
    "(what|which) name (have you|do you have|did you) [got|saved|stored|noted|put] [down] "
    "[for me]": {"field": "name"},
    "(what|which) (birthday|date of birth) (have you|do you have|did you) [got|saved|stored|noted] "
    "[down] [for me]": {"field": "birthday"},
    "(what|which) (city|town|place) (is|do you have as|do you know as) my home [town|city|place]": {
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
    "(what|which) units (do you use|do i use|are you using|am i using|have i set|have you set)": {
        "field": "units"
    },
    "do you use (celsius or fahrenheit|fahrenheit or celsius|metric or imperial|"
    "imperial or metric) [units]": {"field": "units"},
}
"""Sentences of get_profile, with what each asks for."""
