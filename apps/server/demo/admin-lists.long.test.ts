import { type OperationName, operations } from '@vlam/contract';
import type { Operation } from '@vlam/contract/operation';
import { beforeAll, describe, expect, it } from 'vitest';
import { aSession } from '../test/factories.ts';
import { useTestApp } from '../test/use-app.ts';
import { demoAccounts } from './scale.ts';
import { seedDemoWorld } from './seed.ts';

const t = useTestApp({ runningClock: true, config: { demo: true, staffSecondFactor: false } });
let admin: { cookie: string };

beforeAll(async () => {
  await seedDemoWorld({ database: t.database, context: t.context, onProgress: () => {} });
  const { id } = await t.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', demoAccounts[3].email)
    .executeTakeFirstOrThrow();
  admin = await aSession(t, id);
}, 240_000);

/** What lists ask for that have no default. */
const queries: Partial<Record<OperationName, string>> = {
  chargebackRatios: '?days=90',
  listAllConsents: '?kind=purchase',
  periodReport: '?kind=acquirer',
  savedFilters: '?list=reports',
};

/** The rows of a list, whether it is the whole answer or a part of it; null for an answer that is no list. */
function rowsOf(body: unknown): unknown[] | null {
  if (Array.isArray(body)) return body;
  const { items, users } = (body ?? {}) as { items?: unknown; users?: unknown };
  return Array.isArray(items) ? items : Array.isArray(users) ? users : null;
}

const lists = (Object.entries(operations) as [OperationName, Operation][]).filter(
  ([, { method, path, params, navigation }]) =>
    method === 'GET' && path.startsWith('/api/admin') && !params && !navigation,
);

describe('no list of staff is empty in the demo world', () => {
  it('has lists to ask', async () => {
    expect(lists.length).toBeGreaterThan(25);
  });

  it.each(lists)('%s', async (name) => {
    const { status, body } = await t.client(admin).request('GET', `${operations[name].path}${queries[name] ?? ''}`);
    expect(status).toBe(200);
    const rows = rowsOf(body);
    if (rows) expect(rows.length).toBeGreaterThan(0);
  });

  it('more than one item is held back', async () => {
    const held = await t.client(admin).call('listWaitingContent', { query: { state: 'flagged' } });
    expect(held.body.items.length).toBeGreaterThan(1);
  });
});
