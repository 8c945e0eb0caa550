import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../../test/app.ts';
import { aBlock, aProfile, type TestProfile } from '../../../test/factories.ts';

let t: TestApp;
beforeAll(async () => {
  // 21:00 in Johannesburg.
  t = await startTestApp({ at: new Date('2026-11-18T19:00:00Z') });
});
afterAll(() => t.close());

const code = ({ error }: TestResponse<unknown>) => error?.code;
const at = (id: string) => ({ params: { id } });
const ask = (who: TestProfile, more: Record<string, unknown> = {}) =>
  t.client(who).call('postTonight', { body: { text: 'Dessert and a long walk', category: 'Coffee', ...more } });
const asked = async (who: TestProfile, more: Record<string, unknown> = {}) => {
  const { status, body } = await ask(who, more);
  expect(status).toBe(201);
  return body;
};
const answer = (id: string, who: TestProfile, message = 'I know a place') =>
  t.client(who).call('respondTonight', { ...at(id), body: { message } });
const list = async (who: TestProfile, query: Record<string, unknown> = {}) =>
  (await t.client(who).call('tonight', { query })).body.items;
const readAnswers = (id: string, who: TestProfile) => t.client(who).call('tonightResponses', at(id));

it('a request lasts in its city until 06:00 in Johannesburg and disappears a second later', async () => {
  const [who, viewer] = await Promise.all([aProfile(t, { city: 'Durban' }), aProfile(t)]);
  const request = await asked(who);
  expect(request).toMatchObject({
    location: 'Durban',
    lapsesAt: '2026-11-19T04:00:00.000Z',
    responseCount: 0,
    isOwn: true,
    person: { id: who.profileId },
  });
  expect((await list(viewer, { city: 'Durban' })).map(({ id }) => id)).toEqual([request.id]);
  expect(await list(viewer, { city: 'Durban', category: 'Drinks' })).toEqual([]);
  expect(await list(viewer, { city: 'Kimberley' })).toEqual([]);
  t.clock.set(new Date('2026-11-19T03:59:59Z'));
  expect(await list(viewer, { city: 'Durban' })).toHaveLength(1);
  t.clock.set(new Date('2026-11-19T04:00:00Z'));
  expect(await list(viewer, { city: 'Durban' })).toEqual([]);
  expect(code(await answer(request.id, viewer))).toBe('NOT_FOUND');
  expect(code(await readAnswers(request.id, who))).toBe('NOT_FOUND');
  // A morning post lasts for the coming night.
  const next = await asked(who);
  expect(next.lapsesAt).toBe('2026-11-20T04:00:00.000Z');
  await t.client(who).call('deleteTonight', at(next.id));
  t.clock.set(new Date('2026-11-18T19:00:00Z'));
});

it('shows responses to the author only; everyone sees their number', async () => {
  const [who, first, second] = await Promise.all([aProfile(t), aProfile(t), aProfile(t)]);
  const { id } = await asked(who, { city: 'Pretoria' });
  expect((await answer(id, first, 'The corner table?')).body).toEqual({ responded: true, responseCount: 1 });
  expect(code(await answer(id, first))).toBe('CONFLICT');
  expect(code(await answer(id, who))).toBe('CONFLICT');
  t.clock.advance(1_000);
  const parallel = await Promise.all([answer(id, second), answer(id, second), answer(id, second)]);
  expect(parallel.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await list(first, { city: 'Pretoria' }))[0]).toMatchObject({ responseCount: 2, responded: true });
  expect(code(await readAnswers(id, first))).toBe('NOT_FOUND');
  expect((await readAnswers(id, who)).body.items.map(({ message, person }) => [message, person.id])).toEqual([
    ['I know a place', second.profileId],
    ['The corner table?', first.profileId],
  ]);
});

it('allows three requests a night, however many are sent concurrently; deleting one allows another', async () => {
  const [who, other] = await Promise.all([aProfile(t), aProfile(t)]);
  const sent = await Promise.all(Array.from({ length: 6 }, () => ask(who)));
  expect(sent.map(code).filter((one) => one === 'QUOTA_REACHED')).toHaveLength(3);
  const mine = sent.find(({ status }) => status === 201)?.body.id ?? '';
  expect(code(await t.client(other).call('deleteTonight', at(mine)))).toBe('NOT_FOUND');
  expect((await t.client(who).call('deleteTonight', at(mine))).status).toBe(204);
  expect((await ask(who)).status).toBe(201);
});

it('T66: members who are blocked either way or hidden are in no list, count or response', async () => {
  const city = 'Kimberley';
  const [who, viewer, friend, hidden] = await Promise.all([aProfile(t), aProfile(t), aProfile(t), aProfile(t)]);
  const [theirs, hiddens] = [await asked(who, { city }), await asked(hidden, { city })];
  const mine = await asked(viewer, { city });
  await Promise.all([answer(mine.id, who), answer(mine.id, friend), answer(theirs.id, friend)]);
  await aBlock(t, { blocker: who, blocked: viewer });
  await t.db.updateTable('profiles').set({ hidden_at: t.clock.now() }).where('id', '=', hidden.profileId).execute();
  expect(await list(viewer, { city })).toMatchObject([{ id: mine.id, responseCount: 1 }]);
  expect((await readAnswers(mine.id, viewer)).body.items.map(({ person }) => person.id)).toEqual([friend.profileId]);
  expect((await list(who, { city })).map(({ id }) => id)).not.toContain(mine.id);
  expect(code(await answer(theirs.id, viewer))).toBe('NOT_FOUND');
  expect(code(await answer(hiddens.id, viewer))).toBe('NOT_FOUND');
});

it("the list begins in the viewer's own city, continues with the nearest, and loses nothing between pages", async () => {
  const viewer = await aProfile(t, { city: 'Pietermaritzburg' });
  const ids: string[] = [];
  for (const city of ['Cape Town', 'Durban', 'Pietermaritzburg']) {
    const { id } = await asked(await aProfile(t), { city, text: 'A swim before midnight', category: 'Drinks' });
    ids.unshift(id);
    t.clock.advance(1_000);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { category: 'Drinks', limit: '1', ...(cursor ? { cursor } : {}) };
    const { body } = await t.client(viewer).call('tonight', { query });
    seen.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
});
