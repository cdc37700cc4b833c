"""Scanners of the source tree: each takes source text and gives what breaks a rule of the house."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from jarvis_voice.platform.gc import gc_paused

BANNED_WORDS = frozenset({"util", "utils", "helper", "helpers", "manager", "handler", "service"})
BANNED_NAMES = frozenset({"process_data"})

GERUNDS = frozenset(
    {
        "briefing",
        "ducking",
        "embedding",
        "endpointing",
        "planning",
        "ranking",
        "recording",
        "taking",
        "training",
        "understanding",
    }
)
"""Words of the field that end in "ing"; "taking" is for turn-taking."""

MOST_LINES = 400
"""A file with more of them has more than one role."""

ROOMS = {
    "sounddevice": ("audio.",),
    "aiosqlite": ("store.",),
    "av": ("audio.",),
    "soundfile": ("audio.", "cli.", "workshop."),
    # a bench runs the stock way beside ours
    "onnxruntime": ("engines.", "workshop."),
    "faster_whisper": ("engines.", "workshop."),
    "ctranslate2": ("engines.",),
    "piper": ("engines.", "workshop."),
    "openwakeword": ("engines.", "workshop."),
    "jax": ("workshop.reader.", "workshop.training."),
    "optax": ("workshop.reader.", "workshop.training."),
    "onnx": ("workshop.reader.", "workshop.training."),
    "hibari": ("workshop.training.",),
    "pyroomacoustics": ("workshop.",),
    "matplotlib": ("workshop.",),
    "pulsectl": ("audio.",),
    "langchain_google_genai": ("engines.",),
    "google": ("engines.",),
    "hassil": ("assistant.",),
    "langgraph": ("assistant.", "store."),
    "psycopg": ("store.postgres.",),
    "psycopg_pool": ("store.postgres.",),
    "serpapi": ("tools.",),
    "mss": ("tools.",),
    "PIL": ("tools.", "doors."),
    "dateutil": ("core.", "language."),
    "tzlocal": ("core.",),
    "tomlkit": ("core.",),
    "prompt_toolkit": ("doors.",),
    "pystray": ("doors.",),
    "fastapi": ("doors.http.",),
    "starlette": ("doors.http.",),
    "uvicorn": ("doors.http.",),
    "h11": ("doors.http.",),
    "python_multipart": ("doors.http.",),
    "prometheus_client": ("doors.http.", "workshop.benches.doors."),
    "opentelemetry": ("doors.traces.",),
    "Xlib": ("doors.",),
    "jeepney": ("platform.",),
    "pynput": ("doors.",),
    "HIServices": ("doors.",),
    "feedparser": ("tools.",),
    "aiosmtplib": ("tools.mail.",),
    "typer": ("cli.",),
    "rich": ("cli.",),
}
"""Which rooms may know a library; to every other one it does not exist."""

CONCRETE = (
    "jarvis_voice.store.sqlite",
    "jarvis_voice.store.in_memory",
    "jarvis_voice.store.postgres",
)
"""The adapters of the store; `store.factory` chooses one."""

KNOW_THE_FILE = {
    "jarvis_voice.workshop.benches.brain_bench": "measures the stock way on the same file",
    "jarvis_voice.workshop.doctor.database_check": "examines the file itself",
    "jarvis_voice.workshop.faults.crash_faults": "examines the file that a crash left",
    "jarvis_voice.workshop.faults.crash_fuse": "dies in the middle of a transaction",
    "jarvis_voice.workshop.fuzz.database_rows": "says which rows a damage has left whole",
    "jarvis_voice.workshop.fuzz.databases": "leaves a log of changes beside the file",
    "jarvis_voice.workshop.fuzz.file_damages": "damages the file itself",
    "jarvis_voice.workshop.soak.soak_watch": "counts the rows of every table",
}
"""Who may know that what is kept is a SQLite file, and why."""

_SQL = re.compile(
    r"(SELECT .* FROM|INSERT .*INTO|UPDATE \w+ SET|DELETE FROM|CREATE (TABLE|INDEX)|PRAGMA) ",
    re.DOTALL,
)

_LOOKED_AT = (
    ast.Attribute,
    ast.Call,
    ast.Compare,
    ast.Constant,
    ast.ExceptHandler,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
)
_NOTHING = (ast.Pass, ast.Continue, ast.Break)


@cache
def parsed(source: str) -> ast.Module:
    """The tree of a source, read once for all scanners; it has no garbage to look for."""
    with gc_paused():
        return ast.parse(source)


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Every node of a source that a scanner looks at, in the order of `ast.walk`."""
    return tuple(node for node in ast.walk(parsed(source)) if isinstance(node, _LOOKED_AT))


def shells(source: str) -> Iterator[str]:
    """Calls that hand words to a shell or to the interpreter."""
    for node in nodes(source):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name in {"eval", "exec", "compile", "os.system", "os.popen"}:
            yield f"line {node.lineno}: {name}"
        if name.endswith(("create_subprocess_shell", "getoutput")):
            yield f"line {node.lineno}: {name}"
        for keyword in node.keywords:
            is_false = isinstance(keyword.value, ast.Constant) and keyword.value.value is False
            if keyword.arg == "shell" and not is_false:
                yield f"line {node.lineno}: shell="


