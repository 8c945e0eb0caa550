import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

export type FontName = 'regular' | 'bold' | 'emoji';

export interface PdfStyle {
  size: number;
  font: FontName;
}

/** A text on one row of a page, in runs of one font. Widths in points. */
export interface TextRow {
  runs: { text: string; font: FontName; width: number }[];
  width: number;
}

const { resolve } = createRequire(import.meta.url);
const fontOf = (path: string) => {
  let opened: { file: Buffer; font: Font } | undefined;
  return () => {
    const file = opened?.file ?? readFileSync(resolve(`@expo-google-fonts/${path}`));
    opened ??= { file, font: create(file) as Font };
    return opened;
  };
};
const fonts = {
  regular: fontOf('noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: fontOf('noto-sans/700Bold/NotoSans_700Bold.ttf'),
  emoji: fontOf('noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
} satisfies Record<FontName, unknown>;

export const fontFile = (name: FontName): Buffer => fonts[name]().file;

export function layOutRow(text: string, { size, font }: PdfStyle): TextRow {
  const runs = splitByFont(text, font).map((run) => ({ ...run, width: emsOf(run) * size }));
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
}

/** Breaks at spaces, and inside a word only where it alone is wider than `room`. */
export function wrapText(text: string, room: number, style: PdfStyle): TextRow[] {
  const whole = layOutRow(text, style);
  if (whole.width <= room) return [whole];
  const widthOf = (part: string) => layOutRow(part, style).width;
  const rows = [{ text: '', width: 0 }];
  for (const word of text.split(/(?<= )/))
    for (const part of widthOf(word.trimEnd()) <= room ? [word] : graphemesOf(word)) {
      const row = rows.at(-1);
      const width = widthOf(part);
      if (row && row.width + widthOf(part.trimEnd()) <= room)
        Object.assign(row, { text: row.text + part, width: row.width + width });
      else rows.push({ text: part, width });
    }
  return rows.map((row) => layOutRow(row.text.trimEnd(), style));
}

/** Width of a text at size 1, in em. Emoji join into one picture; letters are set side by side. */
function emsOf({ text, font: name }: { text: string; font: FontName }): number {
  const { font } = fonts[name]();
  const units =
    name === 'emoji'
      ? font.layout(text).advanceWidth
      : [...text].reduce((sum, letter) => sum + font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth, 0);
  return units / font.unitsPerEm;
}

const segmenter = new Intl.Segmenter('en-ZA', { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Characters without a font become `?`. */
function splitByFont(text: string, font: FontName): { text: string; font: FontName }[] {
  if (/^[ -~]*$/.test(text)) return [{ text, font }];
  const runs: { text: string; font: FontName }[] = [];
  for (const grapheme of graphemesOf(text)) {
    const holder = ([font, 'emoji'] as const).find((name) => holdsAll(name, grapheme));
    const next = { text: holder ? grapheme : '?', font: holder ?? font };
    const last = runs.at(-1);
    if (last?.font === next.font) last.text += next.text;
    else runs.push(next);
  }
  return runs;
}

const holdsAll = (name: FontName, text: string): boolean =>
  [...text].every((letter) => fonts[name]().font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
