import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aBlock, aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { aRatedDraft, aReadyFile, at, publicationOf } from '../../../test/publications.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, flushSocket, type Listener, openListener } from '../../../test/sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterEach(closeSockets);
afterAll(() => t.close());

const topicOf = (creator: TestProfile) => `creator:${creator.profileId}`;
const joinPage = (listener: Listener, creator: TestProfile) =>
  listener.socket.call('join', { topic: topicOf(creator) });

/** A fan with the creator's page open. */
async function aReader(creator: TestProfile): Promise<Listener> {
  const listener = await openListener(t, await aProfile(t));
  expect(await joinPage(listener, creator)).toEqual({ ok: true });
  return listener;
}

describe('content.published', () => {
  it('reaches an open page of the creator when a moderator approves an item, not before', async () => {
    const creator = await aCreator(t);
    const reader = await aReader(creator);
    const draft = await aRatedDraft(t, creator);
    await t.db.updateTable('content_items').set({ state: 'review' }).where('id', '=', draft.id).execute();
    await flushSocket(reader);
    expect(reader.of('content.published')).toEqual([]);
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    const body = { contentId: draft.id, reason: 'Within the rules' };
    expect((await moderator.call('approveContent', { body })).status).toBe(200);
    const event = { id: draft.id, creatorId: creator.profileId };
    await expect.poll(() => reader.of('content.published')).toEqual([event]);

    // Held back and shown again.
    expect((await moderator.call('flagContent', { body })).status).toBe(204);
    expect((await moderator.call('approveContent', { body })).status).toBe(200);
    await expect.poll(() => reader.of('content.published')).toEqual([event, event]);
  });

  it('is sent for what is published at once, from a draft, and at its time', async () => {
    const creator = await aCreator(t);
    const reader = await aReader(creator);
    const own = t.client(creator);
    const atOnce = await own.call('createContent', { body: publicationOf(await aReadyFile(t, creator)) });
    expect(atOnce.body.state).toBe('published');
    const draft = await aRatedDraft(t, creator);
    expect((await own.call('publishContent', at(draft.id))).body.state).toBe('published');
    const publishAt = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const timed = await aRatedDraft(t, creator, { publishAt });
    t.clock.advance(3_600_000);
    await t.drain();
    await expect
      .poll(() => reader.of('content.published').map((event) => (event as { id: string }).id))
      .toEqual([atOnce.body.id, draft.id, timed.id]);
  });

  it('T63: no one who may not see the creator receives it', async () => {
    const creator = await aCreator(t);
    const [blocked, reader] = [await aProfile(t), await aReader(creator)];
    const inside = await openListener(t, blocked);
    expect(await joinPage(inside, creator)).toEqual({ ok: true });
    await aBlock(t, { blocker: creator, blocked });
    const late = await openListener(t, blocked);
    expect(await joinPage(late, creator)).toEqual({ ok: false, code: 'NOT_FOUND' });
    const member = await aProfile(t);
    expect(await reader.socket.call('join', { topic: `creator:${member.profileId}` })).toMatchObject({ ok: false });
    await t.client(creator).call('createContent', { body: publicationOf(await aReadyFile(t, creator)) });
    await expect.poll(() => reader.of('content.published')).toHaveLength(1);
    await sleep(100);
    for (const listener of [inside, late]) expect(listener.of('content.published')).toEqual([]);
  });
});
