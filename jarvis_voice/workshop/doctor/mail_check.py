"""Checks that mail can be sent as it is set: the server is asked, and no mail goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, by_error, ok

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config
    from jarvis_voice.workshop.doctor.run import DiagnosticRun


async def check_mail(visit: DiagnosticRun) -> CheckVerdict:
    """[mail]: the server is connected to, and the user logged in."""
    mail = visit.config.mail
    if not mail.way:
        return ok("No mail is sent: [mail] way is not set.")
    said = f"Mail goes out by {mail.way}"
    if visit.wanted.offline or visit.wanted.quick:
        return ok(f"{said}; it was not tried.")
    try:
        await try_mail(visit.config, mail.way, visit.outside.resend_url)
    except JarvisError as error:
        return by_error(error)
    return ok(f"{said}, and {mail.host if mail.way == 'smtp' else 'Resend'} takes it.")


async def try_mail(config: Config, way: str, resend_url: str) -> None:
    """Find out whether mail could be sent a way; none is.

    Raises:
        JarvisError: It could not.
    """
    from jarvis_voice.app.mail_factory import mailer_by

    await mailer_by(config, way, resend_url).check()
