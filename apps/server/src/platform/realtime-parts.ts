import type { Entry } from './realtime-bus-receiver.ts';

/**
 * A piece of a batch: a notification of PostgreSQL holds 8,000 bytes. Notifications arrive in the order they were sent.
 */
export interface Part {
  /** The sender. */
  from: string;
  /** Sequence number of the batch within the sender, from 1. */
  n: number;
  /** Position in the batch, from 0. */
  index: number;
  last: boolean;
  /** Base64, so that no character takes more bytes than it shows. */
  data: string;
}

/** With base64 and the envelope a part stays below the limit. */
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

/** Returns a batch with its last part; null before that, for a duplicate part, and when its first parts were missed. */
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
