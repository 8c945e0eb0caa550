import type { FanList, FanSort } from '@vlam/contract/rules/fans';
import { describe, expect, it } from 'vitest';
import { earnRand } from '../../../test/creator-money.ts';
import {
  aBlock,
  aCreator,
  aPaidPicture,
  aProfile,
  aSubscription,
  giveCredits,
  type ProfileOptions,
  type TestProfile,
} from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf, cash } from '../credits/service.ts';

const t = useTestApp();
const dayMs = 86_400_000;

interface Asked {
  list?: FanList;
  listId?: string;
  sort?: FanSort;
  q?: string;
  active?: 'yes';
  ending?: 'yes';
  earnedOver?: string;
  limit?: string;
  cursor?: string;
}
const people = async (creator: TestProfile, query: Asked = {}) =>
  (await t.client(creator).call('listFans', { query })).body;
const names = async (creator: TestProfile, query: Asked = {}) =>
  (await people(creator, query)).items.map(({ displayName }) => displayName);
const card = (creator: TestProfile, fan: TestProfile) =>
  t.client(creator).call('getFan', { params: { id: fan.profileId } });
const follow = (fan: TestProfile, creator: TestProfile) =>
  t.client(fan).call('toggleFollow', { params: { id: creator.profileId } });

async function aSubscriber(
  creator: TestProfile,
  options: ProfileOptions,
  changes: { paidUntil?: Date; renews?: boolean } = {},
): Promise<TestProfile> {
  t.clock.advance(1_000);
  const subscriber = await aProfile(t, options);
  const { subscriptionId } = await aSubscription(t, { subscriber, creator });
  const { paidUntil, renews = false } = changes;
  const inThirty = new Date(t.clock.now().getTime() + 30 * dayMs);
  await t.db
    .updateTable('subscriptions')
    .set({ paid_until: paidUntil ?? inThirty, next_attempt_at: renews ? inThirty : null })
    .where('id', '=', subscriptionId)
    .execute();
  return subscriber;
}

async function readAll(creator: TestProfile, query: Asked): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await people(creator, { ...query, limit: '2', ...(cursor ? { cursor } : {}) });
    expect(page.counts === null).toBe(cursor !== undefined);
    found.push(...page.items.map(({ displayName }) => displayName));
    cursor = page.nextCursor;
  }
  return found;
}

/** Cents by payer, read from every movement there is. */
async function recount(creator: TestProfile): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  const ever = t.context.credits.income.readIncome(
    creator.profileId,
    new Date(0),
    new Date(Date.now() + 9_000 * dayMs),
  );
  for await (const entries of ever)
    for (const { payerId, credits, cents } of entries)
      sums.set(payerId, (sums.get(payerId) ?? 0) + Number(credits) * 42 + Number(cents));
  return sums;
}

async function unlock(
  fan: TestProfile,
  creator: TestProfile,
  price: number,
  kind: 'bought' | 'promotional' = 'bought',
) {
  const { contentId } = await aPaidPicture(t, { creator, price });
  await giveCredits(t, fan.accountId, price, kind);
  const answer = await t
    .client(fan)
    .call('unlockContent', { params: { id: contentId }, body: { price, startNow: true } });
  expect(answer.status).toBeLessThan(300);
}

