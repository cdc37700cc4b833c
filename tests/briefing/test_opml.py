"""Unit: lists of feeds go out as OPML and come in again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.briefing.opml import MOST_FEEDS, is_whole, read_opml, write_opml
from jarvis_voice.core.briefing_records import Feed

pytestmark = pytest.mark.unit

FEEDS = [
    Feed("https://a.org/feed", "A & B", "world"),
    Feed("https://b.org/x?y=1&z=2", 'The "B"', "world"),
    Feed("https://c.org/rss", "C", ""),
]


def test_what_is_written_is_read() -> None:
    assert read_opml(write_opml(FEEDS, "Mine")) == (FEEDS, 0)


def test_a_file_of_another_reader_is_read() -> None:
    text = """<?xml version="1.0"?><opml version="1.0"><head><title>x</title></head><body>
    <outline title="Tech" text="Tech"><outline type="rss" text="A" title="A"
      xmlUrl="https://a.org/feed" htmlUrl="https://a.org"></outline>
      <outline text="Inner"><outline xmlUrl='https://b.org/feed'/></outline></outline>
    <outline text="C" xmlUrl="https://c.org/feed"/></body></opml>"""
    feeds, left_out = read_opml(text)
    assert [(one.url, one.title, one.topic) for one in feeds] == [
        ("https://a.org/feed", "A", "Tech"),
        ("https://b.org/feed", "", "Inner"),
        ("https://c.org/feed", "C", ""),
    ]
    assert left_out == 0


def test_a_list_that_is_cut_off_is_known_by_its_missing_end() -> None:
    text = write_opml(FEEDS, "Mine")
    assert is_whole(text)
    end = text.index("</opml")
    assert not any(is_whole(text[:length]) for length in range(end + 1))


def test_private_addresses_and_copies_are_left_out() -> None:
    urls = ["https://a.org/f", "https://a.org/f", "http://192.168.1.1/f", "file:///etc/passwd", "x"]
    text = "".join(f'<outline xmlUrl="{url}"/>' for url in urls)
    feeds, left_out = read_opml(text)
    assert ([one.url for one in feeds], left_out) == (["https://a.org/f"], 4)


def test_a_huge_file_is_bounded() -> None:
    text = "".join(f'<outline xmlUrl="https://a.org/{n}">' for n in range(30_000))
    feeds, _ = read_opml(text)
    assert len(feeds) == MOST_FEEDS


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    read_opml(f"<opml><body>{text}")


@pytest.mark.parametrize("section", ["<![", "<![<![", "<![x[", "<![CDATA[", "<![if !IE]>"])
def test_an_odd_section_costs_no_outline(section: str) -> None:
    text = f'{section} > <outline xmlUrl="https://a.org/feed"/>'
    assert [one.url for one in read_opml(text)[0]] == ["https://a.org/feed"]
