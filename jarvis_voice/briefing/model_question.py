"""BriefingModel: asks a model one question of a run, within a time and within the run's budget.

Invariant: each failure comes out as one `UnansweredError` in words; what the answer took is noted
in the work.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from jarvis_voice.briefing.budget import RunBudget
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.engines.llm.chat import Message
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.tools.dependencies import StructuredChat

log = logging.getLogger(__name__)

MODEL_SECONDS = 25.0

Answer = TypeVar("Answer", bound=BaseModel)

OpenChat = Callable[[], AbstractAsyncContextManager[StructuredChat]]
"""Opens the models that may be asked, for one question."""


class UnansweredError(Exception):
    """There is no usable answer; its text says why."""


@dataclass(frozen=True, slots=True)
class BriefingModel:
    """A model for briefings.

    Attributes:
        open_chat: Opens the models, the best first behind one door.
        budget: Of a run.
        seconds: For an answer.
        name: What it is called in what it has judged.
    """

    open_chat: OpenChat
    budget: RunBudget = field(default_factory=RunBudget)
    seconds: float = MODEL_SECONDS
    name: str = "model"

    async def answer(
        self, work: BriefingWork, prompt: str, question: str, schema: type[Answer]
    ) -> Answer:
        """One answer in a schema.

        Raises:
            UnansweredError: It would cost too much, it came too late, or it is of no use.
        """
        n_characters = len(prompt) + len(question) + len(str(schema.model_json_schema()))
        if not self.budget.allows(work, n_characters):
            raise UnansweredError(f"the budget of ${self.budget.usd:g} a run is used up")
        n_before, is_answered = len(work.calls), False
        try:
            async with self.open_chat() as chat:
                await chat.load()
                async with asyncio.timeout(self.seconds):
                    answer = await chat.structured(
                        prompt, [Message("user", question)], schema, work.calls.append
                    )
            is_answered = True
        except TimeoutError:
            why = "the model did not answer in time"
        except JarvisError as error:
            log.info("a model gave no answer for a briefing: %s", error.code)
            why = f"no usable answer ({error.code})"
        except Exception as error:  # noqa: BLE001 - a briefing needs no model
            log_broken(log, "a model for a briefing", error)
            why = f"no usable answer ({type(error).__name__})"
        else:
            return answer
        finally:
            told = [one.model for one in work.calls[n_before:]]
            untold = self.budget.untold(told, is_answered=is_answered)
            work.uncounted_usd += self.budget.most(n_characters, untold)
        raise UnansweredError(why)
