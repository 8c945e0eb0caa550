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
   * Relays a signal to the other side. Throws `NOT_FOUND` for anyone but the two of an accepted call, and `CONFLICT`
   * for a tab that the call has moved away from.
   */
  signal(viewer: Viewer, payload: ClientPayload<'call.signal'>): Promise<void>;
  /**
   * Records that a side is present; the first minute begins when both report that they are connected. Throws the same.
   */
  alive(viewer: Viewer, payload: ClientPayload<'call.alive'>): Promise<void>;
}

/** Events from a tab after the call moved to another device. */
export const movedToOtherTab = (): AppError =>
  new AppError('CONFLICT', { message: 'This call is in another tab now', details: { reason: 'elsewhere' } });

/** Handles events from tabs in a call. */
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
    async signal(viewer, { callId, tabId, signal }) {
      deps.rateLimiter.spend('write', '', viewer);
      const found = await store.findPeer(db, callId, ownId(viewer));
      if (!found) throw new AppError('NOT_FOUND');
      if ((found.tabId ?? tabId) !== tabId) throw movedToOtherTab();
      // Serialised from the parsed value: nothing else reaches the other browser.
      const parsed = callSignal.safeParse(parseJson(signal));
      if (!parsed.success) throw new AppError('VALIDATION_FAILED');
      realtime.toProfile(found.peer, 'call.signal', { callId, signal: JSON.stringify(parsed.data) });
    },
    async alive(viewer, { callId, tabId, connected }) {
      const now = clock.now();
      const profileId = ownId(viewer);
      const row = await store.recordAlive(db, { id: callId, profileId, tabId, connected, at: now });
      if (!row) throw (await store.findPeer(db, callId, profileId)) ? movedToOtherTab() : new AppError('NOT_FOUND');
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
