import type { RawPicture } from '../src/modules/media/tints.ts';

/** A drawn picture with gradients, edges, soft spots and grain: each is hard for marks and hashes in its own way. */
export function drawScene({ width, height, seed = 1 }: { width: number; height: number; seed?: number }): RawPicture {
  const random = randomFrom(seed);
  const tilt = random() * 2 - 1;
  const stripes = 20 + Math.floor(random() * 80);
  const spots = Array.from({ length: 5 }, () => ({
    x: random() * width,
    y: random() * height,
    radius: (0.05 + random() * 0.15) * width,
    light: random() * 180 - 90,
  }));
  // A spot's light is that of its column times that of its row: an exponential for each pixel took most of the time.
  const fall = (length: number, middle: number, radius: number) =>
    Float64Array.from({ length }, (_, at) => Math.exp(-((at - middle) ** 2) / radius ** 2));
  const shapes = spots.map(({ x, y, radius, light }) => ({
    columns: fall(width, x, radius),
    rows: fall(height, y, radius).map((share) => share * light),
  }));
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const grain = y > height / 2 && x > width / 2 ? random() * 50 - 25 : 0;
      const edge = Math.floor((x + tilt * y) / stripes) % 2 === 0 && y < height / 3 ? 70 : 0;
      let light = 60 + (x * 90) / width + (tilt * (y * 50)) / height + grain + edge;
      for (const { columns, rows } of shapes) light += (columns[x] as number) * (rows[y] as number);
      for (let channel = 0; channel < 3; channel += 1, at += 1)
        data[at] = Math.max(0, Math.min(255, light - channel * 12));
    }
  return { data, width, height };
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
