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
  aFreeVideo,
  aPaidPicture,
  aPlace,
  aSubscription,
  giveCredits,
  type TestProfile,
} from '../factories.ts';
import { aRunningShow } from '../live-shows.ts';
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
  things: Record<
    'content' | 'bundle' | 'event' | 'tonight' | 'message' | 'live' | 'album' | 'video' | 'handle',
    string
  >;
}

let viewer: TestProfile;
let host: Doer;
let stayed: Doer;
let vanished: Map<Way, Doer>;
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
  vanished = new Map();
  for (const way of ways) vanished.set(way, await aDoer(way, host.things.event, evening.id, picture.contentId));
  for (const doer of [stayed, ...vanished.values()]) {
    await ask(viewer, 'saveItem', { params: { id: doer.things.content } });
    await ask(viewer, 'toggleFollow', { params: { id: doer.profileId } });
    await aSubscription(t, { subscriber: viewer, creator: doer });
    await aSubscription(t, { subscriber: doer, creator: viewer });
    await ask(doer, 'toggleFollow', { params: { id: viewer.profileId } });
    await ask(viewer, 'sendFlame', { params: { id: doer.profileId } });
    await aGivenSubscription(stayed, viewer, doer);
    await aGivenSubscription(viewer, doer, host);
    // A gift reveals its giver, as below.
    if (doer.tag !== 'incognito') await aGivenSubscription(doer, viewer, host);
  }
  under = { listComments: picture.contentId, tonightResponses: evening.id };
  // Notifications of their actions are created before they disappear.
  await t.drain();
  for (const doer of [stayed, ...vanished.values()])
    await ask(viewer, 'muteProfile', { params: { id: doer.profileId } });
  for (const [way, doer] of vanished) await disappear(way, doer);
  t.clock.advance(61_000);
  await t.drain();
  // All are online, and their pictures arrive, so that no one is hidden by being absent.
  await t.db.updateTable('lives').set({ last_part_at: t.clock.now() }).execute();
  await t.db.updateTable('profiles').set({ last_seen_at: t.clock.now() }).execute();
}, 120_000);

async function ask<Body>(who: TestProfile, name: OperationName, input: Record<string, unknown>): Promise<Body> {
  const answer = await t.client(who).call(name, input as never);
  if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${answer.text}`);
  return answer.body as Body;
}

async function aGivenSubscription(giver: TestProfile, recipient: TestProfile, creator: TestProfile): Promise<void> {
  const now = t.clock.now();
  await t.db
    .insertInto('subscription_gifts')
    .values({
      ...{ id: crypto.randomUUID(), order_id: crypto.randomUUID(), giver_account_id: giver.accountId },
      ...{ giver_id: giver.profileId, recipient_id: recipient.profileId, creator_id: creator.profileId },
      ...{ months: 1, amount_cents: 5_000, is_unnamed: false, state: 'accepted', offered_at: now, answer_by: now },
      ...{ answered_at: now, starts_at: now, ends_at: now },
    })
    .execute();
}

/** A creator who leaves a trace in every feature. */
async function aDoer(tag: string, event: string | null, evening: string, picture: string): Promise<Doer> {
  const city = tag === 'province blocked' ? 'Bloemfontein' : 'Johannesburg';
  const own = await aCreator(t, { displayName: `Walker ${tag}`, city });
  await aPlace(t, own, cityPlaces.Johannesburg);
  const { contentId } = await aPaidPicture(t, { creator: own, title: `Lamplight ${tag}` });
  const { contentId: video } = await aFreeVideo(t, { creator: own, title: `Lamplight in the rain ${tag}` });
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
      description: 'Music on a roof, for everyone.',
      venue: 'The roof',
      address: '',
      city: 'Johannesburg',
      startsAt: '2026-11-25T20:00:00+02:00',
      category: 'Music',
      maxAttendees: 50,
    },
  });
  if (event) await ask(own, 'attendEvent', { params: { id: event } });
  const tonightRequest = await ask<{ id: string }>(own, 'postTonight', {
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
  const live = await aRunningShow(t, own, { audience: 'free', title: `A show of ${tag}` });
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
    const sent = await ask<{ id: string }>(own, 'sendMessage', {
      params: { profileId: viewer.profileId },
      body: { clientId: crypto.randomUUID(), content: `Hello, says ${tag}` },
    });
    message = sent.id;
  }
  const album = await ask<{ id: string }>(own, 'shareAlbum', {
    body: { title: `Album of ${tag}`, mediaIds: [], profileIds: tag === 'incognito' ? [] : [viewer.profileId] },
  });
  // Shared by a member unknown to the viewer.
  if (tag === 'incognito')
    await t.db
      .insertInto('album_people')
      .values({ album_id: album.id, profile_id: viewer.profileId, shared_at: t.clock.now() })
      .execute();
  const { handle } = await ask<{ handle: string }>(own, 'setHandle', {
    body: { handle: `walker.${tag.replace(' ', '_')}` },
  });
  return {
    ...own,
    tag,
    things: {
      handle,
      content: contentId,
      bundle: bundle.id,
      event: party.id,
      tonight: tonightRequest.id,
      message,
      live,
      album: album.id,
      video,
    },
  };
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
const keptThreads = () => ({ threads: [stayed, ...vanished.values()].map(({ profileId }) => `${profileId}:1`).join() });

const read = async (operation: Operation, id: string | undefined, query: Record<string, string>) =>
  t
    .client(viewer)
    .request(
      'GET',
      pathOf(operation, { ...(operation.params ? { params: { id, profileId: id, handle: id } } : {}), query } as never),
    );

describe('T66: members who are invisible to the viewer', () => {
  it('every reading operation is classified', () => {
    const unknown = adults.map(([name]) => name).filter((name) => !classes[name]);
    expect(unknown, 'name what it can reveal of other people in walker/classes.ts').toEqual([]);
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
      for (const { tag, profileId, displayName, things } of vanished.values())
        for (const trace of [
          profileId,
          displayName,
          `says ${tag}`,
          `of ${tag}`,
          `and ${tag}`,
          ...Object.values(things),
        ])
          expect(text.includes(trace), `${name} shows ${tag}: ${trace}`).toBe(false);
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
        // A file with names alone; `fans/people.test.ts` reads those who stayed.
        'exportFans',
        // Only what is closed to the viewer; `content/affordable.test.ts` reads what is.
        'affordablePictures',
      ];
      if (!countsOnly.includes(name)) expect(text).toContain(stayed.profileId);
    });

  for (const [name, operation] of adults.filter(([each]) => classes[each] === 'one'))
    it(`get the same 404 as unknown ids from ${name}`, async () => {
      const idOf = ({ profileId, things }: Doer) =>
        name === 'getProfileByHandle'
          ? things.handle
          : name === 'getBundle'
            ? things.bundle
            : name === 'getEvent'
              ? things.event
              : name === 'previewMessage'
                ? things.message
                : name === 'getAlbum'
                  ? things.album
                  : name === 'getContentStream'
                    ? things.video
                    : operation.path.startsWith('/api/lives/')
                      ? things.live
                      : operation.path.startsWith('/api/content/')
                        ? things.content
                        : profileId;
      const [query = {}] = questions[name] ?? [];
      expect((await read(operation, idOf(stayed), query)).status).toBe(200);
      const missing = await read(operation, crypto.randomUUID(), query);
      for (const doer of vanished.values()) {
        const answer = await read(operation, idOf(doer), query);
        expect([doer.tag, answer.status, answer.error?.code, answer.error?.message]).toEqual([
          doer.tag,
          missing.status,
          missing.error?.code,
          missing.error?.message,
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
