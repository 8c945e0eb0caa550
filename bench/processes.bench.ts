import { readConfig } from '../apps/server/src/platform/config.ts';
import { redisServer } from '../apps/server/test/machine.ts';
import { startRedis } from '../apps/server/test/redis.ts';
import { freePort } from '../apps/server/test/server.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { chatPairs } from './lib/chat-pairs.ts';
import { startChild } from './lib/child-process.ts';
import { runHttpLoad } from './lib/http-load.ts';
import type { MessageCommand, MessageReport, Person } from './lib/message-load.ts';
import { processorMs } from './lib/processor-time.ts';
import type { Row } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const counts = [1, 2, 4];
const pairs = 40;
const inFlight = 64;
/** Each process is asked over so many connections. */
const connections = 4;
const buses = ['PostgreSQL', ...(redisServer ? ['Redis'] : [])] as const;
type Bus = (typeof buses)[number];
const least = 0.9;

export const benchmark: Benchmark = {
  name: 'processes',
  title: 'What does a second of processor time do with one, two and four web processes?',
  goal: 'work per processor second falls by at most a tenth from one process to four.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('processes');
    const environment = benchEnvironment(url);
    const members = await chatPairs(database, readConfig(environment), pairs);
    await database.pool.query('vacuum analyze');
    const redis = redisServer ? await startRedis() : null;
    const found = new Map<string, Round[]>();
    const perSecond = new Map<string, number[]>();
    const note = (name: string, round: Round, spentMs: number) => {
      found.set(name, [...(found.get(name) ?? []), round]);
      perSecond.set(name, [...(perSecond.get(name) ?? []), (round.perSecond * seconds * 1_000) / spentMs]);
      log(
        `${name}: ${Math.round(round.perSecond)}/s, ${Math.round(perSecond.get(name)?.at(-1) ?? 0)} a processor second`,
      );
    };

    async function startWeb(bus: Bus) {
      const port = await freePort();
      const { child, receive, stop } = startChild<never, { port: number }>('message-server.ts', {
        ...environment,
        ...(bus === 'Redis' && redis ? { REDIS_URL: redis.url } : {}),
        MESSAGE_KIND: 'product',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      });
      return { port: (await receive('port')).port, pid: child.pid ?? 0, stop };
    }

    async function measure(bus: Bus, count: number): Promise<void> {
      const servers: Awaited<ReturnType<typeof startWeb>>[] = [];
      for (let number = 0; number < count; number += 1) servers.push(await startWeb(bus));
      const used = () => servers.reduce((sum, { pid }) => sum + processorMs(pid), postgres.processorMs());
      const ports = servers.map(({ port }) => port);
      const load = startChild<MessageCommand, MessageReport>('message-load.ts', {});
      load.send({ open: { kind: 'product', port: ports[0] ?? 0, ports, people: members } });
      await load.receive('opened');
      const write = async (ms: number) => {
        load.send({ round: { ms, inFlight } });
        return (await load.receive('done')).done;
      };
      await write(2_000);
      let before = used();
      const messages = await write(seconds * 1_000);
      note(`messages, ${count} and the bus of ${bus}`, messages, used() - before);
      if (bus === 'PostgreSQL') {
        await read(ports, 1);
        before = used();
        note(`signed-in calls, ${count}`, await read(ports, seconds), used() - before);
      }
      await Promise.all([load.stop(), ...servers.map(({ stop }) => stop())]);
    }

    /** The sum of what all processes answer, asked at the same time. */
    async function read(ports: readonly number[], forSeconds: number): Promise<Round> {
      const all = await Promise.all(
        ports.map((port, at) =>
          runHttpLoad({
            port,
            method: 'GET',
            connections: members.slice(at * connections, (at + 1) * connections).map(planOf),
            seconds: forSeconds,
            warmUpSeconds: 0,
            endless: true,
          }),
        ),
      );
      return {
        perSecond: all.reduce((sum, round) => sum + round.perSecond, 0),
        p50: median(all.map((round) => round.p50)),
        p99: Math.max(...all.map((round) => round.p99)),
        failed: all.reduce((sum, round) => sum + round.failed, 0),
      };
    }

    for (let round = 0; round < rounds; round += 1)
      for (const bus of buses) for (const count of counts) await measure(bus, count);
    await redis?.stop();
    await database.close();

    const share = (name: (count: number) => string) => {
      const of = (count: number) => median(perSecond.get(name(count)) ?? []);
      return { share: of(4) / of(1), seen: counts.map((count) => Math.round(of(count))).join(', ') };
    };
    const kinds: [string, (count: number) => string][] = [
      ['signed-in calls', (count) => `signed-in calls, ${count}`],
      ...buses.map((bus): [string, (count: number) => string] => [
        `messages over the bus of ${bus}`,
        (count) => `messages, ${count} and the bus of ${bus}`,
      ]),
    ];
    return {
      rows: [...found].map(([name, list]): Row => ({ name, rounds: list })),
      verdicts: kinds.map(([what, name]) => {
        const { share: kept, seen } = share(name);
        return {
          claim: `${what}: four processes do at least ${least} of what one does in a processor second`,
          reached: kept >= least,
          seen: `${kept.toFixed(2)}; ${seen} a processor second with 1, 2 and 4`,
        };
      }),
      notes: [
        `${pairs} pairs write to each other with ${inFlight} messages in flight; where there are several processes, the two of a pair are connected to different ones, so that each message crosses the bus. Signed-in calls are a member's conversations and who is signed in, over ${connections} connections to each process.`,
        'Processor time is that of the web processes and PostgreSQL; load and bus share the cores. Without a worker.',
        ...(redisServer ? [] : ['Redis or Valkey is not installed here, so its bus was not measured.']),
      ],
    };
  },
};

const planOf = ({ cookie }: Person) => ({
  headers: { cookie, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'br' },
  paths: ['/api/conversations', '/api/auth/user'],
});
