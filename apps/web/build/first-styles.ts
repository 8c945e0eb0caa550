import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The style sheet of the first screen; the full `app.css` loads later. */
export const firstSheet = join(import.meta.dirname, '../src/styles/first.css');

/** Restricts Tailwind's sources of the first style sheet to `sources`. */
export function firstStyles(sources: Iterable<string>): Plugin {
  const rules = [...sources].map((file) => `@source ${JSON.stringify(file)};`);
  return {
    name: 'vlam-first-styles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: firstSheet },
      handler: (css) => ({ code: [css, ...rules].join('\n'), map: null }),
    },
  };
}
