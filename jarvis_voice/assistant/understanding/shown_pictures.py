"""Gives what a question about a picture file asks for, without reading its words. Pure."""

from __future__ import annotations

from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.core.shown_picture import ShownPicture
from jarvis_voice.core.understanding import Intent, Part, Understanding


def about_picture(shown: ShownPicture) -> Understanding:
    """What is asked: to look at the picture. All words belong to the model that sees."""
    slots = {"path": shown.path, "question": shown.question}
    part = Part(shown.text, Intent(meanings.LOOK_AT_PICTURE, slots))
    return Understanding(shown.text, (part,), is_understood=True, is_verbatim=True)
