import { type Answer, ApiError } from './api.ts';

const pollIntervalMs = 700;
const maxIntervalMs = 30_000;

export type MediaAnswer = Pick<Answer<'getMedia'>, 'state' | 'reason'>;

/** Result of processing an upload. `lost`: the server has deleted it. */
type ProcessedMedia = { state: 'ready' } | { state: 'lost' } | { state: 'failed'; reason?: string };

interface Polling {
  fetchState(): Promise<MediaAnswer>;
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<unknown>;
  /** True once the result is no longer needed. */
  isCancelled(): boolean;
}

/** Polls the server until an upload is processed or refused; null when cancelled. */
export async function followMedia({ fetchState: ask, wait, isCancelled }: Polling): Promise<ProcessedMedia | null> {
  let pause = pollIntervalMs;
  while (!isCancelled()) {
    try {
      const { state, reason } = await ask();
      if (state === 'ready') return { state };
      if (state === 'failed' || state === 'blocked') return { state: 'failed', ...(reason ? { reason } : {}) };
      pause = pollIntervalMs;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { state: 'lost' };
      // Back off on failures: the file is safe on the server.
      pause = Math.min(maxIntervalMs, pause * 2);
    }
    await wait(pause);
  }
  return null;
}
