import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serveDevice } from '../../test/device.ts';
import { nearbyQuery } from '../features/discovery/nearby/api.ts';
import { firstFilter } from '../features/discovery/nearby/filter.ts';

const id = '0190a000-0000-7000-8000-000000000001';
const person = (displayName: string) => ({
  id,
  displayName,
  age: 31,
  location: 'Durban',
  portraitUrl: `/img/p/${displayName}.webp`,
  avatarUrl: '',
});
const nearby: QueryKey = nearbyQuery(firstFilter).queryKey;
const pageOf = (...items: object[]) => ({ pages: [{ items, nextCursor: null }], pageParams: [''] });
const kept = (name: string, ...rows: object[]) => ({ name, accountId: 'me', savedAt: Date.now(), rows });

let lists: ReturnType<typeof serveDevice>;
let client: QueryClient;
/** Starts keeping lists in a new tab, which may already hold data. */
async function openTab(before: (client: QueryClient) => void = () => undefined): Promise<void> {
  vi.resetModules();
  const { createQueryClient } = await import('../lib/query.ts');
  client = createQueryClient(() => undefined);
  client.setQueryData(['currentUser'], { id: 'me' });
  before(client);
  const { keepLists } = await import('./keep-lists.ts');
  keepLists(client);
}
/** Longer than a list waits before it is kept. */
const pass = () => vi.advanceTimersByTimeAsync(3_000);
const names = () => [...lists.keys()];

beforeEach(() => {
  vi.useFakeTimers();
  lists = serveDevice('me');
  vi.stubGlobal('fetch', async () => new Response(null, { status: 504 }));
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps a list that was fetched, for the account it was fetched for', async () => {
  await openTab();
  client.setQueryData(nearby, pageOf(person('Lerato')));
  await pass();
  expect(lists.get('nearby')).toMatchObject({ accountId: 'me', rows: [{ title: 'Lerato, 31' }] });
  client.setQueryData(nearby, pageOf(person('Thabo')));
  client.setQueryData(['currentUser'], { id: 'another' });
  lists.clear();
  await pass();
  expect(lists.get('nearby')).toMatchObject({ accountId: 'me', rows: [{ title: 'Thabo, 31' }] });
});

it('deletes every kept list when a person is blocked, also those this tab has not opened', async () => {
  await openTab();
  lists.set('nearby', kept('nearby', { title: 'Lerato, 31' }));
  lists.set('listOwned', kept('listOwned', { title: 'By Lerato' }));
  const { useBlock } = await import('../lib/block.ts');
  const { render, serve } = await import('../../test/render.tsx');
  serve({ [`POST /api/profiles/${id}/block`]: () => ({ status: 204 }) });
  vi.useRealTimers();
  function Block() {
    const { mutate } = useBlock();
    return (
      <button type="button" onClick={() => mutate({ id, displayName: 'Lerato' })}>
        Block
      </button>
    );
  }
  const screen = await render(<Block />);
  await screen.press('Block');
  await act(() => vi.waitFor(() => expect(names()).toEqual([])));
  screen.unmount();
});

it('deletes the row of a removed item or photo, and the lists of albums, without the queries', async () => {
  await openTab();
  const { emitEvent } = await import('../lib/realtime.ts');
  const other = { id: 'other', portraitUrl: '/img/p/other.webp' };
  lists.set('nearby', kept('nearby', { id: 'one', portraitUrl: '/img/p/key-avatar.webp' }, other));
  lists.set('listOwned', kept('listOwned', { id }, other));
  lists.set('listSharedAlbums', kept('listSharedAlbums', other));
  emitEvent('photo.removed', { key: 'key' });
  emitEvent('content.removed', { id });
  emitEvent('album.changed', { id });
  await pass();
  expect(lists.get('nearby')).toMatchObject({ rows: [other] });
  expect(lists.get('listOwned')).toMatchObject({ rows: [other] });
  expect(names()).toEqual(['nearby', 'listOwned']);
});

it('does not keep an unmounted list that the tab has marked as outdated', async () => {
  await openTab((tab) => {
    tab.setQueryData(nearby, pageOf(person('Lerato')));
    void tab.invalidateQueries({ queryKey: ['nearby'] });
  });
  await pass();
  expect(names()).toEqual([]);
  // A change in place renews one item only.
  client.setQueryData(nearby, pageOf(person('Lerato'), person('Thabo')));
  await pass();
  expect(names()).toEqual([]);
});

it('drops what is outdated while its portraits are read', async () => {
  await openTab();
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (answer = done)));
  client.setQueryData(nearby, pageOf(person('Lerato')));
  await pass();
  void client.invalidateQueries({ queryKey: ['nearby'] });
  await pass();
  answer(new Response(null, { status: 504 }));
  await pass();
  expect(names()).toEqual([]);
});

