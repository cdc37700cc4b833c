// Asks the port: requests, streams, and the one WebSocket of the page.

/** A request that was not served; `message` is a sentence for the user. */
export class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const SLOW_MS = 3000;
let slowCount = 0;

function noteSlow(by) {
  slowCount += by;
  dispatchEvent(new CustomEvent("jv-slow", { detail: slowCount > 0 }));
}

const SESSION = "/api/v1/session";
const PAGE_HALF = "jarvis-page";

let half = keptHalf();

function keptHalf() {
  try {
    return localStorage.getItem(PAGE_HALF) ?? "";
  } catch {
    return ""; // this browser keeps nothing for a page
  }
}

/**
 * The half of this browser's token that this page keeps; the other one is its cookie. A tab holds
 * the one that it came in with: who comes in at another tab is not asked for by this one.
 */
export function pageHalf() {
  return half;
}

function holdHalf(text) {
  half = text;
  try {
    if (text) localStorage.setItem(PAGE_HALF, text);
    else localStorage.removeItem(PAGE_HALF);
  } catch {
    // it holds as long as this tab is open
  }
}

/** Come in with the code of a link, or with a token. */
export async function comeIn(body) {
  const told = await ask("POST", SESSION, body);
  if (told.page_half) holdHalf(told.page_half);
}

/** Go, and leave nothing behind. */
export async function goOut() {
  await ask("DELETE", SESSION).catch(() => null);
  holdHalf("");
}

/** Call this when somebody came in or went at another tab of this browser. */
export function whenAnotherCame(listener) {
  const look = () => {
    const now = keptHalf();
    if (now === half) return;
    half = now;
    listener();
  };
  addEventListener("storage", (event) => { if (event.key === null || event.key === PAGE_HALF) look(); });
  addEventListener("pageshow", (event) => { if (event.persisted) look(); }); // it was told of nothing meanwhile
}

const UNREACHED = "Jarvis does not answer. It may be starting again.";

async function fetched(method, path, body, signal, accept) {
  const isForm = body instanceof FormData;
  const headers = { Accept: accept };
  if (pageHalf()) headers["X-Jarvis-Page"] = pageHalf();
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  let answer;
  let isSlow = false;
  const timer = method === "GET" && accept === "application/json" ? setTimeout(() => { isSlow = true; noteSlow(1); }, SLOW_MS) : 0;
  try {
    answer = await fetch(path, {
      method, headers, signal, cache: "no-store", credentials: "same-origin",
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, "unreached", UNREACHED);
  } finally {
    clearTimeout(timer);
    if (isSlow) noteSlow(-1);
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  if (answer.status === 401 && path !== SESSION) dispatchEvent(new Event("jv-out"));
  throw new Refusal(answer.status, String(told.code ?? ""), String(told.message ?? `Refused: ${answer.status}.`));
}

/** The answer of a request, as JSON. */
export async function ask(method, path, body, signal) {
  return (await fetched(method, path, body, signal, "application/json")).json();
}

/** The answer of a GET. */
export function get(path, signal) {
  return ask("GET", path, undefined, signal);
}

/** The bytes of an answer. */
export async function bytes(path, signal) {
  return (await fetched("GET", path, undefined, signal, "*/*")).blob();
}

/** The events of a stream: `{event, data}`, data as JSON. */
export async function* stream(path, signal) {
  const answer = await fetched("GET", path, undefined, signal, "text/event-stream");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split("\n");
      const data = lines.filter((one) => one.startsWith("data: ")).map((one) => one.slice(6)).join("\n");
      const event = lines.find((one) => one.startsWith("event: "))?.slice(7) ?? "";
      if (data === "[DONE]") return;
      if (data) yield { event, data: JSON.parse(data) };
    }
  }
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const MOST_EVENTS = 600;

/**
 * The live socket. It tells by events: "event" (detail is one of Jarvis' events), "state", "link"
 * and "dropped". After a break it asks for what it missed.
 */
export class Live extends EventTarget {
  constructor() {
    super();
    this.state = null;
    this.events = [];
    this.isConnected = false;
    this.since = "";
    this.pause = FIRST_PAUSE;
    this.socket = null;
    this.timer = 0;
  }

  open() {
    this.close();
    if (this.isConnected) this.link(false);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.since ? `?since=${encodeURIComponent(this.since)}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/live${since}`, ["jarvis.v1", ...(pageHalf() ? [`page.${pageHalf()}`] : [])]);
    this.socket = socket;
    socket.onopen = () => { this.pause = FIRST_PAUSE; this.link(true); };
    socket.onmessage = (message) => this.take(JSON.parse(message.data));
    socket.onclose = (closed) => {
      if (this.socket !== socket) return;
      this.link(false);
      if (closed.code === 4401) dispatchEvent(new Event("jv-out"));
      if (this.socket !== socket) return; // it was left meanwhile
      this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    };
  }

  close() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** Drop the words that were told: they were deleted, or somebody else comes. */
  forget() {
    this.events = [];
  }

  /** Forget everything of who was here. */
  leave() {
    this.close();
    this.forget();
    this.state = null;
    this.since = "";
    this.isConnected = false;
  }

  link(isConnected) {
    this.isConnected = isConnected;
    this.dispatchEvent(new Event("link"));
  }

  take(message) {
    if (message.kind === "state") {
      this.state = message.state;
      this.dispatchEvent(new Event("state"));
    } else if (message.kind === "dropped") {
      this.dispatchEvent(new Event("dropped"));
    } else if (message.kind === "event") {
      this.since = message.id;
      this.events.push(message.event);
      if (this.events.length > MOST_EVENTS) this.events.splice(0, this.events.length - MOST_EVENTS);
      this.dispatchEvent(new CustomEvent("event", { detail: message.event }));
    }
  }
}
