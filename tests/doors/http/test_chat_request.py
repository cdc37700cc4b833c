"""Unit: the turn in what a client of OpenAI's chat sends, and its thread."""

from typing import Any

import pytest

from jarvis_voice.doors.http.chat_request import CompletionRequest, chat_in, thread_of
from jarvis_voice.doors.http.chat_task import task_answer
from jarvis_voice.doors.http.passing_threads import PassingThreads
from jarvis_voice.doors.http.request_error import RequestError

pytestmark = pytest.mark.unit


def asked(*messages: tuple[str, Any], **body: Any) -> CompletionRequest:
    sent = [{"role": role, "content": content} for role, content in messages]
    return CompletionRequest.model_validate({"messages": sent, **body})


def test_the_last_words_of_the_user_are_the_turn_and_the_rest_is_history() -> None:
    chat = chat_in(
        asked(
            ("system", "a rule"), ("user", "one"), ("assistant", "two"), ("tool", "data"),
            ("assistant", None), ("user", [{"type": "text", "text": "three"}]),
            ("assistant", "begun"),
        )
    )  # fmt: skip
    assert chat.text == "three"
    assert [tuple(one) for one in chat.history] == [("user", "one"), ("assistant", "two")]


def test_history_has_an_end() -> None:
    chat = chat_in(asked(*[("user", "a" * 9_000)] * 100, ("user", "now")))
    assert len(chat.history) == 40
    assert {len(one.text) for one in chat.history} == {4_000}


def test_the_same_messages_have_the_same_digest() -> None:
    one, two = chat_in(asked(("user", "a"))), chat_in(asked(("user", "a"), temperature=1))
    other = chat_in(asked(("user", "b"), ("user", "a")))
    assert one.digest == two.digest != other.digest


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([("system", "a rule")], "no-words"),
        ([("user", [{"type": "image_url", "image_url": {"url": "x"}}])], "words-only"),
        ([("user", [{"type": "input_audio"}, {"type": "text", "text": "hi"}])], "words-only"),
    ],
)
def test_what_is_no_turn_is_refused(messages: list[tuple[str, Any]], code: str) -> None:
    with pytest.raises(RequestError) as caught:
        chat_in(asked(*messages))
    assert (caught.value.status, caught.value.code) == (400, code)


def test_a_picture_that_was_sent_earlier_does_not_stop_the_chat() -> None:
    picture = [{"type": "image_url", "image_url": {"url": "x"}}]
    assert chat_in(asked(("user", picture), ("user", "now"))).text == "now"


@pytest.mark.parametrize(
    ("body", "headers", "thread"),
    [
        ({}, {}, ""),
        ({"user": " "}, {}, ""),
        ({"user": "01JDABCDEF"}, {}, "01JDABCDEF"),
        ({"metadata": {"thread": 3}, "user": "u"}, {}, "u"),
        ({"user": "../x"}, {}, "chat-"),
        ({"user": ".."}, {}, "chat-"),
        ({"user": "a" * 900}, {"x-jarvis-thread": "mine"}, "mine"),
    ],
)
def test_a_thread_is_a_name_that_a_thread_can_have(
    body: dict[str, Any], headers: dict[str, str], thread: str
) -> None:
    found = thread_of(asked(("user", "hi"), **body), headers)
    assert found.startswith(thread)
    assert bool(found) == bool(thread)


def test_passing_threads_are_few_and_never_shared() -> None:
    threads = PassingThreads()
    first, second = threads.borrow("anna"), threads.borrow("anna")
    assert (first, second, threads.borrow("ben")) == ("passing 1", "passing 2", "passing 1")
    threads.give_back("anna", first)
    assert threads.borrow("anna") == first


def test_words_of_a_person_are_no_task() -> None:
    assert task_answer("open the website") is None
    assert task_answer("### Task: buy milk") is None
    assert task_answer("tell me what ### Output: means") is None
    title = "Write a 5-word-or-less title for the conversation.\nUser: set a timer for ten minutes"
    assert task_answer(title) == "set a timer for ten minutes"
    assert task_answer("### Task:\nName it.\n### Output:\n") == '{"title": "Conversation"}'
