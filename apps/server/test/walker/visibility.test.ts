import { type OperationName, operations } from '@vlam/contract';
import { pathOf } from '@vlam/contract/client';
import type { Operation } from '@vlam/contract/operation';
import { cityPlaces } from '@vlam/contract/rules/places';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, johannesburgDay } from '../../src/platform/clock.ts';
import {
  aBlock,
  aCreator,
  aFreePicture,
  aPaidPicture,
  aPlace,
  aSubscription,
  giveCredits,
  type TestProfile,
} from '../factories.ts';
import { useTestApp } from '../use-app.ts';
import { classes, questions } from './classes.ts';

// Members leave traces everywhere, then become invisible in every possible way. Each list must
// contain the member who stayed, and none of the others.

const ways = [
  'blocks',
  'blocked',
  'suspended',
  'hidden',
  'incognito',
  'unproven',
  'blocks province',
  'province blocked',
] as const;
type Way = (typeof ways)[number];

interface Doer extends TestProfile {
  tag: string;
  /** Ids of their resources by kind. */
  things: Record<'content' | 'bundle' | 'event' | 'tonight' | 'message', string>;
}

let viewer: TestProfile;
let host: Doer;
let stayed: Doer;
let gone: Map<Way, Doer>;
/** Parent ids of nested lists. */
let under: Partial<Record<OperationName, string>>;

const adults = (Object.entries(operations) as [OperationName, Operation][]).filter(
  ([, { method, access }]) => method === 'GET' && (access === 'adult' || access === 'member' || access === 'creator'),
);

const t = useTestApp({ at: new Date('2026-11-21T18:00:00+02:00') });
beforeAll(async () => {
  viewer = await aCreator(t, { displayName: 'Wanderer', city: 'Johannesburg' });
  await aPlace(t, viewer, cityPlaces.Johannesburg);
  await ask(viewer, 'setCallSettings', { body: { available: true, creditsPerMinute: 18 } });
  const evening = await ask<{ id: string }>(viewer, 'postTonight', {
    body: { text: 'Anyone for a walk?', category: 'Coffee', city: 'Johannesburg' },
  });
  const picture = await aFreePicture(t, { creator: viewer });
  host = await aDoer('host', null, evening.id, picture.contentId);
  stayed = await aDoer('stayed', host.things.event, evening.id, picture.contentId);
  gone = new Map();
  for (const way of ways) gone.set(way, await aDoer(way, host.things.event, evening.id, picture.contentId));
  for (const doer of [stayed, ...gone.values()]) {
    await ask(viewer, 'toggleFollow', { params: { id: doer.profileId } });
    await aSubscription(t, { subscriber: viewer, creator: doer });
    await ask(viewer, 'sendFlame', { params: { id: doer.profileId } });
  }
  under = { listComments: picture.contentId, tonightResponses: evening.id };
  // Notifications of their actions are created before they disappear.
  await t.drain();
  for (const [way, doer] of gone) await disappear(way, doer);
  t.clock.advance(61_000);
  await t.drain();
  // All are online, so that no one is hidden by being absent.
  await t.db.updateTable('profiles').set({ last_seen_at: t.clock.now() }).execute();
}, 120_000);

