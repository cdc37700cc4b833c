"""Sentence templates for notes and lists: to add, to ask, to take off and to clear."""

from __future__ import annotations

from typing import Any

from jarvis_voice.language.en.spoken_lists import NOTES

Sentences = dict[str, dict[str, Any]]

_OWN = "(my|the|our)"
_A_LIST = "[my|the|our] {list} list"
_ITEM = "(thing|item|entry|one)"
_PLACES = ("first", "second", "third", "last")

ADD: Sentences = {
    "(add|put|stick|pop|throw|write|place|get|include|chuck|bung|shove|toss|drop|note|enter|jot) "
    "[down] {text} (to|on|onto|in) "
    "[my|the|our|a] {list} list": {},
    "(add|put|stick|write|include) {text} (to|on|onto|in) (my|the|our) list": {"list": "list"},
    "(add|put|write) {text} (to|in|into|on) (my|the) notes": {"list": NOTES},
    "(i|we|i'd|i would) (need|want|like) {text} (on|added to|put on|put onto) [my|the|our] {list} "
    "list": {},
    "add to [my|the|our] {list} list {text}": {},
    "[my|the|our] {list} list add {text}": {},
    "note that {text}": {"list": NOTES},
    "(put|add|stick) {text} (on|to|onto) (my|the|our) (shopping|groceries)": {"list": "shopping"},
    "(take|make|leave) a [quick|little|new] note [that|of|saying] {text}": {"list": NOTES},
    "(note|jot|write) down [that] {text}": {"list": NOTES},
    "(note|jot|write) {text} down": {"list": NOTES},
    "[make a] note to self {text}": {"list": NOTES},
    "(take|make|leave) a note to {text}": {"list": NOTES},
    "remember to {text}": {"list": "to-do"},
    "(don't|do not) forget to {text}": {"list": "to-do"},
    "(we|i) need [to buy|to get] {text} from the (shop|store|supermarket)": {"list": "shopping"},
}

_ITEMS = "(things|items|entries|products|points|groceries|tasks|stuff|contents|everything)"
_STILL = "[already|still|currently|left]"
_LET_ME_HEAR = (
    "(name|list|say|tell [me]|read [out|back] [to] [me]|give me|show me|recite|go over|go through|"
    "run through|let me hear|let me see|review|enumerate)"
)
_I_WANT = "(i need|i want|i would like|i'd like|i have|we need|we want)"
_WHAT_IS = (
    "(what is|what's|what i have|what i've got|what we have|everything|all that is|what all is|"
    "what there is)"
)

_TO_BUY = (
    "(what|which|which things|what things|what stuff|what groceries|what shopping|what food) "
    "[else] (am i|are we|was i|were we) (meant|supposed|going) to (buy|get|pick up)"
)

