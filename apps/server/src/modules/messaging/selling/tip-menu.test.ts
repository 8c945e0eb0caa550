import { tipMenuSize } from '@vlam/contract/rules/tip-menu';
import { describe, expect, it } from 'vitest';
import { storedBalance } from '../../../../test/balances.ts';
import { aBlock, aCreator, aProfile, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { splitPrice } from '../../../../test/split.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';
import { accountOf } from '../../credits/service.ts';

const t = useTestApp();
useReconciledBooks(t);

const song = { name: 'A song of your choice', description: 'Sung within a day', credits: 40 };
const light = { name: 'A red light', description: '', credits: 5 };
const add = (creator: TestProfile, item: Record<string, unknown>) =>
  t.client(creator).call('addTipMenuItem', { body: item as never });
async function aMenu(creator: TestProfile): Promise<[string, string]> {
  await add(creator, song);
  const { items } = (await add(creator, light)).body;
  return items.map(({ id }) => id) as [string, string];
}
async function aFan(credits = 1_000): Promise<TestProfile> {
  const fan = await aProfile(t);
  await giveCredits(t, fan.accountId, credits);
  return fan;
}
const tip = (fan: TestProfile, creator: TestProfile, body: Record<string, unknown>, clientId: string = newId()) =>
  t.client(fan).call('tipInChat', { params: { profileId: creator.profileId }, body: { clientId, ...body } as never });
const earned = ({ profileId }: TestProfile) => storedBalance(t, accountOf(profileId, 'earnings'));
const namesOf = async (who: TestProfile, creator: TestProfile) =>
  (await t.client(who).call('getTipMenu', { params: { id: creator.profileId } })).body.items.map(({ name }) => name);

describe('a tip menu', () => {
  it('is edited, ordered and shortened by its creator, and read by whoever sees them', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    const [first, second] = await aMenu(creator);
    expect(await namesOf(fan, creator)).toEqual([song.name, light.name]);
    const studio = t.client(creator);
    const ordered = await studio.call('orderTipMenu', { body: { ids: [second, first] } });
    expect(ordered.body.items.map(({ id }) => id)).toEqual([second, first]);
    const changed = await studio.call('changeTipMenuItem', { params: { id: first }, body: { ...song, credits: 60 } });
    expect(changed.body.items.map(({ credits }) => credits)).toEqual([5, 60]);
    expect((await studio.call('removeTipMenuItem', { params: { id: second } })).body.items).toHaveLength(1);
    expect(await namesOf(fan, creator)).toEqual([song.name]);
  });

  it('refuses an order of other items, and items of another creator', async () => {
    const [creator, other] = [await aCreator(t), await aCreator(t)];
    const [first, second] = await aMenu(creator);
    const order = (ids: string[]) => t.client(creator).call('orderTipMenu', { body: { ids } });
    for (const ids of [[], [first], [first, first], [first, newId()], [first, second, second]])
      expect((await order(ids)).error?.code).toBe('CONFLICT');
    const client = t.client(other);
    const params = { id: first };
    expect((await client.call('changeTipMenuItem', { params, body: song })).error?.code).toBe('NOT_FOUND');
    expect((await client.call('removeTipMenuItem', { params })).error?.code).toBe('NOT_FOUND');
  });

  it('has a limit that concurrent calls keep, and refuses empty names and prices under five credits', async () => {
    const creator = await aCreator(t);
    const added = await Promise.all(Array.from({ length: tipMenuSize + 3 }, () => add(creator, light)));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(tipMenuSize);
    expect(new Set(added.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['QUOTA_REACHED']));
    const rest = (await t.client(creator).call('ownTipMenu')).body.items;
    expect(rest).toHaveLength(tipMenuSize);
    for (const wrong of [
      { ...song, name: ' ' },
      { ...song, credits: 4 },
      { ...song, credits: 10_001 },
    ])
      expect((await add(creator, wrong)).error?.code).toBe('VALIDATION_FAILED');
  });

  it('T20: is hidden from a person whom its creator blocked', async () => {
    const [creator, fan] = [await aCreator(t), await aFan()];
    const [first] = await aMenu(creator);
    await aBlock(t, { blocker: creator, blocked: fan });
    const menu = await t.client(fan).call('getTipMenu', { params: { id: creator.profileId } });
    expect(menu.error?.code).toBe('NOT_FOUND');
    expect((await tip(fan, creator, { credits: 40, menuItemId: first })).error?.code).toBe('NOT_FOUND');
  });
});

