"""Knows the verbs of acts that assistants are asked for, in their forms. Pure.

Invariant: a form is looked up in a table; no pattern runs over the words.
"""

from __future__ import annotations

_ACTING = """
    accept activate adjust advise alert announce arm arrange assign bake bill block boil book boost
    brew brighten broadcast buy call cancel charge clean clear click close complete configure
    confirm connect contact cook cool copy crank create deactivate decline decrease delete deliver
    deposit dial dim disable disarm disconnect dispatch download e-mail email empty enable
    enter erase execute extend feed file finalise finalize finish flag flip forward grab handle heat
    hibernate hoover increase inform install invite issue jot kill launch load lock log
    lower mail memorise memorize message minimise minimize mop move mute notify nudge open order
    organise organize page paste pause pay perform phone photograph ping play plug pop post postpone
    power preheat press print process program publish purchase queue raise reboot rebook
    record reduce refund refresh register remind remove rename renew rent reopen reorder repair
    reply report request reschedule reserve reset resolve restart restore resume ring run save
    schedule scrap secure send set settle share shuffle shut silence skip snooze snap sort start
    stop store stream submit subscribe switch sync tap text throw tidy top transfer trigger
    turn tweet uninstall unlock unmute unpause unplug unsubscribe update upgrade upload vacuum wake
    warm warn wash water whatsapp wipe wire withdraw zap
    put bring pull get take make have do give fix write pick note remember forget
    add change keep leave fetch pass hang hold let cut drop stick pack draw hide wind fill swap
    scrub trim tell ask relay pop chuck whack fire kick ease mark tick relock redo undo reach speak
    hook track monitor watch sign enrol enroll purge apply implement initiate commence
    conclude carry trash bin discard dismiss archive unarchive star pin attach convey
    cross toss roll type hand count
    find look check search scan read see browse review inspect examine peek consult verify
""".split()  # noqa: SIM905 - a table that people extend reads best as words

_IRREGULAR = {
    "send": "sent", "buy": "bought", "pay": "paid", "withdraw": "withdrew withdrawn",
    "shut": "shut", "set": "set", "put": "put", "bring": "brought", "get": "got gotten",
    "take": "took taken", "make": "made", "have": "had", "do": "did done", "give": "gave given",
    "write": "wrote written", "forget": "forgot forgotten", "keep": "kept", "leave": "left",
    "hang": "hung", "hold": "held", "let": "let", "cut": "cut", "stick": "stuck", "wake": "woke "
    "woken waked", "ring": "rang rung", "run": "ran run", "throw": "threw thrown", "feed": "fed",
    "find": "found", "read": "read", "see": "saw seen", "tell": "told", "draw": "drew drawn",
    "hide": "hid hidden", "wind": "wound", "speak": "spoke spoken", "rebook": "rebooked",
    "redo": "redid redone", "undo": "undid undone", "reset": "reset", "panic": "panicked",
}  # fmt: skip

_DOUBLED = frozenset(
    """
    cancel chat dim flag flip grab hop jot log mop plug pop scan scrap shop skip snap stop
    submit tap top transfer trim unplug zap swap drop ship program pin star bin scrub let set
    put get cut run shut reset jam arm
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
) - {"arm"}


def _ed(verb: str) -> str:
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


def _ing(verb: str) -> str:
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    return f"{verb}ing"


def _pasts(verb: str) -> list[str]:
    found = _IRREGULAR.get(verb, "").split()
    return found or [_ed(verb), *([f"{verb}ed"] if verb in {"cancel", "program"} else [])]


BASES: dict[str, str] = {verb: verb for verb in _ACTING}
PASTS: dict[str, str] = {form: verb for verb in _ACTING for form in _pasts(verb)}
GERUNDS: dict[str, str] = {
    form: verb for verb in _ACTING for form in {_ing(verb), f"{verb}ing"} if form.isascii()
}

LOOKING_VERBS = frozenset(
    """
    find look check search scan read see browse review inspect examine peek consult verify
    monitor watch track
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""Looking into what is the user's own: an act only where it is."""

LIGHT_VERBS = frozenset(
    """
    put bring pull get take make have do give fix write pick keep leave hang hold let cut drop
    stick pack draw hide fill pass tell ask see reach speak mark sort order add change move
    type count hand roll throw run start stop complete finish call enter press apply carry
    load raise find
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""Verbs that mean an act only by what stands behind them."""
