"""Unit: a form with a sound in it is read from memory, and damaged ones are told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.sound_form import read_form

pytestmark = pytest.mark.unit

TYPE = "multipart/form-data; boundary=cut"


def part(name: str, value: bytes, file: str = "") -> bytes:
    head = f'--cut\r\nContent-Disposition: form-data; name="{name}"'
    return (head + file + "\r\n\r\n").encode() + value + b"\r\n"


END = b"--cut--\r\n"
SOUND = part("file", b"RIFF\r\n--\r\nx", '; filename="a.wav"\r\nContent-Type: text/html')


def test_the_sound_and_the_fields_are_found() -> None:
    body = part("model", b"whisper-1") + SOUND + part("stream", b"true") + part("a[]", b"1") + END
    form = read_form(body, TYPE, "file")
    assert form.sound == b"RIFF\r\n--\r\nx"
    assert form.values == {"model": "whisper-1", "stream": "true", "a": "1"}


def test_a_sound_may_be_a_field_without_a_file_name() -> None:
    assert read_form(part("file", b"x") + END, TYPE, "file").sound == b"x"


@pytest.mark.parametrize(
    ("body", "kind", "code"),
    [
        (SOUND, TYPE, "sound-cut"),
        (SOUND[:60], TYPE, "sound-cut"),
        (b"", TYPE, "sound-cut"),
        (b"junk" + SOUND + END, TYPE, "bad-form"),
        (SOUND + END, "multipart/form-data", "bad-form"),
        (SOUND + END, "multipart/form-data; boundary=other", "bad-form"),
        (part("model", b"x") + END, TYPE, "no-sound"),
        (part("model", b"x" * 20_000) + SOUND + END, TYPE, "bad-form"),
        (part("x", b"") * 40 + END, TYPE, "bad-form"),
        (part("x" * 5_000, b"") + END, TYPE, "bad-form"),
    ],
)
def test_a_damaged_form_is_told(body: bytes, kind: str, code: str) -> None:
    with pytest.raises(RequestError) as refused:
        read_form(body, kind, "file")
    assert (refused.value.status, refused.value.code) == (400, code)


@given(st.binary(max_size=300))
def test_junk_is_never_more_than_a_400(junk: bytes) -> None:
    with pytest.raises(RequestError):
        read_form(b"--cut\r\n" + junk, TYPE, "sound of mine")
