"""Scanners of the source tree: each takes source text and gives what breaks a rule of the house."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

BANNED_WORDS = frozenset({"util", "utils", "helper", "helpers", "manager", "handler", "service"})
BANNED_NAMES = frozenset({"process_data"})

ROOMS = {
    "sounddevice": ("audio.",),
    "aiosqlite": ("store.",),
    # a bench runs the stock way beside ours
    "onnxruntime": ("engines.", "workshop."),
    "faster_whisper": ("engines.", "workshop."),
    "ctranslate2": ("engines.",),
    "piper": ("engines.", "workshop."),
    "openwakeword": ("engines.", "workshop."),
    "jax": ("workshop.training.",),
    "optax": ("workshop.training.",),
    "onnx": ("workshop.training.",),
    "hibari": ("workshop.training.",),
    "pyroomacoustics": ("workshop.",),
    "matplotlib": ("workshop.",),
    "pulsectl": ("audio.",),
    "langchain_google_genai": ("engines.",),
    "google": ("engines.",),
    "hassil": ("assistant.",),
    "langgraph": ("assistant.", "store."),
    "serpapi": ("tools.",),
    "mss": ("tools.",),
    "dateutil": ("core.", "language."),
    "tzlocal": ("core.",),
    "prompt_toolkit": ("doors.",),
    "pystray": ("doors.",),
    "Xlib": ("doors.",),
    "jeepney": ("platform.",),
    "pynput": ("doors.",),
    "HIServices": ("doors.",),
    "typer": ("cli.",),
    "rich": ("cli.",),
}
"""Which rooms may know a library; to every other one it does not exist."""

_NOTHING = (ast.Pass, ast.Continue, ast.Break)


def shells(source: str) -> Iterator[str]:
    """Calls that hand words to a shell or to the interpreter."""
    for node in ast.walk(ast.parse(source)):
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
    for node in ast.walk(ast.parse(source)):
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


def _is_constant(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def banned_names(module: str, source: str) -> Iterator[str]:
    """Names that say nothing: of the module itself, its functions and its classes."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    defined = [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]
    for name in (*module.split("."), *defined):
        words = re.findall(r"[a-z]+", re.sub(r"([A-Z])", r"_\1", name).lower())
        if BANNED_WORDS & set(words) or name.lower() in BANNED_NAMES:
            yield name


def strangers(module: str, source: str) -> Iterator[str]:
    """Libraries that the module's room may not know, wherever they are imported."""
    _, _, inside = module.partition(".")
    for node in ast.walk(ast.parse(source)):
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
