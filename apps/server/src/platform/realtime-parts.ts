import type { Entry } from './realtime-bus-hearing.ts';

/** A piece of a batch: PostgreSQL's notifications hold 8,000 bytes, and come in the order they were sent. */
export interface Part {
  /** The sender. */
  from: string;
  /** Place of the batch among those of the sender, from 1. */
  n: number;
  /** Place in the batch, from 0. */
  index: number;
  last: boolean;
  /** Base64, so that no character takes more room than it shows. */
  data: string;
}

/** With base64 and the adapter's own words a part stays below the limit. */
const bytesInPart = 5_400;

export function partsOf(items: readonly unknown[], from: string, n: number): Part[] {
  const whole = Buffer.from(JSON.stringify(items));
  const count = Math.ceil(whole.length / bytesInPart);
  return Array.from({ length: count }, (_, index) => ({
    from,
    n,
    index,
    last: index === count - 1,
    data: whole.toString('base64', index * bytesInPart, (index + 1) * bytesInPart),
  }));
}

/** Answers a batch with its last part; null before that, for a part said twice, and for one whose beginning was missed. */
export function createAssembly(): (part: Part) => Entry | null {
  const begun = new Map<string, { n: number; parts: string[] }>();
  return ({ from, n, index, last, data }) => {
    const before = begun.get(from);
    const batch = before?.n === n ? before : { n, parts: [] };
    if (index < batch.parts.length) return null;
    begun.delete(from);
    if (index > batch.parts.length) return null;
    batch.parts.push(data);
    if (!last) {
      begun.set(from, batch);
      return null;
    }
    const bytes = Buffer.concat(batch.parts.map((part) => Buffer.from(part, 'base64')));
    return { from, n, items: bytes.toString() };
  };
}
