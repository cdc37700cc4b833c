"""Makes the table of the talk bench from its figures. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from jarvis_voice.workshop.benches.comparison import Figure, Report, Row, ratio
from jarvis_voice.workshop.benches.talk_bench import FIRST_SECONDS, TalkFigures
from jarvis_voice.workshop.benches.talk_parts import TOKENS

IN_WORDS = (
    "the whole answer by ChatOpenAI.ainvoke from the same server, then PiperVoice with its default "
    "session: the first sentence of it"
)
QUEUED = "first sentence ended to the voice's queue"
VOICED = "first sentence ended to its first sample"
WHOLE = "question to the first sample"
TIMES = "times as soon as the stock way"
WORK = "our own work in a whole turn"


def report(figures: TalkFigures) -> Report:
    """The table."""
    rows = [row for name in figures.turns for row in _rows(figures, name)]
    work = Figure(tuple(figures.work_ms), "ms", 1)
    rows.append(Row(WORK, work, wanted="<= 15 ms"))
    return Report("Talk with a model", tuple(rows), IN_WORDS, tuple(_notes(figures)))


def _rows(figures: TalkFigures, name: str) -> Iterator[Row]:
    turns, stock = figures.turns[name], figures.stock.get(name, [])
    queued = tuple(1_000 * one.queued_seconds for one in turns)
    yield Row(f"{name}: {QUEUED}, p50", Figure(queued, "ms", 1))
    yield Row(f"{name}: {QUEUED}, p95", Figure(queued, "ms", 1, "p95"), wanted="<= 50 ms")
    if not figures.has_voice:
        return
    voiced = tuple(one.voiced_seconds for one in turns)
    yield Row(f"{name}: {VOICED}, p50", Figure(voiced, "s", 2), wanted="<= 0.3 s")
    whole = tuple(one.whole_seconds for one in turns)
    ours, theirs = Figure(whole, "s", 2), Figure(tuple(stock), "s", 2)
    yield Row(f"{name}: {WHOLE}, p50", ours, theirs)
    yield Row(f"{name}: {TIMES}, p50", ratio(theirs, ours, 1))


def _notes(figures: TalkFigures) -> Iterator[str]:
    counts = ", ".join(f"{len(turns)} at {name}" for name, turns in figures.turns.items())
    if counts:
        yield f"It rests on these turns of ours: {counts}."
    yield (
        f"A model on this machine that is scripted: its first token after {FIRST_SECONDS} s, "
        f"{len(TOKENS)} tokens in all, each a word."
    )
    yield (
        "A sentence is known to have ended when the next token comes: its end is the moment before "
        "the server sends that token."
    )
    yield "Our own work: the processor time of the loop's thread without the same call's client."
    yield "No sentence is kept as sound from one turn to the next."
    if not figures.has_voice:
        yield "The voice is not here, so no sound was measured. Get it with: jarvis setup"
