/** One line of a page: words at left, and for a table more words that end or begin at their own column. */
export interface PdfLine {
  cells: readonly PdfCell[];
  /** Points; 10 unless said. */
  size?: number;
  bold?: boolean;
  /** A thin line under it. */
  ruled?: boolean;
  /** Points of empty space above. */
  space?: number;
}

export interface PdfCell {
  text: string;
  /** Points from the left edge of the page. */
  at: number;
  /** Whether `at` is where the text ends. */
  right?: boolean;
}

const width = 595;
const height = 842;
/** Points to the edge of the page; cells usually start at the left one. */
export const pdfMargin = 56;

/** Widths of the digits, signs and letters of Helvetica in thousandths, from 32 to 126 (Adobe's metrics). */
const helvetica = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
/** Of WinAnsi's own block what our texts use; the rest of it equals Latin-1. */
const winAnsi: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
};

/** A4 pages of plain lines in Helvetica, without compression. Signs outside Latin-1 are written as `?`. */
export function writePdf(title: string, lines: readonly PdfLine[]): Buffer {
  const pages = layOut(lines);
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const pageNumber = (index: number) => 6 + index * 2;
  add('<< /Type /Catalog /Pages 2 0 R /Lang (en-ZA) >>');
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, index) => `${pageNumber(index)} 0 R`).join(' ')}] >>`,
  );
  for (const name of ['Helvetica', 'Helvetica-Bold'])
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
  add(`<< /Title ${literal(title)} /Producer (Vlam) >>`);
  for (const [index, content] of pages.entries()) {
    const fonts = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>';
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ${fonts} /Contents ${pageNumber(index) + 1} 0 R >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  return assemble(objects);
}

/** The operators of each page, one string of single-byte signs a page. */
function layOut(lines: readonly PdfLine[]): string[] {
  const pages: string[][] = [[]];
  let y = height - pdfMargin;
  for (const { cells, size = 10, bold = false, ruled = false, space = 0 } of lines) {
    y -= space + size * 1.4;
    if (y < pdfMargin) {
      pages.push([]);
      y = height - pdfMargin - size * 1.4;
    }
    const page = pages.at(-1);
    for (const { text, at, right = false } of cells) {
      const x = right ? at - textWidth(text, size) : at;
      page?.push(`BT /F${bold ? 2 : 1} ${size} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td ${literal(text)} Tj ET`);
    }
    if (ruled) page?.push(`0.5 w ${pdfMargin} ${(y - 4).toFixed(2)} m ${width - pdfMargin} ${(y - 4).toFixed(2)} l S`);
  }
  return pages.map((page) => page.join('\n'));
}

/** Points a text takes in Helvetica; what the table lacks counts as a digit. */
export const textWidth = (text: string, size: number): number =>
  ([...text].reduce((sum, sign) => sum + (helvetica[sign.charCodeAt(0) - 32] ?? 556), 0) * size) / 1000;

/** A string object: one byte a sign, the three special ones escaped. */
function literal(text: string): string {
  const bytes = [...text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replaceAll('\u202f', '\u00a0')].map((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code <= 0xff ? code : (winAnsi[sign] ?? 0x3f);
  });
  return `(${String.fromCharCode(...bytes).replace(/[\\()]/g, '\\$&')})`;
}

/** Numbers the objects from 1, the catalogue first and the information fifth, and writes where each begins. */
function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  const offsets = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
