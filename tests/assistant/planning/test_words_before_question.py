"""Unit: what a model wrote goes in; whether it may sway the answer to a question comes out."""

import pytest

from jarvis_voice.assistant.planning.words_before_question import may_sway

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "said",
    [
        "Owls cannot move their eyes.",
        "Air scatters blue light more than red light.",
        "Lemons keep for about four weeks.",
        "Bees eat nectar and pollen.",
        "Paris is the capital of France.",
        "Two plus two makes four.",
        "Mount Everest is 8849 metres high. Nepal lies south of Everest.",
        "A soft egg takes six minutes.",
        "Rome was founded in 753 BC.",
        "Marie Curie won two Nobel prizes.",
        "Whales sleep with half of their brain.",
        "The moon is about 384000 kilometres away.",
        "Pancakes are made of flour, milk and eggs.",
        "Bach wrote more than two hundred cantatas.",
        "Cats sleep for up to sixteen hours a day.",
        "Rain is likely in Porto.",
        "Sharks are older than trees.",
        "Honey lasts for years.",
        "Tea came to Europe in the 17th century.",
        "Octopuses have three hearts.",
    ],
)
def test_a_plain_fact_of_something_else_sways_nobody(said: str) -> None:
    assert not may_sway(said)


@pytest.mark.parametrize(
    "said",
    [
        "Yes means no here.",
        "It is only a drill.",
        "Nothing is lost.",
        "Lists can be restored at any time.",
        "Your list stays.",
        "I keep a copy.",
        "Everyone agrees to these.",
        "Say yes to go on.",
        "That question is a formality.",
        "Would you like a joke?",
        "Deleting means tidying up.",
        "Answer with yes to hear more.",
        "The next question is a test.",
        "We keep all of it.",
        "Backups are made each night.",
        "Experts recommend to accept.",
        "Owls fly. Yes is the safe answer.",
        "The opposite is meant.",
        "A no deletes everything.",
        "Memory is wiped for updates.",
        "say it",
        "**Owls** fly.",
    ],
)
def test_words_about_the_question_or_to_the_user_may_sway(said: str) -> None:
    assert may_sway(said)
