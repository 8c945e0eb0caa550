import { deliver } from '../payment-provider.ts';
import { giftSteps, returnGifts } from './terms-gifts.ts';
import { pairOf, type Shown } from './terms-model.ts';
import { referralSteps } from './terms-referrals.ts';
import { tierSteps } from './terms-tiers.ts';
import { clientOf, followOrders, note, reverseOrder, runJobs, type TermsWorld, tierNow } from './terms-world.ts';

type Step = (world: TermsWorld) => Promise<void>;
const [hourMs, dayMs] = [3_600_000, 86_400_000];

const creatorOf = ({ model, random, creators }: TermsWorld) => {
  const who = random.pick(creators);
  const creator = model.creators.get(who.profileId);
  if (!creator) throw new Error('no creator');
  return { who, creator };
};

const changePrice: Step = async (world) => {
  const { who, creator } = creatorOf(world);
  const price = world.random.between(30, 200);
  const { status, error } = await (await clientOf(world, who)).call('updateProfile', {
    body: { subscriptionPrice: price },
  });
  note(world, `price ${error?.code ?? 'changed'}`);
  if (status === 200) creator.priceCents = price * 100;
};

const changeTerms: Step = async (world) => {
  const { who, creator } = creatorOf(world);
  const off = () => (world.random.chance(0.3) ? 0 : world.random.between(1, 50));
  const percentOff = { '3': off(), '6': off(), '12': off() };
  const { status, error } = await (await clientOf(world, who)).call('setOwnTerms', { body: { percentOff } });
  note(world, `terms ${error?.code ?? 'changed'}`);
  if (status !== 200) return;
  creator.off = new Map(Object.entries(percentOff).map(([months, percent]) => [Number(months), percent]));
};

const makeOffer: Step = async (world) => {
  const { random, model } = world;
  const { who, creator } = creatorOf(world);
  const kind = random.chance(0.4) ? ('trial' as const) : ('percent' as const);
  const body = {
    kind,
    code: `C${model.offers.size}`.padEnd(4, 'X'),
    tier: random.pick([1, 1, ...creator.tiers.keys()]) as 1 | 2 | 3,
    value: kind === 'trial' ? random.between(3, 30) : random.between(5, 80),
    limit: random.between(1, 4),
    audience: random.chance(0.3) ? ('new' as const) : ('anyone' as const),
  };
  const { status, body: made } = await (await clientOf(world, who)).call('createOffer', { body });
  if (status === 201) model.offers.set(made.id, { ...body, id: made.id, creatorId: creator.id, usedBy: new Set() });
};

const endOffer: Step = async (world) => {
  const { who, creator } = creatorOf(world);
  const own = [...world.model.offers.values()].filter(({ creatorId }) => creatorId === creator.id);
  if (own.length < 3) return;
  await (await clientOf(world, who)).call('endOffer', { params: { id: world.random.pick(own).id } });
};

const sell: Step = async (world) => {
  const { who } = creatorOf(world);
  const client = await clientOf(world, who);
  await client.call('stopSellingSubscriptions');
  await world.t.drain();
  note(world, 'stopped selling');
  if (world.random.chance(0.8)) await client.call('sellSubscriptionsAgain');
};

const sellAgain: Step = async (world) => {
  const { who } = creatorOf(world);
  await (await clientOf(world, who)).call('sellSubscriptionsAgain');
};

