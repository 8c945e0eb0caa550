import { join } from 'node:path';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { createTestClock } from '../apps/server/test/clock.ts';
import { aProfile } from '../apps/server/test/factories.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { type ChildServer, startChildServer } from './lib/child-server.ts';
import { runHttpLoad } from './lib/http-load.ts';
import { perSecond, type Row, ratio } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const connections = 64;
const script = join(import.meta.dirname, 'lib/small-json-server.ts');
const names = {
  node: 'bare node:http',
  fastify: 'bare Fastify',
  'fastify and zod': 'bare Fastify, validated by the same schemas',
  product: 'the product: session, guard and contract',
} as const;
type Kind = keyof typeof names;

/** Microseconds of processor time the server has used since it began. */
async function processorTime({ port }: ChildServer): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/cpu`);
  return ((await response.json()) as { microseconds: number }).microseconds;
}

export const benchmark: Benchmark = {
  name: 'http',
  title: 'What do session, guard and contract cost a small JSON answer?',
  goal: 'through session, guard and contract at least half of bare Fastify.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('http');
    const environment = benchEnvironment(url);
    const app = { db: database.db, clock: createTestClock(), config: readConfig(environment) };
    const cookies: string[] = [];
    for (let person = 0; person < connections; person += 1) cookies.push((await aProfile(app)).cookie);
    await database.pool.query('vacuum analyze');

    const rows = new Map<Kind, Round[]>();
    const costs = new Map<Kind, number[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const kind of Object.keys(names) as Kind[]) {
        // One server at a time: an idle one would still take memory and collect garbage.
        const server = await startChildServer(script, { ...environment, SMALL_JSON: kind });
        const load = (length: number) =>
          runHttpLoad({
            port: server.port,
            method: 'GET',
            connections: cookies.map((cookie) => ({
              headers: { cookie, 'sec-fetch-site': 'same-origin' },
              paths: Array.from({ length: 16 }, () => `/api/bench/${newId()}?limit=20`),
            })),
            seconds: length,
            warmUpSeconds: 0,
            endless: true,
          });
        await load(2);
        const before = await processorTime(server);
        const result = await load(seconds);
        const cost = ((await processorTime(server)) - before) / (result.perSecond * seconds);
        await server.stop();
        rows.set(kind, [...(rows.get(kind) ?? []), result]);
        costs.set(kind, [...(costs.get(kind) ?? []), cost]);
        log(
          `${names[kind]}: ${Math.round(result.perSecond)}/s, ${cost.toFixed(1)} µs each, p99 ${result.p99.toFixed(2)} ms`,
        );
      }
    await database.close();

    const all: Row[] = [...rows].map(([kind, list]) => ({ name: names[kind], rounds: list }));
    const speed = (kind: Kind) => perSecond({ name: kind, rounds: rows.get(kind) ?? [] });
    const cost = (kind: Kind) => median(costs.get(kind) ?? []);
    const bySpeed = speed('product') / speed('fastify');
    const byCost = cost('fastify') / cost('product');
    return {
      rows: all,
      verdicts: [
        { claim: 'half of bare Fastify, in responses per second', reached: bySpeed >= 0.5, seen: ratio(bySpeed) },
        {
          claim: 'half of bare Fastify, in processor time of the server',
          reached: byCost >= 0.5,
          seen: `${ratio(byCost)}, ${cost('product').toFixed(0)} µs an answer beside ${cost('fastify').toFixed(0)} µs`,
        },
      ],
      notes: [
        `${connections} connections, each of another member, one request under way on each. The answer has seven fields; params, query and answer are validated by the product and by the third row.`,
        'The product also checks in PostgreSQL, once for concurrent requests, which sessions changed before it trusts a cached one, refuses other sites, applies rate limits, sends security headers, records metrics and writes a log line.',
        'The load comes from a process of its own and PostgreSQL has another, on the same cores; so the processor time of the server is compared too.',
      ],
    };
  },
};
