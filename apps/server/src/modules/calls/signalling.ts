import { callSignal } from '@vlam/contract/calls';
import type { ClientPayload } from '@vlam/contract/realtime';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Lifecycle } from './lifecycle.ts';
import { mayBegin } from './policy.ts';
import * as store from './store.ts';

export interface Signalling {
  /**
   * Passes a signal on to the other side. Throws `NOT_FOUND` for anybody but the two of a call that was taken, and
   * `CONFLICT` for a page that the person has gone on from.
   */
  signal(viewer: Viewer, said: ClientPayload<'call.signal'>): Promise<void>;
  /** Notes that one is there; the first minute begins when both say that they are connected. Throws the same. */
  alive(viewer: Viewer, said: ClientPayload<'call.alive'>): Promise<void>;
}

/** Events from a tab after the call moved to another device. */
export const elsewhere = (): AppError =>
  new AppError('CONFLICT', { message: 'This call is on another page now', details: { reason: 'elsewhere' } });

/** What pages in a call say over the socket. */
export function createSignalling(deps: {
  database: Database;
  clock: Clock;
  rateLimiter: RateLimiter;
  realtime: Pick<Realtime, 'toProfile'>;
  lifecycle: Lifecycle;
}): Signalling {
  const { clock, lifecycle, realtime } = deps;
  const { db } = deps.database;
  const ownId = ({ profileId }: Viewer): string => {
    if (!profileId) throw new AppError('NOT_FOUND');
    return profileId;
  };

  return {
    async signal(viewer, { callId, page, signal }) {
      deps.rateLimiter.spend('write', '', viewer);
      const found = await store.findPeer(db, callId, ownId(viewer));
      if (!found) throw new AppError('NOT_FOUND');
      if ((found.page ?? page) !== page) throw elsewhere();
      // Written anew from what was understood: nothing else reaches the other browser.
      const understood = callSignal.safeParse(parseJson(signal));
      if (!understood.success) throw new AppError('VALIDATION_FAILED');
      realtime.toProfile(found.peer, 'call.signal', { callId, signal: JSON.stringify(understood.data) });
    },
    async alive(viewer, { callId, page, connected }) {
      const now = clock.now();
      const profileId = ownId(viewer);
      const row = await store.noteAlive(db, { id: callId, profileId, page, connected, at: now });
      if (!row) throw (await store.findPeer(db, callId, profileId)) ? elsewhere() : new AppError('NOT_FOUND');
      if (!row.allowed) {
        await lifecycle.finish(callId, now, () => ({ ending: 'unavailable' }));
        throw new AppError('NOT_FOUND');
      }
      if (mayBegin(row)) await lifecycle.begin(callId, now);
      else if (row.started_at && row.side === 'caller') await lifecycle.tick(row);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
