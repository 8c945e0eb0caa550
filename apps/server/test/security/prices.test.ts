import { type OperationName, operations } from '@vlam/contract';
import type { Operation } from '@vlam/contract/operation';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from '../app.ts';
import { enableCalls } from '../callers.ts';
import { aCreator, aPaidPicture, aProfile, aSubscription, giveCredits, type TestProfile } from '../factories.ts';
import { aRunningShow } from '../live-shows.ts';
import { aSavedCard, createTestProvider, type TestProvider } from '../payment-provider.ts';
import { aReadyFile, at } from '../publications.ts';
import { aRequester } from '../requesters.ts';
import { startTestServer } from '../server.ts';
import { closeSockets, openListener } from '../sockets.ts';
import { schemaOf } from './arbitraries.ts';

type Operations = typeof operations;
/** Every operation that charges a price set by another member or the catalogue. */
type Purchase = {
  [Name in OperationName]: Operations[Name] extends { purchase: { shown: string } } ? Name : never;
}[OperationName];

interface Sale {
  buyer: TestProfile;
  params?: Record<string, string>;
  /** The body without its price. */
  body?: Record<string, unknown>;
  /** The price shown to the buyer, in the operation's unit. */
  price: number;
  /** Changes the seller's price; absent where the catalogue sets the price. */
  change?(): Promise<number>;
}

let t: TestApp & { url: string };
let provider: TestProvider;
beforeAll(async () => {
  provider = createTestProvider();
  t = await startTestServer({ paymentAdapter: provider });
});
afterEach(closeSockets);
afterAll(() => t.close());

const declared = Object.entries(operations) as [OperationName, Operation][];
const purchases = declared.filter(([, { purchase }]) => purchase);

async function aBuyer(credits = 1_000): Promise<TestProfile> {
  const buyer = await aProfile(t);
  await giveCredits(t, buyer.accountId, credits);
  return buyer;
}
async function aPayer(): Promise<TestProfile> {
  const buyer = await aProfile(t);
  await aSavedCard(t, provider, buyer);
  return buyer;
}
async function aPicture(): Promise<Sale & { contentId: string }> {
  const creator = await aCreator(t);
  const { contentId } = await aPaidPicture(t, { creator, price: 10 });
  return {
    ...{ buyer: await aBuyer(), params: { id: contentId }, price: 10, contentId },
    async change() {
      expect((await t.client(creator).call('updateContent', { ...at(contentId), body: { price: 500 } })).status).toBe(
        200,
      );
      return 500;
    },
  };
}

/** A sale per purchase operation; a missing one does not compile. */
const sales: Record<Purchase, () => Promise<Sale>> = {
  unlockContent: aPicture,
  async syncTransaction() {
    const { contentId, params: _, ...sale } = await aPicture();
    const intent = { id: newId(), type: 'spend', description: 'Unlock', status: 'pending', metadata: { contentId } };
    return { ...sale, body: { ...intent, timestamp: t.clock.now().toISOString() } };
  },
  async unlockMessage() {
    const [creator, buyer] = [await aCreator(t), await aBuyer()];
    await aSubscription(t, { subscriber: buyer, creator });
    const sent = await t.client(creator).call('sendMessage', {
      params: { profileId: buyer.profileId },
      body: { clientId: newId(), mediaId: await aReadyFile(t, creator), price: 25 },
    });
    return { buyer, params: { id: sent.body.id }, price: 25 };
  },
  async purchaseBundle() {
    const creator = await aCreator(t);
    const items = [await aPaidPicture(t, { creator, price: 30 }), await aPaidPicture(t, { creator, price: 30 })];
    const { body: made } = await t.client(creator).call('createBundle', {
      body: {
        ...{ title: 'Evenings', description: '', price: 40, category: 'beach' },
        contentIds: items.map(({ contentId }) => contentId),
      },
    });
    return {
      ...{ buyer: await aBuyer(), params: { id: made.id }, price: 40 },
      async change() {
        await t.db.updateTable('bundles').set({ price_credits: 55 }).where('id', '=', made.id).execute();
        return 55;
      },
    };
  },
  async sendGift() {
    const creator = await aCreator(t);
    return { buyer: await aBuyer(), body: { giftId: 'red-rose', recipientId: creator.profileId }, price: 50 };
  },
  async buyLiveTicket() {
    const id = await aRunningShow(t, await aCreator(t), { ticketCredits: 30 });
    return {
      ...{ buyer: await aBuyer(), params: { id }, price: 30 },
      async change() {
        await t.db.updateTable('lives').set({ ticket_credits: 45 }).where('id', '=', id).execute();
        return 45;
      },
    };
  },
  async startCall() {
    const [creator, buyer] = [await aCreator(t), await aBuyer()];
    await enableCalls(t, creator, 18);
    await openListener(t, creator);
    return {
      ...{ buyer, body: { profileId: creator.profileId }, price: 18 },
      async change() {
        await enableCalls(t, creator, 30);
        return 30;
      },
    };
  },
  async acceptCounterOffer() {
    const [creator, buyer] = [await aCreator(t), await aRequester(t, { bought: 500 })];
    const { body } = await t.client(buyer).call('createRequest', {
      body: {
        ...{ creatorId: creator.profileId, title: 'Blue', description: 'A portrait', contentType: 'photo' },
        offeredPrice: 100,
      },
    });
    const respond = (acceptedPrice: number) =>
      t.client(creator).call('respondToRequest', {
        ...at(body.request.id),
        body: { acceptedPrice, estimatedDelivery: 'tomorrow' },
      });
    await respond(150);
    return { buyer, params: { id: body.request.id }, price: 150 };
  },
  async sendMessage() {
    const [creator, buyer] = [await aCreator(t), await aBuyer()];
    const params = { profileId: creator.profileId };
    const write = (content: string) =>
      t.client(buyer).call('sendMessage', { params, body: { clientId: newId(), content } });
    for (let n = 0; n < 5; n += 1) expect((await write(`${n}`)).status).toBe(201);
    return { buyer, params, body: { clientId: newId(), content: 'One more' }, price: 2 };
  },
  async subscribe() {
    const creator = await aCreator(t, { priceCents: 9_900 });
    return {
      ...{ buyer: await aPayer(), body: { creatorId: creator.profileId }, price: 99 },
      async change() {
        const changed = await t.client(creator).call('updateProfile', { body: { subscriptionPrice: 149 } });
        expect(changed.status).toBe(200);
        return 149;
      },
    };
  },
  async giveSubscription() {
    const [creator, recipient] = [await aCreator(t, { priceCents: 9_900 }), await aProfile(t)];
    return {
      ...{ buyer: await aPayer(), price: 99 },
      body: { creatorId: creator.profileId, recipientId: recipient.profileId },
      async change() {
        const changed = await t.client(creator).call('updateProfile', { body: { subscriptionPrice: 149 } });
        expect(changed.status).toBe(200);
        return 149;
      },
    };
  },
  subscribeVip: async () => ({ buyer: await aPayer(), body: { tierId: 'gold' }, price: 299 }),
  purchaseCredits: async () => ({ buyer: await aPayer(), body: { packId: 'p250' }, price: 199 }),
  async createCheckout() {
    const creator = await aCreator(t, { priceCents: 9_900 });
    const body = { purpose: 'subscription', reference: creator.profileId };
    return { buyer: await aProfile(t), body, price: 99 };
  },
};

