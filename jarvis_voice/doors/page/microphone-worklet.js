// Runs beside the page: hands on the microphone's sound, in blocks.

class Blocks extends AudioWorkletProcessor {
  process([input]) {
    if (input[0]) this.port.postMessage(input[0].slice());
    return true;
  }
}

registerProcessor("blocks", Blocks);
