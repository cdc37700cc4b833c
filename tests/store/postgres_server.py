"""A real PostgreSQL server of the tests' own, in a temporary folder, with a database a test."""

import contextlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.store.postgres.place import PostgresPlace

USER = "postgres"
PASSWORD = "correct-horse"
WHY_NOT = "needs a PostgreSQL server: apt install postgresql"
_START_SECONDS = 60.0


def programs() -> Path | None:
    """The folder with initdb and postgres; None where none is installed."""
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    found += [Path(one) for one in [shutil.which("initdb")] if one]
    newest = max(
        found, key=lambda one: [int(part) for part in re.findall(r"\d+", str(one))], default=None
    )
    return newest.parent if newest else None


class PostgresServer:
    """One server; it runs until `stop`."""

    def __init__(self, bin_folder: Path) -> None:
        self._bin = bin_folder
        self.folder = Path(tempfile.mkdtemp(prefix="jarvis-pg-", dir="/tmp"))
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])

    def make(self) -> None:
        """Make its files, and start it."""
        if os.geteuid() == 0:
            account = pwd.getpwnam(USER)
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        data = str(self.folder / "data")
        argv = [str(self._bin / "initdb"), "-A", "trust", "-U", USER, "-N", "-E", "UTF8"]
        subprocess.run(
            [*argv, "--locale=C.UTF-8", "-D", data], check=True, capture_output=True, **self._who
        )
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text(f"host all locked 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
        self.start()
        self.run(f"CREATE ROLE locked LOGIN PASSWORD '{PASSWORD}' SUPERUSER")
        self.run("CREATE ROLE guest LOGIN")
        self.run("CREATE ROLE reader LOGIN SUPERUSER")
        self.run("ALTER ROLE reader SET default_transaction_read_only = on")

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "port": str(self.port),
            "fsync": "off",
            "max_connections": "200",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._bin / "postgres"), "-D", str(self.folder / "data"), *options],
                stdout=log,
                stderr=log,
                **self._who,
            )
        until = time.monotonic() + _START_SECONDS
        while not self._answers():
            assert time.monotonic() < until, (self.folder / "log").read_text()
            assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it: SIGQUIT is at once, as in a crash."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def freeze(self) -> None:
        """Every process of it answers no more, as a machine that hangs."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Go on."""
        self._signal(signal.SIGCONT)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, sql: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """What the server's own user is answered."""
        import psycopg

        url = f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"
        with psycopg.connect(url, autocommit=True) as connection:
            found = connection.execute(sql.encode())
            return found.fetchall() if found.description else []

    def place(self, **settings: object) -> PostgresPlace:
        """A new, empty place for tables."""
        return PostgresPlace(self.url(self.schema()), **settings)  # type: ignore[arg-type]

    def schema(self) -> str:
        """A new, empty schema: a database of its own takes longer to make."""
        name = f"jarvis_{next(self._numbers)}"
        self.run(f"CREATE SCHEMA {name}")
        return name

    def url(self, schema: str, user: str = USER, database: str = "postgres") -> str:
        where = f"127.0.0.1:{self.port}/{database}"
        return f"postgresql://{user}@{where}?options=-csearch_path%3D{schema}"

    def files_with(self, words: bytes) -> list[str]:
        """The files of tables that hold these bytes; the server's own log is none of them."""
        files = [one for one in (self.folder / "data" / "base").rglob("*") if one.is_file()]
        return [one.name for one in files if words in one.read_bytes()]

    def _answers(self) -> bool:
        import psycopg

        with contextlib.suppress(psycopg.Error):
            self.run("SELECT 1")
            return True
        return False

    def _signal(self, number: signal.Signals) -> None:
        assert self._process
        import psutil

        main = psutil.Process(self._process.pid)
        for one in [main, *main.children(recursive=True)]:
            with contextlib.suppress(psutil.NoSuchProcess):  # it may have ended meanwhile
                one.send_signal(number)

    @cached_property
    def _who(self) -> dict[str, Any]:
        return {"user": USER, "group": USER, "cwd": "/tmp"} if os.geteuid() == 0 else {}


@contextlib.contextmanager
def running_server() -> Iterator[PostgresServer]:
    """A server that runs inside `with`; where there is none the test is skipped."""
    found = programs()
    if found is None:
        pytest.skip(WHY_NOT)
    server = PostgresServer(found)
    try:
        server.make()
        yield server
    finally:
        server.remove()
