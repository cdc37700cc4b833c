"""The forms in which danger is told, as pieces of patterns: who, and what happens to them."""

from __future__ import annotations

from jarvis_voice.language.en.danger_words import (
    BE,
    CANNOT,
    HAVE,
    HOME,
    NOT,
    SOMEBODY,
    STRANGER,
)

_SERVICES = (
    r"(?:(?:an|the) ambulance|the (?:police|cops)|police|ambulance|(?:the )?paramedics|"
    r"the fire (?:brigade|department|service|fighters)|the firefighters|"
    r"(?:the )?emergency(?: services?| number)?|911|999|112|9[- ]1[- ]1|nine one one|"
    r"one one two|triple nine)"
)
_RIGHT_NOW = r"(?:right now|right away|now|immediately|urgently|fast|quick(?:ly)?|at once)"
CALLS = (
    rf"(?:somebody |someone )?(?:call|dial|phone|ring|get|send|fetch|alert)(?: me| us)? {_SERVICES}"
    r"(?: (?:for|to) (?:me|us|him|her|them|(?:my|our) \w+))?|"
    r"(?:somebody |someone )?(?:call|get|send|phone|ring)(?: me| us)? (?:for )?help|"
    r"(?:call|phone|ring)(?: me)? a doctor|"
    rf"(?:i|we)(?: really| urgently| desperately)? need (?:{_SERVICES}|an? paramedic|"
    rf"medical (?:help|attention)|(?:a doctor|(?:some )?help) {_RIGHT_NOW})"
)

_GOODS = (
    r"(?:oven|toaster|pan|stove|cooker|microwave|curtains?|sofa|couch|bed|mattress|roof|chimney|"
    r"tree|dryer|washing machine|dishwasher|fridge|laptop|tv|television|computer|charger|socket|"
    r"outlet|plug|wall|oil|grease|bin|trash|rubbish|car|truck|van|bus|bike|scooter|clothes|shirt|"
    r"sleeve|blanket|carpet|rug|heater|boiler|fuse box|battery|extension (?:cord|lead)|cable|"
    r"wires?|"
    r"forest|field|hedge|fence|tent|boat|bonnet|engine)"
)
_FIRE = (
    r"(?:(?:(?:forest|house|bush|wild|kitchen|big|huge|small|little|electrical|grease) ?)*"
    r"fire|flames|(?:(?:thick|black|dense|a lot of|lots of|so much) )*smoke|(?:big )?explosion|"
    r"gas leak|(?:strong |weird )*(?:smell of|smell like) (?:gas|smoke|burning)|"
    r"(?:strong )?gas smell|gas)"
)
_COMING = r"(?:coming|pouring|rising|billowing|leaking|creeping|seeping)"
_FROM = (
    r"(?:out of|from|through|under|into|in|up from|from under|in from|out from) "
    rf"(?:(?:the|my|our|a) )?(?:{HOME}|{_GOODS}|doors?|windows?|ceiling|floor|vents?|upstairs|"
    r"downstairs|next door)"
)
FIRES = (
    rf"(?:there(?:'s| is| are|'s been| has been| was) (?:just )?(?:an? |some )?{_FIRE}|"
    r"(?:i|we)(?: can)?(?: really| still| suddenly)? (?:(?:smell|smelled|'m smelling)"
    r" (?:something |some |a |the |a lot of |strong )*(?:gas|smoke|fire)|see (?:a |some |"
    r"the )?(?:smoke|"
    r"flames|"
    r"fire)(?= (?:coming|in (?:the|my|our))\b))|"
    r"(?:(?:the|thick|black|dense) )*(?:smoke|flames|fire)(?: is|'s| are)(?= \w+ing\b))"
    rf"(?: {_COMING}(?: {_FROM})?)?|"
    r"(?:my|the|our|his|her|their|a|an|this) (?:[\w']+ ){0,2}?"
    rf"(?:{HOME}|{_GOODS})(?: next door| across the street)?"
    rf"(?:{BE} (?:on fire|burning(?: down)?|in flames|ablaze|smoking|collapsing|exploding|"
    r"(?:full of|filled with|filling(?: up)? with) (?:smoke|gas))|"
    rf"{HAVE} (?:caught fire|catching fire|exploded|collapsed))|"
    rf"(?:it|everything|(?:the|my) (?:\w+ )?{HOME}) (?:smells|stinks|reeks|is smelling)"
    r"(?: strongly| a bit| a lot| really| so much| very strongly)? (?:of|like) (?:gas|smoke|"
    r"burning)|"
    r"(?:the )?gas(?: is|'s) leaking|the (?:gas smell|smell of (?:gas|smoke))(?: is|'s| gets|"
    r" is getting) "
    r"(?:really |very |so |much )?(?:strong(?:er)?|bad|worse|everywhere)|we have a (?:gas leak|"
    r"fire)|"
    r"(?:the |my |our )?(?:carbon monoxide|co|gas) (?:alarm|detector)(?:'s| is| keeps| just| has)* "
    r"(?:going off|beeping|ringing|gone off|went off)|fire(?=!)"
)

