"""The words of short turns: what says to cancel, to add, to ask, and what says nothing.

Invariant: plain tables; a phrase is looked for before single words, the longest first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from jarvis_voice.core.lazy_pattern import lazy_pattern

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""Places of things that were told in their order."""

Cue = Literal["cancel", "more", "less", "set", "again", "also", "name", "left", "when", "count",
              "first", "all", "still", "about", "done", "restore", "double", "halve", "triple",
              "swap", "no", "not", "forward", "and", "wrong"]  # fmt: skip

DIALECT = tuple(
    (lazy_pattern(rf"(?<![\w'])(?:{said})(?![\w'])", re.I), plain)
    for said, plain in (
        (r"ye|ya|yer|u", "you"),
        (r"a (?:second|third|fourth|fifth) one", "another one"),
        (r"whit's|whats|wots|wot's|what's", "what is"),
        (r"what've", "what have"),
        (r"(how (?:long|much))'s", r"\1 is"),
        (r"put (?:it|that|this|them) off|put off(?: it| that)?",
         "postpone it"),
        (r"where's|wheres", "where is"),
        (r"when's|whens", "when is"),
        (r"how's|hows", "how is"),
        (r"((?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow)'s", r"\1"),
        (r"it'll", "it will"),
        (r"it's(?= (?:for|called|named)\b)", "it is"),
        (r"i've|ive", "i have"),
        (r"we've", "we have"),
        (r"they've", "they have"),
        (r"gimme", "give me"),
        (r"lemme", "let me"),
        (r"dinnae|dunt|don't|dont", "do not"),
        (r"won't|wont", "will not"),
        (r"didn't|didnt", "did not"),
        (r"isn't|aint|ain't", "is not"),
        (r"an' all|n all|an all|and all(?=[.!?]*\Z)", "too"),
        (r"an?' ", "and "),
        (r"em|'em|thems", "them"),
        (r"mins?", "minutes"),
        (r"hrs?", "hours"),
        (r"secs?", "seconds"),
        (r"(more|extra|further|less|fewer) (seconds?|minutes?|hours?)", r"\2 \1"),
        (r"tmrw|tmr|tomoz|tomo|2moro", "tomorrow"),
        (r"tonite|2nite", "tonight"),
        (r"(?:a )?(?:wee|teeny|little|tiny) bit|a bit|a touch|a tad|wee|teeny", ""),
        (r"hour(?= (?:sooner|earlier|later|before|after|more|less|longer|shorter|back|forward))",
         "an hour"),
        (r"an an hour", "an hour"),
        (r"half an an hour", "half an hour"),
        (r"(?<=hour )and (?=(?:five|ten|fifteen|twenty|thirty|forty|fifty|\d\d?)\b(?! ?min))", ""),
        (r"the longer (?=one|timer)", "the longest "),
        (r"the shorter (?=one|timer)", "the shortest "),
        (r"the later (?=one|alarm|reminder)", "the final "),
        (r"the earlier (?=one|alarm|reminder)", "the first "),
        (r"((?:the|that|my) +(?:first|second|third|fourth|last|final|next|other|newest|longest|"
         r"shortest)) +one(?= (?:at |to |for )?(?:\d|noon|midnight|half|(?:a )?quarter|one|two|"
         r"three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty))",
         r"\1"),
    )
)  # fmt: skip
"""What people say in their own words, and the plain ones."""

