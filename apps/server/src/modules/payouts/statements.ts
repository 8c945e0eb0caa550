import { creditValueCents } from '@vlam/contract/credits';
import { revenueSources } from '@vlam/contract/payouts';
import { type Clock, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import { sheetRow, sheetStart } from '../../platform/csv.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type PdfLine, pdfMargin, writePdf } from '../../platform/pdf.ts';
import { formatRand } from '../../platform/rand.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService, Income } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import { describeIncome } from './dashboard.ts';
import { toCents } from './policy.ts';
import { sourceNames } from './source-names.ts';
import * as store from './store.ts';
import { toRand } from './view.ts';

export interface Statements {
  /** The month's movements as chunks of a CSV file. Throws `NOT_FOUND` for a future month. */
  streamCsv(viewer: Viewer, profileId: string, month: string): Promise<AsyncGenerator<string>>;
  /** The month's totals by source and its payouts. Throws `NOT_FOUND` for a future month. */
  renderPdf(viewer: Viewer, profileId: string, month: string): Promise<Buffer>;
}

const monthFormat = new Intl.DateTimeFormat('en-ZA', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Africa/Johannesburg',
});
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Johannesburg' });
const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

export function createStatements(deps: {
  db: Database['db'];
  clock: Clock;
  identity: Pick<IdentityService, 'getAccount' | 'covers'>;
  credits: Pick<CreditsService, 'income'>;
}): Statements {
  const { db, clock, identity, credits } = deps;

  function requireMonth(month: string): { from: Date; to: Date } {
    if (month > johannesburgDay(clock.now()).slice(0, 7)) throw new AppError('NOT_FOUND');
    const [year = 0, number = 1] = month.split('-').map(Number);
    const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
    return { from: startOfDay(`${month}-01`), to: startOfDay(`${next}-01`) };
  }

  /** The creator's share of sales: the rate in force when the month began, and any later one within it. */
  async function listShares({ from, to }: { from: Date; to: Date }, cover: string | null): Promise<string[]> {
    const known = (await credits.income.shares()).filter((share) => share.from < to);
    const before = known.findIndex((share) => share.from <= from);
    const inForce = known.slice(0, before < 0 ? undefined : before + 1).reverse();
    return inForce.map(
      ({ from: since, creatorPercent }) =>
        `You keep ${creatorPercent} % of every sale, ${cover ? 'the platform' : 'Vlam'} ${100 - creatorPercent} %; in force since ${dayFormat.format(since)}`,
    );
  }

  /** What referrals brought: one line for each currency, since each share is of another creator's sale. */
  async function referralRows(profileId: string, { from, to }: { from: Date; to: Date }): Promise<string> {
    const [referrals] = (await credits.income.incomeOf(profileId, from, to)).filter(isReferral);
    if (!referrals) return '';
    const line = (currency: 'credits' | 'rand', amount: number, cents: number) =>
      amount === 0
        ? ''
        : sheetRow([
            monthFormat.format(from),
            sourceNames.referrals,
            'Shares of the month, in one sum',
            ...[currency, null, amount, toRand(cents), null],
          ]);
    const [inCredits, inCents] = [Number(referrals.credits), Number(referrals.cents)];
    return line('credits', inCredits, inCredits * creditValueCents) + line('rand', inCents / 100, inCents);
  }

  async function* writeCsv(
    profileId: string,
    span: { from: Date; to: Date },
    cover: string | null,
  ): AsyncGenerator<string> {
    yield sheetStart + sheetRow(['Statement', monthFormat.format(span.from)]);
    for (const share of await listShares(span, cover)) yield sheetRow(['Share', share]);
    yield sheetRow(['Rounding', roundingNote]);
    yield sheetRow(['Value of a credit', formatRand(creditValueCents)]);
    yield sheetRow([]);
    yield sheetRow(['When', 'Kind', 'Description', 'Currency', 'Paid', 'Your share', 'Your share in rand', 'Number']);
    for await (const entries of credits.income.readIncome(profileId, span.from, span.to)) {
      let rows = '';
      for (const entry of entries) {
        const inCredits = entry.credits !== 0n;
        const unit = inCredits ? 1 : 100;
        const isReversal = entry.credits < 0n || entry.cents < 0n;
        rows += sheetRow([
          timeFormat.format(entry.at),
          sourceNames[entry.source],
          describeIncome(entry),
          inCredits ? 'credits' : 'rand',
          isReversal ? null : Number(entry.gross) / unit,
          Number(inCredits ? entry.credits : entry.cents) / unit,
          toRand(toCents(entry)),
          entry.groupId,
        ]);
      }
      yield rows;
    }
    yield await referralRows(profileId, span);
    for (const payout of await store.listBetween(db, profileId, span.from, span.to))
      yield sheetRow([
        timeFormat.format(payout.requested_at),
        'Payout',
        `${payout.bank} …${payout.account_ending}: ${payout.status}${payout.reason ? `, ${payout.reason}` : ''}`,
        'rand',
        null,
        null,
        -toRand(Number(payout.amount_cents)),
        payout.id,
      ]);
  }

  return {
    async streamCsv({ accountId }, profileId, month) {
      const span = requireMonth(month);
      return writeCsv(profileId, span, await identity.covers.nameOf(db, accountId));
    },
    async renderPdf(viewer, profileId, month) {
      const span = requireMonth(month);
      // A creator who disguises what the app sends does not keep a file that names it either.
      const cover = await identity.covers.nameOf(db, viewer.accountId);
      const [income, payouts, shares, member] = await Promise.all([
        credits.income.incomeOf(profileId, span.from, span.to),
        store.listBetween(db, profileId, span.from, span.to),
        listShares(span, cover),
        identity.getAccount(db, viewer.accountId),
      ]);
      const title = `Statement for ${monthFormat.format(span.from)}`;
      const createdAt = clock.now();
      const lines = [
        { cells: [{ text: cover ?? 'Vlam', at: pdfMargin }], size: 18, bold: true },
        { cells: [{ text: title, at: pdfMargin }], size: 14, bold: true, space: 8 },
        text(`${member.firstName} ${member.lastName}`, 4),
        text(`Drawn up on ${dayFormat.format(createdAt)}`),
        ...shares.map((share) => text(share, 8)),
        text(roundingNote),
        text(`A credit is worth ${formatRand(creditValueCents)}.`),
        ...incomeTable(income),
        ...payoutTable(payouts),
        text('Every single movement is in the CSV statement of the same month; referrals are one sum.', 16),
      ];
      return writePdf(title, lines, createdAt);
    },
  };
}

