// Says times, states and reasons in words.

const RTF = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A time of today as a clock has it, else with its day. */
export function whenSaid(iso) {
  const at = new Date(iso);
  if (!iso || Number.isNaN(at.getTime())) return "";
  return at.toDateString() === new Date().toDateString() ? CLOCK.format(at) : DAY.format(at);
}

/** How far away a time is: "in 5 minutes", "yesterday". */
export function distanceSaid(iso) {
  const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
  if (!iso || Number.isNaN(seconds)) return "";
  const day = (time) => new Date(time).setHours(0, 0, 0, 0);
  if (Math.abs(seconds) >= 86400) return RTF.format(Math.round((day(iso) - day(Date.now())) / 86400000), "day");
  for (const [unit, size] of [["hour", 3600], ["minute", 60]]) {
    if (Math.abs(seconds) >= size) return RTF.format(Math.round(seconds / size), unit);
  }
  return RTF.format(Math.round(seconds), "second");
}

/** A length: "12 ms", "1.4 s", "2 min". */
export function lengthSaid(seconds) {
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 90) return `${seconds.toFixed(1)} s`;
  return `${Math.round(seconds / 60)} min`;
}

/** So many things. */
export function counted(count, one, more = `${one}s`) {
  return `${count} ${count === 1 ? one : more}`;
}

/** The name of a tool or a code as words. */
export function plainName(name) {
  const words = String(name).replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value in one line. */
export function valueSaid(value) {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

export const DOING = {
  starting: ["Starting", "Ears and voice are being loaded."],
  idle: ["At rest", "It waits for you."],
  listening: ["Listening", "Say what you want."],
  thinking: ["Thinking", "It works on what you asked."],
  speaking: ["Speaking", "It answers."],
  follow_up: ["Listening on", "You may go on without the wake word."],
  ringing: ["Ringing", "Something is due."],
};

export const EARS = {
  hearing: "The microphone hears.",
  quiet: "The microphone gives only silence.",
  muted: "The microphone is closed, as you asked.",
  lost: "The microphone is lost. Jarvis looks for it.",
  absent: "There is no microphone.",
  starting: "The microphone is being opened.",
  none: "Jarvis was started without ears.",
};

export const SOURCES = {
  voice: "by voice", key: "by the talk key", stdin: "typed", http: "by a program",
  satellite: "by a satellite", schedule: "by a routine",
};

export const OUTCOMES = {
  "": "under way", done: "done", not_done: "not done", failed: "failed", cancelled: "cancelled",
};

const REASONS = {
  "too-brief": "it was too short for the wake word",
  "own-voice": "it was Jarvis' own voice",
  "back-off": "it had just been called by mistake several times",
  "nothing-heard": "nothing was said after the call",
  "below-threshold": "it did not sound enough like the word",
  "another-word": "it sounded like another word",
  click: "it was a click or a knock",
  silence: "it was too quiet",
  "noise-floor": "it was no louder than the room",
  "little-speech": "there was too little speech in it",
  "within-speech": "it was in the middle of speech",
  refractory: "it came right behind another call",
  busy: "Jarvis was listening to something else",
  interrupted: "it was interrupted",
  empty: "no words were found in the sound",
  "no-speech": "nobody spoke",
};

/** Why a call or a sentence was not taken. */
export function reasonSaid(reason) {
  return REASONS[reason] ?? plainName(reason).toLowerCase();
}

/** The line that tells of an event which is no part of a turn; "" is nothing. */
export function noticeSaid(event) {
  switch (event.type) {
    case "ears-ready": return `Ready: say "${event.word}".`;
    case "ears-muted": return "The microphone was closed.";
    case "ears-unmuted": return "The microphone was opened.";
    case "wake-detected": return `Heard "${event.word}" (${event.score.toFixed(2)}).`;
    case "wake-refused":
      return `Perhaps heard "${event.word}" (${event.score.toFixed(2)}), and did not wake: ${reasonSaid(event.reason)}.`;
    case "utterance-rejected": return `Heard something and did nothing: ${reasonSaid(event.reason)}.`;
    case "problem-reported": return event.message;
    case "ringing-started": case "ringing-ended": case "schedule-missed": return event.text;
    default: return "";
  }
}