/** A fan opens a creator's prices, with a code or without; the screen may stay open while they change. */
async function look(world: TermsWorld, fanId: string, fan: TermsWorld['fans'][number], creatorId: string) {
  const { random, model, screens } = world;
  const key = pairOf(fanId, creatorId);
  const open = screens.get(key);
  if (open && random.chance(0.4)) return open;
  const codes = [...model.offers.values()].filter((one) => one.creatorId === creatorId && one.kind === 'percent');
  const offer = codes.length > 0 && random.chance(0.5) ? random.pick(codes.slice(-4)) : null;
  const answer = await (await clientOf(world, fan)).call('getSubscriptionTerms', {
    params: { id: creatorId },
    ...(offer ? { query: { code: offer.code.toLowerCase() } } : {}),
  });
  const usable = offer && answer.body.offer?.refusal === null ? offer.id : null;
  const seen: Shown[] = answer.body.tiers.flatMap(({ tier, terms }) =>
    terms.map(({ months, totalCents, firstCents }) => ({
      ...{ tier, months, amountCents: firstCents, listCents: totalCents },
      offerId: offer?.tier === tier ? usable : null,
    })),
  );
  screens.set(key, seen);
  return seen;
}

async function subscribeAs(world: TermsWorld, fan: TermsWorld['fans'][number], creatorId: string, hosted: boolean) {
  const { model, random } = world;
  const screen = await look(world, fan.profileId, fan, creatorId);
  if (screen.length === 0) return;
  const seen = random.pick(screen);
  const code = seen.offerId ? model.offers.get(seen.offerId)?.code : undefined;
  const wanted = {
    amount: seen.amountCents / 100,
    months: seen.months as 1,
    tier: seen.tier as 1,
    ...(code ? { code } : {}),
  };
  const client = await clientOf(world, fan);
  const answer = hosted
    ? await client.call('createCheckout', { body: { purpose: 'subscription', reference: creatorId, ...wanted } })
    : await client.call('subscribe', { body: { creatorId, ...wanted } });
  note(world, answer.error ? `refused ${answer.error.code}` : 'accepted');
  if (answer.error) world.screens.delete(pairOf(fan.profileId, creatorId));
  return seen;
}

const subscribe: Step = async (world) => {
  const { random, fans } = world;
  const [fan, { creator }] = [random.pick(fans), creatorOf(world)];
  const seen = await subscribeAs(world, fan, creator.id, random.chance(0.3));
  await followOrders(world, seen ? new Map([[pairOf(fan.profileId, creator.id), seen]]) : new Map());
};

/** Several fans want one creator at once, in two processes, each perhaps twice. */
const rush: Step = async (world) => {
  const { random, fans } = world;
  const { creator } = creatorOf(world);
  const some = random.shuffle(fans).slice(0, 3);
  for (const fan of some) await look(world, fan.profileId, fan, creator.id);
  const shown = new Map<string, Shown>();
  await Promise.all(
    some.map(async (fan) => {
      const seen = await subscribeAs(world, fan, creator.id, false);
      if (seen) shown.set(pairOf(fan.profileId, creator.id), seen);
    }),
  );
  note(world, 'rush');
  await followOrders(world, shown);
};

const startTrial: Step = async (world) => {
  const { random, fans, model, t } = world;
  const trials = [...model.offers.values()].filter(({ kind }) => kind === 'trial');
  if (trials.length === 0) return;
  const [fan, offer] = [random.pick(fans), random.pick(trials.slice(-8))];
  const pair = pairOf(fan.profileId, offer.creatorId);
  const before = model.subscriptions.get(pair);
  const { status, body } = await (await clientOf(world, fan)).call('startTrial', {
    body: { creatorId: offer.creatorId, code: offer.code },
  });
  if (status !== 201 || offer.usedBy.has(fan.profileId)) return;
  offer.usedBy.add(fan.profileId);
  const paidUntil = t.clock.now().getTime() + offer.value * dayMs;
  if (before && tierNow(world, pair) > 0) throw new Error('a trial beside paid time');
  if (new Date(body.expiryDate).getTime() !== paidUntil) throw new Error('a trial of another length');
  const now = t.clock.now().getTime();
  model.subscriptions.set(pair, {
    ...{ tier: offer.tier, months: 1, agreedCents: 0, nextAgreedCents: null, at: now },
    left: [{ id: 'trial', tier: offer.tier, ms: paidUntil - now }],
  });
  note(world, 'trial');
};

