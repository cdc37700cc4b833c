// Cost: what language models took, by day and by model.

import { get } from "./connection.js";
import { columns } from "./chart.js";
import { h } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { counted } from "./words.js";

const NUMBER = new Intl.NumberFormat("en");
const DAY_MS = 86_400_000;

class JvCost extends JvPage {
  heading = "Cost";
  told = "What language models were asked for you. What Jarvis understands by itself asks none, and costs nothing.";

  async show() {
    this.figures = h("div");
    this.days = h("select", { id: "days" }, [7, 30, 90].map((one) => h("option", { value: one, selected: one === 30 }, `${one} days`)));
    this.days.addEventListener("change", () => this.attempt(() => this.load()));
    this.append(h("p", { class: "row" }, h("label", { for: "days" }, "Time"), this.days), this.figures);
    await this.load();
  }

  async load() {
    const report = await get(`/api/v1/cost?days=${this.days.value}`, this.signal);
    const { sum } = report;
    const money = (value) => new Intl.NumberFormat("en", { style: "currency", currency: report.currency, maximumFractionDigits: 4 }).format(value);
    const models = Object.entries(report.models);
    const byDay = perDay(report, sum.cost > 0);
    const say = sum.cost > 0 ? money : (value) => counted(Math.round(value), "call");
    this.figures.replaceChildren(
      h("dl", { class: "tiles" }, [["Cost", money(sum.cost)], ["Turns", NUMBER.format(sum.turns)], ["Calls of models", NUMBER.format(sum.calls)], ["Tokens in", NUMBER.format(sum.input_tokens)], ["Tokens out", NUMBER.format(sum.output_tokens)]]
        .map(([name, value]) => h("div", { class: "card" }, h("dt", {}, name), h("dd", {}, value)))),
      h("section", { class: "card" }, h("h2", {}, sum.cost > 0 ? "Cost a day" : "Calls a day"),
        sum.calls ? columns(byDay, `${sum.cost > 0 ? "Cost" : "Calls"} of each day, ${say(Math.max(...byDay.map(([, value]) => value)))} at the most`, say) : nothing("No model was asked in this time.")),
      models.length ? h("section", { class: "card" }, h("h2", {}, "Models"), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Models" }, h("table", { class: "figures" },
        h("thead", {}, h("tr", {}, ["Model", "Calls", "In", "Out", "Cost"].map((one, place) => h("th", { scope: "col", class: place ? "number" : null }, one)))),
        h("tbody", {}, models.map(([name, one]) => h("tr", {}, h("th", { scope: "row" }, name), [NUMBER.format(one.calls), NUMBER.format(one.input_tokens), NUMBER.format(one.output_tokens), one.unpriced.length ? "no price" : money(one.cost)].map((value) => h("td", { class: "number" }, value)))))))) : "");
  }
}

/** The cost of each day, or its calls where nothing cost anything. */
function perDay(report, hasCost) {
  const days = new Map();
  for (let back = report.days - 1; back >= 0; back -= 1) days.set(dayOf(Date.now() - back * DAY_MS), 0);
  for (const one of report.turns) {
    const day = dayOf(one.started_at);
    if (days.has(day)) days.set(day, days.get(day) + (hasCost ? one.cost : one.calls));
  }
  return [...days];
}

function dayOf(time) {
  return new Date(time).toLocaleDateString("en", { month: "short", day: "numeric" });
}

customElements.define("jv-cost", JvCost);
