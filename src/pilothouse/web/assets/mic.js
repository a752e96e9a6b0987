// The microphone as PCM16 in frames of about 40 ms. Runs beside the page, in the audio thread.
class Mic extends AudioWorkletProcessor {
  constructor() {
    super();
    this.size = Math.max(128, Math.round(sampleRate * 0.04));
    this.frame = new Int16Array(this.size);
    this.filled = 0;
  }
  process(inputs) {
    const samples = inputs[0][0];
    if (!samples) return true;
    for (const sample of samples) {
      this.frame[this.filled++] = Math.max(-1, Math.min(1, sample)) * 32767;
      if (this.filled === this.size) {
        this.port.postMessage(this.frame.buffer, [this.frame.buffer]);
        this.frame = new Int16Array(this.size);
        this.filled = 0;
      }
    }
    return true;
  }
}
registerProcessor("mic", Mic);
