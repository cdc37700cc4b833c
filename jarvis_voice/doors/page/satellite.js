// @ts-check
// The page that makes a browser a satellite: one socket, a button, and what is said there.

import { pageHalf, whenAnotherCame } from "./connection.js";
import { clockProblem, whenAwake } from "./device-clock.js";
import { inOrder } from "./dom.js";
import { Loudspeaker, Microphone } from "./satellite-sound.js";

const PLAYED_EVERY_MS = 100;
const TICK_MS = 1000;
const SLOW_BYTES = 48000; // a second and a half of sound that waits to be sent
const SLOW_MS = 3000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10000;
const MOST_LINKS = 3;

const STATES = {
  idle: "Ready.",
  listening: "I am listening.",
  thinking: "I am thinking.",
  speaking: "I am speaking.",
  "follow-up": "Go on, I still hear you.",
};

const PROBLEMS = {
  insecure: "Your browser gives no microphone without https. Open this page by https, or on the computer where Jarvis runs. You can type meanwhile.",
  none: "There is no microphone here. Plug one in and start again. You can type meanwhile.",
  refused: "You have not allowed the microphone. Allow it beside the address of this page, then load the page again. You can type meanwhile.",
  busy: "Another program has the microphone. Close it and start again. You can type meanwhile.",
  lost: "The microphone is gone. Plug it in and load the page again. You can type meanwhile.",
  asleep: "This device was asleep. I connect again.",
  server: "Jarvis does not answer. I try again.",
  other: "This place is open in another tab or window now. Load the page again to use it here.",
  token: "Jarvis does not know this browser yet. Type a token, or come by the link of \"jarvis dashboard\".",
  hidden: "This page was in the background, and the button was let go.",
  slow: "The network is slow: what you say comes late or with holes. Come nearer to the access point.",
  loading: "Jarvis is loading.",
};

/** @param {string} id */
const at = (id) => /** @type {any} */ (document.getElementById(id));

const kept = {
  name: localStorage.getItem("satellite-name") || `Browser ${Math.floor(1000 + 9000 * Math.random())}`,
  wake: localStorage.getItem("satellite-wake") || "push",
  token: sessionStorage.getItem("satellite-token") || "",
};

