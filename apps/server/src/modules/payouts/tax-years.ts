import { revenueSources, type TaxYear } from '@vlam/contract/payouts';
import { type Clock, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import { sheetRow, sheetStart } from '../../platform/csv.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type PdfLine, pdfMargin, writePdf } from '../../platform/pdf.ts';
import { formatRand } from '../../platform/rand.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import { sourceNames } from './source-names.ts';
import { toRand } from './view.ts';

export interface TaxYears {
  /** Throws `NOT_FOUND` for a year that has not begun. */
  get(profileId: string, year: number): Promise<TaxYear>;
  renderCsv(profileId: string, year: number): Promise<string>;
  renderPdf(viewer: Viewer, profileId: string, year: number): Promise<Buffer>;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Johannesburg' });
const notes = [
  'Credits are counted in rand at their value when they are paid out. Income is what the ledger booked as yours in the year, less what went back.',
  "The platform's part is that of all sales, before what went back.",
  'The ledger holds no VAT of yours: if you are registered for VAT, account for it yourself.',
];

export function createTaxYears(deps: {
  db: Database['db'];
  clock: Clock;
  identity: Pick<IdentityService, 'getAccount' | 'covers'>;
  credits: Pick<CreditsService, 'income'>;
}): TaxYears {
  const { db, clock, identity, credits } = deps;

  async function get(profileId: string, year: number): Promise<TaxYear> {
    const from = `${year - 1}-03-01`;
    if (from > johannesburgDay(clock.now())) throw new AppError('NOT_FOUND');
    const until = startOfDay(`${year}-03-01`);
    const to = johannesburgDay(new Date(until.getTime() - 1));
    const [sums, paidOut] = await Promise.all([
      credits.income.sumYear(profileId, startOfDay(from), until),
      credits.income.sumPaidOut(profileId, startOfDay(from), until),
    ]);
    const kinds = revenueSources.flatMap((source) => {
      const own = sums.filter((sum) => sum.source === source);
      if (own.length === 0) return [];
      const add = (parts: readonly string[], value: 'gross' | 'platform' | 'earned' | 'count') =>
        own.reduce((total, sum) => total + (parts.includes(sum.part) ? Number(sum[value]) : 0), 0);
      const all = ['sale', 'released', 'returned', 'charged_back'];
      return {
        source,
        sales: add(['sale'], 'count'),
        grossCents: add(['sale'], 'gross'),
        platformCents: add(['sale'], 'platform'),
        returnedCents: add(['returned', 'charged_back'], 'earned'),
        chargedBackCents: add(['charged_back'], 'earned'),
        earnedCents: add(all, 'earned'),
      };
    });
    const earnedCents = kinds.reduce((total, kind) => total + kind.earnedCents, 0);
    return { year, from, to, kinds, earnedCents, paidOutCents: Number(paidOut) };
  }

  const sumOf = ({ kinds }: TaxYear, value: 'grossCents' | 'platformCents' | 'returnedCents' | 'chargedBackCents') =>
    kinds.reduce((total, kind) => total + kind[value], 0);

  return {
    get,
    async renderCsv(profileId, year) {
      const tax = await get(profileId, year);
      let text = sheetStart + sheetRow(['Tax year', tax.from, tax.to]);
      for (const note of notes) text += sheetRow(['Note', note]);
      text += sheetRow([]);
      text += sheetRow([
        'Kind',
        'Sales',
        'Paid by fans',
        "Platform's part",
        'Returned',
        'Of it charged back',
        'Your income',
      ]);
      const line = (name: string, sales: number | null, cents: readonly number[]) =>
        sheetRow([name, sales, ...cents.map(toRand)]);
      for (const kind of tax.kinds)
        text += line(sourceNames[kind.source], kind.sales, [
          ...[kind.grossCents, kind.platformCents, kind.returnedCents, kind.chargedBackCents, kind.earnedCents],
        ]);
      text += line('Total', null, [
        ...[sumOf(tax, 'grossCents'), sumOf(tax, 'platformCents'), sumOf(tax, 'returnedCents')],
        ...[sumOf(tax, 'chargedBackCents'), tax.earnedCents],
      ]);
      return text + sheetRow(['Paid out to your bank', null, null, null, null, null, toRand(tax.paidOutCents)]);
    },
    async renderPdf(viewer, profileId, year) {
      const cover = await identity.covers.nameOf(db, viewer.accountId);
      const [tax, member] = await Promise.all([get(profileId, year), identity.getAccount(db, viewer.accountId)]);
      const title = `Tax year ${tax.year}`;
      const createdAt = clock.now();
      const span = `${dayFormat.format(startOfDay(tax.from))} to ${dayFormat.format(startOfDay(tax.to))}`;
      const lines: PdfLine[] = [
        { cells: [{ text: cover ?? 'Vlam', at: pdfMargin }], size: 18, bold: true },
        { cells: [{ text: title, at: pdfMargin }], size: 14, bold: true, space: 8 },
        text(span, 4),
        text(`${member.firstName} ${member.lastName}`),
        text(`Drawn up on ${dayFormat.format(createdAt)}`),
        row(['Your income', 'Sales', 'Paid by fans', 'Platform', 'Returned', 'Yours'], {
          bold: true,
          ruled: true,
          space: 14,
        }),
        ...tax.kinds.map((kind) =>
          row([
            ...[sourceNames[kind.source], String(kind.sales)],
            ...[kind.grossCents, kind.platformCents, kind.returnedCents, kind.earnedCents].map(formatRand),
          ]),
        ),
        row(
          [
            ...['Total', ''],
            ...[sumOf(tax, 'grossCents'), sumOf(tax, 'platformCents'), sumOf(tax, 'returnedCents')].map(formatRand),
            formatRand(tax.earnedCents),
          ],
          { bold: true, space: 4 },
        ),
        text(`Charged back by banks, within what was returned: ${formatRand(sumOf(tax, 'chargedBackCents'))}`, 10),
        text(`Paid out to your bank: ${formatRand(tax.paidOutCents)}`),
        ...notes.map((note) => text(note, 8)),
      ];
      return writePdf(title, lines, createdAt);
    },
  };
}

const text = (words: string, space = 0): PdfLine => ({ cells: [{ text: words, at: pdfMargin }], space });
const columns = [pdfMargin, 210, 300, 385, 465, 539] as const;
const row = (cells: readonly string[], style: Omit<PdfLine, 'cells'> = {}): PdfLine => ({
  ...style,
  cells: cells.map((words, index) => ({ text: words, at: columns[index] ?? pdfMargin, right: index > 0 })),
});