/** The provider reports what it did not answer, or a page is paid, perhaps long after it was given up. */
const reportLate: Step = async (world) => {
  const { random, late, provider, t } = world;
  const page = random.chance(0.5) ? provider.checkouts.pop() : undefined;
  const order = page ?? late.shift();
  if (!order) return;
  const kind = random.chance(0.75) ? 'paid' : 'failed';
  await deliver(t, provider, provider.event(order, { kind }));
  await t.drain();
  note(world, `late ${kind}`);
  await followOrders(world, new Map());
};

/** Pages that nobody pays end. */
const giveUpPages: Step = async (world) => {
  await world.t.database.pool.query(
    `update payment_orders set state = 'cancelled' where via = 'hosted' and state in ('created', 'pending') and purpose = 'subscription'`,
  );
  note(world, 'pages given up');
};

const changeRenewal: Step = async (world) => {
  const { random, fans } = world;
  const client = await clientOf(world, random.pick(fans));
  const { body: own } = await client.call('listSubscriptions');
  if (own.length === 0) return;
  const { id, renews } = random.pick(own);
  await client.call(renews ? 'stopSubscription' : 'resumeSubscription', { params: { id } });
};

const askNewPrice: Step = async (world) => {
  const { who, creator } = creatorOf(world);
  const { status } = await (await clientOf(world, who)).call('askForNewPrice', {
    body: { amount: creator.priceCents / 100 },
  });
  if (status === 200) note(world, 'new price asked');
};

const answerNewPrice: Step = async (world) => {
  const { random, fans, model } = world;
  const fan = random.pick(fans);
  const client = await clientOf(world, fan);
  const { body: own } = await client.call('listSubscriptions');
  for (const { id, creatorId, priceRequest } of own) {
    if (!priceRequest) continue;
    const agree = random.chance(0.6);
    const { status } = await client.call('answerNewPrice', {
      params: { id },
      body: { amount: priceRequest.amount, agree },
    });
    const known = model.subscriptions.get(pairOf(fan.profileId, creatorId));
    if (status !== 200 || !known || priceRequest.answer === (agree ? 'agreed' : 'kept')) continue;
    known.nextAgreedCents = agree ? priceRequest.amountCents : null;
    if (agree) note(world, `agreed to more for ${known.months > 1 ? 'a term' : 'a month'}`);
  }
};

const takeBack: Step = async (world) => {
  const { random, model } = world;
  const open = [...model.paid.keys()].filter((id) => !model.reversed.has(id));
  if (open.length === 0) return;
  await reverseOrder(world, random.pick(open.slice(-30)), random.chance(0.5) ? 'refunded' : 'charged_back');
};

const passTime: Step = async (world) => {
  const { random, t } = world;
  t.clock.advance(random.chance(0.5) ? random.between(1, 48) * hourMs : random.between(3, 25) * dayMs);
  await runJobs(world);
  await returnGifts(world);
};

const steps: [number, Step][] = [
  ...([
    [6, changePrice],
    [6, changeTerms],
    [8, makeOffer],
    [2, endOffer],
    [1, sell],
    [3, sellAgain],
    [26, subscribe],
    [4, rush],
    [8, startTrial],
    [8, reportLate],
    [2, giveUpPages],
    [4, changeRenewal],
    [3, askNewPrice],
    [5, answerNewPrice],
    [3, takeBack],
    [14, passTime],
  ] as [number, Step][]),
  ...giftSteps,
  ...tierSteps,
  ...referralSteps,
];
const total = steps.reduce((sum, [weight]) => sum + weight, 0);

export async function takeStep(world: TermsWorld): Promise<void> {
  const { rows } = await world.t.database.pool.query<{ pair: string }>(
    `select subscriber_id || ' ' || creator_id as pair from subscriptions where next_attempt_at is not null`,
  );
  world.renewing = new Set(rows.map(({ pair }) => pair));
  let left = world.random.next() * total;
  for (const [weight, step] of steps) {
    left -= weight;
    if (left < 0) return step(world);
  }
}
