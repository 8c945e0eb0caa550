import { describe, expect, it } from 'vitest';
import { chatsOf, code, contentsOf } from '../../../../test/chats.ts';
import { aProfile, aSession, giveCredits } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ at: new Date('2026-11-18T17:00:00Z') });

const { write, read, head, aPair } = chatsOf(() => t);

describe('the quota of a day', () => {
  it('T65: 100 parallel messages over three sessions store exactly five, and no more before midnight in Johannesburg', async () => {
    const [fan, other] = await Promise.all([aProfile(t), aProfile(t)]);
    const sessions = [fan, ...(await Promise.all([aSession(t, fan.accountId), aSession(t, fan.accountId)]))];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => write(sessions[n % 3] ?? fan, other, `Message ${n}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(code))).toEqual(new Set(['MESSAGE_QUOTA_USED']));
    expect(refused[0]?.error).toMatchObject({ details: { cost: 2, perDay: 5 } });
    expect((await read(other, fan)).body.items).toHaveLength(5);
    expect((await head(fan, other)).body.quota).toEqual({ perDay: 5, left: 0, costPerMessage: 2 });
    // Seven in the evening; midnight is at ten by the clock of Greenwich.
    t.clock.advance(5 * 3_600_000 - 1_000);
    expect(code(await write(fan, other, 'Before midnight'))).toBe('MESSAGE_QUOTA_USED');
    t.clock.advance(2_000);
    expect((await write(fan, other, 'After midnight')).status).toBe(201);
  });

  it('T65: past it each message costs two agreed credits, promotional ones last, once per client id', async () => {
    const { creator, fan } = await aPair();
    await giveCredits(t, fan.accountId, 3);
    await giveCredits(t, fan.accountId, 4, 'promotional');
    for (let n = 0; n < 5; n += 1) expect((await write(fan, creator, `${n}`, { payCredits: 2 })).body.sendCost).toBe(0);
    expect((await t.context.credits.balance(fan.accountId)).balance).toBe(7);
    const clientId = newId();
    const paid = await write(fan, creator, 'Sixth', { clientId, payCredits: 2 });
    expect(paid).toMatchObject({ status: 201, body: { sendCost: 2 } });
    expect((await write(fan, creator, 'Sixth', { clientId, payCredits: 2 })).body).toMatchObject({
      id: paid.body.id,
      sendCost: 2,
    });
    expect(await t.context.credits.balance(fan.accountId)).toEqual({ balance: 5, promotional: 4 });
    await write(fan, creator, 'Seventh', { payCredits: 2 });
    expect(await t.context.credits.balance(fan.accountId)).toEqual({ balance: 3, promotional: 3 });
    await write(fan, creator, 'Eighth', { payCredits: 2 });
    const poor = await write(fan, creator, 'Ninth', { payCredits: 2 });
    expect(code(poor)).toBe('INSUFFICIENT_CREDITS');
    expect(contentsOf(await read(creator, fan))).not.toContain('Ninth');
    expect(await t.context.credits.earnings(creator.profileId)).toBe(0n);
    await t.context.credits.reconcile();
  });

  it('T65: fifty parallel paid messages store as many as the balance pays', async () => {
    const { creator, fan } = await aPair();
    await giveCredits(t, fan.accountId, 21);
    for (let n = 0; n < 5; n += 1) await write(fan, creator, `${n}`);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => write(fan, creator, `Paid ${n}`, { payCredits: 2 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect((await read(creator, fan)).body.items).toHaveLength(15);
    expect((await t.context.credits.balance(fan.accountId)).balance).toBe(1);
  });

  it('T65, T92: a tip costs at least five credits, more than a message past the quota', async () => {
    const { creator, fan } = await aPair();
    await giveCredits(t, fan.accountId, 10);
    const tip = (credits: number, message?: string) =>
      t.client(fan).call('tipInChat', {
        params: { profileId: creator.profileId },
        body: { clientId: newId(), credits, ...(message === undefined ? {} : { message }) },
      });
    for (const contentsOf of [undefined, '  ', 'A whole letter'])
      expect(await tip(4, contentsOf)).toMatchObject({
        status: 400,
        error: { code: 'VALIDATION_FAILED', details: { fields: { credits: 'The smallest tip is 5 credits' } } },
      });
    expect((await tip(5, 'Short')).status).toBe(201);
    expect((await t.context.credits.balance(fan.accountId)).balance).toBe(5);
  });

  it('Gold has fifty, Platinum none', async () => {
    const { creator, fan } = await aPair();
    const paidUntil = new Date(t.clock.now().getTime() + 86_400_000);
    await t.db
      .insertInto('vip_memberships')
      .values({ account_id: fan.accountId, tier: 'gold', paid_until: paidUntil, started_at: t.clock.now() } as never)
      .execute();
    expect((await head(fan, creator)).body.quota).toMatchObject({ perDay: 50, left: 50 });
    for (let n = 0; n < 6; n += 1) expect((await write(fan, creator, `${n}`)).status).toBe(201);
    expect((await head(fan, creator)).body.quota.left).toBe(44);
    await t.db
      .updateTable('vip_memberships')
      .set({ tier: 'platinum' })
      .where('account_id', '=', fan.accountId)
      .execute();
    expect((await head(fan, creator)).body.quota).toMatchObject({ perDay: null, left: null });
  });
});