const isReferral = ({ source }: Income): boolean => source === 'referrals';
const roundingNote = 'Each share is rounded to the nearest credit or cent, half to you: 14 of 18 is 80 %, rounded.';
const text = (words: string, space = 0): PdfLine => ({ cells: [{ text: words, at: pdfMargin }], space });
const columns = [pdfMargin, 280, 370, 460, 539] as const;

function row(cells: readonly string[], style: Omit<PdfLine, 'cells'> = {}): PdfLine {
  return {
    ...style,
    cells: cells.map((words, index) => ({ text: words, at: columns[index] ?? pdfMargin, right: index > 0 })),
  };
}

function incomeTable(income: readonly Income[]): PdfLine[] {
  const lines = revenueSources.map((source) => {
    const found = income.find((one) => one.source === source) ?? { sales: 0, credits: 0n, cents: 0n };
    return row([
      sourceNames[source],
      String(found.sales),
      String(found.credits),
      formatRand(Number(found.cents)),
      formatRand(toCents(found)),
    ]);
  });
  const total = income.reduce((cents, one) => cents + toCents(one), 0);
  return [
    row(['Your earnings', 'Sales', 'Credits', 'Rand', 'Value'], { bold: true, ruled: true, space: 14 }),
    ...lines,
    row(['Total', '', '', '', formatRand(total)], { bold: true, space: 4 }),
  ];
}

function payoutTable(payouts: readonly store.PayoutRow[]): PdfLine[] {
  if (payouts.length === 0) return [text('No payout was requested in this month.', 14)];
  return [
    row(['Payouts', 'Bank', 'Account', 'State', 'Amount'], { bold: true, ruled: true, space: 14 }),
    ...payouts.map((payout) =>
      row([
        dayFormat.format(payout.requested_at),
        payout.bank,
        `…${payout.account_ending}`,
        payout.status,
        formatRand(Number(payout.amount_cents)),
      ]),
    ),
  ];
}
