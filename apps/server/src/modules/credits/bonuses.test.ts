import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

/** Accounts that signed in from one address and one device. */
async function aFarm(size: number, { address = Math.random(), devices = 1 } = {}): Promise<TestProfile[]> {
  const farmers: TestProfile[] = [];
  for (let index = 0; index < size; index += 1) {
    const farmer = await aProfile(t);
    await t.db
      .insertInto('account_origins')
      .values({
        account_id: farmer.accountId,
        address: Buffer.from(`address ${address}`),
        device: Buffer.from(`device ${address} ${index % devices}`),
        changed_at: t.clock.now(),
      })
      .execute();
    farmers.push(farmer);
  }
  return farmers;
}
const claim = async (who: TestProfile) => (await t.client(who).call('dailyBonus')).body;

describe('bonuses', () => {
  it('T91: require a confirmed address', async () => {
    const fan = await aProfile(t);
    await t.db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', fan.accountId).execute();
    expect(await claim(fan)).toEqual({ granted: false, refusal: 'confirm_email', balance: 0 });
    expect(await t.context.credits.profileBonus(fan.accountId)).toBe(false);
    await t.db
      .updateTable('accounts')
      .set({ email_verified_at: t.clock.now() })
      .where('id', '=', fan.accountId)
      .execute();
    expect(await claim(fan)).toEqual({ granted: true, refusal: null, balance: 5 });
  });

  it('T91: sixty accounts of one address receive 300 credits a day in total, also concurrently', async () => {
    const farmers = await aFarm(60, { devices: 60 });
    await Promise.all(
      farmers.flatMap(({ accountId }) => [
        t.context.credits.profileBonus(accountId).catch(() => false),
        t.context.credits.dailyBonus(accountId),
      ]),
    );
    const given = async () => {
      let sum = 0;
      for (const { accountId } of farmers) sum += (await t.context.credits.balance(accountId)).balance;
      return sum;
    };
    expect(await given()).toBeLessThanOrEqual(300);
    expect(await given()).toBeGreaterThan(270);
    t.clock.advance(25 * 3_600_000);
    await Promise.all(farmers.map(({ accountId }) => t.context.credits.dailyBonus(accountId)));
    expect(await given()).toBeGreaterThan(300);
  });

  it('T91: accounts of one device receive 60 credits a day in total; a repeat gets the original response', async () => {
    const farmers = await aFarm(14);
    const responses = [];
    for (const farmer of farmers) responses.push(await claim(farmer));
    expect(responses.filter(({ granted }) => granted)).toHaveLength(12);
    expect(responses.at(-1)).toMatchObject({ granted: false, refusal: 'enough_today' });
    expect(await claim(farmers[0] as TestProfile)).toMatchObject({ granted: false, refusal: null });
  });

  it('T91: staff see addresses and devices of many accounts with free credits, and the creators they paid', async () => {
    const creator = await aCreator(t);
    const farmers = await aFarm(5);
    for (const farmer of farmers) {
      await claim(farmer);
      await t.client(farmer).call('tipInChat', {
        params: { profileId: creator.profileId },
        body: { clientId: farmer.profileId, credits: 5 },
      });
    }
    const staff = await aProfile(t, { role: 'admin' });
    const { body } = await t.client(staff).call('bonusPatterns');
    expect(body).toContainEqual(
      expect.objectContaining({
        sharedBy: 'device',
        accounts: 5,
        credits: 25,
        creators: [{ id: creator.profileId, displayName: creator.displayName, credits: 20, payers: 5 }],
      }),
    );
    expect((await t.client(creator).call('bonusPatterns')).status).toBe(403);
    // Held, and shown to the creator as such; it cannot be withdrawn.
    const { body: summary } = await t.client(creator).call('listPayouts');
    expect(summary).toMatchObject({ availableCents: 0, clearingCents: 0, promotionalCents: 20 * 42 });
  });
});
