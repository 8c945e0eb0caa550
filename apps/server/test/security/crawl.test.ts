import { randomUUID } from 'node:crypto';
import { giftIds } from '@vlam/contract/gifts';
import { creditPacks } from '@vlam/contract/payments';
import { vipTierIds } from '@vlam/contract/vip';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import {
  aCreator,
  aFreePicture,
  aPaidPicture,
  aProfile,
  aSubscription,
  giveCredits,
  type TestProfile,
} from '../factories.ts';
import { useTestApp } from '../use-app.ts';
import { sampleBody, sampleQuery } from './sample-body.ts';
import { everyOperation, pathWith, readOperations, withoutRequestId } from './world.ts';

// One creator and one fan with unmistakable data, and callers who read every operation.

let creator: TestProfile;
let fan: TestProfile;
let stranger: TestProfile;
let items: Record<'paid' | 'free' | 'draft' | 'removed', { contentId: string; mediaId: string }>;
let storageKeys: string[];
const names = { firstName: 'Kanariana', lastName: 'Kanarievan' };
const birthDate = '1998-02-17';
const idNumber = '9802175009083';

const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t, {
    ...names,
    email: 'kanarie-een@people.test',
    displayName: 'Desert Bloom',
    age: 28,
    verified: false,
  });
  fan = await aProfile(t, { firstName: 'Piet', lastName: 'Kanariestert', email: 'kanarie-twee@people.test' });
  stranger = await aProfile(t);
  const proof = await t.client(creator).call('verifyAge', {
    body: { idNumber, documentType: 'passport', documentNumber: 'KANARIEPAS', dateOfBirth: birthDate },
  });
  expect(proof.status).toBe(200);
  items = {
    paid: await aPaidPicture(t, { creator, price: 10 }),
    free: await aFreePicture(t, { creator }),
    draft: await aFreePicture(t, { creator }),
    removed: await aFreePicture(t, { creator }),
  };
  for (const state of ['draft', 'removed'] as const)
    await t.db.updateTable('content_items').set({ state }).where('id', '=', items[state].contentId).execute();
  await giveCredits(t, fan.accountId, 100);
  await aSubscription(t, { subscriber: fan, creator });
  const client = t.client(fan);
  await client.call('postComment', { params: { id: items.free.contentId }, body: { comment: 'Pragtig' } });
  await client.call('toggleLike', { params: { id: items.free.contentId } });
  await client.call('toggleFollow', { params: { id: creator.profileId } });
  await client.call('unlockContent', { params: { id: items.paid.contentId }, body: { price: 10 } });
  storageKeys = (await t.db.selectFrom('media').select('storage_key').execute()).map((row) => row.storage_key);
});

type Crawled = { where: string; text: string; json: unknown }[];
/** What an earlier test has read is not read again: nothing changes in between. */
const crawled = new Map<string, Promise<Crawled>>();
function crawl(who: { cookie: string } | undefined): Promise<Crawled> {
  const key = who?.cookie ?? '';
  const found = crawled.get(key) ?? readEverything(who);
  crawled.set(key, found);
  return found;
}

/** Responses of all reading operations to one member or a visitor. */
async function readEverything(who: { cookie: string } | undefined): Promise<Crawled> {
  const client = t.client(who);
  const ids = [
    creator.profileId,
    fan.profileId,
    creator.accountId,
    fan.accountId,
    ...Object.values(items).flatMap(Object.values),
  ];
  const found = [];
  for (const [name, operation] of readOperations)
    for (const id of operation.params ? ids : [''])
      for (const query of name === 'searchProfiles' ? ['?q=Desert', '?q=kanarie', '?q=Kanariana'] : ['']) {
        const { text, body, headers } = await client.request('GET', `${pathWith(operation, String(id))}${query}`);
        const where = `${name} ${id}${query}`;
        found.push({ where, text: text.replace(query.slice(3), '') + JSON.stringify(headers), json: body });
      }
  return found;
}

describe('T27 T48 ASVS 14.2.6 15.3.1: data of others that a stranger can read', () => {
  const secrets = () => [
    ...[creator, fan].flatMap(({ email, accountId, sessionId, sessionToken }) => [
      email,
      accountId,
      sessionId,
      sessionToken,
    ]),
    ...[names.lastName, 'Kanariestert', birthDate, '17 Feb', idNumber, 'KANARIEPAS'],
    ...[items.paid.mediaId, items.draft.mediaId, items.draft.contentId, items.removed.contentId],
    ...storageKeys,
  ];

  it('contains no address, surname, birth date, number, account, session, hidden item or file', {
    tags: ['long'],
  }, async () => {
    for (const who of [undefined, stranger])
      for (const { where, text } of await crawl(who))
        for (const secret of secrets()) {
          // A requested id may appear only in responses that are allowed.
          expect(text.toLowerCase().includes(secret.toLowerCase()), `${where} contains ${secret}`).toBe(false);
        }
  });

  it('control: the crawl finds public data', { tags: ['long'] }, async () => {
    const all = (await crawl(stranger)).map(({ text }) => text).join('\n');
    for (const open of [
      'Desert Bloom',
      'Pragtig',
      'Piet',
      items.free.contentId,
      items.paid.contentId,
      creator.profileId,
    ])
      expect(all).toContain(open);
    const own = (await crawl(creator)).map(({ text }) => text).join('\n');
    for (const mine of [creator.email, names.lastName, items.draft.contentId]) expect(own).toContain(mine);
    expect(own).not.toContain(idNumber);
  });

  it('has no field with a private name', { tags: ['long'] }, async () => {
    const forbidden =
      /email|phone|password|token|hash|birth|lastName|surname|account|idNumber|ipAddress|latitude|longitude|storage|secret|sealed|lastLogin/i;
    for (const { where, json } of await crawl(stranger)) {
      // The caller's own address appears only in their own account.
      if (where.startsWith('currentUser') || where.startsWith('accountSecurity')) continue;
      for (const key of keysOf(json)) {
        // A chip of the feed: its number of posts.
        if (where.startsWith('interestPosts') && key === 'secret') continue;
        // Notification channels, which are switches.
        if (where.startsWith('notificationPreferences') && key === 'email') continue;
        // How to reach the operator, which the legal pages say too.
        if (where.startsWith('complianceStatus') && ['email', 'phone'].includes(key)) continue;
        // Vlam's own contact address.
        if (where.startsWith('ageCheck') && key === 'supportEmail') continue;
        expect(forbidden.test(key), `${where} has ${key}`).toBe(false);
      }
    }
  });
});

