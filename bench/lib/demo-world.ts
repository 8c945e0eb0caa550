import { seedDemoWorld } from '../../apps/server/demo/seed.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { newId, newToken } from '../../apps/server/src/platform/ids.ts';
import { hashToken, sessionCookieName } from '../../apps/server/src/platform/session-cookie.ts';
import type { Benchmark } from './benchmark.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import type { HttpPlan } from './http-load.ts';
import { benchEnvironment } from './unlock-world.ts';

const members = 400;
const script = new URL('app-server.ts', import.meta.url).pathname;

export interface DemoCalls {
  server: ChildServer;
  /** Ids of creators and of published items, in an order that has nothing to do with them. */
  creators: string[];
  items: string[];
  /** What so many connections of as many members send; each begins elsewhere among the paths. */
  connectionsFor(count: number, paths: readonly string[]): HttpPlan['connections'];
  close(): Promise<void>;
}

/** The whole program in a process of its own, with the demo world and four hundred signed-in members. */
export async function startDemoWorld({
  postgres,
  log,
}: Pick<Parameters<Benchmark['run']>[0], 'postgres' | 'log'>): Promise<DemoCalls> {
  const { url, database } = await postgres.createMigrated('demo');
  // Sample people are signed in only where the demo is on.
  const environment = { ...benchEnvironment(url), DEMO: '1' };
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
  const server = await startChildServer(script, environment);
  let used = 0;
  return {
    server,
    creators,
    items,
    connectionsFor: (count, paths) =>
      Array.from({ length: count }, (_, index) => {
        used += 1;
        return {
          headers: {
            cookie: `${sessionCookieName(config)}=${tokens[used % tokens.length]}`,
            'sec-fetch-site': 'same-origin',
            'accept-encoding': 'br',
          },
          paths: paths.map((_path, at) => paths[(at + index * 47) % paths.length] ?? ''),
        };
      }),
    async close() {
      await server.stop();
      await database.close();
    },
  };
}
