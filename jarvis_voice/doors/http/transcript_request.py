"""What a client of OpenAI's transcriptions asks for besides the sound. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jarvis_voice.doors.http.request_error import RequestError

FORMS = ("json", "text", "srt", "vtt", "verbose_json")
STREAMED = frozenset({"json", "text"})
LANGUAGES = {"en": "english"}
"""By their codes: the names of languages."""

YES = frozenset({"true", "1"})


@dataclass(frozen=True, slots=True)
class AskedTranscript:
    """How a sound is transcribed.

    Attributes:
        form: One of `FORMS`.
        streams: Whether the words come as they are heard.
        language: The name of the language.
    """

    form: str
    streams: bool
    language: str


def asked_transcript(values: Mapping[str, str], language: str) -> AskedTranscript:
    """What the fields of a form ask for; those that are not known are passed over.

    Args:
        values: The fields.
        language: The code of the one language that is heard.

    Raises:
        RequestError: It cannot be had.
    """
    form = values.get("response_format") or "json"
    if form not in FORMS:
        why = f"response_format is one of: {', '.join(FORMS)}."
        raise RequestError(400, "unknown-form", why)
    name = LANGUAGES.get(language, language)
    wanted = values.get("language", "").strip().lower()
    if wanted and wanted != name and wanted.partition("-")[0] != language:
        raise RequestError(400, "other-language", f"I hear {name.title()} only.")
    streams = values.get("stream", "").strip().lower() in YES
    if streams and form not in STREAMED:
        why = f"Words come one by one only as: {', '.join(sorted(STREAMED))}."
        raise RequestError(400, "unknown-form", why)
    return AskedTranscript(form, streams, name)


FORM_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "model": {"type": "string"},
                        "language": {"type": "string"},
                        "response_format": {"type": "string", "enum": list(FORMS)},
                        "stream": {"type": "string", "enum": ["true", "false"]},
                    },
                }
            }
        },
    }
}
"""The same for programs, in the words of OpenAPI."""
