// Packs what the microphone hears into frames of 80 ms: 1280 samples, int16, 16 kHz.
// Where the context runs at another rate, each sample is the mean of the input it covers.

const RATE = 16000;
const SAMPLES = 1280;

class FramePacker extends AudioWorkletProcessor {
  constructor() {
    super();
    this.step = sampleRate / RATE;
    this.frame = new Int16Array(SAMPLES);
    this.filled = 0;
    this.sum = 0;
    this.weight = 0;
  }

  process(inputs) {
    const input = inputs[0][0];
    if (input) for (const value of input) this.add(value);
    return true;
  }

  add(value) {
    let left = 1;
    while (this.weight + left >= this.step) {
      const part = this.step - this.weight;
      this.put((this.sum + value * part) / this.step);
      this.sum = 0;
      this.weight = 0;
      left -= part;
    }
    this.sum += value * left;
    this.weight += left;
  }

  put(value) {
    this.frame[this.filled] = Math.max(-32768, Math.min(32767, Math.round(value * 32767)));
    this.filled += 1;
    if (this.filled === SAMPLES) {
      this.port.postMessage(this.frame.buffer, [this.frame.buffer]);
      this.frame = new Int16Array(SAMPLES);
      this.filled = 0;
    }
  }
}

registerProcessor("frame-packer", FramePacker);
