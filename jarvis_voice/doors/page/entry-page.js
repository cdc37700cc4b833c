// The page for a browser that Jarvis does not know yet.

import { comeIn } from "./connection.js";
import { h } from "./dom.js";
import { JvPage } from "./page-element.js";

class JvEntry extends JvPage {
  heading = "Come in";
  told = "Jarvis does not know this browser yet.";

  show() {
    const field = h("input", { id: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true });
    const form = h("form", { class: "card", on: { submit: (event) => { event.preventDefault(); this.attempt(() => this.enter(field.value)); } } },
      h("label", { for: "token" }, "Token"), field,
      h("p", { class: "hint" }, "The owner makes one for you: on the page People and tokens, or by ", h("code", {}, "jarvis token add NAME"), "."),
      h("button", { type: "submit" }, "Come in"));
    this.append(
      h("section", { class: "card" }, h("h2", {}, "On the machine of Jarvis"),
        h("p", {}, "Type ", h("code", {}, "jarvis dashboard"), " in a terminal. It opens this page and lets you in.")),
      h("h2", {}, "On another device"), form);
    if (this.problem) this.say(this.problem, true);
  }

  async enter(token) {
    await comeIn({ token: token.trim() });
    this.dispatchEvent(new Event("entered"));
  }
}

customElements.define("jv-entry", JvEntry);
