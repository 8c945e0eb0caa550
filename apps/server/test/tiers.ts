import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { aCreator, aPaidPicture, type TestProfile } from './factories.ts';
import type { createSubscribing } from './subscribing.ts';

/** Rand a month of the tiers of `aTieredCreator`. */
export const tierPrices = [100, 200, 400] as const;
export const priceOfTier = (tier: number): number => tierPrices[tier - 1] ?? 0;

/** Creators with three tiers, and what they open. */
export function createTiers(t: TestApp, subscribing: ReturnType<typeof createSubscribing>) {
  const { clientOf } = subscribing;
  const subscribe = (fan: TestProfile, creator: TestProfile, tier: number, months?: number) =>
    subscribing.subscribe(fan, creator, { amount: priceOfTier(tier), tier: tier as 1, months });

  return {
    /** A creator with tiers at R100, R200 (Gold) and R400 (Diamond). */
    async aTieredCreator(): Promise<TestProfile> {
      const creator = await aCreator(t, { priceCents: 10_000 });
      const studio = await clientOf(creator);
      for (const [name, price] of [
        ['Gold', 200],
        ['Diamond', 400],
      ] as const)
        expect((await studio.call('addTier', { body: { name, price, opens: `All of ${name}` } })).status).toBe(201);
      return creator;
    },
    subscribe,
    upgrade: (fan: TestProfile, creator: TestProfile, tier: number, amount = priceOfTier(tier)) =>
      subscribing.subscribe(fan, creator, { amount, tier: tier as 1 }),
    /** The tier that is open to a fan now; 0 without one. */
    openTo: async (fan: TestProfile, creator: TestProfile): Promise<number> =>
      (await t.context.subscriptions.listOpenTiers(fan.profileId, [creator.profileId])).get(creator.profileId) ?? 0,
    /** A premium picture that opens from a tier on. */
    async itemFrom(creator: TestProfile, tier: number) {
      const item = await aPaidPicture(t, { creator });
      await t.db.updateTable('content_items').set({ from_tier: tier }).where('id', '=', item.contentId).execute();
      return item;
    },
    async renewWith(fan: TestProfile, tier: number, amount: number) {
      const { id } = await subscribing.ownOf(fan);
      return (await clientOf(fan)).call('changeRenewal', { params: { id }, body: { tier: tier as 1, amount } });
    },
  };
}
