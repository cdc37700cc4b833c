// Shows Markdown as elements. It knows a small part of Markdown, reads no HTML, and each rule looks
// at a line or a sign once, so no text takes long.

import { h } from "./dom.js";

const DEEPEST = 6;

/** The elements of a text. */
export function markdown(text) {
  const lines = String(text).replaceAll("\r", "").split("\n");
  return blocks(lines, 0);
}

function blocks(lines, depth) {
  const found = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) { at += 1; continue; }
    const taken = fence(lines, at) ?? heading(line) ?? rule(line) ?? quote(lines, at, depth)
      ?? list(lines, at, depth) ?? table(lines, at) ?? paragraph(lines, at);
    found.push(taken.element);
    at += taken.count;
  }
  return found;
}

function fence(lines, at) {
  const mark = lines[at].trimStart().slice(0, 3);
  if (mark !== "```" && mark !== "~~~") return null;
  let end = at + 1;
  while (end < lines.length && !lines[end].trimStart().startsWith(mark)) end += 1;
  const code = h("code", {}, lines.slice(at + 1, end).join("\n"));
  return { element: h("pre", { tabindex: "0", "aria-label": "Code" }, code), count: end + 1 - at };
}

function heading(line) {
  let level = 0;
  while (line[level] === "#" && level < 6) level += 1;
  if (!level || line[level] !== " ") return null;
  const element = h("p", { class: "md-heading", role: "heading", "aria-level": Math.min(6, level + 2) }, inline(line.slice(level + 1)));
  return { element, count: 1 };
}

function rule(line) {
  const bare = line.replaceAll(" ", "");
  const isRule = bare.length >= 3 && "-*_".includes(bare[0]) && [...bare].every((one) => one === bare[0]);
  return isRule ? { element: h("hr"), count: 1 } : null;
}

function quote(lines, at, depth) {
  if (!lines[at].startsWith(">") || depth >= DEEPEST) return null;
  let end = at;
  while (end < lines.length && lines[end].startsWith(">")) end += 1;
  const inner = lines.slice(at, end).map((one) => one.slice(one[1] === " " ? 2 : 1));
  return { element: h("blockquote", {}, blocks(inner, depth + 1)), count: end - at };
}

/** The mark of a list entry: how far in it stands, where its text begins, and its number. */
function entry(line) {
  let indent = 0;
  while (line[indent] === " ") indent += 1;
  let after = indent;
  if ("-*+•".includes(line[after] ?? "x")) {
    return line[after + 1] === " " ? { indent, begin: after + 2, number: 0 } : null;
  }
  while (after - indent < 9 && line[after] >= "0" && line[after] <= "9") after += 1;
  const isNumber = after > indent && (line[after] === "." || line[after] === ")") && line[after + 1] === " ";
  return isNumber ? { indent, begin: after + 2, number: Number(line.slice(indent, after)) } : null;
}

function list(lines, at, depth) {
  const first = entry(lines[at]);
  if (!first || depth >= DEEPEST) return null;
  const entries = [];
  let end = at;
  while (end < lines.length) {
    const mark = entry(lines[end]);
    if (mark && mark.indent <= first.indent) {
      if (Boolean(mark.number) !== Boolean(first.number)) break;
      entries.push([lines[end].slice(mark.begin)]);
    } else if (lines[end].startsWith(" ".repeat(first.indent + 2)) && lines[end].trim()) {
      entries.at(-1).push(lines[end].slice(Math.min(first.begin, indentOf(lines[end]))));
    } else if (lines[end].trim() || !entry(lines[end + 1] ?? "")) {
      break;
    }
    end += 1;
  }
  const items = entries.map(([text, ...more]) => h("li", {}, inline(text), blocks(more, depth + 1)));
  const element = first.number ? h("ol", { start: first.number }, items) : h("ul", {}, items);
  return { element, count: end - at };
}

function indentOf(line) {
  return line.length - line.trimStart().length;
}

function cells(line) {
  const parts = line.trim().split("|").map((one) => one.trim());
  return parts.slice(parts[0] === "" ? 1 : 0, parts.at(-1) === "" ? -1 : undefined);
}

