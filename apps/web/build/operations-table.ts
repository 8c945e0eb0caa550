import { join } from 'node:path';
import { operations } from '@vlam/contract';
import type { Operation } from '@vlam/contract/operation';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '../src/lib/operations.ts');

/** What all operations of a group have in common. */
interface Kind {
  method: string;
  response?: true;
  idempotent?: true;
}

const kindOf = (operation: Operation): Kind => ({
  method: operation.method,
  ...('response' in operation && { response: true }),
  ...('idempotent' in operation && { idempotent: true }),
});

/**
 * The part of each operation that the browser's client needs: kinds with the paths of their operations, which are a
 * fifth smaller than a list. No schemas: forms import theirs directly.
 */
export function createOperationsTable(): [Kind, Record<string, string>][] {
  const groups = new Map<string, Record<string, string>>();
  const byPath = Object.entries<Operation>(operations).sort(([, one], [, other]) => (one.path < other.path ? -1 : 1));
  for (const [name, operation] of byPath) {
    const kind = JSON.stringify(kindOf(operation));
    groups.set(kind, { ...groups.get(kind), [name]: operation.path });
  }
  return [...groups].map(([kind, paths]) => [JSON.parse(kind) as Kind, paths]);
}

/** A module that turns the table into operations by name. */
export const operationsModule = (): string => `
export const operations = {};
for (const [kind, paths] of ${JSON.stringify(createOperationsTable())})
  for (const name in paths) operations[name] = { ...kind, path: paths[name] };`;

/** Replaces `lib/operations.ts`, which is the whole contract in development, by a table of names, methods and paths. */
export function operationsTable(): Plugin {
  return {
    name: 'vlam-operations-table',
    apply: 'build',
    load: { filter: { id: source }, handler: () => ({ code: operationsModule(), moduleType: 'js' }) },
  };
}
