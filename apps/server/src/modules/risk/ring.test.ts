import { expect, it } from 'vitest';
import { aBankAccount, earnRand } from '../../../test/creator-money.ts';
import { aCreator, type TestProfile } from '../../../test/factories.ts';
import { aPlace, members, seen, setAge, signalsOf } from '../../../test/risk-world.ts';
import { createRandom, type Random } from '../../../test/simulation/random.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();
const days = 30;
const scan = () => t.context.risk.scan.run();

interface Sale {
  payer: TestProfile;
  creator: TestProfile;
  cents: number;
  daysAgo: number;
}

/**
 * Members as they are: new and old ones, some of whom share a device at home, all of them behind a few addresses of
 * mobile networks. They pay one to three creators, at any time.
 */
async function anOrdinaryWorld(random: Random): Promise<{ creators: TestProfile[]; sales: Sale[] }> {
  const networks = Array.from({ length: 6 }, aPlace);
  const creators: TestProfile[] = [];
  for (let index = 0; index < 10; index += 1) creators.push(await aCreator(t));
  for (const creator of creators) {
    await setAge(t, [creator], random.between(30, 400));
    await seen(t, [creator], aPlace(), { daysAgo: random.between(20, 300) });
    await aBankAccount(t, creator, { accountNumber: String(random.between(1_000_000_000, 9_999_999_999)) });
  }
  const sales: Sale[] = [];
  for (let home = 0; home < 50; home += 1) {
    const device = aPlace();
    const age = random.between(1, 300);
    const people = await members(t, random.chance(0.3) ? 2 : 1, age);
    const from = { daysAgo: Math.min(age, random.between(1, 90)) };
    await seen(t, people, device, from);
    await seen(t, people, random.pick(networks), { ...from, kind: 'network' });
    for (const payer of people)
      for (let paid = random.between(1, 3); paid > 0; paid -= 1)
        sales.push({
          ...{ payer, creator: random.pick(creators), cents: random.between(500, 15_000) },
          daysAgo: random.between(0, Math.min(age, days)),
        });
  }
  return { creators, sales };
}

/** Invented accounts that pay one creator, each ring in its own way. */
const rings: Record<string, (random: Random, creator: TestProfile) => Promise<TestProfile[]>> = {
  'on two telephones': async (random) => {
    const made = await members(t, 8, random.between(2, 20));
    const devices = [aPlace(), aPlace()];
    for (const [index, one] of made.entries()) await seen(t, [one], devices[index % 2] ?? aPlace());
    return made;
  },
  'each with cleared cookies, at one address': async (random) => {
    const made = await members(t, 9, random.between(2, 10));
    const network = aPlace();
    for (const one of made) await seen(t, [one], aPlace());
    await seen(t, made, network, { kind: 'network' });
    return made;
  },
  'on the creator’s own telephone': async (random, creator) => {
    const made = await members(t, 2, random.between(40, 90));
    await seen(t, [creator, ...made], aPlace(), { daysAgo: 30 });
    return made;
  },
};

it.each([1, 2, 3])(
  'T109: rings of invented accounts that cash out are found, and no ordinary creator (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const random = createRandom(seed);
    const world = await anOrdinaryWorld(random);
    const found: Record<string, TestProfile> = {};
    for (const [name, invent] of Object.entries(rings)) {
      const creator = await aCreator(t);
      await setAge(t, [creator], 60);
      await aBankAccount(t, creator, { accountNumber: String(random.between(1_000_000_000, 9_999_999_999)) });
      found[name] = creator;
      for (const payer of await invent(random, creator))
        for (let paid = random.between(2, 4); paid > 0; paid -= 1)
          world.sales.push({ payer, creator, cents: random.between(4_000, 9_000), daysAgo: random.between(0, 1) });
    }
    // In the order of time, with the rules running in between.
    world.sales.sort((one, other) => other.daysAgo - one.daysAgo);
    for (const [index, { creator, payer, cents, daysAgo }] of world.sales.entries()) {
      await earnRand(t, creator, { cents, daysAgo, payer: payer.accountId });
      if (index % 25 === 0) await scan();
    }
    for (const creator of world.creators)
      if (random.chance(0.7))
        await t.client(creator).call('requestPayout', { body: { amountCents: random.between(50_000, 60_000) } });
    t.clock.advance(1_000);
    await scan();
    for (const [name, creator] of Object.entries(found)) expect(await signalsOf(t, creator), name).not.toBeNull();
    const suspected = await Promise.all(world.creators.map((creator) => signalsOf(t, creator)));
    expect(suspected.filter((signals) => signals !== null)).toEqual([]);
  },
);
