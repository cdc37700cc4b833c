// The frame of all pages: who is here, the menu, and which page is shown.

import { Live, Refusal, comeIn, get, goOut, whenAnotherCame } from "./connection.js";
import { clockProblem, whenAwake } from "./device-clock.js";
import { button, h } from "./dom.js";
import { DOING } from "./words.js";

const PAGES = [
  ["live", "Live", "talk"], ["chat", "Chat", "talk"], ["lists", "Timers and lists", "talk"],
  ["briefing", "Briefing", "talk"],
  ["memory", "Memory", "talk"], ["threads", "Conversations", "talk"], ["latency", "Latency", "talk"],
  ["cost", "Cost", "talk"], ["settings", "Settings", "admin"], ["doctor", "Doctor", "admin"],
  ["near-misses", "Near misses", "admin"], ["people", "People and tokens", "admin"],
];

export const app = { live: new Live(), me: null };

const main = h("main", { id: "main" });
const menu = h("nav", { id: "menu", "aria-label": "Pages" });
const menuButton = button("Menu", () => openMenu(menuButton.getAttribute("aria-expanded") !== "true"),
  { class: "menu-button", "aria-expanded": "false", "aria-controls": "menu" });
const state = h("p", { class: "state", "aria-live": "polite" });

const notice = h("p", { class: "notice", role: "status", hidden: true });
const notices = { asleep: "", slow: "", clock: "" };

function tell(what, sentence) {
  if (notices[what] === sentence) return;
  notices[what] = sentence;
  notice.textContent = Object.values(notices).filter(Boolean).join(" ");
  notice.hidden = !notice.textContent;
}

function openMenu(isOpen) {
  menuButton.setAttribute("aria-expanded", String(isOpen));
  menu.classList.toggle("open", isOpen);
}

function showState() {
  const { live } = app;
  if (live.isConnected) tell("asleep", "");
  const key = live.isConnected ? live.state?.doing ?? "here" : "away";
  const [word] = { here: ["Connected"], away: ["Not connected"], ...DOING }[key] ?? [key];
  if (state.textContent !== word) state.textContent = word;
  state.dataset.doing = key;
}

function fillMenu() {
  const links = PAGES.filter(([, , scope]) => app.me.may.includes(scope))
    .map(([name, title]) => h("li", {}, h("a", { href: `#${name}` }, title)));
  const who = app.me.place ? `${app.me.user_id} (${app.me.place})` : app.me.user_id;
  menuButton.hidden = false;
  menu.replaceChildren(h("ul", {}, links), h("div", { class: "who" },
    h("p", {}, `You are ${who}.`),
    app.me.place ? button("Sign out", leave, { class: "quiet" }) : ""));
}

async function leave() {
  await goOut();
  shut();
}

function shut() {
  app.live.leave();
  app.me = null;
  location.hash = "";
  return showEntry();
}

let shown = 0;

async function showPage({ isFirst = false } = {}) {
  if (location.hash.startsWith("#enter=")) { await start(); return; }
  if (!app.me) return;
  const [name, ...rest] = location.hash.slice(1).split("/");
  const known = PAGES.find(([one, , scope]) => one === name && app.me.may.includes(scope)) ?? PAGES[0];
  openMenu(false);
  for (const one of menu.querySelectorAll("a")) {
    if (one.hash === `#${known[0]}`) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  document.title = `${known[1]} · Jarvis Voice`;
  shown += 1;
  const own = shown;
  await import(`./${known[0]}-page.js`);
  if (own !== shown) return; // another page was asked for meanwhile
  const page = document.createElement(`jv-${known[0]}`);
  page.rest = decoded(rest.join("/"));
  main.replaceChildren(page);
  if (!isFirst) page.querySelector("h1")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

async function showEntry(problem = "") {
  document.title = "Come in · Jarvis Voice";
  menu.replaceChildren();
  menuButton.hidden = true;
  state.textContent = "";
  shown += 1;
  await import("./entry-page.js");
  const page = document.createElement("jv-entry");
  page.problem = problem;
  page.addEventListener("entered", () => start());
  main.replaceChildren(page);
}

async function start() {
  let problem = "";
  if (location.hash.startsWith("#enter=")) {
    const code = location.hash.slice("#enter=".length);
    history.replaceState(null, "", location.pathname);
    await comeIn({ code }).catch((error) => { problem = error.message; });
  }
  try {
    app.me = await get("/api/v1/me");
  } catch (error) {
    const isOut = error instanceof Refusal && (error.status === 401 || error.status === 403);
    await showEntry(problem || (isOut ? "" : error.message));
    if (!isOut) setTimeout(start, 3000);
    return;
  }
  tell("clock", clockProblem(app.me.now));
  app.live.open();
  fillMenu();
  await showPage({ isFirst: true });
}

document.body.append(
  h("a", { class: "skip", href: "#main", on: { click: (event) => { event.preventDefault(); main.querySelector("h1")?.focus(); } } }, "To the content"),
  h("header", { class: "top" },
    h("a", { class: "brand", href: "#live" }, h("img", { src: "/page/mark.svg", alt: "", width: "28", height: "28" }), "Jarvis"),
    state, menuButton, notice),
  menu, main,
);
addEventListener("hashchange", () => showPage());
addEventListener("jv-slow", ({ detail }) => tell("slow", detail ? "The network or Jarvis is slow. I wait for the answer." : ""));
whenAwake(() => {
  if (!app.me) return;
  tell("asleep", "This device was asleep. I connect again.");
  app.live.open();
});
addEventListener("jv-out", () => { if (app.me) shut(); });
whenAnotherCame(async () => {
  await shut(); // no word of who was here stays
  await start();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.classList.contains("open")) { openMenu(false); menuButton.focus(); }
});
app.live.addEventListener("link", showState);
app.live.addEventListener("state", showState);
start();
