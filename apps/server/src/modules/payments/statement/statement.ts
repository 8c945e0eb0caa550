import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { StatementEntry, statementOperations } from '@vlam/contract/payments-statement';
import * as z from 'zod/mini';
import { johannesburgDay, startOfDay } from '../../../platform/clock.ts';
import { csvRow } from '../../../platform/csv.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CreditsService, StatementEntryRow, StatementPage } from '../../credits/service.ts';
import { listCards } from '../methods/method-store.ts';
import { receiptNumber } from '../orders/view.ts';
import { listReceiptNumbers } from '../receipts/receipt-store.ts';

type Query = QueryOf<(typeof statementOperations)['memberStatement']>;
type CsvQuery = QueryOf<(typeof statementOperations)['memberStatementCsv']>;

export interface MemberStatement {
  /** A page of the viewer's movements, read from the ledger, with the receipts of their payments. */
  list(viewer: Viewer, query: Query): Promise<ResponseOf<(typeof statementOperations)['memberStatement']>>;
  /** The same as chunks of a CSV file. */
  streamCsv(viewer: Viewer, query: CsvQuery): AsyncGenerator<string>;
}

/** Who a creator is, as this viewer may see them; absent for one they may not. */
export type FindPeople = (
  viewer: Viewer,
  profileIds: readonly string[],
) => Promise<ReadonlyMap<string, NonNullable<StatementEntry['person']>>>;

const pageSize = 20;
const csvPageSize = 500;
/** The last entry, and the credits before it. */
const cursorFormat = z.tuple([z.uuid(), z.nullable(z.int())]);
const minuteOfCall = /, minute \d+$/;
const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

const toNumber = (amount: bigint | null): number | null => (amount === null ? null : Number(amount));

/** First moment of a month (YYYY-MM), and of the next one. */
function spanOf(month: string | undefined): readonly [Date, Date] | null {
  if (month === undefined) return null;
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return [startOfDay(`${month}-01`), startOfDay(`${next}-01`)];
}

export function createMemberStatement(deps: {
  db: Database['db'];
  credits: Pick<CreditsService, 'memberStatement'>;
  findPeople: FindPeople;
}): MemberStatement {
  const { db, findPeople } = deps;
  const ledger = deps.credits.memberStatement;

  async function present(viewer: Viewer, rows: readonly StatementEntryRow[]): Promise<StatementEntry[]> {
    const payeeIds = [...new Set(rows.flatMap(({ payeeId }) => payeeId ?? []))];
    const orderIds = rows.flatMap(({ cents, reference }) => (cents === null ? [] : reference));
    const [people, receipts, cards] = await Promise.all([
      findPeople(viewer, payeeIds),
      listReceiptNumbers(db, viewer.accountId, orderIds),
      listCards(db, viewer.accountId, orderIds),
    ]);
    return rows.map((row) => {
      const receipt = receipts.get(row.reference);
      const isCall = row.kind === 'call' || row.kind === 'call_return';
      return {
        id: row.id,
        group: row.group,
        description: row.kind === 'call' ? row.description.replace(minuteOfCall, '') : row.description,
        person: (row.payeeId && people.get(row.payeeId)) || null,
        amountCents: toNumber(row.cents),
        credits: toNumber(row.credits),
        creditsAfter: row.credits === null ? null : toNumber(row.creditsAfter),
        card: (row.cents !== null && cards.get(row.reference)) || null,
        orderId: receipt ? row.reference : null,
        receiptNumber: receipt ? receiptNumber(receipt) : null,
        callId: isCall ? row.reference : null,
        count: row.kind === 'call' ? row.count : 1,
        timestamp: row.at.toISOString(),
      };
    });
  }

  return {
    async list(viewer, { cursor, limit = pageSize, month, currency, group }) {
      const [lastId, left] = decodeCursor(cursorFormat, cursor) ?? [];
      const before = lastId ? { id: lastId, credits: left == null ? null : BigInt(left) } : null;
      const span = spanOf(month);
      const [rows, totals] = await Promise.all([
        ledger.list(viewer.accountId, { span, currency, group }, { before, limit: limit + 1 }),
        before ? null : ledger.sum(viewer.accountId, span),
      ]);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await present(viewer, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id, toNumber(last.creditsBefore)]) : null,
        summary: totals && {
          paidCents: Number(totals.cents),
          spentCredits: Number(totals.spent),
          receivedCredits: Number(totals.received),
          firstMonth: totals.firstAt && johannesburgDay(totals.firstAt).slice(0, 7),
        },
      };
    },
    async *streamCsv(viewer, { month, currency, group }) {
      yield csvRow(['When', 'What', 'With', 'Card', 'Rand', 'Credits', 'Credits after', 'Receipt', 'Number']);
      const filter = { span: spanOf(month), currency, group };
      for (let before: StatementPage['before'] = null; ; ) {
        const rows: StatementEntryRow[] = await ledger.list(viewer.accountId, filter, { before, limit: csvPageSize });
        const entries = await present(viewer, rows);
        yield entries
          .map((entry) =>
            csvRow([
              timeFormat.format(new Date(entry.timestamp)),
              entry.description,
              entry.person?.displayName ?? null,
              entry.card && `${entry.card.brand} ${entry.card.lastFour}`,
              entry.amountCents === null ? null : entry.amountCents / 100,
              entry.credits,
              entry.creditsAfter,
              entry.receiptNumber,
              entry.id,
            ]),
          )
          .join('');
        const last = rows.at(-1);
        before = last ? { id: last.id, credits: last.creditsBefore } : null;
        if (rows.length < csvPageSize) return;
      }
    },
  };
}
