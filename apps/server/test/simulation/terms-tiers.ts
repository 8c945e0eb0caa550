import { pairOf, priceOf } from './terms-model.ts';
import { clientOf, note, type TermsWorld, tierNow } from './terms-world.ts';

type Step = (world: TermsWorld) => Promise<void>;
const tiers = [1, 2, 3] as const;

/** A creator adds a tier, or changes its price, its terms or whether it takes new people. */
const changeTier: Step = async (world) => {
  const { random, model, creators } = world;
  const who = random.pick(creators);
  const creator = model.creators.get(who.profileId);
  if (!creator) throw new Error('no creator');
  const studio = await clientOf(world, who);
  const price = random.between(40, 500);
  const off = () => (random.chance(0.4) ? 0 : random.between(1, 50));
  const percentOff = { '3': off(), '6': off(), '12': off() };
  const offOf = () => new Map(Object.entries(percentOff).map(([months, percent]) => [Number(months), percent]));
  const next = creator.tiers.size + 2;
  if (next <= 3 && random.chance(0.5)) {
    const { status } = await studio.call('addTier', { body: { name: `T${next}`, opens: '', price, percentOff } });
    if (status !== 201) return;
    creator.tiers.set(next, { priceCents: price * 100, off: offOf(), open: true });
    return note(world, 'tier added');
  }
  if (creator.tiers.size === 0) return;
  const tier = random.pick([...creator.tiers.keys()]);
  const open = random.chance(0.8);
  const { status, error } = await studio.call('updateTier', {
    ...{ params: { tier: `${tier}` as '2' }, body: { price, percentOff, open } },
  });
  note(world, `tier ${error?.code ?? 'changed'}`);
  if (status === 200) creator.tiers.set(tier, { priceCents: price * 100, off: offOf(), open });
};

/** A fan chooses what renews, at a price that may be outdated. */
const choose = async (world: TermsWorld, isDown: boolean): Promise<void> => {
  const { random, fans, model } = world;
  const fan = random.pick(fans);
  const client = await clientOf(world, fan);
  const { body: own } = await client.call('listSubscriptions');
  // Mostly what renews, and a tier that there is: the refusals of the others are soon known.
  const some = own.filter(
    ({ creatorId, renews }) =>
      (renews || random.chance(0.1)) &&
      (!isDown || (model.subscriptions.get(pairOf(fan.profileId, creatorId))?.tier ?? 1) > 1),
  );
  if (some.length === 0) return;
  const { id, creatorId, months } = random.pick(some);
  const creator = model.creators.get(creatorId);
  const known = model.subscriptions.get(pairOf(fan.profileId, creatorId));
  if (!creator || !known) throw new Error('no model');
  const there = tiers.filter((each) => each === 1 || creator.tiers.has(each) || random.chance(0.1));
  const tier = random.pick(isDown ? tiers.filter((each) => each < known.tier) : there);
  const sold = (tier === 1 ? creator : creator.tiers.get(tier))?.off.get(months) ?? 0;
  const term = sold > 0 ? months : 1;
  const amountCents = priceOf(creator, tier, term) + (random.chance(0.2) ? 100 : 0);
  const before = known.tier;
  const { status, error, body } = await client.call('changeRenewal', {
    ...{ params: { id }, body: { tier, amount: amountCents / 100 } },
  });
  note(world, `renewal ${error?.code ?? (tier < before ? 'lower' : tier > before ? 'higher' : 'same')}`);
  if (status !== 200 || tier === before) return;
  const open = creator.tiers.get(tier)?.open ?? true;
  const now = tierNow(world, pairOf(fan.profileId, creatorId));
  if (!open && now !== tier) throw new Error('a closed tier was chosen');
  if (body.nextAmountCents !== amountCents || body.months !== term) throw new Error('another renewal than was shown');
  Object.assign(known, { tier, months: term, agreedCents: amountCents, nextAgreedCents: null });
};

const chooseRenewal: Step = (world) => choose(world, false);
const moveDown: Step = (world) => choose(world, true);

export const tierSteps: [number, Step][] = [
  [6, changeTier],
  [14, chooseRenewal],
  [12, moveDown],
];
