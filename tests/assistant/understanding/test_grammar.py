"""Unit: everyday sentences as they are typed or transcribed go in, intents come out."""

import pytest

from jarvis_voice.assistant.understanding.grammar import OPENING_INTENTS, Grammar
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.name_match import MatchVerdict
from jarvis_voice.tools.web.sites import SiteTable

pytestmark = pytest.mark.unit

MIT = Intent("open_website", {"name": "MIT"})
GITHUB_URL = Intent("open_url", {"url": "https://github.com/", "name": "github.com"})
SHARE = "17 percent of 240"


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    return Grammar.load(find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("empty"))}))


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> SiteTable:
    return SiteTable.load(find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("empty"))}))


def intent(name: str, /, **slots: str) -> Intent:
    return Intent(name, slots)


def question(query: str) -> Intent:
    return Intent("search", {"query": query, "kind": "question"})


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        # websites by name
        ("open MIT's website", MIT),
        ("Open MIT's website.", MIT),
        ("Open MIT\u2019s website.", MIT),
        ("open M.I.T.'s website", MIT),
        ("Open M. I. T.'s website.", MIT),
        ("open M I T's website", intent("open_website", name="M I T")),
        ("open MITs website", intent("open_website", name="MITs")),
        ("open MITS web site", intent("open_website", name="MITS")),
        ("open my tea's website", intent("open_website", name="my tea")),
        ("Open the MIT website.", MIT),
        ("Open the official website of MIT.", MIT),
        ("Go to MIT.", MIT),
        ("Visit MIT's homepage!", MIT),
        ("Take me to the MIT web page", MIT),
        ("Bring up MIT's site", MIT),
        ("Show me the MIT website", MIT),
        ("I want to see the MIT website", MIT),
        ("Hey Jarvis, open MIT's website.", MIT),
        ("Hello Jarvis, could you please open MIT's website for me? Thanks.", MIT),
        ("um, open, uh, MIT's website", MIT),
        ("open open MIT's website", MIT),
        ("Would you mind opening MIT's website?", MIT),
        ("open MIT", intent("open", name="MIT")),
        ("Open up YouTube, please.", intent("open", name="YouTube")),
        ("open the guardian", intent("open", name="guardian")),
        ("open MIT's wedge site", MIT),
        ("Open their wet sight.", intent("open_their")),
        # addresses
        ("open github dot com", GITHUB_URL),
        ("Open GitHub dot com.", GITHUB_URL),
        ("Open github.com.", GITHUB_URL),
        ("GitHub.com", GITHUB_URL),
        ("could you go to github dot com please", GITHUB_URL),
        (
            "open docs dot python dot org slash three",
            intent("open_url", url="https://docs.python.org/3", name="docs.python.org"),
        ),
        (
            "https://example.org/a",
            intent("open_url", url="https://example.org/a", name="example.org"),
        ),
        (
            "open get hub dot com",
            intent("open_website", name="get hub dot com", url="https://gethub.com/"),
        ),
        (
            "summarize https://example.org/a",
            intent("read_url", url="https://example.org/a", name="example.org"),
        ),
        (
            "read me the page example.org/news",
            intent("read_url", url="https://example.org/news", name="example.org"),
        ),
        ("open MIT again", intent("open", name="MIT")),
        # applications
        ("launch firefox", intent("open_app", name="firefox")),
        ("launch fire fox", intent("open_app", name="fire fox")),
        ("Launch Firefox.", intent("open_app", name="Firefox")),
        ("Start the text editor.", intent("open_app", name="text editor")),
        ("run the terminal", intent("open_app", name="terminal")),
        ("started terminal", intent("open_app", name="terminal")),
        ("lunch fire fox", intent("open_app", name="fire fox")),
        ("open the calculator app", intent("open_app", name="calculator")),
        (
            "I'd like you to launch Firefox, please and thank you",
            intent("open_app", name="Firefox"),
        ),
        # searching
        ("search for cats", intent("search", query="cats")),
        ("Google best pizza in Rome.", intent("search", query="best pizza in Rome")),
        ("look up Ada Lovelace", intent("search", query="Ada Lovelace")),
        ("Search the web for vegan lasagna", intent("search", query="vegan lasagna")),
        ("What is photosynthesis?", question("photosynthesis")),
        ("Who is Ada Lovelace?", question("Ada Lovelace")),
        ("who's Ada Lovelace", question("Ada Lovelace")),
        ("How tall is Mount Everest?", question("How tall is Mount Everest")),
        ("What time is it in Tokyo?", question("What time is it in Tokyo")),
        ("Find out who wrote Hamlet.", intent("search", query="who wrote Hamlet")),
        # searching and opening
        ("find the MIT website and open it", intent("find_and_open", query="MIT website")),
        ("Find the MIT website, and open it.", intent("find_and_open", query="MIT website")),
        ("search for the MIT website and open it", intent("find_and_open", query="MIT website")),
        (
            "find the best engineering university and open its site",
            intent("find_and_open", query="best engineering university"),
        ),
        ("Look up the weather and open the site.", intent("find_and_open", query="weather")),
        ("open their website", intent("open_their")),
        ("Open their website again.", intent("open_their")),
        ("Open its site.", intent("open_their")),
        ("open the website", intent("open_their")),
        ("open it", intent("open_their")),
        ("Open the site you found.", intent("open_their")),
        ("Go back to their website.", intent("open_their")),
        ("Open that site.", intent("open_their")),
        ("open the second one", intent("open_result", ordinal="2")),
        ("Open the first result.", intent("open_result", ordinal="1")),
        ("open result number 3", intent("open_result", ordinal="3")),
        ("open the last link", intent("open_result", ordinal="-1")),
        ("Yes, the second one.", intent("open_result", ordinal="2")),
        # sums
        ("what is 17 percent of 240", intent("calculate", expression=SHARE)),
        ("What's 17% of 240?", intent("calculate", expression="17% of 240")),
        ("What is 17 percent of 240?", intent("calculate", expression=SHARE)),
        ("17 percent of 240", intent("calculate", expression=SHARE)),
        ("how much is 12 times 7", intent("calculate", expression="12 times 7")),
        ("What is 2.5 * (3 + 4)?", intent("calculate", expression="2.5 * (3 + 4)")),
        ("Calculate 1,000 plus 5.", intent("calculate", expression="1,000 plus 5")),
        ("but is 17% of 240.", intent("calculate", expression="17% of 240")),
        ("What a 17% of 240.", intent("calculate", expression="17% of 240")),
        ("calculate the moon", intent("calculate", expression="the moon")),
        # the rest
        ("take a screenshot", intent("take_screenshot")),
        ("Take a screen shot, please.", intent("take_screenshot")),
        ("Can I get a screenshot of this?", intent("take_screenshot")),
        ("Take this green shot.", intent("take_screenshot")),
        ("Take a spring shot.", intent("take_screenshot")),
        ("what time is it", intent("get_time")),
        ("What time is it right now?", intent("get_time")),
        ("What's the time?", intent("get_time")),
        ("what day is it", intent("get_date")),
        ("What's today's date?", intent("get_date")),
        ("Could you tell me what day it is?", intent("get_date")),
        ("hello", intent("greeting")),
        ("Hello, Jarvis!", intent("greeting")),
        ("Good morning.", intent("greeting")),
        ("who are you", intent("who_are_you")),
        ("What's your name?", intent("who_are_you")),
        ("what can you do", intent("what_can_you_do")),
        ("What can you do?", intent("what_can_you_do")),
        ("what did I just ask you", intent("what_did_i_ask")),
        ("What did I just ask you?", intent("what_did_i_ask")),
        ("What was the last thing I asked you?", intent("what_did_i_ask")),
        ("What did I just test you?", intent("what_did_i_ask")),
        ("say that again", intent("say_again")),
        ("What did you say?", intent("say_again")),
        ("stop", intent("stop")),
        ("Stop.", intent("stop")),
        ("Stop, stop, stop!", intent("stop")),
        ("Jarvis, stop talking", intent("stop")),
        ("never mind", intent("never_mind")),
        ("Nevermind.", intent("never_mind")),
        ("Oh, never mind, thanks.", intent("never_mind")),
        ("No, don't.", intent("never_mind")),
        ("Thank you.", intent("thanks")),
        ("Thanks, Jarvis!", intent("thanks")),
        ("Bye.", intent("goodbye")),
        ("Can you help me?", intent("help")),
        ("where were we", intent("last_subject")),
        ("go back to what we were talking about", intent("last_subject")),
        ("do you always listen to me", intent("ask_if_listening")),
        ("do you keep what I say", intent("ask_if_recording")),
        ("who is listening to me", intent("ask_what_is_sent")),
        ("Yes, please.", intent("yes")),
        ("okay", intent("yes")),
        ("No, thanks.", intent("no")),
        ("not that, I go by Sam", None),
    ],
)
def test_an_everyday_sentence_is_understood(
    grammar: Grammar, sentence: str, expected: Intent
) -> None:
    assert grammar.understand(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("open github, no, gitlab", intent("open", name="gitlab")),
        ("Open GitHub. No, GitLab.", intent("open", name="GitLab")),
        ("open github, sorry, I mean gitlab", intent("open", name="gitlab")),
        ("open github no wait open gitlab", intent("open", name="gitlab")),
        ("Open Reddit, wait, no, Hacker News.", intent("open", name="Hacker News")),
        ("No, open GitLab.", intent("open", name="GitLab")),
        ("search for cats, no, dogs", intent("search", query="dogs")),
        ("open github.com, no, gitlab", intent("open_website", name="gitlab")),
        ("open github dot com, no, gitlab dot com", "gitlab.com"),
        ("open github, no", intent("never_mind")),
        ("open github, never mind", intent("never_mind")),
        ("open github, no, don't open it", intent("never_mind")),
        ("what is 5 plus 2, no, 3", intent("calculate", expression="5 plus 3")),
        ("what is two hundred, no, three hundred times 2", "three hundred times 2"),
        ("seven plus, no, eight plus two", intent("calculate", expression="eight plus two")),
    ],
)
def test_words_taken_back_are_not_carried_out(
    grammar: Grammar, sentence: str, expected: Intent | str | None
) -> None:
    understood = grammar.understand(sentence)
    if isinstance(expected, str):
        assert understood is not None
        assert expected in understood.slots.values()
    else:
        assert understood == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "   ",
        "...",
        "um",
        "the",
        "open",
        "search for",
        "what is",
        "don't open github",
        "Don't open GitHub!",
        "please don't open github",
        "do not open github dot com",
        "Never open that again.",
        "I don't want to open github",
        "don't you dare open Facebook",
        "Can you not open Facebook",
        "do not search for anything",
        "you shouldn't open this",
        "I opened the door yesterday",
        "he told me to open the window",
        "they launched a rocket yesterday",
        "the door is open",
        "it was open",
        "openly speaking",
        "opening hours",
        "the open source community",
        "we should open a bank account",
        "nobody said open github",
        "she said launch the missiles",
        "I never open Facebook",
        "my friend wants to visit Paris",
        "I like to visit museums",
        "I need to go to the bank",
        "I said stop it at nine",
        "did you open github",
        "why don't you open github",
        "open google and search for cats",
        "open github and then close it",
        "send mail to ana at example dot com",
        "write an email to bob at gmail dot com",
        "email bob@gmail.com",
        "open http://127.0.0.1/",
        "open file:///etc/passwd",
        "what is it",
        "What does it?",
        "Who is she?",
        "take a long shot",
        "take a deep breath",
        "what is my name",
        "what should I wear",
        "tell me a joke",
        "turn off the lights",
        "play some jazz",
        "remind me to call mum",
        "close firefox",
        "thanks for nothing",
        "Thank you for watching!",
        "Thanks for watching.",
        "you",
    ],
)
def test_what_is_no_clear_request_is_not_understood(grammar: Grammar, sentence: str) -> None:
    assert grammar.understand(sentence) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "open my tea's website",
        "open the pod bay doors",
        "open localhost",
        "open your mouth",
        "open Facebook later",
        "go to the doctor",
        "go to sleep",
        "run away from here",
        "start a timer",
        "start talking",
        "show me the money",
        "visit my grandmother",
        "open github and gitlab",
    ],
)
def test_a_name_that_is_no_site_opens_none(
    grammar: Grammar, sites: SiteTable, sentence: str
) -> None:
    understood = grammar.understand(sentence)
    assert understood is not None
    assert understood.name in OPENING_INTENTS
    assert sites.find(understood.slots["name"]).verdict is not MatchVerdict.ACCEPT


@pytest.mark.parametrize("sentence", ["open the door", "open something", "open apps", "open it up"])
def test_what_has_no_name_is_not_taken_for_one(grammar: Grammar, sentence: str) -> None:
    understood = grammar.understand(sentence)
    assert understood is None or understood.name not in OPENING_INTENTS
