import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../../docs/figures.md');

/** Names of the figures that docs/figures.md explains, a row each. */
export const documentedFigures = (): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);

/** Figures that rules or queries name; the parts of a histogram count as the histogram. */
export const figuresIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:vlam|nodejs|process)_\w+/g)].map(([name]) =>
      /_seconds_(bucket|sum|count)$/.test(name) ? name.replace(/_(bucket|sum|count)$/, '') : name,
    ),
  ),
];
