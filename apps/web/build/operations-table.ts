import { join } from 'node:path';
import { operations } from '@vlam/contract';
import type { Operation } from '@vlam/contract/operation';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '../src/lib/operations.ts');
const rareSource = join(import.meta.dirname, '../src/lib/rare-operations.ts');
const staffSource = join(import.meta.dirname, '../src/lib/staff-operations.ts');

/** Staff's operations are a part of their own, which members never load; so are those that few visits need. */
export type Part = 'members' | 'rare' | 'staff';
const rare = new RegExp(
  [
    '/api/(takedowns|consents|compliance|personal-information|account|albums|decisions|transparency|legal|payouts?)(/|$)',
    '/api/(safety|travel|vip|events|tonight|matching|revenue-shares|demo|creator|studio|identity|review|privacy|blocks|mutes)(/|$)',
    '/api/auth/(two-factor|passkeys|sessions|personal-information|appeal|step-up|.*-(password|email|confirmation))(/|$)',
    '/api/(content/library|profiles/me/photo.*|message-albums|lives/own|payments/limits|login)(/|$)',
    '/api/(auth/test-.*|profiles/(test|by-handle|me/handle.*)|logout|credits/(sync-.*|purchases)|content-requests|profiles/me/cover)(/|$)',
    // A receipt's address is made while a screen renders, which does not wait.
    '/api/(payments/(methods|orders(?!.*receipt))|calls/settings)(/|$)',
    '/api/(bundles|gifts|subscriptions|credits/(packs|terms|transactions)|lives/.*|calls/partners|content/owned)(/|$)',
    '/(captions|disputes?|dispute-answer|statements?|payout-account|direct|ingest|reminder|planned|preferences)(/|$)',
    '/(messages/search|creators/\\{id\\}(/following)?|come-back|liked|preview|preview/\\{id\\})$',
    '/(accept-counter|deliver|respond|withdraw|rating|begin|remove|replay|people|price|mute)$',
  ].join('|'),
);
const partOf = ({ path }: Operation): Part =>
  path.startsWith('/api/admin/') ? 'staff' : rare.test(path) ? 'rare' : 'members';

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
export function createOperationsTable(part: Part): [Kind, Record<string, string>][] {
  const groups = new Map<string, Record<string, string>>();
  const byPath = Object.entries<Operation>(operations).sort(([, one], [, other]) => (one.path < other.path ? -1 : 1));
  for (const [name, operation] of byPath) {
    if (partOf(operation) !== part) continue;
    const kind = JSON.stringify(kindOf(operation));
    groups.set(kind, { ...groups.get(kind), [name]: operation.path });
  }
  return [...groups].map(([kind, paths]) => [JSON.parse(kind) as Kind, paths]);
}

/** A module that turns the table into operations by name. */
export const operationsModule = (part: Part): string => `
export const operations = {};
for (const [kind, paths] of ${JSON.stringify(createOperationsTable(part))})
  for (const name in paths) operations[name] = { ...kind, path: paths[name] };`;

const partOfFile = new Map<string, Part>([
  [rareSource, 'rare'],
  [staffSource, 'staff'],
]);

/** Replaces `lib/operations.ts` and its two siblings, the whole contract in development, by tables of names, methods and paths. */
export function operationsTable(): Plugin {
  return {
    name: 'vlam-operations-table',
    apply: 'build',
    load: {
      filter: { id: [source, rareSource, staffSource] },
      handler: (id) => ({ code: operationsModule(partOfFile.get(id) ?? 'members'), moduleType: 'js' }),
    },
  };
}
