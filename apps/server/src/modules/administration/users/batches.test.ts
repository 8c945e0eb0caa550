import { describe, expect, it } from 'vitest';
import { anAccount, aProfile, type TestAccount } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';

const t = useTestApp();

const anAdmin = () => aProfile(t, { role: 'admin' });
const list = async (as: TestAccount, query: Record<string, string> = {}) =>
  (await t.client(as).call('adminUsers', { query })).body;
const actionsOn = async (targetId: string) =>
  (
    await t.db.selectFrom('audit_log').select('action').where('target_id', '=', targetId).orderBy('number').execute()
  ).map(({ action }) => action);

describe('bulk actions', () => {
  const bulk = (as: TestAccount, body: Record<string, unknown>) => t.client(as).call('bulkUsers', { body });

  it('act on each account with its own audit row, name who was refused, and can be undone by their author', async () => {
    const [admin, other] = [await anAdmin(), await anAdmin()];
    const members = [await aProfile(t), await aProfile(t)];
    const ids = members.map(({ accountId }) => accountId);
    expect((await bulk(admin, { action: 'suspend', userIds: ids })).error?.code).toBe('VALIDATION_FAILED');
    const done = await bulk(admin, { action: 'suspend', userIds: [...ids, admin.accountId], reason: 'Same spam' });
    expect(done.body).toMatchObject({ done: ids, refused: [{ id: admin.accountId }] });
    for (const id of ids) expect(await actionsOn(id)).toEqual(['user.suspended']);
    const params = { id: done.body.batchId };
    expect((await t.client(other).call('undoBulk', { params })).error?.code).toBe('NOT_FOUND');
    // One was changed since, by someone else.
    const [first = '', second = ''] = ids;
    await t.client(other).call('unsuspendUser', { body: { userId: first } });
    t.clock.advance(1_000);
    await t.client(other).call('suspendUser', { body: { userId: first, reason: 'On purpose' } });
    const undone = await t.client(admin).call('undoBulk', { params });
    expect(undone.body).toMatchObject({ done: [second], refused: [{ id: first }] });
    expect((await t.client(admin).call('undoBulk', { params })).error?.code).toBe('CONFLICT');
    expect(await actionsOn(second)).toEqual(['user.suspended', 'user.unsuspended']);
    // A member who is no longer suspended reads no statement of it.
    expect((await t.context.compliance.decisions.list(first, {})).items).toHaveLength(2);
    expect((await t.context.compliance.decisions.list(second, {})).items).toEqual([]);
  });

  it('restore what was before: the reason of a suspension, and a closed account', async () => {
    const admin = await anAdmin();
    const suspended = await aProfile(t);
    await t.client(admin).call('suspendUser', { body: { userId: suspended.accountId, reason: 'The first reason' } });
    const lifted = await bulk(admin, { action: 'unsuspend', userIds: [suspended.accountId] });
    await t.client(admin).call('undoBulk', { params: { id: lifted.body.batchId } });
    const [again] = (await list(admin, { q: suspended.accountId })).users;
    expect(again).toMatchObject({ status: 'suspended', suspendedReason: 'The first reason' });

    const member = await aProfile(t, { verified: false });
    const verified = await bulk(admin, { action: 'verify', userIds: [member.accountId] });
    expect((await t.client(member).call('currentUser')).body.requiresAgeVerification).toBe(false);
    await t.client(admin).call('undoBulk', { params: { id: verified.body.batchId } });
    const [closed] = (await list(admin, { q: member.accountId })).users;
    expect(closed).toMatchObject({ status: 'unverified', identityChecked: false });
  });

  it('can be undone for ten minutes', async () => {
    const admin = await anAdmin();
    const member = await aProfile(t);
    const { body } = await bulk(admin, { action: 'suspend', userIds: [member.accountId], reason: 'Late' });
    t.clock.advance(10 * 60_000 + 1);
    const late = await t.client(admin).call('undoBulk', { params: { id: body.batchId } });
    expect(late.error?.code).toBe('CONFLICT');
  });
});

describe('saved filters', () => {
  it('belong to one member of staff and count the accounts they find', async () => {
    const [admin, other] = [await anAdmin(), await anAdmin()];
    await anAccount(t, { lastName: 'Counted', verified: false });
    const save = (name: string, filter: Record<string, unknown>) =>
      t.client(admin).call('saveUserFilter', { body: { name, filter } });
    const { body } = await save('To look at', { status: 'unverified' });
    await save('To look at', { status: 'unverified', role: 'user' });
    const { saved, unverified } = (await t.client(admin).call('userFilters')).body;
    expect(saved).toEqual([
      { id: body.id, name: 'To look at', filter: { status: 'unverified', role: 'user' }, ...unverified },
    ]);
    expect(unverified.count).toBeGreaterThan(0);
    expect((await t.client(other).call('userFilters')).body.saved).toEqual([]);
    expect((await t.client(other).call('deleteUserFilter', { params: { id: body.id } })).status).toBe(404);
    expect((await t.client(admin).call('deleteUserFilter', { params: { id: body.id } })).status).toBe(204);
    for (let n = 0; n < 20; n += 1) expect((await save(`Filter ${n}`, {})).status).toBe(201);
    expect((await save('One more', {})).error?.code).toBe('QUOTA_REACHED');
  });
});
