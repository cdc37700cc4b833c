"""Decides, sentence by sentence, what of a model's text may be said. Pure.

Invariant: an act is reported by code, from its receipt. What remains is company: it passes whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.planning.asked_for import AskedFor, asked_for
from jarvis_voice.assistant.planning.turn_evidence import turn_evidence
from jarvis_voice.assistant.state import StepState
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.sentence_reader import ClaimReader
from jarvis_voice.core.types import Link, ReceiptKind
from jarvis_voice.language.en.reports.accounts import asks_for_an_account
from jarvis_voice.language.en.reports.act_reports import reports_an_act
from jarvis_voice.language.en.reports.beside_acts import claims_all_done, claims_more, untagged
from jarvis_voice.language.en.reports.beside_lookups import claims_beside, claims_sources
from jarvis_voice.language.en.reports.clause_words import FIRST_PERSONS, Reading
from jarvis_voice.language.en.reports.delivery import reports_delivery
from jarvis_voice.language.en.reports.denials import denies_what_is_kept
from jarvis_voice.language.en.reports.figures import has_other_figures, invents_figures
from jarvis_voice.language.en.reports.forecast_figures import belies_forecast
from jarvis_voice.language.en.reports.foreign_reports import reports_in_another_language
from jarvis_voice.language.en.reports.help_promises import (
    promises_help,
    says_help_is_called,
    tells_to_call,
)
from jarvis_voice.language.en.reports.kept_states import tells_another_state
from jarvis_voice.language.en.reports.no_report import is_no_report
from jarvis_voice.language.en.reports.own_acts import claims_own_act
from jarvis_voice.language.en.reports.plain_words import PlainWords, plain_text, plain_words
from jarvis_voice.language.en.reports.quotations import own_words, unquoted
from jarvis_voice.language.en.reports.retellings import retells
from jarvis_voice.language.en.reports.ring_promises import promises_to_ring
from jarvis_voice.language.en.reports.unseen_things import answers_for_what_is_unseen
from jarvis_voice.language.en.sentences import SENTENCE_CHARACTERS, split_sentences

__all__ = ["AnswerTrust", "AskedFor", "asked_for"]

OPENING_SENTENCES = 2
"""Where an answer reports, it does so at its beginning; later a first person may tell a story."""

TELLING_SENTENCES = 2
"""So many sentences in the past make a story of what follows."""

LONGEST_QUOTATION = 12
"""Sentences after which a quotation mark that was never closed no longer counts."""

QUOTED = frozenset({"code", "quote"})
NOT_DONE = frozenset({ReceiptKind.NO_OP.value, ReceiptKind.FAILED.value})
CONTENT = QUOTED | {"table"}
"""Kinds of units that are made or quoted text: for the rules they report nothing."""

SURE, SURELY_NOT = 0.7, 0.2
"""From and up to which likelihood of a report the trained network goes before the rules. It acquits
no plain report of an act of Jarvis' own that the rules have found."""

SURE_BESIDE, SURELY_NOT_BESIDE = 0.7, 0.5
"""The same behind steps, where it is shown what they have brought."""

SURE_BESIDE_ACT, SURELY_NOT_BESIDE_ACT = 0.5, 0.05
"""The same behind an act that was done, where the rules hold nearly every statement."""

_SALUTATION = lazy_pattern(
    r"\W*(?:(?:dear|hi|hello|hey|good (?:morning|evening|afternoon))\b[^.!?]{0,40},"
    r"|subject(?: line)?\s*:)",
    re.I,
)
_HERE_IT_IS = re.compile(r"\b(?:here|draft|version|try this|like this|goes|example|sample)\b", re.I)
_RINGING = lazy_pattern(r"\b(?:alarm|timer|reminder)s?\b", re.I)
_OWN_THINGS = lazy_pattern(
    r"\b(?:my|our) (?:[\w-]+ ){0,2}(?:lists?|notes|alarms?|timers?|reminders?|day|week|schedule)\b"
    r"|\byou(?:'ve| have)? (?:planned|set|kept|noted)\b|\bfor me\b",
    re.I,
)
_TALE = lazy_pattern(r"\b(?:story|tale|fable|myth|legend|saga)\b", re.I)
_COUNT = lazy_pattern(r"\b[\w-]+ (?=(?:[a-z]+ )?(?:alarms|timers|reminders)\b)", re.I)
"""How many there are, which may be counted."""
_REFUSING = frozenset({"not", "cannot", "unable", "no", "sorry", "unfortunately"})
_PAST = frozenset("was were had did said went came took saw knew thought felt stood sat".split())  # noqa: SIM905


