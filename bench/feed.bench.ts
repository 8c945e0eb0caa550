import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createApp } from '../apps/server/src/app.ts';
import { createContext } from '../apps/server/src/context.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { newId, newToken } from '../apps/server/src/platform/ids.ts';
import { createRateLimiter } from '../apps/server/src/platform/rate-limit.ts';
import { hashToken, sessionCookieName } from '../apps/server/src/platform/session-cookie.ts';
import type { Viewer } from '../apps/server/src/platform/viewer.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { feedCounts, makeFeedWorld } from './lib/feed-world.ts';
import { runGetLoad } from './lib/get-load.ts';
import { runLoad } from './lib/load.ts';
import { p99, perSecond, type Row, ratio } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';

const port = 41_400;
const clients = 8;
const sessions = 2_000;
/** A public social network's own feed service on comparable data, measured on the machine of the goal. */
const networkPerSecond = 69;

/** What one writes first: every item of the creators, sorted. Counters are stored, the statement is prepared. */
const joinText = (likes: string) => `select items.*, ${likes} as likes, profiles.display_name, profiles.category
  from content_items as items join profiles on profiles.id = items.profile_id
  where items.state = 'published' and profiles.hidden_at is null and items.profile_id in (
    select creator_id from follows where follower_id = $1
    union select creator_id from subscriptions where subscriber_id = $1 and paid_until > now())
  order by items.published_at desc, items.id desc limit 21`;
const storedCounters = joinText('items.like_count');
const liveCounters = joinText('(select count(*) from likes where likes.content_id = items.id)');

export const benchmark: Benchmark = {
  name: 'feed',
  title: 'How fast is the first page of the feed, beside a join over everything one follows?',
  goal: `at least 2.5 times the join with stored counters, p99 under 10 ms; over HTTP at least 20 times ${networkPerSecond}/s.`,
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('feed');
    const { viewers, accountOf } = await makeFeedWorld(database, log);
    const dataDir = mkdtempSync(join(tmpdir(), 'vlam-bench-feed-'));
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: url, DEMO: '0' });
    const logger = { info() {}, warn() {}, error() {} };
    const rateLimiter = createRateLimiter({ scale: 1_000_000 });
    const context = createContext({ config, database, clock: systemClock, logger, rateLimiter });
    const app = await createApp(context);
    await app.listen({ host: '127.0.0.1', port });
    const joins = new pg.Pool({ connectionString: url, max: clients });

    const anyViewer = (): Viewer => {
      const profileId = viewers[Math.floor(Math.random() * viewers.length)] ?? '';
      const accountId = accountOf.get(profileId) ?? '';
      return {
        accountId,
        profileId,
        sessionId: '',
        role: 'user',
        permissions: [],
        ageVerified: true,
        isCreator: false,
      };
    };
    const tokens = viewers.slice(0, sessions).map((profileId) => ({ profileId, token: newToken() }));
    await database.pool.query(
      `insert into sessions (id, token_hash, account_id, expires_at)
         select id, hash, account, now() + interval '1 day' from unnest($1::uuid[], $2::bytea[], $3::uuid[]) as s (id, hash, account)`,
      [
        tokens.map(() => newId()),
        tokens.map(({ token }) => hashToken(token)),
        tokens.map(({ profileId }) => accountOf.get(profileId)),
      ],
    );
    const cookies = tokens.map(({ token }) => `${sessionCookieName(config)}=${token}`);

    const rows = new Map<string, Round[]>();
    /** Microseconds of processor time a page over HTTP, by round. */
    const costs: { server: number; store: number }[] = [];
    const measure = async (name: string, one: () => Promise<Round>) => {
      const round = await one();
      rows.set(name, [...(rows.get(name) ?? []), round]);
      log(`${name}: ${Math.round(round.perSecond)}/s, p99 ${round.p99.toFixed(2)} ms`);
    };
    const join20 = (name: string, text: string) => () =>
      runLoad({
        clients,
        seconds,
        call: async () => (await joins.query({ name, text, values: [anyViewer().profileId] })).rowCount === 21,
      });
    const names = {
      live: 'join with live counts',
      stored: 'join with stored counters',
      skeleton: 'the store: ids of a page',
      whole: 'the service: a whole page, with rights, likes and signed addresses',
      http: 'the same over HTTP, with session, guard and contract',
    };
    const openPage = async () => (await context.content.listFeed(anyViewer(), { limit: 20 })).items.length === 20;
    for (let round = 0; round < rounds; round += 1) {
      await measure(names.live, join20('live', liveCounters));
      await measure(names.stored, join20('stored', storedCounters));
      await measure(names.skeleton, () =>
        runLoad({
          clients,
          seconds,
          call: async () => (await context.content.listFeedIds(anyViewer(), 20)).length === 20,
        }),
      );
      await measure(names.whole, () => runLoad({ clients, seconds, call: openPage }));
      await measure(names.http, async () => {
        const [server, store] = [process.threadCpuUsage(), postgres.processorMs()];
        const result = await runGetLoad({ port, path: '/api/content/feed?limit=20', cookies, clients, seconds });
        const { user, system } = process.threadCpuUsage(server);
        const pages = result.perSecond * seconds;
        costs.push({ server: (user + system) / pages, store: ((postgres.processorMs() - store) * 1_000) / pages });
        return result;
      });
    }
    await app.close();
    await Promise.all([joins.end(), database.close(), rm(dataDir, { recursive: true, force: true })]);

    const all: Row[] = [...rows].map(([name, list]) => ({ name, rounds: list }));
    const find = (name: string) => all.find((row) => row.name === name) ?? { name, rounds: [] };
    const stored = perSecond(find(names.stored));
    const skeleton = find(names.skeleton);
    const http = perSecond(find(names.http));
    const cost = (of: (each: (typeof costs)[number]) => number) => `${Math.round(median(costs.map(of)))} µs`;
    return {
      rows: all,
      verdicts: [
        {
          claim: '2.5 times the join with stored counters',
          reached: perSecond(skeleton) >= 2.5 * stored,
          seen: `${ratio(perSecond(skeleton) / stored)}, and ${ratio(perSecond(find(names.whole)) / stored)} with everything a page needs`,
        },
        { claim: 'p99 under 10 ms', reached: p99(skeleton) < 10, seen: `${p99(skeleton).toFixed(1)} ms` },
        {
          claim: `20 times ${networkPerSecond}/s over HTTP`,
          reached: http >= 20 * networkPerSecond,
          seen: `${Math.round(http)}/s, ${ratio(http / networkPerSecond)}`,
        },
      ],
      notes: [
        `${feedCounts.users} users who each follow ${feedCounts.follows} creators and pay ${feedCounts.subscriptions}, ${feedCounts.creators} creators, ${feedCounts.posts} items, ${feedCounts.likes} likes; ${clients} clients, a random member each time.`,
        `The joins return rows of items and creators. The product also leaves out blocked and hidden people, adds the viewer's purchases, subscriptions and likes, and signs addresses for the viewer.`,
        `A page over HTTP takes ${cost(({ server }) => server)} of processor time in the server and ${cost(({ store }) => store)} in PostgreSQL, load apart.`,
        'The load over HTTP is made in another thread of the same machine. The network’s feed service is not part of this repository; its figure was measured on the machine of the goal.',
      ],
    };
  },
};
