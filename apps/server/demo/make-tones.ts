import { createRandom } from './random.ts';

/** What a sample sounds like. */
export type Tone = 'surf' | 'hum' | 'rain' | 'bowls';

/** One channel between -1 and 1 that fades in and out, the same samples every time. */
export function tones(tone: Tone, seconds: number, sampleRate: number): Float32Array {
  const random = createRandom(seedOf[tone]);
  const samples = new Float32Array(seconds * sampleRate);
  const sound = sounds[tone](() => random.next() * 2 - 1);
  for (let at = 0; at < samples.length; at += 1) {
    const time = at / sampleRate;
    const fade = Math.min(1, time / 0.6, (seconds - time) / 0.9);
    samples[at] = Math.max(-1, Math.min(1, sound(time, sampleRate))) * Math.max(0, fade);
  }
  return samples;
}

const seedOf: Record<Tone, number> = { surf: 1, hum: 2, rain: 3, bowls: 4 };

type Noise = () => number;
const wave = (time: number, hertz: number) => Math.sin(2 * Math.PI * hertz * time);

/** Noise whose high parts are taken away; `share` of a new sample is let through. */
function soften(noise: Noise): (share: number) => number {
  let last = 0;
  return (share) => {
    last += share * (noise() - last);
    return last;
  };
}

const sounds: Record<Tone, (noise: Noise) => (time: number, sampleRate: number) => number> = {
  /** Waves that come in every four seconds. */
  surf(noise) {
    const soft = soften(noise);
    return (time) => {
      const swell = 0.5 - 0.5 * Math.cos((2 * Math.PI * time) / 4);
      return soft(0.03 + 0.09 * swell) * (0.5 + 1.6 * swell);
    };
  },
  /** A quiet fifth that beats slowly. */
  hum: () => (time) => 0.16 * wave(time, 110) + 0.12 * wave(time, 165.4) + 0.07 * wave(time, 220.7) * wave(time, 0.25),
  rain(noise) {
    const soft = soften(noise);
    let drop = 0;
    let pitch = 1_400;
    return (time, sampleRate) => {
      // About nine drops a second on glass.
      if (Math.abs(noise()) < 9 / sampleRate) {
        drop = 0.35;
        pitch = 1_200 + 900 * Math.abs(noise());
      }
      drop *= 1 - 60 / sampleRate;
      return soft(0.25) * 0.35 + drop * wave(time, pitch);
    };
  },
  /** Three bowls, struck in turn every three seconds. */
  bowls: () => (time) => {
    const struck = Math.floor(time / 3);
    const voice = (index: number) => {
      const since = time - index * 3;
      const hertz = [196, 261.6, 329.6][index % 3] ?? 196;
      return index < 0 ? 0 : Math.exp(-since / 1.9) * (0.3 * wave(since, hertz) + 0.1 * wave(since, hertz * 2.76));
    };
    return voice(struck) + voice(struck - 1) + voice(struck - 2);
  },
};

/** The samples as a WAV file of 16 bits. */
export function wavOf(samples: Float32Array, sampleRate: number): Buffer {
  const data = Buffer.alloc(44 + samples.length * 2);
  data.write('RIFF', 0);
  data.writeUInt32LE(data.length - 8, 4);
  data.write('WAVEfmt ', 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(sampleRate, 24);
  data.writeUInt32LE(sampleRate * 2, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write('data', 36);
  data.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries()) data.writeInt16LE(Math.round(sample * 32_767), 44 + at * 2);
  return data;
}
