// Timers and lists: what is set for later, and what is on each list. Things go one by one.

import { ask, get } from "./connection.js";
import { button, deleteButton, h } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { app } from "./shell.js";
import { distanceSaid, plainName, whenSaid } from "./words.js";

const LATER = new Set(["turn-ended", "ringing-started", "ringing-ended", "schedule-missed", "kept-changed"]);
const COUNT_MS = 10_000;

class JvLists extends JvPage {
  heading = "Timers and lists";
  told = "To add something, say or type it: “remind me at six to call Anna”, “add milk to my shopping list”.";

  async show() {
    this.times = h("div");
    this.lists = h("div");
    this.append(h("section", {}, h("h2", {}, "Set for later"), this.times), h("section", {}, h("h2", {}, "Lists"), this.lists));
    this.follow(app.live, LATER, () => this.load());
    const counting = setInterval(() => this.count(), COUNT_MS);
    this.signal.addEventListener("abort", () => clearInterval(counting));
    await this.load();
  }

  async load() {
    const [{ entries }, { lists }] = await Promise.all([get("/api/v1/schedule", this.signal), get("/api/v1/notes", this.signal)]);
    const found = await Promise.all(lists.map((name) => get(`/api/v1/notes/${encodeURIComponent(name)}`, this.signal).catch(() => null)));
    if (this.signal.aborted || this.querySelector(".armed")) return;
    this.times.replaceChildren(entries.length ? h("ul", { class: "rows" }, entries.map((one) => this.entry(one))) : nothing("Nothing is set."));
    const there = found.filter(Boolean);
    this.lists.replaceChildren(...(there.length ? there.map((one) => this.list(one)) : [nothing("There are no lists.")]));
  }

  /** Say anew how far away each is. */
  count() {
    for (const time of this.times.querySelectorAll("time")) time.textContent = `${whenSaid(time.dateTime)}, ${distanceSaid(time.dateTime)}`;
  }

  entry(one) {
    const title = one.name || one.words || plainName(one.kind);
    return h("li", { class: "line" },
      h("div", { class: "grow" }, h("strong", {}, title),
        h("p", { class: "meta" }, title === plainName(one.kind) ? "" : h("span", {}, plainName(one.kind)), h("time", { datetime: one.due }, `${whenSaid(one.due)}, ${distanceSaid(one.due)}`),
          one.again !== "once" ? h("span", {}, one.again) : "", one.state !== "waiting" ? h("span", {}, plainName(one.state)) : "")),
      h("div", { class: "pair" }, one.kind === "timer" ? button("+5 min", () => this.lengthen(one, title), { class: "quiet", "aria-label": `+5 min: ${title}` }) : "",
        deleteButton(title, () => this.remove(`/api/v1/schedule/${one.number}`, `${title} is cancelled.`), "Cancel")));
  }

  lengthen(one, title) {
    return this.attempt(async () => {
      await ask("POST", `/api/v1/schedule/${one.number}/more`, { minutes: 5 });
      this.say(`${title} has five minutes more.`);
      this.focusHeading();
      await this.load();
    });
  }

  list(one) {
    const items = one.notes.map((note) => h("li", { class: "line" }, h("span", { class: "grow" }, note.text),
      button("Take off", () => this.remove(`/api/v1/notes/${encodeURIComponent(one.list)}/${note.number}`, `${note.text} is off the list.`),
        { class: "quiet", "aria-label": `Take off: ${note.text}` })));
    return h("div", { class: "card" }, h("h3", {}, one.list), h("ul", { class: "rows" }, items));
  }

  remove(path, done) {
    return this.attempt(async () => {
      app.live.forget();
      await ask("DELETE", path);
      this.say(done);
      this.focusHeading();
      await this.load();
    });
  }
}

customElements.define("jv-lists", JvLists);
