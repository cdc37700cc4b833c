"""Flow: the control socket, a real one, between the real client and the real assistant."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import pytest
from assistant.turns import seen
from doors.control.served import STATUS, Key, daemon, raw, refusal, send
from store.reads import read_thread

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.turn_text import LINE_CHARACTERS
from jarvis_voice.doors.control.server import REQUEST_BYTES

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no unix sockets here"),
]


async def test_ask_is_answered_by_the_events_of_its_turn_in_order(paths: Paths) -> None:
    async with daemon(paths):
        answers = await send(paths, command="ask", text="hello")
    assert [answer["type"] for answer in answers] == [
        "turn-started", "reply-text", "turn-ended", "control-done",
    ]  # fmt: skip
    assert answers[0]["text"] == "hello"
    assert answers[0]["source"] == "stdin"
    assert answers[-2]["reply"] == "You said hello."


async def test_ask_streams_its_own_turn_while_another_threads_turn_runs(paths: Paths) -> None:
    async with daemon(paths) as (planner, _, _events):
        waiting = asyncio.create_task(send(paths, command="ask", text="wait", thread="slow"))
        await planner.reached.wait()
        quick = await send(paths, command="ask", text="hello", thread="quick")
        planner.let_go.set()
        slow = await waiting
    assert {answer["turn_id"] for answer in quick[:-1]} == {"t2"}
    assert {answer["turn_id"] for answer in slow[:-1]} == {"t1"}
    assert slow[-2]["reply"] == "You said wait."


async def test_a_dry_run_and_a_thread_are_handed_on(paths: Paths) -> None:
    async with daemon(paths):
        await send(paths, command="ask", text="hello", thread="kept", dry_run=False)
        await send(paths, command="ask", text="hello", thread="kept", dry_run=True)
        assert await send(paths, command="clear", thread="kept") == [
            {"type": "control-done", "turns": 1}
        ]


async def test_a_picture_goes_with_its_question_by_its_path(paths: Paths) -> None:
    async with daemon(paths):
        shown = await send(paths, command="ask", text="what is this", picture="/home/me/cat.png")
        without = await send(paths, command="ask", text="what is this", picture=None)
    assert shown[0]["text"] == "what is this [picture: cat.png]"
    assert without[0]["text"] == "what is this"


@pytest.mark.parametrize("name", ["dry_run", "speak"])
@pytest.mark.parametrize("odd", ["false", "true", "", 0, 1, [], {}, 1.0])
async def test_what_is_wanted_or_not_is_true_or_false_and_no_turn_runs_for_anything_else(
    paths: Paths, name: str, odd: object
) -> None:
    async with daemon(paths):
        code = await refusal(paths, command="ask", text="hello", **{name: odd})
        wanted = await send(paths, command="ask", text="hello", **{name: None})
    assert (code, wanted[-2]["turn_id"]) == ("bad-request", "t1")


async def test_an_answer_is_spoken_where_that_is_asked_for(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):
        await send(paths, command="ask", text="hello")
        assert operations.spoken == []
        await send(paths, command="ask", text="hello", speak=True)
        assert operations.spoken == ["t2 You said hello."]


async def test_a_client_that_leaves_cancels_its_turn(paths: Paths) -> None:
    async with daemon(paths) as (planner, _, events):
        waiting = asyncio.create_task(send(paths, command="ask", text="wait"))
        await planner.reached.wait()
        waiting.cancel()
        await asyncio.wait({waiting})
        await send(paths, command="ask", text="hello")
    assert [end["outcome"] for end in seen(events, "turn-ended")] == ["cancelled", "done"]


ASK_TO_WAIT = b'{"command": "ask", "text": "wait"}\n'


async def test_what_a_client_still_sends_does_not_cancel_its_turn(paths: Paths) -> None:
    async with daemon(paths) as (planner, _, events):
        reader, writer = await asyncio.open_unix_connection(paths.control_socket)
        writer.write(ASK_TO_WAIT)
        await planner.reached.wait()
        writer.write(b"more\n" * 1_000)
        await writer.drain()
        await send(paths, command="ask", text="hello", thread="other")
        planner.let_go.set()
        assert json.loads((await reader.read()).splitlines()[-1])["type"] == "control-done"
        writer.close()
    assert {end["outcome"] for end in seen(events, "turn-ended")} == {"done"}


async def test_a_client_that_will_send_no_more_still_gets_its_answer(paths: Paths) -> None:
    async with daemon(paths) as (planner, _, events):
        asking = asyncio.create_task(raw(paths, ASK_TO_WAIT, ends=True))
        await planner.reached.wait()
        await send(paths, command="ask", text="hello", thread="other")
        planner.let_go.set()
        assert (await asking)[-1]["type"] == "control-done"
    assert {end["outcome"] for end in seen(events, "turn-ended")} == {"done"}


async def test_one_that_then_leaves_cancels_its_turn(paths: Paths) -> None:
    async with daemon(paths) as (planner, _, events):
        asking = asyncio.create_task(raw(paths, ASK_TO_WAIT, ends=True))
        await planner.reached.wait()
        asking.cancel()
        await asyncio.wait({asking})
        await send(paths, command="ask", text="hello")
    assert [end["outcome"] for end in seen(events, "turn-ended")] == ["cancelled", "done"]


async def test_a_daemon_that_ends_ends_its_clients_turns_first(paths: Paths) -> None:
    async with daemon(paths) as (planner, _, events):
        asking = asyncio.create_task(refusal(paths, command="ask", text="wait"))
        await planner.reached.wait()
        silent, writer = await asyncio.open_unix_connection(paths.control_socket)
        await refusal(paths, command="dance")  # the silent one came before and was let in, too
    assert await asking == "daemon-gone"
    assert await silent.read() == b""
    writer.close()
    assert [end["outcome"] for end in seen(events, "turn-ended")] == ["cancelled"]
    assert seen(events, "problem-reported") == []
    [turn] = read_thread(paths.database, "default")
    assert turn.outcome == "cancelled"


async def test_a_problem_meanwhile_is_told_to_the_client(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):

        async def speak(turn_id: str, sentences: AsyncIterator[str]) -> None:
            operations.bus.publish(ProblemReported(0.0, "no-voice", "No loudspeaker."))

        operations.speak = speak  # type: ignore[method-assign] # a daemon without a mouth
        answers = await send(paths, command="ask", text="hello", speak=True)
    assert [answer["type"] for answer in answers] == [
        "problem-reported", "turn-started", "reply-text", "turn-ended", "control-done",
    ]  # fmt: skip


async def test_what_breaks_is_a_line_that_quotes_nothing(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):
        operations.breaks = True
        answers = await raw(paths, b'{"command": "ask", "text": "hello", "speak": true}\n')
        assert (await send(paths, command="ask", text="hello"))[-1]["type"] == "control-done"
    assert answers[-1]["code"] == "request-broke"
    assert "ValueError" in answers[-1]["message"]
    assert "secret words" not in str(answers)


async def test_no_client_leaves_a_subscription_behind(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):
        await send(paths, command="ask", text="hello")
        operations.breaks = True
        await refusal(paths, command="ask", text="hello", speak=True)
        assert operations.bus._subscriptions == []


async def test_an_empty_thread_is_the_default_and_an_odd_one_is_refused(paths: Paths) -> None:
    async with daemon(paths):
        assert (await send(paths, command="ask", text="hi", thread=""))[0]["thread_id"] == "default"
        for odd in ("..", "a\x1b[2Jb", "a/b", "x" * 65, "a\nb"):
            assert await refusal(paths, command="ask", text="hi", thread=odd) == "thread-name"


async def test_a_daemon_that_ends_is_told_to_who_waits(paths: Paths) -> None:
    paths.runtime.mkdir(parents=True)

    async def leave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b'{"type": "turn-started"}\n')
        writer.close()

    async with await asyncio.start_unix_server(leave, paths.control_socket):
        assert await refusal(paths, command="ask", text="wait") == "daemon-gone"


@pytest.mark.parametrize("action", ["press", "release", "toggle"])
async def test_the_talk_key_is_struck(paths: Paths, action: str) -> None:
    key = Key()
    async with daemon(paths, key):
        assert await send(paths, command="ptt", action=action) == [{"type": "control-done"}]
    assert key.log == [action]


async def test_without_ears_there_is_no_key(paths: Paths) -> None:
    async with daemon(paths):
        assert await refusal(paths, command="ptt", action="press") == "no-ears"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "unknown-command"),
        ({"command": "dance"}, "unknown-command"),
        ({"command": ["ask"]}, "unknown-command"),
        ({"command": "ptt"}, "unknown-action"),
        ({"command": "ptt", "action": "__init__"}, "unknown-action"),
        ({"command": "ptt", "action": ["press"]}, "unknown-action"),
        ({"command": "ask"}, "bad-request"),
        ({"command": "ask", "text": "  "}, "bad-request"),
        ({"command": "ask", "text": 5}, "bad-request"),
        ({"command": "ask", "text": "hello", "thread": 5}, "bad-request"),
        ({"command": "ask", "text": "hello", "thread": {"a": 1}}, "bad-request"),
        ({"command": "ask", "text": "hello", "picture": 5}, "bad-request"),
        ({"command": "ask", "text": "hello", "picture": ""}, "bad-request"),
        ({"command": "ask", "text": "hello", "picture": "cat.png"}, "bad-request"),
        ({"command": "clear"}, "bad-request"),
        ({"command": "forget", "facts": [2**63]}, "bad-request"),
        ({"command": "forget", "facts": [], "fields": "name"}, "bad-request"),
        ({"command": "forget", "facts": [], "user": 5}, "bad-request"),
        ({"command": "forget", "facts": [], "user": "no name"}, "user-name"),
        ({"command": "cancel", "entries": [2**63]}, "bad-request"),
        ({"command": "cancel", "entries": [-1]}, "bad-request"),
        ({"command": "say"}, "bad-request"),
        ({"command": "say", "text": ["a"]}, "bad-request"),
        ({"command": "_quit"}, "unknown-command"),
        ({"command": "ask", "text": "x" * (LINE_CHARACTERS + 1)}, "text-too-long"),
    ],
)
async def test_a_request_that_makes_no_sense_is_refused(
    paths: Paths, body: dict[str, Any], code: str
) -> None:
    key = Key()
    async with daemon(paths, key) as (_, _operations, events):
        assert await refusal(paths, **body) == code
        assert (await send(paths, command="ask", text="hello"))[-1]["type"] == "control-done"
    assert key.log == []
    assert len(seen(events, "turn-ended")) == 1


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "bad-request"),
        (b"\n", "bad-request"),
        (b"[1]\n", "bad-request"),
        (b"\xff\xfe\n", "bad-request"),
        (b"[" * 60_000 + b"\n", "bad-request"),
        (b'{"a":' * 12_000 + b"\n", "bad-request"),
        (b'{"command": "ask", "text": ' + b"[" * 30_000 + b"]" * 30_000 + b"}\n", "bad-request"),
        (b'{"command": "ask", "text": "' + b"x" * REQUEST_BYTES + b'"}\n', "request-too-long"),
        (b"x" * (2 * REQUEST_BYTES), "request-too-long"),
    ],
)
async def test_garbage_is_answered_by_an_error_and_harms_nobody(
    paths: Paths, sent: bytes, code: str
) -> None:
    async with daemon(paths):
        [answer] = await raw(paths, sent)
        assert (answer["type"], answer["code"]) == ("control-error", code)
        assert (await send(paths, command="ask", text="hello"))[-1]["type"] == "control-done"


async def test_the_longest_text_is_a_turn(paths: Paths) -> None:
    async with daemon(paths):
        answers = await send(paths, command="ask", text="é" * LINE_CHARACTERS)
    assert answers[-1]["type"] == "control-done"
    assert len(answers[0]["text"]) == LINE_CHARACTERS


async def test_an_unknown_command_is_not_said_back_whole(paths: Paths) -> None:
    async with daemon(paths):
        [answer] = await raw(paths, b'{"command": "' + b"x" * 60_000 + b'"}\n')
    assert answer["code"] == "unknown-command"
    assert len(answer["message"]) < 100


async def test_a_client_that_says_nothing_is_refused_when_it_ends(paths: Paths) -> None:
    async with daemon(paths):
        [answer] = await raw(paths, ends=True)
    assert answer["code"] == "bad-request"


async def test_half_a_character_in_a_text_is_no_reason_to_fail(paths: Paths) -> None:
    async with daemon(paths):
        answers = await raw(paths, b'{"command": "ask", "text": "h\\ud800i"}\n')
    assert answers[0]["text"] == "h?i"
    assert answers[-1]["type"] == "control-done"


@pytest.mark.parametrize(
    "sent",
    [
        b'{"command": "clear", "thread": "\\ud800"}\n',
        b'{"command": "forget-words", "what": "turn", "name": "\\ud800"}\n',
        b'{"command": "forget-words", "what": "thread", "name": "a\\udfff"}\n',
        b'{"command": "say", "text": "\\ud800"}\n',
    ],
)
async def test_half_a_character_breaks_no_other_request(paths: Paths, sent: bytes) -> None:
    async with daemon(paths):
        answers = await raw(paths, sent)
    assert answers[-1].get("code") != "request-broke"


async def done(paths: Paths, name: str, **body: Any) -> dict[str, Any]:
    """What a command without a story is answered."""
    [answer] = await send(paths, command=name, **body)
    assert answer.pop("type") == "control-done"
    return answer


async def test_status_mute_unmute_and_reload_answer_what_the_daemon_says(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):
        assert await done(paths, "status") == {"status": json.loads(json.dumps(asdict(STATUS)))}
        assert await done(paths, "mute") == {"changed": True}
        assert operations.is_muted
        assert await done(paths, "mute") == {"changed": False}
        assert await done(paths, "unmute") == {"changed": True}
        assert await done(paths, "reload") == {"hold": ["voice.speed"], "need_restart": []}
        operations.settings_error = ConfigError("config-value", "It is wrong.")
        assert await refusal(paths, command="reload") == "config-value"


async def test_stop_cancels_the_turn_of_another_client(paths: Paths) -> None:
    async with daemon(paths) as (planner, _, _events):
        asking = asyncio.create_task(send(paths, command="ask", text="wait", thread="other"))
        await planner.reached.wait()
        assert await done(paths, "stop") == {"changed": True}
        assert (await asking)[-2]["outcome"] == "cancelled"
        assert await done(paths, "stop") == {"changed": False}


async def test_what_is_to_be_said_is_said_and_its_trouble_told(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):
        assert await done(paths, "say", text="Dinner is ready.") == {}
        operations.breaks = True
        problem, last = await send(paths, command="say", text="Again.")
        assert operations.bus._subscriptions == []
    assert operations.spoken == ["Dinner is ready.", "Again."]
    assert (problem["code"], last["type"]) == ("no-loudspeaker", "control-done")


async def test_the_dashboard_is_a_link(paths: Paths) -> None:
    async with daemon(paths):
        [answer] = await send(paths, command="dashboard")
    assert answer == {"type": "control-done", "link": "http://127.0.0.1:8765/#enter=code"}


async def test_quit_is_answered_before_it_is_done(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):
        assert not operations.has_quit
        assert await done(paths, "quit") == {}
        assert operations.has_quit


async def test_what_is_set_and_which_threads_there_are_is_read(paths: Paths) -> None:
    now = datetime(2026, 11, 20, 8, 30, tzinfo=UTC)
    async with daemon(paths) as (_, operations, _events):
        await operations.assistant.schedule.add(Entry("timer", now, now, name="pasta"))
        [schedule] = await send(paths, command="schedule")
        [threads] = await send(paths, command="threads")
    [entry] = schedule["entries"]
    assert (entry["kind"], entry["name"], entry["again"]) == ("timer", "pasta", "once")
    assert datetime.fromisoformat(entry["due"]) == now
    assert [one["thread_id"] for one in threads["threads"]] == ["default"]
