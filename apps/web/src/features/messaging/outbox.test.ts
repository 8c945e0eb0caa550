import { describe, expect, it } from 'vitest';
import { type Attempt, createOutbox, type SessionState } from './outbox.ts';
import { memoryStorage, type OutboxStorage, orMemory } from './outbox-storage.ts';
import { aWaiting, other } from './testing.ts';

/** A tab of a browser: tabs share the storage and take turns. */
function createTab(
  storage: OutboxStorage,
  answer: (clientId: string) => Attempt,
  accountId = 'account',
  turn: () => SessionState = () => 'ours',
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
    checkSession: async () => turn(),
    exclusively: (work) => work(),
    onChanged: () => undefined,
  });
  return { outbox, sent, repeats };
}
const write = (clientId: string, to = other) => ({ clientId, to, message: { content: clientId } });

describe('unsent messages', () => {
  it('are sent in order and removed once stored', async () => {
    const { outbox, sent } = createTab(memoryStorage(), () => ({ result: 'sent' }));
    for (const name of ['one', 'two', 'three']) await outbox.add(write(name));
    await outbox.drain();
    expect(sent).toEqual(['one', 'two', 'three']);
    expect(outbox.items.get()).toEqual([]);
  });

  it('stay in order when the outcome is unknown, and are retried with the same ids', async () => {
    let network = false;
    const { outbox, sent } = createTab(memoryStorage(), () => ({ result: network ? 'sent' : 'later' }));
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

  it('are marked as retries wherever an earlier attempt may have arrived: in this tab, another, or an earlier one', async () => {
    let network = false;
    const storage = memoryStorage();
    const answer = (): Attempt => ({ result: network ? 'sent' : 'later' });
    const [first, second] = [createTab(storage, answer), createTab(storage, answer)];
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
    const reloaded = createTab(storage, answer);
    await reloaded.outbox.drain();
    expect(reloaded.repeats).toEqual(['three']);
  });

  it('are not sent a month later without confirmation', async () => {
    const storage = memoryStorage();
    const month = 30 * 86_400_000;
    await storage.put(aWaiting('old', { writtenAt: new Date(Date.now() - month - 1_000).toISOString() }));
    const { outbox, sent } = createTab(storage, () => ({ result: 'sent' }));
    await outbox.refresh();
    await outbox.drain();
    expect(sent).toEqual([]);
    expect(outbox.items.get()).toMatchObject([{ clientId: 'old', state: 'failed' }]);
    await outbox.retry('old');
    await outbox.drain();
    expect(sent).toEqual(['old']);
  });

  it('stay deleted when they are deleted during an attempt', async () => {
    const storage = memoryStorage();
    const attempt = Promise.withResolvers<Attempt>();
    const outbox = createOutbox({
      accountId: 'account',
      storage,
      send: () => attempt.promise,
      checkSession: async () => 'ours',
      exclusively: (work) => work(),
      onChanged: () => undefined,
    });
    await outbox.add(write('one'));
    const draining = outbox.drain();
    await outbox.remove('one');
    attempt.resolve({ result: 'later' });
    await draining;
    expect(await storage.all()).toEqual([]);
    outbox.close();
  });

  it('survive a reload and are not sent by another tab too', async () => {
    const storage = memoryStorage();
    await createTab(storage, () => ({ result: 'later' })).outbox.add(write('one'));
    const first = createTab(storage, () => ({ result: 'sent' }));
    const second = createTab(storage, () => ({ result: 'sent' }));
    await first.outbox.drain();
    await second.outbox.drain();
    expect([first.sent, second.sent]).toEqual([['one'], []]);
  });

  it('show the reason for a refusal, let later ones pass, and are sent on retry', async () => {
    let refuse = true;
    const { outbox, sent } = createTab(memoryStorage(), (name) =>
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

  it('wait behind one that would cost, in its thread only, until the member decides', async () => {
    let agreed = false;
    const { outbox, sent } = createTab(memoryStorage(), (name) => ({
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

  it('T82: of another account whose session ended on this device are neither shown nor sent, but deleted', async () => {
    const storage = memoryStorage();
    await storage.put(aWaiting('theirs', { accountId: 'somebody else' }));
    const { outbox, sent } = createTab(storage, () => ({ result: 'sent' }));
    await outbox.refresh();
    expect(outbox.items.get()).toEqual([]);
    await outbox.drain();
    expect([sent, await storage.all()]).toEqual([[], []]);
  });

  it('T82: of a later account stay when a tab of the earlier account is still open', async () => {
    const storage = memoryStorage();
    await storage.put(aWaiting('theirs', { accountId: 'who came after' }));
    const stale = createTab(
      storage,
      () => ({ result: 'sent' }),
      'account',
      () => 'other',
    );
    await stale.outbox.refresh();
    await stale.outbox.drain();
    expect(stale.outbox.items.get()).toEqual([]);
    expect(await storage.all()).toMatchObject([{ clientId: 'theirs' }]);
    const theirs = createTab(storage, () => ({ result: 'sent' }), 'who came after');
    await theirs.outbox.drain();
    expect(theirs.sent).toEqual(['theirs']);
  });

  it('T82: are never sent under the session of a later account', async () => {
    let turn: SessionState = 'ours';
    const { outbox, sent } = createTab(
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

describe('on a device with full storage', () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));

  it('keeps messages in memory, shows that, and sends them', async () => {
    const device = memoryStorage();
    await device.put(aWaiting('before'));
    let network = false;
    const { outbox, sent } = createTab(orMemory({ ...device, put: full }), () => ({
      result: network ? 'sent' : 'later',
    }));
    await outbox.add(write('one'));
    expect(outbox.items.get()).toMatchObject([{ clientId: 'before' }, { clientId: 'one', isUnkept: true }]);
    expect(outbox.items.get()[0]?.isUnkept).toBeUndefined();
    network = true;
    await outbox.drain();
    expect(sent).toEqual(['before', 'one']);
    expect(outbox.items.get()).toEqual([]);
  });

  it('stores messages again once there is space', async () => {
    const device = memoryStorage();
    let isFull = true;
    const put: OutboxStorage['put'] = (item) => (isFull ? full() : device.put(item));
    const { outbox } = createTab(orMemory({ ...device, put }), () => ({ result: 'later' }));
    await outbox.add(write('one'));
    isFull = false;
    await outbox.retry('one');
    expect(await device.all()).toMatchObject([{ clientId: 'one' }]);
    expect(outbox.items.get()).toHaveLength(1);
    expect(outbox.items.get()[0]?.isUnkept).toBeUndefined();
  });

  it('sends messages when its database was closed', async () => {
    const { outbox, sent } = createTab(orMemory({ all: full, put: full, remove: full }), () => ({ result: 'sent' }));
    for (const name of ['one', 'two']) await outbox.add(write(name));
    await outbox.drain();
    expect(sent).toEqual(['one', 'two']);
    expect(outbox.items.get()).toEqual([]);
  });

  it('removes sent messages from the tab, and shows deleted ones until they are removed', async () => {
    const device = memoryStorage();
    await device.put(aWaiting('one'));
    await device.put(aWaiting('two', { order: 2, state: 'failed' }));
    const { outbox, sent } = createTab(orMemory({ ...device, remove: full }), () => ({ result: 'sent' }));
    await outbox.drain();
    expect(sent).toEqual(['one']);
    await expect(outbox.remove('two')).rejects.toThrow('full');
    expect(outbox.items.get()).toMatchObject([{ clientId: 'two' }]);
  });
});
