"""Messages of a conversation before a sentence."""

from jarvis_voice.assistant.state import MessageState


def after(*said: str, answer: str = "It is so.") -> list[MessageState]:
    return [
        message
        for text in said
        for message in (
            MessageState(role="user", text=text),
            MessageState(role="assistant", text=answer),
        )
    ]
