import { riskSettings } from '@vlam/contract/rules/risk-settings';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBankAccount, earnRand } from '../../../test/creator-money.ts';
import { aCreator, aPaidPicture, aProfile, type TestProfile } from '../../../test/factories.ts';
import { aPlace, members, seen, setAge, signalsOf } from '../../../test/risk-world.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf, issuance } from '../credits/service.ts';

const t = useTestApp();
let creator: TestProfile;
beforeEach(async () => {
  creator = await aCreator(t);
  await setAge(t, [creator], 200);
});

const scan = () => t.context.risk.scan.run();
const signals = (of = creator) => signalsOf(t, of);
const grantCredits = ({ accountId }: TestProfile, amount: number) =>
  t.context.credits.transact((tx) =>
    t.context.credits.move(tx, [
      {
        ...{ kind: 'pack', ownerId: accountId, key: newId(), reference: newId(), description: 'Credits', amount },
        ...{ from: issuance, to: accountOf(accountId, 'wallet') },
      },
    ]),
  );
const pay = async (payers: readonly TestProfile[], cents: number, to = creator, daysAgo = 0) => {
  for (const { accountId } of payers) await earnRand(t, to, { cents, daysAgo, payer: accountId });
};
/** As a browser signs up: the account is made with its first sighting. */
const signUps = async (count: number, place: Buffer, kind: 'device' | 'network' = 'device') => {
  const made = await members(t, count, 0);
  await seen(t, made, place, { kind, isSignUp: true });
  return made;
};

it('T109: what a rule compares with is set within bounds, with a row of the log', async () => {
  const admin = t.client(await aProfile(t, { role: 'admin' }));
  const set = (value: number, version: number) =>
    admin.call('setOperatorSettings', { body: { changes: [{ name: 'riskDeviceSignUps', value, version }] } });
  expect((await set(1, 0)).error?.code).toBe('VALIDATION_FAILED');
  const device = aPlace();
  const [first] = await signUps(2, device);
  await scan();
  expect(first && (await signals(first))).toBeNull();
  expect((await set(3, 0)).status).toBe(200);
  t.clock.advance(60_000);
  await signUps(1, device);
  await scan();
  expect(first && (await signals(first))).toEqual({ sign_ups_of_device: { accounts: 3, days: 7 } });
  expect((await set(riskSettings.riskDeviceSignUps.initial, 1)).status).toBe(200);
  // A scan reads values that may be half a second old, and the next test has to find the initial one.
  t.clock.advance(1_000);
  const rows = await t.db
    .selectFrom('audit_log')
    .select('target_id')
    .where('action', '=', 'settings.changed')
    .execute();
  expect(rows.map((row) => row.target_id)).toEqual(['riskDeviceSignUps', 'riskDeviceSignUps']);
});

describe('sign-ups', () => {
  it('T109: four accounts made on one device within a week are a case of the first, three are none', async () => {
    const device = aPlace();
    const made = await signUps(3, device);
    await scan();
    t.clock.advance(60_000);
    const [first] = made;
    const other = await aProfile(t);
    expect(first && (await signals(first))).toBeNull();
    await seen(t, [other], device, { isSignUp: true });
    await scan();
    const cases = await Promise.all([...made, other].map((one) => signals(one)));
    expect(cases.filter((found) => found !== null)).toEqual([{ sign_ups_of_device: { accounts: 4, days: 7 } }]);
  });

  it('T109: forty accounts made from one network within a day are a case', async () => {
    const network = aPlace();
    const made = await signUps(39, network, 'network');
    await scan();
    const found = async () => (await Promise.all(made.map((one) => signals(one)))).filter((one) => one !== null);
    expect(await found()).toEqual([]);
    t.clock.advance(60_000);
    await signUps(1, network, 'network');
    await scan();
    expect(await found()).toEqual([{ sign_ups_of_network: { accounts: 40, days: 1 } }]);
  });

  it('T109: a real sign-up leaves its device and network as keyed hashes', async () => {
    const body = {
      ...{ email: 'new@people.test', password: 'a long enough password', firstName: 'Nomsa', lastName: 'Dube' },
    };
    const { status } = await t.client().call('register', { body });
    expect(status).toBe(201);
    const rows = await t.db
      .selectFrom('account_sightings')
      .innerJoin('accounts', 'accounts.id', 'account_id')
      .select(['kind', 'at_sign_up', 'subject'])
      .where('email', '=', 'new@people.test')
      .orderBy('kind')
      .execute();
    expect(rows.map(({ kind, at_sign_up }) => [kind, at_sign_up])).toEqual([
      ['device', true],
      ['network', true],
    ]);
    expect(rows.every(({ subject }) => subject.length === 32 && !subject.toString().includes('127.0.0'))).toBe(true);
  });

  it('T109: a bank account that two creators name is a case of the second', async () => {
    const [one, other] = [await aCreator(t), await aCreator(t)];
    await aBankAccount(t, one, { accountNumber: '5550001111' });
    await aBankAccount(t, other, { accountNumber: '5550001111', daysAgo: 0 });
    t.clock.advance(1_000);
    await scan();
    expect([await signals(one), await signals(other)]).toEqual([null, { payout_account_shared: { accounts: 2 } }]);
  });

  it('T109: an ID number that three accounts have proven is a case', async () => {
    const number = aPlace();
    const proofs = await members(t, 3, 20);
    for (const [index, { accountId }] of proofs.entries())
      await t.db
        .insertInto('age_verifications')
        .values({
          ...{ account_id: accountId, id_number_index: number, id_number_sealed: aPlace() },
          ...{ date_of_birth_sealed: aPlace(), document_type: 'passport', document_number_sealed: aPlace() },
          ...{ method: 'sa_id_number', state: index === 0 ? 'accepted' : 'contested' },
          verified_at: new Date(t.clock.now().getTime() - (index === 2 ? 0 : 5 * 86_400_000)),
        })
        .execute();
    t.clock.advance(1_000);
    await scan();
    expect(await Promise.all(proofs.map((one) => signals(one)))).toEqual([
      null,
      null,
      { id_number_again: { accounts: 3 } },
    ]);
  });
});

