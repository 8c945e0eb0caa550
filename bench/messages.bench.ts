import { sql } from 'kysely';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { freePort } from '../apps/server/test/server.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { chatPairs } from './lib/chat-pairs.ts';
import { startChild } from './lib/child-process.ts';
import { ejabberdVersion, hasEjabberd, startEjabberd } from './lib/ejabberd.ts';
import type { MessageCommand, MessageReport } from './lib/message-load.ts';
import { processorMs } from './lib/processor-time.ts';
import { p99, perSecond, type Row, ratio } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const pairs = 100;
const steady = 200;
const inFlight = 512;
const names = {
  ws: 'bare ws, relayed without storage',
  'ws-stored': 'bare ws with each message stored durably, in a table of one index',
  'ws-posted': "bare ws with the product's own statement, which no session and no rate guards",
  'socket.io': 'bare Socket.IO, a room each, relayed without storage',
  stored: 'bare Socket.IO with each message stored durably, in a table of one index',
  product: 'the product: session, rules, stored durably, published to both',
  'product-http': 'the same, sent by HTTP',
  ejabberd: 'ejabberd with accounts and archive (mod_mam) in PostgreSQL',
} as const;
type Kind = keyof typeof names;
const kinds = (Object.keys(names) as Kind[]).filter((kind) => kind !== 'ejabberd' || hasEjabberd());
const ejabberdTimes = 8;
const steadyP99Ms = 5;

export const benchmark: Benchmark = {
  name: 'messages',
  title: 'How fast is a message delivered from one member to another?',
  goal: `at ${steady} messages a second p99 under ${steadyP99Ms} ms and less processor time than ejabberd; at full speed half of bare Socket.IO with storage, ${ejabberdTimes} times ejabberd.`,
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('messages');
    const environment = benchEnvironment(url);
    const members = await chatPairs(database, readConfig(environment), pairs);
    await sql`create table stored_messages (id uuid primary key, receiver uuid not null, content text not null)`.execute(
      database.db,
    );
    await database.pool.query('vacuum analyze');

    const steadyCosts = new Map<Kind, number[]>();
    const found = new Map<string, Round[]>();
    const add = (name: string, round: Round) => found.set(name, [...(found.get(name) ?? []), round]);
    const steadyName = (kind: Kind) => `${names[kind]}, ${steady} a second`;

    async function startServer(kind: Kind): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
      if (kind === 'ejabberd') {
        await postgres.dropDatabase('ejabberd');
        return startEjabberd(await postgres.createDatabase('ejabberd'), members.length);
      }
      const port = await freePort();
      const { child, receive, stop } = startChild<never, { port: number }>('message-server.ts', {
        ...environment,
        MESSAGE_KIND: kind,
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      });
      return { port: (await receive('port')).port, pid: child.pid ?? 0, stop };
    }

    async function measure(kind: Kind): Promise<void> {
      const server = await startServer(kind);
      const used = () => processorMs(server.pid) + postgres.processorMs();
      const load = startChild<MessageCommand, MessageReport>('message-load.ts', {});
      load.send({ open: { kind, port: server.port, people: members } });
      await load.receive('opened');
      const round = async (wanted: Extract<MessageCommand, { round: unknown }>['round']) => {
        load.send({ round: wanted });
        return (await load.receive('done')).done;
      };
      await round({ ms: 3_000, inFlight });
      const before = used();
      const calm = await round({ ms: seconds * 1_000, perSecond: steady });
      const cost = ((used() - before) * 1_000) / (calm.perSecond * seconds);
      steadyCosts.set(kind, [...(steadyCosts.get(kind) ?? []), cost]);
      add(steadyName(kind), calm);
      const full = await round({ ms: seconds * 1_000, inFlight });
      add(names[kind], full);
      log(
        `${names[kind]}: ${Math.round(full.perSecond)}/s; at ${steady}/s p50 ${calm.p50.toFixed(2)}, p99 ${calm.p99.toFixed(2)} ms, ${Math.round(cost)} µs a message; refused ${calm.refused + full.refused}`,
      );
      await Promise.all([server.stop(), load.stop()]);
    }
    for (let round = 0; round < rounds; round += 1) for (const kind of kinds) await measure(kind);
    const { rows: stored } = await sql<{ count: string }>`select count(*)::text as count from messages`.execute(
      database.db,
    );
    await database.close();

    const row = (name: string): Row => ({ name, rounds: found.get(name) ?? [] });
    const calm = p99(row(steadyName('product')));
    const own = perSecond(row(names.product));
    const costOf = (kind: Kind) => median(steadyCosts.get(kind) ?? []);
    const [ownCost, ejabberdCost] = [costOf('product'), costOf('ejabberd')];
    const ejabberd = perSecond(row(names.ejabberd));
    const [kept, limit] = [perSecond(row(names.stored)), perSecond(row(names['ws-stored']))];
    const posted = perSecond(row(names['ws-posted']));
    return {
      rows: [...kinds.map((kind) => row(steadyName(kind))), ...kinds.map((kind) => row(names[kind]))],
      verdicts: [
        {
          claim: `p99 of delivery at ${steady} messages a second under ${steadyP99Ms} ms`,
          reached: calm < steadyP99Ms,
          seen: `${calm.toFixed(1)} ms`,
        },
        {
          claim: 'at least half of bare Socket.IO with each message stored',
          reached: own >= kept * 0.5,
          seen: `${ratio(own / kept)}, ${ratio(own / limit)} of bare ws with storage, ${ratio(own / posted)} of bare ws with the same statement, which itself reaches ${ratio(posted / kept)}; ${ratio(perSecond(row(names['product-http'])) / kept)} when sent by HTTP`,
        },
        ...(hasEjabberd()
          ? [
              {
                claim: `${ejabberdTimes} times ejabberd`,
                reached: own >= ejabberd * ejabberdTimes,
                seen: ratio(own / ejabberd),
              },
              {
                claim: `less processor time a message than ejabberd at ${steady} a second`,
                reached: ownCost < ejabberdCost,
                seen: `${Math.round(ownCost)} µs, ejabberd ${Math.round(ejabberdCost)} µs (server and PostgreSQL; bare Socket.IO with storage ${Math.round(costOf('stored'))} µs)`,
              },
            ]
          : []),
      ],
      notes: [
        `${pairs} pairs, each member with a socket; times run from before sending until arrival at the other socket. The product checks the session, visibility and quota, assigns a sequence number, commits durably, replies to the sender and publishes to the recipient; ${stored[0]?.count} messages were stored. Bare ws and Socket.IO relay to a named recipient without storage; the rows with storage show its minimal cost: one insert per batch, without authentication, order or reply. Rate limits are lifted, because 200 members send all messages.`,
        hasEjabberd()
          ? `ejabberd ${ejabberdVersion()} archives every message of every member (mod_mam) in the same PostgreSQL over 8 connections with prepared statements, without encryption or speed limits; its senders get no acknowledgement.`
          : 'ejabberd is not installed here (apt-get install ejabberd erlang-p1-pgsql), so it was not measured.',
        `At full speed ${inFlight} messages are in flight, and the next is sent when one arrives. Server, database and all clients share the same cores.`,
      ],
    };
  },
};
