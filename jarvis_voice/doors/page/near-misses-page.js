// Near misses: sounds that nearly woke Jarvis, to be played and judged.

import { ask, bytes, get } from "./connection.js";
import { button, deleteButton, h } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { app } from "./shell.js";
import { reasonSaid, whenSaid } from "./words.js";

const WANTED = 50;
const MORE = new Set(["wake-refused", "utterance-rejected"]);
const WRITTEN_MS = 700;

class JvNearMisses extends JvPage {
  heading = "Near misses";
  links = [];
  told = "Sounds that nearly woke Jarvis, or woke it for nothing. Say which was you: the sound goes to your recordings, from which “jarvis wake train” learns. They never leave this machine, and are deleted after seven days.";

  async show() {
    this.box = h("div");
    this.append(this.box);
    this.hear(app.live, "event", ({ detail }) => {
      if (MORE.has(detail.type)) setTimeout(() => this.attempt(() => this.refresh()), WRITTEN_MS);
    });
    await this.load();
  }

  async refresh() {
    const isPlaying = [...this.querySelectorAll("audio")].some((one) => !one.paused);
    if (!isPlaying && !this.signal.aborted) await this.load();
  }

  async load() {
    const { most, near_misses: found } = await get("/api/v1/near-misses", this.signal);
    if (this.signal.aborted || this.querySelector(".armed")) return;
    if (!most) {
      this.box.replaceChildren(h("div", { class: "card" }, h("p", {}, "No sound is kept: you have not asked for it. Once it is on, the two seconds around a near miss are written to this machine's disk."),
        h("p", { class: "actions" }, button(`Keep the newest ${WANTED}`, () => this.switchOn()))));
      return;
    }
    this.box.replaceChildren(found.length ? h("ul", { class: "rows" }, found.map((one) => this.row(one))) : nothing("There was none in the last seven days."),
      h("p", { class: "hint" }, `The newest ${most} are kept. To end it, set wake.near_misses to 0 in Settings and start Jarvis again: then all are deleted.`));
    await this.loadSounds();
  }

  /** Fetch each sound: a browser's own request for it would not have the page's half of the token. */
  async loadSounds() {
    this.dropSounds();
    for (const audio of this.querySelectorAll("audio")) {
      const sound = await bytes(audio.dataset.sound, this.signal).catch(() => null);
      if (this.signal.aborted) return;
      if (!sound) continue;
      audio.src = URL.createObjectURL(sound);
      this.links.push(audio.src);
    }
  }

  dropSounds() {
    this.links.splice(0).forEach((link) => URL.revokeObjectURL(link));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.dropSounds();
  }

  row(one) {
    const name = `“${one.word}” at ${whenSaid(one.heard_at)}`;
    const path = `/api/v1/near-misses/${one.number}`;
    const judge = (text, wasCall) => button(text, () => this.settle(() => ask("PATCH", path, { was_call: wasCall }), wasCall ? `${name} goes to your recordings of the word.` : `${name} goes to your recordings of other sounds.`),
      { class: "quiet", "aria-label": `${text}: ${name}` });
    return h("li", { class: "line heard-line" },
      h("div", { class: "grow" }, h("strong", {}, name), h("p", { class: "meta" }, h("span", {}, `score ${one.score.toFixed(2)}`), h("span", {}, reasonSaid(one.reason)))),
      h("audio", { controls: true, preload: "none", "data-sound": `${path}/sound`, "aria-label": `Sound of ${name}` }),
      h("div", { class: "pair" }, judge("Was me", true), judge("Was not me", false), deleteButton(name, () => this.settle(() => ask("DELETE", path), `${name} is deleted.`))));
  }

  settle(work, done) {
    return this.attempt(async () => {
      await work();
      await this.load();
      this.say(done);
      this.focusHeading();
    });
  }

  switchOn() {
    return this.attempt(async () => {
      await ask("PATCH", "/api/v1/settings", { "wake.near_misses": WANTED });
      this.say("It is set. It holds when Jarvis has been started again.");
      this.box.querySelector("button").disabled = true;
    });
  }
}

customElements.define("jv-near-misses", JvNearMisses);
