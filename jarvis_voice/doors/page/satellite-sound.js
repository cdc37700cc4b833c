// @ts-check
// The microphone and the loudspeaker of a satellite: frames come out of one, speech goes into the other.

const RATE = 16000;
const NOTES = {
  awake: [[587.3, 0.07], [880, 0.11]],
  done: [[784, 0.13]],
  error: [[415.3, 0.09], [293.7, 0.14]],
  alarm: [[880, 0.16], [1108.7, 0.16], [1318.5, 0.16], [880, 0.16], [1108.7, 0.16], [1318.5, 0.16]],
};

/** Gives frames of 80 ms while it is open. */
export class Microphone {
  /**
   * @param {(frame: ArrayBuffer) => void} onFrame
   * @param {() => void} onLost
   */
  constructor(onFrame, onLost) {
    this.onFrame = onFrame;
    this.onLost = onLost;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {MediaStream | null} */
    this.stream = null;
  }

  async open() {
    this.stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
    for (const track of this.stream.getTracks()) track.addEventListener("ended", this.onLost);
    try {
      await this.connect(new AudioContext({ sampleRate: RATE }));
    } catch {
      await this.connect(new AudioContext()); // a browser that takes no other rate than the stream's
    }
  }

  /** @param {AudioContext} context */
  async connect(context) {
    try {
      await context.audioWorklet.addModule("/page/satellite-worklet.js");
      const source = context.createMediaStreamSource(/** @type {MediaStream} */ (this.stream));
      const packer = new AudioWorkletNode(context, "frame-packer", { numberOfOutputs: 0 });
      packer.port.onmessage = (event) => this.onFrame(event.data);
      source.connect(packer);
      await context.resume();
    } catch (error) {
      await context.close();
      throw error;
    }
    this.context = context;
  }

  async close() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    await this.context?.close();
    this.stream = this.context = null;
  }
}

/** Plays speech as it comes, and knows how much of it was heard. */
export class Loudspeaker {
  constructor() {
    this.context = new AudioContext();
    /** @type {{source: AudioBufferSourceNode, start: number, seconds: number}[]} */
    this.blocks = [];
    this.rate = 22050;
    this.speech = -1;
    this.next = 0;
  }

  async open() {
    await this.context.resume();
  }

  /**
   * @param {number} speech
   * @param {number} rate
   */
  begin(speech, rate) {
    this.stop();
    this.speech = speech;
    this.rate = rate;
  }

  /** @param {ArrayBuffer} data One byte 1, one byte with the number, then int16. */
  add(data) {
    const head = new Uint8Array(data, 0, 2);
    if (head[0] !== 1 || head[1] !== this.speech) return;
    const samples = new Int16Array(data.slice(2));
    if (!samples.length) return;
    const buffer = this.context.createBuffer(1, samples.length, this.rate);
    const out = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) out[i] = samples[i] / 32768;
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.context.destination);
    const start = Math.max(this.next, this.context.currentTime + 0.02);
    source.start(start);
    this.next = start + buffer.duration;
    this.blocks.push({ source, start, seconds: buffer.duration });
  }

  /** How much of this speech was played, in milliseconds. */
  get playedMs() {
    const now = this.context.currentTime - (this.context.outputLatency || 0);
    const seconds = this.blocks.reduce(
      (sum, one) => sum + Math.max(0, Math.min(now - one.start, one.seconds)), 0);
    return Math.round(1000 * seconds);
  }

  stop() {
    for (const one of this.blocks) {
      one.source.onended = null;
      try { one.source.stop(); } catch { /* it had ended */ }
      one.source.disconnect();
    }
    this.blocks = [];
    this.next = 0;
    this.speech = -1;
  }

  /** @param {keyof typeof NOTES} name */
  earcon(name) {
    let at = this.context.currentTime + 0.01;
    for (const [pitch, seconds] of NOTES[name] ?? []) {
      const tone = this.context.createOscillator();
      const gain = this.context.createGain();
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(0.25, at + 0.008);
      gain.gain.setValueAtTime(0.25, at + seconds - 0.02);
      gain.gain.linearRampToValueAtTime(0, at + seconds);
      tone.connect(gain).connect(this.context.destination);
      tone.start(at);
      tone.stop(at + seconds);
      at += seconds;
    }
  }
}
