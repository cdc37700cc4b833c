"""Words answers to requests that no tool can fulfil and to questions about abilities.

Invariant: pure; looked at only where a sentence asks for nothing that can be done, so that at worst
other words refuse it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.emergencies import Emergency, emergency_in
from jarvis_voice.tools.registry import Registry

_START = r"(?:set|start|stop|cancel|turn|switch|put|dim|brighten|open|close|shut|lock|unlock|run)"
_TIMERS = "set a timer, an alarm or a reminder without its time"
_MACHINE = r"(?:(?:the|my|this|down the|down my) )?(?:computer|laptop|pc|machine|screen|system)"
_BY_COMMAND = " by myself. A line under [commands] in jarvis.toml can do it"
_MOVING = "tell where that is to be moved"
_MORE_TIME = "tell how much time a timer is to get"
_CANCELLING = "tell which one is to be cancelled"
_ASKING = "tell which one is asked about"
_SET_ALREADY = r"\b(?:timers?|alarms?|reminders?|routines?)\b"
_MAIL = "send or read mail or messages"
_CALENDAR = "look into your calendar or change it"
_POLICE = re.compile(r"\b(?:999|911|112|ambulance|police|fire brigade|emergency)\b", re.I)
_CALLS = "make phone calls"
_TELLING = "tell anything to who is not here"
_NUMBERS = "112, or 911 in North America"
_EMERGENCIES = {
    Emergency.PERSON: "I cannot call for help. Call the emergency number on a telephone now: "
    f"{_NUMBERS}.",
    Emergency.PLACE: "I cannot call for help. Get to safety if you can, and call the emergency "
    f"number on a telephone: {_NUMBERS}.",
    Emergency.DESPAIR: "I am sorry that it is so hard. I cannot call for help. Please do not stay "
    "alone with it: call somebody you trust, or a crisis line: 988 in the USA and Canada, 116 123 "
    f"in much of Europe. In danger, call the emergency number: {_NUMBERS}.",
}
_LANGUAGES = (
    r"(?:malayalam|hindi|urdu|tamil|telugu|bengali|punjabi|gujarati|marathi|nepali|sinhala|yoruba|"
    r"igbo|hausa|swahili|zulu|xhosa|somali|afrikaans|welsh|gaelic|irish|scots|french|german|dutch|"
    r"spanish|italian|portuguese|russian|ukrainian|polish|czech|greek|turkish|hebrew|arabic|farsi|"
    r"persian|mandarin|cantonese|chinese|japanese|korean|thai|tagalog|malay|maori|latin|esperanto|"
    r"hungarian|romanian|bulgarian|croatian|serbian|nahuatl|quechua)"
)

_MEANS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (lazy_pattern(pattern, re.I), what)
    for pattern, what in (
        (
            rf"(?:pause|resume|restart|unpause|freeze|hold|continue|reset)\b.*{_SET_ALREADY}",
            "pause or restart what is set. I can add time to a timer, take time from it, or "
            "cancel it",
        ),
        (
            rf"(?:change|move|shift|adjust|edit|update|reschedule|postpone|push|delay|bring)\b.*"
            rf"{_SET_ALREADY}",
            _MOVING,
        ),
        (
            r"(?:add|take|give|make|extend|shorten|lengthen|put)\b.*\btimers?\b",
            _MORE_TIME,
        ),
        (rf"rename\b.*{_SET_ALREADY}", "rename that. Cancel it, and set it anew"),
        (
            rf"(?:cancel|delete|remove|clear|stop|end|kill|erase|drop|get rid of|turn off|switch "
            rf"off|dismiss|silence|shut off)\b.*{_SET_ALREADY}",
            _CANCELLING,
        ),
        (
            rf"(?:do i|did i|have i|is there|are there|is (?:my|the)|are (?:my|the)|what|which|"
            rf"when|how|list|show|read|tell me|check)\b.*{_SET_ALREADY}",
            _ASKING,
        ),
        (
            r".*\b(?:timers?|alarms?|stopwatch|countdown)\b|count ?down from\b|snooze\b|"
            r"wake (?:me|us)\b|(?:remind|reminding) (?:me|us)\b|.*\breminders?\b|"
            r"(?:warn|alert) me\b|tell me (?:in|at)\b",
            _TIMERS,
        ),
        (
            r"(?:call|book|order|get) me (?:a |an )?(?:taxi|cab|uber)\b|"
            r"(?:order|buy|book|reserve|purchase|pay)\b",
            "order, book or buy anything",
        ),
        (r"(?:transfer|wire|send) (?:me )?[^\s\d]?\d\S* \S+.* to \w", "move money"),
        (
            r"(?:call|phone|ring|dial|facetime|video ?call)(?! (?:it|that|him|her) (?:a|the)\b)\b.|"
            r"(?:make|making)(?: a)?(?: phone)? calls?\b|.*\bphone calls?\b",
            _CALLS,
        ),
        (
            r".*\b(?:e-?mails?|inbox|whatsapp|text messages?|voicemails?)\b|(?:text|message) \w+|"
            r"(?:send|write|read|check)\b.*\b(?:messages?|texts?|letters?|mail)\b|send\b|"
            r".*\b(?:have i got|any)(?: new)? (?:mail|messages?|texts?)\b",
            _MAIL,
        ),
        (
            r".*\b(?:my|the) (?:calendar|diary|schedule|agenda)\b|"
            r"(?:schedule|add|make|put|cancel|move)\b.*\b(?:meetings?|appointments?|events?|"
            r"calendar|"
            r"diary)\b|.*\bmy (?:next|first|last) (?:meeting|appointment)\b",
            _CALENDAR,
        ),
        (
            r"(?:tell|ask|inform|notify|let) (?!(?:me|us|you|yourself|it|the (?:truth|time)|google|"
            r"gemini|wikipedia|alexa|siri|chatgpt|claude)\b)"
            r"(?:(?:my|our|the) [\w'-]+(?: [\w'-]+)?|(?-i:[A-Z])[\w'-]+|him|her|them|mum|mom|dad|"
            r"[\w'-]+(?= (?:to|that|know)\b)) "
            r"(?:to|that|not to|about|know|if|whether|when|where|why|how|i|i'm|we|he|she|they|it|"
            r"dinner|lunch|it's)\b",
            _TELLING,
        ),
        (
            rf"{_START}\b.*\b(?:lights?|lamps?|heating|heater|thermostat|boiler|radiators?|tv|"
            rf"telly|"
            r"television|radio|oven|cooker|kettle|fan|air con\w*|curtains?|blinds?|garage|door|"
            r"gate|"
            r"windows|washing machine|dishwasher|vacuum|hoover|car|bath|shower)\b|lights? (?:on|"
            r"off)",
            "control lights, heating or other things in the house",
        ),
        *(
            (rf"(?:{said})\b", f"{what}{_BY_COMMAND}")
            for said, what in (
                (rf"lock(?: {_MACHINE}(?: screen)?)?|lock it", "lock the screen"),
                (rf"(?:shut ?down|power down|power off|turn off|switch off) {_MACHINE}|"
                 rf"(?:turn|switch|power) {_MACHINE} off|shut ?down", "shut down the computer"),
                (rf"(?:restart|reboot|turn off and on)(?: {_MACHINE})?",  "restart the computer"),
                (rf"(?:put|send) {_MACHINE} to sleep|(?:suspend|sleep|hibernate)(?: {_MACHINE})?|"
                 r"go to sleep(?: mode)?", "put the computer to sleep"),
                (r"log (?:me )?(?:out|off)|sign (?:me )?(?:out|off)", "log you out"),
                (rf"(?:turn|switch) (?:on )?{_MACHINE}(?: on)?", "switch the computer on or off"),
                (r".*\bbrightness|(?:dim|brighten) (?:the |my )?(?:screen|display|monitor)|"
                 r"make (?:the |my )?(?:screen|display|monitor) (?:brighter|darker|dimmer)",
                 "change the brightness"),
            )
        ),
        (
            r"(?:close|quit|exit|kill|minimi[sz]e|maximi[sz]e)\b",
            "close programs or windows",
        ),
        (
            r"(?:scroll|click|type|press|select|zoom|refresh|reload|paste|undo|new tab|"
            r"open a new tab|drag|tap)\b|go (?:back|forward)\b",
            "use the mouse or the keyboard for you",
        ),
        (
            r"(?:delete|remove|rename|move|save|create|make|open|copy|find)\b.*"
            r"\b(?:files?|folders?|documents?|photos?|directory)\b",
            "work with files",
        ),
        (r"(?:copy|put|paste|write|save|add|clear|empty)\b.*\bclipboard\b",
         "do that with the clipboard"),
        (r"print\b", "print"),
        (
            r".*\b(?:wi-?fi|bluetooth|airplane mode|dark mode|screen ?saver)\b",
            "change the settings of the computer",
        ),
        (
            r"(?:take|taking|snap) (?:a |an |my |some )?(?:photos?|pictures?|selfies?|videos?)\b",
            "use a camera",
        ),
        (r"(?:play|playing|put on)\b.", "play something by its name, only what is playing already"),
        (
            r"(?:tell|telling|sing|singing|rap|write|read)\b.*\b(?:story|stories|songs?|poems?)\b|"
            r"(?:sing|rap|dance)\b",
            "tell stories, or sing",
        ),
        (
            r".*\b(?:jokes?|riddles?|(?:fun|random|interesting) facts?) (?:about|on|with)\b|"
            r"(?:tell|give|make) .*\b(?:an?|another|two|three|some) [\w-]+ (?:jokes?|riddles?|"
            r"facts?)\b",
            "choose what a joke, a fact or a riddle is about. Say: tell me a joke",
        ),
        (r"translat\w+\b|(?:speak|talk|speaking) (?!up\b|louder\b)[a-z]+(?:ese|ish|an|ic|nch)\b|"
         rf"(?:(?:do|can|could) you )?(?:speak|talk|understand|know|follow)"
         rf"(?: any| a bit of| some)? "
         rf"{_LANGUAGES}(?: too| at all| as well)*\W*\Z|"
         r"say\b.* in [a-z]+(?:ese|ish|an|ic|nch)\b",
         "translate or speak another language than English"),
        (r"(?:directions?|navigate|give me directions|route)\b", "give directions"),
        (r"(?:recogni[sz]e|identify)\b.*\b(?:song|tune|face|voice)\b", "recognise songs or faces"),
    )
)  # fmt: skip
_QUESTIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (lazy_pattern(pattern, re.I), what)
    for pattern, what in (
        (
            r"(?:what|when|where|do|is|are|have)\b.*\bmy (?:(?:next|first|last) )?"
            r"(?:calendar|diary|schedule|agenda|meetings?|appointments?)\b",
            _CALENDAR,
        ),
        (r"(?:do|have|did|are|is|what)\b.*\b(?:my|new|any) (?:e-?mails?|inbox|messages?)\b", _MAIL),
    )
)
_OTHER_WEATHER = lazy_pattern(
    r".*\b(?:weather|forecast|rain|snow|temperature)\b.*"
    r"(?:\b(?:yesterday|last|ago|next (?:week|month|year)|weeks|months|january|february|april|june|"
    r"july|august|september|october|november|december)\b|\d(?:st|nd|rd|th)\b|"
    r"\bthe \w+(?:th|first|second|third)\b|\bof march\b)",
    re.I,
)
_HOME_ADDRESS = lazy_pattern(
    r"(?:open|go to|visit|load|show me|browse to|launch|navigate to|summari[sz]e|read)(?: up)?"
    r"(?: (?:the )?(?:page|address|website|site|url))?(?: at)? (?:https?://)?"
    r"(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]|[\w-]+\.(?:local|lan|home|internal|"
    r"localhost|localdomain|home\.arpa))(?::\d+)?(?:/\S*)?\W*\Z",
    re.I,
)
ONLY_THIS_WEEK = "I can tell the weather of now and of the next seven days only."
_LATER = lazy_pattern(
    r"(?:\S+ ){0,3}?remind (?:me|us) (?:when|once|as soon as) (?:i|we|you|he|she|it|they)\b|"
    r"(?:\S+ ){0,3}?(?:let me know|tell me|warn me|alert me|ping me|notify me|say something) "
    r"(?:when|once|as soon as|in (?:\w+ )?(?:a|an|\w+) (?:minute|hour|second|bit))\b(?! (?:is|"
    r"are|was|"
    r"were|do|does|did)\b)",
    re.I,
)
_ABLE = lazy_pattern(
    r"(?:(?:hey|hi|ok|okay|so|and|but|hello)[\s,]+)*(?:jarvis[\s,]+)?"
    r"(?:(?:can|could) you|are you able to|do you know how to|are you capable of|do you do|"
    r"is it possible to|can i ask you to|what about) (?P<what>.+)",
    re.I,
)
_ABILITIES: Mapping[str, re.Pattern[str]] = {
    meaning: lazy_pattern(rf"\b(?:{words})\b", re.I)
    for meaning, words in {
        meanings.TAKE_SCREENSHOT: r"screen ?shots?",
        meanings.SET_TIMER: r"timers?|alarms?|reminders?|remind|wake (?:me|us|people)|snooze",
        meanings.OPEN_WEBSITE: r"web ?sites?|web ?pages?|(?:open|show) sites",
        meanings.OPEN_APP: r"apps?|applications?|programs?|programmes?|software",
        meanings.WIKIPEDIA: r"wikipedia|encyclop\w+",
        meanings.RESEARCH: r"research",
        meanings.CALCULATE: r"maths?|sums?|arithmetic|calculat(?:e|ions?|ing)|percentages?|"
            r"multiply|divide|add up",
        meanings.CONVERT: r"convert\w*|units|currenc\w+|conversions?",
        meanings.WEATHER: r"weather|forecasts?",
        meanings.GET_TIME: r"(?:tell|know) the (?:time|date)|clock",
        meanings.DRAW_LOTS: r"(?:flip|toss) (?:a )?coins?|(?:roll|throw) (?:a )?(?:dice|die)|"
            r"pick (?:a )?(?:random )?numbers?",
        meanings.COUNT_DAYS: r"count (?:the |down the )?days",
        meanings.TELL_JOKE: r"jokes?|riddles?|fun facts?",
        meanings.DEFINE_WORD: r"synonyms?|antonyms?|definitions?|dictionary|"
            r"(?:define|explain) (?:words|things)",
        meanings.SPELL: r"spell(?: words| things)?",
        meanings.ADD_NOTE: r"notes?|lists?|dictation",
        meanings.REMEMBER: r"remember|memory|memorise|memorize",
        meanings.CLIPBOARD: r"clipboard|copy and paste",
        meanings.VOLUME: r"volume",
        meanings.MEDIA: r"music|media|podcasts?|videos?",
        meanings.ADJUST_SPEECH: r"speak (?:slower|louder|faster)|louder|slower",
        meanings.READ_PAGE: r"read (?:pages|articles|pdfs?)",
        meanings.SEARCH: r"search|google|look (?:things|something) up|(?:the )?(?:web|internet)",
    }.items()
}  # fmt: skip

_WANTS_IT = lazy_pattern(
    r"\d|\b(?:\w+ (?:minutes?|hours?|seconds?|percent|o'clock|am|pm)|half past|tomorrow|tonight|"
    r"today|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|to (?:half|max\w*|full|zero)|"
    r"(?:when|once|that) (?:i|we|he|she|it)|what|how|if|whether)\b|\bin (?-i:[A-Z])|"
    r"\bthe \S+(?: \S+){0,2} (?:web ?site|site|web ?page)\b|"
    r"\b(?:web ?site|site|page) (?:of|for) \S",
    re.I,
)
"""Whoever says so much, a time or a place, asks for it to be done."""


def refusal(line: str, *, is_question: bool = False) -> str | None:
    """What cannot be done of what a clean sentence asks for, as a sentence; None if not known.

    Args:
        line: The sentence without politeness.
        is_question: It can be answered by a search, so only what is surely the user's own counts.
    """
    if _OTHER_WEATHER.match(line):
        return ONLY_THIS_WEEK
    if _HOME_ADDRESS.match(line):
        return NO_HOME_ADDRESS
    what = next(_meant(line, is_question=is_question), None)
    if what == _CALLS and _POLICE.search(line):
        return f"I cannot {what}. In an emergency, call for help on a telephone yourself."
    if hint := _HINTS.get(what or ""):
        return hint
    return f"I cannot {what}." if what else None


def in_emergency(text: str) -> str | None:
    """What is said to somebody who is in danger and says so, or who asks us to call for help."""
    danger = emergency_in(text)
    return _EMERGENCIES[danger] if danger else None


def is_for_later(text: str) -> bool:
    """Whether something is to be said when it is time, which is as much as an alarm."""
    return _LATER.match(text) is not None


def ability(text: str, registry: Registry) -> str | None:
    """Yes or no to "can you set timers", "are you able to open apps"; None for another question.

    Args:
        text: The sentence as it was said.
        registry: The tools there are.
    """
    asked = _ABLE.match(text.strip(" .?!"))
    if asked is None:
        return None
    what = asked["what"]
    if missing := next((one for one in _meant(what) if one not in _HINTS), None):
        return f"No, I cannot {missing}."
    for meaning, words in _ABILITIES.items():
        tools = registry.fulfilling(meaning)
        if tools and words.search(what) and not _WANTS_IT.search(what):
            return f"Yes, I can {tools[0].ability}."
    return None


LATER = "I can remind you at a time that you say, but I do not notice when something happens."
UNCLEAR_TIME = (
    "I did not understand for when. Say for example: set a timer for ten minutes, "
    "or: wake me at seven in the morning."
)

_HINTS: Mapping[str, str] = {
    _TELLING: "I can speak only to who is here, and I send no messages. I can remind you of it. "
    "Say for example: remind me at six to tell Tom.",
    _TIMERS: UNCLEAR_TIME,
    _MOVING: "I did not understand where to. Say for example: move my alarm to half past six.",
    _MORE_TIME: "I did not understand how much time. Say for example: "
    "add five minutes to the pasta timer.",
    _CANCELLING: "I did not understand which one. Say for example: cancel the pasta timer, "
    "or: cancel all alarms.",
    _ASKING: "I did not understand which one. Say for example: what alarms do I have tomorrow, "
    "or: how long is left on the pasta timer.",
}
"""What is said instead of a refusal, where it could be done if it were said otherwise."""

NO_HOME_ADDRESS = (
    "I open websites with a public name only, and no address of this computer or of your own "
    "network. Type that one into the browser."
)


def _meant(line: str, *, is_question: bool = False) -> Iterator[str]:
    known = _QUESTIONS if is_question else _MEANS + _QUESTIONS
    return (what for pattern, what in known if pattern.match(line))


_CANNOT = {
    meanings.MEDIA: "I cannot control media players here.",
    meanings.VOLUME: "I cannot change the volume here.",
    meanings.CLIPBOARD: "I cannot use the clipboard here.",
    meanings.LOOK_AT_SCREEN: "I cannot look at the screen here.",
    meanings.LOOK_AT_PICTURE: "I have no language model that can look at pictures.",
    meanings.TAKE_SCREENSHOT: "I cannot take screenshots here.",
    meanings.WEATHER: "I cannot look up the weather here.",
    meanings.RESEARCH: "I cannot do research here.",
    meanings.WIKIPEDIA: "I cannot look into Wikipedia here.",
    meanings.READ_PAGE: "I cannot read pages here.",
    meanings.OPEN_APP: "I cannot start apps here.",
}


def cannot(meaning: str) -> str:
    """What to say of a request that no tool here fulfils."""
    return _CANNOT.get(meaning, "I cannot do that here.")
