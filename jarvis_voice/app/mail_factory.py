"""Makes what sends mail, from the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.core.config import Config
from jarvis_voice.core.errors import ConfigError

if TYPE_CHECKING:
    from jarvis_voice.tools.mail.mailer import Mailer

HOW = "jarvis config set mail.way smtp, then mail.host, mail.user and mail.sender"


def mailer_of(config: Config, resend_url: str | None = None) -> Mailer:
    """What sends mail in the way that is set.

    Raises:
        ConfigError: No way is set, or something is missing for it.
    """
    mail = config.mail
    if not mail.way:
        raise ConfigError("mail-not-set", f"No way to send mail is set. Set one: {HOW}.")
    if not mail.sender:
        message = "The address that mail comes from is not set: jarvis config set mail.sender"
        raise ConfigError("mail-not-set", message)
    return mailer_by(config, mail.way, resend_url)


def mailer_by(config: Config, way: str, resend_url: str | None = None) -> Mailer:
    """What sends mail a way.

    Raises:
        ConfigError: Something is missing for it.
    """
    if way == "resend":
        from jarvis_voice.tools.mail.resend import RESEND, ResendMailer

        if not config.resend_api_key:
            message = "RESEND_API_KEY is not set: jarvis key set resend"
            raise ConfigError("mail-not-set", message)
        return ResendMailer(config.resend_api_key.get_secret_value(), resend_url or RESEND)
    from jarvis_voice.tools.mail.smtp import SmtpMailer

    if not config.mail.host:
        raise ConfigError("mail-not-set", "No mail server is set: jarvis config set mail.host")
    password = config.smtp_password
    if config.mail.user and not password:
        raise ConfigError("mail-not-set", "The password is not set: jarvis key set smtp")
    return SmtpMailer(config.mail, password.get_secret_value() if password else "")
