import type { LiveChunk } from '@vlam/contract/rules/lives';
import { fragment, initSegment, pictureScale, type Sample, soundScale, type Tracks } from './cmaf.ts';

export interface Part {
  data: Buffer;
  ms: number;
  /** Begins with a key frame. */
  isIndependent: boolean;
}

export interface Segment {
  number: number;
  epoch: number;
  /** When its first picture arrived. */
  at: Date;
  ms: number;
  parts: Part[];
}

export interface Packager {
  /** A connection of the broadcasting browser begins: the pictures after it have a start and a clock of their own. */
  begin(epoch: number, tracks: Tracks): void;
  /** Frames in the order they were encoded, a key frame first. Throws when a segment becomes too large. */
  add(chunk: LiveChunk): void;
  /** Finished segments still in memory, oldest first. */
  readonly segments: readonly Segment[];
  /** The segment that is being written. */
  readonly open: Segment | null;
  initOf(epoch: number): Buffer | undefined;
  /** Waits until the part (the whole segment without `part`) exists; returns after `limitMs` at the latest. */
  waitFor(number: number, part: number | undefined, limitMs: number): Promise<void>;
}

/**
 * Parts are cut at this length, segments at the first key frame after theirs. Microseconds. With the longest distance of
 * key frames a segment stays below 4.5 seconds, which rounds to the target duration (RFC 8216, 4.3.3.1).
 */
const partLength = 320_000;
const segmentLength = 490_000;
/** More than twice of what a segment may hold: timestamps that hardly rise never end one. */
const segmentBytes = 8 * 1024 * 1024;
const segmentsInMemory = 8;
const initsInMemory = 3;

interface Waiter {
  number: number;
  part: number | undefined;
  done(): void;
}

/**
 * Cuts frames into parts and segments. A sample lasts until the next one of its track, so a cut is made when the frame
 * after it has come, and the last sound is kept for the next part.
 */
export function createPackager(options: {
  firstNumber: number;
  now(): Date;
  onSegment(segment: Segment): void;
}): Packager {
  const { now, onSegment } = options;
  const segments: Segment[] = [];
  const inits = new Map<number, Buffer>();
  const waiters = new Set<Waiter>();
  let nextNumber = options.firstNumber;
  let fragments = 0;
  let open: Segment | null = null;
  let epoch = 0;
  let hasSound = false;
  let base: number | null = null;
  let segmentStart = 0;
  /** Of the frames that no finished segment holds. */
  let bytes = 0;
  let pictures: LiveChunk[] = [];
  let sounds: LiveChunk[] = [];

  const exists = ({ number, part }: Pick<Waiter, 'number' | 'part'>): boolean =>
    number < (open?.number ?? nextNumber) ||
    (open?.number === number && part !== undefined && open.parts.length > part);

  function wake(): void {
    for (const waiter of waiters) if (exists(waiter)) waiter.done();
  }

  function timed(chunks: readonly LiveChunk[], end: number, scale: number): { time: number; samples: Sample[] } {
    const unitsAt = (timestamp: number) => Math.max(0, Math.round(((timestamp - (base ?? 0)) * scale) / 1_000_000));
    return {
      time: unitsAt(chunks[0]?.timestamp ?? 0),
      samples: chunks.map(({ timestamp, bytes, kind }, index) => ({
        bytes,
        duration: unitsAt(chunks[index + 1]?.timestamp ?? end) - unitsAt(timestamp),
        isKey: kind !== 'delta',
      })),
    };
  }

  function cutPart(end: number): void {
    const [first] = pictures;
    if (!first) return;
    if (!open) {
      open = { number: nextNumber, epoch, at: now(), ms: 0, parts: [] };
      nextNumber += 1;
    }
    const beyond = sounds.findIndex(({ timestamp }) => timestamp >= end);
    const count = Math.max(0, beyond === -1 ? sounds.length - 1 : beyond);
    const complete = sounds.slice(0, count);
    const next = sounds[count];
    const sound = hasSound && complete.length > 0 && next ? timed(complete, next.timestamp, soundScale) : null;
    fragments += 1;
    const ms = (end - first.timestamp) / 1000;
    open.parts.push({
      data: fragment(fragments, timed(pictures, end, pictureScale), sound),
      ms,
      isIndependent: first.kind === 'key',
    });
    open.ms += ms;
    pictures = [];
    sounds = sounds.slice(count);
    wake();
  }

  function finishSegment(): void {
    if (!open) return;
    const segment = open;
    open = null;
    bytes = sounds.reduce((sum, sound) => sum + sound.bytes.length, 0);
    segments.push(segment);
    if (segments.length > segmentsInMemory) segments.shift();
    wake();
    onSegment(segment);
  }

  function addPicture(chunk: LiveChunk): void {
    if (base === null) {
      base = chunk.timestamp;
      segmentStart = chunk.timestamp;
    }
    const endsSegment = chunk.kind === 'key' && chunk.timestamp - segmentStart >= segmentLength;
    const [first] = pictures;
    if (first && (endsSegment || chunk.timestamp - first.timestamp >= partLength)) cutPart(chunk.timestamp);
    if (endsSegment) {
      finishSegment();
      segmentStart = chunk.timestamp;
    }
    pictures.push(chunk);
  }

  return {
    begin(nextEpoch, tracks) {
      finishSegment();
      epoch = nextEpoch;
      hasSound = tracks.channels !== null;
      base = null;
      pictures = [];
      sounds = [];
      bytes = 0;
      inits.set(epoch, initSegment(tracks));
      for (const old of [...inits.keys()].slice(0, -initsInMemory)) inits.delete(old);
    },
    add(chunk) {
      const isKept = chunk.kind !== 'sound' || (base !== null && chunk.timestamp >= base);
      if (!isKept) return;
      bytes += chunk.bytes.length;
      if (bytes > segmentBytes) throw new Error('a segment is too large');
      if (chunk.kind === 'sound') sounds.push(chunk);
      else addPicture(chunk);
    },
    get segments() {
      return segments;
    },
    get open() {
      return open;
    },
    initOf: (of) => inits.get(of),
    waitFor(number, part, limitMs) {
      const isNear = number <= nextNumber + 1;
      if (!isNear || exists({ number, part })) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter: Waiter = {
          number,
          part,
          done() {
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve();
          },
        };
        const timer = setTimeout(() => waiter.done(), limitMs);
        waiters.add(waiter);
      });
    },
  };
}
