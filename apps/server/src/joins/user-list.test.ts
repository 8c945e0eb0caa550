import { beforeAll, describe, expect, it } from 'vitest';
import { anAccount, aProfile } from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';
import { createUserList, type UserList, type UserPosition } from './user-list.ts';

const t = useTestApp();
/** A search that reads six accounts, then at most four matches of the index. */
let narrow: UserList;

beforeAll(async () => {
  narrow = createUserList(t.database, t.clock, { glanceRows: 3, windowRows: 6, maxMatches: 4 });
  // Oldest first: two rare names, then thirty that alternate between frequent and common.
  await anAccount(t, { firstName: 'Rare', lastName: 'Protea' });
  await aProfile(t, { firstName: 'Shown', lastName: 'Otherwise', displayName: 'Rare bird' });
  for (let n = 0; n < 30; n += 1) {
    t.clock.advance(1_000);
    await anAccount(t, { firstName: n % 2 ? 'Frequent' : 'Sparse', lastName: `Number ${n}`, verified: n % 10 !== 0 });
  }
});

const names = async (list: UserList, q: string, after: UserPosition | null, limit = 3) => {
  const { users, next, found } = await list.list({ q }, { after, limit });
  return { names: users.map(({ firstName, lastName }) => `${firstName} ${lastName}`), next, found };
};

async function everyName(list: UserList, filter: Parameters<UserList['list']>[0], limit = 3): Promise<string[]> {
  const seen: string[] = [];
  let after: UserPosition | null = null;
  for (let page = 0; page < 40; page += 1) {
    const { users, next }: Awaited<ReturnType<UserList['list']>> = await list.list(filter, { after, limit });
    seen.push(...users.map(({ lastName }) => lastName));
    if (!next) return seen;
    after = next;
  }
  throw new Error('the list does not end');
}

describe('a search over more accounts than it reads at once', () => {
  it('fills a page from the newest accounts where the text is frequent', async () => {
    const page = await names(narrow, 'number', null);
    expect(page.names).toEqual(['Frequent Number 29', 'Sparse Number 28', 'Frequent Number 27']);
    expect(page.found).toBeNull();
  });

  it('finds a rare name or display name by the text index, and counts it', async () => {
    const page = await names(narrow, 'rare', null);
    expect(page.names.sort()).toEqual(['Rare Protea', 'Shown Otherwise']);
    expect([page.next, page.found]).toEqual([null, 2]);
  });

  it('reaches everyone by cursor, whichever way the pages were found', async () => {
    for (const q of ['number', 'frequent', 'sparse number', 'fr']) {
      const wide = await everyName(createUserList(t.database, t.clock), { q });
      expect(await everyName(narrow, { q })).toEqual(wide);
      expect(wide.length).toBeGreaterThanOrEqual(15);
    }
    const filter = { q: 'number', status: 'unverified' } as const;
    expect(await everyName(narrow, filter)).toEqual(['Number 20', 'Number 10', 'Number 0']);
  });

  it('counts by filter exactly, without reading past its bound', async () => {
    expect(await narrow.count({ status: 'unverified' })).toEqual({ count: 3, exact: true });
    expect(await narrow.count({})).toEqual({ count: 32, exact: true });
  });
});
