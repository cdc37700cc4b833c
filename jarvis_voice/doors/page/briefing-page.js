// Briefing: today's and earlier ones, how each was made, and the feeds it is made of.

import { ask, get, stream } from "./connection.js";
import { button, deleteButton, h } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { counted, distanceSaid, lengthSaid, plainName, whenSaid } from "./words.js";

const SUMMARY = "/api/daily-summary";
const SCORES = ["accuracy", "readability", "completeness", "coherence"];
const RUN_STATES = { running: "being made", done: "done", failed: "failed" };

class JvBriefing extends JvPage {
  heading = "Briefing";
  told = "The news of your own feeds, with the article behind each sentence. Say “give me my briefing” to hear it.";

  async show() {
    this.makeButton = button("Make one now", () => this.make());
    this.progress = h("ol", { class: "steps" });
    this.shown = h("div");
    this.earlier = h("div");
    this.feeds = h("div");
    this.url = h("input", { id: "feed-url", maxlength: "2048", autocomplete: "off", spellcheck: "false", placeholder: "example.org/feed.xml" });
    this.topic = h("input", { id: "feed-topic", maxlength: "200", autocomplete: "off" });
    this.starters = h("select", { id: "starter" });
    this.append(h("p", { class: "actions" }, this.makeButton), this.progress, this.shown,
      h("section", {}, h("h2", {}, "Earlier"), this.earlier),
      h("section", {}, h("h2", {}, "Feeds"), this.feeds, this.forms()));
    await Promise.all([this.load(), this.loadFeeds()]);
  }

  async load() {
    const { runs } = await get(SUMMARY, this.signal);
    const wanted = Number(this.rest) || runs.find((one) => one.state === "done")?.run_id;
    this.earlier.replaceChildren(runs.length ? h("ul", { class: "rows" }, runs.map((one) => head(one, one.run_id === wanted))) : nothing("No briefing was made yet."));
    if (wanted) this.draw(await get(`${SUMMARY}/${wanted}`, this.signal));
    else this.shown.replaceChildren();
    const running = runs.find((one) => one.state === "running");
    if (running && this.making !== running.run_id) this.attempt(() => this.follow(running.run_id));
  }

  make() {
    return this.attempt(async () => {
      this.say("");
      await this.follow((await ask("POST", SUMMARY, {})).run_id);
    });
  }

  async follow(number) {
    this.making = number;
    this.makeButton.disabled = true;
    this.progress.replaceChildren();
    this.say("It is being made. You may leave this page.");
    try {
      for await (const { event, data } of stream(`${SUMMARY}/${number}/events`, this.signal)) {
        if (event === "step") this.progress.append(h("li", { class: data.ok ? "done" : "failed" }, `${plainName(data.name)}: ${data.told} (${lengthSaid(data.seconds)})`));
        else this.say(data.problem || "It is made.", data.state === "failed");
      }
    } finally {
      this.making = null;
      this.makeButton.disabled = false;
    }
    this.progress.replaceChildren();
    this.rest = String(number);
    await Promise.all([this.load(), this.loadFeeds()]);
  }

  draw(run) {
    const made = run.result;
    const isToday = new Date(run.started_at).toDateString() === new Date().toDateString();
    const title = isToday ? "Today" : whenSaid(run.started_at);
    this.shown.replaceChildren(h("section", {},
      h("h2", {}, title),
      h("p", { class: "meta" }, h("span", {}, `Made ${distanceSaid(run.started_at)}`), run.topics.length ? h("span", {}, `about ${run.topics.join(", ")}`) : "", h("span", { class: `outcome ${run.state}` }, RUN_STATES[run.state] ?? run.state)),
      run.problem ? h("p", { class: "said bad" }, run.problem) : "",
      made ? h("p", {}, made.opening.join(" ")) : "",
      made?.stories.length ? made.stories.map(story) : made ? nothing("Nothing in it was worth telling.") : "",
      (made?.notes ?? []).map((one) => h("p", { class: "hint" }, one)),
      made?.left_out.length ? h("details", { class: "card" }, h("summary", {}, `Left out: ${counted(made.left_out.length, "story", "stories")}`),
        h("ul", { class: "steps" }, made.left_out.map((one) => h("li", {}, `${one.title} (${one.score.toFixed(2)}): ${one.why}`)))) : "",
      this.making === run.run_id ? "" : h("details", { class: "card" }, h("summary", {}, "How it was made"), qualityList(made?.quality), stepTable(run), h("p", {}, costSaid(run.cost)),
        run.mails.map((one) => h("p", {}, `Mail: ${one.told}`)))));
  }

  async loadFeeds() {
    const { feeds, topics } = await get("/api/v1/feeds", this.signal);
    if (this.signal.aborted || this.feeds.querySelector(".armed")) return;
    this.starters.replaceChildren(...topics.map((one) => h("option", { value: one }, plainName(one))));
    this.feeds.replaceChildren(feeds.length ? h("ul", { class: "rows" }, feeds.map((one) => this.feed(one))) : nothing("You follow no feeds yet: add one, or the feeds of a topic."));
  }