_READING: Sentences = {
    _TO_BUY: {"list": "shopping"},
    "(what|what else) is [still] (left|there) to (buy|get)": {"list": "shopping"},
    "(what|which) (groceries|shopping|food) [else] do (i|we) [still] (need|want|have to buy|"
    "have to get)": {"list": "shopping"},
    "(what is|what's) [still] (on|in) (my|the|our) (groceries|shopping)": {"list": "shopping"},
    "what [else] (do (i|we) [still] have|have (i|we) [still] got|is|is there) left to do [today]": {
        "list": "to-do"
    },
    "what have(n't| not) (i|we) (done|finished) [yet]": {"list": "to-do"},
    "(what|which) (jobs|tasks|chores|to-dos) (are (left|there|open)|do i [still] have|"
    "have i [still] got) [left] [to do]": {"list": "to-do"},
    "(do i have|do we have|have i [got]|have we [got]|is there|did i (make|have|start)) [already] "
    "(any|a|my|some) {list} list [yet|already]": {},
    "(do i have|do we have|have i [got]|have we [got]|is there|did i (make|have|start)) (a|any) "
    "list (called|named|for) [the|my|our] {list}": {},
    "what do (i|we) [still] need": {"list": "shopping"},
    f"is {_A_LIST} (done|finished|complete)": {},
    f"is {_OWN} list (done|finished|complete)": {"list": "list"},
    f"(what is|what's|what do i have|is there anything|do i have anything) on {_A_LIST}": {},
    "(what is|what's|what do i have|what else is|what is left|is there anything|"
    "do i have anything) on (my|the|our) list": {"list": "list"},
    f"(is|do i have|is there) anything [left|else|still] (on|in) {_A_LIST}": {},
    f"what [else|all] (did|have) (i|we|you) (put|add|added|write|written|wrote|got|have) [down] "
    f"(on|to|in) {_A_LIST}": {},
    f"what else is [there] (on|in) {_A_LIST}": {},
    "(is|do i have|is there) anything [left|else|still] (on|in) (my|the|our) list": {
        "list": "list"
    },
    "(what are|read [me]|tell me|what is in) my (to-dos|todos|to dos|tasks)": {"list": "to-do"},
    f"(read|tell|show|give) [me] (what is|what's|everything|all) on {_A_LIST}": {},
    f"(read|show|tell|give) [me] [out] {_A_LIST}": {},
    "(read|show|tell|give) [me] [out] (my|the|our) list": {"list": "list"},
    "(read|show|check|tell me|give me|what are|list) [me] [out] (my|the|all my) notes": {
        "list": NOTES
    },
    "(what is|what's|what did i (write|note)) in my notes": {"list": NOTES},
    "what (do|did) i (have to|need to) do": {"list": "to-do"},
    "what [else] do (i|we) [still] (have to|need to|want to) (buy|get|pick up) "
    "[(at|from|in) the (shop|shops|store|supermarket)]": {"list": "shopping"},
    "(what [are|do] (i|we)|what is) (need|needing|needed|want|wanting|wanted) (from|at) the "
    "(shop|shops|store|"
    "supermarket)": {"list": "shopping"},
    "what (are we|am i) (out of|short of|running low on|missing)": {"list": "shopping"},
    "what [else] (do i|do we) [still] need (from|at) the (shop|shops|store|supermarket)": {
        "list": "shopping"
    },
    f"(what|which) {_ITEMS} (are|do i have|have i got|did i put|do we have|are there) {_STILL} "
    f"(on|in) {_A_LIST}": {},
    f"(what|which) {_ITEMS} (are|do i have|have i got|did i put|do we have|are there) {_STILL} "
    f"(on|in) {_OWN} list": {"list": "list"},
    f"{_LET_ME_HEAR} [all] [of] [the|my] {_ITEMS} (on|of|in|from) {_A_LIST}": {},
    f"{_LET_ME_HEAR} [all] [of] [the|my] {_ITEMS} (on|of|in|from) {_OWN} list": {"list": "list"},
    f"{_I_WANT} to (know|hear|see|check|find out) {_WHAT_IS} (on|in) {_A_LIST}": {},
    f"{_I_WANT} to (know|hear|see|check|find out) {_WHAT_IS} (on|in) {_OWN} list": {"list": "list"},
    f"(check|see|hear|find out|look|know) {_WHAT_IS} (on|in) {_A_LIST}": {},
    f"(check|see|hear|find out|look|know) {_WHAT_IS} (on|in) {_OWN} list": {"list": "list"},
    f"what (does|do) {_A_LIST} (say|contain|include|look like|have on it)": {},
    f"what (does|do) {_OWN} list (say|contain|include|look like|have on it)": {"list": "list"},
    "[show me|tell me|see|hear|read me] what (you|i|we) [have|had] (listed|written down|wrote down|"
    "jotted down)": {"list": "list"},
    f"[let us|let's] (check|see|hear|review|go over|go through|read) {_A_LIST}": {},
    "[let us|let's] (check|see|hear|review|go over|go through) (my|the|our) list": {"list": "list"},
    "do i have any notes": {"list": NOTES},
    "[open|check|read back] my {list} list": {},
}

_FOR: Sentences = {
    "[show me|tell me|read me] (what have i got|what do i have|what did i put|what is|what's) on "
    "(my|the|our) list for [the|my|our] {list}": {},
    "(what have i got|what do i have|what did i put|what is|what's) on (my|the|our) list": {
        "list": "list"},
    "what do (i|we) still (have to|need to) (buy|get)": {"list": "shopping"},
    "what do (i|we) still need from the (shop|store|shops|supermarket)": {"list": "shopping"},
    "what do i [still] (have|need) to do": {"list": "to-do"},
    "what are my (tasks|to-dos|todos|to dos) [for] (today|tomorrow|this week)": {"list": "to-do"},
    "do (i|we) [still] need (to buy|to get) [any|some|more] {text}": {"list": "shopping"},
    "what [do] i (have|need) to do (today|this week|tomorrow|now)": {"list": "to-do"},
    f"is {_A_LIST} (empty|full)": {"tell": "count"},
    f"is {_OWN} list (empty|full)": {"tell": "count", "list": "list"},
    f"what (was|is) the (last|latest|newest) [{_ITEM}] [that] i (put|added|wrote) (on|to) "
    f"{_A_LIST}": {"tell": "last"},
    f"what did i (put|add|write) (on|to) {_A_LIST} last": {"tell": "last"},
    f"what did i last (put|add|write) (on|to) {_A_LIST}": {"tell": "last"},
}  # fmt: skip

