/**
 * Socket frames, the same in both directions: JSON arrays as text. Each side ignores what it does not know (another
 * first element, more elements, an unknown name), so that different versions work together.
 *
 * - `[0]`: a heartbeat, sent by the server and returned by the browser.
 * - `[name, payload]`: an event. With a third element, `[name, payload, id]`, a browser requests an answer.
 * - `[id, answer]`: the answer to the event with this id, a whole number from 1, unique per connection.
 */
export type Frame =
  | { kind: 'heartbeat' }
  | { kind: 'event'; name: string; payload: unknown; id: number | null }
  | { kind: 'answer'; id: number; value: unknown };

export const heartbeatFrame = '[0]';

/** Milliseconds between heartbeats, and how long the other side may be silent after one was due. */
export const heartbeat = { everyMs: 25_000, withinMs: 20_000 } as const;

/**
 * Milliseconds until a lost connection is opened again; `random` is 0 to 1. Wide after the first loss, because a stopped
 * server loses all its tabs at once; after that the tabs are apart, and grow by half rather than double: most are back
 * with their second attempt.
 */
export const reconnectDelayMs = (failures: number, random: number): number =>
  Math.min(20_000, 2_000 * 1.5 ** failures) * (failures === 0 ? 0.1 + 1.8 * random : 0.5 + random);

/** The session has ended: the browser checks who is signed in before it reconnects. */
export const sessionEndedCode = 4401;

/**
 * This process is going down and others serve (RFC 6455's registry: service restart). Any close without a code of ours
 * is a network error.
 */
export const movingCode = 1012;

/** Milliseconds until a tab that was told to move connects again: soon, because the server sends tabs away one by one. */
export const movingDelayMs = (random: number): number => 100 + 900 * random;

export const eventFrame = (name: string, payload: unknown, id?: number): string =>
  JSON.stringify(id === undefined ? [name, payload] : [name, payload, id]);
export const answerFrame = (id: number, value: unknown): string => JSON.stringify([id, value]);

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Null for frames unknown to this version. */
export function readFrame(text: string): Frame | null {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(parts)) return null;
  const [first, second, third] = parts as unknown[];
  if (first === 0) return { kind: 'heartbeat' };
  if (isId(first)) return { kind: 'answer', id: first, value: second };
  if (typeof first !== 'string') return null;
  return { kind: 'event', name: first, payload: second, id: isId(third) ? third : null };
}
