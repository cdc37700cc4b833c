"""Checks an address that a stranger wrote: it must lead to a website out in the internet.

Invariant: whatever passes here passes `safe_url`; what the user said, typed or configured does not
come here, for a router or a server at home is theirs to name. It tells by the address alone: where
a name leads in the network of today, `tools/web/home_addresses` looks up before a page is opened.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.safe_url import SafeUrl, safe_url

WEB_PORTS = frozenset({None, 80, 443, 8080, 8443})
"""Ports of public websites: the web's own, and the two that stand in for them. Other ports belong
mostly to routers, cameras and servers at home."""

_NEVER_PUBLIC = (
    "localdomain localnet svc cluster consul docker lxd incus kvm libvirt nomad mesos dhcp router "
    "modem gateway hotspot workgroup domain priv intra ldap ip hole unifi alt cpe station hub cube "
    "mobile wifi wlan setup setting"
)
"""Last labels that no registry gives out, and that networks at home and in clusters use."""

_NAMED_AT_HOME = (
    "fritz.box myfritz.box fritz.nas fritz.repeater easy.box o2.box vodafone.box congstar.box "
    "hi.link routerlogin.com routerlogin.net orbilogin.com orbilogin.net mywifiext.com "
    "mywifiext.net tplinkwifi.net tplinklogin.net tplinkmodem.net tplinkap.net tplinkrepeater.net "
    "tplinkextender.net tplinkeap.net tplinkdeco.net tendawifi.com router.asus.com "
    "repeater.asus.com asusrouter.com linksyssmartwifi.com dlinkap.com miwifi.com "
    "huaweimobilewifi.com webgui.nokiawifi.com setup.meraki.com my.meraki.com my.firewall "
    "find.synology.com router.synology.com console.gl-inet.com mafreebox.freebox.fr "
    "mafreebox.free.fr mabbox.bytel.fr internetbox.swisscom.ch my.keenetic.net tplogin.cn "
    "melogin.cn falogin.cn mwlogin.net phicomm.me p.to leike.cc netis.cc cudy.net aterm.me "
    "wavlogin.link wifi.wavlink.com ap.wavlink.com myrouter.info extender.linksys.com "
    "dishy.starlink.com router.starlink.com attlocal.net asusnetwork.net ap.meraki.com "
    "wired.meraki.com switch.meraki.com mx.meraki.com id.ui.direct direct.quickconnect.to"
)
"""Names that a router answers itself, or that lead to a machine in the user's own network."""

_LEAD_BACK = (
    "nip.io sslip.io xip.io backname.io traefik.me localtest.me lvh.me vcap.me lacolhost.com "
    "fuf.me smackaho.st localhost.direct local.gd localho.st loopback.site 127-0-0-1.org.uk "
    "ip6.name ulh.us local-ip.sh local-ip.co plex.direct rbndr.us 1u.ms lcl.host"
)
"""Public names that answer with the address of this machine, or with one that is in the name."""

_REFUSED = frozenset(f"{_NEVER_PUBLIC} {_NAMED_AT_HOME} {_LEAD_BACK}".split())
_FOUND_AT_HOME = frozenset({"localhost", "wpad"})
"""First labels by which a machine finds itself or its network's proxy, whatever follows."""

_LABELS_OF_A_SITE = 2
_ADDRESS = re.compile(r"(?<!\d)(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?!\d)")


def public_url(url: str) -> SafeUrl:
    """As `safe_url`, for an address that no user named.

    Raises:
        ToolError: "unsafe-url", saying what is wrong with it.
    """
    checked = safe_url(url)
    if urlsplit(checked.url).port not in WEB_PORTS:
        raise not_public("its port is not a website's")
    if _leads_home(checked.host):
        raise not_public("it leads to a local machine")
    return checked


def is_public_url(url: str) -> bool:
    """True when `public_url` would accept it."""
    try:
        public_url(url)
    except ToolError:
        return False
    return True


def _leads_home(host: str) -> bool:
    labels = host.split(".")
    ends = {".".join(labels[number:]) for number in range(len(labels))}
    if ends & _REFUSED or (len(labels) > _LABELS_OF_A_SITE and labels[0] in _FOUND_AT_HOME):
        return True
    return any(not _is_global(".".join(found.groups())) for found in _ADDRESS.finditer(host))


def _is_global(address: str) -> bool:
    try:
        return ip_address(address).is_global
    except ValueError:  # a version number or a date
        return True


def not_public(why: str) -> ToolError:
    """The error of an address that a stranger wrote and that is not opened."""
    return ToolError(
        "unsafe-url",
        f"I do not open that address: {why}.",
        spoken="I do not open that address.",
    )
