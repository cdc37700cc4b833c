"""Finds the web address that the user spoke or typed in a transcript.

Invariant: pure; only what was said is read, and no words are joined into a host here without
saying so. An e-mail address is no address to open.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.safe_url import SafeUrl, is_safe_url, safe_url
from jarvis_voice.core.types import Link
from jarvis_voice.language.en.spoken_numbers import UNITS

__all__ = [
    "SafeUrl",
    "SpokenUrl",
    "find_spoken_url",
    "is_safe_url",
    "join_spoken_host",
    "locate_spoken_url",
    "safe_url",
]

_COUNTRIES = (
    "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs "
    "bt bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee "
    "eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm "
    "hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb "
    "lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz "
    "na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs "
    "ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl "
    "tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw"
)
_GENERIC = (
    "com org net edu gov mil int info biz name pro aero coop museum jobs mobi travel tel cat asia "
    "post app dev page web blog shop store online site website tech cloud news live tv wiki "
    "academy agency art bank bike cafe camp care center chat city club codes coffee community "
    "computer cool design digital directory earth education email energy engineering events "
    "exchange family fashion film finance fit foundation "
    "fun fund fyi gallery games garden global google "
    "group guide guru health help homes house institute international kitchen land law legal life "
    "link london love market media music network ninja one openai paris party photo photos plus "
    "press productions radio recipes rocks run school science security services social software "
    "solutions space studio style support systems team theater tips today tools top tours town "
    "training tube university vip vision watch work works world xyz zone"
)
TOP_LABELS = frozenset(_COUNTRIES.split()) | frozenset(_GENERIC.split())
"""Ends of host names believed without a scheme: the country codes of ISO 3166 and common others.

Incomplete on purpose: with https:// in front any name passes `safe_url`.
"""

_FILE_ENDINGS = frozenset({"md", "py", "sh"})
"""Top labels that in a bare typed name are more likely a file's ending ("readme.md")."""

_NO_FIRST_LABELS = frozenset({"the", "a", "an", "this", "that", "of", "and", "is"})
"""Words before "dot" that begin no host: "the dot com bubble"."""

_MAX_JOINED_WORDS = 4
_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_TYPED = re.compile(
    rf"(?P<scheme>[a-z][a-z0-9+.-]*://)\S+|(?<![\w@.-])(?P<host>{_LABEL}(?:\.{_LABEL})+)"
    r"(?P<rest>(?::\d+)?(?:[/?#][^\s]*)?)",
    re.IGNORECASE,
)
_WWW = r"(?:w[. ]*w[. ]*w|triple w|(?:double[ -]?(?:u|you)[ ,]*){3})"
_SPELLED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (
        re.compile(r"\bh ?t ?t ?p( ?s)? ?(?:colon|:) ?(?:slash|/) ?(?:slash|/) ?", re.I),
        lambda match: "https://" if match[1] else "http://",
    ),
    (re.compile(rf"\b{_WWW}[. ]*(?:dot\b|\.) ?", re.I), lambda _: "www."),
    (re.compile(r"(?<=\w) ?\. (?=(?:com|org|net|edu|gov)\b)"), lambda _: "."),
)
_SPOKEN_DOT = re.compile(r"\s*\bdot\b\s*", re.IGNORECASE)
_SPOKEN_IN_PATH = {"slash": "/", "dash": "-", "hyphen": "-", "underscore": "_", "dot": "."}
_MAIL = re.compile(
    r"[\w.+-]+@[\w-]+|\b(?:e-?mails?|mail|mails|message|write|send)\b[^.?!]*\bat\s+\w+ dot\b", re.I
)
_AT_BEFORE = re.compile(r"(\w+)\s+at\s+\Z", re.IGNORECASE)
_PLACES = frozenset({"page", "site", "website", "address", "one", "look", "it", "homepage"})
_LEADS = (
    "open launch visit browse load navigate go to at the see show me up bring pull take start "
    "website site page homepage address url link is it its of on from for and or called named "
    "please www jarvis read summarize summarise does"
)
_MAY_STAND_BEFORE = frozenset(_LEADS.split())
"""Words after which a host begins; any other word may be the host's own first half ("get hub")."""


