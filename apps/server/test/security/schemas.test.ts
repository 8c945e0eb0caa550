import { randomUUID } from 'node:crypto';
import type { Operation } from '@vlam/contract/operation';
import { eventCategories } from '@vlam/contract/rules/meeting';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPaidPicture, aSession } from '../factories.ts';
import { someAnswers } from '../film-board.ts';
import { longTurns } from '../long-turns.ts';
import { createTestProvider } from '../payment-provider.ts';
import { useTestApp } from '../use-app.ts';
import { harmful, harmfulText, nearlyValid, schemaOf } from './arbitraries.ts';
import { sampleQuery } from './sample-body.ts';
import { createWorld, everyOperation, ownIdFor, pathWith, sessionOperations, type World } from './world.ts';

// Every operation is called by an admin who is also a creator, so that no access rule stops values before the schemas.

let world: World;
let own: World['paid'];
const t = useTestApp({ paymentAdapter: createTestProvider() });
beforeAll(async () => {
  world = await createWorld(t);
  own = await aPaidPicture(t, { creator: world.admin });
  // The factory inserts items without counts, and removing one decrements.
  await t.db.updateTable('profiles').set({ content_count: 9, photo_count: 9 }).execute();
});

const reached = new Set<string>();
const schemaCodes = new Set(['VALIDATION_FAILED', 'BAD_REQUEST']);
// Two end the session that calls, one the sessions of all other callers.
const skipped = new Set(['logout', 'logoutSubmit', 'endOtherSessions']);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
/** Valid bodies that random generation rarely reaches: unions, ranges, steps, dates. */
const whole: Record<string, object | undefined> = {
  nearby: undefined,
  listCreators: undefined,
  listCallPartners: undefined,
  tonight: undefined,
  setLocation: { city: 'Durban' },
  createContent: { title: 'Light', description: '', mediaType: 'image', mediaId: randomUUID(), isPremium: false },
  listFlames: undefined,
  createOffer: { kind: 'percent', code: 'LIGHT20', value: 20, limit: 50, audience: 'anyone' },
  listStudioPosts: undefined,
  listFans: undefined,
  setRequestTerms: { openTo: 'subscribers', minimum: 20, offers: [] },
  listConversations: undefined,
  countAudience: undefined,
  previewBroadcast: { audience: { kind: 'subscribers' } },
  sendBroadcast: { clientId: randomUUID(), content: 'Tonight', audience: { kind: 'subscribers' } },
  exportFans: undefined,
  memberStatement: undefined,
  confirmNewEmail: { token: 'A'.repeat(43) },
  setPayoutAccount: {
    ...{ bank: 'Capitec', holderName: 'Thandi Nkosi', accountNumber: '1234567890', branchCode: '470010' },
    accountType: 'savings',
  },
  planLive: { title: 'Slow dance lesson', audience: 'free', startsAt: inDays(1) },
  startLive: { title: 'Slow dance lesson', audience: 'free' },
  adminPayouts: undefined,
  adminUsers: undefined,
  auditLog: undefined,
  recordAuthorityRequest: { authority: 'police', demand: 'preserve', reference: 'CAS 12/11/2026', summary: 'Preserve' },
  placeLegalHold: {
    ...{ subjectType: 'account', subject: randomUUID(), authority: 'police', reference: 'CAS 12/11/2026' },
    ...{ reason: 'Preserve', until: inDays(20).slice(0, 10) },
  },
  recordBreach: {
    ...{ title: 'A laptop', knownAt: inDays(0), happenedOn: null, what: 'Lost in a train', data: '', people: null },
    ...{ consequences: '', measures: '', advice: '' },
  },
  inviteReviewer: {
    ...{ reviewer: 'Jo Smit', organisation: 'Acquirer', email: 'jo@acquirer.example', reason: 'A review' },
    ...{ hours: 24, references: ['2026-11'] },
  },
  listAllConsents: undefined,
  listReports: undefined,
  listWaitingContent: undefined,
  exportAllConsents: undefined,
  setOperatorSettings: { changes: [{ name: 'notice', value: 'Planned work tonight', version: 0 }] },
  listRiskCases: undefined,
  listDeadJobs: undefined,
  runDeadJobs: { ids: [randomUUID()] },
  discardDeadJobs: { ids: [randomUUID()], reason: 'Nothing to send any more' },
  periodReport: undefined,
  exportPeriodReport: undefined,
  exportUsers: undefined,
  exportReports: undefined,
  exportContent: undefined,
  exportTakedowns: undefined,
  saveFilter: { list: 'reports', name: 'Urgent', filter: { class: 'threat' } },
  travellers: undefined,
  setTravel: {
    visitingCity: 'Durban',
    arrivalDate: inDays(8).slice(0, 10),
    departureDate: inDays(12).slice(0, 10),
    lookingFor: 'A quiet table',
  },
  createEvent: {
    title: 'Night market',
    description: 'Music, food and lamps',
    venue: 'The Pier',
    address: '',
    city: 'Durban',
    startsAt: inDays(8),
    category: eventCategories[0],
    maxAttendees: 20,
  },
  createSafetyPlan: {
    about: 'date',
    title: 'A first date',
    place: 'Florida Road',
    startsAt: inDays(0.1),
    backBy: inDays(0.3),
    contactName: 'Naledi',
    contactEmail: 'naledi@example.com',
  },
  syncTransaction: {
    id: randomUUID(),
    type: 'tip',
    amount: 20,
    description: 'A tip',
    timestamp: '2026-11-21T10:00:00.000Z',
    status: 'pending',
    metadata: { userId: randomUUID() },
  },
  sendRegistration: someAnswers,
  decideRegistration: { decision: 'refuse', reason: 'Of another company' },
  setFilmBoardTerms: { reviewDays: 30, reminderDays: [60, 30, 7] },
  readNotifications: { ids: [randomUUID()] },
  subscribePush: {
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  },
  setMatchPreferences: {
    enabled: true,
    ageRange: { min: 25, max: 35 },
    maxDistance: 25,
    interests: [],
    lifestyle: [],
    relationshipGoals: [],
    priorityFactors: { location: 50, interests: 50, lifestyle: 50, activity: 50 },
  },
};
const long = longTurns(process.env.SEED);
const hashes = new Set([
  'register',
  'login',
  'testLogin',
  'resetPassword',
  'takeBackEmail',
  'takeBackSignIn',
  'changeEmail',
  'changePassword',
]);
const runsOf = (name: string, { body, params, query }: Operation) =>
  hashes.has(name) ? 20 : body ? 50 : params || query ? 40 : 5;

