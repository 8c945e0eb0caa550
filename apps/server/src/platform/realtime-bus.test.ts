import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../test/factories.ts';
import { redisServer } from '../../test/machine.ts';
import { startRedis, type TestRedis } from '../../test/redis.ts';
import { type SecondServer, startSecondServer } from '../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { closeSockets, connectionLost, type Listener, openListener } from '../../test/sockets.ts';
import { createBatchReceiver } from './realtime-bus-receiver.ts';
import { openRedisBus } from './realtime-bus-redis.ts';

// Two servers share a database; an event published on one must reach the browsers of the other.

async function until(holds: () => Promise<boolean> | boolean, withinMs = 5_000): Promise<void> {
  const limit = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error('it did not come about');
    await sleep(20);
  }
}
const numbers = (listener: Listener) =>
  listener.of('balance.changed').map((each) => (each as { balance: number }).balance);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

interface World {
  first: TestServer;
  second: SecondServer;
  close(): Promise<void>;
}
async function aWorld(redis: TestRedis | null): Promise<World> {
  const first = await startTestServer(redis ? { config: { redisUrl: redis.url } } : {});
  const second = await startSecondServer(first);
  const close = async () => {
    await second.close();
    await first.close();
  };
  return { first, second, close };
}
const publish = ({ first }: World, who: TestProfile, balance: number) =>
  first.context.realtime.toAccount(who.accountId, 'balance.changed', { balance, promotional: 0 });

const buses = ['PostgreSQL', 'Redis'] as const;
const missing = redisServer ? '' : ' (skipped: there is no redis-server or valkey-server here)';

for (const bus of buses)
  describe.skipIf(bus === 'Redis' && !redisServer)(`over ${bus}${bus === 'Redis' ? missing : ''}`, () => {
    let world: World;
    let redis: TestRedis | null = null;
    beforeAll(async () => {
      redis = bus === 'Redis' ? await startRedis() : null;
      world = await aWorld(redis);
      // The two have to discover each other first.
      const who = await aProfile(world.first);
      const there = await openListener(world.second, who);
      await until(async () => {
        publish(world, who, 0);
        await sleep(100);
        return there.events.length > 0;
      }, 15_000);
    });
    afterEach(closeSockets);
    afterAll(async () => {
      await world.close();
      await redis?.stop();
    });

    it('delivers every event to the browsers of both servers, once and in order', async () => {
      const who = await aProfile(world.first);
      const [here, there] = [await openListener(world.first, who), await openListener(world.second, who)];
      for (const n of upTo(1_000)) {
        publish(world, who, n);
        if (n % 100 === 0) await sleep(5);
      }
      await until(() => numbers(there).length >= 1_000);
      await sleep(200);
      expect(numbers(there)).toEqual(upTo(1_000));
      expect(numbers(here)).toEqual(upTo(1_000));
    });

    it('delivers both ways when both publish at once', async () => {
      const [one, two] = [await aProfile(world.first), await aProfile(world.first)];
      const [there, here] = [await openListener(world.second, one), await openListener(world.first, two)];
      for (const n of upTo(200)) {
        publish(world, one, n);
        world.second.context.realtime.toAccount(two.accountId, 'balance.changed', { balance: n, promotional: 0 });
      }
      await until(() => numbers(there).length === 200 && numbers(here).length === 200);
      expect([numbers(there), numbers(here)]).toEqual([upTo(200), upTo(200)]);
    });
  });

