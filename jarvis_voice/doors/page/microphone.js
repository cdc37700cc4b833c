// The browser's microphone: what is said while a button is held, as a WAV.

const SHORTEST_SECONDS = 0.3;
const LONGEST_SECONDS = 60;

/** Why there is no microphone; "" where there is one. */
export function whyNoMicrophone() {
  if (!isSecureContext) {
    return "Your browser gives no microphone to a page without https. On the machine of Jarvis open it at localhost, or make a certificate: jarvis certificate";
  }
  return navigator.mediaDevices ? "" : "This browser has no microphone for pages.";
}

/** Records from `begin` to `end`. */
export class Recorder {
  constructor() {
    this.blocks = [];
    this.count = 0;
    this.isOver = false;
  }

  async begin() {
    try {
      this.tracks = await navigator.mediaDevices.getUserMedia({
        audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      });
    } catch (error) {
      throw new Error(error.name === "NotFoundError" ? "No microphone was found." : "The browser may not use the microphone. Allow it for this page.");
    }
    if (this.isOver) { this.close(); return; }
    this.context = new AudioContext();
    await this.context.audioWorklet.addModule("/page/microphone-worklet.js");
    await this.context.resume();
    const node = new AudioWorkletNode(this.context, "blocks", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
    node.port.onmessage = ({ data }) => {
      if (this.count >= LONGEST_SECONDS * this.context.sampleRate) return;
      this.blocks.push(data);
      this.count += data.length;
    };
    this.context.createMediaStreamSource(this.tracks).connect(node);
    if (this.isOver) this.close();
  }

  /** What was said, or null where it was too short. */
  async end() {
    this.isOver = true;
    const rate = this.context?.sampleRate ?? 0;
    this.close();
    return rate && this.count >= SHORTEST_SECONDS * rate ? wav(this.blocks, this.count, rate) : null;
  }

  close() {
    for (const one of this.tracks?.getTracks() ?? []) one.stop();
    if (this.context && this.context.state !== "closed") this.context.close();
  }
}

function wav(blocks, count, rate) {
  const view = new DataView(new ArrayBuffer(44 + 2 * count));
  const words = (at, text) => [...text].forEach((sign, place) => view.setUint8(at + place, sign.charCodeAt(0)));
  words(0, "RIFF"); view.setUint32(4, 36 + 2 * count, true); words(8, "WAVEfmt ");
  view.setUint32(16, 16, true); view.setUint16(20, 1, true); view.setUint16(22, 1, true);
  view.setUint32(24, rate, true); view.setUint32(28, 2 * rate, true);
  view.setUint16(32, 2, true); view.setUint16(34, 16, true);
  words(36, "data"); view.setUint32(40, 2 * count, true);
  let at = 44;
  for (const block of blocks) {
    for (const sample of block) {
      view.setInt16(at, Math.max(-1, Math.min(1, sample)) * 32767, true);
      at += 2;
    }
  }
  return new Blob([view], { type: "audio/wav" });
}