it('keeps no search and no filtered list in place of the whole', async () => {
  await openTab();
  client.setQueryData(['listLibrary', { query: { q: 'beach', limit: '24' } }], pageOf());
  client.setQueryData(['nearby', { query: { radius: '10', online: 'yes', limit: '24' } }], pageOf());
  client.setQueryData(['nearby', { query: { radius: '50', limit: '24' } }], pageOf());
  client.setQueryData(['available', { query: { maxDistance: '5', relationship: 'all' } }], []);
  client.setQueryData(['listAlbums'], []);
  await pass();
  expect(names()).toEqual(['listAlbums']);
});

it('forgets what waits to be kept when the session data is cleared', async () => {
  await openTab();
  client.setQueryData(nearby, pageOf(person('Lerato')));
  const { dropKeptLists } = await import('../lib/kept-lists.ts');
  await Promise.all([dropKeptLists(), pass()]);
  expect(names()).toEqual([]);
});

it('keeps the inbox by name and day, without a word of its messages, and drops a thread that is cleared', async () => {
  await openTab();
  const other = '0190a000-0000-7000-8000-000000000002';
  const thread = (profileId: string) => ({
    id: profileId,
    profile: { ...person('Lerato'), id: profileId },
    lastMessage: { timestamp: '2026-11-20T10:00:00.000Z', content: 'see you at eight' },
  });
  client.setQueryData(['listConversations', { query: { box: 'requests' } }], pageOf(thread(id)));
  await pass();
  expect(names()).toEqual([]);
  client.setQueryData(['listConversations', { query: { box: 'inbox' } }], pageOf(thread(id), thread(other)));
  await pass();
  const row = { id, title: 'Lerato', text: '2026-11-20T10:00:00.000Z', portrait: null, portraitUrl: null };
  expect(lists.get('listConversations')?.rows).toEqual([row, { ...row, id: other }]);
  const { emitEvent } = await import('../lib/realtime.ts');
  emitEvent('conversation.cleared', { profileId: id });
  await pass();
  expect(lists.get('listConversations')?.rows).toEqual([{ ...row, id: other }]);
});

const query = { radius: '10', limit: '24' };
const minuteMs = 60_000;
const keptBefore = (change: object = {}) =>
  lists.set('nearby', { ...kept('nearby', { title: 'Lerato, 31' }), query, savedAt: Date.now() - minuteMs, ...change });
const asked = () =>
  vi
    .mocked(fetch)
    .mock.calls.map(([address]) => String(address))
    .filter((each) => each.includes('/api/'));

it('reads a list of an earlier visit again: who was blocked or hidden since then is on the device no longer', async () => {
  keptBefore();
  const answers = vi.fn(async (address: string) =>
    address.startsWith('/api/')
      ? Response.json({ items: [person('Thabo')], nextCursor: null })
      : new Response(null, { status: 504 }),
  );
  vi.stubGlobal('fetch', answers);
  await openTab();
  await pass();
  expect(asked()).toEqual(['/api/discovery/nearby?radius=10&limit=24']);
  expect(lists.get('nearby')).toMatchObject({ query, rows: [{ title: 'Thabo, 31' }] });
});

it('deletes a list of an earlier visit that the server refuses, and keeps it without an answer until there is one', async () => {
  keptBefore();
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError('no network'))),
  );
  await openTab();
  await pass();
  expect(asked()).toHaveLength(1);
  expect(names()).toEqual(['nearby']);
  const refusal = { message: 'Not found', code: 'NOT_FOUND', requestId: 'x' };
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(refusal, { status: 404 })),
  );
  const { connectionStore } = await import('../lib/online.ts');
  connectionStore.set('back');
  await pass();
  expect(asked()).toHaveLength(1);
  expect(names()).toEqual([]);
});

it('reads them again when only the socket was away: what was removed since came in no event', async () => {
  keptBefore();
  let here = 'Lerato';
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string) =>
      address.startsWith('/api/')
        ? Response.json({ items: [person(here)], nextCursor: null })
        : new Response(null, { status: 504 }),
    ),
  );
  await openTab();
  await pass();
  expect(lists.get('nearby')).toMatchObject({ rows: [{ title: 'Lerato, 31' }] });
  here = 'Thabo';
  const { emitEvent } = await import('../lib/realtime.ts');
  emitEvent('');
  await pass();
  expect(lists.get('nearby')).toMatchObject({ rows: [{ title: 'Thabo, 31' }] });
  expect(asked()).toHaveLength(2);
  // The network and then the socket return: one reading.
  const { connectionStore } = await import('../lib/online.ts');
  connectionStore.set('back');
  emitEvent('');
  await pass();
  expect(asked()).toHaveLength(3);
});

it('deletes a list of a former release, which cannot be asked for again', async () => {
  lists.set('nearby', { ...kept('nearby', { title: 'Lerato, 31' }), savedAt: Date.now() - minuteMs });
  await openTab();
  await pass();
  expect(names()).toEqual([]);
});

