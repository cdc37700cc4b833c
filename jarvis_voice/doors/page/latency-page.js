// Latency: how long answers took, by stage: usually, and at worst of twenty.

import { get } from "./connection.js";
import { spanBar } from "./chart.js";
import { h } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { SOURCES, lengthSaid, plainName } from "./words.js";

class JvLatency extends JvPage {
  heading = "Latency";
  told = "How long each part of an answer took. Half of the turns were faster than p50, 19 of 20 faster than p95.";

  async show() {
    this.figures = h("div");
    this.last = h("select", { id: "last" }, [50, 200, 500, 2000].map((one) => h("option", { value: one, selected: one === 500 }, `newest ${one}`)));
    this.last.addEventListener("change", () => this.attempt(() => this.load()));
    this.append(h("p", { class: "row" }, h("label", { for: "last" }, "Turns"), this.last), this.figures);
    await this.load();
  }

  async load() {
    const { sources } = await get(`/api/v1/latency?last=${this.last.value}`, this.signal);
    const all = Object.entries(sources);
    this.figures.replaceChildren(...(all.length ? all.map(([source, stages]) => this.source(source, stages)) : [nothing("Nothing was measured yet.")]));
  }

  source(source, stages) {
    const most = Math.max(...Object.values(stages).map((one) => one.p95_ms));
    const rows = Object.entries(stages).map(([stage, one]) => h("tr", {},
      h("th", { scope: "row" }, plainName(stage)),
      h("td", { class: "picture" }, spanBar(one.p50_ms, one.p95_ms, most)),
      h("td", { class: "number" }, lengthSaid(one.p50_ms / 1000)), h("td", { class: "number" }, lengthSaid(one.p95_ms / 1000)), h("td", { class: "number count" }, one.turns)));
    const title = plainName(SOURCES[source] ?? source);
    return h("section", { class: "card" }, h("h2", {}, title),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
        h("table", { class: "figures" },
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Stage"), h("td", { class: "picture" }), h("th", { scope: "col", class: "number" }, "p50"), h("th", { scope: "col", class: "number" }, "p95"), h("th", { scope: "col", class: "number count" }, "Turns"))),
          h("tbody", {}, rows))));
  }
}

customElements.define("jv-latency", JvLatency);
