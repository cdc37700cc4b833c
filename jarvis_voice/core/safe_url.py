"""Checks every address before the browser gets it: only a `SafeUrl` is ever opened.

Invariant: a SafeUrl is http or https to a public name, in the ASCII form the browser will show;
no user information, IP literal, local name, control character, label of mixed scripts or port
that browsers refuse.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from jarvis_voice.core.errors import ToolError

MAX_URL_CHARACTERS = 2_048
"""Longer addresses are no use to a browser's address bar, and none was ever spoken."""

_LOCAL_NAMES = (
    "local localhost internal intranet lan home corp private invalid test example onion "
    "home.arpa in-addr.arpa ip6.arpa"
)
LOCAL_SUFFIXES = frozenset(_LOCAL_NAMES.split())
"""Names that never reach the public internet (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal)."""

_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)\Z")
_TOP_LABEL = re.compile(r"[a-z]{2,63}\Z|xn--[a-z0-9-]{1,59}\Z")
_SCRIPTS_USED_TOGETHER = (
    frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)
"""As names of signs begin: Japanese has the long vowel of both kanas and the repeated ideograph."""

_JOINERS = {0x200C: None, 0x200D: None}
"""They part and join the letters of Persian and Hindi words. Behind the host they are titles of
pages, and each is opened as a visible %E2%80%8C; in a host they would hide."""

_MAX_HOST_CHARACTERS = 253
_NO_WEBSITES = frozenset(
    (
        *(0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95),
        *(101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179),
        *(389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601),
        *(636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000),
        *(6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    )
)
"""Ports that every browser refuses (https://fetch.spec.whatwg.org/#port-blocking): mail, shells,
printers."""


@dataclass(frozen=True, slots=True)
class SafeUrl:
    """An address that may be opened; make one with `safe_url`.

    Attributes:
        url: The whole address, ASCII only.
        host: Its host, lower case, international names in their visible "xn--" form.
    """

    url: str
    host: str


def safe_url(url: str) -> SafeUrl:
    """Check an address and bring it into the form in which it is shown and opened.

    Raises:
        ToolError: "unsafe-url", saying what is wrong with it.
    """
    if len(url) > MAX_URL_CHARACTERS:
        raise _unsafe("it is too long")
    plain = url.translate(_JOINERS)
    if "\\" in plain or any(_is_hidden(sign) for sign in plain):
        raise _unsafe("it holds hidden or control characters")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise _unsafe("it is malformed") from error
    if parts.scheme not in {"http", "https"}:
        raise _unsafe("only http and https addresses are opened")
    if parts.netloc != parts.netloc.translate(_JOINERS):
        raise _unsafe("it holds hidden or control characters")
    if "@" in parts.netloc:
        raise _unsafe("it carries a user name")
    safe_host = _checked_host(host or "")
    if port in _NO_WEBSITES:
        raise _unsafe("no website is at its port")
    netloc = safe_host if port is None else f"{safe_host}:{port}"
    return SafeUrl(_rebuilt(parts, netloc), safe_host)


def is_safe_url(url: str) -> bool:
    """True when `safe_url` would accept it."""
    try:
        safe_url(url)
    except ToolError:
        return False
    return True


def _checked_host(host: str) -> str:
    """The host in ASCII.

    Raises:
        ToolError: "unsafe-url".
    """
    ascii_host = _to_ascii(host.removesuffix("."))
    labels = ascii_host.split(".")
    if len(ascii_host) > _MAX_HOST_CHARACTERS or not all(map(_LABEL.match, labels)):
        raise _unsafe("its host is not a name")
    local = any(ascii_host == s or ascii_host.endswith(f".{s}") for s in LOCAL_SUFFIXES)
    if len(labels) == 1 or local:
        raise _unsafe("it leads to a local machine")
    if not _TOP_LABEL.match(labels[-1]):
        raise _unsafe("its host is a number, not a name")
    for label in labels:
        if label.startswith("xn--") and _mixes_scripts(_decoded(label)):
            raise _unsafe("its host mixes scripts to look like another")
    return ascii_host


def _to_ascii(host: str) -> str:
    if host.isascii():
        return host.lower()
    import idna

    try:
        return idna.encode(host, uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError) as error:
        raise _unsafe("its host is not a valid name") from error


def _decoded(label: str) -> str:
    import idna

    try:
        return idna.decode(label)
    except (idna.IDNAError, UnicodeError) as error:
        raise _unsafe("its host is not a valid name") from error


def _mixes_scripts(label: str) -> bool:
    scripts = {unicodedata.name(sign, "?").split()[0] for sign in label if sign.isalpha()}
    return len(scripts) > 1 and not any(scripts <= allowed for allowed in _SCRIPTS_USED_TOGETHER)


def _is_hidden(sign: str) -> bool:
    """Control, format (bidirectional, zero width), private and unassigned signs, and blanks."""
    return sign.isspace() or unicodedata.category(sign).startswith(("C", "Z"))


def _rebuilt(parts: SplitResult, netloc: str) -> str:
    safe = "/:@!$&'()*+,;=-._~%?[]"
    path = quote(parts.path or "/", safe=safe)
    query, fragment = quote(parts.query, safe=safe), quote(parts.fragment, safe=safe)
    return urlunsplit((parts.scheme, netloc, path, query, fragment))


def _unsafe(why: str) -> ToolError:
    return ToolError(
        "unsafe-url",
        f"I do not open that address: {why}.",
        spoken="I do not open that address.",
    )