class Page {
  constructor() {
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Loudspeaker | null} */
    this.speaker = null;
    /** @type {Microphone | null} */
    this.microphone = null;
    this.isHeld = false;
    this.isWelcome = false;
    this.wait = FIRST_WAIT_MS;
    this.slowUntil = 0;
    this.wasPlayed = -1;
    this.answerTurn = "";
    /** @type {any[]} */
    this.timers = [];
    this.timersAsked = 0;
    this.timersFrom = 0;
    this.problems = { link: "", microphone: "", network: "", clock: "" };
    at("name").value = kept.name;
    for (const radio of document.querySelectorAll("input[name=wake]")) {
      /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === kept.wake;
    }
    at("setup").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.start();
    });
    if (!window.isSecureContext) this.tell("microphone", PROBLEMS.insecure);
  }

  /** @param {"microphone" | "link" | "network" | "clock"} what @param {string} sentence */
  tell(what, sentence) {
    if (this.problems[what] === sentence) return;
    this.problems[what] = sentence;
    const shown = Object.values(this.problems).filter(Boolean).join(" ");
    at("problem").textContent = inOrder(shown);
    at("problem").hidden = !shown;
  }

  async start() {
    kept.name = at("name").value.trim();
    kept.wake = /** @type {HTMLInputElement} */ (document.querySelector("input[name=wake]:checked")).value;
    if (at("token").value) kept.token = at("token").value.trim();
    localStorage.setItem("satellite-name", kept.name);
    localStorage.setItem("satellite-wake", kept.wake);
    sessionStorage.setItem("satellite-token", kept.token);
    at("setup").hidden = true;
    at("talk").hidden = false;
    at("place").textContent = kept.name;
    if (!this.speaker) {
      this.speaker = new Loudspeaker();
      this.listenToUser();
      setInterval(() => this.tick(), TICK_MS);
      whenAwake(() => {
        const { socket } = this; // half open, it would take long to close
        if (!socket) return;
        this.tell("link", PROBLEMS.asleep);
        this.wait = FIRST_WAIT_MS;
        this.lose(0);
        socket.close();
      });
      setInterval(() => this.tellPlayed(), PLAYED_EVERY_MS);
      whenAnotherCame(() => {
        const { socket } = this;
        if (kept.token || !socket) return; // it came in by its own token
        this.lose(pageHalf() ? 0 : 4401);
        socket.close();
      });
    }
    await this.speaker.open();
    await this.openMicrophone();
    this.connect();
    if (kept.wake === "server") this.stayAwake();
  }

  async openMicrophone() {
    if (this.microphone) return;
    if (!window.isSecureContext || !navigator.mediaDevices) {
      this.tell("microphone", PROBLEMS.insecure);
      at("push").hidden = true;
      return;
    }
    const microphone = new Microphone((frame) => this.send(frame), () => {
      this.release();
      this.sendText({ type: "muted", on: true }); // nobody is waited for
      [this.microphone, at("push").hidden] = [null, true];
      this.tell("microphone", PROBLEMS.lost);
    });
    try {
      await microphone.open();
      this.microphone = microphone;
      this.tell("microphone", "");
      at("push").hidden = false;
    } catch (error) {
      const name = error instanceof Error ? error.name : "";
      const why = { NotAllowedError: "refused", NotFoundError: "none", NotReadableError: "busy" };
      this.tell("microphone", PROBLEMS[why[name] ?? "none"]);
      at("push").hidden = true;
    }
  }

  // ---- the socket

  connect() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/satellite`;
    const offered = ["jarvis.v1"];
    if (kept.token) offered.push(`token.${kept.token}`);
    else if (pageHalf()) offered.push(`page.${pageHalf()}`);
    const socket = new WebSocket(address, offered);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.show(PROBLEMS.loading);
    socket.onopen = () => this.sendText({ type: "hello", version: 1, name: kept.name, wake: kept.wake, rate_in: 16000, rate_out: 22050 });
    socket.onmessage = (event) => {
      if (event.data instanceof ArrayBuffer) this.speaker?.add(event.data);
      else this.take(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.lose(event.code);
    };
  }

  /** @param {number} code 0 where this page ends the connection. */
  lose(code) {
    this.isWelcome = false;
    this.isHeld = false;
    at("push").classList.remove("held");
    this.speaker?.stop();
    this.socket = null;
    this.show("Not connected.");
    if (code === 4409) return this.tell("link", PROBLEMS.other);
    if (code === 4401) {
      this.tell("link", PROBLEMS.token);
      at("token-part").hidden = false;
      at("setup").hidden = false;
      at("talk").hidden = true;
      return undefined;
    }
    if (code === 4429 || code === 4400) return undefined; // the server has said why
    if (code) this.tell("link", PROBLEMS.server);
    setTimeout(() => { if (!this.socket) this.connect(); }, this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
    return undefined;
  }

  /** @param {ArrayBuffer} frame */
  send(frame) {
    const isWanted = kept.wake === "server" || this.isHeld;
    if (!this.isWelcome || !isWanted || this.socket?.readyState !== WebSocket.OPEN) return;
    if (this.socket.bufferedAmount > SLOW_BYTES) {
      this.slowUntil = Date.now() + SLOW_MS;
      this.tell("network", PROBLEMS.slow);
    } else {
      this.socket.send(frame);
    }
  }

  /** @param {object} body */
  sendText(body) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(body));
  }

  /** @param {any} message */
  take(message) {
    switch (message.type) {
      case "welcome":
        this.isWelcome = true;
        this.wait = FIRST_WAIT_MS;
        this.tell("link", "");
        this.readTimers();
        this.compareClocks();
        break;
      case "state": this.show(STATES[message.state] ?? message.state); break;
      case "event": this.takeEvent(message.event); break;
      case "speech-begin": this.speaker?.begin(message.speech, message.rate); this.wasPlayed = -1; break;
      case "speech-stop": this.speaker?.stop(); break;
      case "earcon": this.speaker?.earcon(message.name); break;
      case "open-url": this.offer(message.url); break;
      case "ring": at("answer").textContent = inOrder(message.text); this.readTimers(); break;
      case "announcement": at("asked").textContent = ""; at("answer").textContent = inOrder(message.text); break;
      case "yield": this.show("Another satellite is nearer, and answers."); break;
      case "error": this.tell("link", message.message); break;
      default:
    }
  }

  /** @param {any} event */
  takeEvent(event) {
    switch (event.type) {
      case "turn-started":
        this.answerTurn = event.turn_id;
        at("asked").textContent = inOrder(event.text);
        at("answer").textContent = "";
        break;
      case "reply-text":
        if (event.turn_id === this.answerTurn) at("answer").textContent += (at("answer").textContent ? " " : "") + inOrder(event.text);
        break;
      case "schedule-missed": at("answer").textContent = inOrder(event.text); break;
      case "work-reported": this.show(event.text); break;
      case "problem-reported": this.tell("link", event.message); break;
      case "ringing-started": at("answer").textContent = inOrder(event.text); this.readTimers(); break;
      case "turn-ended": case "ringing-ended": this.readTimers(); break;
    }
  }

  /** @param {string} sentence */
  show(sentence) { at("state").textContent = inOrder(sentence); }

  // ---- what the user does

  listenToUser() {
    const button = at("push");
    button.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      button.setPointerCapture(event.pointerId);
      this.press();
    });
    for (const name of ["pointerup", "pointercancel"]) button.addEventListener(name, () => this.release());
    button.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
    button.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) this.press();
    });
    button.addEventListener("keyup", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === " " || event.key === "Enter") this.release();
    });
    button.addEventListener("blur", () => this.release());
    at("stop").addEventListener("click", () => { this.speaker?.stop(); this.sendText({ type: "stop" }); });
    at("typing").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = at("typed").value.trim();
      if (!text || !this.isWelcome) return; // the words stay until they can be sent
      this.sendText({ type: "text", text });
      at("typed").value = "";
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.isHeld) {
        this.release();
        this.tell("microphone", PROBLEMS.hidden);
      } else if (!document.hidden) {
        if (kept.wake === "server") this.stayAwake();
        if (this.problems.microphone === PROBLEMS.hidden) this.tell("microphone", "");
        this.speaker?.open();
      }
    });
  }

  press() {
    if (this.isHeld || !this.isWelcome) return;
    this.isHeld = true;
    at("push").classList.add("held");
    this.speaker?.open();
    this.speaker?.stop();
    this.sendText({ type: "press" });
  }

  release() {
    if (!this.isHeld) return;
    this.isHeld = false;
    at("push").classList.remove("held");
    this.sendText({ type: "release" });
  }

  // ---- time

  tellPlayed() {
    const ms = this.speaker?.playedMs ?? 0;
    if (!this.speaker || this.speaker.speech < 0 || ms === this.wasPlayed) return;
    this.wasPlayed = ms;
    this.sendText({ type: "played", speech: this.speaker.speech, ms });
  }

  tick() {
    if (this.slowUntil && Date.now() > this.slowUntil) {
      this.slowUntil = 0;
      this.tell("network", "");
    }
    this.showTimers();
  }

  async stayAwake() {
    try { await navigator.wakeLock?.request("screen"); } catch { /* the battery is low, or it is hidden */ }
  }

  // ---- timers and links

  async readTimers() {
    const asked = ++this.timersAsked;
    const found = await this.read("/api/v1/schedule");
    if (!found || asked < this.timersFrom) return; // an answer that was asked for later came first
    this.timersFrom = asked;
    this.timers = found.entries;
    this.showTimers();
  }

  async compareClocks() {
    const me = await this.read("/api/v1/me");
    if (me) this.tell("clock", clockProblem(me.now));
  }

  /** @param {string} path */
  async read(path) {
    const headers = kept.token ? { Authorization: `Bearer ${kept.token}` } : { "X-Jarvis-Page": pageHalf() };
    try {
      const answer = await fetch(path, { headers });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null; // the socket tells that the server is gone
    }
  }

  showTimers() {
    const list = at("timers");
    const shown = this.timers.filter((one) => one.kind !== "routine");
    at("timers-title").hidden = !shown.length;
    list.replaceChildren(...shown.map((one) => {
      const line = document.createElement("li");
      const left = Math.round((Date.parse(one.due) - Date.now()) / 1000);
      const time = one.kind === "timer" ? clockText(Math.max(0, left)) : new Date(one.due).toLocaleString();
      line.textContent = inOrder(one.state === "ringing" ? `${one.name || one.kind} rings` : `${one.name || one.kind}: ${time}`);
      line.className = one.state === "ringing" ? "rings" : "";
      return line;
    }));
  }

  /** @param {string} url */
  offer(url) {
    let host = "";
    try {
      const found = new URL(url);
      if (found.protocol !== "https:" && found.protocol !== "http:") return;
      host = found.host;
    } catch { return; }
    const link = document.createElement("a");
    link.href = url;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    link.textContent = `Open ${host}`;
    at("links").prepend(link);
    while (at("links").children.length > MOST_LINKS) at("links").lastElementChild.remove();
  }
}

/** @param {number} seconds */
function clockText(seconds) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

new Page();
