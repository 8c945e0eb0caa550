import { readLocal, writeLocal } from './device.ts';
import { toJohannesburgTime } from './johannesburg-time.ts';
import { createStore } from './store.ts';

export const dataKinds = ['videos', 'sound', 'lives', 'pictures', 'calls', 'app', 'messages'] as const;
export type DataKind = (typeof dataKinds)[number];
/** `saved`: what was asked for again and came from this device; no part of the total. */
export type DataBytes = Record<DataKind | 'saved', number>;
const counted = [...dataKinds, 'saved'] as const;

export interface DataUse {
  /** YYYY-MM in Johannesburg. */
  month: string;
  thisMonth: DataBytes;
  thisVisit: DataBytes;
}

/** Cleared with all that is personal: it shows what the member watched. */
export const dataUseKey = 'dataUse';

const each = (bytesOf: (kind: keyof DataBytes) => number) =>
  Object.fromEntries(counted.map((kind) => [kind, bytesOf(kind)])) as DataBytes;
const none = (): DataBytes => each(() => 0);
const monthOf = (at: Date): string => toJohannesburgTime(at).date.slice(0, 7);
export const totalOf = (bytes: DataBytes): number => dataKinds.reduce((sum, kind) => sum + bytes[kind], 0);

/** What was stored; anything that no meter wrote counts as nothing. */
export function readBytes(stored: string | null, month: string): DataBytes {
  try {
    const read: { month?: unknown; bytes?: Partial<Record<keyof DataBytes, unknown>> } =
      JSON.parse(stored ?? '{}') ?? {};
    if (read.month !== month) return none();
    return each((kind) => {
      const value = read.bytes?.[kind];
      return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
    });
  } catch {
    return none();
  }
}

let waiting = none();
const sum = (one: DataBytes, other: DataBytes) => each((kind) => one[kind] + other[kind]);
const visitKey = 'visit';
const readVisit = () => {
  try {
    return readBytes(sessionStorage.getItem(dataUseKey), visitKey);
  } catch {
    return none();
  }
};

export const dataUseStore = createStore<DataUse>({ month: '', thisMonth: none(), thisVisit: none() });

/** Adds what travelled to or from this device. It is written with the next save. */
export function countData(kind: keyof DataBytes, bytes: number): void {
  waiting[kind] += bytes;
}

/** Stores what waits. All tabs add to one month; a visit is a tab's own. */
export function saveDataUse(now = new Date()): void {
  const month = monthOf(now);
  const thisMonth = sum(readBytes(readLocal(dataUseKey), month), waiting);
  const thisVisit = sum(readVisit(), waiting);
  if (totalOf(waiting) + waiting.saved > 0) {
    writeLocal(dataUseKey, JSON.stringify({ month, bytes: thisMonth }));
    try {
      sessionStorage.setItem(dataUseKey, JSON.stringify({ month: visitKey, bytes: thisVisit }));
    } catch {
      // With storage blocked the visit ends with the page.
    }
    waiting = none();
  }
  dataUseStore.set({ month, thisMonth, thisVisit });
}

/** Kind of a response by its address; the server's paths are fixed. */
export function kindOf(path: string, initiator: string): DataKind {
  if (path.startsWith('/m/live/') || path.startsWith('/api/lives')) return 'lives';
  if (path.startsWith('/img/') || initiator === 'img' || initiator === 'image') return 'pictures';
  // Also the sound of a film, which is a track of its own.
  if (/^\/m\/[^/]+\/sound\b/.test(path) || initiator === 'audio') return 'sound';
  if (path.startsWith('/m/')) return 'videos';
  if (/^\/api\/(messages|conversations)/.test(path)) return 'messages';
  return path.startsWith('/api/calls') ? 'calls' : 'app';
}
