import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useConsents } from '../../../test/consents.ts';
import { aCreator, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { aReadyFile, at, publicationOf } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { accountOf, redeemed } from '../credits/accounts.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });
const { aDraft, ask, giveConsent, publish, unblock } = useConsents(t);

const balanceOf = async (who: TestProfile) => (await t.client(who).call('creditBalance')).body.balance;
const earningsOf = async (creator: TestProfile) => Number(await t.context.credits.earnings(creator.profileId));
const unlock = (who: TestProfile, id: string, price: number) =>
  t.client(who).call('unlockContent', { ...at(id), body: { price } });
const movements = async (who: TestProfile, reference: string) => {
  const { rows } = await sql<{ kind: string; amount: string }>`
    select kind, sum(amount) as amount from ledger_transfers where owner_id = ${who.accountId} and reference = ${reference}
      group by kind order by kind`.execute(t.db);
  return rows.map(({ kind, amount }) => [kind, Number(amount)]);
};

/** A published item for sale with a person in it who said yes. */
async function anItemOfTwo(price = 20) {
  const creator = await aCreator(t);
  const kyle = await aProfile(t, { displayName: 'Kyle' });
  const id = await aDraft(creator, { isPremium: true, price });
  const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
  await giveConsent(kyle, person, id);
  expect((await publish(creator, id)).body.state).toBe('published');
  const revoke = async () => {
    expect((await t.client(kyle).call('revokeConsent', at(person.id))).status).toBe(204);
    await t.drain();
    await unblock();
  };
  return { creator, id, revoke };
}

describe('an item that is taken down because a person in it took their yes back', () => {
  it('is refunded in full to each buyer, out of the shares that were posted', async () => {
    const { creator, id, revoke } = await anItemOfTwo();
    const [one, two] = [await aProfile(t), await aProfile(t)];
    for (const fan of [one, two]) {
      await giveCredits(t, fan.accountId, 50);
      expect((await unlock(fan, id, 20)).body.balance).toBe(30);
    }
    expect(await earningsOf(creator)).toBe(32);
    await revoke();
    expect([await balanceOf(one), await balanceOf(two), await earningsOf(creator)]).toEqual([50, 50, 0]);
    expect(await movements(one, id)).toEqual([
      // The platform's part has no reference.
      ['unlock', 16],
      ['unlock_reclaim', 20],
      ['unlock_return', 20],
    ]);
    const { body } = await t.client(one).call('listNotifications');
    expect(body.items).toMatchObject([{ kind: 'content_refunded', link: '/credits' }]);
    await t.context.credits.reconcile();
    expect((await t.context.credits.books.latest()).differences).toEqual([]);
  });

  it('is refunded once, however often the job runs, and also a purchase that was under way', async () => {
    const { creator, id, revoke } = await anItemOfTwo();
    const [early, late] = [await aProfile(t), await aProfile(t)];
    for (const fan of [early, late]) await giveCredits(t, fan.accountId, 50);
    await unlock(early, id, 20);
    await revoke();
    // It had read the item before it disappeared.
    await t.context.credits.purchase({
      kind: 'unlock',
      payer: late.accountId,
      payee: creator.profileId,
      price: 20,
      reference: id,
      key: `late:${id}`,
      description: 'Blue hour',
    });
    const job = t.context.content.tasks.find(({ kind }) => kind.name === 'content.refund');
    for (let run = 0; run < 3; run += 1) await job?.run({ contentId: id }, { id: '1', attempt: 1 });
    expect([await balanceOf(early), await balanceOf(late), await earningsOf(creator)]).toEqual([50, 50, 0]);
  });

  it('returns each kind of credits as it was paid, and ends what was held of them', async () => {
    const { creator, id, revoke } = await anItemOfTwo();
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 12);
    await t.context.credits.grantPromotional(fan.accountId, 20, `gift:${fan.accountId}`, 'A gift');
    await unlock(fan, id, 20);
    const before = (await t.client(fan).call('creditBalance')).body;
    expect(before).toMatchObject({ balance: 12, promotional: 12 });
    await revoke();
    expect((await t.client(fan).call('creditBalance')).body).toMatchObject({ balance: 32, promotional: 20 });
    expect(await earningsOf(creator)).toBe(0);
    const { rows } = await sql`select from earnings_holds where payer_id = ${fan.accountId} and remaining > 0`.execute(
      t.db,
    );
    expect(rows).toEqual([]);
  });

  it('is refunded in full also when its creator has withdrawn: the rest is the platform’s loss', async () => {
    const { creator, id, revoke } = await anItemOfTwo(100);
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 100);
    await unlock(fan, id, 100);
    const earnings = accountOf(creator.profileId, 'earnings');
    // As if 70 of the 80 were withdrawn.
    await t.context.credits.transact((tx) =>
      t.context.credits.move(tx, [
        {
          kind: 'redemption',
          ownerId: creator.profileId,
          key: `withdrawn:${id}`,
          payeeId: creator.profileId,
          reference: id,
          description: 'Withdrawn',
          amount: 70,
          from: earnings,
          to: redeemed,
        },
      ]),
    );
    await revoke();
    expect([await balanceOf(fan), await earningsOf(creator)]).toEqual([100, 0]);
  });

  it('refunds no one when its creator removes an item', async () => {
    const creator = await aCreator(t);
    const made = await t
      .client(creator)
      .call('createContent', { body: publicationOf(await aReadyFile(t, creator), { isPremium: true, price: 20 }) });
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 50);
    await unlock(fan, made.body.id, 20);
    await t.client(creator).call('removeContent', at(made.body.id));
    await t.drain();
    expect(await balanceOf(fan)).toBe(30);
  });
});
