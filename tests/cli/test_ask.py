"""Flow: typed turns from the command line through a daemon's control socket."""

import asyncio
import io
import sys
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

import pytest
from assistant.turns import seen
from doors.control.served import daemon
from PIL import Image

from jarvis_voice.cli.ask import MOST_LINES, Question, ask, ask_all
from jarvis_voice.core.errors import (
    AlreadyRunningError,
    ControlError,
    ModelError,
    PictureError,
    TextError,
)
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.shown_picture import WHAT_IS_THERE
from jarvis_voice.core.turn_text import LINE_CHARACTERS
from jarvis_voice.doors.terminal.answer_page import RawPage
from jarvis_voice.doors.terminal.screen import TextScreen
from jarvis_voice.store.process_lock import ProcessLock

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no unix sockets here"),
]


class Page:
    """A screen whose lines are kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.screen = TextScreen(self.lines.append, RawPage(self._write))

    def _write(self, text: str) -> None:
        if text != "\n":
            self.lines.append(text)

    async def ask(self, paths: Paths, text: str) -> bool:
        question = Question(text, thread=None, speak=False, dry_run=False)
        return await ask_all([question], paths, self.screen)


async def test_a_turn_that_somebody_stops_says_so_and_is_no_success(paths: Paths) -> None:
    page = Page()
    async with daemon(paths) as (planner, _, events):
        asking = asyncio.create_task(page.ask(paths, "wait"))
        await planner.reached.wait()
        assert await Page().ask(paths, "stop") is True
        assert await asking is False
    assert page.lines == ["✋ Cancelled."]
    assert {end["outcome"] for end in seen(events, "turn-ended")} == {"cancelled", "done"}


async def test_a_daemon_that_is_about_to_listen_is_waited_for(paths: Paths) -> None:
    page = Page()
    async with ProcessLock(paths.lock, "run"):
        asking = asyncio.create_task(page.ask(paths, "hello"))
        done, _ = await asyncio.wait({asking}, timeout=0.5)
        assert not done
        async with daemon(paths):
            assert await asking is True
    assert page.lines == ["You said hello."]


async def test_a_daemon_that_ends_between_two_turns_leaves_the_second_alone(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def request(_: object, body: dict[str, str]) -> AsyncGenerator[dict[str, str]]:
        asked.append(body["text"])
        if asked == ["first", "second"]:
            raise ControlError("no-daemon", "No Jarvis is running that could be reached.")
        yield {"type": "turn-ended", "turn_id": "t1", "outcome": body["text"]}

    monkeypatch.setattr("jarvis_voice.doors.control.client.request", request)
    monkeypatch.setattr("jarvis_voice.cli.daemon_or_local.TRY_AGAIN_SECONDS", 0.0)
    questions = [Question(text, None, False, False) for text in ("first", "second", "failed")]
    async with ProcessLock(paths.lock, "run"):
        assert await ask_all(questions, paths, Page().screen) is False
    assert asked == ["first", "second", "second", "failed"]


async def test_one_that_never_listens_is_named(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.cli.daemon_or_local.PATIENCE_SECONDS", 0.0)
    async with ProcessLock(paths.lock, "run"):
        with pytest.raises(AlreadyRunningError, match="already running"):
            await Page().ask(paths, "hello")


async def test_a_turn_may_be_as_long_as_anywhere_and_no_longer(paths: Paths) -> None:
    page = Page()
    async with daemon(paths) as (_, _operations, events):
        assert await page.ask(paths, "x" * LINE_CHARACTERS) is True
        with pytest.raises(ControlError, match="more than 4,000 characters"):
            await page.ask(paths, "x" * (LINE_CHARACTERS + 1))
    assert len(seen(events, "turn-ended")) == 1


@pytest.mark.parametrize("end", ["\n", "", "\nhello\n"])
def test_a_long_line_of_the_input_is_named(monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    piped = io.StringIO("hello\n" + "x" * 1_000_000 + end)
    monkeypatch.setattr("sys.stdin", piped)
    with pytest.raises(TextError, match="Line 2 of the input has more than 4,000 characters"):
        ask()
    assert piped.tell() < 3 * LINE_CHARACTERS, "no more is read than shows that it is too long"


def test_an_input_without_end_is_refused_before_anything_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    piped = io.StringIO("hello\n" * (2 * MOST_LINES))
    monkeypatch.setattr("sys.stdin", piped)
    with pytest.raises(TextError, match="more than 10,000 lines"):
        ask()
    assert piped.tell() == len("hello\n") * (MOST_LINES + 1)


@pytest.mark.parametrize(
    ("sentences", "piped", "asked"),
    [
        (None, "\ufeffhello\r\n\ufeff\n you \n", ["hello", "you"]),
        (None, "hello\n" * MOST_LINES, ["hello"] * MOST_LINES),
        (["caf\udcc3\udca9", "caf\udce9 is", "\ud800"], "", ["caf\u00e9", "caf\ufffd is", "?"]),
    ],
)
def test_what_is_asked_is_what_was_written(
    sentences: list[str] | None, piped: str, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = kept_questions(monkeypatch)
    monkeypatch.setattr("sys.stdin", io.StringIO(piped))
    ask(sentences, thread=None, speak=False, as_json=False, dry_run=False)
    assert [question.text for question in questions] == asked


def kept_questions(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """What would be asked, and nobody is."""
    questions: list[Question] = []

    async def keep(given: Sequence[Question], *_: object) -> bool:
        questions.extend(given)
        return True

    monkeypatch.setattr("jarvis_voice.cli.ask.ask_all", keep)
    return questions


@pytest.fixture
def cat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A picture in the folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    Image.new("RGB", (4, 3)).save("cat.png")
    return tmp_path / "cat.png"


def set_model(paths: Paths, lines: str) -> None:
    paths.config.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(lines, encoding="utf-8")


HOME = '[models.home]\nkind = "ollama"\nmodel = "seer"\n'


@pytest.mark.parametrize(
    ("sentences", "asked"),
    [(["what is this", "yes"], ["what is this", "yes"]), (None, [WHAT_IS_THERE])],
)
def test_a_picture_goes_with_the_first_question(
    paths: Paths,
    cat: Path,
    monkeypatch: pytest.MonkeyPatch,
    sentences: list[str] | None,
    asked: list[str],
) -> None:
    set_model(paths, HOME)
    questions = kept_questions(monkeypatch)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    ask(sentences, thread=None, image=Path("cat.png"))
    assert [question.text for question in questions] == asked
    assert [question.picture for question in questions] == [str(cat), None][: len(asked)]
    assert questions[0].body["picture"] == str(cat)


@pytest.mark.parametrize(
    ("name", "code", "exit_code"),
    [("gone.png", "picture-missing", 6), (".", "no-picture", 6), ("cat.txt", "no-picture", 6)],
)
def test_what_is_no_picture_is_refused_before_anything_is_asked(
    paths: Paths,
    cat: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    code: str,
    exit_code: int,
) -> None:
    set_model(paths, HOME)
    cat.with_suffix(".txt").write_text("meow")
    questions = kept_questions(monkeypatch)
    with pytest.raises(PictureError) as caught:
        ask(["what is this"], thread=None, image=Path(name))
    assert (caught.value.code, caught.value.exit_code) == (code, exit_code)
    assert questions == []


@pytest.mark.usefixtures("cat")
@pytest.mark.parametrize(
    "lines", ["", f'{HOME}sees = ["web"]\n', f'{HOME}[brain]\nplanner="local"\n']
)
def test_without_a_model_that_sees_nothing_is_asked(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, lines: str
) -> None:
    set_model(paths, lines)
    questions = kept_questions(monkeypatch)
    with pytest.raises(ModelError, match="No language model is set that may look at pictures"):
        ask(["what is this"], thread=None, image=Path("cat.png"))
    assert questions == []


async def test_the_running_jarvis_gets_the_path(paths: Paths, cat: Path) -> None:
    page = Page()
    question = Question("what is this", None, speak=False, dry_run=False, picture=str(cat))
    async with daemon(paths) as (_, _operations, events):
        assert await ask_all([question], paths, page.screen) is True
    [begun] = seen(events, "turn-started")
    assert begun["text"] == "what is this [picture: cat.png]"


def test_a_long_sentence_is_refused_before_anything_is_asked() -> None:
    with pytest.raises(TextError):
        ask(["hello", "x" * (LINE_CHARACTERS + 1)])
