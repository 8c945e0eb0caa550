import { hash } from '@node-rs/argon2';
import { stepUpMs } from '@vlam/contract/operation';
import { expect, it } from 'vitest';
import { earnRand } from '../../../test/creator-money.ts';
import { aCreator, aSession } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();
const password = 'a long enough password';
const account = {
  ...{ bank: 'Capitec', holderName: 'Thandi Nkosi', accountNumber: '1234567890', branchCode: '470010' },
  accountType: 'savings',
};

it('T15: a bank account, a payout and a statement need a proof of the person that is fresh', async () => {
  const creator = await aCreator(t, { firstName: 'Thandi', lastName: 'Nkosi' });
  await t.db
    .updateTable('accounts')
    .set({ password_hash: await hash(password, { memoryCost: 1_024, timeCost: 1 }) })
    .where('id', '=', creator.accountId)
    .execute();
  await earnRand(t, creator, { cents: 100_000 });
  const client = t.client(await aSession(t, creator.accountId, { proven: false }));
  const params = { month: '2026-01' };
  const requestPayout = () => client.call('requestPayout', { body: { amountCents: 60_000 } });
  const codes = async () => [
    (await client.call('setPayoutAccount', { body: account })).error?.code,
    (await requestPayout()).error?.code,
    (await client.call('creatorStatementCsv', { params })).error?.code,
    (await client.call('creatorStatementPdf', { params })).error?.code,
  ];
  const refused = Array.from({ length: 4 }, () => 'STEP_UP_REQUIRED');
  expect(await codes()).toEqual(refused);
  // Earlier apps send the password with the account: it is no proof.
  const known = await client.call('setPayoutAccount', { body: { ...account, password } });
  expect(known.error?.code).toBe('STEP_UP_REQUIRED');
  expect((await client.call('getPayoutAccount')).body).toEqual({ account: null });

  expect((await client.call('stepUp', { body: { password } })).status).toBe(200);
  expect((await client.call('setPayoutAccount', { body: account })).status).toBe(200);
  t.clock.advance(stepUpMs);
  expect(await codes()).toEqual(refused);
  expect((await client.call('listPayouts')).body.payouts).toEqual([]);

  expect((await client.call('stepUp', { body: { password } })).status).toBe(200);
  expect((await requestPayout()).status).toBe(201);
});
