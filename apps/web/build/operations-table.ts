import { join } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '../src/lib/operations.ts');

/** What the browser's client needs of an operation. Schemas stay out: forms import theirs directly. */
export async function tableOfOperations(): Promise<string> {
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

/** Emits `lib/operations.ts`, in the sources the whole contract, as a table of names, methods and paths. */
export function operationsTable(): Plugin {
  return {
    name: 'vlam-operations-table',
    apply: 'build',
    load: {
      filter: { id: source },
      handler: async () => ({ code: `export const operations = ${await tableOfOperations()};`, moduleType: 'js' }),
    },
  };
}
