"""Flow: the files of the dashboard: what is served, how, and what is in none of them."""

import re

import pytest
from doors.http.served_http import http_port

from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.http.page_files import FOLDER, KINDS, POLICY

pytestmark = pytest.mark.flow

FILES = {one.name: one.read_text("utf-8") for one in sorted(FOLDER.iterdir())}
MOST_BYTES = 150_000
MOST_LINES = 400
BANNED = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function")


def test_it_is_small_and_each_file_has_one_subject() -> None:
    assert len(FILES) > 15
    assert sum(len(text.encode()) for text in FILES.values()) < MOST_BYTES
    assert {name for name, text in FILES.items() if text.count("\n") > MOST_LINES} == set()
    assert {name for name in FILES if not name.endswith(tuple(KINDS))} == set()


@pytest.mark.parametrize("name", [one for one in FILES if one.endswith(".js")])
def test_a_script_reads_no_html_and_loads_only_its_neighbours(name: str) -> None:
    text = FILES[name]
    assert text.startswith("// ")
    assert [one for one in BANNED if one in text] == []
    for found in re.findall(r'from "([^"]*)"|import\("([^"]*)"\)', text):
        assert "".join(found).removeprefix("./") in FILES
    assert [one for one in re.findall(r"https?://\w\S*", text) if "www.w3.org" not in one] == []


@pytest.mark.parametrize("name", ["index.html", "satellite.html"])
def test_a_page_has_no_script_and_no_style_of_its_own(name: str) -> None:
    assert re.findall(r"<script(?![^>]*src=)|<style|style=|\son\w+=", FILES[name]) == []


async def test_the_files_are_given_to_everybody_with_a_strict_policy(paths: Paths) -> None:
    async with http_port(paths) as port, port.client("nobody") as client:
        first = await client.get("/")
        assert (first.status_code, first.text) == (200, FILES["index.html"])
        satellite = await client.get("/satellite")
        assert (satellite.status_code, satellite.text) == (200, FILES["satellite.html"])
        for name, text in FILES.items():
            response = await client.get(f"/page/{name}")
            assert (response.status_code, response.text) == (200, text)
            assert response.headers["content-type"] == KINDS[f".{name.rpartition('.')[2]}"]
            assert response.headers["content-security-policy"] == POLICY
            assert response.headers["x-content-type-options"] == "nosniff"


async def test_a_file_that_is_known_is_not_sent_again(paths: Paths) -> None:
    async with http_port(paths) as port, port.client("nobody") as client:
        tag = (await client.get("/page/shell.js")).headers["etag"]
        again = await client.get("/page/shell.js", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        head = await client.head("/page/shell.js")
        assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize(
    "path",
    ["/page/", "/page/none.js", "/page/../people/secret.py", "/page/%2e%2e/x", "/index.html"],
)
async def test_nothing_else_is_given(paths: Paths, path: str) -> None:
    async with http_port(paths) as port, port.client("nobody") as client:
        assert (await client.get(path)).status_code == 401
        assert (await client.post("/page/shell.js", json={})).status_code == 401
