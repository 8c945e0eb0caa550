import { randomUUID } from 'node:crypto';
import { gifts } from '@vlam/contract/gifts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewerOf } from '../../../test/callers.ts';
import { aBlock, aCreator, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { splitPrice } from '../../../test/split.ts';
import { useTestApp } from '../../../test/use-app.ts';
import type { GiftSent } from './events.ts';
import { createGiftsService } from './service.ts';

let creator: TestProfile;
const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t, { displayName: 'Receiver of roses' });
});
afterAll(async () => {
  expect(await t.context.credits.reconcile()).toMatchObject({ drifted: [], brokenGroups: [], unbalanced: [] });
});

async function aSender(credits = 2_000): Promise<TestProfile> {
  const sender = await aProfile(t);
  await giveCredits(t, sender.accountId, credits);
  return sender;
}
const balanceOf = async (who: TestProfile) => (await t.context.credits.balance(who.accountId)).balance;
const priceOf = (id: unknown) => gifts.find((gift) => gift.id === id)?.credits;
const rose = ({ giftId = 'red-rose', ...more }: Record<string, unknown> = {}) => ({
  ...{ giftId, price: priceOf(giftId) ?? 50, recipientId: creator.profileId },
  ...more,
});

describe('T41: sending a gift', () => {
  it.each(gifts.map(({ id, credits }) => [id, credits] as const))(
    '%s costs %i credits, four fifths of them the creator’s',
    async (giftId, price) => {
      const sender = await aSender();
      const earned = await t.context.credits.earnings(creator.profileId);
      const sent = await t.client(sender).call('sendGift', { body: rose({ giftId, message: 'For the evening' }) });
      expect(sent.status).toBe(201);
      expect(sent.body).toMatchObject({
        balance: 2_000 - price,
        gift: {
          giftId,
          credits: price,
          recipientId: creator.profileId,
          senderId: sender.profileId,
          message: 'For the evening',
        },
      });
      expect((await t.context.credits.earnings(creator.profileId)) - earned).toBe(BigInt(splitPrice(price).creator));
    },
  );

  it('refuses whatever is forged, and whom one may not send to', async () => {
    const sender = await aSender();
    const [blocks, isBlocked, hidden] = [await aCreator(t), await aCreator(t), await aCreator(t)];
    await aBlock(t, { blocker: blocks, blocked: sender });
    await aBlock(t, { blocker: sender, blocked: isBlocked });
    await t.db.updateTable('profiles').set({ hidden_at: t.clock.now() }).where('id', '=', hidden.profileId).execute();
    const table: [string, Record<string, unknown>, string][] = [
      ['a price', rose({ credits: 1 }), 'VALIDATION_FAILED'],
      ['another price', rose({ price: 0 }), 'VALIDATION_FAILED'],
      ['a gift that is none', rose({ giftId: 'free-lunch' }), 'VALIDATION_FAILED'],
      ['a message that is too long', rose({ message: 'x'.repeat(201) }), 'VALIDATION_FAILED'],
      ['a creator who blocks', rose({ recipientId: blocks.profileId }), 'NOT_FOUND'],
      ['a blocked creator', rose({ recipientId: isBlocked.profileId }), 'NOT_FOUND'],
      ['a hidden creator', rose({ recipientId: hidden.profileId }), 'NOT_FOUND'],
      ['nobody', rose({ recipientId: randomUUID() }), 'NOT_FOUND'],
      ['a fan', rose({ recipientId: (await aProfile(t)).profileId }), 'NOT_FOUND'],
      ['oneself', rose({ recipientId: sender.profileId }), 'VALIDATION_FAILED'],
    ];
    for (const [what, body, code] of table) {
      const answer = await t.client(sender).call('sendGift', { body });
      expect([what, answer.error?.code]).toEqual([what, code]);
    }
    const own = await t.client(creator).call('sendGift', { body: rose() });
    expect(own.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { recipientId: expect.any(String) } },
    });
    expect(await balanceOf(sender)).toBe(2_000);
  });

  it('without enough credits nothing is sent', async () => {
    const sender = await aSender(49);
    expect((await t.client(sender).call('sendGift', { body: rose() })).error?.code).toBe('INSUFFICIENT_CREDITS');
    expect((await t.client(sender).call('giftHistory')).body).toEqual([]);
  });

  it('a member who has paused buying sends nothing', async () => {
    const sender = await aSender();
    await t
      .client(sender)
      .call('setSpendingLimits', { body: { dailyCents: null, monthlyCents: null, coolOffDays: 7 } });
    expect((await t.client(sender).call('sendGift', { body: rose() })).error?.code).toBe('SPENDING_LIMIT_REACHED');
  });

  it('a lost answer: the same key, thirty times at once, is one gift', async () => {
    const sender = await aSender();
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => t.client(sender).call('sendGift', { body: rose(), idempotencyKey })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await balanceOf(sender)).toBe(1_950);
    const other = await t.client(sender).call('sendGift', { body: rose({ giftId: 'champagne' }), idempotencyKey });
    expect(other.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('T32: a balance for four buys four of forty at once', async () => {
    const sender = await aSender(200);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => t.client(sender).call('sendGift', { body: rose() })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(await balanceOf(sender)).toBe(0);
  });
});

describe('the history', () => {
  it('keeps the latest ten of what was sent and of what was received', async () => {
    const sender = await aSender();
    const receiver = await aCreator(t);
    for (let n = 1; n <= 12; n += 1) {
      t.clock.advance(1_000);
      await t.client(sender).call('sendGift', { body: rose({ recipientId: receiver.profileId, message: `${n}` }) });
    }
    const latest = Array.from({ length: 10 }, (_, index) => `${12 - index}`);
    const sent = await t.client(sender).call('giftHistory', { query: { box: 'sent' } });
    const received = await t.client(receiver).call('giftHistory', { query: { box: 'received' } });
    for (const { body } of [sent, received]) expect(body.map(({ message }) => message)).toEqual(latest);
    expect(received.body[0]).toMatchObject({ senderName: sender.displayName, giftName: 'Red Rose' });
    expect((await t.client(receiver).call('giftHistory')).body).toEqual([]);
    await aBlock(t, { blocker: receiver, blocked: sender });
    for (const [who, box] of [
      [sender, 'sent'],
      [receiver, 'received'],
    ] as const)
      expect((await t.client(who).call('giftHistory', { query: { box } })).body).toEqual([]);
  });
});

it('tells whoever listens in the same transaction, and only of what is paid', async () => {
  const told: GiftSent[] = [];
  const service = createGiftsService({
    ...t.context,
    requireMayBuy: t.context.payments.requireMayBuy,
    hasMuted: async () => false,
    onSent: async (_tx, event) => void told.push(event),
  });
  const sender = await aSender(50);
  const viewer = viewerOf(sender);
  const { gift } = await service.send(
    viewer,
    { giftId: 'red-rose', price: 50, recipientId: creator.profileId },
    'the-first-key',
  );
  await service.send(viewer, { giftId: 'red-rose', price: 50, recipientId: creator.profileId }, 'the-first-key');
  expect(told).toMatchObject([{ id: gift.id, recipientId: creator.profileId, senderId: sender.profileId }]);
});
