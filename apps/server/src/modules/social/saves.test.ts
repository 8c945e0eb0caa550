import { describe, expect, it } from 'vitest';
import { code } from '../../../test/chats.ts';
import { aBlock, aCreator, aFreePicture, aPaidPicture, aProfile, giveCredits } from '../../../test/factories.ts';
import { at } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

const t = useTestApp();

describe('saved items', () => {
  it('T48: lists what was saved, last first, locked as before, until it is taken off', async () => {
    const creator = await aCreator(t);
    const fan = t.client(await aProfile(t));
    const free = await aFreePicture(t, { creator });
    const paid = await aPaidPicture(t, { creator, price: 15 });
    for (const { contentId } of [free, paid]) {
      expect((await fan.call('saveItem', at(contentId))).status).toBe(204);
      t.clock.advance(1_000);
    }
    // Idempotent: it keeps its place.
    await fan.call('saveItem', at(free.contentId));
    expect((await fan.call('saveState', at(paid.contentId))).body).toEqual({ saved: true });
    const first = (await fan.call('listSaved', { query: { limit: '1' } })).body;
    expect(first).toMatchObject({ total: 2, items: [{ id: paid.contentId, isLocked: true, mediaUrl: null }] });
    const rest = (await fan.call('listSaved', { query: { limit: '1', cursor: first.nextCursor ?? '' } })).body;
    expect(rest).toMatchObject({ nextCursor: null, items: [{ id: free.contentId, isLocked: false }] });
    for (let times = 0; times < 2; times += 1)
      expect((await fan.call('unsaveItem', at(paid.contentId))).status).toBe(204);
    expect((await fan.call('saveState', at(paid.contentId))).body).toEqual({ saved: false });
    expect((await fan.call('listSaved')).body.items.map(({ id }) => id)).toEqual([free.contentId]);
  });

  it('T66: are neither saved nor listed when their creator is not visible; each member has their own', async () => {
    const creator = await aCreator(t);
    const [fan, other] = [await aProfile(t), await aProfile(t)];
    const { contentId } = await aFreePicture(t, { creator });
    await t.client(fan).call('saveItem', at(contentId));
    expect((await t.client(other).call('listSaved')).body).toEqual({ items: [], nextCursor: null, total: 0 });
    await aBlock(t, { blocker: creator, blocked: fan });
    expect((await t.client(fan).call('listSaved')).body.items).toEqual([]);
    for (const id of [contentId, newId()]) {
      expect(code(await t.client(fan).call('saveItem', at(id)))).toBe('NOT_FOUND');
      expect(code(await t.client(fan).call('saveState', at(id)))).toBe('NOT_FOUND');
    }
    // Once, so that a list can be cleared of it; then it is like an unknown one.
    expect((await t.client(fan).call('unsaveItem', at(contentId))).status).toBe(204);
    expect(code(await t.client(fan).call('unsaveItem', at(contentId)))).toBe('NOT_FOUND');
  });
});

describe('owned items', () => {
  it('T66: lists what was bought, last first, for its buyer alone, and not of a creator who is not visible', async () => {
    const [creator, hidden] = [await aCreator(t), await aCreator(t)];
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 100);
    const items = [
      await aPaidPicture(t, { creator, price: 15 }),
      await aPaidPicture(t, { creator: hidden, price: 10 }),
      await aPaidPicture(t, { creator, price: 5 }),
    ];
    for (const [index, { contentId }] of items.entries()) {
      const price = [15, 10, 5][index];
      expect(
        (await t.client(fan).call('unlockContent', { ...at(contentId), body: { price, startNow: true } })).status,
      ).toBe(200);
    }
    await aBlock(t, { blocker: hidden, blocked: fan });
    const { items: owned, total } = (await t.client(fan).call('listOwned')).body;
    expect(owned.map(({ id }) => id)).toEqual([items[2]?.contentId, items[0]?.contentId]);
    expect(owned.every(({ isPurchased, mediaUrl }) => isPurchased && mediaUrl !== null)).toBe(true);
    expect(total).toBe(3);
    const page = (await t.client(fan).call('listOwned', { query: { limit: '2' } })).body;
    expect(page.items.map(({ id }) => id)).toEqual([items[2]?.contentId]);
    const rest = (await t.client(fan).call('listOwned', { query: { limit: '2', cursor: page.nextCursor ?? '' } })).body;
    expect(rest.items.map(({ id }) => id)).toEqual([items[0]?.contentId]);
    expect((await t.client(await aProfile(t)).call('listOwned')).body.items).toEqual([]);
  });
});
