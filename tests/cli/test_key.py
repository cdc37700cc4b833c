"""Flow: `jarvis key` on servers of the test's own, in a pipe and at a terminal."""

from pathlib import Path

import pytest
from cli.command import jarvis, one_line
from cli.terminal import jarvis_at_terminal

from jarvis_voice.cli.key import KeyOwner, keep_key
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.workshop.doctor.system_probe import SystemProbe
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer
from jarvis_voice.workshop.worlds.serpapi_server import SerpApiServer

pytestmark = pytest.mark.flow

KEY = "decoy-key-0123456789"
WRITTEN = f"GOOGLE_API_KEY='{KEY}'\n"


def serpapi() -> SerpApiServer:
    return SerpApiServer(api_key="right-key", searches_left=70)


def test_a_key_that_is_taken_is_kept(paths: Paths) -> None:
    with GeminiServer(api_key=KEY) as server, serpapi() as account:
        server.reply_text("Yes", finish_reason="MAX_TOKENS")
        outside = SystemProbe(google_url=server.url, serpapi_url=account.url)
        first, *_ = keep_key(paths, KeyOwner.GEMINI, f"{KEY}\n", check=True, outside=outside)
        second, *_ = keep_key(paths, KeyOwner.SERPAPI, "right-key", check=True, outside=outside)
    assert (first, second) == ("gemini takes it.", "serpapi takes it.")
    assert paths.env_file.read_text("utf-8") == f"{WRITTEN}SERPAPI_API_KEY='right-key'\n"


def test_a_key_that_is_refused_changes_nothing(paths: Paths) -> None:
    with GeminiServer() as server, serpapi() as account:
        outside = SystemProbe(google_url=server.url, serpapi_url=account.url)
        for service in (KeyOwner.GEMINI, KeyOwner.SERPAPI):
            with pytest.raises(
                ConfigError, match=r"refused this key\. Nothing was changed"
            ) as caught:
                keep_key(paths, service, KEY, check=True, outside=outside)
            assert KEY not in caught.value.message
    assert not paths.env_file.exists()


def test_without_a_network_the_key_is_kept_and_that_is_said(paths: Paths) -> None:
    with GeminiServer() as server:
        outside = SystemProbe(google_url=server.url)
    found, *_ = keep_key(paths, KeyOwner.GEMINI, KEY, check=True, outside=outside)
    assert found.startswith("It could not be tried: Gemini cannot be used now: no connection.")
    with GeminiServer(api_key=KEY) as server:
        server.break_with(HttpFault.RATE_LIMITED)
        outside = SystemProbe(google_url=server.url)
        found, *_ = keep_key(paths, KeyOwner.GEMINI, KEY, check=True, outside=outside)
    assert "rate limit or quota" in found
    assert paths.env_file.read_text("utf-8") == WRITTEN


def test_the_key_of_a_second_model(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    found, *_ = keep_key(paths, KeyOwner.SECOND_MODEL, KEY, check=True)
    assert found.startswith("It was not tried: no server is set")
    with OpenAiServer(api_key=KEY) as server:
        monkeypatch.setenv("JARVIS_SECOND_MODEL__URL", server.base_url)
        monkeypatch.setenv("JARVIS_SECOND_MODEL__MODEL", server.model)
        server.reply_text("Yes")
        found, *_ = keep_key(paths, KeyOwner.SECOND_MODEL, KEY, check=True)
        with pytest.raises(ConfigError, match="refused this key"):
            keep_key(paths, KeyOwner.SECOND_MODEL, "other", check=True)
    assert found == "second-model takes it."
    assert paths.env_file.read_text("utf-8") == f"SECOND_MODEL_API_KEY='{KEY}'\n"


def test_the_password_of_a_database(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    found, *_ = keep_key(paths, KeyOwner.POSTGRES, KEY, check=True)
    assert found.startswith("It was not tried: no server is set")
    assert paths.env_file.read_text("utf-8") == f"PGPASSWORD='{KEY}'\n"
    monkeypatch.setenv("JARVIS_STORE__URL", "postgresql://me@127.0.0.1:1/jarvis")
    found, *_ = keep_key(paths, KeyOwner.POSTGRES, KEY, check=True)
    assert "nothing listens there" in found
    assert KEY not in found


@pytest.mark.e2e
def test_a_pipe_gives_the_key_and_lists_never_show_it(home: Path) -> None:
    done = jarvis(home, "key", "set", "gemini", "--no-check", stdin=f"{KEY}\nmore\n".encode())
    assert done.returncode == 0, done.stderr
    assert (home / ".env").read_text(encoding="utf-8") == WRITTEN
    listed = jarvis(home, "key", "list", SERPAPI_API_KEY=KEY)
    assert listed.stdout.splitlines() == [
        "gemini        plans with Gemini            set",
        "serpapi       searches Google              set, in your environment (SERPAPI_API_KEY)",
        "second-model  the server in [second_model] not set",
        "postgres      the password for store.url   not set",
    ]
    gone = jarvis(home, "key", "remove", "gemini", GOOGLE_API_KEY=KEY)
    assert gone.stdout.splitlines()[:2] == [
        "Removed: the key for gemini.",
        "Mind GOOGLE_API_KEY in your environment: it comes before the file.",
    ]
    assert (home / ".env").read_text(encoding="utf-8") == ""
    for one in (done, listed, gone):
        assert KEY not in one.stdout + one.stderr


@pytest.mark.parametrize("stdin", [b"", b"\n", b"two words\n", b"\xff\n"])
@pytest.mark.e2e
def test_what_is_no_key_is_one_line(home: Path, stdin: bytes) -> None:
    line = one_line(jarvis(home, "key", "set", "gemini", "--no-check", stdin=stdin), 2)
    assert "Nothing was changed." in line
    assert not home.exists()


@pytest.mark.e2e
def test_at_a_terminal_the_key_is_asked_for_and_not_shown(home: Path) -> None:
    with jarvis_at_terminal(home, "key", "set", "gemini", "--no-check") as terminal:
        terminal.expect("Key for gemini: ")
        assert terminal.hides_typing()
        terminal.type(f"{KEY}\n")
        terminal.expect("which only you can read.")
        assert terminal.end() == 0
        assert KEY not in terminal.seen
    assert (home / ".env").read_text(encoding="utf-8") == WRITTEN


@pytest.mark.e2e
def test_ctrl_c_at_the_question_changes_nothing(home: Path) -> None:
    with jarvis_at_terminal(home, "key", "set", "serpapi") as terminal:
        terminal.expect("Key for serpapi: ")
        terminal.interrupt()
        assert terminal.end() in {1, 130}
        assert "Traceback" not in terminal.seen
    assert not home.exists()
