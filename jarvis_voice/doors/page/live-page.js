// Live: how Jarvis is, and each turn as it goes.

import { ask, get } from "./connection.js";
import { button, h, inOrder } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { app } from "./shell.js";
import { turnArticle } from "./turn-view.js";
import { TurnBook } from "./turns.js";
import { DOING, EARS, distanceSaid, noticeSaid, whenSaid } from "./words.js";

const MOST_NOTICES = 30;
const MOST_SHOWN = 40;
const QUIETEST = -70;
const NONE = new Set();

class JvLive extends JvPage {
  heading = "Live";

  show() {
    this.book = new TurnBook();
    this.articles = new Map();
    this.now = h("section", { class: "card now", "aria-label": "How Jarvis is" });
    this.word = h("p", { class: "big" });
    this.more = h("p", { class: "told" });
    this.heard = h("p", { class: "heard" });
    this.level = h("span", { class: "level" });
    this.loud = h("p", { class: "loud", hidden: true }, h("span", { class: "loud-word" }, "Sound"), h("span", { class: "track", "aria-hidden": "true" }, this.level), h("span", { class: "loud-value" }));
    this.facts = h("dl", { class: "facts" });
    this.actions = h("p", { class: "actions" });
    this.now.append(this.word, this.more, this.heard, this.loud, this.actions, this.facts);
    this.turns = h("div", { class: "turns" }, nothing("Nothing was asked in the last minutes."));
    this.notices = h("ul", { class: "notices" });
    this.noticeBox = h("section", { hidden: true }, h("h2", {}, "What else happened"), this.notices);
    this.news = h("p", { class: "unseen", role: "status" });
    this.append(this.news, this.now, h("section", {}, h("h2", {}, "Turns"), this.turns), this.noticeBox);
    this.makeActions();
    for (const event of app.live.events) this.take(event, true);
    this.showState();
    this.hear(app.live, "event", (one) => this.take(one.detail));
    this.hear(app.live, "state", () => this.showState());
    this.hear(app.live, "link", () => this.showState());
    this.hear(app.live, "dropped", () => this.say("Some events were missed: the connection was away for too long."));
    this.follow(app.live, NONE, () => this.askEnds());
  }

  makeActions() {
    this.actions.append(button("Stop", () => this.order("/api/v1/stop", "Stopped.", "Nothing was under way."), { class: "quiet" }));
    if (!app.me.may.includes("admin")) return;
    this.muteButton = button("Mute", () => {
      const isMuted = app.live.state?.ears.state === "muted";
      return this.order(isMuted ? "/api/v1/unmute" : "/api/v1/mute", isMuted ? "The microphone is open." : "The microphone is closed.", "It was so already.");
    }, { class: "quiet" });
    this.talkButton = button("Talk", () => this.attempt(() => ask("POST", "/api/v1/ptt", { action: "toggle" })), { class: "quiet" });
    this.actions.append(this.talkButton, this.muteButton);
  }

  order(path, done, was) {
    return this.attempt(async () => this.say((await ask("POST", path)).changed ? done : was));
  }

  showState() {
    const state = app.live.state;
    if (!app.live.isConnected) {
      this.tell("Not connected", "Jarvis does not answer. This page tries again by itself.");
    } else if (state) {
      this.tell(...(DOING[state.doing] ?? [state.doing, ""]));
    } else {
      this.tell("Connected", "What you ask anywhere is shown here.");
    }
    this.now.dataset.doing = app.live.isConnected ? state?.doing ?? "idle" : "away";
    if (state) this.showEars(state);
  }

  tell(word, more) {
    if (this.word.textContent !== word) this.word.textContent = word;
    if (this.more.textContent !== more) this.more.textContent = more;
  }

  showEars(state) {
    const { ears } = state;
    const hasLevel = ears.level_dbfs !== null && ears.state !== "muted";
    this.loud.hidden = !hasLevel;
    if (hasLevel) {
      const part = Math.max(0, Math.min(1, 1 - ears.level_dbfs / QUIETEST));
      this.level.style.transform = `scaleX(${part.toFixed(3)})`;
      this.loud.lastChild.textContent = `${Math.round(ears.level_dbfs)} dB`;
    }
    const isMuted = ears.state === "muted";
    const hasEars = ears.state !== "none" && ears.state !== "absent";
    this.muteButton.textContent = isMuted ? "Open the microphone" : "Close the microphone";
    this.muteButton.hidden = !hasEars;
    this.talkButton.hidden = !hasEars || isMuted;
    this.talkButton.textContent = state.doing === "listening" ? "End of what I say" : "Talk";
    const facts = [
      ["Ears", `${EARS[ears.state] ?? ears.state}${ears.device ? ` (${ears.device})` : ""}`],
      ["Wake words", state.wake_words.join(", ")],
      ["Voice", state.mouth.device ?? "There is none."],
      ["Planner", state.planner],
      ["Models", state.models.map((one) => `${one.name} at ${one.host}${one.pause_seconds ? ", left alone for now" : ""}`).join("; ")],
      ["Next", state.next ? `${state.next.kind} ${state.next.name} ${distanceSaid(state.next.due)}, ${whenSaid(state.next.due)}` : ""],
      ["Quiet hours", state.quiet_hours ? "Now: nothing sounds that nobody asked for." : ""],
      ["Last problem", state.problems.length ? `${state.problems.at(-1).message} (${whenSaid(state.problems.at(-1).at)})` : ""],
    ].filter(([, text]) => text);
    const told = JSON.stringify(facts);
    if (told === this.lastFacts) return;
    this.lastFacts = told;
    this.facts.replaceChildren(...facts.map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text))));
  }

  take(event, isPast = false) {
    if (event.type === "listening-started") this.heard.textContent = "";
    if (event.type === "speech-transcribed") this.heard.textContent = inOrder(`“${event.text}”`);
    const notice = noticeSaid(event);
    if (notice) this.addNotice(event, notice);
    const turn = this.book.take(event);
    if (!turn) return;
    const article = turnArticle(turn);
    const before = this.articles.get(turn.id);
    this.articles.set(turn.id, article);
    if (before) {
      before.replaceWith(article);
    } else {
      if (this.articles.size === 1) this.turns.replaceChildren();
      this.turns.prepend(article);
      while (this.turns.childElementCount > MOST_SHOWN) this.turns.lastChild.remove();
    }
    if (event.type === "turn-ended" && !isPast) this.news.textContent = inOrder(`${turn.text}: ${turn.reply || turn.outcome}`).slice(0, 200);
  }

  /** Ask how the turns ended whose end was missed. */
  async askEnds() {
    const open = [...this.book.turns.values()].filter((one) => !one.outcome);
    for (const thread of new Set(open.map((one) => one.thread))) {
      const { turns } = await get(`/api/v1/threads/${encodeURIComponent(thread)}`, this.signal).catch(() => ({ turns: [] }));
      for (const one of turns) {
        if (one.outcome && open.some((turn) => turn.id === one.turn_id)) this.take({ type: "turn-ended", turn_id: one.turn_id, outcome: one.outcome, reply: one.reply }, true);
      }
    }
  }

  addNotice(event, text) {
    this.noticeBox.hidden = false;
    const kind = event.type === "problem-reported" ? "bad" : null;
    this.notices.prepend(h("li", { class: kind }, h("time", { datetime: event.time }, whenSaid(event.time)), text));
    while (this.notices.childElementCount > MOST_NOTICES) this.notices.lastChild.remove();
  }
}

customElements.define("jv-live", JvLive);
