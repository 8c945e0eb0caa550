import { afterAll, describe, expect, it } from 'vitest';
import { aCreator, aProfile, giveCredits } from '../../../test/factories.ts';
import { pdfText } from '../../../test/read-pdf.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { isSound } from '../credits/reconcile.ts';
import { accountOf, cash, type Move, purchasePosting, reverseOrder } from '../credits/service.ts';

const t = useTestApp({ at: new Date('2027-03-05T10:00:00+02:00') });

afterAll(async () => {
  expect(isSound(await t.context.credits.reconcile())).toBe(true);
});

const balanceOf = async (profileId: string) => {
  const accounts = [accountOf(profileId, 'earnings', 'cents'), accountOf(profileId, 'earnings')];
  const rows = await t.db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance'])
    .where(
      'id',
      'in',
      accounts.map(({ id }) => id),
    )
    .execute();
  const of = (index: number) => Number(rows.find(({ id }) => id === accounts[index]?.id)?.balance ?? 0n);
  return of(0) + of(1) * 42;
};

describe('a tax year', () => {
  it('agrees with the ledger to the cent: sales, platform part, what went back, and payouts', async () => {
    const creator = await aCreator(t);
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 500);
    const { credits } = t.context;
    const tip = (cents: number, at: string, id = newId()): Move => ({
      ...{ kind: 'rand_tip', ownerId: fan.accountId, key: id, payeeId: creator.profileId, reference: id },
      ...{ description: 'Tip', amount: cents, from: cash, to: accountOf(creator.profileId, 'earnings', 'cents') },
      ...{ shared: true, at: new Date(at) },
    });
    // On both sides of midnight in Johannesburg, at both ends of the year.
    const [refunded, charged] = [tip(9_999, '2026-06-01T12:00:00+02:00'), tip(4_009, '2027-03-01T00:00:01+02:00')];
    const moves = [
      tip(1_001, '2026-02-28T23:59:59+02:00'),
      tip(2_003, '2026-03-01T00:00:01+02:00'),
      refunded,
      tip(3_007, '2027-02-28T23:59:59+02:00'),
      charged,
    ];
    for (const move of moves) await credits.transact((tx) => credits.move(tx, [move]));
    const takeBack = (move: Move, why: 'refund' | 'chargeback', at: Date) =>
      credits.transact(async (tx) => {
        const order = { id: move.reference, accountId: fan.accountId, description: 'Tip' } as Parameters<
          typeof reverseOrder
        >[1];
        const back = await reverseOrder(tx, order, why);
        await credits.move(
          tx,
          back.map((each) => ({ ...each, at })),
        );
      });
    await takeBack(refunded, 'refund', new Date('2026-07-01T12:00:00+02:00'));
    await takeBack(charged, 'chargeback', t.clock.now());
    const unlock = purchasePosting({
      ...{ kind: 'unlock', payerId: fan.accountId, payeeId: creator.profileId, price: 18, reference: newId() },
      ...{ key: newId(), description: 'Picture' },
    });
    await credits.transact((tx) => credits.postAll(tx, [{ ...unlock, at: new Date('2026-09-01T12:00:00+02:00') }]));
    const own = await t.client(creator).call('getTaxYear', { params: { year: '2027' } });
    expect(own.body).toMatchObject({ year: 2027, from: '2026-03-01', to: '2027-02-28', paidOutCents: 0 });
    const share = (cents: number) => Math.floor((cents * 80 + 50) / 100);
    const [tips, kept] = [
      [2_003, 9_999, 3_007],
      [2_003, 3_007],
    ];
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    expect(own.body.kinds).toEqual([
      {
        ...{ source: 'content', sales: 1, grossCents: 18 * 42, platformCents: 4 * 42, earnedCents: 14 * 42 },
        ...{ returnedCents: 0, chargedBackCents: 0 },
      },
      {
        ...{ source: 'tips', sales: 3, grossCents: sum(tips), earnedCents: sum(kept.map(share)) },
        ...{ platformCents: sum(tips) - sum(tips.map(share)), returnedCents: -share(9_999), chargedBackCents: 0 },
      },
    ]);
    const next = (await t.client(creator).call('getTaxYear', { params: { year: '2028' } })).body;
    expect(next.kinds).toMatchObject([
      {
        source: 'tips',
        sales: 1,
        platformCents: 802,
        returnedCents: -share(4_009),
        chargedBackCents: -share(4_009),
        earnedCents: 0,
      },
    ]);
    const others = share(1_001);
    expect(own.body.earnedCents + others).toBe(await balanceOf(creator.profileId));
    // Every movement of the year, read one by one.
    let read = 0;
    const [from, to] = [new Date('2026-03-01T00:00:00+02:00'), new Date('2027-03-01T00:00:00+02:00')];
    for await (const entries of credits.income.readIncome(creator.profileId, from, to))
      for (const entry of entries) read += Number(entry.credits) * 42 + Number(entry.cents);
    expect(own.body.earnedCents).toBe(read);

    const csv = await t.client(creator).request('GET', '/api/creator/tax-years/2027.csv');
    expect(csv.text).toContain('"Content sales";1;"7,56";"1,68";0;0;"5,88"');
    const pdf = await t.client(creator).request('GET', '/api/creator/tax-years/2027.pdf');
    expect(await pdfText(pdf.bytes)).toContain('Tax year 2027');
    expect((await t.client(creator).request('GET', '/api/creator/tax-years/2029.csv')).status).toBe(404);
  });
});
