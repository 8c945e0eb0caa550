import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@vlam/contract';
import type { Operation } from '@vlam/contract/operation';
import type { Plugin } from 'vite';

const sources = join(import.meta.dirname, '../src');
const source = join(sources, 'lib/operations.ts');
const rareSource = join(sources, 'lib/rare-operations.ts');
const staffSource = join(sources, 'lib/staff-operations.ts');

/** Staff's operations are a part of their own, which members never load; so are those that the first screens do not name. */
export type Part = 'members' | 'rare' | 'staff';

const namesIn = (files: Iterable<string>, pattern: RegExp): string[] =>
  [...files]
    .filter((file) => /\.tsx?$/.test(file) && file.startsWith(sources))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name ?? ''))
    .filter((name) => name in operations);

/** The operations that these modules call, and those whose path is read while a screen renders, which does not wait. */
export function findFirstOperations(modules: Iterable<string>): Set<string> {
  const all = globSync('**/*.{ts,tsx}', { cwd: sources }).filter((file) => !file.includes('.test.'));
  return new Set([
    ...namesIn(modules, /(?:\bapi\.|['"])(\w+)/g),
    ...namesIn(
      all.map((file) => join(sources, file)),
      /[^.\w]operations\.(\w+)/g,
    ),
  ]);
}

const partOf = (name: string, { path }: Operation, first: ReadonlySet<string>): Part =>
  path.startsWith('/api/admin/') ? 'staff' : first.has(name) ? 'members' : 'rare';

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
export function createOperationsTable(part: Part, first: ReadonlySet<string>): [Kind, Record<string, string>][] {
  const groups = new Map<string, Record<string, string>>();
  const byPath = Object.entries<Operation>(operations).sort(([, one], [, other]) => (one.path < other.path ? -1 : 1));
  for (const [name, operation] of byPath) {
    if (partOf(name, operation, first) !== part) continue;
    const kind = JSON.stringify(kindOf(operation));
    groups.set(kind, { ...groups.get(kind), [name]: operation.path });
  }
  return [...groups].map(([kind, paths]) => [JSON.parse(kind) as Kind, paths]);
}

/** A module that turns the table into operations by name. */
export const operationsModule = (part: Part, first: ReadonlySet<string>): string => `
export const operations = {};
for (const [kind, paths] of ${JSON.stringify(createOperationsTable(part, first))})
  for (const name in paths) operations[name] = { ...kind, path: paths[name] };`;

const partOfFile = new Map<string, Part>([
  [rareSource, 'rare'],
  [staffSource, 'staff'],
]);

/** Replaces `lib/operations.ts` and its two siblings, the whole contract in development, by tables of names, methods and paths. */
export function operationsTable(first: ReadonlySet<string>): Plugin {
  return {
    name: 'vlam-operations-table',
    apply: 'build',
    load: {
      filter: { id: [source, rareSource, staffSource] },
      handler: (id) => ({ code: operationsModule(partOfFile.get(id) ?? 'members', first), moduleType: 'js' }),
    },
  };
}
