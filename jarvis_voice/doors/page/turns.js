// Makes turns out of events: what was asked, the steps, the answer, and where the time went.

const STAGE_OF = {
  "task-planned": "plan", "model-asked": "model", "tool-ended": "act", "reply-text": "word",
  "speech-synthesised": "synthesise", "speaking-started": "output",
};

/** The stages of a turn's bar in their order, and what each is. */
export const STAGES = {
  pause: "waiting for your pause", transcribe: "hearing the words", plan: "planning",
  model: "a model thinks", act: "acting", word: "wording", synthesise: "making the voice",
  output: "reaching the loudspeaker",
};

const MOST_TURNS = 100;

/** Turns by their events; `take` gives the turn that an event changed, or null. */
export class TurnBook {
  constructor() {
    this.turns = new Map();
    this.heard = null;
  }

  take(event) {
    if (event.type === "speech-ended") this.heard = { pause: event.silence_seconds };
    if (event.type === "speech-transcribed" && this.heard && !event.was_ready) this.heard.transcribe = event.took_seconds;
    if (event.type === "turn-started") return this.begin(event);
    const turn = this.turns.get(event.turn_id);
    if (!turn) return null;
    let stage = STAGE_OF[event.type];
    if (stage === "word" && !turn.steps.length && !turn.stages.model) stage = "plan";
    if (stage && (event.type !== "reply-text" || !turn.hasWords) && !turn.outcome) {
      turn.stages[stage] = (turn.stages[stage] ?? 0) + Math.max(0, event.at - turn.last);
      turn.last = event.at;
    }
    switch (event.type) {
      case "task-planned":
        turn.steps.push({ action: event.action, arguments: event.arguments, planner: event.planner, status: "", observed: "" });
        break;
      case "tool-ended": this.endStep(turn, event); break;
      case "model-asked": if (event.error) turn.troubles.push(`${event.model}: ${event.error}`); break;
      case "work-reported": turn.work = event.text; break;
      case "sources-cited": turn.sources = event.sources; break;
      case "reply-text":
        turn.hasWords = true;
        turn.reply += turn.reply ? (event.lead ?? " ") + event.text : event.text;
        break;
      case "turn-ended":
        turn.outcome = event.outcome;
        turn.reply = event.reply || turn.reply;
        break;
      default:
    }
    return turn;
  }

  begin(event) {
    const spoken = event.source === "voice" || event.source === "key";
    const turn = {
      id: event.turn_id, thread: event.thread_id, text: event.text, source: event.source,
      time: event.time, last: event.at, stages: spoken ? { ...this.heard } : {}, steps: [],
      troubles: [], sources: [], reply: "", work: "", outcome: "", hasWords: false,
    };
    if (spoken) this.heard = null;
    this.turns.set(turn.id, turn);
    if (this.turns.size > MOST_TURNS) this.turns.delete(this.turns.keys().next().value);
    return turn;
  }

  endStep(turn, event) {
    let step = turn.steps.findLast((one) => one.action === event.action && !one.status);
    if (!step) {
      step = { action: event.action, arguments: event.arguments, planner: "" };
      turn.steps.push(step);
    }
    step.status = event.receipt.status;
    step.observed = event.receipt.observed;
  }
}
