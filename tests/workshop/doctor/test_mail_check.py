"""Flow: the doctor tries the mail server that is set, and sends nothing."""

import pytest
from tools.mail.post_office import PASSWORD, post_office
from tools.mail.resend_server import KEY, ResendServer

from jarvis_voice.core.paths import Paths
from jarvis_voice.workshop.doctor.mail_check import check_mail
from jarvis_voice.workshop.doctor.options import DiagnosticOptions
from jarvis_voice.workshop.doctor.run import DiagnosticRun
from jarvis_voice.workshop.doctor.system_probe import SystemProbe

pytestmark = pytest.mark.flow


async def found(paths: Paths, resend_url: str = "", *, offline: bool = False) -> tuple[str, str]:
    wanted = DiagnosticOptions(offline=offline)
    async with DiagnosticRun(paths, wanted, outside=SystemProbe(resend_url=resend_url)) as visit:
        verdict = await check_mail(visit)
        return verdict.status, verdict.detail


async def test_a_mail_server(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.config.mkdir(parents=True)
    assert await found(paths) == ("ok", "No mail is sent: [mail] way is not set.")
    async with post_office() as office:
        paths.config_file.write_text(
            f'[mail]\nway = "smtp"\nhost = "localhost"\nport = {office.port}\n'
            'security = "none"\nuser = "me"\nsender = "me@example.org"\n'
        )
        assert (await found(paths))[1].startswith("The password is not set")
        monkeypatch.setenv("SMTP_PASSWORD", "wrong-0123456789")
        assert await found(paths, offline=True) == (
            "ok",
            "Mail goes out by smtp; it was not tried.",
        )
        status, detail = await found(paths)
        assert (status, "does not let this user in (535)" in detail) == ("failed", True)
        monkeypatch.setenv("SMTP_PASSWORD", PASSWORD)
        assert await found(paths) == ("ok", "Mail goes out by smtp, and localhost takes it.")
        assert office.mails == []
    status, detail = await found(paths)
    assert (status, "cannot be reached" in detail) == ("failed", True)


async def test_resend(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.config.mkdir(parents=True)
    paths.config_file.write_text('[mail]\nway = "resend"\nsender = "me@example.org"\n')
    monkeypatch.setenv("RESEND_API_KEY", KEY)
    async with ResendServer() as server:
        assert await found(paths, server.url) == (
            "ok",
            "Mail goes out by resend, and Resend takes it.",
        )
        assert server.mails == {}
