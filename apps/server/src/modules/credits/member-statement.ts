import type { StatementGroup } from '@vlam/contract/rules/statement';
import type { Db } from '../../platform/database.ts';
import * as store from './member-statement-store.ts';

type EntryFilter = store.EntryFilter;

/** An entry of a member's statement: one posting, or several that belong together. */
export interface StatementEntryRow extends store.MovementRow {
  group: StatementGroup;
  /** Postings in this entry. */
  count: number;
  /** All credits of the member after and before this entry; null where the list leaves out what moved between. */
  creditsAfter: bigint | null;
  creditsBefore: bigint | null;
}

export interface StatementPage {
  /** The last entry of the page before. */
  before: { id: string; credits: bigint | null } | null;
  limit: number;
}

/** `lastId` is its newest posting. */
type Entry = Omit<StatementEntryRow, 'creditsAfter' | 'creditsBefore'> & { lastId: string };

const maxBatch = 500;

/** The entry a posting is part of; null when it stands for itself. */
function wholeOf({ kind, reference, at }: store.MovementRow): store.Whole | null {
  if (kind === 'call') return { kind: 'call', reference, at };
  if (kind === 'pack_sale') return { kind: 'pack', reference, at };
  if (kind === 'subscription' || kind === 'subscription_hold' || kind === 'refund' || kind === 'chargeback')
    return { kind: 'order', reference, at };
  return null;
}

/** Postings with the same name are one entry. */
function nameOf({ id, kind, reference }: store.MovementRow): string {
  if (kind === 'subscription_hold') return `subscription ${reference}`;
  if (kind === 'pack' || kind === 'promotion') return `pack_sale ${reference}`;
  return wholeOf({ id, kind, reference } as store.MovementRow) ? `${kind} ${reference}` : id;
}

const sum = (values: readonly (bigint | null)[]): bigint | null =>
  values.reduce((total, value) => (value === null ? total : (total ?? 0n) + value), null);

/** `parts` are newest first. A pack is named and placed as its payment. */
function toEntry(parts: readonly store.MovementRow[]): Entry | null {
  const first = parts.find(({ kind }) => kind === 'pack_sale') ?? parts[0];
  if (!first) return null;
  const kind = first.kind === 'subscription_hold' ? 'subscription' : first.kind;
  return {
    ...first,
    kind,
    group: store.groupOfKind(kind),
    payeeId: parts.find(({ payeeId }) => payeeId)?.payeeId ?? null,
    cents: sum(parts.map(({ cents }) => cents)),
    credits: sum(parts.map(({ credits }) => credits)),
    count: parts.length,
    lastId: parts[0]?.id ?? first.id,
  };
}

/** Everything that a member paid, spent and received, in rand and credits. */
export const createMemberStatement = (db: Db) => {
  /** Entries of these postings, by name; those of several postings are read whole. */
  async function entriesOf(
    accountId: string,
    moved: readonly store.MovementRow[],
    { span }: EntryFilter,
  ): Promise<Map<string, Entry>> {
    const wholes = new Map(
      moved.flatMap((row) => wholeOf(row) ?? []).map((whole) => [`${whole.kind} ${whole.reference}`, whole]),
    );
    const parts = wholes.size > 0 ? await store.listWhole(db, accountId, [...wholes.values()], span) : [];
    const byName = Map.groupBy([...moved.filter((row) => !wholeOf(row)), ...parts], nameOf);
    return new Map(
      [...byName].flatMap(([name, own]) => {
        const entry = toEntry(own);
        return entry ? [[name, entry] as const] : [];
      }),
    );
  }

  /** The newest `limit` entries before a place, each at its newest posting. */
  async function listEntries(
    accountId: string,
    filter: EntryFilter,
    { before, limit }: { before: string | null; limit: number },
  ): Promise<Entry[]> {
    const entries: Entry[] = [];
    const batch = Math.min(maxBatch, 2 * limit);
    for (let place = before; ; ) {
      const moved = await store.listMovements(db, accountId, filter, { before: place, limit: batch });
      const found = await entriesOf(accountId, moved, filter);
      for (const row of moved) {
        const entry = found.get(nameOf(row));
        // Other postings of an entry, which may be on a page before, add nothing.
        if (entry?.id === row.id) entries.push(entry);
        if (entries.length === limit) return entries;
      }
      place = moved.at(-1)?.id ?? null;
      if (moved.length < batch) return entries;
    }
  }

  /** Credits after the newest entry of a first page. A list that leaves out movements would make a riddle of them. */
  async function findNewest(
    accountId: string,
    [newest]: readonly Entry[],
    filter: EntryFilter,
  ): Promise<bigint | null> {
    if (!newest || filter.group || filter.currency === 'rand') return null;
    return store.findCreditsAfter(db, accountId, newest.lastId);
  }

  return {
    async list(accountId: string, filter: EntryFilter, { before, limit }: StatementPage): Promise<StatementEntryRow[]> {
      const entries = await listEntries(accountId, filter, { before: before?.id ?? null, limit });
      let left = before ? before.credits : await findNewest(accountId, entries, filter);
      return entries.map(({ lastId, ...entry }) => {
        const creditsAfter = left;
        left = left === null ? null : left - (entry.credits ?? 0n);
        return { ...entry, creditsAfter, creditsBefore: left };
      });
    },
    async sum(accountId: string, span: EntryFilter['span']): Promise<store.EntryTotals & { firstAt: Date | null }> {
      const [totals, firstAt] = await Promise.all([
        store.sumEntries(db, accountId, span),
        store.findFirstEntry(db, accountId),
      ]);
      return { ...totals, firstAt };
    },
  };
};
