import { describe, expect, it } from 'vitest';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestAccount } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp();

const get = (as: TestAccount, id: string) => t.client(as).call('adminMember', { params: { id } });
const history = async (as: TestAccount, id: string, query: Record<string, string> = {}) =>
  (await t.client(as).call('adminMemberHistory', { params: { id }, query })).body;
const kindsOf = async (as: TestAccount, id: string, query: Record<string, string> = {}) =>
  (await history(as, id, query)).items.map(({ kind }) => kind);

async function aLife() {
  const [admin, moderator] = [await aProfile(t, { role: 'admin' }), await aProfile(t, { role: 'moderator' })];
  t.clock.advance(60_000);
  const member = await aProfile(t, { email: `ruan.${newId()}@mail.test`, age: 34 });
  const creator = await aCreator(t);
  const { contentId } = await aPaidPicture(t, { creator, price: 15, title: 'Blue hour' });
  await giveCredits(t, member.accountId, 40);
  t.clock.advance(60_000);
  await t.client(member).call('unlockContent', { params: { id: contentId }, body: { price: 15 } });
  t.clock.advance(60_000);
  const reporter = await aProfile(t, { firstName: 'Priya', lastName: 'Pillay' });
  const report = {
    targetType: 'profile',
    targetId: member.profileId,
    reason: 'spam',
    details: 'Priya says so',
  } as const;
  const filed = await t.client(reporter).call('report', { body: report });
  t.clock.advance(60_000);
  const body = { reportId: filed.body.id, resolution: 'Warned' };
  await t.client(moderator).call('resolveReport', { body });
  t.clock.advance(60_000);
  await t.client(admin).call('suspendUser', { body: { userId: member.accountId, reason: 'Rule 4, threats' } });
  return { admin, moderator, member };
}

describe('a member’s page', () => {
  it('shows each member of staff what their permissions allow, and records that they looked', async () => {
    const { admin, moderator, member } = await aLife();
    const full = (await get(admin, member.accountId)).body;
    expect(full).toMatchObject({
      id: member.accountId,
      email: member.email,
      status: 'suspended',
      suspendedReason: 'Rule 4, threats',
      reports: 1,
      openReports: 0,
      strikes: 0,
      money: { spentCents: 0, earnedCents: 0, balance: 25 },
      sessions: 0,
      isManageable: true,
    });
    const limited = (await get(moderator, member.profileId)).body;
    expect(limited).toMatchObject({
      id: member.accountId,
      email: 'r•••@mail.test',
      money: null,
      sessions: null,
      isManageable: false,
    });
    expect((await get(admin, admin.accountId)).body.isManageable).toBe(false);
    expect((await get(member, member.accountId)).status).toBe(401);
    expect((await get(await aProfile(t), member.accountId)).error?.code).toBe('FORBIDDEN');
    expect((await get(admin, newId())).error?.code).toBe('NOT_FOUND');
    const looks = await t.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('target_id', '=', member.accountId)
      .where('action', '=', 'user.viewed')
      .orderBy('number')
      .execute();
    expect(looks.map(({ actor_id }) => actor_id)).toEqual([admin.accountId, moderator.accountId]);
  });

  it('lists everything that happened, newest first, by permission and without the reporter', async () => {
    const { admin, moderator, member } = await aLife();
    expect(await kindsOf(admin, member.accountId)).toEqual([
      'user.suspended',
      'report.resolved',
      'signed_up',
      'email_confirmed',
      'age_verified',
      // The ledger's time is the database's; the clock of the test runs ahead of it.
      'unlock',
      'demo_opening',
    ]);
    expect(await kindsOf(moderator, member.profileId)).toEqual(['user.suspended', 'report.resolved']);
    expect(await kindsOf(admin, member.accountId, { part: 'money' })).toEqual(['unlock', 'demo_opening']);
    expect(await kindsOf(moderator, member.accountId, { part: 'money' })).toEqual([]);
    const { items } = await history(admin, member.accountId);
    expect(items[0]).toMatchObject({
      part: 'staff',
      text: 'Rule 4, threats',
      actor: 'Thandi Nkosi',
      auditNumber: expect.any(Number),
    });
    expect(items[1]).toMatchObject({ part: 'reports', text: 'profile spam' });
    expect(items[5]).toMatchObject({ part: 'money', amount: { currency: 'credits', value: 15 } });
    expect(JSON.stringify(items)).not.toMatch(/Priya|Pillay/);
  });

  it('goes on by cursor over all kinds without a gap or a repeat', async () => {
    const { admin, member } = await aLife();
    const whole = (await history(admin, member.accountId, { limit: '50' })).items.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await history(admin, member.accountId, { limit: '2', ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor && seen.length < 50);
    expect(seen).toEqual(whole);
  });

  it('refuses a cursor that was made up', async () => {
    const { admin, member } = await aLife();
    for (const position of [
      [{ staff: "1' or 1=1" }],
      [{ orders: 'x' }],
      [{ reports: '2026-99-99T00:00:00.000000Z x' }],
      [{ other: '1' }],
      ['x'],
    ]) {
      const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
      const { error } = await t
        .client(admin)
        .call('adminMemberHistory', { params: { id: member.accountId }, query: { cursor } });
      expect(error?.code).toBe('VALIDATION_FAILED');
    }
  });
});
