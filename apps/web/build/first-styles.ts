import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A sheet of its own for the first screen; `app.css`, the whole one, may follow it at any time. */
export const firstSheet = join(import.meta.dirname, '../src/styles/first.css');

/** Names `sources` as those from which Tailwind takes the classes of the first sheet. */
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
