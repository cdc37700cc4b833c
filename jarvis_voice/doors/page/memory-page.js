// Memory: what the user asked Jarvis to remember, and what it knows of their person.

import { ask, get } from "./connection.js";
import { deleteButton, h } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { app } from "./shell.js";
import { plainName, whenSaid } from "./words.js";

const FIELDS = { name: "Your name", city: "Where you live", birthday: "Your birthday", units: "Your units" };

const LATER = new Set(["turn-ended", "kept-changed"]);

class JvMemory extends JvPage {
  heading = "Memory";
  told = "What you asked Jarvis to remember. Say “remember that …” to add something. What you delete here is in no file afterwards.";

  async show() {
    this.facts = h("div");
    this.person = h("div");
    this.append(h("section", {}, h("h2", {}, "About you"), this.person), h("section", {}, h("h2", {}, "Remembered"), this.facts));
    this.follow(app.live, LATER, () => this.load());
    await this.load();
  }

  async load() {
    const [{ facts }, { profile }] = await Promise.all([get("/api/v1/facts", this.signal), get("/api/v1/profile", this.signal)]);
    if (this.signal.aborted || this.querySelector(".armed")) return;
    const known = profile.map((one) => this.row(`${FIELDS[one.field] ?? plainName(one.field)}: ${one.value}`, one.said_at, `/api/v1/profile/${one.field}`));
    this.person.replaceChildren(known.length ? h("ul", { class: "rows" }, known) : nothing("Nothing is known of you. Say “call me Anna” or “I live in Oslo”."));
    const rows = facts.map((one) => this.row(one.text, one.said_at, `/api/v1/facts/${one.number}`));
    this.facts.replaceChildren(rows.length ? h("ul", { class: "rows" }, rows) : nothing("Nothing is remembered."));
  }

  row(text, saidAt, path) {
    return h("li", { class: "line" },
      h("div", { class: "grow" }, text, h("p", { class: "meta" }, h("time", { datetime: saidAt }, whenSaid(saidAt)))),
      deleteButton(text, () => this.remove(text, path)));
  }

  remove(text, path) {
    return this.attempt(async () => {
      app.live.forget();
      await ask("DELETE", path);
      this.say(`Forgotten: ${text}`);
      this.focusHeading();
      await this.load();
    });
  }
}

customElements.define("jv-memory", JvMemory);
