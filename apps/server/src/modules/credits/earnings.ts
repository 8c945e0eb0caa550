import type { RevenueSource } from '@vlam/contract/payouts';
import * as z from 'zod/mini';
import { addDays, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { firstIdAt, timeOfId } from '../../platform/ids.ts';
import * as store from './earnings-store.ts';

/** Income of one source, less reversals; `sales` counts income, and each request once. */
export interface Income {
  source: RevenueSource;
  sales: number;
  credits: bigint;
  cents: bigint;
}
export type DayIncome = Income & { day: string };

export interface IncomeEntry extends Omit<Income, 'sales'> {
  groupId: string;
  /** The paying account. */
  payerId: string;
  /** The creator is not told who paid. */
  isUnnamed: boolean;
  kind: string;
  reference: string;
  description: string;
  /** The amount paid, in the currency that moved. */
  gross: bigint;
  at: Date;
}

const statementChunk = 2_000;
const position = z.tuple([z.uuid()]);

const toEntry = (row: store.IncomeRow): IncomeEntry => ({
  groupId: row.group_id,
  payerId: row.owner_id,
  isUnnamed: row.is_unnamed,
  kind: row.kind,
  reference: row.reference,
  description: row.description,
  gross: row.gross,
  at: row.created_at,
  source: row.source,
  credits: row.credits,
  cents: row.cents,
});

const movesMoney = (row: store.IncomeRow) => row.credits !== 0n || row.cents !== 0n;

/** Creators' earnings, read from the ledger; sums of past days are stored. */
export function createEarnings({ db }: Pick<Database, 'db'>) {
  /** Stores the sums of past days; returns the first day without. */
  async function storePastDays(profileId: string): Promise<string> {
    const found = await store.findDaySumState(db, profileId);
    if (found.until !== null && found.until >= found.settled) return found.until;
    return db.transaction().execute(async (tx) => {
      await store.lockDaySums(tx, profileId);
      const { until, settled, firstIncome } = await store.findDaySumState(tx, profileId);
      if (until !== null && until >= settled) return until;
      const from = until ?? (firstIncome ? johannesburgDay(timeOfId(firstIncome)) : settled);
      const days = daysBetween(from, settled);
      if (days.length > 0) {
        const thresholds = days.map((day) => firstIdAt(startOfDay(day)));
        await store.insertDaySums(tx, profileId, { days, thresholds, to: firstIdAt(startOfDay(settled)) });
      }
      await store.setSummedUntil(tx, profileId, settled);
      return settled;
    });
  }

  return {
    /** A creator's income by Johannesburg day and source, oldest first; days without any are absent. */
    async incomeByDay(profileId: string, now: Date): Promise<DayIncome[]> {
      const open = await storePastDays(profileId);
      const days = daysBetween(open, addDays(johannesburgDay(now), 1));
      const thresholds = days.map((day) => firstIdAt(startOfDay(day)));
      const [stored, recent] = await Promise.all([
        store.listDays(db, profileId),
        store.sumIncome(db, profileId, thresholds),
      ]);
      const fresh = recent.map(({ bucket, ...income }) => ({ ...income, day: days[bucket] ?? open }));
      return [...stored, ...fresh.sort((left, right) => (left.day < right.day ? -1 : 1))];
    },

    /** Income by source between each of `moments` (ascending) and the next; the last has no end. */
    async incomeBetween(profileId: string, moments: readonly Date[]): Promise<(Income & { index: number })[]> {
      const rows = await store.sumIncome(db, profileId, moments.map(firstIdAt));
      return rows.map(({ bucket, ...income }) => ({ ...income, index: bucket }));
    },

    /** What came in and went back within a period, by source; for a year of tax. */
    sumYear: (profileId: string, from: Date, to: Date): Promise<store.YearSum[]> =>
      store.sumYear(db, { profileId, from: firstIdAt(from), to: firstIdAt(to) }),

    /** Cents that went to the bank within a period, less what it returned. */
    sumPaidOut: (profileId: string, from: Date, to: Date): Promise<bigint> =>
      store.sumPaidOut(db, { profileId, from: firstIdAt(from), to: firstIdAt(to) }),

    /** Income by source within a period. */
    async incomeOf(profileId: string, from: Date, to: Date): Promise<Income[]> {
      const rows = await store.sumIncome(db, profileId, [firstIdAt(from)], firstIdAt(to));
      return rows.map(({ bucket: _only, ...income }) => income);
    },

    /** Income from unlocks of each item, or of some, since `from`, or in total, by item id. */
    async incomeByItem(
      profileId: string,
      from: Date | null,
      itemIds: readonly string[] | null = null,
    ): Promise<Map<string, { sales: number; credits: bigint }>> {
      const start = from ?? startOfDay(await storePastDays(profileId));
      const rows = await store.sumItems(db, profileId, { from: firstIdAt(start), stored: from === null, itemIds });
      return new Map(rows.map(({ reference, sales, credits }) => [reference, { sales, credits }]));
    },

    /** A page of income and reversals, newest first. Throws `VALIDATION_FAILED` for a foreign cursor. */
    async listIncome(
      profileId: string,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<{ entries: IncomeEntry[]; nextCursor: string | null }> {
      const before = decodeCursor(position, cursor)?.[0] ?? store.endOfIds;
      const range = { profileId, from: firstIdAt(new Date(0)), to: before };
      const rows = await store.listIncome(db, range, { limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        entries: shown.filter(movesMoney).map(toEntry),
        nextCursor: rows.length > limit && last ? encodeCursor([last.group_id]) : null,
      };
    },

    /** Everything between two moments, oldest first, in batches. */
    async *readIncome(profileId: string, from: Date, to: Date): AsyncGenerator<IncomeEntry[]> {
      const end = firstIdAt(to);
      for (let start = firstIdAt(from); ; ) {
        const rows = await store.listIncome(
          db,
          { profileId, from: start, to: end },
          { limit: statementChunk, oldestFirst: true },
        );
        if (rows.length > 0) yield rows.filter(movesMoney).map(toEntry);
        const last = rows.at(-1);
        if (!last || rows.length < statementChunk) return;
        start = nextId(last.group_id);
      }
    },

    /** A creator's earnings that were not withdrawn. */
    held: (on: Db, profileId: string) => store.findEarnings(on, profileId),
    /** Credits held for a creator, because promotional ones paid them. */
    promotional: (on: Db, profileId: string): Promise<bigint> => store.findHeld(on, profileId),
    /** The part earned from `since` on. */
    clearing: (on: Db, profileId: string, since: Date) => store.sumClearing(on, profileId, firstIdAt(since)),
    /** Creators' current share of a sale, in percent. */
    currentPercent: (): Promise<number> => store.findShare(db),
    /** Creators' share, in percent, from each day on, newest first. */
    shares: async (): Promise<{ from: Date; creatorPercent: number }[]> =>
      (await store.listShares(db)).map((row) => ({ from: row.effective_from, creatorPercent: row.creator_percent })),
  };
}

export type Earnings = ReturnType<typeof createEarnings>;

/** Days from `from` up to, not including, `to`. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The id after this one. */
function nextId(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
