import { describe, expect, it } from 'vitest';
import { type Attempt, createOutbox, type Turn } from './outbox.ts';
import { memoryStorage, type OutboxStorage, orMemory } from './outbox-storage.ts';
import { aWaiting, other } from './testing.ts';

/** A tab of a browser: tabs share what is kept and take turns. */
function aTab(
  storage: OutboxStorage,
  answer: (clientId: string) => Attempt,
  accountId = 'account',
  turn: () => Turn = () => 'ours',
) {
  const sent: string[] = [];
  const repeats: string[] = [];
  const outbox = createOutbox({
    accountId,
    storage,
    send: async ({ clientId }, again) => {
      sent.push(clientId);
      if (again) repeats.push(clientId);
      return answer(clientId);
    },
    whoseTurn: async () => turn(),
    alone: (work) => work(),
    changed: () => undefined,
  });
  return { outbox, sent, repeats };
}
const write = (clientId: string, to = other) => ({ clientId, to, message: { content: clientId } });

describe('messages on their way', () => {
  it('go in the order they were written and are let go once they are there', async () => {
    const { outbox, sent } = aTab(memoryStorage(), () => ({ result: 'sent' }));
    for (const name of ['one', 'two', 'three']) await outbox.add(write(name));
    await outbox.drain();
    expect(sent).toEqual(['one', 'two', 'three']);
    expect(outbox.items.get()).toEqual([]);
  });

  it('stay, in order, when nobody knows whether they arrived; the next try sends the same ones', async () => {
    let network = false;
    const { outbox, sent } = aTab(memoryStorage(), () => ({ result: network ? 'sent' : 'later' }));
    await outbox.add(write('one'));
    await outbox.add(write('two'));
    await outbox.drain();
    expect(sent).toEqual(['one']);
    expect(outbox.items.get().map((each) => each.clientId)).toEqual(['one', 'two']);
    network = true;
    await outbox.drain();
    expect(sent).toEqual(['one', 'one', 'two']);
    expect(outbox.items.get()).toEqual([]);
  });

  it('are called repeats wherever an earlier attempt may have arrived: of this page, of another tab, of a page before', async () => {
    let network = false;
    const storage = memoryStorage();
    const answer = (): Attempt => ({ result: network ? 'sent' : 'later' });
    const [first, second] = [aTab(storage, answer), aTab(storage, answer)];
    await first.outbox.add(write('one'));
    await first.outbox.drain();
    expect(first.repeats).toEqual([]);
    await first.outbox.drain();
    expect(first.repeats).toEqual(['one']);

    network = true;
    await second.outbox.drain();
    expect(second.repeats).toEqual(['one']);

    network = false;
    await first.outbox.add(write('two'));
    await second.outbox.drain();
    network = true;
    await first.outbox.drain();
    expect(first.repeats).toEqual(['one', 'two']);

    await first.outbox.add(write('three'));
    const reloaded = aTab(storage, answer);
    await reloaded.outbox.drain();
    expect(reloaded.repeats).toEqual(['three']);
  });

  it('are not sent a month later without being looked at again', async () => {
    const storage = memoryStorage();
    const month = 30 * 86_400_000;
    await storage.put(aWaiting('old', { writtenAt: new Date(Date.now() - month - 1_000).toISOString() }));
    const { outbox, sent } = aTab(storage, () => ({ result: 'sent' }));
    await outbox.refresh();
    await outbox.drain();
    expect(sent).toEqual([]);
    expect(outbox.items.get()).toMatchObject([{ clientId: 'old', state: 'failed' }]);
    await outbox.retry('old');
    await outbox.drain();
    expect(sent).toEqual(['old']);
  });

  it('stay away when they are taken away while an attempt is under way', async () => {
    const storage = memoryStorage();
    const attempt = Promise.withResolvers<Attempt>();
    const outbox = createOutbox({
      accountId: 'account',
      storage,
      send: () => attempt.promise,
      whoseTurn: async () => 'ours',
      alone: (work) => work(),
      changed: () => undefined,
    });
    await outbox.add(write('one'));
    const draining = outbox.drain();
    await outbox.remove('one');
    attempt.resolve({ result: 'later' });
    await draining;
    expect(await storage.all()).toEqual([]);
    outbox.close();
  });

  it('survive a reload, and another tab does not send them again', async () => {
    const storage = memoryStorage();
    await aTab(storage, () => ({ result: 'later' })).outbox.add(write('one'));
    const first = aTab(storage, () => ({ result: 'sent' }));
    const second = aTab(storage, () => ({ result: 'sent' }));
    await first.outbox.drain();
    await second.outbox.drain();
    expect([first.sent, second.sent]).toEqual([['one'], []]);
  });

  it('say why they were refused, let the others pass, and go again when asked', async () => {
    let refuse = true;
    const { outbox, sent } = aTab(memoryStorage(), (name) =>
      name === 'one' && refuse ? { result: 'failed', reason: 'Too long' } : { result: 'sent' },
    );
    await outbox.add(write('one'));
    await outbox.add(write('two'));
    await outbox.drain();
    expect(outbox.items.get()).toMatchObject([{ clientId: 'one', state: 'failed', reason: 'Too long' }]);
    refuse = false;
    await outbox.retry('one');
    expect(outbox.items.get()[0]?.reason).toBeUndefined();
    await outbox.drain();
    expect(sent).toEqual(['one', 'two', 'one']);
  });

  it('wait behind one that would cost, in its thread only, until that is answered', async () => {
    let agreed = false;
    const { outbox, sent } = aTab(memoryStorage(), (name) => ({
      result: name === 'one' && !agreed ? 'costs' : 'sent',
    }));
    await outbox.add(write('one'));
    await outbox.add(write('two'));
    await outbox.add(write('elsewhere', 'another'));
    await outbox.drain();
    expect(sent).toEqual(['one', 'elsewhere']);
    agreed = true;
    await outbox.retry('one', { payCredits: 2 });
    await outbox.drain();
    expect(sent).toEqual(['one', 'elsewhere', 'one', 'two']);
  });

  it('T82: of somebody else whose session ended on this device are neither shown nor sent, but thrown away', async () => {
    const storage = memoryStorage();
    await storage.put(aWaiting('theirs', { accountId: 'somebody else' }));
    const { outbox, sent } = aTab(storage, () => ({ result: 'sent' }));
    await outbox.refresh();
    expect(outbox.items.get()).toEqual([]);
    await outbox.drain();
    expect([sent, await storage.all()]).toEqual([[], []]);
  });

  it('T82: of who signed in after somebody stay, when a page that is left open hears of them', async () => {
    const storage = memoryStorage();
    await storage.put(aWaiting('theirs', { accountId: 'who came after' }));
    const stale = aTab(
      storage,
      () => ({ result: 'sent' }),
      'account',
      () => 'other',
    );
    await stale.outbox.refresh();
    await stale.outbox.drain();
    expect(stale.outbox.items.get()).toEqual([]);
    expect(await storage.all()).toMatchObject([{ clientId: 'theirs' }]);
    const theirs = aTab(storage, () => ({ result: 'sent' }), 'who came after');
    await theirs.outbox.drain();
    expect(theirs.sent).toEqual(['theirs']);
  });

  it('T82: never go out under the session of who signed in after, also not later', async () => {
    let turn: Turn = 'ours';
    const { outbox, sent } = aTab(
      memoryStorage(),
      () => ({ result: 'sent' }),
      'account',
      () => turn,
    );
    await outbox.add(write('one'));
    turn = 'unknown';
    await outbox.drain();
    turn = 'other';
    await outbox.drain();
    turn = 'ours';
    await outbox.drain();
    expect(sent).toEqual([]);
    expect(outbox.items.get()).toMatchObject([{ clientId: 'one', state: 'waiting' }]);
  });
});

