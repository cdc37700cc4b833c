"""MarkupReader: reads HTML and XML that strangers wrote, whatever is in it."""

from __future__ import annotations

from html.parser import HTMLParser


class MarkupReader(HTMLParser):
    """Python's reader of HTML, which raises AssertionError for some of what begins with `<![`.

    Such a section is passed over up to its `>`, as a browser does.
    """

    def parse_marked_section(self, i: int, report: int = 1) -> int:  # noqa: ARG002 - as declared
        """The place behind a section that begins at `i`; -1 where it has no end."""
        return self.parse_bogus_comment(i)
