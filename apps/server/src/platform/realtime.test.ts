import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aBlock, aCreator, aPaidPicture, aProfile, giveCredits } from '../../test/factories.ts';
import { type SecondServer, startSecondServer } from '../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import {
  closeSockets,
  connectionLost,
  flushSocket,
  type Listener,
  openListener,
  openRawSocket,
} from '../../test/sockets.ts';
import { afterCommit, transact } from './after-commit.ts';
import { newId } from './ids.ts';

let t: TestServer;
let second: SecondServer;
beforeAll(async () => {
  t = await startTestServer();
  second = await startSecondServer(t);
  await until(async () => (await receivedOverTheBus()) > 0);
});
afterEach(closeSockets);
afterAll(async () => {
  await second.close();
  await t.close();
});

async function until(holds: () => Promise<boolean> | boolean, withinMs = 5_000): Promise<void> {
  const limit = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error('it did not come about');
    await sleep(20);
  }
}
const balances = (listener: Listener) => listener.of('balance.changed') as { balance: number; promotional: number }[];

/** Whether the two servers have discovered each other. */
async function receivedOverTheBus(): Promise<number> {
  const who = await aProfile(t);
  const there = await openListener(second, who);
  t.context.realtime.toAccount(who.accountId, 'balance.changed', { balance: 0, promotional: 0 });
  await flushSocket(there);
  return there.events.length;
}

async function aSale(price = 15) {
  const creator = await aCreator(t);
  const fan = await aProfile(t);
  await giveCredits(t, fan.accountId, 100);
  return { creator, fan, ...(await aPaidPicture(t, { creator, price })) };
}