  feed(one) {
    const name = one.title || one.url;
    const health = one.failures || one.problem
      ? h("span", { class: "unwell" }, `${one.problem} Not read ${counted(one.failures, "time")} in a row${one.next_at ? `; asked again ${distanceSaid(one.next_at)}` : ""}.`)
      : h("span", {}, "in order");
    return h("li", { class: "line" },
      h("div", { class: "grow" }, h("strong", {}, name), h("p", { class: "meta" }, h("span", {}, one.url), one.topic ? h("span", {}, plainName(one.topic)) : "", one.weight !== 1 ? h("span", {}, `counts ${one.weight} times`) : "", health)),
      deleteButton(name, () => this.attempt(async () => {
        await ask("DELETE", `/api/v1/feeds/${one.number}`);
        this.say(`You follow ${name} no more.`);
        this.focusHeading();
        await this.loadFeeds();
      }), "Leave"));
  }

  forms() {
    const submits = (body, done) => ({ submit: (event) => { event.preventDefault(); this.add(body(), done); } });
    return [
      h("form", { class: "row", on: submits(() => ({ url: this.url.value, topic: this.topic.value }), () => { this.url.value = ""; }) },
        h("label", { for: "feed-url" }, "Address"), this.url, h("label", { for: "feed-topic" }, "Topic"), this.topic, h("button", { type: "submit" }, "Follow")),
      h("form", { class: "row", on: submits(() => ({ topic: this.starters.value }), () => null) },
        h("label", { for: "starter" }, "Or the feeds of a topic"), this.starters, h("button", { type: "submit", class: "quiet" }, "Follow them")),
    ];
  }

  add(body, done) {
    return this.attempt(async () => {
      this.say("The feed is asked …");
      await ask("POST", "/api/v1/feeds", body);
      this.say("Followed.");
      done();
      await this.loadFeeds();
    });
  }
}

function head(one, isShown) {
  return h("li", { class: "line" }, h("div", { class: "grow" },
    h("a", { href: `#briefing/${one.run_id}`, "aria-current": isShown ? "true" : null }, whenSaid(one.started_at)),
    h("p", { class: "meta" }, h("span", {}, one.state === "done" ? counted(one.stories, "story", "stories") : RUN_STATES[one.state] ?? one.state), one.topics.length ? h("span", {}, `about ${one.topics.join(", ")}`) : "")));
}

function story(one) {
  return h("article", { class: "card" },
    h("h3", {}, one.is_update ? "Update: " : "", one.title),
    h("p", {}, one.sentences.map((said) => said.text).join(" ")),
    h("p", { class: "meta" }, one.sources.slice(0, 4).map(sourceLink)),
    h("details", {}, h("summary", {}, `Score ${one.score.toFixed(2)}`),
      h("ul", { class: "steps" }, one.reasons.map((part) => h("li", {}, `${part.amount >= 0 ? "+" : "−"}${Math.abs(part.amount).toFixed(2)} ${plainName(part.name)}: ${part.words}`))),
      qualityList(one.quality)));
}

function sourceLink(one) {
  const isWeb = /^https?:\/\//.test(one.url);
  return isWeb ? h("a", { href: one.url, rel: "noopener noreferrer nofollow", target: "_blank" }, one.source || one.host) : h("span", {}, one.host);
}

function qualityList(scores) {
  if (!scores) return "";
  return h("dl", { class: "facts" }, SCORES.map((name) => h("div", {}, h("dt", {}, plainName(name)), h("dd", {}, `${Math.round(scores[name] * 100)} of 100`))),
    h("div", {}, h("dt", {}, "Judged"), h("dd", {}, `${scores.has_passed ? "passed" : "not passed"}, by ${scores.by}`)));
}

function stepTable(run) {
  if (!run.steps.length) return "";
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Steps" }, h("table", { class: "figures" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Step"), h("th", { scope: "col", class: "number" }, "Time"), h("th", { scope: "col" }, "What it did"))),
    h("tbody", {}, run.steps.map((one) => h("tr", {}, h("th", { scope: "row" }, plainName(one.name)), h("td", { class: "number" }, lengthSaid(one.seconds)), h("td", {}, `${one.ok ? "" : "Failed: "}${one.told}`))))));
}

function costSaid(cost) {
  if (!cost.calls) return "No language model was asked: it cost nothing.";
  const unpriced = cost.unpriced.length ? ` No price is set for ${cost.unpriced.join(", ")}.` : "";
  return `${counted(cost.calls, "call")} of models, ${cost.input_tokens} tokens in and ${cost.output_tokens} out: $${cost.cost.toFixed(4)}.${unpriced}`;
}

customElements.define("jv-briefing", JvBriefing);
