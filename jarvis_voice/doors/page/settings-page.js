// Settings: each with what the file says about it, and when a change of it holds.

import { ask, get } from "./connection.js";
import { button, h } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { valueSaid } from "./words.js";

class JvSettings extends JvPage {
  heading = "Settings";
  told = "What you change here goes into your own jarvis.toml, and its comments stay.";

  async show() {
    const search = h("input", { id: "search", type: "search", placeholder: "voice, pause, microphone …", autocomplete: "off" });
    search.addEventListener("input", () => this.filter(search.value.toLowerCase()));
    this.list = h("div");
    this.none = nothing("No setting has these words.");
    this.none.hidden = true;
    this.append(h("p", { class: "row" }, h("label", { for: "search" }, "Find"), search), this.none, this.list);
    await this.load();
  }

  async load() {
    const { settings } = await get("/api/v1/settings", this.signal);
    const groups = new Map();
    for (const one of settings) {
      const name = one.key.includes(".") ? one.key.split(".")[0] : "general";
      groups.set(name, [...(groups.get(name) ?? []), one]);
    }
    this.list.replaceChildren(...[...groups].map(([name, all]) => h("section", { class: "card group" }, h("h2", {}, name.replaceAll("_", " ")), all.map((one) => this.row(one)))));
  }

  row(one) {
    const id = `set-${one.key}`;
    const isFixed = one.source !== "" && one.source !== "yours";
    const field = fieldOf(one, id, isFixed);
    const save = async () => {
      const wasKept = await this.change(one, valueOf(one, field));
      if (!wasKept && field.type === "checkbox") field.checked = one.value;
    };
    if (field.type === "checkbox" || field.tagName === "SELECT") field.addEventListener("change", save);
    return h("form", { class: "setting", "data-words": `${one.key} ${one.comment}`.toLowerCase(), on: { submit: (event) => { event.preventDefault(); save(); } } },
      h("div", { class: "grow" }, h("label", { for: id }, one.key),
        h("p", { class: "hint", id: `${id}-note` }, one.comment),
        h("p", { class: "meta" }, h("span", { class: `holds ${one.holds}` }, one.holds === "now" ? "holds now" : "needs a restart"),
          h("span", {}, one.source === "yours" ? "set by you" : isFixed ? `set by ${one.source}` : "as shipped"),
          one.source === "yours" ? h("span", {}, `shipped: ${valueSaid(one.default) || "nothing"}`) : "")),
      h("div", { class: "change" }, field,
        isFixed || field.type === "checkbox" || field.readOnly ? "" : h("button", { type: "submit", class: "quiet", "aria-label": `Save ${one.key}` }, "Save"),
        one.source === "yours" ? button("As shipped", () => this.change(one, null), { class: "quiet", "aria-label": `As shipped: ${one.key}` }) : ""));
  }

  /** Change a setting; whether it was kept. */
  async change(one, value) {
    let wasKept = false;
    await this.attempt(async () => {
      const changed = await ask("PATCH", "/api/v1/settings", { [one.key]: value });
      wasKept = true;
      if (changed.overridden.length) this.say(`${one.key} is kept, but a variable of the environment overrides it.`);
      else if (changed.need_restart.length) this.say(`${one.key} is kept. It holds when Jarvis is started again.`);
      else if (changed.hold.length) this.say(`${one.key} holds now.`);
      else this.say(`${one.key} is as it was.`);
      await this.load();
      this.querySelector(`#${CSS.escape(`set-${one.key}`)}`)?.focus();
    });
    return wasKept;
  }

  filter(words) {
    for (const row of this.querySelectorAll(".setting")) row.hidden = !row.dataset.words.includes(words);
    let count = 0;
    for (const group of this.querySelectorAll(".group")) {
      group.hidden = !group.querySelector(".setting:not([hidden])");
      count += group.hidden ? 0 : 1;
    }
    this.none.hidden = count > 0;
  }
}

function isPlain(value) {
  return typeof value === "string" || typeof value === "number" || value === null;
}

function fieldOf(one, id, isFixed) {
  const told = { id, "aria-describedby": `${id}-note`, autocomplete: "off", spellcheck: "false" };
  if (typeof one.value === "boolean") return h("input", { ...told, type: "checkbox", checked: one.value, disabled: isFixed });
  if (typeof one.value === "number") return h("input", { ...told, type: "number", step: "any", value: one.value, readonly: isFixed });
  if (isPlain(one.value)) return h("input", { ...told, type: "text", value: one.value ?? "", readonly: isFixed });
  const text = JSON.stringify(one.value);
  return h("input", { ...told, type: "text", value: text, readonly: isFixed || text.includes("(hidden)") });
}

function valueOf(one, field) {
  if (field.type === "checkbox") return field.checked;
  if (typeof one.value === "number") {
    if (!Number.isFinite(field.valueAsNumber)) return field.value;
    return field.valueAsNumber;
  }
  if (isPlain(one.value)) return field.value;
  try {
    return JSON.parse(field.value);
  } catch {
    return field.value;
  }
}

customElements.define("jv-settings", JvSettings);
