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
const balanceOf = async (member: TestProfile) => (await t.context.credits.balance(member.accountId)).balance;
const priceOf = (id: unknown) => gifts.find((gift) => gift.id === id)?.credits;
const giftBody = ({ giftId = 'red-rose', ...more }: Record<string, unknown> = {}) => ({
  ...{ giftId, price: priceOf(giftId) ?? 50, recipientId: creator.profileId },
  ...more,
});

describe('T41: sending a gift', () => {
  it.each(gifts.map(({ id, credits }) => [id, credits] as const))(
    '%s costs %i credits, four fifths of them the creator’s',
    async (giftId, price) => {
      const sender = await aSender();
      const earned = await t.context.credits.earnings(creator.profileId);
      const sent = await t.client(sender).call('sendGift', { body: giftBody({ giftId, message: 'For the evening' }) });
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

  it('refuses forged fields, and recipients the sender may not send to', async () => {
    const sender = await aSender();
    const [blocks, isBlocked, hidden] = [await aCreator(t), await aCreator(t), await aCreator(t)];
    await aBlock(t, { blocker: blocks, blocked: sender });
    await aBlock(t, { blocker: sender, blocked: isBlocked });
    await t.db.updateTable('profiles').set({ hidden_at: t.clock.now() }).where('id', '=', hidden.profileId).execute();
    const table: [string, Record<string, unknown>, string][] = [
      ['a price', giftBody({ credits: 1 }), 'VALIDATION_FAILED'],
      ['another price', giftBody({ price: 0 }), 'VALIDATION_FAILED'],
      ['an unknown gift', giftBody({ giftId: 'free-lunch' }), 'VALIDATION_FAILED'],
      ['a message that is too long', giftBody({ message: 'x'.repeat(201) }), 'VALIDATION_FAILED'],
      ['a creator who blocks', giftBody({ recipientId: blocks.profileId }), 'NOT_FOUND'],
      ['a blocked creator', giftBody({ recipientId: isBlocked.profileId }), 'NOT_FOUND'],
      ['a hidden creator', giftBody({ recipientId: hidden.profileId }), 'NOT_FOUND'],
      ['an unknown creator', giftBody({ recipientId: randomUUID() }), 'NOT_FOUND'],
      ['a fan', giftBody({ recipientId: (await aProfile(t)).profileId }), 'NOT_FOUND'],
      ['oneself', giftBody({ recipientId: sender.profileId }), 'VALIDATION_FAILED'],
    ];
    for (const [description, body, code] of table) {
      const answer = await t.client(sender).call('sendGift', { body });
      expect([description, answer.error?.code]).toEqual([description, code]);
    }
    const own = await t.client(creator).call('sendGift', { body: giftBody() });
    expect(own.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { recipientId: expect.any(String) } },
    });
    expect(await balanceOf(sender)).toBe(2_000);
  });

  it('sends nothing without enough credits', async () => {
    const sender = await aSender(49);
    expect((await t.client(sender).call('sendGift', { body: giftBody() })).error?.code).toBe('INSUFFICIENT_CREDITS');
    expect((await t.client(sender).call('giftHistory')).body).toEqual([]);
  });

  it('sends nothing while the member has paused buying', async () => {
    const sender = await aSender();
    await t
      .client(sender)
      .call('setSpendingLimits', { body: { dailyCents: null, monthlyCents: null, coolOffDays: 7 } });
    expect((await t.client(sender).call('sendGift', { body: giftBody() })).error?.code).toBe('SPENDING_LIMIT_REACHED');
  });

  it('is idempotent by key, for thirty concurrent requests', async () => {
    const sender = await aSender();
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => t.client(sender).call('sendGift', { body: giftBody(), idempotencyKey })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await balanceOf(sender)).toBe(1_950);
    const other = await t.client(sender).call('sendGift', { body: giftBody({ giftId: 'champagne' }), idempotencyKey });
    expect(other.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('T32: a balance for four pays for four of forty concurrent gifts', async () => {
    const sender = await aSender(200);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => t.client(sender).call('sendGift', { body: giftBody() })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(await balanceOf(sender)).toBe(0);
  });
});

describe('gift history', () => {
  it('lists the latest ten sent and the latest ten received', async () => {
    const sender = await aSender();
    const receiver = await aCreator(t);
    for (let n = 1; n <= 12; n += 1) {
      t.clock.advance(1_000);
      await t.client(sender).call('sendGift', { body: giftBody({ recipientId: receiver.profileId, message: `${n}` }) });
    }
    const latest = Array.from({ length: 10 }, (_, index) => `${12 - index}`);
    const sent = await t.client(sender).call('giftHistory', { query: { box: 'sent' } });
    const received = await t.client(receiver).call('giftHistory', { query: { box: 'received' } });
    for (const { body } of [sent, received]) expect(body.map(({ message }) => message)).toEqual(latest);
    expect(received.body[0]).toMatchObject({ senderName: sender.displayName, giftName: 'Red Rose' });
    expect((await t.client(receiver).call('giftHistory')).body).toEqual([]);
    await aBlock(t, { blocker: receiver, blocked: sender });
    for (const [member, box] of [
      [sender, 'sent'],
      [receiver, 'received'],
    ] as const)
      expect((await t.client(member).call('giftHistory', { query: { box } })).body).toEqual([]);
  });
});

it('calls onSent in the paying transaction, once per gift', async () => {
  const events: GiftSent[] = [];
  const service = createGiftsService({
    ...t.context,
    requireMayBuy: t.context.payments.requireMayBuy,
    hasMuted: async () => false,
    giftToLive: t.context.lives.giftTo,
    onSent: async (_tx, event) => void events.push(event),
  });
  const sender = await aSender(50);
  const viewer = viewerOf(sender);
  const { gift } = await service.send(
    viewer,
    { giftId: 'red-rose', price: 50, recipientId: creator.profileId },
    'the-first-key',
  );
  await service.send(viewer, { giftId: 'red-rose', price: 50, recipientId: creator.profileId }, 'the-first-key');
  expect(events).toMatchObject([{ id: gift.id, recipientId: creator.profileId, senderId: sender.profileId }]);
});
