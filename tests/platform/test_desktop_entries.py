"""Unit: desktop entries on a disk go in, their keys and argument vectors come out."""

from pathlib import Path

import pytest

from jarvis_voice.platform.desktop_entries import (
    DesktopEntry,
    data_folders,
    parse_exec,
    read_entries,
    read_entry,
)

pytestmark = pytest.mark.unit


def entry(command: str, **values: str) -> DesktopEntry:
    return DesktopEntry(Path("/x/a.desktop"), {"Exec": command, "Name": "App", **values})


@pytest.mark.parametrize(
    ("command", "argv"),
    [
        ("firefox %u", ("firefox",)),
        ("/usr/bin/firefox --new-window %U", ("/usr/bin/firefox", "--new-window")),
        ("app %f %F %u %U %d %D %n %N %v %m end", ("app", "end")),
        ('"/opt/My App/run" --flag', ("/opt/My App/run", "--flag")),
        (r'app "a \"b\" \$HOME \\ \`x\`"', ("app", 'a "b" $HOME \\ `x`')),
        ("app 100%%", ("app", "100%")),
        ("app --name=%c", ("app", "--name=App")),
        ('app ""', ("app", "")),
        ("app; rm -rf ~ $(x) | y", ("app;", "rm", "-rf", "~", "$(x)", "|", "y")),
        ("env A=b app %U", ("env", "A=b", "app")),
        ("  app   b  ", ("app", "b")),
    ],
)
def test_a_command_line_becomes_arguments(command: str, argv: tuple[str, ...]) -> None:
    assert parse_exec(entry(command)) == argv


def test_the_entrys_own_file_may_be_named() -> None:
    assert parse_exec(entry("app %k")) == ("app", str(Path("/x/a.desktop")))


def test_the_icon_becomes_two_arguments_where_there_is_one() -> None:
    assert parse_exec(entry("app %i x", Icon="pic")) == ("app", "--icon", "pic", "x")
    assert parse_exec(entry("app %i x")) == ("app", "x")


@pytest.mark.parametrize(
    "command",
    [
        *("", "   ", '"unclosed', 'a "b"c', "app %z", "app 50%", "%u", "A=b app", '"a$b"'),
        *("app a\0b", "a\0pp", "app \x1b[0m", "app \x9b"),
    ],
)
def test_a_broken_command_line_is_none(command: str) -> None:
    assert parse_exec(entry(command)) is None


def write(file: Path, *lines: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_only_the_main_group_and_its_unlocalised_keys_count(tmp_path: Path) -> None:
    file = write(
        tmp_path / "a.desktop",
        "# a comment",
        "[Desktop Entry]",
        "Name = Files",
        "Name[de]=Dateien",
        "Keywords=folder;  manager ;;",
        r"Comment=a\sb\\c",
        "NoDisplay=true",
        "[Desktop Action new]",
        "Name=New window",
        "Hidden=true",
    )
    read = read_entry(file)
    assert read is not None
    assert read.values["Name"] == "Files"
    assert read.items("Keywords") == ("folder", "manager")
    assert read.values["Comment"] == r"a b\c"
    assert read.is_true("NoDisplay")
    assert not read.is_true("Hidden")


def test_an_unreadable_entry_is_none(tmp_path: Path) -> None:
    assert read_entry(tmp_path / "missing.desktop") is None
    assert read_entry(write(tmp_path / "big.desktop", "x" * 300_000)) is None


def test_the_users_entry_hides_the_systems_of_the_same_id(tmp_path: Path) -> None:
    own, system = tmp_path / "own", tmp_path / "system"
    write(own / "applications/kde/a.desktop", "[Desktop Entry]", "Name=Mine")
    write(system / "applications/kde-a.desktop", "[Desktop Entry]", "Name=Theirs")
    write(system / "applications/b.desktop", "[Desktop Entry]", "Name=Other")
    env = {"XDG_DATA_HOME": str(own), "XDG_DATA_DIRS": str(system), "HOME": str(tmp_path)}
    ours = [one for one in read_entries(env) if one.file.is_relative_to(tmp_path)]
    assert [one.values["Name"] for one in ours] == ["Mine", "Other"]


def test_flatpak_and_snap_folders_are_looked_at(tmp_path: Path) -> None:
    folders = data_folders({"HOME": str(tmp_path)})
    assert folders[0] == tmp_path / ".local/share"
    assert Path("/usr/share") in folders
    assert Path("/var/lib/flatpak/exports/share") in folders
    assert tmp_path / ".local/share/flatpak/exports/share" in folders
    assert Path("/var/lib/snapd/desktop") in folders
