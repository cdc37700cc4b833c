"""Tells whether what is asked for is words: "tell me a joke", and not "tell my boss". Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_things import TEXTUAL, THINGS
from jarvis_voice.language.en.reports.clause_words import word_table

MAKING = word_table(
    "write tell draft compose explain describe list suggest recommend translate summarise "
    "summarize continue pretend act imagine name invent generate rewrite rephrase paraphrase "
    "reword shorten expand simplify correct proofread compare define spell teach quiz interview "
    "sing rap motivate comfort recite talk chat discuss argue convince brainstorm outline roast "
    "compliment wish greet elaborate entertain cheer inspire help advise roleplay guess debate "
    "analyse analyze critique illustrate narrate repeat say answer word phrase "
    "condense polish edit improve role complete finish solve interpret clarify propose give show "
    "shorter longer more another again keep go be use make create turn convert put read come think "
    "design plan end count add change play ask start begin let calculate review rate pick "
    "choose remove "
    "replace leave cut include fix mention prepare walk run take call lead guide break sum sort"
)

_ALWAYS_MAKING = word_table(
    "draft compose explain describe list suggest recommend translate summarise summarize continue "
    "pretend imagine invent rewrite rephrase paraphrase reword shorten expand simplify proofread "
    "compare define spell teach quiz interview sing rap motivate comfort recite talk chat discuss "
    "argue convince brainstorm outline roast compliment elaborate entertain cheer inspire advise "
    "roleplay guess debate analyse analyze critique illustrate narrate say phrase condense "
    "polish interpret clarify propose shorter longer another wish more generate name correct "
    "improve repeat calculate solve word answer help think act role design"
)

_TEXTS = TEXTUAL | word_table(
    "email e-mail mail letter message text poem haiku limerick sonnet song lyrics story tale joke "
    "jokes riddle riddles pun puns speech toast essay article report summary list table plan "
    "schedule itinerary menu recipe recipes code function program script class regex query "
    "description bio biography headline slogan caption tweet post blog review eulogy obituary "
    "invitation note card apology reply response complaint resignation cover advertisement ad "
    "dialogue dialog conversation monologue scene play sketch fable myth legend script quiz game "
    "names ideas tips advice examples example reasons facts fact quote quotes summary overview "
    "explanation definition synonyms synonym translation version paragraph sentence word words "
    "short shorter longer simpler funnier formal polite rhyme checklist packing timeline "
    "outline draft acrostic proverb prayer blessing compliment vows diary journal bedtime "
    "acronym mnemonic analogy metaphor pros cons comparison workout budget lesson exercise "
    "something anything it this that steps way ways guide instructions options overview opinion "
    "difference everyone fun sense up"
)

_TOLD = word_table("me us about that more it something another your one how what why whether")

_THINGS_TO_DO = word_table(
    "appointment reservation booking call phone payment backup note reminder coffee tea alarm "
    "timer order screenshot event meeting folder file playlist entry calendar transfer deposit "
    "copy purchase account louder quieter warmer brighter darker cooler colder sure"
)


def asks_for_words(words: list[str]) -> bool:
    """Whether what is asked for is words: "tell me", and not "tell my boss"."""
    head, rest = words[0], words[1:]
    if head in _ALWAYS_MAKING:
        return not (head == "list" and not rest)
    if head not in MAKING:
        return False
    object_words = rest[1:] if rest[:1] in (["me"], ["us"]) else rest
    near = set(object_words[:7])
    has_text = bool(_TEXTS.intersection(near) - {"it", "this", "that", "something", "up", "note"})
    match head:
        case "tell":
            if rest[:2] in (["me", "when"], ["me", "if"], ["me", "once"], ["me", "as"]):
                return False
            return bool(rest) and (
                rest[0] in _TOLD - {"your"} or (rest[0] in {"a", "an", "the"} and has_text)
            )
        case "write":
            if (
                rest[:1] == ["down"]
                or "down" in rest[1:4]
                or ({"list", "notes"} & set(rest[-3:]) and (not {"a", "packing"} & near))
            ):
                return False
            return bool(head)
        case "continue" | "finish" | "complete":
            return True
        case "keep":
            return rest[:1] == ["going"] or has_text or rest[:2] == ["it", "short"]
        case "go":
            return rest[:1] in (["on"], ["deeper"], ["through"], ["over"])
        case "be":
            return rest[:1] in (
                ["my"],
                ["a"],
                ["an"],
                ["the"],
                ["more"],
                ["funny"],
                ["honest"],
            ) and (not {"quiet", "silent"} & near)
        case "read":
            own = word_table("mail mails email emails inbox messages list notes reminders calendar")
            is_aloud = rest[:1] in (["me"], ["us"]) or "aloud" in rest or "out" in rest[-2:]
            return (is_aloud or has_text) and not (own & near and "my" in rest)
        case "show":
            return rest[:2] in (["me", "how"], ["me", "why"], ["me", "what"]) or (
                has_text and rest[:1] == ["me"] and not {"list", "notes", "note"} & near
            )
        case "give":
            return rest[:1] in (["me"], ["us"], ["a"], ["an"], ["some"]) and not (
                word_table("lift ride call taxi cab") & near
            )
        case "make" | "create":
            if _THINGS_TO_DO & near:
                return False
            return has_text or rest[:1] in (["up"], ["me", "laugh"], ["it"], ["that"], ["this"])
        case "turn" | "convert" | "put" | "break":
            return (
                bool({"into", "in", "down"} & near)
                and has_text
                and rest[:1] != ["on"]
                and (not word_table("list volume notes note calendar") & set(rest))
            )
        case "play":
            played = word_table(
                "song music track album playlist radio podcast film movie video jazz it"
            )
            is_part = object_words[:1] in (["a"], ["an"], ["my"]) and not played & near
            game = word_table(
                "game role part twenty quiz hangman along questions riddle trivia fish chess"
            )
            return bool(game & near) or (
                is_part and bool({"who", "with", "butler"} & near or len(near) > 2)
            )
        case "call":
            return rest[:1] == ["me"] and not (
                word_table("a an the taxi cab at in when") & set(rest[1:2])
            )
        case "ask":
            return rest[:1] in (["me"], ["us"])
        case "start" | "begin":
            machines = word_table("timer playlist mail e-mail email program script list code")
            return ((has_text or "adventure" in near) and not machines & near) or rest[:1] == [
                "with"
            ]
        case "walk" | "run" | "take" | "lead" | "guide":
            return rest[:2] == ["me", "through"]
        case "come":
            return rest[:1] == ["up"]
        case "let":
            return False
        case "use" | "include" | "mention" | "leave":
            return has_text or head in {"include", "mention"}
        case "end":
            return has_text and not THINGS.intersection(near)
        case "add" if rest[:1] == ["up"]:
            return True
        case "add" | "change" | "remove" | "replace" | "cut" | "fix" | "sort" | "edit":
            return has_text and not {"list", "notes", "calendar", "note", "playlist"} & near
        case "pick" | "choose":
            return True
        case "plan" | "review" | "rate" | "sum":
            return True
    return has_text
