import { sql } from 'kysely';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { freePort } from '../apps/server/test/server.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { chatPairs } from './lib/chat-pairs.ts';
import { startChild } from './lib/child-process.ts';
import type { MessageCommand, MessageReport } from './lib/message-load.ts';
import { p99, perSecond, type Row, ratio } from './lib/report.ts';
import type { Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const pairs = 100;
const steady = 200;
const inFlight = 512;
const names = {
  ws: 'bare ws, relayed without storage',
  'ws-stored': 'bare ws with each message stored durably, in a table of one index',
  'socket.io': 'bare Socket.IO, a room each, relayed without storage',
  stored: 'bare Socket.IO with each message stored durably, in a table of one index',
  product: 'the product: session, rules, stored durably, published to both',
  'product-http': 'the same, sent by HTTP',
} as const;
type Kind = keyof typeof names;
const kinds = Object.keys(names) as Kind[];

export const benchmark: Benchmark = {
  name: 'messages',
  title: 'How fast is a message delivered from one member to another?',
  goal: 'p99 of delivery under 100 ms at 200 messages a second on two cores; at full speed at least half of bare Socket.IO.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('messages');
    const environment = benchEnvironment(url);
    const members = await chatPairs(database, readConfig(environment), pairs);
    await sql`create table words (id uuid primary key, receiver uuid not null, content text not null)`.execute(
      database.db,
    );
    await database.pool.query('vacuum analyze');

    const found = new Map<string, Round[]>();
    const add = (name: string, round: Round) => found.set(name, [...(found.get(name) ?? []), round]);
    const steadyName = (kind: Kind) => `${names[kind]}, ${steady} a second`;

    async function measure(kind: Kind): Promise<void> {
      const port = await freePort();
      const server = startChild<never, { port: number }>('message-server.ts', {
        ...environment,
        MESSAGE_KIND: kind,
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      });
      const ready = await server.receive('port');
      const load = startChild<MessageCommand, MessageReport>('message-load.ts', {});
      load.send({ open: { kind, port: ready.port, people: members } });
      await load.receive('opened');
      const round = async (wanted: Extract<MessageCommand, { round: unknown }>['round']) => {
        load.send({ round: wanted });
        return (await load.receive('done')).done;
      };
      await round({ ms: 3_000, inFlight });
      const calm = await round({ ms: seconds * 1_000, perSecond: steady });
      add(steadyName(kind), calm);
      const full = await round({ ms: seconds * 1_000, inFlight });
      add(names[kind], full);
      log(
        `${names[kind]}: ${Math.round(full.perSecond)}/s; at ${steady}/s p50 ${calm.p50.toFixed(2)}, p99 ${calm.p99.toFixed(2)} ms; refused ${calm.refused + full.refused}`,
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
    const [own, library] = [perSecond(row(names.product)), perSecond(row(names['socket.io']))];
    const [kept, limit] = [perSecond(row(names.stored)), perSecond(row(names['ws-stored']))];
    return {
      rows: [...kinds.map((kind) => row(steadyName(kind))), ...kinds.map((kind) => row(names[kind]))],
      verdicts: [
        {
          claim: `p99 of delivery at ${steady} messages a second under 100 ms`,
          reached: calm < 100,
          seen: `${calm.toFixed(1)} ms`,
        },
        {
          claim: 'at least half of bare Socket.IO, with session, storage and fan-out',
          reached: own >= library * 0.5,
          seen: `${ratio(own / library)}; ${ratio(perSecond(row(names['product-http'])) / library)} when sent by HTTP; the minimal stores reach ${ratio(kept / library)} on Socket.IO and ${ratio(limit / library)} on ws, of which the product reaches ${ratio(own / kept)} and ${ratio(own / limit)}`,
        },
      ],
      notes: [
        `${pairs} pairs, each member with a socket; times run from before sending until arrival at the other socket. The product checks the session, visibility and quota, assigns a sequence number, commits durably, replies to the sender and publishes to the recipient; ${stored[0]?.count} messages were stored. Bare ws and Socket.IO relay to a named recipient without storage; the rows with storage show its minimal cost: one insert per batch, without authentication, order or reply. Rate limits are lifted, because 200 members send all messages.`,
        `At full speed ${inFlight} messages are in flight, and the next is sent when one arrives. Server, database and all clients share the same cores.`,
      ],
    };
  },
};
