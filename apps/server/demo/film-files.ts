import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodedStream } from '../src/modules/media/stream/outcome.ts';

/** Sample videos and sounds as the pipeline stores them, made by `make-films.ts`. */
export const filmsFolder = join(import.meta.dirname, 'films');

/** Short videos, longer ones, and sounds. */
export const films = {
  short: ['tide', 'lantern'],
  long: ['drift', 'arcade'],
  sound: ['rain', 'bowls'],
} as const;
export type FilmName = (typeof films)[keyof typeof films][number];

/** `index.json` of a film: what the pipeline said of it, and the files beside it. */
export interface FilmIndex extends Omit<EncodedStream, 'asked'> {
  kind: 'video' | 'audio';
  widths: number[];
  tints: string[];
  files: string[];
}

export const readFilm = async (name: FilmName): Promise<FilmIndex> =>
  JSON.parse(await readFile(join(filmsFolder, name, 'index.json'), 'utf8'));
