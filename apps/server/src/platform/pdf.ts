import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { fontFile, layOutRow, type PdfStyle, type TextRow, wrapText } from './pdf-fonts.ts';

/** A line of a page: text at the left, and in a table more cells that begin or end at their own column. */
export interface PdfLine {
  cells: readonly PdfCell[];
  /** Points; 10 unless given. */
  size?: number;
  bold?: boolean;
  /** A thin rule under it. */
  ruled?: boolean;
  /** Points of empty space above. */
  space?: number;
}

export interface PdfCell {
  text: string;
  /** Points from the left edge of the page. */
  at: number;
  /** Whether `at` is where the text ends. Such a cell never wraps. */
  right?: boolean;
}

const width = 595;
const height = 842;
/** Points to the edge of the page; cells usually start at the left one. */
export const pdfMargin = 56;
/** Points between a text that wraps and the cell to its right. */
const gap = 12;
/**
 * Letters are composed before, so the fonts' tables for marks and kerning need not be read, which saves 100 ms a font.
 * The library accepts features to switch off as well; its types list only those to switch on.
 */
const plain = Object.fromEntries(
  ['ccmp', 'locl', 'rlig', 'liga', 'clig', 'calt', 'rclt', 'mark', 'mkmk', 'kern'].map((feature) => [feature, false]),
) as never;
/** Yields to other requests after this many lines. */
const linesPerTurn = 10;

/** A4 pages of lines in Noto Sans, emoji in Noto Emoji; only the letters used are embedded. */
export async function writePdf(title: string, lines: readonly PdfLine[], createdAt: Date): Promise<Buffer> {
  const document = new PDFDocument({
    size: [width, height],
    margin: 0,
    lang: 'en-ZA',
    displayTitle: true,
    pdfVersion: '1.7',
    // Producer and creator stay the library's: a file list shows them, and a disguise reaches there too.
    info: { Title: printable(title), CreationDate: createdAt },
  });
  for (const name of ['regular', 'bold', 'emoji'] as const) document.registerFont(name, fontFile(name));
  let y = pdfMargin;
  for (const [index, { cells, size = 10, bold = false, ruled = false, space = 0 }] of lines.entries()) {
    if (index % linesPerTurn === linesPerTurn - 1) await setImmediate();
    const placed = placeCells(cells, { size, font: bold ? 'bold' : 'regular' });
    const lineHeight = size * 1.4;
    const rows = Math.max(1, ...placed.map((cell) => cell.rows.length));
    y += space;
    if (y + rows * lineHeight > height - pdfMargin) {
      document.addPage();
      y = pdfMargin;
    }
    for (const { x, rows: texts } of placed)
      for (const [above, row] of texts.entries()) drawRow(document, row, { x, y: y + (above + 1) * lineHeight, size });
    y += rows * lineHeight;
    if (ruled) drawRule(document, y + 4);
  }
  document.end();
  return buffer(document);
}

/** Where each cell begins, and its rows: a cell at the left wraps before the next one or the edge. */
function placeCells(cells: readonly PdfCell[], style: PdfStyle): { x: number; rows: TextRow[] }[] {
  let room = width - pdfMargin;
  return cells
    .toReversed()
    .map(({ text, at, right = false }) => {
      const rows = right ? [layOutRow(printable(text), style)] : wrapText(printable(text), room - at, style);
      const x = right ? at - (rows[0]?.width ?? 0) : at;
      room = x - gap;
      return { x, rows };
    })
    .toReversed();
}

/** `y` is the base line of the letters, in points from the top. */
function drawRow(document: PDFKit.PDFDocument, row: TextRow, at: { x: number; y: number; size: number }): void {
  let { x } = at;
  for (const { text, font, width: advance } of row.runs) {
    document.font(font, at.size);
    const features = font === 'emoji' ? undefined : plain;
    document.text(text, x, at.y, { lineBreak: false, baseline: 'alphabetic', features });
    x += advance;
  }
}

function drawRule(document: PDFKit.PDFDocument, y: number): void {
  document
    .lineWidth(0.5)
    .moveTo(pdfMargin, y)
    .lineTo(width - pdfMargin, y)
    .stroke();
}

/** One line of composed letters, without control characters and characters that change the direction of text. */
const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '');
