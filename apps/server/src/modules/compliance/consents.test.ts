import { startNowWording } from '@vlam/contract/content';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aCreator, aPaidPicture, aProfile, giveCredits } from '../../../test/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const consentsOf = (accountId: string) =>
  t.db.selectFrom('consents').selectAll().where('account_id', '=', accountId).execute();

it('keeps that a buyer asked for an unlock to start now, in which words and when', async () => {
  const fan = await aProfile(t);
  await giveCredits(t, fan.accountId, 50);
  const { contentId } = await aPaidPicture(t, { creator: await aCreator(t), price: 10 });
  const unlock = (body: { startNow?: boolean }) =>
    t.client(fan).call('unlockContent', { params: { id: contentId }, body });
  expect((await unlock({ startNow: true })).status).toBe(200);
  expect(await consentsOf(fan.accountId)).toEqual([
    expect.objectContaining({
      kind: 'start_now',
      reference: contentId,
      wording: startNowWording.number,
      given_at: t.clock.now(),
    }),
  ]);
  expect((await unlock({})).status).toBe(200);
  expect(await consentsOf(fan.accountId)).toHaveLength(1);
});

it('keeps those of a moment together, each as its own', async () => {
  const fans = await Promise.all(Array.from({ length: 5 }, () => aProfile(t)));
  await Promise.all(fans.map(({ accountId }) => t.context.compliance.recordStartNow(accountId, 'x')));
  for (const { accountId } of fans) expect(await consentsOf(accountId)).toHaveLength(1);
});
