import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

const table = join(import.meta.dirname, '../src/lib/operations.ts');
const ours = /\/apps\/web\/src\/.*\.tsx?$/;

/** True when a module calls an operation, or hands its name to what calls it; a key of the cache needs no address. */
export const calls = (code: string, name: string): boolean =>
  new RegExp(`(?<!keyOf\\()(["'\`])${name}\\1|\\b(?:api|operations)\\s*\\.\\s*${name}\\b`).test(code);

/**
 * The browser needs of each operation only method, path and two flags. This plugin replaces `lib/operations.ts`, which
 * re-exports the whole contract, by an empty table, so that no schema reaches the first load; each module that names
 * operations brings theirs along. Forms import their schemas directly.
 */
export function slimContract(): Plugin {
  let rows: Map<string, string>;
  return {
    name: 'vlam-slim-contract',
    apply: 'build',
    // After the types are gone, which name operations too.
    enforce: 'post',
    async buildStart() {
      const { operations } = await import('@vlam/contract');
      rows = new Map(
        Object.entries(operations).map(([name, operation]) => {
          const flags = ('response' in operation ? 1 : 0) + ('idempotent' in operation ? 2 : 0);
          return [name, `${name} ${operation.method} ${operation.path.replace('/api/', '')} ${flags}`];
        }),
      );
    },
    transform: {
      filter: { id: ours },
      handler(code, id) {
        if (id === table)
          return {
            code: `export const operations = {};
export const bring = (rows) => rows.split('\\n').forEach((row) => {
  const [name, method, path, flags] = row.split(' ');
  operations[name] = { method, path: '/api/' + path, response: flags & 1, idempotent: flags & 2 };
});`,
            map: null,
          };
        const named = [...rows].filter(([name]) => calls(code, name)).map(([, row]) => row);
        if (named.length === 0) return null;
        const from = JSON.stringify(`./${relative(dirname(id), table)}`);
        return {
          code: `${code}\nimport { bring } from ${from};\nbring(${JSON.stringify(named.join('\n'))});`,
          map: null,
        };
      },
    },
  };
}
