import { expect } from 'vitest';
import { periodMs } from '../src/platform/renewals.ts';
import type { TestApp } from './app.ts';
import { aCreator, aProfile, aSession, type TestProfile } from './factories.ts';
import { aSavedCard, deliver, type TestProvider } from './payment-provider.ts';

/** `months` may be one that is not sold. */
interface SubscribeBody {
  amount: number;
  months?: number | undefined;
  code?: string;
  tier?: 1 | 2 | 3 | undefined;
}

/** Fans who subscribe to creators, with saved cards of a provider in memory. */
export function createSubscribing(t: TestApp, provider: TestProvider) {
  const clientOf = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));

  async function aFan(): Promise<TestProfile> {
    const fan = await aProfile(t);
    await aSavedCard(t, provider, fan);
    return fan;
  }

  const setTerms = async (creator: TestProfile, three: number, six = 0, twelve = 0) =>
    (await clientOf(creator)).call('setOwnTerms', { body: { percentOff: { '3': three, '6': six, '12': twelve } } });

  const ordersOf = ({ accountId }: TestProfile) =>
    t.db
      .selectFrom('payment_orders')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('purpose', '=', 'subscription')
      .orderBy('id')
      .execute();

  return {
    clientOf,
    aFan,
    setTerms,
    ordersOf,
    /** A creator at R99.99 with 10, 15 and 25 percent off 3, 6 and 12 months, and a fan with a saved card. */
    async aPair(): Promise<{ creator: TestProfile; fan: TestProfile }> {
      const [creator, fan] = [await aCreator(t, { priceCents: 9_999 }), await aFan()];
      expect((await setTerms(creator, 10, 15, 25)).status).toBe(200);
      return { creator, fan };
    },
    subscribe: async (fan: TestProfile, creator: TestProfile, body: SubscribeBody) =>
      (await clientOf(fan)).call('subscribe', {
        body: { creatorId: creator.profileId, ...body } as { creatorId: string; amount: number },
      }),
    /** What was paid, in cents, oldest first. */
    chargesTo: async (fan: TestProfile) =>
      (await ordersOf(fan)).filter(({ state }) => state === 'paid').map(({ amount_cents }) => Number(amount_cents)),
    async ownOf(fan: TestProfile) {
      const [own] = (await (await clientOf(fan)).call('listSubscriptions')).body;
      if (!own) throw new Error('not subscribed');
      return own;
    },
    /** The provider gives a payment back, or the bank takes it. */
    async takeBack(orderId: string, kind: 'refunded' | 'charged_back'): Promise<void> {
      const order =
        provider.charges.find(({ order: { id } }) => id === orderId)?.order ??
        provider.checkouts.find(({ id }) => id === orderId);
      if (!order) throw new Error('no charge');
      await deliver(t, provider, provider.event(order, { kind }));
      await t.drain();
    },
    /** Time passes, and months that begin are passed on. */
    async passMonths(months: number): Promise<void> {
      t.clock.advance(months * periodMs);
      await t.context.subscriptions.passOnMonths();
    },
  };
}
