"""Autostart on Linux: a systemd user unit, its text and its commands.

Invariant: every path and value in the unit goes through `quoted`, so that none of its signs has a
meaning to systemd (systemd.syntax(7), systemd.service(5) "Command lines").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.platform.autostart.command_line import LaunchCommand
from jarvis_voice.platform.autostart.starter import MARK, Argv, StarterStep

UNIT = "jarvis-voice.service"
ENV = "/usr/bin/env"

_USER = ("systemctl", "--user")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "%": "%%", "\n": "\\n", "\t": "\\t", "\r": "\\r"}

_TEXT = """\
# {mark}, which writes this file anew each time.
# Change it with: systemctl --user edit {unit}

[Unit]
Description=Jarvis Voice, a voice assistant
Documentation=https://github.com/jarvis-voice/jarvis-voice
# The desktop first: what Jarvis opens needs its display, and the sound server is there by then.
After=graphical-session.target pipewire-pulse.service pulseaudio.service
{part_of}# A fault that comes back at once is not tried for ever: five starts in five minutes.
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
# Jarvis says itself when it can hear; loading the models takes a while on a slow disk.
Type=notify
NotifyAccess=main
TimeoutStartSec=300
{environment}\
# ":" leaves every $ as it is. Keys are not here: Jarvis reads its own .env, and the programs it
# opens must not inherit them.
ExecStart={command}
ExecReload=/bin/kill -HUP $MAINPID
# The event loop pings while it turns and the ears take their frames; else it is started anew.
WatchdogSec=60
Restart=on-failure
RestartSec=5
# A mistake in the settings, another Jarvis, a missing model: to start again would change nothing.
RestartPreventExitStatus=2 3 4
# Browsers and players that Jarvis opened live in its group: they stay when it is stopped, and the
# end of one that took too much memory is not the end of Jarvis.
KillMode=process
OOMPolicy=continue
TimeoutStopSec=15
# What was said and answered is printed on stdout: it does not belong in the journal.
StandardInput=null
StandardOutput=null
StandardError=journal
SyslogIdentifier=jarvis-voice
# A core file would hold speech. The soft limit only: a program that Jarvis opens may raise it.
WatchdogSignal=SIGKILL
LimitCORE=0:infinity
# No further sandbox, on purpose: all that Jarvis opens would be inside. NoNewPrivileges ends sudo
# in a terminal, RestrictNamespaces ends browsers, PrivateTmp hides their files, UMask changes
# theirs. run_python has a sandbox of its own.

[Install]
WantedBy={target}
"""


def quoted(text: str) -> str:
    """A word of a unit's line, in which no sign has a meaning but its own."""
    signs = (_ESCAPES.get(sign) or _visible(sign) for sign in text)
    return f'"{"".join(signs)}"'


def _visible(sign: str) -> str:
    return sign if sign.isprintable() else "".join(f"\\x{byte:02x}" for byte in sign.encode())


def command_line(program: LaunchCommand) -> str:
    """The value of ExecStart.

    systemd takes no quote, backslash or control sign in the path of what it executes, however it
    is escaped: env(1) executes such a path.
    """
    odd = any(sign in "\"'\\" or not sign.isprintable() for sign in program.interpreter)
    words = [ENV, program.interpreter] if odd else [program.interpreter]
    words[0] = ":" + words[0]
    return " ".join(quoted(word) for word in [*words, *program.arguments])


@dataclass(frozen=True, slots=True)
class SystemdUnit:
    """A systemd user unit that starts Jarvis at login.

    Attributes:
        folder: Where the user's units lie.
        has_desktop: The desktop tells systemd when it is there and when it ends.
    """

    program: LaunchCommand
    folder: Path
    has_desktop: bool

    absent = (
        "There is no systemd for this user here, so nothing can be started at login. See the unit "
        "with `jarvis service install --print`, or start `jarvis run` in a way of your own."
    )

    @property
    def file(self) -> Path:
        """The unit."""
        return self.folder / UNIT

    @property
    def probe(self) -> Argv | None:
        """Fails without systemctl, and where it reaches no user session."""
        return (*_USER, "show-environment")

    def content(self) -> bytes:
        """The unit's text."""
        variables = self.program.environment.items()
        lines = [f"Environment={quoted(f'{name}={value}')}\n" for name, value in variables]
        target = "graphical-session.target"
        text = _TEXT.format(
            mark=MARK,
            unit=UNIT,
            part_of=f"PartOf={target}\n" if self.has_desktop else "",
            environment="".join(lines),
            command=command_line(self.program),
            target=target if self.has_desktop else "default.target",
        )
        return text.encode()

    @property
    def note(self) -> str:
        """Where the desktop does not work with systemd, it must hand over its display."""
        if self.has_desktop:
            return ""
        return (
            "Your desktop does not tell systemd that it is there. Put this line among what it "
            "runs at its start, so that Jarvis can open windows:\n"
            "  systemctl --user import-environment DISPLAY WAYLAND_DISPLAY XAUTHORITY"
        )

    def start(self, *, is_new: bool) -> tuple[StarterStep, ...]:
        """Read, enable, and start without waiting for the models; a changed unit restarts it."""
        start = "restart" if is_new else "start"
        return (
            StarterStep((*_USER, "daemon-reload")),
            StarterStep((*_USER, "reenable", UNIT)),
            StarterStep((*_USER, "--no-block", start, UNIT)),
        )

    def stop(self) -> tuple[StarterStep, ...]:
        """Stop it and start it no more."""
        return (StarterStep((*_USER, "disable", "--now", UNIT), may_fail=True),)

    def forget(self) -> tuple[StarterStep, ...]:
        """Forget the unit, and that it failed."""
        return (
            StarterStep((*_USER, "daemon-reload"), may_fail=True),
            StarterStep((*_USER, "reset-failed", UNIT), may_fail=True),
        )

    def status(self) -> Argv | None:
        """State, process and the status line that Jarvis gives."""
        return (*_USER, "--no-pager", "--full", "status", UNIT)

    def logs(self, n_lines: int, *, follow: bool) -> Argv | None:
        """The journal's lines: starts, ends, errors."""
        argv = ("journalctl", "--user", f"--user-unit={UNIT}", f"--lines={n_lines}")
        return (*argv, "--follow") if follow else (*argv, "--no-pager")


def unit_folder(env: Mapping[str, str], home: Path) -> Path:
    """Where the user's units lie."""
    config = env.get("XDG_CONFIG_HOME", "")
    base = Path(config) if config.startswith("/") else home / ".config"
    return base / "systemd" / "user"
