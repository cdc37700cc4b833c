"""Reads a form with a file in it (multipart/form-data) from memory; no part goes to a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header

from jarvis_voice.doors.http.body_rules import FORM_TYPE
from jarvis_voice.doors.http.request_error import RequestError

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

MOST_PARTS = 32
MOST_HEADER_BYTES = 4_096
"""Of all headers of one part."""

MOST_VALUE_BYTES = 16_384
"""Of a part that is no sound."""


@dataclass(slots=True)
class FormPart:
    """One part of a form.

    Attributes:
        headers: Names in small letters.
        data: What stands in it.
    """

    headers: dict[str, str] = field(default_factory=dict)
    data: bytearray = field(default_factory=bytearray)

    @property
    def name(self) -> str:
        """The name of the field; "" where it has none."""
        return self._option(b"name")

    @property
    def file_name(self) -> str:
        """What its file is called; "" where nobody says."""
        return self._option(b"filename")

    def _option(self, name: bytes) -> str:
        _, options = parse_options_header(self.headers.get("content-disposition", ""))
        return options.get(name, b"").decode("utf-8", "replace")


_FLAG = {"type": "string", "enum": ["true", "false"]}
_BESIDE = "Where the whole body is the sound."

SOUND_FORM: dict[str, Any] = {
    "requestBody": {
        "content": {
            FORM_TYPE: {
                "schema": {
                    "type": "object",
                    "required": ["sound"],
                    "properties": {
                        "sound": {"type": "string", "format": "binary"},
                        "thread": {"type": "string"},
                        "dry_run": _FLAG,
                        "speak": _FLAG,
                    },
                }
            },
            "audio/*": {"schema": {"type": "string", "format": "binary"}},
        }
    },
    "parameters": [
        {"in": "query", "name": "thread", "schema": {"type": "string"}, "description": _BESIDE},
        {"in": "query", "name": "dry_run", "schema": _FLAG, "description": _BESIDE},
        {"in": "query", "name": "speak", "schema": _FLAG, "description": _BESIDE},
    ],
}
"""The same of a turn for programs, in the words of OpenAPI."""


class SoundForm:
    """The parts of a form.

    Attributes:
        values: The fields of words: the first of each name.
        sound: The bytes of the sound, or of the other file that is asked for.
        file_name: What that file is called; "" where nobody says.
    """

    def __init__(self, values: Mapping[str, str], sound: bytes, file_name: str = "") -> None:
        self.values = values
        self.sound = sound
        self.file_name = file_name


def read_form(body: bytes, content_type: str, file_field: str, what: str = "sound") -> SoundForm:
    """The fields of a form.

    Args:
        body: All of it.
        content_type: The header with the boundary.
        file_field: The name of the field with the file.
        what: What that file is.

    Raises:
        RequestError: It is no whole form, or there is no sound in it.
    """
    _, options = parse_options_header(content_type)
    reader = _FormReader()
    try:
        parser = MultipartParser(options.get(b"boundary", b""), reader.callbacks())
        parser.write(body)
        parser.finalize()
    except (FormParserError, ValueError) as error:
        raise RequestError(400, "bad-form", "The form cannot be read.") from error
    if not reader.is_whole:
        raise RequestError(400, f"{what}-cut", "The form ends in the middle: send it again.")
    values, found = dict[str, str](), None
    for part in reader.parts:
        name = part.name.removesuffix("[]")
        if name == file_field:
            found = found or part
        elif len(part.data) > MOST_VALUE_BYTES:
            raise RequestError(400, "bad-form", f"A field of the form is too long: {name[:40]}.")
        else:
            values.setdefault(name, part.data.decode("utf-8", "replace"))
    if found is None:
        message = f'Send the {what} as the field "{file_field}" of a form.'
        raise RequestError(400, f"no-{what}", message)
    return SoundForm(values, bytes(found.data), found.file_name)


class _FormReader:
    """Takes the parts from the parser."""

    def __init__(self) -> None:
        self.parts: list[FormPart] = []
        self.is_whole = False
        self._name = bytearray()
        self._value = bytearray()
        self._header_bytes = 0

    def callbacks(self) -> MultipartCallbacks:
        """What the parser calls."""
        return {
            "on_part_begin": self._begin,
            "on_part_data": self._add_data,
            "on_header_field": self._add_name,
            "on_header_value": self._add_value,
            "on_header_end": self._end_header,
            "on_end": self._end,
        }

    def _begin(self) -> None:
        if len(self.parts) == MOST_PARTS:
            raise ValueError("parts")
        self.parts.append(FormPart())
        self._header_bytes = 0

    def _add_data(self, data: bytes, start: int, end: int) -> None:
        self.parts[-1].data += data[start:end]

    def _add_name(self, data: bytes, start: int, end: int) -> None:
        self._count(end - start)
        self._name += data[start:end]

    def _add_value(self, data: bytes, start: int, end: int) -> None:
        self._count(end - start)
        self._value += data[start:end]

    def _count(self, count: int) -> None:
        self._header_bytes += count
        if self._header_bytes > MOST_HEADER_BYTES:
            raise ValueError("headers")

    def _end_header(self) -> None:
        name = self._name.decode("latin-1").lower()
        self.parts[-1].headers[name] = self._value.decode("latin-1")
        self._name.clear()
        self._value.clear()

    def _end(self) -> None:
        self.is_whole = True
