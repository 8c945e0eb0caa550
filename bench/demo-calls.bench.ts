import { join } from 'node:path';
import { seedDemoWorld } from '../apps/server/demo/seed.ts';
import { createContext } from '../apps/server/src/context.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { newId, newToken } from '../apps/server/src/platform/ids.ts';
import { hashToken, sessionCookieName } from '../apps/server/src/platform/session-cookie.ts';
import { startChildServer } from './lib/child-server.ts';
import { runHttpLoad } from './lib/http-load.ts';
import type { Question } from './lib/question.ts';
import type { Row } from './lib/report.ts';
import type { Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const connections = 8;
const members = 400;

export const question: Question = {
  name: 'demo-calls',
  title: 'How long do the calls behind feed and profiles take in the demo world?',
  goal: 'none of its own: this says what a person waits for.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('demo');
    const environment = benchEnvironment(url);
    const config = readConfig(environment);
    const logger = { info() {}, warn() {}, error() {} };
    const context = createContext({ config, database, clock: systemClock, logger });
    await seedDemoWorld({
      database,
      context,
      onProgress: (part, label) => log(`${Math.round(part * 100)} % ${label}`),
    });

    const ids = async (text: string) => (await database.pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
    const accounts = await ids(
      `select id from accounts where age_verified_at is not null and profile_id is not null order by md5(id::text) limit ${members}`,
    );
    const creators = await ids(
      'select id from profiles where category is not null and hidden_at is null order by md5(id::text) limit 400',
    );
    const items = await ids(`select id from content_items where state = 'published' order by md5(id::text) limit 400`);
    const tokens = accounts.map(() => newToken());
    await database.pool.query(
      `insert into sessions (id, token_hash, account_id, expires_at)
         select id, hash, account, now() + interval '1 day'
           from unnest($1::uuid[], $2::bytea[], $3::uuid[]) as s (id, hash, account)`,
      [accounts.map(() => newId()), tokens.map(hashToken), accounts],
    );
    await database.pool.query('vacuum analyze');
    const server = await startChildServer(join(import.meta.dirname, 'lib/app-server.ts'), environment);

    const calls: Record<string, string[]> = {
      'feed, first page': ['/api/content/feed'],
      'a creator’s profile': creators.map((id) => `/api/profiles/${id}`),
      'a creator’s items': creators.map((id) => `/api/creators/${id}/content`),
      'one item': items.map((id) => `/api/content/${id}`),
      'search by name': ['Zanele', 'naledi', 'khumal', 'Durban'].map((q) => `/api/profiles/search?q=${q}`),
      'who is signed in': ['/api/auth/user'],
    };
    const rows = new Map<string, Round[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const [name, paths] of Object.entries(calls)) {
        const result = await runHttpLoad({
          port: server.port,
          method: 'GET',
          // A member each; the paths begin elsewhere for every one of them.
          connections: Array.from({ length: connections }, (_, index) => ({
            headers: {
              cookie: `${sessionCookieName(config)}=${tokens[(index + round * connections) % tokens.length]}`,
              'sec-fetch-site': 'same-origin',
            },
            paths: paths.map((_path, at) => paths[(at + index * 47) % paths.length] ?? ''),
          })),
          seconds,
          warmUpSeconds: 1,
          endless: true,
        });
        rows.set(name, [...(rows.get(name) ?? []), result]);
        log(
          `${name}: ${Math.round(result.perSecond)}/s, p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms`,
        );
      }
    await server.stop();
    await database.close();
    const all: Row[] = [...rows].map(([name, list]) => ({ name, rounds: list }));
    return {
      rows: all,
      verdicts: [],
      notes: [
        `The demo world of \`npm start\`: 52,480 members, 1,062 creators, some thousand items and the ledger of R2 million. ${connections} connections of ${connections} members, one request under way on each; the whole program as it is served, only with rate budgets nobody reaches.`,
        'Load, server and PostgreSQL share the cores.',
      ],
    };
  },
};
