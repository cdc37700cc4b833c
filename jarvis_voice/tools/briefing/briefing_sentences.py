"""Sentence templates to hear the briefing, to move in it and to change it."""

from __future__ import annotations

from typing import Any

Sentences = dict[str, dict[str, Any]]

_GIVE = (
    "(give|read|tell|bring|get|play|show|start|begin|do|read out|let me have|let me hear|let us "
    "hear|"
    "let's hear|let's have|hear|i want|i need|i would like|i'd like|i would like to hear|i want "
    "to hear|"
    "can i have|can i get|can i hear|could i have|could i get|could i hear|may i have|run|what "
    "is|it is time for|time for|i am ready for|"
    "i'm ready for|what is in|what have you got in|have you got)"
)
_MY = "[me|us] [out] [to me] [my|the|our|a|an|today's|this morning's|tonight's|this evening's]"
_BRIEFING = (
    "[daily|morning|evening|afternoon|breakfast|latest|new] "
    "(briefing|news briefing|news brief|news summary|summary of the news|news digest|"
    "news roundup|news round-up|round-up of the news|roundup of the news|news update|"
    "news bulletin|update on the news)"
)
_WHEN = (
    "[today|for today|of today|of the day|this morning|this evening|tonight|now|right now|so far|"
    "overnight|this week|at the moment]"
)
_NEWS = (
    "[latest|top|main|big|breaking|world|important|recent|morning|evening|daily|local] "
    "(news|headlines|news headlines|top stories|stories)"
)
_ABOUT = "(about|on|regarding|concerning|from|around|of)"

BRIEFING: Sentences = {
    f"[{_GIVE}] {_MY} {_BRIEFING} {_WHEN}": {},
    f"{_GIVE} {_MY} brief": {},
    "(brief|update) (me|us) [on the news|on the day|on today|now] [briefly]": {},
    "(catch|fill) (me|us) (up|in) [on (the news|things|current affairs|what happened)] "
    f"{_WHEN}": {},
    f"(bring|get|keep) (me|us) up to (date|speed) [on the news|with the news] {_WHEN}": {},
    f"what is new [out there|in the world|for me|in the news] {_WHEN}": {},
    "(is there|have you got|do you have|have you) (anything new|any news|news) [for me] "
    f"{_WHEN}": {},
    f"(any|some) (news|headlines|big stories) [for me] {_WHEN}": {},
    "(anything|something|what) new [today]": {},
    f"(anything|something) [interesting|important|big] in the (news|world) {_WHEN}": {},
    "is my briefing (ready|there|done) [yet]": {},
    "do i have (a|any) (briefing|news) [today]": {},
    f"what is (in|on) the (news|headlines|papers|paper) {_WHEN}": {},
    f"what (is|are) [the|today's|this morning's] {_NEWS} {_WHEN}": {},
    f"(what is|what has been) (happening|going on) in the (world|news) {_WHEN}": {},
    f"what (happened|has happened) in the (world|news) {_WHEN}": {},
    "(have there been|are there|were there) any [big|new|important] (stories|news|headlines) "
    f"{_WHEN}": {},
    "what (did i miss|have i missed) in the (news|world)": {},
    f"{_GIVE} [me|us] [my|the|some|today's|this morning's|this evening's] {_NEWS} {_WHEN}": {},
    f"[the|my|today's|this morning's|this evening's] {_NEWS} {_WHEN}": {},
    "(read|tell|give) [me|us] the news of (today|the day)": {},
    "what (do|are) the (papers|news) (say|saying) [today]": {},
}

