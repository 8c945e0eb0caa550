import type { Plugin } from 'vite';

/**
 * The browser needs of each operation only method, path and two flags. This plugin replaces `lib/operations.ts`, which
 * re-exports the whole contract, by that table, so that no schema reaches the first load. Forms import theirs directly.
 */
export function slimContract(): Plugin {
  return {
    name: 'vlam-slim-contract',
    transform: {
      filter: { id: /\/src\/lib\/operations\.ts$/ },
      async handler() {
        const { operations } = await import('@vlam/contract');
        const rows = Object.entries(operations).map(([name, operation]) => {
          const flags = ('response' in operation ? 1 : 0) + ('idempotent' in operation ? 2 : 0);
          return `${name} ${operation.method} ${operation.path.replace('/api/', '')} ${flags}`;
        });
        return {
          code: `export const operations = Object.fromEntries(${JSON.stringify(rows.join('\n'))}.split('\\n').map((row) => {
  const [name, method, path, flags] = row.split(' ');
  return [name, { method, path: '/api/' + path, response: flags & 1, idempotent: flags & 2 }];
}));`,
          map: null,
          moduleType: 'js',
        };
      },
    },
  };
}
