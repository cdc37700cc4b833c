"""Flow: something is said in every other room, and only the rooms where it sounded are named."""

import pytest
from tools.around import run, surroundings, the_tool

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import Origin, Receipt, ReceiptKind
from jarvis_voice.tools.announcer import Announcer
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.media.announce_tools import NOBODY, tools
from jarvis_voice.tools.registry import Tool
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow


class Rooms(Announcer):
    """Rooms that note what is said in them."""

    def __init__(self, *names: str) -> None:
        super().__init__()
        self._names = names
        self.said: list[str] = []
        self.announce = self._announce

    async def _announce(self, text: str, origin: Origin) -> tuple[str, ...]:
        del origin
        self.said.append(text)
        return self._names


def tool_with(announcer: Announcer) -> Tool:
    return the_tool(tools, "announce", surroundings(announcer=announcer))


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Attic",), "I have told Attic."),
        (("Kitchen", "Attic", "the computer"), "I have told Kitchen, Attic and the computer."),
    ],
)
async def test_the_places_where_it_sounded_are_named(names: tuple[str, ...], told: str) -> None:
    rooms = Rooms(*names)
    result = await run(tool_with(rooms), text="dinner is ready")
    assert result.receipt == Receipt(ReceiptKind.EFFECT, told)
    assert rooms.said == ["dinner is ready"]


async def test_where_nobody_was_reached_nothing_is_claimed() -> None:
    assert (await run(tool_with(Rooms()), text="hello")).receipt.kind is ReceiptKind.NO_OP
    with pytest.raises(ToolError, match=NOBODY):
        await run(tool_with(Announcer()), text="hello")


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), ship_tools(surroundings()))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("tell everyone dinner is ready", "dinner is ready"),
        ("tell everybody that the taxi is here", "the taxi is here"),
        ("announce that we leave in ten minutes", "we leave in ten minutes"),
        ("announce in every room that the bath is free", "the bath is free"),
        ("say good night everywhere", "good night"),
        ("make an announcement dinner is ready", "dinner is ready"),
        ("let everyone know that the film starts", "the film starts"),
        ("let the whole family know the pizza is here", "the pizza is here"),
        ("broadcast that i am home", "i am home"),
        ("send everyone a message that lunch is on the table", "lunch is on the table"),
        ("inform everyone that the shop is shut", "the shop is shut"),
        ("tell the whole house bedtime", "bedtime"),
    ],
)
def test_many_ways_to_say_it(grammar: Grammar, said: str, text: str) -> None:
    intent = grammar.understand(said)
    assert intent
    assert (intent.name, intent.slots["text"]) == ("announce", text)


@pytest.mark.parametrize("said", ["tell me a joke", "what is an announcement", "say hello"])
def test_what_is_no_announcement(grammar: Grammar, said: str) -> None:
    intent = grammar.understand(said)
    assert intent is None or intent.name != "announce"