describe.skipIf(!redisServer)(`F8: when Redis fails${missing}`, () => {
  let world: World;
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
    world = await aWorld(redis);
  });
  afterEach(closeSockets);
  afterAll(async () => {
    await world.close();
    await redis.stop();
  });

  it('a pause of half a second loses nothing and closes no connection', async () => {
    const who = await aProfile(world.first);
    const there = await openListener(world.second, who);
    const paused = redis.pause(500);
    for (const n of upTo(100)) {
      publish(world, who, n);
      await sleep(5);
    }
    await paused;
    await until(() => numbers(there).length >= 100);
    expect(numbers(there)).toEqual(upTo(100));
    expect(there.socket.isOpen).toBe(true);
  });

  it('broken connections lose nothing, deliver nothing twice, and close no connection', async () => {
    const who = await aProfile(world.first);
    const there = await openListener(world.second, who);
    for (const n of upTo(300)) {
      publish(world, who, n);
      if (n % 60 === 0) await redis.ask('client', 'kill', 'type', 'normal', 'skipme', 'yes');
      await sleep(3);
    }
    await until(() => numbers(there).length >= 300);
    await sleep(300);
    expect(numbers(there)).toEqual(upTo(300));
    expect(there.socket.isOpen).toBe(true);
  });

  it('killed and restarted empty: browsers refetch, and events flow within five seconds', async () => {
    const who = await aProfile(world.first);
    const there = await openListener(world.second, who);
    await redis.kill();
    publish(world, who, 1);
    // Sessions, money and every operation work without it.
    const { accountId, email } = who;
    const call = await fetch(`${world.first.url}/api/auth/user`, {
      headers: { cookie: who.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(call.status).toBe(200);
    expect(await call.json()).toMatchObject({ id: accountId, email });
    await sleep(300);
    await redis.start();
    const back = performance.now();
    // Events published just before the end may be lost with it, so every connected client reconnects and refetches.
    expect(await Promise.race([there.ended, sleep(5_000, 'still open')])).toBe(connectionLost);
    const again = await openListener(world.second, who);
    publish(world, who, 2);
    await until(() => numbers(again).includes(2));
    expect(performance.now() - back).toBeLessThan(5_000);
    expect(numbers(again).filter((n) => n === 2)).toHaveLength(1);
  });

  it('emptied while running: entries trimmed unread are noticed with the next event', async () => {
    const received: number[][] = [];
    let gaps = 0;
    const quiet = { info: () => {}, warn: () => {}, error: () => {} };
    const open = (more: { receive(items: readonly number[]): void; onGap(): void }) =>
      openRedisBus<number>({ url: redis.url, logger: quiet, ...more });
    const speaker = await open({ receive: () => {}, onGap: () => {} });
    const listener = await open({ receive: (items) => void received.push([...items]), onGap: () => void gaps++ });
    speaker.send(1);
    await until(() => received.flat().length === 1);
    // Published and trimmed while no process could read.
    await redis.ask(
      'eval',
      `local from = redis.call('xrevrange', KEYS[1], '+', '-', 'COUNT', 1)[1][2][2]
       redis.call('xadd', KEYS[1], '*', 'from', from, 'n', '2', 'items', '[2]')
       redis.call('del', KEYS[1])
       redis.call('xadd', KEYS[1], '*', 'from', from, 'n', '3', 'items', '[3]')`,
      '1',
      'vlam:sockets',
    );
    await until(() => received.flat().includes(3));
    expect(gaps).toBe(1);
    await Promise.all([speaker.close(), listener.close()]);
  });

  it('holds only the latest entries', async () => {
    expect(await redis.ask('keys', '*')).toEqual(['vlam:sockets']);
  });

  it('names the wrong setting at startup, without its password', async () => {
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const url = 'redis://:secret-word@127.0.0.1:1';
    const opening = openRedisBus({ url, logger, receive: () => {}, onGap: () => {} });
    await expect(opening).rejects.toThrow(/^REDIS_URL: .*cannot be used \(ECONNREFUSED\)/);
    await expect(opening).rejects.not.toThrow(/secret-word/);
  });
});

describe('batch receiver', () => {
  it('accepts a batch once, reports a skipped number as a gap, and forgets every process after a reset', () => {
    const received: number[] = [];
    let gaps = 0;
    const { accept: receive, reset: lost } = createBatchReceiver<number>({
      own: 'me',
      receive: (items) => void received.push(...items),
      onGap: () => void gaps++,
    });
    const from = (who: string, n: number) => receive({ from: who, n, items: `[${n}]` });
    for (const n of [4, 5, 5, 4, 6]) from('a', n);
    from('me', 1);
    from('b', 0);
    expect([received, gaps]).toEqual([[4, 5, 6], 0]);
    from('a', 8);
    expect([received, gaps]).toEqual([[4, 5, 6, 8], 1]);
    lost();
    from('a', 20);
    expect([received, gaps]).toEqual([[4, 5, 6, 8, 20], 2]);
  });
});
