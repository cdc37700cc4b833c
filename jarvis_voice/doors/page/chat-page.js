// Chat: type or talk, and read the answer as it comes.

import { Refusal, ask, get } from "./connection.js";
import { button, h } from "./dom.js";
import { markdown } from "./markdown.js";
import { Recorder, whyNoMicrophone } from "./microphone.js";
import { JvPage, nothing } from "./page-element.js";
import { app } from "./shell.js";
import { sourceList } from "./turn-view.js";
import { TurnBook } from "./turns.js";
import { OUTCOMES, plainName, whenSaid } from "./words.js";

const SHOWN_TURNS = 50;
const NONE = new Set();
const TURNS = "/api/v1/turns";
const MOST_PICTURE = 20_000_000;
const PREVIEW = 96;

class JvChat extends JvPage {
  heading = "Chat";

  async show() {
    this.thread = this.rest || "default";
    this.book = new TurnBook();
    this.parts = new Map();
    this.running = new Set();
    this.log = h("div", { class: "chat", role: "log", "aria-label": "Conversation", tabindex: "0" });
    this.text = h("textarea", { id: "words", rows: "2", maxlength: "8000", placeholder: "Ask or tell Jarvis something", "aria-describedby": "how" });
    this.stopButton = button("Stop", () => this.attempt(() => ask("POST", "/api/v1/stop")), { class: "quiet", hidden: true });
    this.pictureBox = h("div", { class: "row", hidden: true });
    this.form = h("form", { class: "writer", on: { submit: (event) => { event.preventDefault(); this.send(); } } },
      h("label", { class: "unseen", for: "words" }, "Your words"), this.text, this.pictureBox,
      h("div", { class: "actions" }, h("button", { type: "submit" }, "Send"), this.talkButton(), app.me.sees ? this.pictureButton() : "", this.stopButton,
        h("span", { id: "how", class: "hint" }, "Enter sends, Shift and Enter begin a line.")));
    this.name = h("input", { id: "thread", value: this.thread, maxlength: "64", list: "threads", autocomplete: "off" });
    this.names = h("datalist", { id: "threads" });
    this.append(
      h("form", { class: "row", on: { submit: (event) => { event.preventDefault(); location.hash = `#chat/${encodeURIComponent(this.name.value.trim() || "default")}`; } } },
        h("label", { for: "thread" }, "Conversation"), this.name, this.names, h("button", { type: "submit", class: "quiet" }, "Open")),
      this.log, this.form);
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.send(); }
    });
    this.text.addEventListener("paste", (event) => {
      const file = [...(event.clipboardData?.files ?? [])].find((one) => one.type.startsWith("image/"));
      if (!file) return;
      event.preventDefault();
      this.choose(file);
    });
    this.hear(app.live, "event", (one) => this.take(one.detail));
    this.follow(app.live, NONE, () => this.load());
    await this.load();
  }

  pictureButton() {
    const input = h("input", { type: "file", accept: "image/png,image/jpeg,image/webp,image/gif", hidden: true, "aria-label": "Picture" });
    input.addEventListener("change", () => { if (input.files[0]) this.choose(input.files[0]); input.value = ""; });
    return [button("Picture", () => input.click(), { class: "quiet" }), input];
  }

  /** Show a picture that goes with the next words, or take it away: null. */
  async choose(file) {
    if (file && !app.me.sees) { this.say("No language model is set that may look at pictures. Jarvis' settings name them under [models].", true); return; }
    if (file && file.size > MOST_PICTURE) { this.say("This picture has more than 20 MB. Make it smaller first.", true); return; }
    this.picture = file;
    this.pictureBox.hidden = !file;
    if (!file) { this.pictureBox.replaceChildren(); return; }
    const canvas = h("canvas", { class: "preview", role: "img", "aria-label": `Picture: ${file.name}`, width: 0, height: 0 });
    this.pictureBox.replaceChildren(canvas, h("span", { class: "grow" }, file.name), button("Leave out", () => { this.choose(null); this.text.focus(); }, { class: "quiet" }));
    this.text.focus();
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (!bitmap) { this.say("This file is no picture that your browser can show.", true); return; }
    const scale = Math.min(1, PREVIEW / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, bitmap.width * scale);
    canvas.height = Math.max(1, bitmap.height * scale);
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
  }

  talkButton() {
    const own = button("Hold to talk", () => null, { class: "quiet talk" });
    own.addEventListener("pointerdown", (event) => { own.setPointerCapture(event.pointerId); this.beginTalk(own); });
    own.addEventListener("pointerup", () => this.endTalk(own));
    own.addEventListener("pointercancel", () => this.endTalk(own));
    own.addEventListener("keydown", (event) => {
      if ((event.key === " " || event.key === "Enter") && !event.repeat) { event.preventDefault(); this.beginTalk(own); }
    });
    own.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") this.endTalk(own); });
    own.addEventListener("blur", () => this.endTalk(own));
    return own;
  }

  async beginTalk(own) {
    if (this.recorder) return;
    const why = whyNoMicrophone();
    if (why) { this.say(why, true); return; }
    this.recorder = new Recorder();
    own.classList.add("on");
    own.textContent = "Listening …";
    try {
      await this.recorder.begin();
    } catch (error) {
      this.recorder = null;
      own.classList.remove("on");
      own.textContent = "Hold to talk";
      this.say(error.message, true);
    }
  }

  async endTalk(own) {
    const recorder = this.recorder;
    if (!recorder) return;
    this.recorder = null;
    own.classList.remove("on");
    own.textContent = "Hold to talk";
    const sound = await recorder.end();
    if (!sound) { this.say("Hold the button while you speak."); return; }
    const form = new FormData();
    form.append("sound", sound, "talk.wav");
    form.append("thread", this.thread);
    this.attempt(() => this.run(form));
  }

  disconnectedCallback() {
    this.recorder?.end();
    super.disconnectedCallback();
  }

  async load() {
    get("/api/v1/threads", this.signal).then(({ threads }) => {
      this.names.replaceChildren(...threads.slice(0, 50).map((one) => h("option", { value: one.thread_id }, one.title ?? "")));
    }, () => null);
    const turns = await this.keptTurns();
    this.book = new TurnBook();
    this.parts.clear();
    this.log.replaceChildren();
    if (!turns.length) this.log.append(nothing("Nothing was said in this conversation yet."));
    for (const event of app.live.events) this.book.take(event);
    const shown = turns.slice(-SHOWN_TURNS).map((one) => ({ id: one.turn_id, time: one.started_at, text: one.text, reply: one.reply, outcome: one.outcome, sources: [], steps: [], work: "" }));
    const kept = new Map(turns.map((one) => [one.turn_id, one]));
    for (const one of shown) {
      const told = this.book.turns.get(one.id);
      this.draw(told && (told.outcome || !one.outcome) ? told : one); // a turn that Jarvis' end cut off was told no end
    }
    for (const one of this.book.turns.values()) if (one.thread === this.thread && !kept.has(one.id)) this.draw(one);
    this.toEnd();
  }

  /** What is kept of this conversation, the oldest turn first. */
  async keptTurns() {
    try {
      return (await get(`/api/v1/threads/${encodeURIComponent(this.thread)}`, this.signal)).turns;
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return [];
      throw error;
    }
  }

  send() {
    const text = this.text.value.trim();
    const { picture } = this;
    if (!text && !picture) return;
    let body = { text, thread: this.thread };
    if (picture) {
      body = new FormData();
      body.append("picture", picture, picture.name);
      body.append("text", text);
      body.append("thread", this.thread);
      this.choose(null);
    }
    this.text.value = "";
    this.say("");
    this.attempt(async () => {
      try {
        await this.run(body, picture ? "/api/v1/turns/picture" : TURNS);
      } catch (error) {
        if (!this.text.value) this.text.value = text;
        if (picture && !this.picture) this.choose(picture);
        throw error;
      }
    });
  }

  async run(body, path = TURNS) {
    const mark = {};
    this.running.add(mark);
    this.stopButton.hidden = false;
    try {
      await ask("POST", path, body);
    } finally {
      this.running.delete(mark);
      this.stopButton.hidden = this.running.size === 0;
    }
  }

  take(event) {
    const turn = this.book.take(event);
    if (!turn || turn.thread !== this.thread) return;
    this.draw(turn);
    this.toEnd();
  }

  draw(turn) {
    this.log.querySelector(".nothing")?.remove();
    const step = turn.outcome ? null : turn.steps.at(-1);
    const work = turn.work || (step ? `${plainName(step.action)} …` : "Thinking …");
    const part = h("div", { class: "exchange" },
      h("div", { class: "mine" }, h("p", { class: "unseen" }, "You:"), h("p", {}, turn.text), h("time", { datetime: turn.time }, whenSaid(turn.time))),
      h("div", { class: `theirs ${turn.outcome || "running"}` }, h("p", { class: "unseen" }, "Jarvis:"),
        turn.reply ? markdown(turn.reply) : "",
        turn.outcome ? "" : h("p", { class: "work" }, work),
        turn.outcome && !turn.reply ? h("p", {}, `(${OUTCOMES[turn.outcome] ?? turn.outcome})`) : "",
        sourceList(turn.sources)));
    const before = this.parts.get(turn.id);
    this.parts.set(turn.id, part);
    if (before) before.replaceWith(part);
    else this.log.append(part);
  }

  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
  }
}

customElements.define("jv-chat", JvChat);
