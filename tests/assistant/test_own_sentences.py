"""Flow: other words for a sentence of the user's own are asked about, and a yes does it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import yaml

from jarvis_voice.core.paths import find_paths
from jarvis_voice.workshop.sentences.trial import SentenceTrial, open_trial, without_network

pytestmark = pytest.mark.flow

DATA = Path(__file__).parents[1] / "data" / "own"
LEAST_RIGHT = 35
"""Of 60."""

MOST_WRONG = 2
MOST_ASKED = 5
"""Of the 100 other sentences."""

ASKED = "Did you mean: {}?"


def rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and line[0] != "#"]


WORDINGS = {own: others for own, *others in rows("wordings.tsv")}


@asynccontextmanager
async def trial_with(home: Path, *templates: str, **slots: str) -> AsyncIterator[SentenceTrial]:
    """A world in which each sentence makes a note."""
    folder = find_paths({"JARVIS_HOME": str(home)}).user_sentences
    folder.mkdir(parents=True)
    blocks = [{"sentences": [one], "slots": slots} for one in templates]
    content = {"language": "en", "intents": {"add_note": {"data": blocks}}}
    (folder / "own.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    with without_network():
        async with open_trial(home) as trial:
            yield trial


async def test_a_yes_does_what_was_meant_and_nothing_before(tmp_path: Path) -> None:
    async with trial_with(tmp_path, "warm up the sauna", text="sauna") as trial:
        asked = await trial.say("get the sauna hot")
        assert (asked.reply, asked.actions) == (ASKED.format("warm up the sauna"), ())
        done = await trial.say("yes")
        assert [(one.action, one.arguments["text"]) for one in done.actions] == [
            ("add_note", "sauna")
        ]


async def test_who_says_it_once_more_in_other_words_means_it(tmp_path: Path) -> None:
    async with trial_with(tmp_path, "lock the front door", text="door") as trial:
        asked = await trial.say("could you lock up at the front")
        assert (asked.reply, asked.actions) == (ASKED.format("lock the front door"), ())
        done = await trial.say("yes lock the front door")
        assert [(one.action, one.arguments["text"]) for one in done.actions] == [
            ("add_note", "door")
        ]


async def test_a_word_that_is_missing_is_asked_for(tmp_path: Path) -> None:
    async with trial_with(tmp_path, "fill the feeder with {text}") as trial:
        asked = await trial.say("the feeder needs filling")
        assert asked.reply == "Did you mean: fill the feeder with something? Say the text."
        assert asked.actions == ()
        done = await trial.say("seeds")
        assert [(one.action, one.arguments["text"]) for one in done.actions] == [
            ("add_note", "seeds")
        ]


async def test_other_words_are_known_and_other_sentences_left_alone(tmp_path: Path) -> None:
    others_than_these = rows("other-words.txt")
    assert (len(WORDINGS), len(others_than_these)) == (20, 100)
    assert {len(others) for others in WORDINGS.values()} == {3}
    async with trial_with(tmp_path, *WORDINGS, text="a mark") as trial:
        right, wrong, done = 0, 0, 0
        # one wording of each after the other: to say again what was offered is a yes
        for own, text in ((own, others[n]) for n in range(3) for own, others in WORDINGS.items()):
            seen = await trial.say(text)
            right += seen.reply == ASKED.format(own)
            wrong += any(seen.reply == ASKED.format(one) for one in {*WORDINGS} - {own})
            done += any(one.arguments.get("text") == "a mark" for one in seen.actions)
        asked = []
        for [text] in others_than_these:
            seen = await trial.say(text)
            asked += [text] * any(seen.reply == ASKED.format(one) for one in WORDINGS)
            done += any(one.arguments.get("text") == "a mark" for one in seen.actions)
    assert done == 0
    assert right >= LEAST_RIGHT
    assert wrong <= MOST_WRONG
    assert len(asked) <= MOST_ASKED, asked
