import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createTestClock } from '../apps/server/test/clock.ts';
import { aProfile, type TestProfile } from '../apps/server/test/factories.ts';
import { freePort } from '../apps/server/test/server.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { startChild } from './lib/child-process.ts';
import { perSecond, type Row, ratio } from './lib/report.ts';
import type { LoadCommand, LoadReport } from './lib/socket-load.ts';
import type { Command, Report } from './lib/socket-server.ts';
import { median, type Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const listeners = 200;
const idle = 2_000;
const names = {
  ws: 'bare ws',
  'socket.io': 'bare Socket.IO, a room each',
  product: 'the product: session, limits and contract',
} as const;
type Kind = keyof typeof names;

export const benchmark: Benchmark = {
  name: 'socket',
  title: 'What do sessions, limits and the contract cost per event over the socket?',
  goal: 'one-to-one delivery at least 0.7 of bare ws, and at most 9 KiB for an idle connection.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('socket');
    const environment = benchEnvironment(url);
    const app = { db: database.db, clock: createTestClock(), config: readConfig(environment) };
    const people: TestProfile[] = [];
    for (let person = 0; person < listeners; person += 1) people.push(await aProfile(app));
    await database.pool.query('vacuum analyze');

    const rows = new Map<Kind, Round[]>();
    const costs = new Map<Kind, number[]>();
    const memory = new Map<Kind, number[]>();
    const opening = new Map<Kind, number[]>();
    const add = <Value>(map: Map<Kind, Value[]>, kind: Kind, value: Value) =>
      map.set(kind, [...(map.get(kind) ?? []), value]);

    async function start(kind: Kind) {
      const port = await freePort();
      const server = startChild<Command, Report>('socket-server.ts', {
        ...environment,
        SOCKET_KIND: kind,
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      });
      const ready = await server.receive('port');
      const load = startChild<LoadCommand, LoadReport>('socket-load.ts', {});
      const path =
        kind === 'socket.io' ? '/realtime/?EIO=4&transport=websocket&to=TO' : kind === 'ws' ? '/?to=TO' : '/realtime';
      const open = async (count: number) => {
        load.send({
          open: {
            url: `ws://127.0.0.1:${ready.port}${path}`,
            headers: Array.from({ length: count }, (_, index) => {
              const { accountId = '', cookie = '' } = people[index % listeners] ?? {};
              return { to: accountId, ...(kind === 'product' ? { cookie, origin: `http://127.0.0.1:${port}` } : {}) };
            }),
          },
        });
        return (await load.receive('opened')).opened;
      };
      return { server, load, open };
    }

    async function measureMemory(kind: Kind): Promise<void> {
      const { server, load, open } = await start(kind);
      // The first connections bring code and caches with them.
      await open(listeners);
      const heard = async () => {
        server.send({ memory: true });
        return (await server.receive('memory')).memory;
      };
      const before = await heard();
      const ms = await open(idle - listeners);
      const after = await heard();
      const each = (after.heap - before.heap) / (idle - listeners) / 1_024;
      add(memory, kind, each);
      add(opening, kind, (idle - listeners) / (ms / 1_000));
      log(
        `${names[kind]}: ${each.toFixed(1)} KiB an idle connection, ${Math.round((idle - listeners) / (ms / 1_000))} opened/s`,
      );
      await Promise.all([server.stop(), load.stop()]);
    }

    async function measureSpeed(kind: Kind): Promise<void> {
      const { server, load, open } = await start(kind);
      await open(listeners);
      load.child.on('message', (word: LoadReport) => {
        if ('received' in word) server.send({ received: word.received });
      });
      const recipients = people.map(({ accountId }) => accountId);
      const push = async (ms: number): Promise<{ round: Round; cost: number }> => {
        load.send({ begin: true });
        await sleep(20);
        server.send({ push: { recipients, ms } });
        const { events, microseconds } = (await server.receive('pushed')).pushed;
        load.send({ end: true });
        return { round: (await load.receive('round')).round, cost: microseconds / events };
      };
      await push(1_500);
      const { round, cost } = await push(seconds * 1_000);
      add(rows, kind, round);
      add(costs, kind, cost);
      log(
        `${names[kind]}: ${Math.round(round.perSecond)}/s, ${cost.toFixed(1)} µs each, p99 ${round.p99.toFixed(2)} ms`,
      );
      await Promise.all([server.stop(), load.stop()]);
    }

    const all = Object.keys(names) as Kind[];
    for (const kind of all) await measureMemory(kind);
    for (let round = 0; round < rounds; round += 1) for (const kind of all) await measureSpeed(kind);
    await database.close();

    const speed = (kind: Kind) => perSecond({ name: kind, rounds: rows.get(kind) ?? [] });
    const kib = (kind: Kind) => median(memory.get(kind) ?? []);
    const opened = (kind: Kind) => Math.round(median(opening.get(kind) ?? []));
    const cost = (kind: Kind) => median(costs.get(kind) ?? []);
    const byCost = cost('ws') / cost('product');
    const share = speed('product') / speed('ws');
    return {
      rows: all.map((kind): Row => ({ name: names[kind], rounds: rows.get(kind) ?? [] })),
      verdicts: [
        {
          claim: '0.7 of bare ws, in events a second',
          reached: share >= 0.7,
          seen: `${ratio(share)}; ${ratio(speed('product') / speed('socket.io'))} of bare Socket.IO`,
        },
        {
          claim: '0.7 of bare ws, in processor time of the server',
          reached: byCost >= 0.7,
          seen: `${ratio(byCost)}, ${cost('product').toFixed(1)} µs an event beside ${cost('ws').toFixed(1)} µs of bare ws and ${cost('socket.io').toFixed(1)} µs of bare Socket.IO`,
        },
        {
          claim: 'at most 9 KiB an idle connection',
          reached: kib('product') <= 9,
          seen: `${kib('product').toFixed(1)} KiB beside ${kib('ws').toFixed(1)} of bare ws and ${kib('socket.io').toFixed(1)} of bare Socket.IO`,
        },
      ],
      notes: [
        `${listeners} connections, each of another member, get events one after the other, at most 2,000 in flight. An event has an id and a time. The product validates it against the contract, finds the account's connections, and limits the backlog of each.`,
        `Idle memory is heap and external memory after a garbage collection, from ${listeners} to ${idle} connections. Opened while the others stayed: ${opened('ws')} connections a second by bare ws, ${opened('socket.io')} by bare Socket.IO, ${opened('product')} by the product, which looks up each session.`,
        'One server process, one process for all listeners, on the same cores.',
      ],
    };
  },
};
