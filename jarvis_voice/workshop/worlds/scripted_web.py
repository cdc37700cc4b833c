"""The protocols of search services and web pages, answered from a scenario. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote, unquote

from jarvis_voice.workshop.worlds.loopback import LoopbackRequest, LoopbackResponse, as_json, faulty
from jarvis_voice.workshop.worlds.scenario import SearchRule, WebPage, WikimediaRule

SUMMARY = "/api/rest_v1/page/summary/"
SERPAPI_REFUSAL = {"error": "Your account has run out of searches."}
NOTHING_FOUND = {"error": "Google hasn't returned any results for this query."}


def serpapi(rule: SearchRule | None) -> LoopbackResponse:
    """The body of one SerpAPI search; None is a query for which Google knows nothing."""
    if rule is None:
        return as_json(NOTHING_FOUND)
    pages = [
        {"position": n, "title": page.title, "link": page.url, "snippet": page.snippet}
        for n, page in enumerate(rule.results, 1)
    ]
    body: dict[str, object] = {"organic_results": pages}
    if rule.answer or rule.entity:
        box = {"answer": rule.answer, "link": rule.answer_from}
        box["snippet_highlighted_words"] = [rule.entity] if rule.entity else []  # type: ignore[assignment]  # a list among strings, as SerpAPI has it
        body["answer_box"] = {name: value for name, value in box.items() if value}
    response = as_json(body)
    return faulty(rule.fault, response, SERPAPI_REFUSAL) if rule.fault else response


def wikimedia(request: LoopbackRequest, rules: Sequence[WikimediaRule]) -> LoopbackResponse:
    """Wikidata's api.php and Wikipedia's REST interface, both behind one address."""
    query = request.query
    if request.path.startswith(SUMMARY):
        name = unquote(request.path.removeprefix(SUMMARY)).replace("_", " ")
        found = [(n, rule) for n, rule in enumerate(rules, 1) if rule.title == name]
    elif query.get("action") == "wbgetclaims":
        number = query.get("entity", "")
        found = [(n, rule) for n, rule in enumerate(rules, 1) if f"Q{n}" == number]
    else:
        words = query.get("search") or query.get("q") or query.get("srsearch", "")
        found = [(n, rule) for n, rule in enumerate(rules, 1) if is_match(rule.pattern, words)]
    response = _wikimedia_body(request, found)
    fault = next((rule.fault for _, rule in found if rule.fault), None)
    return faulty(fault, response, {"error": "too many requests"}) if fault else response


def _wikimedia_body(
    request: LoopbackRequest, found: Sequence[tuple[int, WikimediaRule]]
) -> LoopbackResponse:
    match request.query.get("action"):
        case "wbsearchentities":
            labels = [{"id": f"Q{n}", "label": rule.title} for n, rule in found if rule.official]
            return as_json({"search": labels, "success": 1})
        case "wbgetclaims":
            claims = [_claim(rule.official) for _, rule in found if rule.official]
            return as_json({"claims": {"P856": claims} if claims else {}})
    if request.path.startswith(SUMMARY):
        for _, rule in found:
            body = {"type": "standard", "title": rule.title, "extract": rule.summary}
            return as_json(body)
        return as_json({"type": "not_found"}, 404)
    pages = [
        {"id": n, "key": rule.title.replace(" ", "_"), "title": rule.title, "excerpt": rule.summary}
        for n, rule in found
        if rule.title
    ]
    return as_json({"pages": pages})


def _claim(url: str) -> dict[str, object]:
    value = {"datavalue": {"value": url, "type": "string"}, "property": "P856"}
    return {"mainsnak": value, "rank": "normal", "type": "statement"}


def web_page(page: WebPage | None) -> LoopbackResponse:
    """What a host serves; None is a page that is not there."""
    if page is None:
        return LoopbackResponse(b"<html><body>Not found</body></html>", 404, "text/html")
    if page.redirect:
        target = quote(page.redirect, safe=":/?&=#%.-_~")
        return LoopbackResponse(b"", 302, "text/html", {"Location": target})
    if page.pdf:
        response = LoopbackResponse(one_page_pdf(page.pdf), content_type="application/pdf")
    else:
        response = LoopbackResponse(page.html.encode(), content_type="text/html; charset=utf-8")
    return faulty(page.fault, response, "slow down") if page.fault else response


def one_page_pdf(text: str) -> bytes:
    """A PDF of one page that says the text, in Helvetica."""
    escaped = re.sub(r"([()\\])", r"\\\1", text)
    stream = f"BT /F1 12 Tf 40 700 Td ({escaped}) Tj ET".encode("latin-1", "replace")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, offsets = b"%PDF-1.4\n", []
    for number, item in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    tail = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, len(body))
    return body + head + tail


def is_match(pattern: str, words: str) -> bool:
    """Whether a rule is for these words."""
    return re.search(pattern, words, re.IGNORECASE) is not None
