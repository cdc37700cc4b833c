"""Names the intents with which a request that is not sure ends in words. Pure."""

from __future__ import annotations

SUGGEST = "suggest"
"""A sentence that may have been meant: "Did you mean: ...?"."""

ASK_FOR = "ask_for"
"""A request with a slot that is still missing, and the question for it."""

CANNOT = "cannot"
"""What nothing here can do, and how that is said."""

WORK_ON = "work_on_text"
"""Work on a text that the turn itself gives, which only a model can do."""
