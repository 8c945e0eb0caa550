import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { closeSockets, flushSocket, type Listener, openListener } from '../../test/sockets.ts';
import { newId } from './ids.ts';
import { createBatchReceiver } from './realtime-bus-receiver.ts';
import { partsOf } from './realtime-parts.ts';

// While a site is brought up to date, processes of two releases share one bus, and tabs of both hang on each of them.

let t: TestServer;
let who: TestProfile;
let listener: Listener;
beforeAll(async () => {
  t = await startTestServer();
  who = await aProfile(t);
});
afterEach(closeSockets);
afterAll(() => t.close());

const notify = (text: string) => t.database.pool.query('select pg_notify($1, $2)', ['vlam_sockets', text]);
/** A process of another release, whose first batch has these items. */
const send = async (items: readonly unknown[]) => {
  for (const part of partsOf(items, newId(), 1)) await notify(JSON.stringify({ kind: 'part', more: 1, ...part }));
};
const balance = (given: unknown) => ({ room: `account:${who.accountId}`, event: 'balance.changed', payload: given });
const payload = { balance: 7, promotional: 0 };
const known = () => balance(payload);

async function received(): Promise<Listener['events']> {
  for (let tries = 0; tries < 100 && !listener.events.some(isKnown); tries += 1) await sleep(50);
  await flushSocket(listener);
  return listener.events;
}
const isKnown = (each: Listener['events'][number]) => JSON.stringify(each.payload) === JSON.stringify(payload);
const event = (given: unknown) => ({ event: 'balance.changed', payload: given });

const isOwn = (item: unknown): item is object => (item as { room?: string } | null)?.room === 'own';

describe('items of a process of another release', () => {
  it.each<[string, unknown]>([
    ['an event that this release does not know', { room: 'own', event: 'plan.changed', payload }],
    ['a name that every object has', { room: 'own', event: 'constructor', payload }],
    ['a topic of an unknown kind', { topic: 'plan', event: 'settings.changed', payload: {} }],
    ['a topic of an unknown form', { topic: 'content:of:all', event: 'settings.changed', payload: {} }],
    ['a feed that this release does not know', { feed: 'plan.changed', accountIds: ['a'] }],
    ['a feed in another form', { feed: 'balance.changed', accounts: 3 }],
    ['an item of another kind', { everybody: true, event: 'plan.changed' }],
    ['nothing', null],
    ['a number', 3],
  ])('%s is passed over, and those after it arrive', async (_name, item) => {
    listener = await openListener(t, who);
    const own = `account:${who.accountId}`;
    await send([isOwn(item) ? { ...item, room: own } : item, known()]);
    expect(await received()).toEqual([event(payload)]);
    expect(listener.socket.isOpen).toBe(true);
  });

  it('lose the fields that this release does not know', async () => {
    listener = await openListener(t, who);
    await send([balance({ balance: 3, promotional: 0, plan: 'gold' }), known()]);
    expect(await received()).toEqual([event({ balance: 3, promotional: 0 }), event(payload)]);
  });

  it('that lack a field make the tab read its screen again', async () => {
    listener = await openListener(t, who);
    await send([balance({ balance: 3 }), known()]);
    expect(await received()).toEqual([event(null), event(payload)]);
  });

  it('reach who joins a topic later in the same way', async () => {
    const key = 'e'.repeat(32);
    listener = await openListener(t, who);
    await send([{ topic: 'photos', event: 'photo.removed', payload: { key, by: 'staff' } }, known()]);
    await received();
    const late = await openListener(t, who);
    await late.socket.call('join', { topic: 'photos' });
    await flushSocket(late);
    expect(late.events).toEqual([{ event: 'photo.removed', payload: { key } }]);
  });

  it.each(['not JSON', '3', 'null', '[]', '{"kind":"part"}', '{"kind":"plan","from":"another"}'])(
    'the notification %s is passed over',
    async (text) => {
      listener = await openListener(t, who);
      await notify(text);
      await send([known()]);
      expect(await received()).toEqual([event(payload)]);
    },
  );

  it.each(['not JSON', '{"items":[1]}', 'null'])('the batch %s counts as lost, so that tabs read again', (items) => {
    const taken: unknown[] = [];
    let gaps = 0;
    const receiver = createBatchReceiver({
      own: 'me',
      receive: (all) => void taken.push(...all),
      onGap: () => void gaps++,
    });
    receiver.accept({ from: 'a', n: 1, items: '[1]' });
    receiver.accept({ from: 'a', n: 2, items });
    receiver.accept({ from: 'a', n: 3, items: '[3]' });
    expect([taken, gaps]).toEqual([[1, 3], 1]);
  });
});

describe('what a tab of another release sends', () => {
  it('an unknown event is answered, so that the tab can do without, and closes nothing', async () => {
    listener = await openListener(t, who);
    expect(await listener.socket.call('plan.change', { to: 'gold' })).toEqual({ ok: false, code: 'NOT_FOUND' });
    listener.socket.send('plan.change', { to: 'gold' });
    await send([known()]);
    expect(await received()).toEqual([event(payload)]);
  });

  it('unknown fields are dropped, at every depth', async () => {
    listener = await openListener(t, who);
    const other = await aProfile(t);
    const message = { clientId: newId(), content: 'Hello', mood: { name: 'glad' } };
    expect(await listener.socket.call('join', { topic: 'content', since: 3 })).toEqual({ ok: true });
    const sent = await listener.socket.call('message.send', { to: other.profileId, message, urgency: 2 });
    expect(sent).toMatchObject({ ok: true, sent: { content: 'Hello', receiverId: other.profileId } });
  });
});