describe('balance.changed', () => {
  it('reaches every tab of the account on every server, once, and no other account', async () => {
    const { fan, creator, contentId } = await aSale();
    const own = [await openListener(t, fan), await openListener(t, fan), await openListener(second, fan)];
    const others = [await openListener(t, creator), await openListener(second, await aProfile(t))];
    const paid = await t
      .client(fan)
      .call('unlockContent', { params: { id: contentId }, body: { price: 15, startNow: true } });
    expect(paid.status).toBe(200);
    await until(() => own.every((listener) => listener.events.length > 0));
    await Promise.all([...own, ...others].map(flushSocket));
    for (const listener of own)
      expect(listener.events).toEqual([{ event: 'balance.changed', payload: { balance: 85, promotional: 0 } }]);
    for (const listener of others) expect(listener.events).toEqual([]);
  });

  it('ends at the true balance after many purchases, in far fewer events', async () => {
    const { fan, creator } = await aSale();
    await t.context.credits.grantPromotional(fan.accountId, 120, `given ${fan.accountId}`, 'Given');
    const items = await Promise.all(Array.from({ length: 40 }, () => aPaidPicture(t, { creator, price: 5 })));
    const listener = await openListener(second, fan);
    await Promise.all(
      items.map(({ contentId }) =>
        t.client(fan).call('unlockContent', { params: { id: contentId }, body: { price: 5, startNow: true } }),
      ),
    );
    await until(() => balances(listener).at(-1)?.balance === 20);
    await flushSocket(listener);
    expect(balances(listener).at(-1)).toEqual({ balance: 20, promotional: 20 });
    expect(balances(listener).length).toBeLessThan(20);
    const shown = balances(listener).map(({ balance }) => balance);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
  });

  it('publishes nothing for a purchase that was refused or rolled back', async () => {
    const { fan, contentId } = await aSale(500);
    const listener = await openListener(t, fan);
    const refused = await t
      .client(fan)
      .call('unlockContent', { params: { id: contentId }, body: { price: 500, startNow: true } });
    expect(refused.status).toBe(402);
    await expect(
      t.context.credits.transact(async (tx) => {
        await t.context.credits.postAll(tx, []);
        afterCommit(tx, () =>
          t.context.realtime.toAccount(fan.accountId, 'balance.changed', { balance: 1, promotional: 1 }),
        );
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await flushSocket(listener);
    expect(listener.events).toEqual([]);
  });
});

describe('gift.received', () => {
  const send = (fan: { cookie: string }, recipientId: string, message?: string) =>
    t
      .client(fan)
      .call('sendGift', { body: { giftId: 'golden-heart', price: 100, recipientId, ...(message ? { message } : {}) } });

  it("carries what the creator's list shows, once, on every server", async () => {
    const { fan, creator } = await aSale();
    const [here, there, sender] = [
      await openListener(t, creator),
      await openListener(second, creator),
      await openListener(t, fan),
    ];
    const { body } = await send(fan, creator.profileId, 'For the light in your pictures');
    await until(() => [here, there].every((each) => each.of('gift.received').length > 0));
    await Promise.all([here, there, sender].map(flushSocket));
    for (const listener of [here, there])
      expect(listener.of('gift.received')).toEqual([
        {
          id: body.gift.id,
          giftId: 'golden-heart',
          giftName: 'Golden Heart',
          credits: 100,
          rarity: 'rare',
          senderId: fan.profileId,
          senderName: fan.displayName,
          message: 'For the light in your pictures',
          timestamp: body.gift.timestamp,
          earned: { credits: 80, held: 0 },
        },
      ]);
    expect(sender.of('gift.received')).toEqual([]);
  });

  it('T66: is not published for a sender the creator may not see', async () => {
    const { fan, creator } = await aSale();
    const listener = await openListener(t, creator);
    const { id } = (await send(fan, creator.profileId)).body.gift;
    await until(() => listener.of('gift.received').length > 0);
    await aBlock(t, { blocker: creator, blocked: fan });
    expect(await t.context.gifts.findReceived(id)).toBeNull();
    expect((await send(fan, creator.profileId)).status).toBe(404);
    await flushSocket(listener);
    expect(listener.of('gift.received')).toHaveLength(1);
  });
});

describe('afterCommit', () => {
  it('runs once the rows are visible to everyone, and not after a rollback', async () => {
    const seen: boolean[] = [];
    const id = newId();
    const insert = (tx: typeof t.db) =>
      sql`insert into charge_claims (item, key) values (${`test:${id}`}, ${id})`.execute(tx);
    const isThere = async () =>
      (await t.db.selectFrom('charge_claims').select('item').where('item', '=', `test:${id}`).execute()).length === 1;
    const done = Promise.withResolvers<void>();
    await transact(t.db, async (tx) => {
      await insert(tx);
      afterCommit(tx, async () => {
        seen.push(await isThere());
        done.resolve();
      });
      expect(await isThere()).toBe(false);
    });
    await done.promise;
    expect(seen).toEqual([true]);
  });

  it('refuses a transaction that would never run it', async () => {
    await t.db.transaction().execute(async (tx) => {
      expect(() => afterCommit(tx, () => {})).toThrow('begun by transact');
    });
  });
});

describe('two servers', () => {
  it('delivers an event longer than one notification whole', async () => {
    const who = await aProfile(t);
    const there = await openListener(second, who);
    const signal = 'é'.repeat(15_000);
    t.context.realtime.toAccount(who.accountId, 'call.signal', { callId: newId(), signal });
    await until(() => there.events.length > 0);
    expect((there.of('call.signal')[0] as { signal: string }).signal).toBe(signal);
  });

  it('delivers 1,000 events of one server on the other in order, none twice', async () => {
    const who = await aProfile(t);
    const there = await openListener(second, who);
    for (let balance = 0; balance < 1_000; balance += 1)
      t.context.realtime.toAccount(who.accountId, 'balance.changed', { balance, promotional: 0 });
    await until(() => there.events.length >= 1_000);
    await flushSocket(there);
    expect(balances(there).map(({ balance }) => balance)).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  });

  it('T63: a topic reaches both servers, and its rule is checked on both', async () => {
    const thing = newId();
    const allowed = new Set<string>();
    for (const { context } of [t, second])
      vi.spyOn(context.messaging, 'listThreadSubscribers').mockImplementation(
        async (_id, viewers) => new Set(viewers.map((v) => v.accountId).filter((id) => allowed.has(id))),
      );
    const [one, two] = [await aProfile(t), await aProfile(t)];
    allowed.add(one.accountId).add(two.accountId);
    const [here, there] = [await openListener(t, one), await openListener(second, two)];
    const topic = `conversation:${thing}`;
    for (const { socket } of [here, there]) expect(await socket.call('join', { topic })).toEqual({ ok: true });
    const publish = () =>
      second.context.realtime.toTopic(topic, 'typing', { conversationId: thing, profileId: two.profileId });
    publish();
    await until(() => here.events.length === 1 && there.events.length === 1);
    allowed.delete(one.accountId);
    publish();
    await until(() => there.events.length === 2);
    await sleep(200);
    expect(here.events).toHaveLength(1);
  });

  it('T23: a tab that joins after a removal is notified of it on every server; other events are not repeated', async () => {
    const key = 'c'.repeat(32);
    second.context.realtime.toTopic('photos', 'photo.removed', { key });
    second.context.realtime.toTopic('content', 'content.removed', { id: newId() });
    second.context.realtime.toTopic('discovery', 'discovery.changed', { parts: ['counters'] });
    // Crosses the bus after the others.
    const witness = await openListener(t, await aProfile(t));
    for (const topic of ['photos', 'discovery']) await witness.socket.call('join', { topic });
    second.context.realtime.toTopic('photos', 'photo.removed', { key: 'd'.repeat(32) });
    await until(() => witness.of('photo.removed').length > 0);
    for (const server of [t, second]) {
      const late = await openListener(server, await aProfile(t));
      for (const topic of ['photos', 'discovery']) await late.socket.call('join', { topic });
      await flushSocket(late);
      expect(late.of('photo.removed')).toContainEqual({ key });
      expect(late.of('content.removed')).toEqual([]);
      expect(late.of('discovery.changed')).toEqual([]);
    }
  });

  it('a server whose bus connection broke listens again, and makes its browsers refetch', async () => {
    const who = await aProfile(t);
    const [here, there] = [await openListener(t, who), await openListener(second, who)];
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and application_name = 'vlam sockets'`.execute(t.db);
    // Events of that time are lost, so the connection closes, and the browser opens it again.
    for (const { ended } of [here, there])
      expect(await Promise.race([ended, sleep(10_000, 'still open')])).toBe(connectionLost);
    let again = await openListener(second, who);
    await until(async () => {
      if (!again.socket.isOpen) again = await openListener(second, who);
      t.context.realtime.toAccount(who.accountId, 'balance.changed', { balance: 7, promotional: 0 });
      await sleep(200);
      return again.events.length > 0;
    }, 15_000);
  });
});

describe('the server itself', () => {
  it('marks members present as they connect and while they stay', async () => {
    const who = await aProfile(t);
    const seenAt = async () =>
      (
        await t.db
          .selectFrom('profiles')
          .select('last_seen_at')
          .where('id', '=', who.profileId)
          .executeTakeFirstOrThrow()
      ).last_seen_at?.getTime() ?? 0;
    const before = await seenAt();
    t.clock.advance(120_000);
    await openListener(t, who);
    await until(async () => (await seenAt()) > before);
    const came = await seenAt();
    t.clock.advance(31_000);
    await until(async () => (await seenAt()) > came, 25_000);
  }, 40_000);

  it('exports its metrics to the operator', async () => {
    await openListener(t, await aProfile(t));
    const { text } = await t.context.metrics.scrape();
    expect(text).toMatch(/^vlam_sockets [1-9]/m);
    expect(text).toMatch(/^vlam_socket_packets_total\{direction="sent"\} [1-9]/m);
  });

  it('drops a payload that does not fit the contract', async () => {
    const who = await aProfile(t);
    const listener = await openListener(t, who);
    const wrong = { balance: 1, promotional: 0, email: 'somebody@people.test' };
    t.context.realtime.toAccount(who.accountId, 'balance.changed', wrong);
    await flushSocket(listener);
    expect(listener.events).toEqual([]);
    expect(t.log.some(({ event }) => event === 'an event does not fit the contract')).toBe(true);
  });

  it('stops within a second with open connections, so that browsers can reconnect', async () => {
    const third = await startSecondServer(t);
    const who = await aProfile(t);
    const { ended } = await openListener(third, who);
    const wire = await openRawSocket(third, who);
    const closed = once(wire, 'close');
    const since = performance.now();
    await third.close();
    expect(performance.now() - since).toBeLessThan(1_500);
    expect(await ended).toBe(connectionLost);
    await closed;
  });
});
