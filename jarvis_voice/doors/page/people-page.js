// People and tokens: who uses this Jarvis, and from where. A secret is shown once.

import { ask, get } from "./connection.js";
import { button, deleteButton, h } from "./dom.js";
import { JvPage, nothing } from "./page-element.js";
import { app } from "./shell.js";
import { counted, whenSaid } from "./words.js";

const SCOPES = {
  talk: "ask, look up, keep their own things", act: "use the machine of Jarvis",
  home: "use things of the house", admin: "settings, microphone, other users",
};

class JvPeople extends JvPage {
  heading = "People and tokens";
  told = "Each user has conversations, lists and timers of their own. A token lets a program or a device of theirs in.";

  async show() {
    this.users = h("div");
    this.tokens = h("div");
    this.secret = h("div", { "aria-live": "polite" });
    this.user = h("select", { id: "token-user" });
    this.append(h("section", {}, h("h2", {}, "People"), this.users, this.userForm()),
      h("section", {}, h("h2", {}, "Tokens"), this.secret, this.tokens, this.tokenForm()));
    await this.load();
  }

  userForm() {
    const name = h("input", { id: "user-name", maxlength: "32", required: true, autocomplete: "off" });
    const add = async () => {
      const { user } = await ask("POST", "/api/v1/users", { name: name.value });
      name.value = "";
      this.say(`${user} is added. Next: a token for a device of theirs.`);
      await this.load();
    };
    return h("form", { class: "row", on: { submit: (event) => { event.preventDefault(); this.attempt(add); } } },
      h("label", { for: "user-name" }, "New user"), name, h("button", { type: "submit", class: "quiet" }, "Add"));
  }

  tokenForm() {
    const name = h("input", { id: "token-name", maxlength: "32", required: true, autocomplete: "off", placeholder: "annas-phone" });
    const boxes = Object.entries(SCOPES).map(([scope, told]) => h("p", { class: "check" },
      h("input", { type: "checkbox", id: `may-${scope}`, value: scope, checked: scope === "talk" }), h("label", { for: `may-${scope}` }, h("strong", {}, scope), `: ${told}`)));
    const make = async () => {
      const may = boxes.map((one) => one.querySelector("input")).filter((one) => one.checked).map((one) => one.value).join(",");
      const { token } = await ask("POST", "/api/v1/tokens", { name: name.value, user: this.user.value, may });
      this.showSecret(name.value, token);
      name.value = "";
      await this.load();
    };
    return h("form", { class: "card", on: { submit: (event) => { event.preventDefault(); this.attempt(make); } } },
      h("h3", {}, "New token"), h("label", { for: "token-name" }, "What it is for"), name, h("label", { for: "token-user" }, "Whose it is"), this.user,
      h("fieldset", {}, h("legend", {}, "What it may do"), boxes), h("button", { type: "submit" }, "Make the token"));
  }

  showSecret(name, token) {
    const shown = h("code", { class: "secret", tabindex: "0" }, token);
    const copy = button("Copy", () => this.attempt(async () => { await navigator.clipboard.writeText(token); this.say("Copied."); }), { class: "quiet" });
    this.secret.replaceChildren(h("div", { class: "card once" }, h("h3", {}, `The token ${name}`), h("p", {}, "It is shown only now, so copy it."), shown,
      h("p", { class: "actions" }, copy, button("I have it", () => { this.secret.replaceChildren(); this.focusHeading(); }, { class: "quiet" }))));
    shown.focus();
  }

  async load() {
    const [{ users }, { tokens }] = await Promise.all([get("/api/v1/users", this.signal), get("/api/v1/tokens", this.signal)]);
    this.users.replaceChildren(h("ul", { class: "rows" }, users.map((one) => h("li", { class: "line" },
      h("div", { class: "grow" }, h("strong", {}, one.user), h("p", { class: "meta" }, h("span", {}, one.added_at ? `since ${whenSaid(one.added_at)}` : "the owner"), h("span", {}, counted(one.tokens, "token")))),
      one.added_at ? deleteButton(`${one.user} with all that is theirs`, () => this.remove(`/api/v1/users/${encodeURIComponent(one.user)}`, `${one.user} is removed, with all that was theirs.`), "Remove") : ""))));
    this.tokens.replaceChildren(tokens.length ? h("ul", { class: "rows" }, tokens.map((one) => h("li", { class: "line" },
      h("div", { class: "grow" }, h("strong", {}, one.name), one.name === app.me.place ? h("span", { class: "hint" }, " (this browser)") : "",
        h("p", { class: "meta" }, h("span", {}, one.user), h("span", {}, `may ${one.may.join(", ")}`), h("span", {}, one.last_used_at ? `used ${whenSaid(one.last_used_at)}` : "never used"))),
      deleteButton(`token ${one.name}`, () => this.remove(`/api/v1/tokens/${encodeURIComponent(one.name)}`, `${one.name} opens nothing any more.`), "Remove")))) : nothing("There are no tokens."));
    const before = this.user.value;
    this.user.replaceChildren(...users.map((one) => h("option", { value: one.user, selected: one.user === before }, one.user)));
  }

  remove(path, done) {
    return this.attempt(async () => {
      await ask("DELETE", path);
      this.say(done);
      this.focusHeading();
      await this.load();
    });
  }
}

customElements.define("jv-people", JvPeople);
