import type { ReportFigures } from '@vlam/contract/records-reports';
import { csvRow } from '../../../platform/csv.ts';
import { type PdfLine, pdfMargin, writePdf } from '../../../platform/pdf.ts';
import { countNames, timeNames, titles } from './names.ts';
import type { Period } from './periods.ts';

/** A report as it leaves the platform. */
export interface ReportFile {
  period: Period;
  figures: ReportFigures;
  closed: { at: Date; hash: string } | null;
  /** Who publishes it, where the operator has said so. */
  operator: string | null;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Johannesburg' });
const masked = 'fewer than 5';

/** First and last day, in words. */
export const describeSpan = ({ from, to }: Pick<Period, 'from' | 'to'>): string =>
  `${dayFormat.format(from)} to ${dayFormat.format(new Date(to.getTime() - 1))}`;

/** `40 min`, `5.5 h`, `3.2 days`. */
export function describeMinutes(minutes: number | null): string {
  if (minutes === null) return '';
  const shorten = (value: number) => String(Math.round(value * 10) / 10);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${shorten(minutes / 60)} h` : `${shorten(minutes / 1440)} days`;
}

const stateOf = ({ closed }: ReportFile): string =>
  closed ? `Closed on ${dayFormat.format(closed.at)}` : 'So far: the period is not closed yet';

export function writeCsv(file: ReportFile): string {
  const { period, figures, closed, operator } = file;
  return [
    [titles[period.kind], period.name],
    ['Period', describeSpan(period)],
    ...(operator ? [['Operator', operator]] : []),
    ['State', stateOf(file)],
    ...(closed ? [['SHA-256 of the closed figures', closed.hash]] : []),
    [],
    ['Figure', 'Count'],
    ...figures.counts.map(({ name, count }) => [countNames[name], count ?? masked]),
    [],
    ['From receipt to decision', 'Decided', 'Median in minutes', '90th percentile in minutes'],
    ...figures.times.map(({ name, decided, medianMinutes, p90Minutes }) => [
      timeNames[name],
      decided ?? masked,
      medianMinutes,
      p90Minutes,
    ]),
  ]
    .map(csvRow)
    .join('');
}

const text = (words: string, style: Omit<PdfLine, 'cells'> = {}): PdfLine => ({
  cells: [{ text: words, at: pdfMargin }],
  ...style,
});
const columns = [pdfMargin, 330, 430, 539] as const;
const row = (cells: readonly string[], style: Omit<PdfLine, 'cells'> = {}): PdfLine => ({
  ...style,
  cells: cells.map((words, index) => ({ text: words, at: columns[index] ?? pdfMargin, right: index > 0 })),
});
const countRow = (name: string, count: string, style: Omit<PdfLine, 'cells'> = {}): PdfLine => ({
  ...style,
  cells: [
    { text: name, at: pdfMargin },
    { text: count, at: 539, right: true },
  ],
});

export function renderPdf(file: ReportFile, createdAt: Date): Promise<Buffer> {
  const { period, figures, closed, operator } = file;
  const title = `${titles[period.kind]}, ${period.name}`;
  return writePdf(
    title,
    [
      text('Vlam', { size: 18, bold: true }),
      text(title, { size: 14, bold: true, space: 8 }),
      text(describeSpan(period), { space: 4 }),
      ...(operator ? [text(operator)] : []),
      text(stateOf(file)),
      ...(closed ? [text(`SHA-256 of the closed figures: ${closed.hash}`, { size: 7, space: 2 })] : []),
      countRow('Figure', 'Count', { bold: true, ruled: true, space: 14 }),
      ...figures.counts.map(({ name, count }) => countRow(countNames[name], count === null ? masked : String(count))),
      row(['From receipt to decision', 'Decided', 'Median', '90 % within'], { bold: true, ruled: true, space: 14 }),
      ...figures.times.map(({ name, decided, medianMinutes, p90Minutes }) =>
        row([
          timeNames[name],
          decided === null ? masked : String(decided),
          describeMinutes(medianMinutes),
          describeMinutes(p90Minutes),
        ]),
      ),
    ],
    closed?.at ?? createdAt,
  );
}

/** The monthly report as mail: figures as text, since those who read it have no account here. */
export const writeMail = (file: ReportFile): string =>
  [
    `${titles[file.period.kind]}, ${describeSpan(file.period)}`,
    ...(file.operator ? [file.operator] : []),
    file.figures.counts.map(({ name, count }) => `${countNames[name]}: ${count ?? masked}`).join('\n'),
    [
      'From receipt to decision (median; 90 % within):',
      ...file.figures.times.map(
        ({ name, decided, medianMinutes, p90Minutes }) =>
          `${timeNames[name]}: ${decided ?? masked} decided${
            medianMinutes === null ? '' : `, ${describeMinutes(medianMinutes)}; ${describeMinutes(p90Minutes)}`
          }`,
      ),
    ].join('\n'),
    ...(file.closed ? [`SHA-256 of the closed figures: ${file.closed.hash}`] : []),
  ].join('\n\n');
