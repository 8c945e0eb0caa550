import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { timeOfId } from '../../platform/ids.ts';
import { endOfIds } from './earnings-store.ts';
import type { EntryRow, TransferFilter, TransferRow } from './explorer-store.ts';
import * as store from './explorer-store.ts';

export interface Explorer {
  /** Transfers that match the filter, newest first. Throws `VALIDATION_FAILED` for a foreign cursor. */
  list(
    filter: TransferFilter,
    page: { cursor?: string | undefined; limit: number },
  ): Promise<{ transfers: TransferRow[]; nextCursor: string | null }>;
  /** One transfer with both sides of all its legs, or null. */
  find(groupId: string): Promise<{ transfer: TransferRow; entries: EntryRow[] } | null>;
}

export type { EntryRow, TransferFilter, TransferRow } from './explorer-store.ts';

const hourMs = 3_600_000;
/** Periods searched without payer, payee or reference; the next only when a page is not full. */
const searchWindows = [hourMs, 24 * hourMs, 30 * 24 * hourMs, 365 * 24 * hourMs];
/** An id is created moments before its row; a wrong clock is off by hours. */
const clockSkews = [60_000, 3 * hourMs];
const position = z.tuple([z.uuid()]);

/** The ledger for staff. */
export function createExplorer({ db }: Pick<Database, 'db'>, clock: Clock): Explorer {
  async function listNewest(filter: TransferFilter, before: string, limit: number): Promise<TransferRow[]> {
    const isNamed = filter.ownerId ?? filter.payeeId ?? filter.reference;
    if (isNamed === undefined) {
      const from = before === endOfIds ? clock.now() : timeOfId(before);
      for (const window of searchWindows) {
        const since = new Date(from.getTime() - window);
        const found = await store.listTransfers(db, filter, { before, since, limit });
        if (found.length === limit) return found;
      }
    }
    return store.listTransfers(db, filter, { before, since: null, limit });
  }

  return {
    async list(filter, { cursor, limit }) {
      const before = decodeCursor(position, cursor)?.[0] ?? endOfIds;
      const found = await listNewest(filter, before, limit + 1);
      const transfers = found.slice(0, limit);
      const last = transfers.at(-1);
      return { transfers, nextCursor: found.length > limit && last ? encodeCursor([last.group_id]) : null };
    },
    async find(groupId) {
      const createdAt = timeOfId(groupId).getTime();
      const searchRanges = clockSkews.map((skew) => [new Date(createdAt - skew), new Date(createdAt + skew)] as const);
      for (const span of [...searchRanges, [new Date(0), new Date(8.64e15 / 1e3)] as const]) {
        const transfer = await store.findTransfer(db, groupId, span);
        if (transfer) return { transfer, entries: await store.listEntries(db, transfer.owner_id, groupId) };
      }
      return null;
    },
  };
}