function table(lines, at) {
  const under = lines[at + 1]?.trim() ?? "";
  if (!lines[at].includes("|") || !under.includes("-") || [...under].some((one) => !"|-: ".includes(one))) return null;
  let end = at + 2;
  while (end < lines.length && lines[end].includes("|")) end += 1;
  const head = h("tr", {}, cells(lines[at]).map((one) => h("th", { scope: "col" }, inline(one))));
  const rows = lines.slice(at + 2, end).map((line) => h("tr", {}, cells(line).map((one) => h("td", {}, inline(one)))));
  const element = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" },
    h("table", {}, h("thead", {}, head), h("tbody", {}, rows)));
  return { element, count: end - at };
}

function paragraph(lines, at) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !entry(lines[end]) && !heading(lines[end]) && !fence(lines, end) && !lines[end].startsWith(">")) end += 1;
  const parts = lines.slice(at, end).flatMap((line, number) => (number ? [h("br"), ...inline(line)] : inline(line)));
  return { element: h("p", {}, parts), count: end - at };
}

const MARKS = [["**", "strong"], ["__", "strong"], ["~~", "s"], ["*", "em"], ["_", "em"]];
const LONGEST_INLINE = 20_000;

/** The parts of a line: text, code, strong, emphasis, links. */
function inline(text, depth = 0) {
  if (depth > DEEPEST || text.length > LONGEST_INLINE) return [text];
  const found = [];
  const absent = new Set();
  let plain = "";
  let at = 0;
  const add = (element, next) => {
    if (plain) found.push(plain);
    plain = "";
    found.push(element);
    at = next;
  };
  while (at < text.length) {
    const sign = text[at];
    if (sign === "\\" && "\\`*_[]~#|".includes(text[at + 1] ?? "x")) { plain += text[at + 1]; at += 2; continue; }
    const close = (mark, from) => {
      if (absent.has(mark)) return -1;
      const end = text.indexOf(mark, from);
      if (end < 0) absent.add(mark);
      return end;
    };
    if (sign === "`") {
      const end = close("`", at + 1);
      if (end > at + 1) { add(h("code", {}, text.slice(at + 1, end)), end + 1); continue; }
    } else if (sign === "[") {
      const middle = close("](", at + 1);
      const end = middle < 0 ? -1 : close(")", middle + 2);
      if (end > 0 && middle - at < 500) {
        const shown = text.slice(at + 1, middle);
        add(link(text.slice(middle + 2, end).trim(), shown) ?? shown, end + 1);
        continue;
      }
    } else if (text.startsWith("http://", at) || text.startsWith("https://", at)) {
      let end = at;
      while (end < text.length && !" \t<>\"'`|".includes(text[end])) end += 1;
      while (".,;:!?)]".includes(text[end - 1])) end -= 1;
      const address = text.slice(at, end);
      const anchor = link(address, address);
      if (anchor) { add(anchor, end); continue; }
    } else {
      const mark = MARKS.find(([one]) => text.startsWith(one, at));
      const isInWord = mark && sign === "_" && isWord(text[at - 1]);
      if (mark && !isInWord && (text[at + mark[0].length] ?? " ") !== " ") {
        const end = close(mark[0], at + mark[0].length);
        if (end > at + mark[0].length && text[end - 1] !== " ") {
          add(h(mark[1], {}, inline(text.slice(at + mark[0].length, end), depth + 1)), end + mark[0].length);
          continue;
        }
      }
    }
    plain += sign;
    at += 1;
  }
  if (plain) found.push(plain);
  return found;
}

function isWord(sign) {
  return sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
}

const HOST = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/u;
const LONGEST_WORDS = 600;

/** Whether the words of a link hold the address of another host, by whatever signs that look so. */
function namesAnother(shown, host) {
  if (shown.length > LONGEST_WORDS) return true; // nobody reads all of it
  const read = shown.normalize("NFKC").replace(/\p{Cf}|\p{M}|[*_`~\\]/gu, "").replace(/[\u2024\u3002\uff0e\uff61\u06d4\ua4f8]/gu, ".");
  const bare = (name) => name.toLowerCase().replace(/^www\./, "");
  const named = read.split(/\s+/u).map((word) => HOST.exec(word)?.[0]).filter(Boolean); // what follows is its path
  return named.some((name) => bare(name) !== bare(host));
}

/** A link to a page of the web; anything else is no link. Its words name no other host than its own. */
export function link(address, shown) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (url.username || url.password) return null;
  const words = shown && namesAnother(shown, url.hostname) ? `${shown} (${url.host})` : shown || url.host;
  return h("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, words);
}