NEWS_ABOUT: Sentences = {
    f"[{_GIVE}] [me|us] [the|any|some|more|today's|all the] {_NEWS} {_ABOUT} {{topic}}": {},
    f"(what is|what are) [the|today's] {_NEWS} {_ABOUT} {{topic}}": {},
    f"(is there|are there|have you got|do you have|have there been) [any|some] {_NEWS} "
    f"({_ABOUT}|in) {{topic}}": {},
    "(is there|have you got|do you have) (anything|something) (new|in the news) "
    "(about|on|in|from|with) {topic}": {},
    "(anything|something) (about|on) {topic} in the news": {},
    "(anything|something) new (about|on|in|from|with) {topic}": {},
    "what is new (about|on|in|from|with) {topic}": {},
    "what is the latest (about|on|from|with|in) {topic}": {},
    "[give|tell] [me] the latest (about|on|from|with) {topic}": {},
    f"[{_GIVE}] [me|us] [a|my|the] [daily|morning|short|quick] (briefing|update|news briefing) "
    "(about|on) {topic}": {},
    "(brief|update) (me|us) (about|on) {topic}": {},
    "(catch|fill) (me|us) (up|in) (on|about) {topic}": {},
    "what (do|does) the (news|papers|paper|feeds) say (about|on) {topic}": {},
    "what is in the (news|papers) (about|on) {topic}": {},
    "[give|tell|read] [me] the {topic} (news|headlines)": {},
    "what (is|are) the {topic} (news|headlines)": {},
}

_OF_IT = "(of|in|from) (my|the|today's) (briefing|news)"
MOVES: Sentences = {
    f"(go to|read|tell me|give me|skip to|jump to|move to) the next (story|one|item) {_OF_IT}": {
        "move": "next"
    },
    f"skip [to] the (story|next story) {_OF_IT}": {"move": "next"},
    "(go back|go back one story|back) in (my|the) (briefing|news)": {"move": "back"},
    f"(go back to|read|tell me|give me) the (previous story|story before) {_OF_IT}": {
        "move": "back"
    },
    f"(read|repeat|tell me) (this|that) story {_OF_IT} again": {"move": "again"},
    "(go on|continue|carry on|resume|keep going) (with|reading) (my|the) (briefing|news)": {
        "move": "on"
    },
    "(continue|resume|finish) (my|the) (briefing|news)": {"move": "on"},
    "(start|read) (my|the) (briefing|news) (again|from the beginning|from the start|from the "
    "top)": {"move": "first"},
    "(start|read) (my|the) (briefing|news) over [again]": {"move": "first"},
}

_TALE = "[the] {story} (story|one|item) (of|in|from) (my|the|today's) (briefing|news)"
MORE: Sentences = {
    f"[tell me|give me|read me|i want [to (hear|know)]] more (about|on|of) {_TALE}": {},
    "(go deeper into|expand on|elaborate on|give me details on|tell me about|details on) "
    f"{_TALE}": {},
}
SOURCE: Sentences = {
    f"(who says|who said|who tells|who reports|who wrote|where do you have) {_TALE}": {},
    f"what (is|are) the (source|sources) of {_TALE}": {},
    f"where (is|does) {_TALE} [come] from": {},
}
OPEN: Sentences = {
    f"(open|show me|show|bring up|pull up) [the (page|article|link) (of|for|about)] {_TALE}": {},
}
SAVE: Sentences = {
    f"(save|keep|bookmark|store) {_TALE} [for later]": {},
    f"(save|put|add|keep|write) {_TALE} (to|on|onto|in) (my|the) {{list}} list": {},
    f"(save|put|add|keep|write) {_TALE} (to|on|onto|in) (my|the) list": {},
}
TASTE: Sentences = {
    f"(less|fewer stories) (of|like) {_TALE}": {"taste": "less"},
    f"more stories like {_TALE}": {"taste": "more"},
    f"no more stories like {_TALE}": {"taste": "mute"},
    "(less|fewer) (news|stories|headlines) (about|on|from) {about}": {"taste": "less"},
    "[i want|give me|tell me|i would like] less (news|stories) (about|on|from) {about}": {
        "taste": "less"
    },
    "(i want|i would like|i'd like|give me) more (news|stories) (about|on|from) {about} in (my|"
    "the) "
    "(briefing|news)": {"taste": "more"},
    "(no|no more|never any|stop the) (news|stories|headlines) (about|on|from) {about}": {
        "taste": "mute"
    },
    "(i do not want|i don't want|do not want|don't want|don't tell me|do not tell me|don't read "
    "me) (any|any more|more|the) (news|stories) (about|on|from) {about}": {"taste": "mute"},
    "(mute|block) {about} in (my|the) (briefing|news)": {"taste": "mute"},
    "leave {about} out of (my|the) (briefing|news)": {"taste": "mute"},
}
_SENDING = "(send|mail|email|e-mail|forward)"
_BY_MAIL = (
    "(to|into) (my|the|our) (mail|e-mail|email|mailbox|inbox|mail address|e-mail address|"
    "email address|address)"
)
_AS_MAIL = "(by|via|as|in|with|per|through) [a|an|my] (mail|e-mail|email|letter)"
SEND: Sentences = {
    f"{_SENDING} [me|us|over|out] {_MY} {_BRIEFING} {_WHEN} [{_BY_MAIL}|{_AS_MAIL}]": {},
    f"{_SENDING} {_MY} {_BRIEFING} {_WHEN} to (me|us|myself) [{_AS_MAIL}]": {},
    f"{_SENDING} {_MY} {_BRIEFING} to {{to}}": {},
    f"{_SENDING} {{to}} (my|the|today's) {_BRIEFING}": {},
    f"{_SENDING} [me|us] [the|my|today's|some] {_NEWS} {_WHEN} ({_BY_MAIL}|{_AS_MAIL})": {},
    f"(mail|email|e-mail) [me|us] [the|my|today's|some] {_NEWS} {_WHEN}": {},
    f"{_GIVE} [me] {_MY} {_BRIEFING} {_WHEN} {_AS_MAIL}": {},
    f"(i want|i would like|i'd like|i need|can i have|could i have|can i get) {_MY} {_BRIEFING} "
    f"[sent|mailed|emailed] ({_BY_MAIL}|{_AS_MAIL})": {},
    f"(get|have) {_MY} {_BRIEFING} (mailed|emailed|sent) ({_BY_MAIL}|to me)": {},
    f"put {_MY} {_BRIEFING} (in|into) (my|the) (mail|mailbox|inbox|email)": {},
    f"{_SENDING} [me] the (briefing|news) that i heard [{_BY_MAIL}]": {"which": "heard"},
    f"{_SENDING} the (briefing|news) that i heard to {{to}}": {"which": "heard"},
}
OFFER: Sentences = {
    "offer my briefing of {when}": {},
}

