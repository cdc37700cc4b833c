"""Unit: config/requirements.txt pins what pyproject.toml asks for, on every supported system."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.unit

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "config/requirements.txt").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

PINNED = re.compile(
    r"(?P<pin>[a-z0-9-]+==[\w.]+(?: ; [^\\\n]+)?)(?: \\\n {4}--hash=sha256:[0-9a-f]{64})+"
)
"""A pin: the name, the version, perhaps a marker, and at least one hash, a line each."""
FOUND = [match["pin"] for match in PINNED.finditer(LOCK)]
PINS = [Requirement(pin) for pin in FOUND]

WANTED = [
    Requirement(line)
    for lines in (
        PYPROJECT["build-system"]["requires"],
        PYPROJECT["project"]["dependencies"],
        *PYPROJECT["project"]["optional-dependencies"].values(),
        *PYPROJECT["dependency-groups"].values(),
    )
    for line in lines
]

SYSTEMS = {
    "linux": ("posix", "Linux", ("x86_64", "aarch64")),
    "darwin": ("posix", "Darwin", ("x86_64", "arm64")),
    "win32": ("nt", "Windows", ("AMD64", "ARM64")),
}
"""By sys.platform: os.name, platform.system() and the names of the machines there."""

ENVIRONMENTS = [
    (version, platform, machine)
    for version in ("3.11", "3.12", "3.13")
    for platform, (_, _, machines) in SYSTEMS.items()
    for machine in machines
]


def applies(requirement: Requirement, environment: tuple[str, str, str]) -> bool:
    """Whether pip reads the requirement in such an environment."""
    version, platform, machine = environment
    os_name, system, _ = SYSTEMS[platform]
    facts = {name: str(fact) for name, fact in default_environment().items()} | {
        "python_version": version,
        "python_full_version": f"{version}.1",
        "os_name": os_name,
        "sys_platform": platform,
        "platform_system": system,
        "platform_machine": machine,
    }
    return requirement.marker is None or requirement.marker.evaluate(facts)


def unmet(
    wanted: list[Requirement], pins: list[Requirement], environment: tuple[str, str, str]
) -> list[str]:
    """Requirements without exactly one pin inside their range in such an environment."""
    versions: dict[str, list[str]] = {}
    for pin in pins:
        if applies(pin, environment):
            [exact] = pin.specifier
            versions.setdefault(canonicalize_name(pin.name), []).append(exact.version)
    missing = []
    for requirement in wanted:
        found = versions.get(canonicalize_name(requirement.name), [])
        if applies(requirement, environment) and (
            len(found) != 1 or not requirement.specifier.contains(found[0])
        ):
            missing.append(f"{requirement}: {found}")
    return missing


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids="-".join)
def test_every_dependency_is_pinned_inside_its_range(environment: tuple[str, str, str]) -> None:
    assert unmet(WANTED, PINS, environment) == []


@pytest.mark.parametrize(
    ("pins", "found"),
    [
        ([], []),
        (["numpy==3.0"], ["3.0"]),
        (["numpy==2.1", "numpy==2.2"], ["2.1", "2.2"]),
        (["numpy==2.1 ; sys_platform == 'win32'"], []),
        (["numpy==2.1 ; python_full_version >= '3.12'"], []),
    ],
)
def test_a_missing_pin_is_seen(pins: list[str], found: list[str]) -> None:
    wanted = [Requirement("NumPy>=1.26,<3")]
    there = ("3.11", "linux", "x86_64")
    assert unmet(wanted, [Requirement(pin) for pin in pins], there) == [f"NumPy<3,>=1.26: {found}"]


def test_it_holds_pins_with_hashes_and_nothing_else() -> None:
    lines = PINNED.sub("", LOCK).splitlines()
    assert [line for line in lines if line.strip() and not line.lstrip().startswith("#")] == []
    assert len(FOUND) > 100


def test_it_names_no_place() -> None:
    assert [line for line in LOCK.splitlines() if re.search(r"[/@]|index|find-links", line)] == []
