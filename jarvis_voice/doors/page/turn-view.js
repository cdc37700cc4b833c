// Shows a turn: what was asked, its stages as one bar, the steps with their receipts, the answer.

import { h } from "./dom.js";
import { link, markdown } from "./markdown.js";
import { STAGES } from "./turns.js";
import { OUTCOMES, SOURCES, lengthSaid, plainName, valueSaid, whenSaid } from "./words.js";

/** A turn as an article. */
export function turnArticle(turn) {
  const title = `turn-${turn.id}`;
  return h("article", { class: `card turn ${turn.outcome || "running"}`, "aria-labelledby": title },
    h("header", {},
      h("h3", { id: title }, turn.text),
      h("p", { class: "meta" },
        h("span", { class: `outcome ${turn.outcome || "running"}` }, OUTCOMES[turn.outcome] ?? turn.outcome),
        h("span", {}, SOURCES[turn.source] ?? turn.source),
        h("time", { datetime: turn.time }, whenSaid(turn.time)))),
    stageBar(turn.stages), stepList(turn),
    turn.work && !turn.outcome ? h("p", { class: "work" }, turn.work) : "",
    turn.reply ? h("div", { class: "reply" }, markdown(turn.reply)) : "",
    sourceList(turn.sources));
}

/** Where the time of a turn went, as one bar with a legend. */
export function stageBar(stages) {
  const found = Object.keys(STAGES).filter((name) => (stages[name] ?? 0) > 0.0005);
  if (!found.length) return "";
  const sum = found.reduce((total, name) => total + stages[name], 0);
  const told = found.map((name) => `${STAGES[name]} ${lengthSaid(stages[name])}`).join(", ");
  const parts = found.map((name) => {
    const part = h("span", { class: `stage ${name}` });
    part.style.flexGrow = String(Math.ceil((1000 * stages[name]) / sum));
    return part;
  });
  const legend = found.map((name) => h("li", {}, h("span", { class: `key ${name}` }), `${STAGES[name]} ${lengthSaid(stages[name])}`));
  return h("div", { class: "stages" },
    h("div", { class: "bar", role: "img", "aria-label": `It took ${lengthSaid(sum)}: ${told}` }, parts),
    h("ul", { class: "legend", "aria-hidden": "true" }, legend));
}

const STEP_WORDS = { done: "done", not_done: "not done", partial: "partly done", failed: "failed", "": "under way" };

function stepList(turn) {
  const troubles = turn.troubles.map((one) => h("li", { class: "failed" }, one));
  if (!turn.steps.length && !troubles.length) return "";
  return h("ul", { class: "steps" }, turn.steps.map(step), troubles);
}

function step(one) {
  const values = Object.entries(one.arguments ?? {}).filter(([name, value]) => name !== "url_index" && value !== null && value !== "")
    .map(([name, value]) => `${plainName(name).toLowerCase()}: ${valueSaid(value)}`).join(", ");
  return h("li", { class: one.status || "running" },
    h("strong", {}, plainName(one.action)), values ? h("span", { class: "values" }, ` ${values}`) : "",
    h("span", { class: "receipt" }, one.observed ? `${STEP_WORDS[one.status] ?? one.status}: ${one.observed}` : STEP_WORDS[one.status] ?? one.status));
}

/** The pages that an answer relies on. */
export function sourceList(sources) {
  if (!sources?.length) return "";
  const items = sources.map((one) => h("li", {}, link(one.url, one.title || one.url) ?? one.title));
  return h("div", { class: "sources" }, h("p", {}, "Sources"), h("ol", {}, items));
}
