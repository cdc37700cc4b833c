// Memory: what the user asked Jarvis to remember.

import { ask, get } from "./connection.js";
import { deleteButton, h } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { app } from "./shell.js";
import { whenSaid } from "./words.js";

class JvMemory extends JvPage {
  heading = "Memory";
  told = "What you asked Jarvis to remember. Say “remember that …” to add something. What you delete here is in no file afterwards.";

  async show() {
    this.facts = h("div");
    this.append(this.facts);
    this.hear(app.live, "event", ({ detail }) => { if (detail.type === "turn-ended") this.attempt(() => this.load()); });
    await this.load();
  }

  async load() {
    const { facts } = await get("/api/v1/facts", this.signal);
    if (this.signal.aborted || this.querySelector(".armed")) return;
    const rows = facts.map((one) => h("li", { class: "line" },
      h("div", { class: "grow" }, one.text, h("p", { class: "meta" }, h("time", { datetime: one.said_at }, whenSaid(one.said_at)))),
      deleteButton(one.text, () => this.remove(one))));
    this.facts.replaceChildren(rows.length ? h("ul", { class: "rows" }, rows) : nothing("Nothing is remembered."));
  }

  remove(one) {
    return this.attempt(async () => {
      await ask("DELETE", `/api/v1/facts/${one.number}`);
      this.say(`Forgotten: ${one.text}`);
      this.focusHeading();
      await this.load();
    });
  }
}

customElements.define("jv-memory", JvMemory);
