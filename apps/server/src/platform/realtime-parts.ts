/** A piece of a batch: PostgreSQL's notifications hold 8,000 bytes, and come in the order they were sent. */
export interface Part {
  /** The sender. */
  from: string;
  /** Place in the batch, from 0. */
  index: number;
  last: boolean;
  /** Base64, so that no character takes more room than it shows. */
  data: string;
}

/** With base64 and the adapter's own words a part stays below the limit. */
const bytesInPart = 5_400;

export function partsOf(items: readonly unknown[], from: string): Part[] {
  const whole = Buffer.from(JSON.stringify(items));
  const count = Math.ceil(whole.length / bytesInPart);
  return Array.from({ length: count }, (_, index) => ({
    from,
    index,
    last: index === count - 1,
    data: whole.toString('base64', index * bytesInPart, (index + 1) * bytesInPart),
  }));
}

/** Answers a batch with its last part; null before that, and for one whose beginning was missed. */
export function createAssembly<Item>(): (part: Part) => Item[] | null {
  const begun = new Map<string, string[]>();
  return ({ from, index, last, data }) => {
    const parts = index === 0 ? [] : begun.get(from);
    if (!parts || parts.length !== index) {
      begun.delete(from);
      return null;
    }
    parts.push(data);
    if (!last) {
      begun.set(from, parts);
      return null;
    }
    begun.delete(from);
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')));
    return JSON.parse(bytes.toString()) as Item[];
  };
}
