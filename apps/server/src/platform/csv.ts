/** A row of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula begins with an apostrophe. */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  // Numbers are ours; only text comes from members.
  if (typeof cell === 'number') return String(cell);
  const plain = cell.replace(/\p{Cc}+/gu, ' ');
  // Some spreadsheets read the wide forms of these characters alike.
  const safe = /^\s*[=+\-@＝＋－＠]/u.test(plain) ? `'${plain}` : plain;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Begins a file of `sheetRow`: with it spreadsheets read the text as UTF-8. */
export const sheetStart = '\uFEFF';

/**
 * A row for spreadsheets of South Africa: separated by semicolons, numbers with a decimal comma, as Excel reads them
 * there. Fractions are in quotes, so that a program that also splits at commas leaves them whole.
 */
export const sheetRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? sheetNumber(cell) : csvCell(cell))).join(';')}\r\n`;

const sheetNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : `"${String(value).replace('.', ',')}"`;