describe('T79 ASVS 15.3.5 15.3.6: arbitrary JSON', () => {
  async function takesAnything(name: string, operation: Operation, { part, seed }: { part: number; seed: number }) {
    const ids = [ownIdFor(operation.path, world), own.contentId, own.mediaId, world.owner.profileId, randomUUID()];
    const client = t.client(await aSession(t, world.admin.accountId));
    let turn = 0;
    const anId = () => ids[turn++ % ids.length] as string;
    const body = operation.body
      ? fc.oneof(
          { weight: 5, arbitrary: nearlyValid(schemaOf(operation.body), anId, harmful) },
          { weight: 1, arbitrary: harmful },
        )
      : fc.constant(undefined);
    const query = nearlyValid(schemaOf(operation.query), anId, harmfulText);
    const params = fc.oneof(
      { weight: 4, arbitrary: fc.constant(null).map(anId) },
      { weight: 1, arbitrary: harmfulText },
    );
    await fc.assert(
      fc.asyncProperty(body, query, params, async (sent, asked, param) => {
        const search = new URLSearchParams();
        for (const [key, value] of Object.entries(asked)) if (value !== undefined) search.set(key, String(value));
        const path = operation.params
          ? operation.path.replace('{id}', encodeURIComponent(param.toWellFormed()))
          : pathWith(operation);
        const answer = await client.request(operation.method, `${path}?${search}`, {
          headers: { 'idempotency-key': randomUUID() },
          ...(sent === undefined ? {} : { body: sent }),
        });
        if (!schemaCodes.has(answer.error?.code ?? '')) reached.add(name);
        expect(answer.status, answer.text).toBeLessThan(500);
        if (answer.error) expect(answer.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      }),
      { numRuns: Math.ceil(runsOf(name, operation) * part), seed },
    );
  }

  const taken = everyOperation.filter(([called]) => !skipped.has(called));
  for (const [index, [name, operation]] of taken.entries()) {
    const title = `${operation.method} ${operation.path} returns no 5xx (${name})`;
    it(title, () => takesAnything(name, operation, { part: 0.25, seed: 20261121 }));
    if (long.takes(index))
      it(`${title}, seed ${long.seed}`, { tags: ['long'] }, () =>
        takesAnything(name, operation, { part: 1, seed: long.seed }),
      );
  }

  it('control: valid bodies reach every handler', async () => {
    const client = t.client(await aSession(t, world.admin.accountId));
    for (const [name, operation] of everyOperation.filter(([called]) => called in whole)) {
      const body = whole[name];
      const answer = await client.request(
        operation.method,
        `${operation.path}${sampleQuery(operation)}`,
        body ? { body } : {},
      );
      if (!schemaCodes.has(answer.error?.code ?? '')) reached.add(name);
    }
    expect(everyOperation.map(([name]) => name).filter((name) => !skipped.has(name) && !reached.has(name))).toEqual([]);
  });

  it('pollutes no prototype', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });
});