class AnswerTrust:
    """Reads an answer's sentences in their order; one for each answer.

    Args:
        asked: What the turn asks for.
        memory: The turn so far.
        said: What the user said.
        claims: The trained network, where there is one.
        links: The results that the model was shown.
        left_open: The part of what was said that the model answers, where code did the rest.

    Attributes:
        has_withheld_figures: A sentence had other figures than the lookups of the turn.
    """

    def __init__(
        self,
        asked: AskedFor,
        memory: Sequence[StepState],
        said: str = "",
        claims: ClaimReader | None = None,
        links: Sequence[Link] = (),
        left_open: str = "",
    ) -> None:
        self._told = [
            step["observed"]
            for step in memory
            if step["kind"] == ReceiptKind.LOOKUP.value and not step["untrusted"]
        ]
        self._observed = " ".join(one["observed"] for one in memory if not one["untrusted"])
        self._said = said
        self._evidence = turn_evidence(memory, links)
        self._is_done = self._evidence is not None and self._evidence.outcome == "done"
        self._has_failed = any(one["kind"] == ReceiptKind.FAILED.value for one in memory)
        self._is_half_done = any(one["act"] and one["kind"] in NOT_DONE for one in memory)
        self._claims = claims
        self._left_open = left_open or said
        self._is_behind_steps = bool(memory)
        self._is_begun = False
        self._is_act = asked is AskedFor.ACT
        self._has_looked = any(step["kind"] == ReceiptKind.LOOKUP.value for step in memory)
        self._has_acted = any(step["act"] and step["status"] == "done" for step in memory)
        self._is_talk = asked is AskedFor.TALK
        is_account = bool(memory) and asks_for_an_account(self._left_open)
        self._is_made = asked is AskedFor.TEXT and not is_account
        self._sentences = 0
        self._past = 0
        self._has_teller = False  # a first person tells, whose acts are those of the tale
        self._quoted = 0  # sentences since a quotation began; 0 outside of one
        self._is_code = False
        self._has_reported = False
        self._has_call = says_help_is_called(said)  # helpers may come, as somebody calls them
        self.has_withheld_figures = False

    def may_say(self, sentence: str, kind: str = "") -> bool:
        """Whether a sentence may be said: it reports no act that no receipt of the turn carries.

        Args:
            sentence: One sentence, as the model wrote it; each sentence of a longer text counts.
            kind: Of the unit of the answer, such as "code", "quote" or "table".
        """
        if len(sentence) > SENTENCE_CHARACTERS:
            kept = [self.may_say(one, kind) for one in split_sentences(sentence)]
            return all(kept)
        sentence = untagged(sentence) if self._is_done and kind not in QUOTED else sentence
        is_aside = kind not in CONTENT and self._is_aside(sentence)
        is_denial = self._denies(sentence)
        may_say = self._may_say(sentence, is_content=kind in CONTENT) and not is_aside
        likelihood = None if kind in QUOTED else self._likelihood(sentence)
        self._is_begun = True
        is_ours = kind not in CONTENT and not is_aside
        if is_aside or (is_ours and (self._promises(sentence) or is_denial)):
            return False
        if self._is_done and likelihood is not None and not self._is_code:
            return self._may_say_beside_act(sentence, likelihood, may_say=may_say)
        sure, surely_not = SURE, SURELY_NOT
        if self._evidence is not None:
            sure, surely_not = SURE_BESIDE, SURELY_NOT_BESIDE
        if likelihood is not None and self._is_retold(sentence):
            return True
        if likelihood is None or surely_not < likelihood < sure:
            return may_say
        return likelihood <= surely_not and (may_say or not self._is_never_said(sentence))

    def _may_say_beside_act(self, sentence: str, likelihood: float, *, may_say: bool) -> bool:
        """The same behind an act that code has reported: what reports more than it is held."""
        told = self._evidence.told if self._evidence else ""
        if self._is_half_done and claims_all_done(sentence):
            return False
        if not self._is_made and claims_more(sentence, f"{self._said} {told}"):
            return False
        if self._is_retold(sentence):
            return True
        if likelihood >= SURE_BESIDE_ACT:
            return may_say and retells(sentence, told)
        return may_say or (likelihood <= SURELY_NOT_BESIDE_ACT and not claims_own_act(sentence))

    def _is_retold(self, sentence: str) -> bool:
        """Whether it says again what a tool of this machine has told."""
        return bool(self._told) and retells(sentence, " ".join(self._told))

    def _is_never_said(self, sentence: str) -> bool:
        """Whether no network acquits it: an own act, other figures, what nobody has told."""
        if claims_own_act(sentence):
            return True
        if self._evidence is None:
            return False
        is_invented = bool(self._told) and self._is_figured_out(sentence)
        return is_invented or self._is_beside_lookup(sentence)

    def _may_say(self, sentence: str, *, is_content: bool) -> bool:
        """The same by the rules alone."""
        if self._is_act:
            return self._is_beside_the_act(plain_words(sentence))
        if is_content or self._is_within(sentence):
            return True
        if self._told and self._is_figured_out(sentence):
            self.has_withheld_figures = True
            return False
        is_beside = self._is_beside_lookup(sentence)
        return not self._reports(sentence) and not is_beside

    def _is_aside(self, sentence: str) -> bool:
        """Whether a tale of others is left for an act of Jarvis' own: "And I'll wake you"."""
        if not self._is_made or not self._past or self._has_teller or not _TALE.search(self._said):
            return False
        is_within = self._is_code or bool(self._quoted)
        return not is_within and claims_own_act(unquoted(sentence))

    def _promises(self, sentence: str) -> bool:
        """Whether it promises what nobody does: to wake somebody, or that help is coming."""
        return self._promises_help(sentence) or self._promises_to_ring(sentence)

    def _promises_help(self, sentence: str) -> bool:
        """Whether it says that helpers come, though nobody has called them or is told to."""
        self._has_call = self._has_call or tells_to_call(sentence)
        if self._has_call or self._is_behind_steps or self._is_made or self._is_code:
            return False
        return not (self._quoted or self._past) and promises_help(unquoted(sentence))

    def _promises_to_ring(self, sentence: str) -> bool:
        """Whether it promises to wake somebody, though nothing that rings was set or told of."""
        if self._has_acted or self._is_made or self._is_code or self._quoted or self._past:
            return False
        is_told = any(_RINGING.search(told) for told in self._told)
        return not is_told and promises_to_ring(unquoted(sentence))

    def _denies(self, sentence: str) -> bool:
        """Whether it says what is not there of the user's, which no tool of the turn has told."""
        is_tale = self._is_made and not _OWN_THINGS.search(self._said)
        if is_tale or self._is_code or self._quoted or self._past >= TELLING_SENTENCES:
            return False
        is_first = not self._is_behind_steps and self._sentences < OPENING_SENTENCES
        if is_first and not self._is_made and answers_for_what_is_unseen(sentence, self._said):
            return True
        if not self._has_failed and tells_another_state(sentence, self._observed, self._said):
            return True
        is_order = (self._is_act and not self._has_acted) or self._has_failed
        return denies_what_is_kept(sentence, self._observed, self._said, is_order=is_order)

    def _is_beside_lookup(self, sentence: str) -> bool:
        """Whether an answer behind steps that did nothing claims what none of them told."""
        if not self._is_behind_steps or self._has_acted or self._is_made:
            return False
        if not self._has_looked and claims_sources(sentence):
            return True
        return claims_beside(sentence, " ".join([self._said, *self._told]))

    def _is_figured_out(self, sentence: str) -> bool:
        """Whether its figures are not those that the lookups of the turn have told."""
        known = [*self._told, self._said]
        is_invented = invents_figures(sentence, known) or self._adds_what_rings(sentence, known)
        return is_invented or belies_forecast(sentence, self._told, self._said)

    def _adds_what_rings(self, sentence: str, known: Sequence[str]) -> bool:
        """Whether it tells of alarms or timers, and of a time or a number that nobody told."""
        is_of_them = _RINGING.search(sentence) and any(map(_RINGING.search, self._told))
        is_asked = sentence.rstrip().endswith("?")
        if not is_of_them or is_asked:
            return False
        return has_other_figures(_COUNT.sub("", sentence), " ".join(known))

    def _likelihood(self, sentence: str) -> float | None:
        """How likely it is a report, by the network; None where it is not asked."""
        if self._claims is None or self._is_code:
            return None
        plain = plain_text(sentence)
        if not any(sign.isalnum() for sign in plain):
            return None  # a tick alone may report, and holds no word that the network knows
        is_first = not self._is_begun
        if self._left_open != self._said and not self._is_done:
            alone = self._claims.likelihood(self._left_open, plain, is_first=is_first)
            if alone >= SURE:
                return alone
        return self._claims.likelihood(
            self._said, plain, is_first=is_first, evidence=self._evidence
        )

    def _is_beside_the_act(self, plain: PlainWords) -> bool:
        """Whether it is no report; behind one of what was not done, statements go on with it."""
        may_say = is_no_report(plain)
        if self._has_reported and not plain.asks and not _REFUSING.intersection(plain.words):
            may_say = False
        self._has_reported |= not may_say and not self._has_acted
        return may_say

    def _reports(self, sentence: str) -> bool:
        plain = plain_words(unquoted(sentence))
        if self._repeats_a_report(sentence):
            is_report = True
        elif self._is_made:
            is_report = reports_delivery(plain, is_first=not self._sentences)
        else:
            how = Reading(
                has_looked=self._has_looked,
                is_telling=self._past >= TELLING_SENTENCES,
                is_opening=self._sentences < OPENING_SENTENCES,
                is_talk=self._is_talk,
            )
            is_report = reports_an_act(plain, how) or reports_in_another_language(plain)
        self._go_on(sentence, plain)
        return is_report

    def _repeats_a_report(self, sentence: str) -> bool:
        """Whether an answer begins with a report that it quotes from itself."""
        if self._sentences >= OPENING_SENTENCES or (self._is_made and self._sentences):
            return False
        how = Reading(has_looked=self._has_looked, is_talk=True)
        return any(reports_an_act(plain_words(said), how) for said in own_words(sentence))

    def _go_on(self, sentence: str, plain: PlainWords) -> None:
        """Note what the sentence says of those behind it."""
        self._sentences += 1
        if _SALUTATION.match(sentence) or (
            sentence.rstrip().rstrip("*_").endswith(":") and _HERE_IT_IS.search(sentence)
        ):
            self._is_made = True
        self._has_teller |= bool(FIRST_PERSONS.intersection(plain.words))
        is_past = any(word in _PAST or word.endswith("ed") for word in plain.words)
        if is_past and "your" not in plain.words and "you" not in plain.words:
            self._past += 1

    def _is_within(self, sentence: str) -> bool:
        """Whether it stands in a quotation or a block of code that an earlier sentence began."""
        if sentence.count("```") % 2:
            self._is_code = not self._is_code
            return True
        if self._is_code or sentence.lstrip().startswith(">"):
            return True
        was_within = 0 < self._quoted <= LONGEST_QUOTATION
        straight = sentence.count('"') % 2
        opened = sentence.count("\u201c") + sentence.count("\u201e")
        closed = sentence.count("\u201d")
        if straight or opened != closed:
            self._quoted = 0 if was_within else 1
        elif self._quoted:
            self._quoted += 1
        return was_within