async function ask<Body>(who: TestProfile, name: OperationName, input: Record<string, unknown>): Promise<Body> {
  const answer = await t.client(who).call(name, input as never);
  if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${answer.text}`);
  return answer.body as Body;
}

/** A creator who leaves a trace in every feature. */
async function aDoer(tag: string, event: string | null, evening: string, picture: string): Promise<Doer> {
  const city = tag === 'province blocked' ? 'Bloemfontein' : 'Johannesburg';
  const own = await aCreator(t, { displayName: `Walker ${tag}`, city });
  await aPlace(t, own, cityPlaces.Johannesburg);
  const { contentId } = await aPaidPicture(t, { creator: own, title: `Lamplight ${tag}` });
  const other = await aPaidPicture(t, { creator: own, title: `Lamplight again ${tag}` });
  const bundle = await ask<{ id: string }>(own, 'createBundle', {
    body: {
      title: `Bundle ${tag}`,
      description: '',
      price: 10,
      category: 'artistic',
      contentIds: [contentId, other.contentId],
    },
  });
  const party = await ask<{ id: string }>(own, 'createEvent', {
    body: {
      title: `Evening of ${tag}`,
      description: 'Music on a roof, and whoever comes.',
      venue: 'The roof',
      address: '',
      city: 'Johannesburg',
      startsAt: '2026-11-25T20:00:00+02:00',
      category: 'Music',
      maxAttendees: 50,
    },
  });
  if (event) await ask(own, 'attendEvent', { params: { id: event } });
  const wish = await ask<{ id: string }>(own, 'postTonight', {
    body: { text: `Company for ${tag}`, category: 'Dinner', city: 'Johannesburg' },
  });
  await ask(own, 'respondTonight', { params: { id: evening }, body: { message: `I would, says ${tag}` } });
  const today = johannesburgDay(t.clock.now());
  await ask(own, 'setTravel', {
    body: {
      visitingCity: 'Durban',
      arrivalDate: addDays(today, 2),
      departureDate: addDays(today, 5),
      lookingFor: `Sea and ${tag}`,
    },
  });
  await ask(own, 'postInterest', { body: { category: 'Hookups', text: `A word from ${tag}` } });
  await ask(own, 'shareMood', { body: { text: `Mood of ${tag}` } });
  await ask(own, 'setAvailability', { body: { available: true } });
  await ask(own, 'setCallSettings', { body: { available: true, creditsPerMinute: 18 } });
  await ask(own, 'postComment', { params: { id: picture }, body: { comment: `Nice, says ${tag}` } });
  // A flame or a gift reveals its sender: the incognito member sends neither.
  let message: string = crypto.randomUUID();
  if (tag !== 'incognito') {
    await ask(own, 'sendFlame', { params: { id: viewer.profileId } });
    await giveCredits(t, own.accountId, 100);
    const { id: call } = await ask<{ id: string }>(own, 'startCall', {
      body: { profileId: viewer.profileId, creditsPerMinute: 18 },
    });
    await ask(own, 'endCall', { params: { id: call } });
    await ask(own, 'sendGift', { body: { giftId: 'red-rose', price: 50, recipientId: viewer.profileId } });
    await ask(viewer, 'acceptConversation', { params: { profileId: own.profileId } });
    const said = await ask<{ id: string }>(own, 'sendMessage', {
      params: { profileId: viewer.profileId },
      body: { clientId: crypto.randomUUID(), content: `Hello, says ${tag}` },
    });
    message = said.id;
  }
  return { ...own, tag, things: { content: contentId, bundle: bundle.id, event: party.id, tonight: wish.id, message } };
}

async function disappear(way: Way, doer: Doer): Promise<void> {
  const privacy = (who: TestProfile, body: Record<string, unknown>) => ask(who, 'setPrivacySettings', { body });
  if (way === 'blocks') await aBlock(t, { blocker: doer, blocked: viewer });
  if (way === 'blocked') await aBlock(t, { blocker: viewer, blocked: doer });
  if (way === 'suspended')
    await t.db.transaction().execute((tx) => t.context.identity.suspend(tx, doer.accountId, 'Test'));
  if (way === 'hidden') await privacy(doer, { locationPrivacy: { hidden: true } });
  if (way === 'incognito') await privacy(doer, { incognito: true });
  if (way === 'blocks province') await privacy(doer, { locationPrivacy: { blockedProvinces: ['GP'] } });
  if (way === 'province blocked') {
    await aPlace(t, doer, { latitude: -29.0852, longitude: 26.1596 });
    await privacy(viewer, { locationPrivacy: { blockedProvinces: ['FS'] } });
  }
  if (way === 'unproven') {
    await t.db.updateTable('profiles').set({ awaiting_age_check: true }).where('id', '=', doer.profileId).execute();
    await t.db.transaction().execute((tx) => t.context.discovery.refresh(tx, [doer.profileId]));
  }
}

/** Query of a device that has stored the thread of each of them. */
const keptThreads = () => ({ threads: [stayed, ...gone.values()].map(({ profileId }) => `${profileId}:1`).join() });

const read = async (operation: Operation, id: string | undefined, query: Record<string, string>) =>
  t
    .client(viewer)
    .request(
      'GET',
      pathOf(operation, { ...(operation.params ? { params: { id, profileId: id } } : {}), query } as never),
    );

describe('T66: members who are invisible to the viewer', () => {
  it('every reading operation is classified', () => {
    const unknown = adults.map(([name]) => name).filter((name) => !classes[name]);
    expect(unknown, 'name what it can tell of other people in walker/classes.ts').toEqual([]);
  });

  for (const [name, operation] of adults.filter(([each]) => classes[each] === 'people'))
    it(`are in no response of ${name}`, async () => {
      const texts: string[] = [];
      for (const query of name === 'conversationChanges' ? [keptThreads()] : (questions[name] ?? [{}])) {
        const answer = await read(operation, under[name], query);
        expect([query, answer.status, answer.error?.code]).toEqual([query, 200, undefined]);
        texts.push(answer.text);
      }
      const text = texts.join('\n');
      for (const { tag, profileId, displayName, things } of gone.values())
        for (const trace of [
          profileId,
          displayName,
          `says ${tag}`,
          `of ${tag}`,
          `and ${tag}`,
          ...Object.values(things),
        ])
          expect(text.includes(trace), `${name} tells of ${tag}: ${trace}`).toBe(false);
      // Control: the member who stayed appears.
      const countsOnly = [
        'nearbyCells',
        'eventCities',
        'matches',
        'matchAnalytics',
        'featuredProfiles',
        'creatorActivity',
        'unreadMessages',
        'countAudience',
      ];
      if (!countsOnly.includes(name)) expect(text).toContain(stayed.profileId);
    });

  for (const [name, operation] of adults.filter(([each]) => classes[each] === 'one'))
    it(`get the same 404 as unknown ids from ${name}`, async () => {
      const idOf = ({ profileId, things }: Doer) =>
        name === 'getBundle'
          ? things.bundle
          : name === 'getEvent'
            ? things.event
            : name === 'previewMessage'
              ? things.message
              : operation.path.startsWith('/api/content/')
                ? things.content
                : profileId;
      const [query = {}] = questions[name] ?? [];
      expect((await read(operation, idOf(stayed), query)).status).toBe(200);
      const nobody = await read(operation, crypto.randomUUID(), query);
      for (const doer of gone.values()) {
        const answer = await read(operation, idOf(doer), query);
        expect([doer.tag, answer.status, answer.error?.code, answer.error?.message]).toEqual([
          doer.tag,
          nobody.status,
          nobody.error?.code,
          nobody.error?.message,
        ]);
      }
    });

  it('are counted in no displayed number', async () => {
    const cities = (await t.client(viewer).call('eventCities')).body.find(({ city }) => city === 'Johannesburg');
    expect(cities?.events).toBe(2);
    const posts = (await t.client(viewer).call('interestPosts', { query: {} })).body.counts;
    expect(posts.all).toBe(2);
    const threads = (await t.client(viewer).call('listConversations', { query: {} })).body;
    expect(threads.items.map(({ profile }) => profile.id).sort()).toEqual([host.profileId, stayed.profileId].sort());
    expect(threads.unread).toBe(threads.items.reduce((sum, { unread }) => sum + unread, 0));
  });
});