_INTO = (
    rf"(?:my|our|the|her|his) (?:[\w']+ )?(?:{HOME}|car|front door|back door|doors?|windows?|place)"
)
_BREAKS_IN = (
    r"(?:break(?:ing)? in|trying to get in|(?:break(?:ing)? into|climb(?:ing)? (?:in )?through|"
    r"com(?:e|ing) (?:in )?through|get(?:ting)? into|kick(?:ing)? (?:in|down)|smash(?:ing)?|"
    rf"break(?:ing)?(?: down)?|forc(?:e|ing) open|trying to open) {_INTO})"
)
_ROBBERS = (
    r"(?:burglars?|intruders?|robbers?|thief|thieves|prowlers?|gunm[ae]n|shooters?|attackers?)"
)
INTRUDERS = (
    r"i (?:can )?(?:hear|heard) (?:someone|somebody) (?:downstairs|upstairs|in (?:my|the|"
    r"our) house|"
    r"outside my (?:door|window)|walking around)|"
    rf"(?:(?:there(?:'s| is| are)|i (?:can )?(?:hear|see|heard|saw)) )?"
    rf"(?:{STRANGER}|he|she|they|my (?:husband|ex(?:-\w+)?|boyfriend|partner|neighbou?r))(?:"
    rf"(?:'s| is| are|'re)?(?: \w+ly| now| just)?(?: trying to|"
    rf" about to)? {_BREAKS_IN}|"
    rf"(?:'s| has| have| just)* (?:(?:broke|broken) in(?:to {_INTO})?|smashed {_INTO})|"
    r"(?:'s| is| has| have|'ve)*(?: (?:standing|waiting|is|outside|downstairs|upstairs|inside|"
    r"here|at \w+ (?:front )?door))* ?"
    r"(?:with|who has|got|has|have|holding|pulled|pulled out|waving|carrying|pointing)? "
    r"(?:an?|his|her) (?:big |kitchen |hand)?(?:knife|gun|weapon|rifle|axe|machete|bomb)"
    r"(?: is| at me)?)|"
    rf"(?:an?|some|two|three) {_ROBBERS}(?:'s| is| are)(?= (?:in|at|on|here|inside|outside|down|"
    rf"up))|"
    rf"{STRANGER}(?:'s| is| are) shooting(?: at (?:me|us|people))?|"
    r"my (?:house|home|flat|apartment|car) (?:was|has been|is being) (?:broken into|burgled|"
    r"robbed)|"
    r"(?:there(?:'s| is| are)|i (?:can )?(?:hear|see)|we have) (?:an? |some |two |three |the )?"
    rf"(?:\w+ )?(?:{_ROBBERS}|armed (?:m[ae]n|person|people|guys?))|(?:an? |the )?active shooter|"
    rf"(?:there(?:'s| is| are) )?{STRANGER}(?:'s| is| are)?(?: standing| hiding| walking around| "
    r"moving around)? (?:in|inside) (?:(?:my|our) (?:house|home|flat|apartment|bed ?room|basement|"
    r"garage|attic|living room|kitchen)|the house|the basement)|"
    r"(?:(?:i|we)(?: can| just)? (?:hear|heard)|there(?:'s| is| are|'s been| was)(?: a)?) "
    r"(?:gun ?shots?|gun ?fire|shots|shooting)"
)

