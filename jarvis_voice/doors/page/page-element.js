// JvPage: what every page has: a heading, a line that says what happened, and an end.

import { h, inOrder } from "./dom.js";

/** A page. Its class gives `heading`, `told` and `show()`; `signal` ends when it is left. */
export class JvPage extends HTMLElement {
  connectedCallback() {
    this.ending = new AbortController();
    this.signal = this.ending.signal;
    this.status = h("p", { class: "said", role: "status" });
    this.replaceChildren(
      h("h1", { tabindex: "-1" }, this.heading),
      this.told ? h("p", { class: "told" }, this.told) : "",
      this.status,
    );
    this.setAttribute("aria-busy", "true");
    this.attempt(() => this.show()).finally(() => this.removeAttribute("aria-busy"));
  }

  disconnectedCallback() {
    this.ending.abort();
  }

  /** Say what happened. */
  say(text, isBad = false) {
    this.status.textContent = inOrder(text);
    this.status.classList.toggle("bad", isBad);
  }

  /** Do something that asks Jarvis; what goes wrong is said. Whether it went well. */
  async attempt(work) {
    try {
      await work();
      return true;
    } catch (error) {
      if (error.name !== "AbortError" && !this.signal.aborted) this.say(error.message, true);
      return false;
    }
  }

  /** Listen until the page is left. */
  hear(target, event, listener) {
    target.addEventListener(event, listener, { signal: this.signal });
  }

  /** Do it again when something of these kinds was told, and when a break of the connection is over. */
  follow(live, kinds, work) {
    let wasAway = false;
    const again = () => { if (!this.signal.aborted) this.attempt(work); };
    this.hear(live, "event", ({ detail }) => { if (kinds.has(detail.type)) again(); });
    this.hear(live, "dropped", again);
    this.hear(live, "link", () => {
      if (live.isConnected && wasAway) again();
      wasAway = !live.isConnected;
    });
  }

  /** Where the focus goes when what had it is gone. */
  focusHeading() {
    this.querySelector("h1").focus();
  }
}

/** An empty list in words. */
export function nothing(text) {
  return h("p", { class: "nothing" }, text);
}
