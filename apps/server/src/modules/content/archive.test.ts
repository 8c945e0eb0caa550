import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, aSubscription, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { aRatedDraft, aReadyFile, at, creatorOf, mildAnswers } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

// Far ahead: the queue runs jobs by the real time too.
const t = useTestApp({ at: new Date('2036-11-21T10:00:00+02:00') });
const hour = 3_600_000;
const later = (hours: number) => new Date(t.clock.now().getTime() + hours * hour).toISOString();

const published = (creator: TestProfile, more: Record<string, unknown> = {}) =>
  aRatedDraft(t, creator, { state: 'published', isPremium: true, price: 15, ...more });
const unlock = (who: TestProfile, id: string) =>
  t.client(who).call('unlockContent', { ...at(id), body: { price: 15, startNow: true } });
async function aBuyer(id: string): Promise<TestProfile> {
  const buyer = await aProfile(t);
  await giveCredits(t, buyer.accountId, 40);
  expect((await unlock(buyer, id)).status).toBe(200);
  return buyer;
}
const stateOf = async (who: TestProfile, id: string) => (await t.client(who).call('getContent', at(id))).body.state;

describe('T48: an archived item', () => {
  it('is nowhere for those who did not buy it, subscribers among them', async () => {
    const creator = await aCreator(t);
    const { id, title } = await published(creator, { title: 'Lantern street', tags: ['lantern'] });
    const stranger = await aProfile(t);
    const subscriber = await aProfile(t);
    await aSubscription(t, { subscriber, creator });
    const fan = t.client(subscriber);
    const { mediaUrl } = (await fan.call('getContent', at(id))).body;
    expect((await fan.request('GET', mediaUrl ?? '')).status).toBe(200);
    await fan.call('saveItem', at(id));
    expect((await t.client(creator).call('archivePost', at(id))).body).toEqual({ state: 'archived' });

    for (const who of [stranger, subscriber]) {
      const client = t.client(who);
      await giveCredits(t, who.accountId, 40);
      const refused = await Promise.all([
        client.call('getContent', at(id)),
        client.call('previewContent', at(id)),
        client.call('getContentStream', at(id)),
        client.call('saveItem', at(id)),
        client.call('toggleLike', at(id)),
        client.call('postComment', { ...at(id), body: { comment: 'Lovely' } }),
        client.call('listComments', at(id)),
        unlock(who, id),
      ]);
      expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => 'NOT_FOUND'));
      const lists = JSON.stringify(
        await Promise.all([
          client.call('contentFeed'),
          client.call('creatorContent', at(creator.profileId)),
          client.call('listSaved'),
          client.call('searchProfiles', { query: { q: title } }),
          client.call('searchProfiles', { query: { q: '#lantern' } }),
        ]),
      );
      expect(lists).not.toContain(id);
      expect((await client.request('GET', mediaUrl ?? '')).status).not.toBe(200);
      expect((await client.call('creditBalance')).body.balance).toBe(40);
    }
    expect((await creatorOf(t.client(stranger), creator.profileId)).contentCount).toBe(0);
  });

  it('stays with its buyers, also one that is free now, and comes back for all at its old place', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const { id } = await published(creator);
    const buyer = t.client(await aBuyer(id));
    const stranger = t.client(await aProfile(t));
    const before = (await buyer.call('getContent', at(id))).body;
    await own.call('archivePost', at(id));

    const kept = await buyer.call('getContent', at(id));
    expect(kept.body).toMatchObject({ isPurchased: true, isLocked: false });
    expect((await buyer.request('GET', kept.body.mediaUrl ?? '')).status).toBe(200);
    expect((await buyer.call('listOwned')).body.items.map((item) => item.id)).toContain(id);
    await own.call('updateContent', { ...at(id), body: { isPremium: false } });
    expect((await buyer.call('getContent', at(id))).body.isLocked).toBe(false);
    expect((await stranger.call('getContent', at(id))).error?.code).toBe('NOT_FOUND');

    await t.drain();
    t.clock.advance(hour);
    expect((await own.call('restorePost', at(id))).body).toEqual({ state: 'published' });
    expect((await own.call('restorePost', at(id))).body).toEqual({ state: 'published' });
    expect((await stranger.call('getContent', at(id))).body).toMatchObject({ id, createdAt: before.createdAt });
    expect((await creatorOf(stranger, creator.profileId)).contentCount).toBe(1);
  });

  it('is its creator’s alone to archive and to bring back', async () => {
    const creator = await aCreator(t);
    const rival = t.client(await aCreator(t));
    const { id } = await published(creator);
    expect((await rival.call('archivePost', at(id))).error?.code).toBe('NOT_FOUND');
    expect(await stateOf(creator, id)).toBe('published');
    await t.client(creator).call('archivePost', at(id));
    expect((await rival.call('restorePost', at(id))).error?.code).toBe('NOT_FOUND');
    expect((await rival.call('getContent', at(id))).error?.code).toBe('NOT_FOUND');
    expect((await t.client(creator).call('getContent', at(id))).body.rules?.isArchived).toBe(true);
  });

  it('sells to no one without showing it to them, when archive and sales race', async () => {
    const creator = await aCreator(t);
    const { id } = await published(creator);
    const buyers = await Promise.all(Array.from({ length: 8 }, () => aProfile(t)));
    for (const { accountId } of buyers) await giveCredits(t, accountId, 40);
    const [archived, ...sales] = await Promise.all([
      t.client(creator).call('archivePost', at(id)),
      ...buyers.map((buyer) => unlock(buyer, id)),
    ]);
    expect(archived.status).toBe(200);
    for (const [index, sale] of sales.entries()) {
      const buyer = buyers[index];
      if (!buyer) continue;
      const client = t.client(buyer);
      const isCharged = (await client.call('creditBalance')).body.balance === 25;
      expect(isCharged).toBe(sale.status === 200);
      expect((await client.call('getContent', at(id))).status).toBe(isCharged ? 200 : 404);
    }
    expect(await stateOf(creator, id)).toBe('draft');
  });

  it('keeps what was published: no other people, no time, no other file', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const { id } = await published(creator);
    await own.call('archivePost', at(id));
    const refused = [
      await own.call('updateContent', { ...at(id), body: { depicts: 'others' } }),
      await own.call('updateContent', { ...at(id), body: { publishAt: later(2) } }),
      await own.call('updateContent', { ...at(id), body: { mediaId: await aReadyFile(t, creator) } }),
      await own.call('askConsent', { ...at(id), body: { name: 'Sam' } }),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => 'CONFLICT'));
    expect((await own.call('updateContent', { ...at(id), body: { title: 'Another name' } })).status).toBe(200);
    t.clock.advance(3 * hour);
    await t.drain();
    expect(await stateOf(creator, id)).toBe('draft');
  });

  it('returns to a moderator after its rating was lowered, and to everybody otherwise', async () => {
    const creator = await aCreator(t, { trusted: false });
    const own = t.client(creator);
    const waiting = await aRatedDraft(t, creator, { state: 'published' });
    expect((await own.call('archivePost', at(waiting.id))).error?.code).toBe('CONFLICT');
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    const body = { contentId: waiting.id, reason: 'Checked' };
    expect((await moderator.call('approveContent', { body })).status).toBeLessThan(300);
    await own.call('archivePost', at(waiting.id));
    expect((await own.call('restorePost', at(waiting.id))).body).toEqual({ state: 'published' });

    await own.call('archivePost', at(waiting.id));
    const milder = { ...mildAnswers, language: 'none', undress: 'none' };
    const lowered = await own.call('updateContent', { ...at(waiting.id), body: { classificationAnswers: milder } });
    expect(lowered.status).toBe(200);
    expect((await own.call('restorePost', at(waiting.id))).body).toEqual({ state: 'review' });
  });

  it('comes back as it was, also when it is older than the record of ratings', async () => {
    const creator = await aCreator(t);
    const { id } = await published(creator);
    await t.db.updateTable('content_items').set({ fpb_rating: null }).where('id', '=', id).execute();
    await t.client(creator).call('archivePost', at(id));
    expect((await t.client(creator).call('restorePost', at(id))).body).toEqual({ state: 'published' });
  });

  it('stays archived when a moderator holds it back and gives it back', async () => {
    const creator = await aCreator(t);
    const { id } = await published(creator);
    const buyer = t.client(await aBuyer(id));
    const stranger = t.client(await aProfile(t));
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    await t.client(creator).call('archivePost', at(id));
    const body = { contentId: id, reason: 'Someone asked' };
    expect((await moderator.call('flagContent', { body })).status).toBeLessThan(300);
    expect((await t.client(creator).call('restorePost', at(id))).error?.code).toBe('CONFLICT');
    expect((await moderator.call('approveContent', { body })).status).toBeLessThan(300);

    expect((await stranger.call('getContent', at(id))).error?.code).toBe('NOT_FOUND');
    expect((await buyer.call('getContent', at(id))).body).toMatchObject({ isPurchased: true, isLocked: false });
    expect((await t.client(creator).call('getContent', at(id))).body.rules?.isArchived).toBe(true);
    expect((await t.client(creator).call('restorePost', at(id))).body).toEqual({ state: 'published' });
  });

  it('is no way to publish a draft: held back and given back, it is a draft again', async () => {
    const creator = await aCreator(t);
    const { id } = await aRatedDraft(t, creator);
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    const body = { contentId: id, reason: 'Someone asked' };
    await moderator.call('flagContent', { body });
    expect(await stateOf(creator, id)).toBe('flagged');
    expect((await moderator.call('approveContent', { body })).status).toBeLessThan(300);
    expect(await stateOf(creator, id)).toBe('draft');
    expect((await t.client(await aProfile(t)).call('getContent', at(id))).error?.code).toBe('NOT_FOUND');
  });

  it('was published once, is not X18, and is not held back', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const draft = await aRatedDraft(t, creator);
    expect((await own.call('archivePost', at(draft.id))).error?.code).toBe('CONFLICT');
    expect((await own.call('restorePost', at(draft.id))).error?.code).toBe('CONFLICT');
    const { id } = await published(creator);
    await t.db.updateTable('content_items').set({ state: 'flagged' }).where('id', '=', id).execute();
    expect((await own.call('archivePost', at(id))).error?.message).toBe('A moderator decides about this item');
    const strict = { classification: 'X18', state: 'draft', published_at: t.clock.now() };
    await t.db.updateTable('content_items').set(strict).where('id', '=', id).execute();
    expect((await own.call('archivePost', at(id))).error?.message).toContain('X18 cannot be archived');
  });
});