describe('the lists of people', () => {
  it('have those who subscribe, did, follow and paid, and the numbers of each', async () => {
    const creator = await aCreator(t);
    await aSubscriber(creator, { displayName: 'Kyle Naidoo' }, { renews: true });
    const over = new Date(t.clock.now().getTime() - dayMs);
    await aSubscriber(creator, { displayName: 'Ruan Botha' }, { paidUntil: over });
    const follower = await aProfile(t, { displayName: 'Priya Pillay' });
    await follow(follower, creator);
    const buyer = await aProfile(t, { displayName: 'Liam Meyer' });
    await unlock(buyer, creator, 20);
    const lists = ['subscribers', 'former', 'followers', 'spenders', 'restricted'] as const;
    expect(await Promise.all(lists.map((list) => names(creator, { list })))).toEqual([
      ['Kyle Naidoo'],
      ['Ruan Botha'],
      ['Priya Pillay'],
      ['Liam Meyer'],
      [],
    ]);
    const { counts, items } = await people(creator);
    expect(counts).toEqual({ subscribers: 1, former: 1, followers: 1, spenders: 1, restricted: 0, own: 0 });
    expect(items[0]?.subscription).toMatchObject({ renews: true, isOver: false, amountCents: 9_900 });
    expect((await people(creator, { list: 'former' })).items[0]?.subscription).toMatchObject({ isOver: true });
    expect(await people(await aCreator(t))).toMatchObject({ items: [], counts: { subscribers: 0, spenders: 0 } });
  });

  it('come page by page in each order, each person once', async () => {
    const creator = await aCreator(t);
    for (const displayName of ['Anele', 'bongani', 'Carla', 'dineo', 'Emile'])
      await aSubscriber(creator, { displayName });
    const carla = (await people(creator)).items.find(({ displayName }) => displayName === 'Carla');
    const { account_id: payer } = await t.db
      .selectFrom('profiles')
      .select('account_id')
      .where('id', '=', carla?.id ?? '')
      .executeTakeFirstOrThrow();
    await earnRand(t, creator, { cents: 5_000, payer, daysAgo: 0 });
    expect(await readAll(creator, {})).toEqual(['Emile', 'dineo', 'Carla', 'bongani', 'Anele']);
    expect(await readAll(creator, { sort: 'name' })).toEqual(['Anele', 'bongani', 'Carla', 'dineo', 'Emile']);
    const bySpent = await readAll(creator, { sort: 'spent' });
    expect(bySpent[0]).toBe('Carla');
    expect(bySpent.toSorted()).toEqual(['Anele', 'Carla', 'Emile', 'bongani', 'dineo']);
    const { nextCursor } = await people(creator, { limit: '2' });
    const other = await t.client(creator).call('listFans', { query: { sort: 'spent', cursor: nextCursor ?? '' } });
    expect(other.error?.code).toBe('VALIDATION_FAILED');
  });

  it('are searched by the shown name and narrowed by visit, end and earnings', async () => {
    const creator = await aCreator(t);
    const soon = new Date(t.clock.now().getTime() + 5 * dayMs);
    const kyle = await aSubscriber(creator, { displayName: 'Kyle Naidoo' }, { paidUntil: soon });
    const nomvula = await aSubscriber(creator, { displayName: 'Nomvula 100%' }, { paidUntil: soon, renews: true });
    await earnRand(t, creator, { cents: 30_000, payer: kyle.accountId, daysAgo: 0 });
    const seen = (fan: TestProfile, daysAgo: number) =>
      t.db
        .updateTable('profiles')
        .set({ last_seen_at: new Date(t.clock.now().getTime() - daysAgo * dayMs) })
        .where('id', '=', fan.profileId)
        .execute();
    await seen(kyle, 31);
    await seen(nomvula, 2);
    expect(await names(creator, { q: 'naid' })).toEqual(['Kyle Naidoo']);
    expect(await names(creator, { q: 'ky' })).toEqual(['Kyle Naidoo']);
    expect(await names(creator, { q: 'id' })).toEqual([]);
    expect(await names(creator, { q: '100%' })).toEqual(['Nomvula 100%']);
    expect(await names(creator, { q: '%%%' })).toEqual([]);
    expect(await names(creator, { active: 'yes' })).toEqual(['Nomvula 100%']);
    expect(await names(creator, { ending: 'yes' })).toEqual(['Kyle Naidoo']);
    expect(await names(creator, { earnedOver: '200' })).toEqual(['Kyle Naidoo']);
    expect(await names(creator, { earnedOver: '301' })).toEqual([]);
  });
});