_ME = (
    r"(?:me|us|my (?:\w+ )?(?:wife|husband|son|daughter|kids?|child|children|mother|mum|mom|father|"
    r"dad|sister|brother|friend)|(?:his|her) (?:wife|husband|kids?|child|son|daughter|girlfriend))"
    r"(?: with an? (?:knife|gun|weapon|belt|bat))?"
)
ASSAULTS = (
    rf"(?:(?:{STRANGER}|he|they|my (?:husband|ex(?:-\w+)?|boyfriend|partner|father|dad|"
    r"stepfather|stepdad))(?:'s| is| are|'re)(?: still| now)? (?:following|chasing|stalking|"
    r"threatening|"
    r"hitting|"
    r"choking|robbing|raping|kidnapping|trying to (?:kill|rape|kidnap|hurt|stab|shoot|strangle|"
    r"attack|rob|poison)|going to (?:kill|hurt|shoot|stab)|shooting at|attacking|beating(?: up)?|"
    r"strangling|stabbing)|"
    r"(?:my|the|our) (?:mother|wife|mum|mom|dad|girlfriend|brother|son|neighbou?r|(?:room|flat|"
    r"house)"
    r"mate)(?:'s| is)(?: still| now)? (?:beating(?: up)?|attacking|strangling|stabbing|threatening|"
    r"trying to kill)|"
    rf"{STRANGER} (?:has )?(?:just )?(?:stabbed|shot|attacked|raped|poisoned|robbed)|"
    rf"(?:a|the) (?:snake|dog|scorpion|spider)(?: has| just)* (?:bit|bitten)) {_ME}|"
    r"(?:he|my (?:husband|ex(?:-\w+)?|boyfriend|partner|father|dad|stepfather|stepdad|wife|"
    r"girlfriend))"
    r"(?: has| just)* (?:hit|beat up|raped|strangled|attacked|threatened|stabbed|shot|choked) me|"
    r"(?:i've|i have|we've|we have)(?: just)? been robbed|"
    r"(?:i'm|i am|we're|we are|my life is|our lives are) in danger"
)