const nearbyAnswer = (...items: object[]) => Response.json({ items, nextCursor: null });
/** Answers each call of the server in turn when the test says so; there is no picture. */
function answerLater(): ((response: Response) => void)[] {
  const answers: ((response: Response) => void)[] = [];
  const answer = (address: string) =>
    address.startsWith('/api/')
      ? new Promise<Response>((done) => answers.push(done))
      : Promise.resolve(new Response(null, { status: 504 }));
  vi.stubGlobal('fetch', vi.fn(answer));
  return answers;
}
/** What another tab of this device does at once to its kept lists. */
const ofAnotherTab = async () => {
  vi.resetModules();
  return import('../lib/offline-lists.ts');
};

it('does not take reading a list again for seeing it', async () => {
  const seenAt = Date.now() - 86_400_000;
  keptBefore({ seenAt });
  const answers = answerLater();
  await openTab();
  await pass();
  answers[0]?.(nearbyAnswer(person('Thabo')));
  await pass();
  expect(lists.get('nearby')).toMatchObject({ seenAt, rows: [{ title: 'Thabo, 31' }] });
  // Nor does an event that changes what no screen shows.
  client.setQueryData(nearby, pageOf(person('Sipho')));
  await pass();
  expect(lists.get('nearby')).toMatchObject({ seenAt, rows: [{ title: 'Sipho, 31' }] });
  const { QueryObserver } = await import('@tanstack/react-query');
  const leave = new QueryObserver(client, { queryKey: nearby, staleTime: Infinity }).subscribe(() => undefined);
  const shownAt = Date.now();
  client.setQueryData(nearby, pageOf(person('Zanele')));
  await pass();
  leave();
  expect(lists.get('nearby')).toMatchObject({ rows: [{ title: 'Zanele, 31' }] });
  expect(Number(lists.get('nearby')?.seenAt)).toBeGreaterThanOrEqual(shownAt);
});

it('asks for no list while data is saved: one that is a day old is deleted instead', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData: true } }));
  const answers = answerLater();
  keptBefore();
  lists.set('listAlbums', { ...kept('listAlbums'), query: {}, savedAt: Date.now() - 86_400_000 - minuteMs });
  await openTab();
  await pass();
  expect(answers).toHaveLength(0);
  expect(names()).toEqual(['nearby']);
});

it.each([
  [429, 'QUOTA_REACHED'],
  [429, 'TOO_MANY_REQUESTS'],
  [503, 'UNAVAILABLE'],
])('keeps a list that the server has no time for: %i %s', async (status, code) => {
  keptBefore();
  const answers = answerLater();
  await openTab();
  await pass();
  answers[0]?.(Response.json({ message: 'Later', code, requestId: 'x' }, { status }));
  await pass();
  expect(names()).toEqual(['nearby']);
});

it('writes no row back that was removed while the list was read again, and reads it once more', async () => {
  keptBefore();
  const answers = answerLater();
  await openTab();
  await pass();
  const { emitEvent } = await import('../lib/realtime.ts');
  emitEvent('conversation.cleared', { profileId: id });
  await pass();
  answers[0]?.(nearbyAnswer(person('Lerato')));
  await pass();
  expect(asked()).toHaveLength(2);
  expect(JSON.stringify(lists.get('nearby'))).not.toContain(id);
  const other = { ...person('Thabo'), id: 'other' };
  answers[1]?.(nearbyAnswer(other));
  await pass();
  expect(asked()).toHaveLength(2);
  expect(lists.get('nearby')).toMatchObject({ rows: [{ title: 'Thabo, 31' }] });
});

it('writes no row back that another tab removed, and no list that another tab deleted', async () => {
  keptBefore();
  const answers = answerLater();
  await openTab();
  await pass();
  const { deleteRows, deleteLists } = await ofAnotherTab();
  void deleteRows(id);
  await pass();
  answers[0]?.(nearbyAnswer(person('Lerato')));
  await pass();
  expect(asked()).toHaveLength(2);
  expect(JSON.stringify(lists.get('nearby'))).not.toContain(id);
  void deleteLists();
  await pass();
  answers[1]?.(nearbyAnswer(person('Lerato')));
  await pass();
  expect(asked()).toHaveLength(2);
  expect(names()).toEqual([]);
});

it('keeps no row that was removed while its screen was being fetched or waited to be kept', async () => {
  await openTab();
  const { emitEvent } = await import('../lib/realtime.ts');
  let answer: (data: object) => void = () => undefined;
  const fetching = client.fetchQuery({
    queryKey: nearby,
    queryFn: () => new Promise<object>((done) => (answer = done)),
  });
  await vi.advanceTimersByTimeAsync(0);
  emitEvent('photo.removed', { key: id });
  const thabo = { ...person('Thabo'), id: 'thabo' };
  answer(pageOf(person('Lerato'), thabo, { ...person('Sipho'), id: 'sipho' }));
  await fetching;
  await vi.advanceTimersByTimeAsync(1_000);
  emitEvent('photo.removed', { key: 'sipho' });
  await pass();
  expect(lists.get('nearby')?.rows).toMatchObject([{ title: 'Thabo, 31' }]);
});