_PHRASES: tuple[tuple[str, Cue], ...] = (
        (
            r"(?:do not|did not|no|not) (?:mean|want|wish)(?: to)?(?: do)?(?= (?:that|it|this)\b)|"
            r"(?:do not|did not) mean to|(?:can|could|may) (?:go|be dropped)|get rid of|"
            r"do away with|get shot of|leave(?= (?:it|that|them)\Z)|(?:turn|switch|shut|call|"
            r"bin|take|cross|strike|tick) off|"
            r"(?:take|leave|cut|miss)(?: out|(?= (?:it|that|them|those)\b.* out\b))|"
            r"never ?mind|(?:do not|will not|no longer) (?:be )?"
            r"(?:need|needing|want)|no (?:need|point)(?: (?:for|of|in))?|no(?= (?:alarm|timer|"
            r"reminder)s?\Z)|not (?:needed|wanted)|"
            r"do not bother(?: (?:with|about))?|do not worry about|take back|stand down|"
            r"forget about|"
            r"turn(?= (?:it|that|them|both)\b.* off\b)",
            "cancel",
        ),
        (r"the other way(?: (?:round|around))?|other way(?: (?:round|around))?|(?:and )?vice versa|"
         r"(?:in )?reverse|backwards|the opposite(?: way)?|swap (?:it|them)(?: round| around)?",
         "swap"),
        (r"(?:put|bring|set|have)(?= (?:it|that|them)\b.*\bback\b(?! (?:by|to|\d|an?\b|half)))|"
         r"(?:leave|keep)(?= (?:it|that|them|things)\b.*\b(?:as (?:it|they) (?:was|were)|on)\b)|"
         r"as (?:it|they|things) (?:was|were)|back to how (?:it|they) (?:was|were)", "restore"),
        (r"(?:start|set|do|begin|run|go) (?:it |that |this )?(?:over|again)|from the (?:top|start|"
         r"beginning)|same again|the same(?: (?:thing|again|one|time|go))*|same(?: (?:thing|again|"
         r"one|time))*|another one of (?:those|them|these)|once more|one more(?= of\b|\Z| )|"
         r"another (?:one|go|round)|"
         r"(?:one|another)(?: more)? of (?:those|them|these)|another like (?:that|it)|"
         r"another(?= (?:at|for|on|called|in)\b|\Z)", "again"),
        (r"as well(?: as)?|on top of that|along with", "also"),
        (r"on top|an extra|a further", "more"),
        (r"(?:\bone (?=(?:for|at|on) (?!the\b)))", "again"),
        (r"knock off|take away|take off|bring down", "less"),
        (r"bring(?= .*\bforward)|forward|forwards", "forward"),
        (r"how (?:is|are)(?= .*\b(?:doing|going|getting on|coming (?:on|along)|looking)\b)|"
         r"(?:doing|getting on|coming (?:on|along)|looking)\b|where (?:is|are)(?=.*\b(?:up to|"
         r"at)\b)|"
         r"up to\Z|how (?:long|much)(?: (?:longer|more|time))?|time left|to go|time remaining|"
         r"(?:nearly|almost) (?:done|there|up|finished)|(?:done|finished) yet", "left"),
        (r"(?:when|what time|what) did (?:we|i|you) (?:settle|agree|decide)(?: on)?|"
         r"(?:when|what time) (?:is|are|does|do|will|was|did)|(?:what|which) time", "when"),
        (r"how many", "count"),
        (r"(?:is|are)(?= .*\b(?:nearly|almost|close to)\b)|(?:nearly|almost)(?= (?:up|over|ready))|"
         r"(?:did|have) you (?:get|got|add|save|keep|write|note|set|start|make)(?= (?:that|it|"
         r"them))|"
         r"still (?:running|going|ticking|set)|(?:in hand|in place|in the diary|"
         r"booked in)(?= now\Z|\Z)", "still"),
        (r"(?:which|what)(?: one)? (?:finishes|finish|comes up|is due|is up|ends|rings) first",
         "first"),
        (r"(?:what|which)(?: (?:is|are|one|ones|of (?:them|those)))*(?: at)?(?: the)?"
         r"(?: (?:top|top one))\b|(?:what|which)(?: one)?(?: is| goes| comes| rings| ends| will)*"
         r"(?: (?:go off|off|be|done|ring|up|due))*(?: first| next)", "first"),
        (r"what (?:is|was|were)(?=.*\b(?:about|for|to do)\b)|remind me what", "about"),
        (r"what (?:have|do) (?:i|we) (?:got|have)|what (?:is|are) (?:set|on|left|there|in)|"
         r"what (?:else|all)|what (?:is|does) (?:that|it) leave|anything else|"
         r"(?:read|list|show|tell)(?: (?:me|us))?(?= (?:it|them|that|the|everything|all|what)\b)|"
         r"(?:which|what) ones? (?:is|are) (?:still )?(?:on|set|running|left|there)|"
         r"which (?:ones? )?(?:have|do) (?:i|we)(?: (?:got|have))?", "all"),
        (r"(?:is|are)(?= .*\b(?:still|on|running|going|counting|ticking|set|in)(?: now| yet)?\Z)",
         "still"),
        (r"i have (?:got|already got|bought|had|done|finished|ticked|picked up)|"
         r"(?:got|bought|picked up|found)(?= )|(?:is|are) (?:all )?(?:done|sorted|bought|finished)|"
         r"(?:has|have) been (?:done|bought)|ticked off|"
         r"(?:already|just) (?:did|done|got|have|bought)", "done"),
        (r"it is for|that is for|this is for|it is called|that is called", "name"),
        (r"(?:(?:much|way|far|bit) )?too (?:long|late|much|many|short|early|soon|little|few)|"
         r"not (?:long )?enough|(?:is|was) wrong", "wrong"),
)  # fmt: skip
PHRASES = tuple(
    (lazy_pattern(rf"(?<![\w'])(?:{said})(?![\w'])", re.I), cue) for said, cue in _PHRASES
)
"""What is said in more than one word, and what it says to do."""

