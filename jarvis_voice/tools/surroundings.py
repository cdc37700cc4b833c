"""Keeps the old import path `jarvis_voice.tools.surroundings` for tools of other packages."""

from warnings import warn

from jarvis_voice.tools.dependencies import Edge, Sight, StructuredChat, ToolDependencies, WebSearch
from jarvis_voice.tools.endpoints import Endpoints

__all__ = ["Edge", "Endpoints", "Sight", "StructuredChat", "Surroundings", "WebSearch"]

Surroundings = ToolDependencies

warn(
    "jarvis_voice.tools.surroundings is now jarvis_voice.tools.dependencies, "
    "and Surroundings is ToolDependencies",
    DeprecationWarning,
    stacklevel=2,
)