describe('a tip for an item', () => {
  it('costs its price, names it in the thread, to the creator and on the statement, and is counted', async () => {
    const [creator, fan] = [await aCreator(t), await aFan()];
    const [first] = await aMenu(creator);
    const before = await earned(creator);
    const sent = await tip(fan, creator, { credits: 40, menuItemId: first, message: 'Something slow' });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({ balance: 960, message: { tip: 40, content: `${song.name}\n\nSomething slow` } });
    expect((await earned(creator)) - before).toBe(splitPrice(40).creator);
    await t.drain();
    const notices = (await t.client(creator).call('listNotifications', { query: {} })).body.items;
    expect(notices.find(({ kind }) => kind === 'tip')).toMatchObject({ subject: song.name });
    const statement = (await t.client(fan).call('memberStatement', { query: {} })).body.items;
    expect(statement.map(({ description }) => description)).toContainEqual(expect.stringContaining(song.name));
    expect((await t.client(creator).call('ownTipMenu')).body.items.map(({ tips }) => tips)).toEqual([1, 0]);
  });

  it('T95: is refused at another price, and off the menu, and then charges nothing', async () => {
    const [creator, fan] = [await aCreator(t), await aFan()];
    const [first, second] = await aMenu(creator);
    const wrong = await tip(fan, creator, { credits: 39, menuItemId: first });
    expect([wrong.error?.code, wrong.error?.details?.price]).toEqual(['PRICE_CHANGED', 40]);
    await t.client(creator).call('removeTipMenuItem', { params: { id: second } });
    expect((await tip(fan, creator, { credits: 5, menuItemId: second })).error?.code).toBe('CONFLICT');
    const other = await aCreator(t);
    expect((await tip(fan, other, { credits: 40, menuItemId: first })).error?.code).toBe('CONFLICT');
    expect((await t.client(fan).call('creditBalance')).body.balance).toBe(1_000);
    const messages = await t.db.selectFrom('messages').select('id').where('sender_id', '=', fan.profileId).execute();
    expect(messages).toEqual([]);
  });

  it('is charged once for one client id, also after its item was changed or removed', async () => {
    const [creator, fan] = [await aCreator(t), await aFan()];
    const [first, second] = await aMenu(creator);
    const body = { credits: 40, menuItemId: first };
    const clientId = newId();
    const sent = await Promise.all([1, 2, 3].map(() => tip(fan, creator, body, clientId)));
    expect(new Set(sent.map((one) => one.body.message.id)).size).toBe(1);
    await t.client(creator).call('changeTipMenuItem', { params: { id: first }, body: { ...light, credits: 90 } });
    expect((await tip(fan, creator, body, clientId)).body.message.id).toBe(sent[0]?.body.message.id);
    await t.client(creator).call('removeTipMenuItem', { params: { id: first } });
    expect((await tip(fan, creator, body, clientId)).body.message.id).toBe(sent[0]?.body.message.id);
    for (const another of [{ credits: 40 }, { credits: 40, menuItemId: second }, { credits: 41, menuItemId: first }])
      expect((await tip(fan, creator, another, clientId)).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await t.client(fan).call('creditBalance')).body.balance).toBe(960);
  });

  it('needs the credits, and leaves nothing without them', async () => {
    const [creator, fan] = [await aCreator(t), await aFan(39)];
    const [first] = await aMenu(creator);
    expect((await tip(fan, creator, { credits: 40, menuItemId: first })).error?.code).toBe('INSUFFICIENT_CREDITS');
    expect((await t.client(creator).call('ownTipMenu')).body.items.map(({ tips }) => tips)).toEqual([0, 0]);
  });
});