def silent_excepts(source: str) -> Iterator[str]:
    """Errors that are caught and forgotten without a word."""
    for node in nodes(source):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "everything"
            is_broad = bool(re.search(r"\b(everything|Exception|BaseException)\b", caught))
            if all(isinstance(line, ast.Pass) or _is_constant(line) for line in node.body):
                yield f"line {node.lineno}: except {caught}: pass"
            elif is_broad and all(isinstance(line, _NOTHING) for line in node.body):
                yield f"line {node.lineno}: except {caught} goes on"
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            broad = {ast.unparse(arg) for arg in node.args} & {"Exception", "BaseException"}
            if broad:
                yield f"line {node.lineno}: suppress({broad.pop()})"


def unknown_homes(module: str, source: str) -> Iterator[str]:
    """A home that is asked for by what raises where nobody knows one."""
    if module == "jarvis_voice.core.paths":
        return
    for node in nodes(source):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name == "Path.home":
            yield f"line {node.lineno}: paths.home_folder"
        if name.endswith(".expanduser"):
            yield f"line {node.lineno}: paths.spelled_out"


MOMENTS = frozenset({"due_at", "set_at", "rang_at", "wall"})
"""Names of moments with a time zone."""


def wall_clock_sums(module: str, source: str) -> Iterator[str]:
    """Two moments that are compared or subtracted by what the wall shows.

    In one zone Python leaves out which of two equal hours is meant: `core.wall_times` does not.
    """
    if module == "jarvis_voice.core.wall_times":
        return
    for node in nodes(source):
        is_length = getattr(node, "attr", "") == "total_seconds"
        if isinstance(node, ast.Attribute) and is_length and _is_difference(node.value):
            yield f"line {node.lineno}: seconds_between"
        if isinstance(node, ast.Compare) and any(isinstance(op, ORDERED) for op in node.ops):
            sides = [node.left, *node.comparators]
            lengths = {getattr(side.func, "id", "") for side in sides if isinstance(side, ast.Call)}
            if "timedelta" in lengths and any(map(_is_difference, sides)):
                yield f"line {node.lineno}: a difference of moments"
            if any(isinstance(side, ast.Attribute) and side.attr in MOMENTS for side in sides):
                yield f"line {node.lineno}: moments are compared in UTC"


ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _is_difference(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)


def concrete_stores(module: str, source: str) -> Iterator[str]:
    """Where a module outside the store knows which adapter it is, or speaks SQL."""
    is_inside = module.startswith(("jarvis_voice.store.", "jarvis_voice.app."))
    if is_inside or module in KNOW_THE_FILE:
        return
    for node in nodes(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if _SQL.match(f"{node.value.strip()} "):
                yield f"line {node.lineno}: SQL"
            continue
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name for name in names if name.startswith((*CONCRETE, "sqlite3")))


def _is_constant(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def banned_names(module: str, source: str) -> Iterator[str]:
    """Names that say nothing: of the module itself, its functions and its classes."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    defined = [node.name for node in nodes(source) if isinstance(node, kinds)]
    for name in (*module.split("."), *defined):
        words = re.findall(r"[a-z]+", re.sub(r"([A-Z])", r"_\1", name).lower())
        if BANNED_WORDS & set(words) or name.lower() in BANNED_NAMES:
            yield name


def gerunds(module: str, _: str) -> Iterator[str]:
    """Names of modules that are no nouns: the last word is a gerund that the field does not use."""
    for name in module.split("."):
        word = name.rpartition("_")[2]
        if word.endswith("ing") and word not in GERUNDS:
            yield name


def long_files(_: str, source: str) -> Iterator[str]:
    """How long a file is, where it is too long."""
    if (lines := source.count("\n")) > MOST_LINES:
        yield f"{lines} lines"


def public_classes(source: str) -> Iterator[str]:
    """Names of the classes that other modules may import."""
    for node in parsed(source).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def imported(source: str, modules: Collection[str]) -> set[str]:
    """The modules of ours that a module imports, wherever it does."""
    found: set[str] = set()
    for node in nodes(source):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inside & set(modules) or {node.module}
    return found & set(modules)


def ring(imports: Mapping[str, Collection[str]]) -> list[str]:
    """Modules that import each other in a ring; empty where there is none."""
    done: set[str] = set()

    def follow(module: str, path: list[str]) -> list[str]:
        if module in path:
            return path[path.index(module) :]
        if module in done:
            return []
        found = next(filter(None, (follow(one, [*path, module]) for one in imports[module])), [])
        done.add(module)
        return found

    return next(filter(None, (follow(module, []) for module in imports)), [])


def strangers(module: str, source: str) -> Iterator[str]:
    """Libraries that the module's room may not know, wherever they are imported."""
    _, _, inside = module.partition(".")
    for node in nodes(source):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        else:
            continue
        for name in names:
            library = name.partition(".")[0]
            rooms = ROOMS.get(library, ("",))
            if not any(f"{inside}.".startswith(room) for room in rooms):
                yield f"line {node.lineno}: {library}"
