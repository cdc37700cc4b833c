"""The sentences that remember, recall and forget what the user told Jarvis."""

from __future__ import annotations

from typing import Any

EVERYTHING = "everything"
"""What a sentence is about that names nothing: any word that tells nothing does as well."""

REMEMBER: dict[str, dict[str, Any]] = {
    "remember [that|this] {fact}": {},
    "(don't|do not) [you] [ever] forget [that] {fact}": {},
    "(memorize|memorise) [that] {fact}": {},
    "(keep|bear) in mind that {fact}": {},
    "i want you to (remember|know) that {fact}": {},
    "for [future] reference {fact}": {},
    "make a mental note that {fact}": {},
    "{fact} (remember|don't forget|do not forget|hang on to|hold on to) (that|it|this) "
    "[for me]": {},
    "{fact} (make|take) a mental note [of (it|that)]": {},
    "{fact} (keep|bear) (that|it|this) in mind": {},
    "(bear|keep) in mind {fact}": {},
}

RECALL: dict[str, dict[str, Any]] = {
    "what do you (know|remember) about me": {"about": EVERYTHING},
    "what (have you got|do you have|do you hold) [stored|saved|written down] (on|about|of) me": {
        "about": EVERYTHING
    },
    "what (did i tell you|have i told you) [about me|so far]": {"about": EVERYTHING},
    "what do you remember": {"about": EVERYTHING},
    "(tell me|list) [everything|all|what] you (know|remember) about me": {"about": EVERYTHING},
    "(what did i tell you|what have i told you) about {about}": {},
    "what did i say about {about}": {},
    "what do you (know|remember) about my {about}": {},
    "do you remember [what i (told you|said) about] {about}": {},
    "where (did|have) i [last] (leave|left|put|park|parked|store|stored|keep|hide|hidden) "
    "[my|the] {about}": {},
    "where did i [last] park [it]": {"about": "park the car"},
    "where (is|are) my {about}": {},
    "(what|who|when) (is|are|was) my {about}": {},
    "(what|which) (color|colour|size|make|model|brand|kind|breed) (is|are) my {about}": {},
    "how (old|tall|big|heavy) (is|are) my {about}": {},
    "remind me (where|what|who|when) [is|are] [my] {about}": {},
    "where do i work": {"about": "I work"},
    "(do you know|tell me) my {about}": {},
    "what am i allergic to": {"about": "allergic"},
    "what do i like": {"about": "I like"},
}

FORGET: dict[str, dict[str, Any]] = {
    "forget (that|about|that thing about) {about}": {},
    "forget (what|everything|anything) i (told you|said) about {about}": {},
    "forget (where|who|what|when) {about}": {},
    "forget my {about}": {},
    "(delete|erase|remove) what i (told you|said) about {about}": {},
    "(delete|erase|remove) (what|everything) you (know|remember) about [my] {about}": {},
    "(delete|erase) the fact that {about}": {},
    "(stop remembering|you can forget|no longer remember) [that|about] {about}": {},
}