_FEED = "(feed|news feed|rss feed|rss)"
FOLLOW: Sentences = {
    f"(follow|add|subscribe to|take|use|subscribe me to) [the|a|this] [new] {_FEED} [of|from|at|"
    "called] "
    "{feed}": {},
    f"(follow|add|subscribe to) {{feed}} (to|in) my {_FEED}s": {},
    f"(follow|add|subscribe to) {{feed}} as [a|an] {_FEED}": {},
    "add {feed} to (my|the) (briefing|feeds|news)": {},
}
FOLLOW_TOPIC: Sentences = {
    f"(follow|add|subscribe to|take|use|give me|i want) [the|some|all] [your] {{topic}} {_FEED}s "
    "[to my briefing]": {},
    f"(follow|add|subscribe to|take|use|give me) [the|some|all] {_FEED}s (about|on|for|of) "
    f"{{topic}}": {},
    "(follow|add) [the] {topic} news (to my briefing|in my briefing)": {},
}
UNFOLLOW: Sentences = {
    f"(unfollow|remove|drop|delete|stop following|unsubscribe from) [the|my] {_FEED} [of|from|"
    "number] "
    "{which}": {},
    f"(unfollow|remove|drop|delete|stop following|unsubscribe from) [the|my] {{which}} {_FEED}": {},
    "unfollow [the] {which}": {},
}
FEEDS: Sentences = {
    f"(which|what) {_FEED}s (do i|am i|are we|do we) [have|follow|following|subscribed to|get]": {},
    f"(which|what) {_FEED}s (have i got|have i|are there|do you (read|have|use|follow))": {},
    f"(which|what) are my {_FEED}s": {},
    "(list|show|read|tell|name|read out|show me|tell me|read me|give me) [all|all of] (my|the) "
    f"{_FEED}s": {},
    "(where|from where) do you (get|have|take) (my|the) (news|briefing) [from]": {},
    "what is my (news|briefing) made (of|from)": {},
    f"do i (have|follow) any {_FEED}s": {},
    f"my {_FEED}s": {},
}
TOPICS: Sentences = {
    f"(which|what) (topics|kinds of {_FEED}s) (are there|can i (add|follow)|do you have) "
    f"[for (my briefing|{_FEED}s)]": {},
    f"(which|what) {_FEED}s (can i|could i|should i) (add|follow|take)": {},
}
