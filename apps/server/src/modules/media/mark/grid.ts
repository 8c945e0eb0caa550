import { createCipheriv, createHmac } from 'node:crypto';

/*
 * A viewer's mark is 128 signs written into the light of a picture. The picture is divided into cells, 48 across. Each
 * cell carries one sign and is made brighter or darker by about one of 255 levels, softly towards its edges. A key and
 * the media id choose the sign of each cell, so comparing pictures does not reveal a mark, and one cannot be forged.
 * The grid is a share of the picture, so every size carries the same mark.
 */
export const cellsAcross = 48;
export const signCount = 128;

export interface MarkGrid {
  rows: number;
  /** Index of the sign that each cell carries, row by row. */
  signOf: Uint8Array;
  /** 1 or -1 per cell: the factor of its sign. */
  polarityOf: Int8Array;
}

/** `width` and `height` are those of the largest size, so that every size has the same grid. */
export function markGrid(key: Buffer, mediaId: string, width: number, height: number): MarkGrid {
  const rows = Math.max(1, Math.round((cellsAcross * height) / width));
  const cells = rows * cellsAcross;
  const random = keyedNumbers(createHmac('sha256', key).update(`grid ${mediaId}`).digest(), cells);
  const order = Array.from({ length: cells }, (_, cell) => cell).sort(
    (left, right) => (random[left] ?? 0) - (random[right] ?? 0) || left - right,
  );
  const signOf = new Uint8Array(cells);
  const polarityOf = new Int8Array(cells);
  order.forEach((cell, place) => {
    signOf[cell] = place % signCount;
    polarityOf[cell] = (random[cell] ?? 0) & 1 ? 1 : -1;
  });
  return { rows, signOf, polarityOf };
}

/** The 128 signs, each 1 or -1, of one account in one picture. */
export function viewerSigns(key: Buffer, mediaId: string, accountId: string): Int8Array {
  const digest = createHmac('sha256', key).update(`viewer ${mediaId} ${accountId}`).digest();
  return Int8Array.from({ length: signCount }, (_, sign) => (((digest[sign >> 3] ?? 0) >> (sign & 7)) & 1 ? 1 : -1));
}

function keyedNumbers(seed: Buffer, count: number): Uint32Array {
  const bytes = createCipheriv('aes-256-ctr', seed, Buffer.alloc(16)).update(Buffer.alloc(count * 4));
  return Uint32Array.from({ length: count }, (_, index) => bytes.readUInt32BE(index * 4));
}

/** Weight of a place inside its cell: 0 at the edges, 1 in the middle. `at` counts cells from the picture's edge. */
export const cellWeight = (at: number): number => Math.sin(Math.PI * (at - Math.floor(at)));
