import { expect } from 'vitest';
import { startTestApp } from '../app.ts';
import { aCreator, aProfile, type TestProfile } from '../factories.ts';
import { aSavedCard, createTestProvider, mostCapable } from '../payment-provider.ts';
import { createRandom } from './random.ts';
import { createGiftsWorld } from './terms-gift-model.ts';
import { expectGifts } from './terms-gifts.ts';
import { createModel } from './terms-model.ts';
import { expectReferrals, startReferrals } from './terms-referrals.ts';
import { takeStep } from './terms-steps.ts';
import { expectWhole, type TermsWorld } from './terms-world.ts';

const checkEvery = 100;

/** Terms, trials and codes in a random order against a plain model; returns how often each thing happened. */
export async function simulateTerms(seed: number, length: number): Promise<ReadonlyMap<string, number>> {
  const provider = createTestProvider(mostCapable);
  const t = await startTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
  const second = await t.startSecondProcess();
  const random = createRandom(seed);
  const fans: TestProfile[] = [];
  const creators: TestProfile[] = [];
  const world: TermsWorld = {
    ...{ t, second, provider, random, fans, creators },
    ...{ model: createModel(), screens: new Map(), late: [], held: new Set(), happened: new Map() },
    renewing: new Set(),
    gifts: createGiftsWorld(),
    ...{ referrals: new Map(), lastTier: new Map() },
  };
  try {
    for (let made = 0; made < 4; made += 1) {
      const creator = await aCreator(t, { priceCents: 10_000 });
      creators.push(creator);
      world.model.creators.set(creator.profileId, {
        id: creator.profileId,
        priceCents: 10_000,
        off: new Map(),
        tiers: new Map(),
      });
    }
    await startReferrals(world);
    const arrive = async () => {
      const fan = await aProfile(t);
      await aSavedCard(t, provider, fan);
      // Years pass here.
      await t.db.updateTable('payment_methods').set({ expires_on: null }).execute();
      fans.push(fan);
    };
    for (let made = 0; made < 12; made += 1) await arrive();
    provider.onCharge((order) => {
      if (random.chance(0.12)) return { status: 'declined', reason: 'Not enough money' };
      if (random.chance(0.9)) return { status: 'paid', event: provider.event(order) };
      world.late.push(order);
      return { status: 'unknown' };
    });
    for (let taken = 1; taken <= length; taken += 1) {
      await takeStep(world);
      // Trials and codes for new people need new people.
      if (taken % 150 === 0) await arrive();
      if (taken % checkEvery === 0 || taken === length) {
        await expectGifts(world);
        await expectWhole(world);
        await expectReferrals(world);
      }
      if (taken % 1_000 === 0) await t.database.pool.query('vacuum analyze');
    }
    expect(world.happened.get('renewed') ?? 0).toBeGreaterThan(0);
    return world.happened;
  } catch (error) {
    throw new Error(`seed ${seed} failed: SIMULATION_SEED=${seed} SIMULATION_STEPS=${length}: ${String(error)}`, {
      cause: error,
    });
  } finally {
    await second.close();
    await t.close();
  }
}
