"""Which of a tool's sentences a text is, by hassil itself."""

from typing import Any

from hassil import Intents, WildcardSlotList, recognize_all
from hassil.intents import RangeSlotList, SlotList

from jarvis_voice.tools.registry import Tool


def said(tool: Tool, text: str) -> dict[str, Any] | None:
    """The arguments a sentence of the tool gives; None where no template takes the text.

    Of several readings the one with the fewest captured words, as the planner chooses.
    """
    slots: dict[str, SlotList] = {
        name: RangeSlotList(name, 0, 1000)
        if field.annotation in (int, float, int | None, float | None)
        else WildcardSlotList(name)
        for name, field in tool.arguments.model_fields.items()
    }
    readings = []
    for template, fixed in tool.sentences.items():
        block = {"sentences": [template]}
        intents = Intents.from_dict({"language": "en", "intents": {"x": {"data": [block]}}})
        for result in recognize_all(text, intents, slot_lists=slots):
            found = {entity.name: entity.value for entity in result.entities_list}
            captured = "".join(e.text for e in result.entities_list if e.is_wildcard)
            readings.append((len(captured), dict(fixed) | found))
    return min(readings, key=lambda reading: reading[0])[1] if readings else None