_CUES: tuple[tuple[Cue, str], ...] = (
        (
            "cancel",
            "cancel kill bin scrap stop drop ditch lose axe delete remove end forget dismiss "
            "silence "
            "nix dump scrub undo erase chuck neither skip clear wipe scratch abort off",
        ),
        ("more", "more longer extra another later further extend lengthen prolong delay postpone "
                 "after increase plus add add-on onto"),
        ("less", "less shorter fewer earlier sooner before shorten reduce trim chop shave cut "
                 "minus "
                 "take decrease lower knock subtract"),
        ("set", "make set change should shift move push instead say mean meant rather switch "
                "actually sorry change reschedule put must fix"),
        ("again", "again restart repeat same ditto likewise redo reset"),
        ("also", "also too"),
        ("name", "call called name named label labelled rename title titled"),
        ("left", "left remaining remains"),
        ("when", "when"),
        ("first", "top"),
        ("still", "still"),
        ("done", "done finished sorted got bought ticked"),
        ("restore", "restore reinstate"),
        ("double", "double doubled twice"),
        ("halve", "halve halved half"),
        ("triple", "triple tripled treble"),
        ("swap", "reverse reversed swap swapped vice-versa"),
        ("not", "not"),
        ("wrong", "wrong"),
        ("no", "no nope nah naw oops whoops wait"),
)  # fmt: skip
CUES: Mapping[str, Cue] = {word: cue for cue, words in _CUES for word in words.split()}
"""Single words, and what they say to do."""

POINTERS: Mapping[str, str] = {
    **dict.fromkeys(("it", "that", "this", "its", "it's", "that's"), "it"),
    **dict.fromkeys(
        ("both", "all", "them", "those", "these", "they", "lot", "everything", "neither", "two"),
        "all",
    ),
    **dict.fromkeys(("other", "others"), "other"),
    **dict.fromkeys(("first", "former", "1st"), "first"),
    **dict.fromkeys(("second", "latter", "2nd"), "second"),
    **dict.fromkeys(("third", "3rd"), "third"),
    **dict.fromkeys(("last", "final"), "last"),
    "newest": "newest", "latest": "last", "early": "first", "earliest": "first",
    "late": "last", "long": "longest", "longest": "longest", "short": "shortest",
    "shortest": "shortest", "next": "first",
}  # fmt: skip

_FILLERS = """
far so a about after-all ah alarm alarms alright am an and any anymore are argh around as at aw
aye back be been better bit blimey boss bother brilliant but buzz by can cheers close
cool could crikey damn dear did do does doh down duck eek er erm exactly flat flip for
from gah gave give go goes gonna good gosh gotta great had has have he heck hen here hey
hm hmm hmph how i i'd i'll i'm if in is it'll item items jarvis just k keep kindly know
let let's like list lol long love lovely man mate maybe me might mind much my need needs
nice now och of off-again oh oi ok okay on one ones ooh our out over pal perfect perhaps
pet phew please quick quickly quite ready really reminder reminders require right ring rings
round routine run sharp she so some son ta than thank thanks the then there thing things
think though till time timer timers to ugh uh um umm until up us very wanna want wants
was we we'll wee well were what where which who whoa will with would yeah yep yes yet
dunno luck obviously okay-then or righto whenever yikes you you'd your running counting ticking
"""
FILLERS = frozenset(_FILLERS.split())
"""What says nothing of what is to be done."""