_MADE = "[have] [just] (put|added|add|wrote|write|noted|stuck|put down|wrote down)"
_NEWEST: Sentences = {
    f"what (was|is|were) the (last|latest|newest|most recent) (thing|things|item|entry|one) [that] "
    f"(i|we|you) {_MADE} [[on|to|onto|in] (a|any|my|the) (list|lists)]": {
        "tell": "last",
        "list": "list",
    },
    "what (did i|did we|have i|have we) [just] (add|put|write|added|written) "
    "[(on|to|onto|in|down) [(a|any|my|the) (list|lists)]] [last|just now]": {
        "tell": "last",
        "list": "list",
    },
    "what did (i|we) last (add|put|write) [(on|to|onto|in|down) [(a|any|my|the) (list|lists)]]": {
        "tell": "last",
        "list": "list",
    },
    "(did|has) (that|it|this) (get|got|been) (added|put on|written down)": {
        "tell": "last",
        "list": "list",
    },
    "(is|was) (that|it|this) [already] added": {"tell": "last", "list": "list"},
}
"""What was written down last, wherever that was."""

_TICKED = "(cross|crossed|tick|ticked|check|checked|strike|struck|take|taken)"
_LEFT_OPEN: Sentences = {
    f"(did|have) (i|we|you) [already] {_TICKED} [the|my] {{_rest}} off [of|from] {_A_LIST}": {},
    f"(did|have) (i|we|you) [already] {_TICKED} off [the|my] {{_rest}}": {"list": "list"},
    f"(did|have) (i|we|you) [already] {_TICKED} [the|my] {{_rest}} off [already|yet]": {
        "list": "list"
    },
}
"""What is on a list tells what is not crossed off yet."""

_IS_ON = "(on|in)"
_CHECKING: Sentences = {
    template.replace("LIST", where): fixed
    for where, fixed in (
        (f"{_IS_ON} {_A_LIST}", {}),
        (f"{_IS_ON} {_OWN} list", {"list": "list"}),
        (f"in {_OWN} notes", {"list": NOTES}),
    )
    for template in (
        "(is|are) {text} [already|still|there] LIST",
        "(is|are) {text} LIST (already|yet|or not)",
        "(is|are) {text} [already|still] (down|written) LIST",
        "(check|tell me|see|look|do you know) (if|whether) {text} (is|are) [already|still] LIST",
        f"{_I_WANT} to (know|check|see|make sure) (if|whether|that) {{text}} (is|are) [already|"
        "still] LIST",
        "(i wonder|let me know|find out|make sure|verify) (if|whether|that) {text} (is|are) "
        "[already|still] LIST",
        "(is|are) there [already|still] [any|a|an|some] {text} LIST",
        "do (i|we) [already|still] have [any|a|an|some] {text} LIST",
        "have (i|we) [already] (got|put|added|written) [any|some] {text} LIST",
        "did (i|we|you) (put|write|note) [any|some] {text} LIST",
        "(does|do) LIST (have|contain|include) [any|a|an|some] {text}".replace(
            "LIST", where.partition(" ")[2]
        ),
    )
} | {
    f"did (i|we|you) add [any|some] {{text}} to {_A_LIST}": {},
    "(did|have) (i|we) [already] (add|added) [any|some|the] {text} [already|yet]": {"list": "list"},
    "have (i|we) (got|put|written) [any|some|the] {text} down [already|yet]": {"list": "list"},
    "(is|are) {text} on there [already|yet]": {"list": "list"},
    f"have (i|we|you) added [any|some] {{text}} to {_A_LIST}": {},
    f"did (i|we|you) add [any|some] {{text}} to {_OWN} list": {"list": "list"},
    f"have (i|we|you) added [any|some] {{text}} to {_OWN} list": {"list": "list"},
    "(do i have|is there) (a|any) note[s] (about|on|of|for) {text}": {"list": NOTES},
    "what did i (note|write down) about {text}": {"list": NOTES},
}  # fmt: skip

