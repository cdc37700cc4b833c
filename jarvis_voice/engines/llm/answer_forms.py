"""The forms in which a model can be asked for a step: with tools, in a JSON schema, in words.

The JSON form of a step is one object: the name of a tool as "action", its arguments beside it, and
as "reply" what is said to the user.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jarvis_voice.engines.llm.chat import ToolOffer

TOOLS = "tools"
"""The form that a server knows best; a server may refuse it as it may refuse any parameter."""

ACTION, REPLY = "action", "reply"

_REFERENCE = '"#/$defs/'


@dataclass(frozen=True, slots=True)
class StepForm:
    """The JSON form of a step with these tools.

    Attributes:
        answer: The action that only speaks; no tool has this name.
        fields: Of each tool, the name of each argument in the form to its own name.
    """

    answer: str
    fields: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(cls, tools: Sequence[ToolOffer]) -> StepForm:
        """The form for these tools."""
        answer = _free("answer", {tool.name for tool in tools})
        return cls(answer, {tool.name: _fields(tool) for tool in tools})

    def schema(self, tools: Sequence[ToolOffer]) -> dict[str, Any]:
        """The JSON schema: one object for each action, with the arguments of that action alone."""
        definitions: dict[str, Any] = {}
        speaks = _object({ACTION: {"enum": [self.answer]}, REPLY: {"type": "string"}}, [REPLY])
        objects = [speaks]
        for tool in tools:
            own = _with_own_definitions(tool, definitions)
            names = {own_name: name for name, own_name in self.fields[tool.name].items()}
            wanted = own.get("properties", {})
            properties = {names[own_name]: wanted[own_name] for own_name in wanted}
            required = [
                names[own_name] for own_name in own.get("required", ()) if own_name in names
            ]
            act = {ACTION: {"enum": [tool.name]}, **properties, REPLY: {"type": "string"}}
            objects.append(_object(act, required))
        return {"anyOf": objects} | ({"$defs": definitions} if definitions else {})

    def instruction(self, tools: Sequence[ToolOffer]) -> str:
        """The form in words, for a model that sees no schema."""
        return (
            '\n\nAnswer with one JSON object and nothing else. Its "action" is the name of a tool, '
            "with the arguments of that tool beside it, or "
            f'"{self.answer}" if no tool is needed. What you say to the user is its "reply".\n'
            f'Without a tool: {{"action": "{self.answer}", "reply": "..."}}\n'
            f"The tools and the JSON schemas of their arguments:\n{self._listed(tools)}"
        )

    def _listed(self, tools: Sequence[ToolOffer]) -> str:
        lines = []
        for tool in tools:
            arguments = dict(tool.parameters)
            names = {own_name: name for name, own_name in self.fields[tool.name].items()}
            wanted = arguments.get("properties", {})
            arguments["properties"] = {names[own]: schema for own, schema in wanted.items()}
            lines.append(f"{tool.name}: {tool.purpose} {json.dumps(arguments)}")
        return "\n".join(lines)


def calls_in_words(tools: Sequence[ToolOffer]) -> str:
    """How to call a tool in plain text, for a server that knows neither tools nor schemas."""
    listed = "\n".join(
        f"{tool.name}: {tool.purpose} {json.dumps(dict(tool.parameters))}" for tool in tools
    )
    return (
        "\n\nTo use a tool, answer with one JSON object and nothing else: "
        '{"name": "the tool", "arguments": {...}}. Without a tool, answer in plain text.\n'
        f"The tools and the JSON schemas of their arguments:\n{listed}"
    )


def _fields(tool: ToolOffer) -> dict[str, str]:
    own_names = list(tool.parameters.get("properties", {}))
    fields: dict[str, str] = {}
    for own_name in own_names:
        is_taken = own_name in (ACTION, REPLY)
        fields[_free(f"{own_name}_", own_names) if is_taken else own_name] = own_name
    return fields


def _free(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _object(properties: Mapping[str, Any], required: Sequence[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [ACTION, *required],
        "additionalProperties": False,
    }


def _with_own_definitions(tool: ToolOffer, definitions: dict[str, Any]) -> Mapping[str, Any]:
    """The parameters, their definitions moved into those of the whole schema."""
    if "$defs" not in tool.parameters:
        return tool.parameters
    text = json.dumps(dict(tool.parameters)).replace(_REFERENCE, f"{_REFERENCE}{tool.name}.")
    own: dict[str, Any] = json.loads(text)
    definitions |= {f"{tool.name}.{name}": one for name, one in own.pop("$defs").items()}
    return own
