// Doctor: examines the installation; findings come one by one.

import { stream } from "./connection.js";
import { button, h } from "./dom.js";
import { JvPage } from "./page-element.js";

const STATUS = { ok: "well", warn: "look at it", warning: "look at it", fail: "ill", failed: "ill", error: "ill", skip: "left out", skipped: "left out", info: "note" };

class JvDoctor extends JvPage {
  heading = "Doctor";
  told = "It looks at what Jarvis needs: models, devices, settings, what is kept. It asks nobody to speak and calls nobody.";

  show() {
    this.start = button("Examine", () => this.examine());
    this.findings = h("ul", { class: "rows findings" });
    this.advice = h("div");
    this.append(h("p", { class: "actions" }, this.start), this.findings, this.advice);
  }

  async examine() {
    this.start.disabled = true;
    this.findings.replaceChildren();
    this.advice.replaceChildren();
    this.say("It examines …");
    let count = 0;
    await this.attempt(async () => {
      for await (const { event, data } of stream("/api/v1/doctor", this.signal)) {
        if (event === "error") throw new Error(data.message);
        if (event === "advice") {
          this.advice.replaceChildren(h("section", { class: "card" }, h("h2", {}, "Advice"), data.advice.split("\n").filter(Boolean).map((line) => h("p", {}, line))));
        } else {
          count += 1;
          this.findings.append(h("li", { class: "line" }, h("span", { class: `finding ${data.status}` }, STATUS[data.status] ?? data.status),
            h("div", { class: "grow" }, h("strong", {}, data.name), detail(data.detail))));
        }
      }
      this.say(`It looked at ${count} things.`);
    });
    this.start.disabled = false;
  }
}

/** What was found; of many lines the first, and the others when they are wanted. */
function detail(text) {
  const [first, ...more] = text.split("\n");
  if (more.length < 2) return h("p", { class: "hint" }, text);
  return [h("p", { class: "hint" }, first), h("details", {}, h("summary", {}, "More"), h("p", { class: "hint" }, more.join("\n")))];
}

customElements.define("jv-doctor", JvDoctor);
