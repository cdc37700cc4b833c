"""Unit: failures of a client go in; what went wrong, and how it is told, comes out."""

import pytest

from jarvis_voice.engines.llm.chat_failures import ChatFailure, judge_status, judge_transport
from jarvis_voice.engines.llm.gemini_errors import gemini_error
from jarvis_voice.engines.llm.openai_errors import chat_error

pytestmark = pytest.mark.unit


class ProxyError(ConnectionError):
    """Named as the libraries name theirs."""


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def test_a_certificate_that_is_not_trusted_is_known_by_its_words() -> None:
    said = "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate"
    failure = judge_transport(caused(RuntimeError("Connection error."), ConnectionError(said)))
    assert failure == ChatFailure("distrusted")
    assert "certificate" in chat_error(failure.kind).spoken
    assert "certificate" in gemini_error(failure.kind).spoken


def test_a_proxy_that_refuses_is_told_as_such() -> None:
    failure = judge_transport(caused(RuntimeError("Connection error."), ProxyError("no")))
    assert failure == ChatFailure("proxy")
    assert "proxy" in chat_error(failure.kind).spoken
    assert "proxy" in gemini_error(failure.kind).spoken


def test_a_model_that_is_not_there_is_told_as_such() -> None:
    failure = judge_status(404, None)
    assert failure == ChatFailure("no-model")
    assert "no model of that name" in chat_error(failure.kind).spoken
    assert "no model of that name" in gemini_error(failure.kind).spoken
