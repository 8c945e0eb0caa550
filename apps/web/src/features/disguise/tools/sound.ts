/** Sounds that the device makes itself; no file is loaded. */
export type SoundId = 'rain' | 'wind' | 'chimes' | 'hum';
export const soundIds: readonly SoundId[] = ['rain', 'wind', 'chimes', 'hum'];

export interface Playing {
  setVolume(volume: number): void;
  stop(): void;
}

const scale = [261.6, 293.7, 329.6, 392, 440, 523.3];

function noise(context: AudioContext, frequency: number, type: BiquadFilterType): AudioNode {
  const buffer = context.createBuffer(1, context.sampleRate * 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  // A call fills at most 65,536 bytes.
  const chunk = new Int16Array(32_768);
  for (let start = 0; start < samples.length; start += chunk.length) {
    crypto.getRandomValues(chunk);
    const part = samples.subarray(start, start + chunk.length);
    for (let at = 0; at < part.length; at += 1) part[at] = (chunk[at] ?? 0) / 32_768;
  }
  const source = new AudioBufferSourceNode(context, { buffer, loop: true });
  const filter = new BiquadFilterNode(context, { type, frequency, Q: 0.6 });
  source.connect(filter);
  source.start();
  return filter;
}

function chime(context: AudioContext, target: AudioNode): void {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  const frequency = scale[random % scale.length] ?? 440;
  const tone = new OscillatorNode(context, { frequency });
  const gain = new GainNode(context, { gain: 0 });
  const now = context.currentTime;
  gain.gain.linearRampToValueAtTime(0.4, now + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 3);
  tone.connect(gain).connect(target);
  tone.start();
  tone.stop(now + 3);
}

/** Starts a sound. Call it from a press: browsers allow no sound before one. */
export function playSound(id: SoundId, volume: number): Playing {
  const context = new AudioContext();
  const out = new GainNode(context, { gain: volume });
  out.connect(context.destination);
  let timer: ReturnType<typeof setInterval> | undefined;
  if (id === 'rain') noise(context, 2_400, 'bandpass').connect(out);
  if (id === 'wind') noise(context, 320, 'lowpass').connect(out);
  if (id === 'hum')
    for (const frequency of [110, 110.6, 164.8]) {
      const tone = new OscillatorNode(context, { frequency });
      tone.connect(new GainNode(context, { gain: 0.25 })).connect(out);
      tone.start();
    }
  if (id === 'chimes') {
    chime(context, out);
    timer = setInterval(() => chime(context, out), 1_400);
  }
  return {
    setVolume: (next) => out.gain.setTargetAtTime(next, context.currentTime, 0.05),
    stop() {
      clearInterval(timer);
      void context.close();
    },
  };
}

/** Three short tones: a countdown has ended. */
export function beep(): void {
  const context = new AudioContext();
  for (const start of [0, 0.4, 0.8]) {
    const tone = new OscillatorNode(context, { frequency: 880 });
    tone.connect(new GainNode(context, { gain: 0.3 })).connect(context.destination);
    tone.start(context.currentTime + start);
    tone.stop(context.currentTime + start + 0.2);
  }
  setTimeout(() => void context.close(), 2_000);
}