describe('what was earned from each', () => {
  it('equals a recount of the ledger, before and after sums are settled, and is lower by what went back', async () => {
    const creator = await aCreator(t);
    const fans = await Promise.all([1, 2, 3].map((number) => aProfile(t, { displayName: `Payer ${number}` })));
    const [first, second, third] = fans as [TestProfile, TestProfile, TestProfile];
    const own = async () =>
      new Map((await people(creator, { list: 'spenders' })).items.map(({ id, earnedCents }) => [id, earnedCents]));
    const agrees = async () => {
      const [shown, counted] = [await own(), await recount(creator)];
      expect(shown.size).toBe(counted.size);
      for (const { profileId, accountId } of fans) expect(shown.get(profileId)).toBe(counted.get(accountId));
    };
    for (const [index, { accountId: payer }] of fans.entries())
      await earnRand(t, creator, { cents: 1_000 * (index + 1), payer, daysAgo: 10 });
    await agrees();
    // The second reading settles what the first one counted as new.
    await earnRand(t, creator, { cents: 777, payer: first.accountId, daysAgo: 0 });
    await unlock(second, creator, 25);
    await agrees();
    const settled = await t.db
      .selectFrom('earnings_payers')
      .select('settled_cents')
      .where('profile_id', '=', creator.profileId)
      .orderBy('settled_cents')
      .execute();
    expect(settled.map((row) => Number(row.settled_cents))).toEqual([1_000, 2_000, 3_000]);
    const reference = newId();
    const earnings = accountOf(creator.profileId, 'earnings', 'cents');
    const move = { ownerId: third.accountId, payeeId: creator.profileId, reference, description: 'Tip', amount: 5_000 };
    await t.context.credits.transact((tx) =>
      t.context.credits.move(tx, [{ ...move, kind: 'rand_tip', key: newId(), from: cash, to: earnings }]),
    );
    await agrees();
    expect((await own()).get(third.profileId)).toBe(8_000);
    expect((await card(creator, third)).body.tips).toEqual({ count: 2, earnedCents: 8_000 });
    await t.context.credits.transact((tx) =>
      t.context.credits.move(tx, [{ ...move, kind: 'refund', key: newId(), from: earnings, to: cash }]),
    );
    await agrees();
    expect((await own()).get(third.profileId)).toBe(3_000);
    expect((await card(creator, third)).body.tips).toEqual({ count: 1, earnedCents: 3_000 });
  });

  it('is the creator’s share, and of promotional credits nothing until it is released', async () => {
    const creator = await aCreator(t);
    const [buyer, guest] = [await aProfile(t), await aProfile(t)];
    await unlock(buyer, creator, 100);
    await unlock(guest, creator, 100, 'promotional');
    // 80 of 100 credits, at R0.42 each.
    expect((await card(creator, buyer)).body.earnedCents).toBe(80 * 42);
    expect((await card(creator, guest)).body).toMatchObject({ earnedCents: 0, lastBought: { at: expect.any(String) } });
  });
});

describe('a person’s card', () => {
  it('says since when, what they bought last, tips, note and lists', async () => {
    const creator = await aCreator(t, { displayName: 'Zanele' });
    const fan = await aSubscriber(creator, { displayName: 'Kyle Naidoo' }, { renews: true });
    await follow(fan, creator);
    await earnRand(t, creator, { cents: 2_000, payer: fan.accountId, daysAgo: 0 });
    const own = t.client(creator);
    const params = { id: fan.profileId };
    const list = (await own.call('createFanList', { body: { name: 'Regulars' } })).body;
    await own.call('setFanLists', { params, body: { listIds: [list.id] } });
    await own.call('setFanNote', { params, body: { note: 'Likes charcoal.' } });
    expect((await card(creator, fan)).body).toMatchObject({
      ...{ displayName: 'Kyle Naidoo', note: 'Likes charcoal.', listIds: [list.id], isRestricted: false },
      ...{ earnedCents: 2_000, tips: { count: 1, earnedCents: 2_000 }, lastBought: { description: 'Tip' } },
      ...{ subscription: { renews: true }, followsSince: expect.any(String) },
    });
    expect((await people(creator)).items[0]?.note).toBe('Likes charcoal.');
    await own.call('setFanNote', { params, body: { note: '' } });
    expect((await card(creator, fan)).body.note).toBe('');
  });

  it('is open for anyone the creator sees, and never for oneself or a member who publishes nothing', async () => {
    const [creator, stranger] = [await aCreator(t), await aProfile(t)];
    expect((await card(creator, stranger)).body).toMatchObject({
      subscription: null,
      earnedCents: 0,
      lastBought: null,
    });
    expect((await card(creator, creator)).error?.code).toBe('NOT_FOUND');
    expect((await card(stranger, creator)).error?.code).toBe('CREATOR_PROFILE_REQUIRED');
  });
});