const fieldOf = ({ purchase }: Operation): string =>
  purchase ? ('shown' in purchase ? purchase.shown : purchase.chosen) : '';
const spent = async ({ accountId }: TestProfile): Promise<number> => {
  const { rows } = await t.database.pool.query<{ spent: number }>(
    `select coalesce(sum(group_amount), 0)::int as spent from ledger_transfers
      where owner_id = $1 and leg = 1 and kind not in ('demo_opening', 'vip_bonus', 'first_purchase_bonus')`,
    [accountId],
  );
  return rows[0]?.spent ?? 0;
};
const countOrders = async ({ accountId }: TestProfile): Promise<number> =>
  (await t.db.selectFrom('payment_orders').select('id').where('account_id', '=', accountId).execute()).length;

describe('T95: the charged price is the shown price', () => {
  it('every operation with payment errors declares the field of its price', () => {
    const refusals = new Set([
      'INSUFFICIENT_CREDITS',
      'SPENDING_LIMIT_REACHED',
      'PAYMENT_DECLINED',
      'MESSAGE_QUOTA_USED',
    ]);
    // Refunds credits, unless they were spent.
    const returns = new Set<OperationName>(['refundPurchase']);
    const unmarked = declared.filter(
      ([name, { errors = [], body, purchase }]) =>
        !purchase &&
        !returns.has(name) &&
        (errors.some((error) => refusals.has(error)) || (body && 'startNow' in (schemaOf(body).properties ?? {}))),
    );
    expect(unmarked.map(([name]) => name)).toEqual([]);
  });

  it.each(purchases)('%s declares its price in the body, and PRICE_CHANGED', (_name, operation) => {
    const { purchase, body, errors = [] } = operation;
    const schema = body ? schemaOf(body) : {};
    expect(Object.keys(schema.properties ?? {})).toContain(fieldOf(operation));
    if (purchase && 'shown' in purchase) expect(errors).toContain('PRICE_CHANGED');
  });

  it.each(Object.keys(sales) as Purchase[])(
    '%s refuses a price that was never shown and charges nothing',
    async (name) => {
      const { buyer, params, body, price, change } = await sales[name]();
      const client = t.client(buyer);
      const field = fieldOf(operations[name]);
      const buy = (shown: number) =>
        client.call(name as 'unlockContent', { params: params as { id: string }, body: { ...body, [field]: shown } });
      const [before, orders, charges] = [await spent(buyer), await countOrders(buyer), provider.charges.length];
      const refuse = async (shown: number, now: number) => {
        const answer = await buy(shown);
        expect([answer.status, answer.error?.code, answer.error?.details?.price]).toEqual([409, 'PRICE_CHANGED', now]);
      };
      for (const shown of [price - 1, price + 1]) if (!body?.id) await refuse(shown, price);
      const now = (await change?.()) ?? price;
      if (change) await refuse(price, now);
      expect([await spent(buyer), await countOrders(buyer), provider.charges.length]).toEqual([
        before,
        orders,
        charges,
      ]);
      // The amount of a queued intent is final: the device creates another one.
      const bought = body?.id
        ? await client.call('syncTransaction', { body: { ...body, id: newId(), amount: now } })
        : await buy(now);
      expect([bought.error, bought.status < 300]).toEqual([null, true]);
    },
  );

  it('charges exactly the shown price', async () => {
    const { buyer, params, price } = await aPicture();
    const answer = await t.client(buyer).call('unlockContent', { params: params as { id: string }, body: { price } });
    expect(answer.body.balance).toBe(990);
  });

  it('refuses a purchase without a price', async () => {
    for (const name of Object.keys(sales) as Purchase[]) {
      const { buyer, params, body } = await sales[name]();
      const answer = await t
        .client(buyer)
        .call(name as 'unlockContent', { params: params as { id: string }, body: { ...body } });
      expect([name, answer.error?.code]).toEqual([
        name,
        name === 'sendMessage' ? 'MESSAGE_QUOTA_USED' : 'VALIDATION_FAILED',
      ]);
    }
  });
});
