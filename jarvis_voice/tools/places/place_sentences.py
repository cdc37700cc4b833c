"""The sentences that ask for places: "find a restaurant nearby", "coffee shops in Bristol"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_ANY = "[a|an|the|some|any|me a|me an|me some|us a|us some]"
_PLACED = (
    "((nearby|near by|close by|around|here|around here|round here|locally|within walking distance|"
    "not [too|very] far [away]|that is (nearby|close)) [in {near}]|"
    "[somewhere|anywhere] (near|in|around|close to|nearby|by|at|not far from) {near})"
)
"""Where. "Near me" gives the words "me", which are no city: the home city is meant."""

_FIND = (
    "(find|look for|locate|show|give|get|list|"
    "i need|we need|i want|we want|i would like|i'd like|i am looking for|i'm looking for|"
    "we are looking for|we're looking for|i am after|i'm after|i need to find|i want to find|"
    "i want to go to|help me find|let's find)"
)
_SEEK = (
    "(find|look for|locate|help me find|help us find|i am looking for|i'm looking for|"
    "we are looking for|we're looking for|i need to find|i want to find|i have to find)"
)
_SEARCH = "(search for|search [the web] for|look up|google)"
"""What asks for pages of the web, unless it is asked for near the user."""

_IS_THERE = (
    "(is there|are there|do you know [of]|do we have|have (we|you) got|can you see|"
    "do you have|would there be|i wonder if there is)"
)
_WHERE = (
    "(where is|where are|where can (i|we) find|where (do|could|would|might) (i|we) find|"
    "where will i find|where is there|where are there|tell me where there is|"
    "do you know where there is|do you know where i can find)"
)
_WHICH = (
    "(what|which) {kind} (are there|are|is there|is|can you find|do you know|do you recommend|"
    "would you recommend|can you recommend|have you got|can i go to|could i go to)"
)
_RECOMMEND = "[can you|could you|would you] (recommend|suggest)"
_NEAREST = "[single] (nearest|closest|next nearest)"
_TO_NEAREST = (
    "(find|find me|show me|tell me|give me|i need|locate|look for|search for|get me to|"
    "take me to|direct me to|show me the way to|directions to|get directions to|how do i get to|"
    "where is|where are|"
    "where would i find|where can i find|where do i find|what is|what are|which is|"
    "[do you know|tell me] where|[do you know|tell me] what|point me to|navigate to)"
)

_WISH = "(i want|i wish|i need|i would like|i'd like|we want|we would like|we'd like|we need)"

_SOUGHT: Mapping[str, str] = {
    "where can (i|we) (eat|get something to eat|have dinner|have lunch|get dinner|get lunch|"
    "grab a bite|go for dinner|go for lunch|go to eat)": "restaurant",
    "where can (i|we) (get|have|grab|drink) [a|some] [cup of|good] (coffee|tea)": "cafe",
    "where can (i|we) (get|have|grab) a (drink|beer|pint)": "pub",
    "where can (i|we) (park|park [the|my|our] car|leave [the|my|our] car)": "car park",
    "where can (i|we) (get|buy|find) [some] (petrol|gas|fuel)": "petrol station",
    "where can (i|we) (fill up|refuel|get gas) [the car|my car]": "petrol station",
    "where can (i|we) (charge|charge up) [the|my|our] [electric] car": "charging station",
    "where can (i|we) (get|withdraw|take out|draw) [some|out] (cash|money)": "cash machine",
    "where can (i|we) (buy|get) [some] (groceries|food)": "supermarket",
    "where can (i|we) (buy|get) [some] (medicine|medication|painkillers|aspirin)": "pharmacy",
    "where can (i|we) (stay|sleep|spend the night)": "hotel",
    "where can (i|we) (go swimming|swim|go for a swim)": "swimming pool",
    "where can (i|we) (see a movie|watch a movie|see a film|watch a film)": "cinema",
    "where can (i|we) (post|mail|send) a (letter|parcel|package)": "post office",
    "where can (i|we) (get|have) (a haircut|my hair cut)": "hairdresser",
}
"""What somebody wants to do, and the kind of places for it."""


def _sentences() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {
        "find {kind} near {near}": {},
        "find {kind} nearby": {},
        f"{_SEEK} [me|us] (a|an|some|any) {{kind}} [for me|for us|please]": {},
        f"{_WISH} to (eat|dine|eat out|go|go out|have (dinner|lunch|breakfast|a meal|a drink|"
        f"coffee)|get (dinner|lunch|food|a drink|coffee)|drink|stay) [at|in|to] {_ANY} {{kind}} "
        f"{_PLACED}": {},
        f"{_WISH} to (find|go to|eat at|visit|try|get to|see|stay at|stay in) {_ANY} {{kind}} "
        f"{_PLACED}": {},
        f"{_IS_THERE} {_ANY} (good|nice|decent|cheap) (place|spot|restaurant) for {{kind}} "
        f"{_PLACED}": {},
        "where (is|are|can (i|we) (find|get)|do i find) (a|an|some|any) {kind}": {},
        f"{_TO_NEAREST} the {_NEAREST} {{kind}} [is|are|to me|to us|from here]": {},
        f"[the] {_NEAREST} {{kind}} [to me|to here|to us]": {},
        f"{_TO_NEAREST} the {{kind}} (nearest|closest) [to] (me|us|here|home)": {},
        f"{_FIND} [me|us] {_ANY} {{kind}} {_PLACED}": {},
        f"{_SEARCH} {_ANY} {{kind}} (nearby|near by|near me|near us|near here|around here|close by|"
        "in my area|in the area|around me)": {},
        f"{_IS_THERE} {_ANY} {{kind}} {_PLACED}": {},
        f"{_WHERE} {_ANY} {{kind}} {_PLACED}": {},
        f"{_WHICH} {_PLACED}": {},
        f"{_RECOMMEND} [me|us] {_ANY} {{kind}} {_PLACED}": {},
        f"where can (i|we) (eat|get|have|find|buy|go for|grab) {_ANY} {{kind}} {_PLACED}": {},
        f"(what are|name|tell me|give me) (some|a few|any) {{kind}} {_PLACED}": {},
        f"(what is|what would be) a (good|nice|decent|great|cheap) {{kind}} {_PLACED}": {},
        f"[show me|give me|make] [me] a list of [all] [the] {{kind}} {_PLACED}": {},
        f"[show me|list] [all] {_ANY} {{kind}} {_PLACED}": {},
        f"[{_TO_NEAREST}] the {_NEAREST} {{kind}} {_PLACED}": {},
    }
    found |= {
        f"{asked} [tonight|now] [{_PLACED}]": {"kind": kind} for asked, kind in _SOUGHT.items()
    }
    return found


SENTENCES: Mapping[str, Mapping[str, Any]] = _sentences()
"""Template to the arguments that it fixes."""
