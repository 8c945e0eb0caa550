import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type ReadPage, readPdf } from '../../test/read-pdf.ts';
import { type PdfLine, pdfMargin, writePdf } from './pdf.ts';

const at = new Date('2026-11-21T10:00:00Z');
const line = (text: string): PdfLine => ({ cells: [{ text, at: pdfMargin }] });
const write = (lines: PdfLine[]) => writePdf('Receipt 2026-000001', lines, at);

async function read(lines: PdfLine[]): Promise<ReadPage & { pages: ReadPage[] }> {
  const pages = await readPdf(await write(lines));
  const [first] = pages;
  if (!first) throw new Error('The file has no page.');
  return { ...first, pages };
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A part of a page, its edges in points. */
function crop({ picture }: ReadPage, { left, top, right, bottom }: Edges) {
  const area = { left: left * 2, top: top * 2, width: (right - left) * 2, height: (bottom - top) * 2 };
  const { data, ...raw } = picture;
  return sharp(data, { raw: { ...raw, channels: 1 } })
    .extract(area)
    .toColourspace('b-w');
}
const isBlank = async (page: ReadPage, edges: Edges) =>
  (await crop(page, edges).raw().toBuffer()).every((dot) => dot === 255);

describe('letters', () => {
  const golden = join(import.meta.dirname, '../../test/goldens/pdf-letters.png');
  const lines = [
    'Lešego Tšhabalala, Nḓivhuwo Ṱhivhilaeli',
    'ḓ ḽ ṋ ṱ ṅ Ḓ Ḽ Ṋ Ṱ Ṅ š Š ê ô ë ï é ’ “ ” – … €',
    'A rose 🌹 from 🇿🇦 with ❤️ and 👩🏽‍❤️‍💋‍👨🏿',
  ];
  const area = { left: pdfMargin, top: pdfMargin, right: 396, bottom: 142 };
  const drawn = (texts: string[]) =>
    read([...texts.map((text) => ({ ...line(text), size: 14 })), { ...line(texts[0] ?? ''), bold: true, size: 14 }]);

  /** Number of pixels that are dark in one picture and light in the other. */
  async function differing(page: ReadPage): Promise<number> {
    const [drawnDots, goldenDots] = await Promise.all([
      crop(page, area).raw().toBuffer(),
      sharp(golden).greyscale().raw().toBuffer(),
    ]);
    expect(drawnDots.length).toBe(goldenDots.length);
    return drawnDots.filter((dot, index) => Math.abs(dot - (goldenDots[index] ?? 0)) > 127).length;
  }

  it("of South Africa's languages and emoji are drawn as written", async () => {
    const page = await drawn(lines);
    if (process.env.WRITE_GOLDENS) await crop(page, area).png({ palette: true, colours: 16 }).toFile(golden);
    expect(await differing(page)).toBeLessThan(12);
    expect(page.text).toContain('Lešego Tšhabalala, Nḓivhuwo Ṱhivhilaeli');
    expect(page.text).toContain('ḓ ḽ ṋ ṱ ṅ Ḓ Ḽ Ṋ Ṱ Ṅ š Š');
  });

  it.each([
    ['š', 's'],
    ['ḽ', 'l'],
    ['Ṋ', 'N'],
    ['🌹', '?'],
  ])('a page with %s replaced by %s is told apart', async (letter, other) => {
    expect(await differing(await drawn(lines.map((text) => text.replace(letter, other))))).toBeGreaterThan(12);
  });

  it('written as a base letter and a combining mark are the same letter', async () => {
    const [composed, apart] = await Promise.all([write([line('Ḓš')]), write([line('Ḓš'.normalize('NFD'))])]);
    expect(apart).toEqual(composed);
  });

  it('can be copied as text after accented ones were drawn, in the same file and in others', async () => {
    const { text } = await read([line('ṅ Ḓ š \u00a0'), line('n D s . Lane')]);
    expect(text.replace(/\s+/g, ' ').trim()).toBe('ṅ Ḓ š n D s . Lane');
    expect((await read([line('Lane 1.')])).text.trim()).toBe('Lane 1.');
  });

  it('without a font become question marks, control characters spaces', async () => {
    const { text } = await read([line('林 a\u0007b\u202ec\n(d) \\')]);
    expect(text.trim()).toBe('? a bc (d) \\');
  });
});

describe('the page', () => {
  it('breaks many lines over several pages, loses none and keeps the margin', async () => {
    const { pages } = await read(Array.from({ length: 200 }, (_, index) => line(`Line ${index}.`)));
    expect(pages.length).toBeGreaterThan(3);
    const all = pages.map(({ text }) => text).join('\n');
    for (let index = 0; index < 200; index += 1) expect(all).toContain(`Line ${index}.`);
    for (const page of pages)
      for (const [top, bottom] of [
        [0, pdfMargin],
        [842 - pdfMargin + 5, 842],
      ] as const)
        expect(await isBlank(page, { left: 0, top, right: 595, bottom })).toBe(true);
  });

  it('aligns amounts at the end of their column', async () => {
    const { picture } = await read([{ cells: [{ text: 'R599.00', at: 500, right: true }] }]);
    const columns = Array.from(picture.data.keys())
      .filter((index) => (picture.data[index] ?? 255) < 128)
      .map((index) => (index % picture.width) / 2);
    expect(Math.max(...columns)).toBeGreaterThan(498);
    expect(Math.max(...columns)).toBeLessThan(500.5);
  });

  it('wraps a long text before its amount, and puts the next line below it', async () => {
    const amount = { text: 'R5999.00', at: 539, right: true };
    const long = { cells: [{ text: `${'Photos of the coast '.repeat(9)}${'🌹x'.repeat(60)}`, at: pdfMargin }, amount] };
    const page = await read([long, line('VAT')]);
    expect(page.text.match(/Photos\s+of\s+the\s+coast/g)).toHaveLength(9);
    expect(page.text.replace(/\s/g, '').match(/🌹x/gu)).toHaveLength(60);
    expect(await isBlank(page, { left: 483, top: 0, right: 492, bottom: 842 })).toBe(true);
    expect(page.text.trim().endsWith('VAT')).toBe(true);
  });

  it('sets title and language, and renders the same lines to the same bytes', async () => {
    const file = await write([line('One')]);
    expect(file.toString('latin1')).toMatch(/^%PDF-1\.7/);
    expect(file.toString('latin1')).toContain('(Receipt 2026-000001)');
    expect(file.toString('latin1')).toContain('(en-ZA)');
    // Its properties show who made it, so a disguise asks for a neutral name.
    expect(file.toString('latin1')).toContain('(PDFKit)');
    expect(file.toString('latin1')).not.toMatch(/vlam/i);
    expect(await write([line('One')])).toEqual(file);
  });

  it('embeds only the letters it uses', async () => {
    const file = await write([line('Lešego 🌹'), { ...line('Ṱhivhilaeli'), bold: true }]);
    expect(file.length).toBeLessThan(20_000);
  });
});