@dataclass(frozen=True, slots=True)
class SpokenUrl:
    """A web address in a transcript, with the words around it.

    Attributes:
        link: It, with origin "spoken".
        before: The words before it.
        after: The words after it.
    """

    link: Link
    before: str
    after: str


def find_spoken_url(text: str) -> Link | None:
    """The one address in a transcript; None when there is none, several, or a mail address."""
    found = locate_spoken_url(text)
    return found.link if found else None


def locate_spoken_url(text: str) -> SpokenUrl | None:
    """Like `find_spoken_url`, with the words around the address."""
    found = _locate(text)
    if found is None or "://" in text:
        return found
    words_before = re.findall(r"\w+", found.before.lower())
    stands_alone = not words_before or words_before[-1] in _MAY_STAND_BEFORE
    return found if stands_alone or found.before[-1] in ",:;.-" else None


def _locate(text: str) -> SpokenUrl | None:
    if _MAIL.search(text):
        return None
    line = _with_signs(text)
    found = [match for match in _TYPED.finditer(line) if _is_address(match, line)]
    if len({_address(match) for match in found}) != 1:
        return None
    match = found[0]
    try:
        checked = safe_url(_address(match))
    except ToolError:
        return None
    link = Link(title=checked.host, url=checked.url, origin="spoken")
    return SpokenUrl(link, line[: match.start()].strip(), _after(line, match))


def join_spoken_host(name: str) -> str | None:
    """A guess at a host that was spoken in several words: "blue bottle coffee dot com".

    Returns:
        An https URL, or None when the name has no known ending or too many words.
    """
    found = _locate(name)
    if found is None or found.after:
        return None
    words = re.sub(r"[^\w ]+", "", found.before).split()
    if not 0 < len(words) < _MAX_JOINED_WORDS:
        return None
    scheme, _, rest = found.link.url.partition("://")
    joined = f"{scheme}://{''.join(words).lower()}{rest}"
    return safe_url(joined).url if is_safe_url(joined) else None


def _with_signs(text: str) -> str:
    """The transcript with spoken dots and slashes as signs, where they stand in an address."""
    line = text
    for pattern, replacement in _SPELLED:
        line = pattern.sub(replacement, line)
    line = _SPOKEN_DOT.sub(".", line) if _SPOKEN_DOT.search(line) else line
    head, slash, tail = _split_at_path(line)
    return head + _path(slash, tail) if slash else line


def _split_at_path(line: str) -> tuple[str, str, str]:
    match = re.search(r"(?<=\w)\s+(slash|forward slash)\s+(?=\w)", line, re.IGNORECASE)
    return (line[: match.start()], "/", line[match.end() :]) if match else (line, "", "")


def _path(slash: str, tail: str) -> str:
    """The words of a spoken path until one that does not belong to it."""
    words = tail.split()
    out, glue = slash, True
    while words:
        word = words[0].lower().rstrip(".,?!")
        if word in _SPOKEN_IN_PATH:
            out, glue = out + _SPOKEN_IN_PATH[word], True
        elif glue:
            out, glue = out + str(UNITS.get(word, words[0].rstrip(".,?!"))), False
        else:
            break
        words.pop(0)
    return " ".join([out, *words])


def _is_address(match: re.Match[str], line: str) -> bool:
    if match["scheme"]:
        return True
    labels = match["host"].lower().split(".")
    if labels[0] in _NO_FIRST_LABELS and match["host"].count(".") == 1:
        return False
    if labels[-1] not in TOP_LABELS and not labels[-1].startswith("xn--"):
        return False
    if labels[-1] in _FILE_ENDINGS and labels[0] != "www" and not match["rest"]:
        return match["host"].count(".") > 1
    at = _AT_BEFORE.search(line[: match.start()])
    return at is None or at[1].lower() in _PLACES


def _address(match: re.Match[str]) -> str:
    whole = match[0].rstrip(".,;:!?)\"'")
    return whole if match["scheme"] else f"https://{_lower_host(whole)}"


def _lower_host(address: str) -> str:
    host, slash, path = address.partition("/")
    return host.lower() + slash + path


def _after(line: str, match: re.Match[str]) -> str:
    return line[match.end() :].strip(" .,;:!?\"'")
