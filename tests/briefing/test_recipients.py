"""Flow: an address is confirmed by a code that is mailed there."""

import re
from datetime import timedelta

import pytest
from briefing.newsroom import NOW, TestClock

from jarvis_voice.briefing.ledger import BriefingLedger
from jarvis_voice.briefing.recipients import MOST_RECIPIENTS, RecipientList, new_code
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.mail_records import Letter
from jarvis_voice.store.in_memory.briefings import InMemoryBriefingStore
from jarvis_voice.store.in_memory.tables import Tables
from jarvis_voice.tools.mail.mailer import MailError

pytestmark = pytest.mark.flow

ANA = "ana@example.com"


class NotedMailer:
    """Keeps letters, or refuses them."""

    way, knows_names = "smtp", False

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self.error: MailError | None = None

    async def send(self, letter: Letter) -> None:
        if self.error:
            raise self.error
        self.letters.append(letter)

    async def check(self) -> None:
        pass


class Post:
    """A list of recipients with what it mails."""

    def __init__(self) -> None:
        self.clock, self.mailer = TestClock(), NotedMailer()
        ledger = BriefingLedger(InMemoryBriefingStore(Tables(is_open=True)), "me", self.clock.now)
        self.list = RecipientList(ledger, self.clock.now)

    async def add(self, address: str = ANA) -> str:
        await self.list.add(address, self.mailer, "jarvis@example.org")
        found = re.search(r"\d{6}", self.mailer.letters[-1].text)
        assert found
        return found[0]

    async def problem(self, *typed: str) -> str:
        with pytest.raises(ToolError) as caught:
            await (self.list.confirm(*typed) if len(typed) > 1 else self.add(*typed))
        return caught.value.code


async def test_the_code_confirms() -> None:
    post = Post()
    code = await post.add("Ana@EXAMPLE.com")
    assert post.mailer.letters[0].recipient == "Ana@example.com"
    assert (await post.list.confirm("Ana@example.com", f" {code} ")).confirmed_at == NOW
    assert [one.address for one in await post.list.chosen("")] == ["Ana@example.com"]
    assert await post.problem("Ana@example.com") == "recipient-known"
    assert await post.list.remove("Ana@example.com")
    assert not await post.list.remove("Ana@example.com")


async def test_a_wrong_code_may_be_typed_five_times() -> None:
    post = Post()
    code = await post.add()
    wrong = "000000"
    assert [await post.problem(ANA, wrong) for _ in range(6)] == ["code-wrong"] * 5 + ["code-over"]
    assert await post.problem(ANA, code) == "code-over"


async def test_a_code_holds_for_an_hour_and_the_next_one_waits_a_minute() -> None:
    post = Post()
    old = await post.add()
    assert await post.problem(ANA) == "recipient-asked"
    post.clock.at = NOW + timedelta(minutes=61)
    assert await post.problem(ANA, old) == "code-over"
    code = await post.add()
    assert (await post.list.confirm(ANA, code)).confirmed_at


async def test_a_code_of_one_address_opens_no_other() -> None:
    post = Post()
    code = await post.add()
    await post.add("ben@example.com")
    assert await post.problem("ben@example.com", code) == "code-wrong"
    assert await post.problem("zoe@example.com", code) == "recipient-unknown"


async def test_a_code_that_was_not_mailed_leaves_nothing_behind() -> None:
    post = Post()
    post.mailer.error = MailError("mail-refused", "no")
    assert await post.problem(ANA) == "mail-refused"
    post.mailer.error = None
    await post.add()


async def test_there_is_an_end_of_addresses() -> None:
    post = Post()
    for number in range(MOST_RECIPIENTS):
        await post.add(f"a{number}@example.com")
    assert await post.problem("b@example.com") == "recipient-too-many"
    assert await post.problem("b@example.com\nBcc: c@example.com") == "recipient-bad"


def test_codes_have_six_digits() -> None:
    assert all(re.fullmatch(r"[1-9]\d{5}", new_code()) for _ in range(100))
