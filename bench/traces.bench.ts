import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createTestClock } from '../apps/server/test/clock.ts';
import { aProfile } from '../apps/server/test/factories.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { startChildServer } from './lib/child-server.ts';
import { runHttpLoad } from './lib/http-load.ts';
import { processorMs } from './lib/processor-time.ts';
import type { Row } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const connections = 20;
const script = join(import.meta.dirname, 'lib/traced-server.ts');
const ratios = { 'no traces': null, 'one request in ten': '0.1', 'every request': '1' } as const;
type Kind = keyof typeof ratios;

export const benchmark: Benchmark = {
  name: 'traces',
  title: 'What do traces cost a signed-in call that reads from the database?',
  goal: 'the server with every request traced takes at most twice the processor time of none.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('traces');
    const environment = benchEnvironment(url);
    const app = { db: database.db, clock: createTestClock(), config: readConfig(environment) };
    const cookies: string[] = [];
    for (let person = 0; person < connections; person += 1) cookies.push((await aProfile(app)).cookie);
    await database.pool.query('vacuum analyze');
    let bytes = 0;
    const collector = createServer((request, response) => {
      request.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      request.on('end', () => response.end('{}'));
    });
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

    const rows = new Map<Kind, Round[]>();
    const costs = new Map<Kind, number[]>();
    const sent = new Map<Kind, number>();
    for (let round = 0; round < rounds; round += 1)
      for (const kind of Object.keys(ratios) as Kind[]) {
        const ratio = ratios[kind];
        const server = await startChildServer(script, {
          ...environment,
          ...(ratio ? { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } : {}),
        });
        const load = (length: number) =>
          runHttpLoad({
            port: server.port,
            method: 'GET',
            connections: cookies.map((cookie) => ({
              headers: { cookie, 'sec-fetch-site': 'same-origin' },
              paths: ['/api/credits/balance'],
            })),
            seconds: length,
            warmUpSeconds: 0,
            endless: true,
          });
        await load(2);
        const before = processorMs(server.pid);
        const bytesBefore = bytes;
        const result = await load(seconds);
        const cost = ((processorMs(server.pid) - before) * 1_000) / (result.perSecond * seconds);
        sent.set(kind, (bytes - bytesBefore) / (result.perSecond * seconds));
        await server.stop();
        rows.set(kind, [...(rows.get(kind) ?? []), result]);
        costs.set(kind, [...(costs.get(kind) ?? []), cost]);
        log(`${kind}: ${Math.round(result.perSecond)}/s, ${cost.toFixed(0)} µs each, ${result.failed} failed`);
      }
    collector.close();
    await database.close();

    const cost = (kind: Kind) => median(costs.get(kind) ?? []);
    const times = (kind: Kind) => cost(kind) / cost('no traces');
    return {
      rows: [...rows].map(([name, list]): Row => ({ name, rounds: list })),
      verdicts: [
        {
          claim: 'every request traced: at most twice the processor time',
          reached: times('every request') <= 2,
          seen: `${times('every request').toFixed(2)}: ${cost('every request').toFixed(0)} µs beside ${cost('no traces').toFixed(0)} µs`,
        },
        {
          claim: 'one request in ten: at most a quarter more',
          reached: times('one request in ten') <= 1.25,
          seen: times('one request in ten').toFixed(2),
        },
      ],
      notes: [
        `${connections} connections, each of another member, who asks for the balance of their credits: two lanes and three statements. Processor time is that of the server; load, collector and PostgreSQL share the cores.`,
        `The collector got ${Math.round(sent.get('every request') ?? 0)} bytes a request when each was traced.`,
      ],
    };
  },
};
