import { identityLevelOf, levelForX18 } from '@vlam/contract/rules/identity-level';
import { operatorSettings } from '@vlam/contract/rules/operator-settings';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { chatsOf } from '../../../test/chats.ts';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { anExemption } from '../../../test/film-board.ts';
import { aPicture, fetchFile, sendFile } from '../../../test/pictures.ts';
import { at, mildAnswers } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { readsLevelForX18 } from '../profiles/service.ts';

const t = useTestApp();
const chats = chatsOf(() => t);

interface Item {
  creator: TestProfile;
  id: string;
  mediaId: string;
}

async function anX18Item({ price }: { price: number }): Promise<Item> {
  const creator = await aCreator(t, { identityChecked: true });
  await anExemption(t, creator);
  const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 500, height: 400 }));
  await t.drain();
  return { creator, id: await publishX18(creator, mediaId, price), mediaId };
}

async function publishX18(creator: TestProfile, mediaId: string, price: number): Promise<string> {
  const { body } = await t.client(creator).call('createContent', {
    body: {
      ...{ title: 'Harbour at night', description: '', mediaType: 'image', mediaId },
      ...{ isPremium: price > 0, price, classificationAnswers: { ...mildAnswers, undress: 'sexual' } },
    },
  });
  expect(body).toMatchObject({ classification: 'X18', isLocked: false, state: 'published' });
  return body.id;
}

async function aViewer(identityChecked: boolean): Promise<TestProfile> {
  const viewer = await aProfile(t, { identityChecked });
  await giveCredits(t, viewer.accountId, 100);
  return viewer;
}

const setKnown = (viewer: TestProfile, isKnown: boolean) =>
  t.db
    .updateTable('profiles')
    .set({ identity_checked_at: isKnown ? t.clock.now() : null })
    .where('id', '=', viewer.profileId)
    .execute();
const balanceOf = async (viewer: TestProfile) => (await t.client(viewer).call('creditBalance')).body.balance;
const get = async (viewer: TestProfile, id: string) => (await t.client(viewer).call('getContent', at(id))).body;

