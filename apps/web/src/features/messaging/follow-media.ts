import { type Answer, ApiError } from '../../lib/api.ts';

const askEveryMs = 700;
const atMostMs = 30_000;

type Media = Pick<Answer<'getMedia'>, 'state' | 'reason'>;

/** What became of a file that has arrived. `lost`: the server has let go of it. */
type Followed = { state: 'ready' } | { state: 'lost' } | { state: 'failed'; reason?: string };

interface Asking {
  ask(): Promise<Media>;
  /** For so many milliseconds. */
  wait(ms: number): Promise<unknown>;
  /** Nobody wants to know any more. */
  isGone(): boolean;
}

/** Asks the server after a file until it is prepared or never will be; null when that was given up. */
export async function followMedia({ ask, wait, isGone }: Asking): Promise<Followed | null> {
  let pause = askEveryMs;
  while (!isGone()) {
    try {
      const { state, reason } = await ask();
      if (state === 'ready') return { state };
      if (state === 'failed' || state === 'blocked') return { state: 'failed', ...(reason ? { reason } : {}) };
      pause = askEveryMs;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { state: 'lost' };
      // A question that is not answered is asked again, less and less often: the file is safe on the server.
      pause = Math.min(atMostMs, pause * 2);
    }
    await wait(pause);
  }
  return null;
}
