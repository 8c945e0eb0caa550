import { describe, expect, it } from 'vitest';
import { aProfile, type TestAccount } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';

const t = useTestApp();

const save = (as: TestAccount, list: string, name: string, filter: object = { class: 'threat' }) =>
  t.client(as).call('saveFilter', { body: { list, name, filter } });
const filtersOf = async (as: TestAccount, list: 'reports' | 'content') =>
  (await t.client(as).call('savedFilters', { query: { list } })).body;

describe('filters that staff save', () => {
  it('belong to one member of staff and one list; the same name replaces', async () => {
    const [one, other] = [await aProfile(t, { role: 'moderator' }), await aProfile(t, { role: 'moderator' })];
    const { body } = await save(one, 'reports', 'Urgent');
    await save(one, 'content', 'Urgent', { q: 'sea' });
    expect((await save(one, 'reports', 'Urgent', { class: 'minor' })).body.id).toBe(body.id);
    expect(await filtersOf(one, 'reports')).toEqual([{ id: body.id, name: 'Urgent', filter: { class: 'minor' } }]);
    expect(await filtersOf(one, 'content')).toMatchObject([{ filter: { q: 'sea' } }]);
    expect(await filtersOf(other, 'reports')).toEqual([]);
    const remove = (as: TestAccount) => t.client(as).call('deleteFilter', { params: { id: body.id } });
    expect((await remove(other)).status).toBe(404);
    expect((await remove(one)).status).toBe(204);
    expect(await filtersOf(one, 'reports')).toEqual([]);
  });

  it('are apart from those of the list of users, which moderators cannot open', async () => {
    const admin = await aProfile(t, { role: 'admin' });
    const { body } = await t
      .client(admin)
      .call('saveUserFilter', { body: { name: 'Joburg', filter: { city: 'Joburg' } } });
    expect((await t.client(admin).call('deleteFilter', { params: { id: body.id } })).status).toBe(404);
    const mine = await save(admin, 'reports', 'Mine');
    expect((await t.client(admin).call('deleteUserFilter', { params: { id: mine.body.id } })).status).toBe(404);
    expect((await t.client(admin).call('userFilters')).body.saved).toMatchObject([{ name: 'Joburg' }]);
  });

  it('are bounded: names of fields, their values, how many there are, and how many of each list', async () => {
    const staff = await aProfile(t, { role: 'moderator' });
    const many = Object.fromEntries('abcdefghijk'.split('').map((letter) => [letter, 'x']));
    for (const filter of [{ 'a b': 'x' }, { q: 'x'.repeat(101) }, { q: '' }, { q: 1 }, many])
      expect((await save(staff, 'reports', 'Wrong', filter)).error?.code).toBe('VALIDATION_FAILED');
    expect((await save(staff, 'ledger', 'Wrong')).error?.code).toBe('VALIDATION_FAILED');
    const answers = await Promise.all(Array.from({ length: 21 }, (_, n) => save(staff, 'reports', `Filter ${n}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 201)?.error?.code).toBe('QUOTA_REACHED');
    expect((await save(staff, 'content', 'Another list')).status).toBe(201);
  });
});
