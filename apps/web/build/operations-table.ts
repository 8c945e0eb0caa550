import { join } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '../src/lib/operations.ts');

/** The part of each operation that the browser's client needs. No schemas: forms import theirs directly. */
export async function createOperationsTable(): Promise<string> {
  const { operations } = await import('@vlam/contract');
  const rows = Object.entries(operations).map(([name, operation]) => [
    name,
    {
      method: operation.method,
      path: operation.path,
      ...('response' in operation && { response: true }),
      ...('idempotent' in operation && { idempotent: true }),
    },
  ]);
  return JSON.stringify(Object.fromEntries(rows));
}

/** Replaces `lib/operations.ts`, which is the whole contract in development, by a table of names, methods and paths. */
export function operationsTable(): Plugin {
  return {
    name: 'vlam-operations-table',
    apply: 'build',
    load: {
      filter: { id: source },
      handler: async () => ({ code: `export const operations = ${await createOperationsTable()};`, moduleType: 'js' }),
    },
  };
}
