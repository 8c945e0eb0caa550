import { expect, it } from 'vitest';
import { pdfMargin, textWidth, writePdf } from './pdf.ts';

/** Follows the file's own table of objects, as a reader does. */
function parse(file: Buffer) {
  const text = file.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, count = '0'] = /^xref\n0 (\d+)\n/.exec(text.slice(start)) ?? [];
  const entries = text
    .slice(start)
    .split('\n')
    .slice(2, 2 + Number(count));
  const objects = entries.slice(1).map((entry, index) => {
    expect(entry).toMatch(/^\d{10} 00000 n $/);
    const at = Number(entry.slice(0, 10));
    const head = `${index + 1} 0 obj\n`;
    expect(text.slice(at, at + head.length)).toBe(head);
    return text.slice(at + head.length, text.indexOf('\nendobj\n', at));
  });
  const contents = objects.flatMap((body) => {
    const stream = /^<< \/Length (\d+) >>\nstream\n/.exec(body);
    if (!stream) return [];
    const content = body.slice(stream[0].length, stream[0].length + Number(stream[1]));
    expect(body.slice(stream[0].length + Number(stream[1]))).toBe('\nendstream');
    return [content];
  });
  return { objects, contents, trailer: text.slice(text.indexOf('trailer', start)) };
}
const line = (text: string) => ({ cells: [{ text, at: pdfMargin }] });

it('every object stands where the table says, and each stream is as long as it says', () => {
  const { objects, contents, trailer } = parse(
    writePdf('Receipt', [line('One'), { ...line('Two'), ruled: true, bold: true }]),
  );
  expect(objects[0]).toContain('/Type /Catalog /Pages 2 0 R');
  expect(objects[1]).toContain('/Count 1 /Kids [6 0 R]');
  expect(objects[4]).toContain('/Title (Receipt)');
  expect(trailer).toContain(`/Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R`);
  expect(contents).toHaveLength(1);
  expect(contents[0]).toMatch(/\(One\) Tj/);
  expect(contents[0]).toMatch(/\/F2 10 Tf .* \(Two\) Tj/);
});

it('what would end or leave a string is escaped, and foreign signs become one byte', () => {
  const [content] = parse(writePdf('t', [line('a) (b \\ é ’ \u{1f600}\n')])).contents;
  expect(content).toContain('(a\\) \\(b \\\\ \u00e9 \u0092 ? ) Tj');
});

it('many lines fill several pages and none is lost', () => {
  const lines = Array.from({ length: 200 }, (_, index) => line(`Line ${index}.`));
  const { contents, objects } = parse(writePdf('t', lines));
  expect(contents.length).toBeGreaterThan(3);
  expect(objects[1]).toContain(`/Count ${contents.length}`);
  const all = contents.join('\n');
  for (let index = 0; index < 200; index += 1) expect(all).toContain(`(Line ${index}.)`);
  for (const [, y] of all.matchAll(/Tf [\d.]+ ([\d.]+) Td/g)) expect(Number(y)).toBeGreaterThanOrEqual(pdfMargin);
});

it('figures end at their column', () => {
  const [content] = parse(writePdf('t', [{ cells: [{ text: 'R599.00', at: 500, right: true }] }])).contents;
  const x = Number(/Tf ([\d.]+) /.exec(content ?? '')?.[1]);
  expect(x + textWidth('R599.00', 10)).toBeCloseTo(500, 1);
});
