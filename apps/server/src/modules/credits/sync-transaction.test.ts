import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  aCreator,
  aPaidPicture,
  aProfile,
  aSubscription,
  giveCredits,
  type TestProfile,
} from '../../../test/factories.ts';
import { aReadyFile } from '../../../test/publications.ts';
import { createRandom } from '../../../test/simulation/random.ts';
import { newId } from '../../platform/ids.ts';
import { isSound } from './reconcile.ts';

let app: TestApp;
let second: Awaited<ReturnType<TestApp['startSecondProcess']>>;
let creator: TestProfile;
beforeAll(async () => {
  app = await startTestApp();
  second = await app.startSecondProcess();
  creator = await aCreator(app);
});
afterAll(async () => {
  await second.close();
  expect(isSound(await app.context.credits.reconcile())).toBe(true);
  await app.close();
});

async function aBuyer(credits: number): Promise<TestProfile> {
  const fan = await aProfile(app);
  if (credits > 0) await giveCredits(app, fan.accountId, credits);
  await aSubscription(app, { subscriber: fan, creator });
  return fan;
}

/** A locked photo in the thread of the creator with `fan`. */
async function aLockedMessage(fan: TestProfile, price: number): Promise<string> {
  const { body } = await app.client(creator).call('sendMessage', {
    params: { profileId: fan.profileId },
    body: { clientId: newId(), mediaId: await aReadyFile(app, creator), price },
  });
  return body.id;
}

const anIntent = (type: 'spend' | 'tip' | 'purchase', amount: number, metadata: Record<string, unknown>) => ({
  id: `device-${newId()}`,
  type,
  amount,
  description: 'While away',
  timestamp: app.clock.now().toISOString(),
  status: 'pending',
  metadata,
});
type Intent = ReturnType<typeof anIntent>;

const sync = (fan: { cookie: string }, body: Intent, on: Pick<TestApp, 'client'> = app) =>
  on.client(fan).call('syncTransaction', { body });
const balanceOf = async (fan: { cookie: string }) => (await app.client(fan).call('creditBalance')).body.balance;
const earned = () => app.context.credits.earnings(creator.profileId);

describe('T33: what a queued intent names is bought at its price, once', () => {
  it('a tip with its words arrives in the thread, as one sent online does', async () => {
    const fan = await aBuyer(50);
    const tip = anIntent('tip', 20, { userId: creator.profileId, message: 'For the blue hour' });
    for (let time = 0; time < 3; time += 1)
      expect((await sync(fan, tip)).body).toEqual({ status: 'synced', balance: 30 });
    const { body } = await app.client(creator).call('listMessages', { params: { profileId: fan.profileId } });
    const tips = body.items.filter((message) => message.tip === 20);
    expect(tips.map(({ content }) => content)).toEqual(['For the blue hour']);
  });

  it('a gift costs what the catalogue says', async () => {
    const fan = await aBuyer(120);
    const before = await earned();
    const gift = anIntent('spend', 50, { userId: creator.profileId, giftId: 'red-rose', message: 'Thank you' });
    const responses = await Promise.all(Array.from({ length: 20 }, (_, at) => sync(fan, gift, at % 2 ? second : app)));
    expect(responses.every(({ status, body }) => status === 200 && body.balance === 70)).toBe(true);
    expect((await earned()) - before).toBe(40n);
    const cheap = anIntent('spend', 49, { userId: creator.profileId, giftId: 'red-rose' });
    expect((await sync(fan, cheap)).error).toMatchObject({ code: 'PRICE_CHANGED', details: { price: 50 } });
    expect(await balanceOf(fan)).toBe(70);
  });

  it('paid media in a thread open for their price', async () => {
    const fan = await aBuyer(60);
    const messageId = await aLockedMessage(fan, 25);
    for (const type of ['purchase', 'spend'] as const)
      expect((await sync(fan, anIntent(type, 25, { messageId }))).body).toEqual({ status: 'synced', balance: 35 });
    expect((await sync(await aBuyer(60), anIntent('purchase', 25, { messageId }))).error?.code).toBe('NOT_FOUND');
  });

  it('what another account queued on the device is not posted by this one', async () => {
    const [fan, other] = [await aBuyer(30), await aBuyer(30)];
    const tip = { ...anIntent('tip', 20, { userId: creator.profileId }), accountId: fan.accountId };
    expect((await sync(other, tip)).status).toBe(401);
    expect((await sync(fan, tip)).body).toEqual({ status: 'synced', balance: 10 });
    expect(await balanceOf(other)).toBe(30);
  });

  it.each([
    ['nothing', 'spend', {}],
    ['a gift for nobody', 'spend', { giftId: 'red-rose' }],
    ['two things', 'spend', { contentId: newId(), messageId: newId() }],
    ['a person and an item', 'spend', { contentId: newId(), userId: newId() }],
    ['a gift that is called a tip', 'tip', { userId: newId(), giftId: 'red-rose' }],
    ['a person as a purchase', 'purchase', { userId: newId() }],
    ['words for an item', 'purchase', { contentId: newId(), message: 'Hello' }],
    ['a gift that does not exist', 'spend', { userId: newId(), giftId: 'gold-bar' }],
    ['words longer than a gift carries', 'spend', { userId: newId(), giftId: 'red-rose', message: 'a'.repeat(201) }],
  ] as const)('an intent that names %s is refused', async (_name, type, metadata) => {
    const fan = await aBuyer(60);
    expect((await sync(fan, anIntent(type, 10, metadata))).error?.code).toBe('VALIDATION_FAILED');
    expect(await balanceOf(fan)).toBe(60);
  });
});