_ANY_LIST = "(any|one|some|all) [of] [my|the|our] (list|lists)"
_MY_LISTS = "[any|all|one] [of] (my|the|our) lists"
_SEARCHING: Sentences = {
    template: {"list": "list"}
    for template in (
        "on (which|what) list[s] (is|are) {text}",
        "(which|what) list[s] (is|are) {text} [already] on",
        "(which|what) [one] [of my] list[s] (have|has|contain|contains|include|includes|mention|"
        "mentions) {text} [on (it|them)]",
        "(which|what) list[s] (did|have) (i|we|you) (put|add|added|written|write) {text} (on|to)",
        f"[is there|have i got|do i have|did i write] [anything|something] about {{text}} (on|in) "
        f"({_MY_LISTS}|{_ANY_LIST})",
        f"(is there|have i got|do i have|did i write) (anything|something) (on|in) ({_MY_LISTS}|"
        f"{_ANY_LIST}) (about|with|to do with|for) {{text}}",
        f"(anything|something) (on|in) ({_MY_LISTS}|{_ANY_LIST}) (about|with|to do with) {{text}}",
        f"(is|are) {{text}} [already] (on|in) {_ANY_LIST}",
        "(is|are) {text} [already] (on|in) a list",
        "(is|are) there [any|a|an|some] {text} (on|in) (any|one) [of] [my|the|our] (list|lists)",
        "(do|does) any [one] of (my|our|the) lists (have|mention|contain|include) {text}",
        "(do|does) any [one] of (my|our|the) lists (have|mention|contain|include|say) "
        "(anything|something) about {text}",
        "what (do|does) (my|our|the) lists say about {text}",
        f"(find|look for|look up) {{text}} (on|in) {_MY_LISTS}",
        "(search|look through|check|go through|look in|look on) [all] [of] (my|our|the) lists for "
        "{text}",
        "(have|did) (i|we) [already] (got|get|have|put|write|written) [any|some] {text} (on|in) "
        "(any|one) [of] [my|the|our] (list|lists)",
        "where (is|are) {text} (on|in) (my|our|the) lists",
    )
}
"""Asks on which list something is, of all there are."""

_MANY = "how many (things|items|entries|products|jobs|tasks)"
_COUNTING: Sentences = {
    f"{_MANY} (are|are there|do i have|have i got|is) {_IS_ON} {_A_LIST}": {"tell": "count"},
    f"{_MANY} (are|are there|do i have|have i got|is) {_IS_ON} {_OWN} list": {
        "tell": "count", "list": "list"},
    f"count (the|my|all) [the] (things|items|entries) {_IS_ON} {_A_LIST}": {"tell": "count"},
    f"count (the|my|all) [the] (things|items|entries) {_IS_ON} {_OWN} list": {
        "tell": "count", "list": "list"},
    f"{_MANY} (are|are there|do i have|have i got|is) (left|still) {_IS_ON} {_A_LIST}": {
        "tell": "count"},
    f"{_MANY} (are|are there|do i have|have i got|is) (left|still) {_IS_ON} {_OWN} list": {
        "tell": "count", "list": "list"},
    "how many (things|items) [else] do (i|we) [still] (need|have) to (buy|get)": {
        "tell": "count", "list": "shopping"},
    "how many (things|jobs|tasks) [else] (do i [still] (need|have) to do|are [there] left to do)": {
        "tell": "count", "list": "to-do"},
    f"how (long|big) is {_A_LIST}": {"tell": "count"},
    f"how (long|big) is {_OWN} list": {"tell": "count", "list": "list"},
    "how many notes (do i have|have i got|are there)": {"tell": "count", "list": NOTES},
    "(what|which|what other) lists (do i have|are there|have i got|have i made)": {"tell": "names"},
    "(list|read|show|tell me|what are|name) [me] [all] [of] my lists": {"tell": "names"},
    "(do i have|have i got|are there) any lists": {"tell": "names"},
    "how many lists (do i have|are there|have i got)": {"tell": "names"},
}  # fmt: skip

