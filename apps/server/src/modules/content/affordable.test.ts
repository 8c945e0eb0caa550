import { expect, it } from 'vitest';
import {
  aCreator,
  aFreePicture,
  aPaidPicture,
  aProfile,
  giveCredits,
  type TestProfile,
} from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

const offered = async (who: TestProfile, credits: number) =>
  (await t.client(who).call('affordablePictures', { query: { credits: String(credits) } })).body.map(({ id }) => id);

it('pictures for at most so many credits: one a creator, none that is free, bought, dear or one’s own', async () => {
  const fan = await aProfile(t);
  await giveCredits(t, fan.accountId, 20);
  const [first, second] = [await aCreator(t), await aCreator(t)];
  await aFreePicture(t, { creator: first });
  const { contentId: older } = await aPaidPicture(t, { creator: first, price: 5 });
  t.clock.advance(1_000);
  const { contentId: newer } = await aPaidPicture(t, { creator: first, price: 5 });
  const { contentId: dear } = await aPaidPicture(t, { creator: second, price: 6 });
  expect(await offered(fan, 5)).toEqual([newer]);
  expect(new Set(await offered(fan, 6))).toEqual(new Set([newer, dear]));
  expect(await offered(first, 5)).toEqual([]);
  await t.client(fan).call('unlockContent', { params: { id: newer }, body: { price: 5 } });
  expect(await offered(fan, 5)).toEqual([older]);
});

it('T13: nothing of a creator who blocked the caller, or left', async () => {
  const fan = await aProfile(t);
  const creator = await aCreator(t);
  const { contentId } = await aPaidPicture(t, { creator, price: 5 });
  expect(await offered(fan, 5)).toContain(contentId);
  await t.client(creator).call('blockProfile', { params: { id: fan.profileId } });
  expect(await offered(fan, 5)).not.toContain(contentId);
});