describe('T66: privacy of the people listed', () => {
  const hide = (fan: TestProfile, change: object) =>
    t.db.updateTable('profiles').set(change).where('id', '=', fan.profileId).execute();
  const ways: Record<string, (creator: TestProfile, fan: TestProfile) => Promise<unknown>> = {
    'blocked the creator': (creator, fan) => aBlock(t, { blocker: fan, blocked: creator }),
    'was blocked by the creator': (creator, fan) => aBlock(t, { blocker: creator, blocked: fan }),
    'is incognito': (_creator, fan) => hide(fan, { incognito: true }),
    'hides from everyone': (_creator, fan) => hide(fan, { hidden_at: t.clock.now() }),
    'is suspended': (_creator, fan) =>
      t.db.transaction().execute((tx) => t.context.identity.suspend(tx, fan.accountId, 'Test')),
    'was erased': (_creator, fan) =>
      t.db.transaction().execute((tx) => t.context.profiles.setHidden(tx, fan.accountId, true)),
  };

  it.each(Object.entries(ways))(
    'nothing names a fan who %s; their money stays in the sums',
    async (_way, disappear) => {
      const creator = await aCreator(t);
      const stayed = await aSubscriber(creator, { displayName: 'Stayed here' });
      const fan = await aSubscriber(creator, { displayName: 'Vanished one' });
      const own = t.client(creator);
      const params = { id: fan.profileId };
      const list = (await own.call('createFanList', { body: { name: 'All' } })).body;
      for (const who of [stayed, fan]) {
        await follow(who, creator);
        await earnRand(t, creator, { cents: 1_000, payer: who.accountId, daysAgo: 0 });
        await own.call('setFanLists', { params: { id: who.profileId }, body: { listIds: [list.id] } });
        await own.call('restrictFan', { params: { id: who.profileId } });
      }
      await disappear(creator, fan);
      for (const query of [
        ...(['subscribers', 'followers', 'spenders', 'restricted'] as const).map((each) => ({ list: each })),
        { list: 'own' as const, listId: list.id },
        { sort: 'spent' as const },
        { sort: 'name' as const, q: 'one' },
      ]) {
        const answer = await t.client(creator).call('listFans', { query });
        expect(answer.text).not.toContain(fan.profileId);
        expect(answer.text).not.toContain('Vanished');
        const file = await own.request('GET', `/api/studio/people.csv?${new URLSearchParams(query)}`);
        expect([file.status, file.text.includes('Vanished')]).toEqual([200, false]);
        expect(file.text.includes('Stayed here')).toBe(!('q' in query));
      }
      expect((await card(creator, fan)).error?.code).toBe('NOT_FOUND');
      const refused = await own.call('setFanNote', { params, body: { note: 'Who?' } });
      expect(refused.error?.code).toBe('NOT_FOUND');
      // The earnings themselves are no secret of the payer: the statements have them too.
      expect((await own.call('creatorStats', { query: { period: 'total' } })).body.totalEarningsCents).toBe(2_000);
    },
  );

  it('neither lists, cards nor the file tell e-mail, surname or place', async () => {
    const creator = await aCreator(t);
    const secrets = { email: 'secret.fan@mail.test', lastName: 'Geheimnaam', city: 'Polokwane' };
    const fan = await aSubscriber(creator, { displayName: 'Kyle', ...secrets });
    const texts = [
      (await t.client(creator).call('listFans', { query: {} })).text,
      (await card(creator, fan)).text,
      (await t.client(creator).request('GET', '/api/studio/people.csv')).text,
    ];
    for (const text of texts) {
      expect(text).toContain('Kyle');
      for (const secret of [...Object.values(secrets), fan.accountId]) expect(text).not.toContain(secret);
    }
  });
});

describe('the file of a list', () => {
  it('opens in a spreadsheet: marked as UTF-8, formulas as text, rand as numbers, in the order that was asked for', async () => {
    const creator = await aCreator(t);
    const fan = await aSubscriber(creator, { displayName: 'Ruan Botha' }, { renews: true });
    await aSubscriber(creator, { displayName: 'Anele' });
    await earnRand(t, creator, { cents: 9_950, payer: fan.accountId, daysAgo: 0 });
    await t
      .client(creator)
      .call('setFanNote', { params: { id: fan.profileId }, body: { note: '=HYPERLINK("http://x")' } });
    const { text, headers } = await t.client(creator).request('GET', '/api/studio/people.csv?sort=name');
    const rows = text.split('\r\n');
    expect(text.codePointAt(0)).toBe(0xfeff);
    expect(rows[0]).toContain('"Name","Subscribed","Subscription","Until","Your share in rand"');
    expect(rows[1]).toMatch(/^"Anele","\d{4}-\d{2}-\d{2}","ends","\d{4}-\d{2}-\d{2}",0,"",""$/);
    expect(rows[2]).toMatch(/^"Ruan Botha",.*,"renews",.*,99\.5,"","'=HYPERLINK\(""http:\/\/x""\)"$/);
    expect(rows.length).toBe(4);
    expect(headers['content-disposition']).toContain('people-subscribers.csv');
  });
});