/** Ids of catalogues are names, the same for all callers. */
const catalogued = new Set<string>([...giftIds, ...vipTierIds, ...creditPacks.map(({ id }) => id)]);

describe('T28: ids', () => {
  it('are UUIDs, never numbers', { tags: ['long'] }, async () => {
    for (const { where, json } of await crawl(fan))
      for (const [key, value] of entriesOf(json)) {
        if (!/(^id|Id)$/.test(key) || key === 'requestId' || catalogued.has(String(value))) continue;
        expect([
          where,
          key,
          value === null ||
            /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(String(value)),
        ]).toEqual([where, key, true]);
      }
  });

  it('count nothing: those of two milliseconds share nothing, those of one are a random step apart', () => {
    const at = 1_795_000_000_000;
    const made = Array.from({ length: 20_000 }, (_, index) => newId(at + index).slice(14));
    expect(new Set(made).size).toBe(20_000);
    // No order: half of the neighbours increase, half decrease.
    const risingIn = (tails: readonly string[]) =>
      tails.filter((tail, index) => tail > (tails[index - 1] ?? '')).length;
    // Their last 40 bits have none within a millisecond either.
    const near = Array.from({ length: 20_000 }, () => newId(at).slice(-10));
    expect(new Set(near).size).toBe(20_000);
    for (const tails of [made, near]) {
      expect(risingIn(tails)).toBeGreaterThan(9_000);
      expect(risingIn(tails)).toBeLessThan(11_000);
    }
  });
});

describe('T25 T34 ASVS 8.2.2: resources of other members', () => {
  // The pages of the law are named by a word, and open to everyone.
  const withId = everyOperation.filter(([, operation]) => pathWith(operation, 'one') !== pathWith(operation, 'other'));

  it('get the same response as unknown ids, in every operation and for every caller without access', {
    tags: ['long'],
  }, async () => {
    const unknown = randomUUID();
    for (const [name, operation] of withId) {
      // Existing but inaccessible ids must get the same response as unknown and malformed ones.
      const foreign =
        name === 'endSession'
          ? [creator.sessionId, fan.sessionId]
          : name === 'getMedia' || name === 'getStream'
            ? [items.paid.mediaId]
            : operation.path.startsWith('/api/content/')
              ? [items.draft.contentId, items.removed.contentId, items.free.mediaId, creator.profileId]
              : [creator.accountId, items.free.contentId];
      const body = operation.body ? sampleBody(operation) : undefined;
      const query = sampleQuery(operation);
      for (const who of [stranger, await aCreator(t)]) {
        const ask = async (id: string) => {
          const answer = await t
            .client(who)
            .request(operation.method, `${pathWith(operation, id)}${query}`, body ? { body } : {});
          return [name, answer.status, withoutRequestId(answer.text)];
        };
        const missing = await ask(unknown);
        for (const id of [...foreign, 'not-an-id', '1']) expect(await ask(id)).toEqual(missing);
        if (missing[1] !== 403) expect([name, missing[1]]).toEqual([name, 404]);
      }
    }
  });

  it('cannot be changed by another creator', async () => {
    const row = () =>
      t.db.selectFrom('content_items').selectAll().where('id', '=', items.paid.contentId).executeTakeFirstOrThrow();
    const before = await row();
    const rival = t.client(await aCreator(t));
    const at = { params: { id: items.paid.contentId } };
    expect(
      (await rival.call('updateContent', { ...at, body: { price: 0, isPremium: false, title: 'Mine' } })).error?.code,
    ).toBe('NOT_FOUND');
    expect((await rival.call('removeContent', at)).error?.code).toBe('NOT_FOUND');
    expect((await rival.call('endSession', { params: { id: creator.sessionId } })).error?.code).toBe('NOT_FOUND');
    expect(await row()).toEqual(before);
    expect((await t.client(creator).call('currentUser')).status).toBe(200);
  });

  it('money: no operation accepts an account id, and sending one changes nothing', async () => {
    for (const name of ['creditBalance', 'creditTransactions'] as const) {
      const own = await t.client(stranger).call(name);
      for (const query of [`?userId=${fan.accountId}`, `?accountId=${fan.accountId}`, `?id=${fan.profileId}`])
        expect(
          (
            await t
              .client(stranger)
              .request(
                'GET',
                `${name === 'creditBalance' ? '/api/credits/balance' : '/api/credits/transactions'}${query}`,
              )
          ).text,
        ).toBe(own.text);
    }
    expect((await t.client(fan).call('creditTransactions')).text).toContain('"amount":-10');
  });
});

function* entriesOf(value: unknown): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [key, inner];
    yield* entriesOf(inner);
  }
}
const keysOf = (value: unknown) => [...entriesOf(value)].map(([key]) => key);