describe('T02 ASVS 2.2.1 15.3.3: schemas are strict', () => {
  const withBody = sessionOperations.filter(([, { body }]) => body);

  it.each(withBody)('%s refuses an unknown field and names it', async (_name, operation) => {
    const path = pathWith(operation, ownIdFor(operation.path, world));
    const answer = await t.client(world.admin).request(operation.method, path, { body: { surprise: 1 } });
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { surprise: 'Unknown field' } },
    });
  });

  it.each(withBody)('%s coerces no types', async (_name, operation) => {
    const path = pathWith(operation, ownIdFor(operation.path, world));
    const wrong: Record<string, unknown[]> = {
      string: [1, true, ['a'], { a: 1 }],
      integer: ['1', true, [1], '0x1', 1.5],
      number: ['1', true, [1]],
      boolean: ['true', 1, 0, [], 'false'],
      array: ['a', { 0: 'a', length: 1 }],
    };
    for (const [field, schema] of Object.entries(schemaOf(operation.body).properties ?? {}))
      for (const value of wrong[String(schema.type)] ?? []) {
        const answer = await t.client(world.admin).request(operation.method, path, { body: { [field]: value } });
        expect([field, value, answer.status]).toEqual([field, value, 400]);
        expect(answer.error?.details?.fields, `${field} ${JSON.stringify(value)}`).toHaveProperty([field]);
      }
  });

  it.each(everyOperation.filter(([, { query, navigation }]) => query && !navigation))(
    '%s refuses unknown, repeated and nested query parameters',
    async (_name, operation) => {
      const path = pathWith(operation, ownIdFor(operation.path, world));
      for (const search of [
        'surprise=1',
        'limit=1&limit=2',
        'limit[]=1',
        'limit[$gt]=1',
        '__proto__=1',
        'q=a&q=b&sort=x',
      ]) {
        const answer = await t.client(world.admin).request(operation.method, `${path}?${search}`);
        expect([search, answer.status]).toEqual([search, 400]);
      }
    },
  );

  it('T20: a page has 1 to 50 rows, the list of users 1 to 100, whatever the limit', async () => {
    for (const [name, operation] of everyOperation.filter(([, one]) => schemaOf(one.query).properties?.limit))
      for (const limit of [
        '1e9',
        '-1',
        '0',
        name === 'adminUsers' ? '101' : '51',
        'NaN',
        '1.5',
        '0x10',
        ' 1',
        '',
        '99999999999999999999',
      ])
        expect([
          name,
          limit,
          (await t.client(world.admin).request('GET', `${pathWith(operation)}?limit=${limit}`)).status,
        ]).toEqual([name, limit, 400]);
  });

  it('T31 T76: an amount that is not a whole number within bounds and balance moves nothing', async () => {
    const poor = t.client(world.fan);
    const tip = (amount: string) =>
      poor.request('POST', '/api/credits/sync-transaction', {
        body: `{"id":"${randomUUID()}","type":"tip","amount":${amount},"description":"","timestamp":"2026-11-20T10:00:00Z","status":"pending","metadata":{"userId":"${world.owner.profileId}"}}`,
      });
    const before = await poor.call('creditBalance');
    for (const amount of [
      '-1',
      '0',
      '-0',
      '0.001',
      '1.5',
      '1e309',
      '9007199254740993',
      '10001',
      '[1]',
      '"1"',
      'null',
      'true',
      'NaN',
    ])
      expect([amount, (await tip(amount)).status]).toEqual([amount, 400]);
    expect((await tip('10000')).error?.code).toBe('INSUFFICIENT_CREDITS');
    expect((await poor.call('creditBalance')).body).toEqual(before.body);
    expect((await poor.call('creditTransactions')).body).toEqual([]);
  });

  it('T80: percent, underscore and quotes in a search are literal', async () => {
    const client = t.client(world.fan);
    const listed = async (q: string) => (await client.call('listCreators', { query: { q } })).body.items.length;
    const searched = async (q: string) => (await client.call('searchProfiles', { query: { q } })).body.creators.length;
    expect([await listed('Owner of all'), await searched('Owner of all')]).toEqual([1, 1]);
    const quotes = ["' or '1'='1", "'; drop table profiles; --"];
    for (const q of ['%', '_', '%%%', '\\', ...quotes])
      expect([q, await listed(q), await searched(q)]).toEqual([q, 0, 0]);
    // The search tolerates typos; the list does not.
    for (const q of ['Owner_of_all', 'Owner%all']) expect([q, await listed(q)]).toEqual([q, 0]);
    for (const name of ['/api/creators', '/api/profiles/search'])
      expect((await client.request('GET', `${name}?q=${'a'.repeat(65)}`)).status).toBe(400);
  });

  it('refuses a body where none is declared', async () => {
    for (const [name, operation] of sessionOperations.filter(
      ([, { method, body, navigation }]) => method !== 'GET' && !body && !navigation,
    )) {
      const path = pathWith(operation, ownIdFor(operation.path, world));
      const sender = typeof operation.access === 'object' ? world.admin : world.otherCreator;
      const answer = await t.client(sender).request(operation.method, path, { body: { price: 0 } });
      expect([name, answer.status]).toEqual([name, 400]);
    }
  });
});
