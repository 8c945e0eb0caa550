import type { StatementGroup } from '@vlam/contract/rules/statement';
import type { Db } from '../../platform/database.ts';
import {
  type EntryFilter,
  type EntryRow,
  type EntryTotals,
  findFirstEntry,
  groupOfKind,
  listEntries,
  sumEntries,
} from './member-statement-store.ts';

export type StatementEntryRow = EntryRow & { group: StatementGroup };

/** Everything that a member paid, spent and received, in rand and credits. */
export const createMemberStatement = (db: Db) => ({
  async list(
    accountId: string,
    filter: EntryFilter,
    page: { before: string | null; limit: number },
  ): Promise<StatementEntryRow[]> {
    const rows = await listEntries(db, accountId, filter, page);
    return rows.map((row) => ({ ...row, group: groupOfKind(row.kind) }));
  },
  async sum(accountId: string, span: EntryFilter['span']): Promise<EntryTotals & { firstAt: Date | null }> {
    const [totals, firstAt] = await Promise.all([sumEntries(db, accountId, span), findFirstEntry(db, accountId)]);
    return { ...totals, firstAt };
  },
});
