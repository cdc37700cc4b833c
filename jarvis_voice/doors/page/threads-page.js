// Conversations: all of them, and one with its turns.

import { ask, get } from "./connection.js";
import { deleteButton, h } from "./dom.js";
import { markdown } from "./markdown.js";
import { JvPage, nothing } from "./page-element.js";
import { app } from "./shell.js";
import { OUTCOMES, SOURCES, counted, whenSaid } from "./words.js";

const LATER = new Set(["turn-ended", "kept-changed"]);

class JvThreads extends JvPage {
  get heading() {
    return this.rest ? `Conversation ${this.rest}` : "Conversations";
  }

  async show() {
    this.content = h("div");
    this.append(this.content);
    const load = () => (this.rest ? this.loadOne() : this.load());
    this.follow(app.live, LATER, load);
    await load();
  }

  async load() {
    const { threads } = await get("/api/v1/threads", this.signal);
    if (this.signal.aborted || this.querySelector(".armed")) return;
    const rows = threads.map((one) => h("li", { class: "line" },
      h("div", { class: "grow" },
        h("a", { href: `#threads/${encodeURIComponent(one.thread_id)}` }, one.title || one.last_text || one.thread_id),
        h("p", { class: "meta" }, h("span", {}, one.thread_id), h("span", {}, counted(one.turns, "turn")), h("time", { datetime: one.last_at }, whenSaid(one.last_at)))),
      h("a", { class: "button quiet", href: `#chat/${encodeURIComponent(one.thread_id)}`, "aria-label": `Go on: ${one.thread_id}` }, "Go on"),
      deleteButton(one.thread_id, () => this.remove(one.thread_id))));
    this.content.replaceChildren(rows.length ? h("ul", { class: "rows" }, rows) : nothing("Nothing was said yet."));
  }

  async loadOne() {
    const { turns } = await get(`/api/v1/threads/${encodeURIComponent(this.rest)}`, this.signal);
    if (this.signal.aborted || this.querySelector(".armed")) return;
    this.content.replaceChildren(
      h("p", { class: "actions" }, h("a", { class: "button", href: `#chat/${encodeURIComponent(this.rest)}` }, "Go on"), h("a", { class: "button quiet", href: "#threads" }, "All conversations"),
        deleteButton(this.rest, () => this.remove(this.rest))),
      ...turns.map((one) => h("article", { class: "card", "aria-label": one.text },
        h("h2", { class: "asked" }, one.text),
        h("p", { class: "meta" }, h("span", { class: `outcome ${one.outcome || "running"}` }, OUTCOMES[one.outcome] ?? one.outcome), h("span", {}, SOURCES[one.source] ?? one.source), h("time", { datetime: one.started_at }, whenSaid(one.started_at))),
        h("div", { class: "reply" }, markdown(one.reply)),
        typeof one.heard === "string" ? h("p", { class: "hint" }, one.heard ? `You interrupted. You heard: ${one.heard}` : "You interrupted before a word was heard.") : "")));
  }

  remove(name) {
    return this.attempt(async () => {
      app.live.forget();
      const { turns } = await ask("DELETE", `/api/v1/threads/${encodeURIComponent(name)}`);
      if (this.rest) { location.hash = "#threads"; return; }
      this.say(`Forgotten: ${name}, ${counted(turns, "turn")}.`);
      this.focusHeading();
      await this.load();
    });
  }
}

customElements.define("jv-threads", JvThreads);
