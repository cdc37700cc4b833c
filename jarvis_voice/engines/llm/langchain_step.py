"""A step of a conversation, asked of a LangChain model in the best form that its server knows.

Invariant: what a server refuses is left out at once and for good, where that helped; what may pass
is tried again before the first piece, and never after it.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm.answer_forms import TOOLS, StepForm
from jarvis_voice.engines.llm.chat import Message, Spent, ToolCall, ToolOffer
from jarvis_voice.engines.llm.chat_failures import SYSTEM
from jarvis_voice.engines.llm.json_steps import JsonStep
from jarvis_voice.engines.llm.langchain_chat import ChatRequest, HeardStream, LangChainChat
from jarvis_voice.engines.llm.langchain_messages import conversation
from jarvis_voice.engines.llm.patience import AnswerPatience, LateAnswerError
from jarvis_voice.engines.llm.step_answer import StepAnswer
from jarvis_voice.engines.llm.tool_calls import CallPiece, UnusableAnswerError
from jarvis_voice.engines.llm.written_calls import AnswerText, PlainText

if TYPE_CHECKING:
    from langchain_core.messages import AIMessageChunk

WORDS = "words"
"""The form that every server knows: the tools are told in the instruction."""


@dataclass(frozen=True, slots=True)
class StepQuestion:
    """What is asked in one step."""

    system: str
    messages: Sequence[Message]
    tools: Sequence[ToolOffer]


@dataclass(slots=True)
class _Opened:
    """An answer that has begun."""

    pieces: AsyncGenerator[AIMessageChunk]
    first: AIMessageChunk | None
    patience: AnswerPatience[AIMessageChunk]
    form: str


class SteppingChat(LangChainChat):
    """A chat model that calls tools."""

    forms: ClassVar[Sequence[str]]
    """What it is asked in, best first; `WORDS` follows."""

    _opens_in_thought = False

    async def step(
        self,
        system: str,
        messages: Sequence[Message],
        tools: Sequence[ToolOffer],
        spent: Spent,
    ) -> AsyncGenerator[str | ToolCall]:
        """The text of the next step as it comes, and behind it the calls.

        Args:
            system: The instruction.
            messages: The conversation, oldest first; the last is the user's.
            tools: What can be called.
            spent: Is told the tokens when the answer ends, however it ends.

        Raises:
            PlannerError: As `structured`; "...-timeout" says whether the answer did not begin or
                stopped. It may come after pieces that were handed out, and never after a call.
        """
        self._cooldown.check()
        await self.load()
        failure: PlannerError | None = None
        try:
            opened = await self._begin(StepQuestion(system, messages, tools))
        except Exception as error:  # noqa: BLE001 - five libraries raise here; all end as one class
            failure = self._wrap_step(error)
        if failure:
            raise failure
        heard, answer = HeardStream(), self._reader(opened.form, tools)
        piece = opened.first
        async with aclosing(opened.pieces):
            try:
                while piece is not None:
                    heard.add(piece)
                    try:
                        answer.add_calls(self._calls_in(piece))
                        for number, said in enumerate(answer.say(piece.text)):
                            if number:
                                await asyncio.sleep(0)
                            if said:
                                yield said
                        piece = await opened.patience.next_piece(opened.pieces)
                    except Exception as error:  # noqa: BLE001 - as above
                        failure = self._wrap_step(error)
                        break
            finally:
                self._count(heard.usage, spent)
        self._opens_in_thought |= answer.was_unopened
        if failure:
            raise failure
        rest, calls = self._finished(answer, heard)
        if rest:
            yield rest
        for call in calls:
            yield call

    def _finished(self, answer: StepAnswer, heard: HeardStream) -> tuple[str, list[ToolCall]]:
        """The rest of the text and the calls of an answer that has come to its end.

        Raises:
            PlannerError: It ended badly, or is in no form.
        """
        failure = self._unfinished_error(heard.metadata)
        if failure is None:
            try:
                return answer.finish()
            except UnusableAnswerError as error:
                failure = self._wrap_step(error)
        raise failure

    async def warm(self) -> None:
        """Nothing: a model that runs elsewhere is kept ready by others."""

    async def _begin(self, question: StepQuestion) -> _Opened:
        """The answer, in the best form that is not refused."""
        without, n_tries = self._refused, 0
        while True:
            form = self._form(question.tools, without)
            try:
                opened = await self._ask(question, form, without)
            except Exception as error:
                refused = self._refused_in_step(error, form, without)
                if refused:
                    without |= {refused}
                    continue
                n_tries += 1
                wait = self._judge(error).retry_seconds(n_tries)
                if wait is None:
                    raise
                await asyncio.sleep(wait)
            else:
                self._refused |= without
                return opened

    def _form(self, tools: Sequence[ToolOffer], without: frozenset[str]) -> str:
        if not tools:
            return WORDS
        return next((form for form in self.forms if form not in without), WORDS)

    async def _ask(
        self,
        question: StepQuestion,
        form: str,
        without: frozenset[str],
    ) -> _Opened:
        """An answer in this form and its first piece: only then is the form known to be taken."""
        assert self._voice  # noqa: S101 - load() built it or raised
        asked = self._step_request(form, question.tools, without)
        said = conversation(
            question.system + asked.instruction,
            question.messages,
            has_system=SYSTEM not in without,
        )
        patience = AnswerPatience(
            self._first_seconds, self._options.stall_seconds, self._shows_work
        )
        pieces = cast("AsyncGenerator[AIMessageChunk]", self._voice.astream(said, **asked.options))
        try:
            return _Opened(pieces, await patience.next_piece(pieces), patience, form)
        except BaseException:
            await pieces.aclose()
            raise

    def _reader(self, form: str, tools: Sequence[ToolOffer]) -> StepAnswer:
        offered = {tool.name for tool in tools}
        text: AnswerText = PlainText(offered)
        if form not in (TOOLS, WORDS):
            text = JsonStep(StepForm.of(tools))
        return StepAnswer(text, offered, is_thinking=self._opens_in_thought)

    def _refused_in_step(self, error: Exception, form: str, without: frozenset[str]) -> str:
        """What to leave out now, or "" where that is no use."""
        if option := self._refused_option(error, without):
            return option
        return form if form != WORDS and self._is_form_refused(error) else ""

    def _wrap_step(self, error: Exception) -> PlannerError:
        if isinstance(error, LateAnswerError):
            return self._error(error.kind, error.why)
        if isinstance(error, UnusableAnswerError):
            return self._error("bad-answer", str(error))
        return self._wrap(error)

    def _shows_work(self, piece: AIMessageChunk) -> bool:
        """Whether a piece shows that the model is at work."""
        has_end = "finish_reason" in piece.response_metadata
        return has_end or bool(piece.content) or bool(self._calls_in(piece))

    @property
    def _first_seconds(self) -> float:
        """How long an answer may take to begin."""
        return self._options.first_token_seconds

    @abstractmethod
    def _step_request(
        self, form: str, tools: Sequence[ToolOffer], without: frozenset[str]
    ) -> ChatRequest:
        """How to ask in a form, without what the server refuses."""

    @abstractmethod
    def _calls_in(self, piece: AIMessageChunk) -> Sequence[CallPiece]:
        """The parts of calls that a piece brings."""

    @abstractmethod
    def _refused_option(self, error: Exception, without: Collection[str]) -> str:
        """The parameter that this error names and that can be left out of any form, or ""."""

    @abstractmethod
    def _is_form_refused(self, error: Exception) -> bool:
        """Whether another form may be taken."""