_PLACED: Sentences = {
    template: {"tell": place} | fixed
    for place in _PLACES
    for template, fixed in (
        (f"(what is|what's|read [me]|tell me) [the] {place} [{_ITEM}] {_IS_ON} {_A_LIST}", {}),
        (f"(what is|what's|read [me]|tell me) [the] {place} [{_ITEM}] {_IS_ON} {_OWN} list",
         {"list": "list"}),
        (f"what comes {place} on {_A_LIST}", {}),
        (f"what comes {place} on {_OWN} list", {"list": "list"}),
        (f"(what is|what was|what's|read [me]|tell me|show me) (my|the) {place} note",
         {"list": NOTES}),
    )
} | {
    "(what is|what's|read [me]|tell me|show me) (my|the) (latest|newest|most recent) note": {
        "tell": "last", "list": NOTES},
}  # fmt: skip

READ: Sentences = (
    _READING
    | _FOR
    | _CHECKING
    | _SEARCHING
    | _COUNTING
    | _PLACED
    | _NEWEST
    | _LEFT_OPEN
    | {
        f"what (comes|is) (after|behind|next after) {{text}} (on|in) {_A_LIST}": {"tell": "after"},
        f"what (comes|is) (after|behind|next after) {{text}} (on|in) {_OWN} list": {
            "tell": "after",
            "list": "list",
        },
    }
)

_DELETE = "(remove|delete|erase|cross off|strike off|take off|take|cross|strike|drop|scratch)"
REMOVE: Sentences = {
    f"(cross|strike|scratch|tick|check|mark) {{text}} off [of|from] {_A_LIST}": {},
    f"(remove|delete|erase|take|drop|cross|strike|scratch|get rid of|clear) {{text}} (from|off|"
    f"off of) {_A_LIST}": {},
    "(remove|delete|take|cross|strike|tick|check|mark|scratch|erase) {text} (from|off|off of) "
    "(my|the|our) list": {"list": "list"},
    f"(complete|finish|delete|remove|erase|tick|check off|tick off|mark off) {{text}} (on|in) "
    f"{_A_LIST}": {},
    f"(mark|check|tick|set) {{text}} [off] [as] (done|complete|completed|finished|bought) (on|in) "
    f"{_A_LIST}": {},
    "(cross|strike|scratch|tick|check) off {text} (on|from) (my|the|our) {list} list": {},
    "(cross|strike|scratch|tick|check) off {text}": {"list": "list"},
    "(cross|strike|tick) [off] {text} off": {"list": "list"},
    f"get rid of {{text}} (on|from) {_A_LIST}": {},
    "(mark|check|tick) {text} [off] as (done|complete|completed|finished)": {"list": "to-do"},
    "(remove|delete|erase) {text} from (my|the) notes": {"list": NOTES},
    "(remove|delete|erase) (my|the) note (about|that|saying) {text}": {"list": NOTES},
    "(remove|delete|erase|get rid of|scratch|drop|undo|cancel|throw away) "
    "(that|this|the|my) note": {"list": NOTES},
    "(remove|delete|erase|get rid of) (my|the) (latest|newest|most recent) note": {
        "which": "last", "list": NOTES},
} | {
    template: {"which": place} | fixed
    for place in _PLACES
    for template, fixed in (
        (f"{_DELETE} [the] {place} [{_ITEM}] (from|on|off|of) {_A_LIST}", {}),
        (f"{_DELETE} [the] {place} [{_ITEM}] (from|on|off|of) {_OWN} list", {"list": "list"}),
        (f"{_DELETE} (my|the) {place} note", {"list": NOTES}),
    )
}  # fmt: skip

CLEAR: Sentences = {
    "(clear|empty|wipe|delete|erase|reset) [out] [my|the|our] [whole|entire] {list} list": {},
    "(clear|empty|wipe|delete|erase) (my|the|our) list": {"list": "list"},
    "(clear|empty|wipe|delete|erase) [all] [of] (my|the) notes": {"list": NOTES},
    "(throw away|get rid of|scrap|bin|trash|throw out) [my|the|our] [whole|entire] {list} list": {},
    f"(remove|delete|clear|take) (everything|all) (from|off|on) {_A_LIST}": {},
    f"(remove|delete|clear|take) (everything|all) (from|off|on) {_OWN} list": {"list": "list"},
}