describe('on a device that takes nothing more', () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));

  it('messages are written in the memory of the page, which says so, and go out', async () => {
    const device = memoryStorage();
    await device.put(aWaiting('before'));
    let network = false;
    const { outbox, sent } = aTab(orMemory({ ...device, put: full }), () => ({ result: network ? 'sent' : 'later' }));
    await outbox.add(write('one'));
    expect(outbox.items.get()).toMatchObject([{ clientId: 'before' }, { clientId: 'one', isUnkept: true }]);
    expect(outbox.items.get()[0]?.isUnkept).toBeUndefined();
    network = true;
    await outbox.drain();
    expect(sent).toEqual(['before', 'one']);
    expect(outbox.items.get()).toEqual([]);
  });

  it('messages are kept on it again, once there is room', async () => {
    const device = memoryStorage();
    let isFull = true;
    const put: OutboxStorage['put'] = (item) => (isFull ? full() : device.put(item));
    const { outbox } = aTab(orMemory({ ...device, put }), () => ({ result: 'later' }));
    await outbox.add(write('one'));
    isFull = false;
    await outbox.retry('one');
    expect(await device.all()).toMatchObject([{ clientId: 'one' }]);
    expect(outbox.items.get()).toHaveLength(1);
    expect(outbox.items.get()[0]?.isUnkept).toBeUndefined();
  });

  it('messages go out when its database was closed under the page', async () => {
    const { outbox, sent } = aTab(orMemory({ all: full, put: full, remove: full }), () => ({ result: 'sent' }));
    for (const name of ['one', 'two']) await outbox.add(write(name));
    await outbox.drain();
    expect(sent).toEqual(['one', 'two']);
    expect(outbox.items.get()).toEqual([]);
  });

  it('what was sent is let go on the page, and what should be taken away stays in sight until it is', async () => {
    const device = memoryStorage();
    await device.put(aWaiting('one'));
    await device.put(aWaiting('two', { order: 2, state: 'failed' }));
    const { outbox, sent } = aTab(orMemory({ ...device, remove: full }), () => ({ result: 'sent' }));
    await outbox.drain();
    expect(sent).toEqual(['one']);
    await expect(outbox.remove('two')).rejects.toThrow('full');
    expect(outbox.items.get()).toMatchObject([{ clientId: 'two' }]);
  });
});
