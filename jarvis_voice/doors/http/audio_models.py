"""What the routes of sound under /v1/audio answer, as openapi.json tells it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class VoiceBody(BaseModel):
    """A voice."""

    id: str
    name: str


class VoiceList(BaseModel):
    """All voices."""

    voices: list[VoiceBody]


class AudioModelBody(BaseModel):
    """A model that hears or speaks."""

    id: str


class AudioModelList(BaseModel):
    """All of them."""

    models: list[AudioModelBody]


class TranscriptBody(BaseModel):
    """What was said."""

    text: str


class SegmentBody(BaseModel):
    """A part of what was said: seconds, and how sure the model is."""

    id: int
    seek: int
    start: float
    end: float
    text: str
    tokens: list[int]
    temperature: float
    avg_logprob: float
    compression_ratio: float
    no_speech_prob: float


class VerboseTranscript(BaseModel):
    """What was said, with its parts and their times."""

    task: Literal["transcribe"]
    language: str
    duration: float
    text: str
    segments: list[SegmentBody]