describe('T128: an X18 item and a member below identity level 2', () => {
  it('is never among the pictures that the first minutes offer, not even to who may open it', async () => {
    const item = await anX18Item({ price: 5 });
    const offered = async (viewer: TestProfile) =>
      (await t.client(viewer).call('affordablePictures', { query: { credits: '5' } })).body.map(({ id }) => id);
    const { contentId: mild } = await aPaidPicture(t, { creator: await aCreator(t), price: 5 });
    for (const viewer of [await aViewer(false), await aViewer(true)]) {
      expect(await offered(viewer)).toContain(mild);
      expect(await offered(viewer)).not.toContain(item.id);
    }
    // A newer X18 picture of theirs does not stand in the place of a mild one.
    const { contentId: other } = await aPaidPicture(t, { creator: item.creator, price: 5 });
    await t.db
      .updateTable('content_items')
      .set({ published_at: new Date(t.clock.now().getTime() - 1_000) })
      .where('id', '=', other)
      .execute();
    expect(await offered(await aViewer(false))).toContain(other);
    // Whatever its rating was before.
    await t.db
      .updateTable('content_items')
      .set({ classification: '18', x18_lock: null })
      .where('id', '=', item.id)
      .execute();
    expect(await offered(await aViewer(false))).toContain(item.id);
  });

  it('is shut everywhere, free as it is, and opens with the level', async () => {
    const item = await anX18Item({ price: 0 });
    const viewer = await aViewer(false);
    const client = t.client(viewer);
    const shut = { isLocked: true, needsLevel: 2, mediaUrl: null, sources: [], hoverUrl: null };
    const held = async () => {
      const [one, feed, list, saved] = await Promise.all([
        get(viewer, item.id),
        client.call('contentFeed'),
        client.call('creatorContent', at(item.creator.profileId)),
        client.call('saveItem', at(item.id)).then(() => client.call('listSaved')),
      ]);
      const inSaves = (saved.body as { items: { id: string }[] }).items;
      return [one, ...[feed.body.items, list.body, inSaves].flatMap((all) => all.filter(({ id }) => id === item.id))];
    };
    const before = await held();
    expect(before).toHaveLength(4);
    for (const view of before) expect(view).toMatchObject(shut);

    const own = (await get(item.creator, item.id)).mediaUrl ?? '';
    expect(own).not.toBe('');
    expect((await fetchFile(t, viewer, own)).status).not.toBe(200);
    expect(await t.context.fileRights.mayView(viewer.accountId, item.mediaId)).toBe(false);
    for (const call of ['listComments', 'toggleLike'] as const)
      expect((await client.call(call, at(item.id))).error?.code).toBe('IDENTITY_LEVEL_REQUIRED');
    // The veil shows nothing of the file.
    expect((await client.call('previewContent', at(item.id))).status).toBe(200);

    await setKnown(viewer, true);
    for (const view of await held()) {
      expect(view).toMatchObject({ isLocked: false });
      expect(view).not.toHaveProperty('needsLevel');
    }
    const { mediaUrl } = await get(viewer, item.id);
    expect((await fetchFile(t, viewer, mediaUrl ?? '')).status).toBe(200);
    await setKnown(viewer, false);
    expect(await t.context.fileRights.mayView(viewer.accountId, item.mediaId)).toBe(false);
  });

  it('takes no money for it, singly or in a bundle, and says why', async () => {
    const item = await anX18Item({ price: 15 });
    const { contentId } = await aPaidPicture(t, { creator: item.creator });
    const { body: bundle } = await t.client(item.creator).call('createBundle', {
      body: { title: 'Night', description: '', price: 20, category: 'beach', contentIds: [item.id, contentId] },
    });
    const viewer = await aViewer(false);
    const client = t.client(viewer);
    const unlock = () => client.call('unlockContent', { ...at(item.id), body: { price: 15, startNow: true } });
    const buyBundle = () => client.call('purchaseBundle', { ...at(bundle.id), body: { price: 20, startNow: true } });
    for (const refused of [await unlock(), await buyBundle()])
      expect([refused.status, refused.error?.code]).toEqual([403, 'IDENTITY_LEVEL_REQUIRED']);
    expect(await balanceOf(viewer)).toBe(100);

    await setKnown(viewer, true);
    expect((await unlock()).body.item).toMatchObject({ isLocked: false });
    expect(await balanceOf(viewer)).toBe(85);
    // What was bought stays bought, and is shut for as long as the level is missing.
    await setKnown(viewer, false);
    expect(await get(viewer, item.id)).toMatchObject({
      isLocked: true,
      isPurchased: true,
      needsLevel: 2,
      mediaUrl: null,
    });
    expect(await t.context.fileRights.mayView(viewer.accountId, item.mediaId)).toBe(false);
  });

  it('takes no money for a message with the same file, sent before it was rated', async () => {
    const { creator, fan: viewer } = await chats.aPair();
    await giveCredits(t, viewer.accountId, 100);
    await setKnown(creator, true);
    await anExemption(t, creator);
    const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 500, height: 400, seed: 181 }));
    await t.drain();
    const { body: again } = await t.client(creator).call('reuseFile', at(mediaId));
    const { body: message } = await chats.write(creator, viewer, 'For you', { mediaId: again.id, price: 25 });
    const seenBy = async (as: TestProfile, other: TestProfile) =>
      (await chats.read(as, other)).body.items.find(({ id }) => id === message.id);
    expect((await seenBy(viewer, creator))?.media).not.toHaveProperty('needsLevel');
    await publishX18(creator, mediaId, 15);
    const shut = {
      mediaUrl: null,
      media: { needsLevel: 2, sources: [], previewUrl: `/api/messages/${message.id}/preview` },
    };
    expect(await seenBy(viewer, creator)).toMatchObject({ ...shut, isPaid: false });
    const unlock = () =>
      t.client(viewer).call('unlockMessage', { ...at(message.id), body: { price: 25, startNow: true } });
    const refused = await unlock();
    expect([refused.status, refused.error?.code]).toEqual([403, 'IDENTITY_LEVEL_REQUIRED']);
    expect(await balanceOf(viewer)).toBe(100);
    await setKnown(viewer, true);
    expect((await unlock()).body.balance).toBe(75);
    const open = await seenBy(viewer, creator);
    expect(open?.mediaUrl).toEqual(expect.any(String));
    expect(open?.media).not.toHaveProperty('needsLevel');
    expect(await t.context.fileRights.mayView(viewer.accountId, again.id)).toBe(true);
    await setKnown(viewer, false);
    expect(await t.context.fileRights.mayView(viewer.accountId, again.id)).toBe(false);
    // Paid for and shut, with the reason; its sender sees their own.
    expect(await seenBy(viewer, creator)).toMatchObject({ ...shut, isPaid: true });
    await setKnown(creator, false);
    expect((await seenBy(creator, viewer))?.media).not.toHaveProperty('needsLevel');
  });

  it('stays open to its creator and to moderators', async () => {
    const item = await anX18Item({ price: 15 });
    await setKnown(item.creator, false);
    expect(await get(item.creator, item.id)).toMatchObject({ isLocked: false });
    const moderator = await aProfile(t, { role: 'moderator' });
    expect(await get(moderator, item.id)).toMatchObject({ isLocked: false });
    expect(await t.context.fileRights.mayView(moderator.accountId, item.mediaId)).toBe(true);
  });

  it('is shut with the moment at which the look at the document stops counting, before any job runs', async () => {
    const item = await anX18Item({ price: 0 });
    const paid = await anX18Item({ price: 15 });
    const viewer = await aViewer(true);
    const hourMs = 3_600_000;
    const seenAt = new Date(t.clock.now().getTime() + hourMs - operatorSettings.documentDays.initial * 24 * hourMs);
    await t.db
      .updateTable('profiles')
      .set({ identity_checked_at: seenAt })
      .where('id', '=', viewer.profileId)
      .execute();
    const client = t.client(viewer);
    const read = async () => [
      (await client.call('ownIdentity')).body.level,
      (await get(viewer, item.id)).isLocked,
      await t.context.fileRights.mayView(viewer.accountId, item.mediaId),
    ];
    t.clock.advance(hourMs - 1);
    expect(await read()).toEqual([2, false, true]);
    t.clock.advance(1);
    expect(await read()).toEqual([1, true, false]);
    const unlock = await client.call('unlockContent', { ...at(paid.id), body: { price: 15, startNow: true } });
    expect(unlock.error?.code).toBe('IDENTITY_LEVEL_REQUIRED');
    expect(await balanceOf(viewer)).toBe(100);
  });

  it('leaves items of other classes as they are', async () => {
    const creator = await aCreator(t);
    const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 500, height: 400 }));
    await t.drain();
    const { body } = await t.client(creator).call('createContent', {
      body: { title: 'Quay', description: '', mediaType: 'image', mediaId },
    });
    const viewer = await aViewer(false);
    expect(await get(viewer, body.id)).toMatchObject({ isLocked: false });
    expect(await t.context.fileRights.mayView(viewer.accountId, mediaId)).toBe(true);
  });
});

it('T128: the condition of the database is the level of the rule', async () => {
  for (const isAgeProven of [true, false])
    for (const isDocumentSeen of [true, false]) {
      const viewer = await aProfile(t, { identityChecked: isDocumentSeen, verified: isAgeProven });
      const level = identityLevelOf({ isAgeProven, isDocumentSeen, isSelfieMatched: false, agreement: 'none' });
      const { rows } = await sql<{ reads: boolean }>`
        select ${readsLevelForX18(sql`${viewer.profileId}::uuid`, sql`${t.clock.now()}`)} as reads`.execute(t.db);
      expect(rows[0]?.reads).toBe(level >= levelForX18);
    }
});
