"""Tells praise, blame and small talk about Jarvis itself: "you're a doll". Pure.

Invariant: asked only where nothing else understood the sentence; what comes of it are words alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.normalization import clean

_LONGEST = 100
"""Characters; a longer sentence has more in it than talk."""

_LEADS = lazy_pattern(
    r"(?:(?:oh|uh|um|well|so|wow|hey|and|but|ok|okay|honestly|actually|seriously|sorry|man|jarvis|"
    r"to be honest|i (?:really )?(?:think|find|guess|believe|suppose|must say|have to say|bet)"
    r"(?: that)?|it seems(?: that| like)?)\b[\s,.!]*)+",
    re.I,
)
_TAILS = lazy_pattern(
    r"[\s,.!]+(?:jarvis|today|now|right now|tonight|buddy|mate|pal|man|dude|please|you know|"
    r"at all|any ?more|again|robot|computer|ai|ai device|device|machine|my friend)[\s,.!?]*\Z",
    re.I,
)
_THINGS = lazy_pattern(
    r"\b(?:timers?|alarms?|reminders?|lists?|notes?|routines?|weather|news|headlines|music|songs?|"
    r"volume|screen|websites?|app|price|score|open|set|add|cancel|play|remind|search|find|"
    r"calendar|meetings?|email|message|call)\b",
    re.I,
)
"""What a request is about; a sentence with one of these is no talk about Jarvis."""

_YOU_ARE = r"(?:you|u) ?(?:'re|are|re|r|seem|look|sound|were|have been|'ve been|can be|must be)"
_HOW = (
    r"(?: (?:so|very|really|too|such|quite|pretty|just|absolutely|incredibly|extremely|always|all|"
    r"being|getting|a|an|the|my|one|of|totally|completely|truly|most|real|little|bit|kind|sort|"
    r"super|damn|freaking|absolute|complete|utter|how|what|always|actually|still|not|to be|like))*"
)
_GOOD = (
    r"(?:awesome|amazing|great|good|nice|kind|clever|smart|brilliant|bright|brainy|intelligent|"
    r"genius|wonderful|fantastic|lovely|sweet|sweetie|cute|beautiful|handsome|pretty|gorgeous|"
    r"attractive|funny|hilarious|funniest|helpful|useful|best|cool|perfect|super|fine|right|"
    r"correct|true|polite|patient|fast|quick|quick learner|impressive|incredible|excellent|"
    r"marvell?ous|adorable|charming|friendly|doll|angel|star|legend|hero|gem|pro|professional|"
    r"champ|champion|treasure|lifesaver|rockstar|boss|friend|bestie|on fire|the man|spot on|"
    r"talented|qualified|wise|knowledgeable|fun|entertaining|delightful|dear|darling|honest|"
    r"loyal|reliable|great help|big help|nicest|smartest|cleverest|kindest)"
)
_BAD = (
    r"(?:annoying|irritating|boring|dull|useless|worthless|stupid|dumb|idiot|idiotic|moron|bad|"
    r"awful|terrible|horrible|horrid|disgusting|lame|slow|dense|thick|worst|crazy|insane|mad|nuts|"
    r"weird|weirdo|strange|rude|mean|evil|creepy|scary|ugly|fat|liar|lying|fake|broken|silly|"
    r"ridiculous|pathetic|incompetent|ignorant|confused|confusing|frustrating|"
    r"disappointing|waste|waste of time|no good|out of your mind|wrong|mistaken|incorrect|"
    r"off|clueless|hopeless|lazy|deaf|fired|dismissed|loser|jerk|joke|rubbish|trash|garbage)"
)
_PRAISES = (
    rf"{_YOU_ARE}{_HOW} {_GOOD}(?: .{{1,40}})?",
    rf"(?:how|what a|such an?){_HOW} {_GOOD}(?: \w+)?(?: you are| of you)?",
    r"you(?:'ve| have)? (?:rock|rule|made my day|make my day|know (?:a lot|so much|everything|"
    r"it all|your stuff)|(?:make|made) me (?:laugh|smile|happy|feel better)|did (?:it|great|well)|"
    r"work (?:very |really )?well|never let me down|saved me|almost sound human|"
    r"have a (?:nice|lovely|great|good|beautiful) (?:voice|sense of humou?r|way with "
    r"words))\b.{0,40}",
    r"i(?:'m| am| do| really| just| so)*(?: really| just)? (?:like|love|adore|enjoy|admire|miss|"
    r"missed|appreciate|trust|proud of|fond of|impressed (?:by|with)) (?:you|your|talking "
    r"(?:to|with) you|the way you|how you|having you)\b.{0,40}",
    r"(?:i want to|i'd like to|let's|let me|i will) tell every(?:one|body) (?:that|how|about) "
    r"you.{0,40}",
    rf"(?:that|it|this)(?:'s| is| was){_HOW} {_GOOD}(?: .{{1,25}})?",
)
_BLAMES = (
    rf"{_YOU_ARE}{_HOW} {_BAD}(?: .{{1,40}})?",
    rf"how{_HOW} {_BAD} you are",
    r"you(?:'ve| have)? (?:annoy|annoyed|bore|bored|irritate|confuse|confused|disappoint|"
    r"disappointed|bother|upset|frustrate|hurt|lied to|ignore|misunderstood|misheard) (?:me|"
    r"us)\b.{0,30}",
    r"i(?:'m| am| do| really)* (?:hate|dislike|can't stand|cannot stand|sick of|tired of|fed up "
    r"with|"
    r"mad at|angry (?:at|with)|annoyed (?:at|by|with)|disappointed (?:in|by|with)|"
    r"(?:do not|don't) (?:like|trust|need|want|believe)) (?:you|your|talking to you)\b.{0,30}",
    rf"(?:you(?:'re| are) not|you (?:do not|don't|did not|didn't|can't|cannot|never|won't|"
    rf"will not|aren't)|why (?:aren't|don't|can't|won't) you){_HOW} (?:help|helping|listen|"
    rf"listening|"
    r"understand|understanding|work|working|get|getting|know|learn|making sense|make sense|"
    r"answer|answered|answering|hear|hearing|clever|smart|good|funny|nice|very|cool|real|"
    r"paying attention|what i|talk|talking|have a clue|make (?:any )?sense)\b.{0,40}",
    r"(?:no,? ?)*i (?:do not|don't) (?:think|believe)(?: that)? ?(?:that|it|this)?(?:'s| is| was)?"
    r"(?: (?:the|a|an))? (?:right|correct|true|good|so|it|answer|what i \w+)(?: \w+)?",
    rf"(?:no,? ?)*(?:(?:i (?:do not|don't)? ?think )?(?:that|it|this|the answer|your answer)"
    rf"(?:'s| is| was|'re| are)?|i (?:do not |don't )?think)?{_HOW} ?(?:wrong|incorrect|untrue|"
    rf"false|"
    r"not (?:right|correct|true|it|so|what i (?:asked|said|meant|wanted)(?: for)?)|"
    r"(?:not )?(?:the )?(?:correct|right|wrong) (?:answer|response|reply|one|thing))",
    r"(?:i(?:'m| am|'ll| will)? ?(?:about to |going to |gonna |have to |want to )?"
    r"(?:fire|fired|firing|replace|replacing|uninstall|delete|sell|dump) you|"
    r"you (?:should|must|ought to) (?:be|get) (?:fired|replaced)|"
    r"(?:we(?:'re| are) not|you (?:don't|do not)) work(?:ing)? (?:together|for me)\b.{0,20})",
    r"(?:be|get|act|try to be|you (?:should|must|need to|have to|could) be)(?: a bit| a little)?"
    r"(?: more| less)? (?:clever|cleverer|smart|smarter|sensible|funny|funnier|nice|nicer|polite|"
    r"helpful|useful|human|serious|kind|kinder|better|interesting|boring|annoying|rude|stupid)",
    r"you (?:should|must|need to|have to) (?:learn|study|improve|practi[sc]e|do better)\b.{0,30}",
)
_FEELING = (
    r"(?:feel|sleep|dream|eat|drink|like|love|hate|enjoy|prefer|believe|wish|care|cry|laugh|lie|"
    r"breathe|smell|ever|get (?:tired|bored|lonely|sad|hungry|angry|mad|paid|sick|jealous|scared)|"
    r"want to (?:be|eat|go|marry|rule|take over|live|sleep|die|meet|hug)|work out|miss me|"
    r"think (?:about|of) (?:me|us|life|yourself)|have (?:a |an |any |many |much |got |lots of )*"
    r"(?:feelings?|emotions?|friends?|body|face|soul|heart|brain|girlfriend|boyfriend|wife|husband|"
    r"children|kids|parents|mother|mum|mom|father|dad|brothers?|sisters?|siblings|favou?rites?|"
    r"favou?rite \w+(?: \w+)?|birthday|life|sense of humou?r|gender|job|house|home|car|dog|cat|"
    r"pets?|hobby|hobbies|hair|eyes|legs|hands|age|personality|secrets?|to do|things to do))"
)
_STATES = (
    r"(?:busy|ready|tired|hungry|thirsty|happy|sad|angry|mad|bored|lonely|alive|dead|awake|asleep|"
    r"real|fake|human|sick|ill|drunk|married|single|in love|male|female|a boy|a girl|a man|a woman|"
    r"religious|political|perfect|free|scared|afraid|jealous|ticklish|smart|clever|stupid|crazy|"
    r"self[- ]aware|conscious|sentient|old|young|tall|famous|rich|good|evil|from|born|working|"
    r"nervous|proud|jealous|kidding|joking|serious|still working|having (?:fun|a good))"
)
_ABOUT_SELF = (
    r"(?:what|how)(?:'ve| have| are| do|'s| is)? (?:you|different about you|makes you) ?"
    r"(?:got |can "
    r"you do |different |better |do )?(?:that |from |than )(?:siri|alexa|cortana|google|chatgpt|"
    r"the others|other assistants)(?: hasn't| can't| doesn't| hasn't got)?",
    rf"do you{_HOW} {_FEELING}\b.{{0,50}}",
    r"(?:have|did|were|can|could|would|will) you (?:ever |really )*(?:been|born|feel|felt|sleep|"
    r"love|"
    r"loved|dream|cry|laugh|eat|die|marry|be (?:my|mine)|rather|say you (?:like|prefer|love)|"
    r"like to (?:be|eat|go|marry|have|meet|live)|want to be)\b.{0,50}",
    rf"(?:are|were|have you been|aren't) you{_HOW} {_STATES}\b.{{0,30}}",
    rf"{_YOU_ARE}{_HOW} {_STATES}\b.{{0,30}}",
    r"(?:have you got|do you have|you have|you've got) (?:much|a lot|lots|anything|something|"
    r"things) "
    r"(?:to do|on|going on|planned)",
    r"you (?:might|may|must|could|should) be (?:hungry|tired|bored|lonely|happy|sad|busy|thirsty|"
    r"human|real|sleepy)\b.{0,20}",
    r"(?:what|which|who)(?:'s| is| are| was|'re)? your (?:favou?rite|best|dream|hobby|hobbies|"
    r"gender|religion|sign|star sign|type|family|opinion|personality|secret|mood|purpose|goal|"
    r"plans?|passion|job|story|weakness|biggest)\b.{0,40}",
    r"what (?:do|did|would|are|were) you (?:like|love|hate|enjoy|eat|drink|dream|wear|wearing|look "
    r"like|doing|up to|think (?:of|about) (?:me|us|yourself|siri|alexa|google|cortana|humans?|"
    r"people|"
    r"love|life)|do (?:all day|for (?:fun|a living)|when|at night)|want to be|believe|"
    r"feel)\b.{0,40}",
    r"(?:what|how) (?:is it like|does it feel)(?: like)? to be (?:you|a (?:computer|robot|machine|"
    r"program|bot)|an? ai)\b.{0,20}",
    r"(?:say|talk|tell|tell me|speak|all|more|something|everything|some stuff)(?: some stuff| a "
    r"bit| "
    r"more| something| everything)* about (?:you|yourself)",
    r"(?:are|were|is) (?:we|you and (?:me|i)) (?:still |best |good )*(?:friends|buddies)\b.{0,20}",
    r"(?:will|would|can|could|do|want|please)?(?: you)?(?: want to| like to)? ?(?:be|marry|hug|"
    r"kiss|"
    r"date) (?:my (?:\w+ )?(?:friend|wife|husband|girlfriend|boyfriend|valentine|buddy)|"
    r"me)\b.{0,20}",
    r"(?:is|are) (?:your|jarvis) \w+ (?:real|name|human|alive)\b.{0,20}",
)
_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("stop", (r"(?:leave|let) (?:me|us) (?:alone|be|in peace)|(?:cut|pack|knock|jack) it (?:out|in|"
              r"off)|give it a rest|that'?ll do|that will do|(?:take|have) a (?:break|rest)|"
              r"pipe down|button it|put a sock in it|not another word|zip it",)),
    ("goodbye", (r"ta-?ra(?: for now)?|tat(?:a|ty)-?bye|bye-?bye|(?:i(?:'m| am) )?(?:off|away|out)"
                 r"(?: now| then| to \w+(?: \w+)?)?|"
                 r"(?:i(?:'ll| will) )?(?:see|catch|speak to|talk to)"
                 r" (?:you|ya)(?: again)? (?:later|soon|tomorrow|around|next week|then)",
                 r"(?:sayonara|syonara|adios|ciao|au revoir|arrivederci|hasta la vista|see ya|"
                 r"see you|laters?|ttyl|toodles|cheerio|ta-?ta|so long|farewell|off to bed|"
                 r"(?:i(?:'m| am) )?signing off|(?:good )?night(?: night)?|"
                 r"(?:and )?(?:a )?(?:very )?good night(?: to you)?|sweet dreams)(?:,? "
                 r".{1,20})?",)),
    ("remark", (r"(?:oh )?(?:i see|got it|gotcha|understood|noted|fair enough|fair (?:play|point)|"
                r"point taken|right then|righto|right(?:y| you) ho|alright then|all right then|"
                r"roger(?: that)?|(?:much|far|way|that's|a lot) better|good to know|makes sense|"
                r"i (?:get|understand) it|ok(?:ay)? then|so be it|if you say so|you don't say|"
                r"is that so|guess what|you know what|how about that|there (?:you|we) (?:go|are)|"
                r"that(?:'s| is) (?:it|that|all right|fine|okay|ok)|not (?:too )?bad|so so|"
                r"(?:no+,? )?(?:nah,? )?you(?:'re| are) (?:alright|all right|okay|ok|grand))",)),
    ("greeting", (r"(?:a |have a )?(?:very )?(?:merry|happy|joyful|blessed) (?:christmas|xmas|new "
                  r"year|easter|birthday|holidays?|halloween|hanukkah|eid|diwali|thanksgiving|"
                  r"anniversary|valentine's(?: day)?|weekend|monday|tuesday|wednesday|thursday|"
                  r"friday|saturday|sunday)(?:,? (?:to )?(?:you|everyone|all|to all|too))*|"
                  r"season's greetings|you (?:alright|all right|ok|okay)(?: there)?",
                  r"(?:and )?(?:a )?(?:very )?(?:good|top of the|happy) (?:morning|afternoon|"
     "evening|day)"
                  r"(?:,? (?:to )?(?:you|sir|jarvis|everyone|all|there|too|you too))*",
                  r"(?:hello|hi|hey|greetings|howdy|welcome)(?:,? (?:to you|there|you|again|back|"
                  r"friend|"
                  r"everyone|world|old \w+|my \w+)){0,2}")),
    ("how_are_you", (r"(?:are|were) you (?:doing |feeling |keeping )*(?:well|okay|ok|alright|all "
     "right|"
                     r"fine|good|great|better)\b.{0,15}",
                     r"how(?:'s| is| are| was| has| have)? (?:your|the) (?:day|evening|morning|"
                     r"night|"
                     r"week|weekend|life|things)(?: going| been| treating you)?",
                     r"how (?:do|did) you (?:feel|sleep|do)\b.{0,15}",
                     r"what(?:'s| is)? (?:up|new|good|happening|going on)(?: with you)?")),
    ("do_you_hear", (r"wake up(?:,? \w+)?", r"(?:are|r) you (?:still )?(?:there|here|on|around|"
     "with me)",
                     r"(?:you )?(?:still )?there", r"where (?:did you go|are you|have you gone)",
                     r"(?:anybody|anyone) (?:there|home)")),
    ("who_are_you", (r"(?:what|which) (?:version|model|kind of "
                     r"(?:assistant|program|robot|ai|thing)|"
                     r"sort of (?:assistant|program|robot|ai|thing)|"
                     r"type of (?:ai|assistant)) are you",
                     r"(?:what|who) (?:does|is) jarvis(?: stand for| mean| short for| anyway)?|"
                     r"why are you (?:called|named) jarvis|"
                     r"what(?:'s| is) (?:in )?your name(?: mean)?",
                     r"(?:what|which) (?:programming )?language are you (?:written|coded|made|"
                     r"programmed) in|how (?:do|did) you (?:work|function|come (?:to be|into being|"
                     r"about))",
                     r"what do you (?:answer|respond|listen|react) to",
                     r"what(?:'s| is| are)? (?:people|others|they) call you",
                     r"(?:do|have) you (?:have |got )?(?:a )?(?:real |full |other "
                     r")*name\b.{0,15}")),
    ("maybe", (r"(?:oh )?(?:just |please )?(?:wait|hold on|hang on|hold it|one|give me|gimme|just)"
               r"(?: up| on)?(?: just)?(?: a| an| one| half a)?"
               r" ?(?:sec|second|min|minute|moment|mo|bit|tick|please)?",
               r"(?:do not|don't|no) (?:rush|hurry)(?: me)?", r"let me (?:think|see)(?: about it)?",
               r"i(?:'m| am) (?:still )?thinking")),
    ("apology", (r"(?:sure,? |it's |that's |that is |there's )*(?:no|not a) (?:probs?|problemo?|"
     "problem|"
                 r"worries|worry|biggie|big deal|harm done|bother|trouble)(?: about (?:that|it))?",
                 r"(?:do not|don't) (?:worry|be sorry|mention it|sweat it)(?: about (?:it|that))?",
                 r"(?:that's |that is |it's |it is )?(?:okay|ok|alright|all right|fine|my "
                 r"pleasure)",
                 r"you(?:'re| are)(?: so| very| most)? welcome", r"any ?time",
                 r"(?:i )?(?:do|did|does|should|would|could)?(?: not|n't) (?:really )?(?:care|"
                 r"mind|matter)"
                 r"\b.{0,20}", r"(?:whatever|who cares|so what|not caring|not care)\b.{0,15}")),
    ("compliment", (r"(?:great|good|brilliant|lovely|cracking|top) "
                    r"(?:stuff|one|show|effort|answer)|"
                    r"spot on|bang on|nailed it|bravo|who's (?:a|my) (?:clever|good|smart|pretty) "
                    r"(?:boy|girl|thing|robot|computer|assistant|one)(?: then)?",
                    r"(?:a?(?:ha)+h?|(?:he){2,}|lol|lmao|rofl|wo+w|whoa|woah|yay|hooray|sweet|neat|"
                    r"impressive|interesting|amusing|hilarious|(?:very |so |that's |how )*funny)"
                    r"(?:[ ,!.]+(?:ha|haha|lol|wow|funny|very funny|that's funny|good one|"
                    r"nice))*",)),
    ("help", (r"(?:(?:can|could|would|will) (?:you|u) |please |i (?:need|want) (?:you to )?)?"
              r"(?:give|lend) (?:me|us) (?:a|your) (?:helping )?hand\b.{0,15}",
              r"(?:(?:can|could|would|will|do) (?:you|u) |please |i (?:need|want) (?:you to )?)?"
              r"(?:help|assist|help me|assist me|help us)(?: out)?(?: with (?:something|anything|"
              r"this|"
              r"that|it|a problem|stuff|some things))?(?: i need| please)?",
              r"with (?:something|anything)(?: i need)?",
              r"(?:(?:can|could|would|will) you )?do (?:me a favou?r|something for me)",
              r"i (?:need|want|could use) (?:some |your |a |an )?(?:help|assistance|hand|"
              r"favou?r)\b.{0,15}",
              r"(?:sos|assist|assistance)")),
    ("small_talk", (r"(?:just )?(?:answer|answer me|answers?)(?: (?:my|the|that|it|this) "
     "?(?:question)?)?",
                    r"i (?:have|'ve got|got) a question(?: for you)?",
                    r"(?:can|may|could) i ask you (?:a question|something)\b.{0,15}",
                    r"(?:please |just |can you |will you |let's |you can )?(?:chat|talk|speak|"
                    r"converse|"
                    r"keep talking)(?: (?:to|with) (?:me|us))?(?: for a .{1,20}| a bit| about "
                    r"(?:it|life|things))?",
                    r"(?:say|tell me|talk about) (?:something|anything)(?: (?:nice|else|new|"
                    r"interesting|cool|random|sweet))?",
                    r"(?:give me|i need|do you have|got)(?: some| any| a piece of)? (?:advice|"
                    r"motivation|inspiration|encouragement|company)\b.{0,20}",
                    r"(?:cheer|lift) me up|entertain me|amuse me|motivate me|inspire me")),
)  # fmt: skip
_PEOPLES = (
    r"(?:scottish|scots|irish|english|british|welsh|american|canadian|australian|aussie|french|"
    r"german|dutch|italian|spanish|portuguese|swedish|danish|norwegian|finnish|polish|czech|greek|"
    r"turkish|russian|ukrainian|indian|pakistani|chinese|japanese|korean|thai|vietnamese|mexican|"
    r"brazilian|african|nigerian|kenyan|ghanaian|egyptian|moroccan|arab|israeli|iranian|european|"
    r"asian|latino|swiss|austrian|belgian|new zealander|kiwi|a local|local|a foreigner|foreign)"
)
_FROM_WHERE = (
    rf"are you (?:(?:a|an|really|actually|originally|part|at all) )*{_PEOPLES}"
    r"(?: or (?:something|what|not|\w+))?",
)
_ALL: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...] = tuple(
    (intent, tuple(lazy_pattern(form, re.I) for form in forms))
    for intent, forms in (
        *_FORMS,
        ("where_are_you_from", _FROM_WHERE),
        ("that_is_wrong", _BLAMES),
        ("about_me", _ABOUT_SELF),
        ("compliment", _PRAISES),
    )
)


def as_talk(part: Part, text: str) -> Part:
    """A request that nothing else understood as talk about Jarvis, where it is that.

    Args:
        part: The only request of a sentence.
        text: The sentence as it was said.
    """
    is_guess = part.intent is not None and part.intent.name in {
        proposals.SUGGEST,
        proposals.ASK_FOR,
    }
    talk = talk_in(text) if part.intent is None or is_guess else ""
    return replace(part, intent=Intent(talk)) if talk else part


def talk_in(text: str) -> str:
    """The intent with which talk about Jarvis is answered; "" where a sentence is none.

    Args:
        text: The sentence as it was said.
    """
    if len(text) > _LONGEST or _THINGS.search(text):
        return ""
    said = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    lines = dict.fromkeys((said, _bare(said), _bare(clean(said))))
    return next(
        (intent for intent, forms in _ALL for form in forms if any(map(form.fullmatch, lines))), ""
    )


def _bare(line: str) -> str:
    return _TAILS.sub("", _LEADS.sub("", line, count=1)).strip(" .,!?")