describe('who pays a creator', () => {
  it('T109: accounts of the creator’s own device', async () => {
    const device = aPlace();
    const payers = await members(t, 1, 100);
    await seen(t, [creator, ...payers], device, { daysAgo: 30 });
    await pay(payers, 19_000);
    await scan();
    expect(await signals()).toBeNull();
    await pay(payers, 1_000);
    await scan();
    expect(await signals()).toEqual({ own_device_pays: { payers: 1, cents: 20_000 } });
  });

  it('T109: three accounts of one device, however old', async () => {
    const device = aPlace();
    const payers = await members(t, 3, 100);
    await seen(t, payers, device, { daysAgo: 30 });
    await pay(payers.slice(1), 3_000);
    await scan();
    expect(await signals()).toBeNull();
    await pay(payers.slice(0, 1), 3_000);
    await scan();
    expect(await signals()).toEqual({ payers_of_one_device: { payers: 3, cents: 9_000 } });
  });

  it('T109: new accounts of one network that pay no one else; the same accounts that pay others are none', async () => {
    const network = aPlace();
    const [payers, others] = [await members(t, 5, 3), await members(t, 5, 3)];
    const [second, third] = [await aCreator(t), await aCreator(t)];
    await seen(t, [...payers, ...others], network, { kind: 'network', daysAgo: 3 });
    await pay(payers, 5_000);
    await pay(others, 5_000, second);
    await pay(others, 5_000, third);
    await scan();
    expect(await signals()).toEqual({
      payers_of_one_network: { payers: 5, cents: 25_000, percent: 100 },
      young_payers: { payers: 5, cents: 25_000, percent: 100 },
    });
    expect([await signals(second), await signals(third)]).toEqual([null, null]);
  });

  it('T109: credits count as well: gifts, tips and unlocks of one device', async () => {
    const payers = await members(t, 3, 100);
    await seen(t, payers, aPlace(), { daysAgo: 30 });
    for (const [index, payer] of payers.entries()) {
      await grantCredits(payer, 200);
      const client = t.client(payer);
      const { contentId } = await aPaidPicture(t, { creator, price: 60 });
      const paid = await [
        () => client.call('unlockContent', { params: { id: contentId }, body: { price: 60 } }),
        () => client.call('sendGift', { body: { giftId: 'red-rose', price: 50, recipientId: creator.profileId } }),
        () => client.call('unlockContent', { params: { id: contentId }, body: { price: 60 } }),
      ][index]?.();
      expect(paid?.status).toBeLessThan(300);
    }
    // The ledger writes the real time, which this file's clock has left.
    await t.db.deleteFrom('risk_scans').execute();
    await scan();
    expect(await signals()).toEqual({ payers_of_one_device: { payers: 3, cents: (48 + 40 + 48) * 42 } });
  });

  it('new accounts alone are a weak signal, which opens no case', async () => {
    await pay(await members(t, 8, 3), 5_000);
    await scan();
    expect(await signals()).toBeNull();
  });
});

describe('a payout', () => {
  const askPayout = (amountCents: number) => t.client(creator).call('requestPayout', { body: { amountCents } });

  it('T109: taken at once from few young accounts, to a bank account just named, from a new device', async () => {
    const payers = await members(t, 2, 20);
    await pay(payers, 50_000, creator, 8);
    await aBankAccount(t, creator, { daysAgo: 1 });
    await seen(t, [creator], aPlace(), { daysAgo: 100 });
    await seen(t, [creator], aPlace(), { daysAgo: 1 });
    expect((await askPayout(95_000)).status).toBe(201);
    t.clock.advance(1_000);
    await scan();
    expect(await signals()).toEqual({
      payout_new_device: { cents: 95_000, hours: 24 },
      payout_new_account: { cents: 95_000, days: 1 },
      payout_in_and_out: { cents: 95_000, percent: 95, days: 8 },
      few_young_payers: { payers: 2, cents: 100_000, percent: 100 },
    });
  });

  it('of an ordinary creator is none', async () => {
    await pay(await members(t, 12, 60), 10_000, creator, 20);
    await aBankAccount(t, creator, { daysAgo: 90 });
    await seen(t, [creator], aPlace(), { daysAgo: 120 });
    expect((await askPayout(100_000)).status).toBe(201);
    await scan();
    expect(await signals()).toBeNull();
  });
});

describe('a case that was cleared', () => {
  it('does not open again by the same rules within thirty days', async () => {
    const payers = await members(t, 3, 100);
    await seen(t, payers, aPlace(), { daysAgo: 30 });
    await pay(payers, 5_000);
    await scan();
    const admin = await aProfile(t, { role: 'admin' });
    const list = (await t.client(admin).call('listRiskCases', { query: { limit: '50' } })).body.items;
    const found = list.find(({ member }) => member.accountId === creator.accountId);
    const client = t.client(admin);
    await client.call('clearRiskCase', { params: { id: found?.id ?? '' }, body: { reason: 'A family' } });
    await pay(payers, 5_000);
    await scan();
    expect(await signals()).toBeNull();
    t.clock.advance(31 * 86_400_000);
    await pay(payers, 5_000);
    await scan();
    expect(await signals()).toHaveProperty('payers_of_one_device');
    t.clock.set(new Date());
  });
});