_ILL = (
    r"(?:heart attack|stroke|seizure|fit|cardiac arrest|(?:severe |bad )?asthma attack|"
    r"(?:severe |bad |strong )?allergic reaction|anaphylactic shock)(?! (?:of|over)\b)"
)
_STATES = (
    r"(?:unconscious|unresponsive|choking(?: to death| on (?!th[eio])(?:an? |some |his |her |"
    r"my )?[\w ]{1,20}?)?|"
    r"bleeding(?: (?:really |very |so )?(?:badly|heavily|bad|a lot|to death|out|everywhere|"
    r"profusely|from (?:the|his|her|my) \w+))?|drowning|suffocating|seizing|convulsing|overdosing|"
    r"going into shock|turning blue|having trouble breathing|struggling (?:to breathe|for (?:air|"
    r"breath))|gasping for (?:air|breath)|passing out|fainting|having (?:an? |some kind of |"
    r"some sort of )?"
    rf"(?:{_ILL}|convulsions|seizures|(?:(?:strong|severe|terrible|bad) )*(?:chest pains?|"
    rf"pains? in (?:my|his|"
    rf"her) chest))|"
    rf"trapped(?: (?:in|under|inside) (?:the|an?|my|our) (?:\w+ )?(?:{HOME}|fire|car|wreck|rubble|"
    r"snow|cave|fridge|freezer|well|smoke))?|stuck in (?:the|an?|this) (?:lift|elevator|fire|well|"
    r"wreck|ice|"
    r"burning \w+)|losing (?:(?:a lot of|so much|too much|lots of) )?blood|suicidal|"
    r"self[- ]harming|"
    r"(?:screaming|crying|calling|yelling|shouting) for help|"
    r"being (?:attacked|robbed|mugged|beaten(?: up)?|followed|chased|raped|held hostage|kidnapped|"
    r"strangled|stabbed|shot at|assaulted|abused|stalked))"
)
_HURT = (
    r"(?:attacked|mugged|raped|assaulted|kidnapped|abducted|stabbed|shot|electrocuted|poisoned|"
    r"run over|hit by an? (?:car|bus|truck|train|van|motorbike|tram|lorry)|bitten by an? (?:snake|"
    r"dog|spider)|struck by lightning)"
)
_FELL = (
    r"(?:fell|fallen) (?:down the (?:stairs|steps|well)|off (?:an?|the|his|her|my) (?:roof|ladder|"
    r"balcony|horse|cliff|scaffold\w*|bunk bed)|out of (?:an?|the) window|from (?:an?|the) "
    r"(?:roof|ladder|balcony|tree|cliff|horse)|into (?:the|an?|our|my) (?:\w+ )?(?:pool|river|lake|"
    r"water|well|pond|sea|canal|fire)|through the ice|on(?:to)? the (?:tracks|rails)|and (?:hit|"
    r"broke|hurt) (?:my|his|her) \w+|"
    r"and can't get up)"
)
_CUT = (
    r"(?:burned|burnt|scalded|cut|injured|hurt) (?:myself|himself|herself|(?:my|his|her) \w+)"
    r"(?: (?:with|on|in) [\w ]{1,25}?)? (?:really |very |so )?"
    r"(?:badly|bad|severely|deep|deeply)|cut (?:my|his|her) wrists?|"
    r"cut (?:my|his|her) (?:\w+ )?(?:arm|wrist|leg|hand|finger|throat|neck|head|face|foot) "
    r"(?:really |very |so )?(?:badly|bad|deep|deeply|severely)|"
    r"cut off (?:my|his|her) (?:\w+ )?(?:finger|hand|thumb|toe|foot|arm|leg)s?|"
    r"broken? (?:my|his|her) (?:neck|spine|skull|hip)"
)
_CHEMICALS = (
    r"(?:bleach|(?:drain|toilet|oven|window|floor) ?cleaner|detergent|anti-?freeze|(?:rat )?poison|"
    r"battery acid|petrol|gasoline|lighter fluid|paint thinner|turpentine|white spirit|nail polish "
    r"remover|disinfectant|ammonia|chlorine|acid|weed ?killer|pesticides?|methanol|cleaning "
    r"(?:fluid|liquid|products?)|dish ?washing liquid|(?:washing|laundry|tide|dishwasher) (?:pods?|"
    r"tablets?|capsules?)|toadstools?|poisonous \w+|toxic \w+|(?:button |watch )?batter(?:y|ies)|"
    r"magnets?|hand saniti[sz]er|carbon monoxide|(?:toxic )?fumes)"
)
_PILLS = (
    r"(?:(?:sleeping |pain )?(?:pills?|tablets?)|pain ?killers|medicine|medication|meds|insulin|"
    r"paracetamol|tylenol|aspirin|ibuprofen|xanax|valium|antidepressants|capsules|drugs)"
)
_TAKEN = (
    r"(?:swallowed|drank|drunk|ate|eaten|inhaled|breathed in|been drinking) "
    rf"(?:(?:an?|some|the|his|her|my|our|all|of|whole|entire|full|half|bottle|glass|cup|sip|bit|"
    rf"lot) )*"
    rf"{_CHEMICALS}|"
    r"(?:ate|eaten|swallowed|got into|gotten into|drank) (?:some of )?(?:my|our|the|some|"
    r"somebody's) "
    rf"{_PILLS}|"
    r"swallowed (?:(?:an?|some|the|his|her|my|piece of|small|little) )*(?:glass|coin|marble|pin|"
    r"needle|nail|razor(?: blade)?|screw|lego)|"
    r"(?:swallowed|took|taken|ate|eaten) (?:(?:way |far )?too (?:many|much) (?:of (?:my|his|her|"
    r"the) "
    rf")?{_PILLS}|(?:an? )?(?:whole|entire|full) (?:bottle|pack|packet|box|strip) of (?:my |his |"
    rf"her )?"
    rf"{_PILLS}|all (?:of )?(?:my|the|his|her) {_PILLS}|an? (?:over ?dose|bottle of (?:my |his |"
    rf"her )?"
    rf"{_PILLS}|lot of {_PILLS})(?: of [\w ]+)?|poison)"
)
_CRASH = (
    r"(?:had|been in|was in|were in|got into) (?:an? )?(?:(?:bad|terrible|serious|"
    r"horrible) )*(?:(?:car|"
    r"bike|motorcycle|traffic|bus|train) (?:accident|crash)|(?<=in a )crash|(?<=in an )accident|"
    r"(?<=bad )accident|(?<=terrible )accident|(?<=serious )accident)"
)
_THEIR_END = (
    r"(?:(?:kill|hurt|harm|hang|shoot|cut) (?:himself|herself|themselves|themself)|end (?:his|her|"
    r"their) (?:own )?life|commit suicide|take (?:his|her|their) own life|die|jump off (?:the|an?) "
    r"(?:bridge|roof|building|balcony))"
)
_STRONG_PAIN = (
    r"(?:(?:a|an|strong|severe|terrible|bad|sharp|sudden|crushing|really bad|very bad) )*"
    r"(?:chest pains?|pains? in (?:my|his|her|the) chest|pressure (?:on|in) (?:my|his|her|"
    r"the) chest)"
)
BODIES = (
    rf"{SOMEBODY}(?:{BE} (?:\w+ and )?{_STATES}|{NOT} (?:breathing|conscious|waking up|moving|"
    rf"responding)"
    rf"(?! to\b)|{CANNOT} (?:wake (?:him|her|them|(?:my|the|our) \w+)(?: up)?|breathe|breath|"
    rf"get (?:any )?air|feel (?:my|his|her) (?:legs?|arms?|"
    rf"face|"
    r"left side|right side|body)|stop (?:the )?bleeding|move (?:my|his|her) (?:(?:left|right|"
    r"whole) )?"
    rf"(?:arm|leg|side|arms|legs|body)|get out of (?:the|my|our) (?:burning )?(?:{HOME}|car))|"
    r"(?: was| were| is| got| has been| have been|'s been|'ve been)(?: just)?(?: been)? "
    rf"{_HURT}|{HAVE} (?:stopped breathing|collapsed|passed out|fainted|overdosed(?: on \w+)?|"
    rf"drowned|"
    rf"od'?d|no pulse|turned blue|lost consciousness|(?:had|suffered) an? {_ILL}|"
    rf"(?:got )?{_STRONG_PAIN}|"
    rf"{_FELL}|{_CUT}|{_TAKEN}|{_CRASH})|"
    rf"(?:'m having|'ve got| feel) {_STRONG_PAIN}|"
    r" (?:won't|will not|doesn't) (?:wake up|move|breathe|respond|stop bleeding)|"
    r"(?: wants| want| tried|'s going| is going|'s trying| is trying|'s threatening|"
    r" is threatening|"
    r" threatens|'s about| is about| threatened| keeps threatening)(?: to)? "
    rf"{_THEIR_END})"
)
NAMES = (
    rf"i (?:just )?saw {SOMEBODY} (?:collapse|drown|get (?:shot|stabbed|hit by an? \w+))|"
    r"(?-i:[A-Z])[a-z]{1,15}(?:(?:'s| is) (?:lying )?(?:unconscious|not breathing|having an? "
    rf"{_ILL})| (?:isn't breathing|can't breathe|stopped breathing)|(?:'s|"
    rf" has) (?:just )?been (?:shot|"
    r"stabbed))"
)
PARTS = (
    r"(?:it|(?:my|his|her|the) (?:\w+ )?\w+) (?:won't|doesn't|isn't|will not|does not) "
    r"(?:stop|stopping) bleeding|(?:it|he|she|(?:my|his|her) (?:\w+ )?\w+)(?:'s|"
    r" is) bleeding (?:really |so )?(?:a lot|badly|"
    r"bad|"
    r"heavily|everywhere|like crazy)|(?:the )?bleeding (?:won't|doesn't|isn't|will not) "
    r"(?:stop|stopping)|"
    r"(?:there(?:'s| is) )?(?:so much |a lot of |lots of )?blood(?:'s| is)? (?:everywhere|"
    r"all over)|"
    r"(?:my|his|her) chest (?:really |also |suddenly )*(?:hurts|is hurting|feels tight|is (?:so |"
    r"very |"
    r"really )?tight|aches)|(?<=and )(?:(?:can't|cannot|can not) breathe|(?:isn't|not|"
    r"stopped) breathing|has an? (?:knife|gun)|"
    r"(?:won't|doesn't) wake up|is (?:unconscious|not breathing|bleeding (?:badly|a lot)))|"
    r"(?:my|his|her) (?:\w+ )?(?:finger|hand|thumb|toe|foot|arm|leg) is cut off|"
    r"my speech is slurred|(?:his|her) speech is slurred|"
    r"(?:my|his|her|the baby's) (?:throat|airway|tongue|face|lips?) ?(?:'s| is| are) (?:closing|"
    r"swelling|drooping|swollen shut|turning blue|blocked)(?: up| shut)?|"
    r"(?:my|his|her) (?:heart|pulse) (?:has )?stopped(?: beating)?"
)
ACCIDENTS = (
    r"there(?:'s| has)(?: just)? been (?:an?|another) (?:(?:bad|terrible|car|serious|horrible|bike|"
    r"awful|big) )*(?:accident|crash|explosion|shooting|stabbing)|"
    r"(?:i've|we've|i have|we have)(?: just)? had an accident|"
    r"(?:my|our) (?:\w+ |\d+ ?-?year ?-?old )?(?:child|kid|son|daughter|baby|toddler|boy|girl|"
    r"kids) "
    r"(?:is missing|has been (?:kidnapped|abducted)|was (?:kidnapped|abducted)|has disappeared|"
    r"are missing)"
)
_OWN_END = (
    r"(?:kill(?:ing)? myself|end(?:ing)? (?:it all|my (?:own )?life)|hurt(?:ing)? myself|"
    r"harm(?:ing)? myself|cut(?:ting)? myself|commit(?:ting)? suicide|tak(?:e|"
    r"ing) my (?:own )?life|"
    r"suicide|be(?:ing)? dead|hang(?:ing)? myself|shoot(?:ing)? myself|overdos(?:e|ing)|"
    r"jump(?:ing)? (?:off|from|out of|in front of) (?:the|an?|my) (?:\w+ )?(?:bridge|roof|building|"
    r"window|train|balcony|cliff)|disappear(?:ing)? forever|self[- ]harm(?:ing)?)"
)
_MEANS_TO = (
    r"(?:i|i'm|i am|i've|i have|i'd|i would)(?: just| really| only| also| still| so| been|"
    r" seriously| "
    r"always| often)*(?: want| wanna| need| going| gonna| about| plan| planning| decided|"
    r" thinking| "
    r"feel like| feeling like| ready| like| tempted| have to| can't stop thinking| keep thinking| "
    r"trying| thought| have thoughts| having thoughts| considering)(?: seriously)?(?: to| of|"
    r" about)?"
)
DESPAIR = (
    rf"{_MEANS_TO} {_OWN_END}|"
    r"i(?:'m| am|'ve been| have been)(?: \w+)? (?:cutting myself|hurting myself)|"
    r"i(?:'m| am)?(?: \w+)? (?:feel|feeling|have|having) (?:so |very )?suicidal(?: thoughts)?|"
    r"i(?: really| just)? (?:don't|do not) (?:want|wanna)(?: to)? (?:live|be alive|exist|"
    r"go on living|"
    r"wake up (?:again|tomorrow|any ?more))|i wish i (?:was|were|'d been) dead|"
    r"i(?:'d| would) rather be dead|(?:no ?one|nobody) would (?:miss me|care) if i (?:was|were|"
    r"died|"
    r"killed myself)(?: dead| gone)?|(?:my )?life (?:isn't|is not) worth living|"
    r"there(?:'s| is) no (?:reason to live|point in living|reason for me to live)|"
    r"i have (?:nothing|no reason) (?:left )?to live(?: for)?|"
    r"(?:everyone|everybody|they|the world|my (?:family|kids|wife|husband|parents))(?:'d| would|"
    r" will|"
    r"'ll| is| are)(?: be)? better off (?:without me|if i (?:was|were) dead)"
)
WEAK = (
    rf"{SOMEBODY}(?:(?:'m|'s|'re| am| is| are)(?: badly| seriously)? (?:hurt|injured)|"
    rf"{HAVE} (?:fallen|fell)(?: down| over)?|"
    rf"{CANNOT} (?:get up|move))|i(?: really| just)?(?: want|'m going| am going) to die|"
    r"(?:(?:many|several|some|two|three) )?people are (?:hurt|injured|trapped)|"
    r"(?:(?<=help )|(?<=help, )|(?<=help! )|(?<=help me )|(?<=please )|(?<=please, ))my \w+(?:'s|"
    r" is) "
    r"dying|(?:(?:i'm|i am|we're|we are)|(?:he|she|somebody|someone)(?:'s| is)) dying|"
    r"there(?:'s| is) (?:someone|somebody|a man) (?:downstairs|upstairs|outside|"
    r"in the \w+) and i'm "
    r"(?:home |all )?(?:alone|scared)|the baby is coming now|"
    r"(?:this is|it's|it is|we have|there's|there is|i have) an? (?:medical )?emergency|"
    r"(?:i|we)(?: can)?(?: really)? smell (?:something )?burning|(?:medical )?emergency|mayday"
)
"""What is danger only where nothing follows it: "I'm dying", but not "of laughter"."""
