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
/** How far back a page is searched without payer, payee or number; further only when less is found. */
const reaches = [hourMs, 24 * hourMs, 30 * 24 * hourMs, 365 * 24 * hourMs];
/** An id is created moments before its row; a wrong clock is off by hours. */
const slips = [60_000, 3 * hourMs];
const position = z.tuple([z.uuid()]);

/** The ledger for staff. */
export function createExplorer({ db }: Pick<Database, 'db'>, clock: Clock): Explorer {
  async function newest(filter: TransferFilter, before: string, limit: number): Promise<TransferRow[]> {
    const isNamed = filter.ownerId ?? filter.payeeId ?? filter.reference;
    if (isNamed === undefined) {
      const from = before === endOfIds ? clock.now() : timeOfId(before);
      for (const reach of reaches) {
        const since = new Date(from.getTime() - reach);
        const found = await store.listTransfers(db, filter, { before, since, limit });
        if (found.length === limit) return found;
      }
    }
    return store.listTransfers(db, filter, { before, since: null, limit });
  }

  return {
    async list(filter, { cursor, limit }) {
      const before = decodeCursor(position, cursor)?.[0] ?? endOfIds;
      const found = await newest(filter, before, limit + 1);
      const transfers = found.slice(0, limit);
      const last = transfers.at(-1);
      return { transfers, nextCursor: found.length > limit && last ? encodeCursor([last.group_id]) : null };
    },
    async find(groupId) {
      const made = timeOfId(groupId).getTime();
      const spans = slips.map((slip) => [new Date(made - slip), new Date(made + slip)] as const);
      for (const span of [...spans, [new Date(0), new Date(8.64e15 / 1e3)] as const]) {
        const transfer = await store.findTransfer(db, groupId, span);
        if (transfer) return { transfer, entries: await store.listEntries(db, transfer.owner_id, groupId) };
      }
      return null;
    },
  };
}