describe('T33: a device that loses its answers', () => {
  it.each([1, 2, 3])(
    'agrees with the ledger to the credit, on two processes and in any order, seed %i',
    { timeout: 60_000 },
    async (seed) => {
      const random = createRandom(seed);
      const fan = await aBuyer(400);
      const pictures = await Promise.all([15, 90].map((price) => aPaidPicture(app, { creator, price })));
      const messages = [
        { id: await aLockedMessage(fan, 25), price: 25 },
        { id: await aLockedMessage(fan, 60), price: 60 },
      ];
      // The plain rules: a refused intent changes nothing, a posted one nothing more, and an owned item is free.
      const [owned, posted] = [new Set<string>(), new Set<string>()];
      let balance = 400;
      const isAccepted = ({ id, amount, metadata }: Intent): boolean => {
        const item = String(metadata.contentId ?? metadata.messageId ?? '');
        if (posted.has(id) || owned.has(item)) return true;
        if (('giftId' in metadata && amount !== 50) || amount > balance) return false;
        balance -= amount;
        posted.add(id);
        if (item) owned.add(item);
        return true;
      };
      const queue = Array.from({ length: 18 }, () => {
        const kind = random.pick(['content', 'message', 'tip', 'gift'] as const);
        const userId = creator.profileId;
        if (kind === 'tip') return anIntent('tip', random.between(5, 60), { userId });
        if (kind === 'gift') return anIntent('spend', random.chance(0.8) ? 50 : 49, { userId, giftId: 'red-rose' });
        if (kind === 'message') {
          const { id, price } = random.pick(messages);
          return anIntent('purchase', price, { messageId: id });
        }
        const at = random.between(0, 1);
        return anIntent('purchase', [15, 90][at] ?? 0, { contentId: pictures[at]?.contentId });
      });
      // Another one of long ago may have lost its answer, or been refused, and is sent again.
      const sends = queue.flatMap((intent, at) => [intent, random.pick(queue.slice(0, at + 1))]);
      for (const intent of sends) {
        const expected = isAccepted(intent);
        // Two tabs may send the same intent to two processes at once.
        const attempts = await Promise.all(
          Array.from({ length: random.between(1, 4) }, () => sync(fan, intent, random.chance(0.5) ? second : app)),
        );
        expect(attempts.map(({ status }) => status === 200)).toEqual(attempts.map(() => expected));
        expect(await balanceOf(fan)).toBe(balance);
      }
      expect(posted.size).toBeGreaterThan(4);
    },
  );
});
