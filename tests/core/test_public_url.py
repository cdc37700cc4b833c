"""Unit: addresses that strangers wrote go in; those of public websites come out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.core.public_url import is_public_url, public_url
from jarvis_voice.core.safe_url import is_safe_url
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.tools.web.sites import read_sites

pytestmark = pytest.mark.unit

_HOSTS = (
    "kubernetes.io router.vuejs.org reactrouter.com localhost.run docker.com www.docker.com "
    "fritz.com en.fritz.com avm.de router-switch.com routers.net gateway.com www.gateway.gov.uk "
    "domain.com www.domain.com.au modem.com svc.com consul.io www.consul.io nomad.net nip.org "
    "home.com homeassistant.io www.home-assistant.io corp.com local.com localnews.com lan.com "
    "box.com app.box.com live.box1.com 1.1.1.1.example.com one.one.one.one 8-8-8-8.example.com "
    "ec2-52-95-110-1.compute-1.amazonaws.com v1.2.3.example.com 2024-10-11.example.com 9gag.com "
    "24ur.com 360.cn 4chan.org 1password.com 7-zip.org 163.com 500px.com pi-hole.net pi.dev "
    "b\u00fccher.de m\u00fcnchen.de \u4f8b\u3048.jp "
    "\u043f\u0440\u0435\u0437\u0438\u0434\u0435\u043d\u0442.\u0440\u0444 "
    "\u05d0\u05ea\u05e8.com \u0645\u062b\u0627\u0644.com xn--bcher-kva.de caf\u00e9.fr "
    "plex.tv www.plex.tv unifi.com ui.com asus.com www.asus.com tp-link.com www.tp-link.com "
    "synology.com nas.com netgear.com linksys.com huawei.com vodafone.de o2.de meraki.com "
    "freebox.fr www.free.fr bytel.fr www.bouyguestelecom.fr keenetic.com starlink.com cudy.com "
    "swisscom.ch www.keenetic.net quickconnect.to station.com wifi.com setup.com p.com "
    "cluster.com my.ad www.govern.ad ip.me ipinfo.io whatismyip.com privacy.com intra.com"
)
ORDINARY = (
    *(f"https://{host}/" for host in _HOSTS.split()),
    *("http://example.com", "https://example.com:443/", "http://example.com:80/a"),
    *("https://example.com:8443/x", "http://example.com:8080/"),
    "https://example.com/redirect?to=http://127.0.0.1/",
    "https://example.com/10.0.0.1",
    "https://www.example.co.uk/a%20b?c=d&e=f#g",
)
HOSTILE = (
    *("http://127.0.0.1.nip.io/", "http://7f000001.nip.io/", "http://www.10-0-0-1.sslip.io/"),
    *("http://localtest.me/", "http://a.localtest.me/", "http://lvh.me/", "http://x.lvh.me/"),
    *("http://192.168.1.1.evil.com/", "http://192-168-1-1.evil.com/", "http://a127-0-0-1.b.com/"),
    *("http://169.254.169.254.evil.com/", "http://0.0.0.0.evil.com/", "http://10.0.0.1.my.id/"),
    *("http://localhost.localdomain/", "http://localhost.evil.com/", "http://wpad.evil.com/"),
    *(
        "http://fritz.box/",
        "http://www.fritz.box/login.lua",
        "http://FRITZ.BOX./",
        "http://fritz.nas/",
    ),
    *("http://router.local/", "http://nas.lan/", "http://a.home.arpa/", "http://vault.internal/"),
    *("http://kubernetes.default.svc/", "http://kubernetes.default.svc.cluster.local/"),
    *("http://x.consul/", "http://my.router/", "http://home.gateway/", "http://pi.hole/admin/"),
    *("http://routerlogin.net/", "http://www.routerlogin.net/", "http://tplinkwifi.net/"),
    *("http://router.asus.com/Main_Login.asp", "http://speedport.ip/", "http://easy.box/"),
    *("http://setup.meraki.com/", "http://hi.link/", "http://metadata.google.internal/"),
    *("http://host.docker.internal/", "http://rbndr.us/", "http://a.plex.direct/"),
    *("http://mafreebox.freebox.fr/", "http://mabbox.bytel.fr/", "http://my.keenetic.net/"),
    *("http://tplogin.cn/", "http://www.tplogin.cn/", "http://dishy.starlink.com/"),
    *("http://homerouter.cpe/", "http://vodafone.station/", "http://web.setting/"),
    *("http://a.attlocal.net/", "http://ap.meraki.com/", "http://a.b.direct.quickconnect.to/"),
    *("http://example.com:22/", "http://example.com:25/", "http://example.com:0/"),
    *("http://example.com:8123/", "http://example.com:32400/", "http://example.com:5000/"),
    *("http://example.com:3306/", "http://example.com:9200/", "http://example.com:65535/"),
    *("http://127.0.0.1/", "http://[::1]/", "http://2130706433/", "http://localhost:8000/"),
    *("file:///etc/passwd", "javascript:alert(1)", "", "https://\u0430pple.com/"),
)


def test_ordinary_addresses_pass() -> None:
    sites = [site.value for site in read_sites(shipped("config/sites.toml"))]
    addresses = [*sites, *ORDINARY]
    assert len(addresses) >= 200
    assert [url for url in addresses if not is_public_url(url)] == []


@pytest.mark.parametrize("url", HOSTILE)
def test_what_leads_into_the_users_own_network_is_refused(url: str) -> None:
    assert not is_public_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://fritz.box/",
        "http://127.0.0.1.nip.io/",
        "http://localhost.localdomain/",
        "http://my.router/",
        "http://example.com:8123/",
        "http://example.com:3000/",
        "http://pi.hole/admin/",
    ],
)
def test_what_the_user_names_is_still_safe_to_open(url: str) -> None:
    assert is_safe_url(url)


@given(st.from_regex(r"https?://[a-z0-9.-]{1,30}(:[0-9]{1,5})?/", fullmatch=True))
def test_what_is_public_is_safe_and_the_answer_is_stable(url: str) -> None:
    if is_public_url(url):
        opened = public_url(url)
        assert is_safe_url(opened.url)
        assert public_url(opened.url) == opened


@given(st.ip_addresses(v=4), st.sampled_from(".-"), st.sampled_from(["evil.com", "a.b.org"]))
def test_a_name_that_holds_a_private_address_is_refused(
    address: object, mark: str, rest: str
) -> None:
    name = str(address).replace(".", mark)
    is_global = getattr(address, "is_global")  # noqa: B009 - IPv4 alone comes
    assert is_public_url(f"http://{name}.{rest}/") == is_global
