import type { Benchmark } from './lib/benchmark.ts';
import { startDemoWorld } from './lib/demo-world.ts';
import { runHttpLoad } from './lib/http-load.ts';
import type { Row } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';

const connections = 8;
const signedIn = 'who is signed in, alone';
const searches = {
  'search by one letter, alone': ['z', 'n', 'k', 't'],
  'search by two letters, alone': ['za', 'na', 'kh', 'th'],
  'search by three letters, alone': ['zan', 'nal', 'khu', 'tha'],
};

export const benchmark: Benchmark = {
  name: 'demo-calls',
  title: 'How long do the calls behind feed, profiles and search take in the demo world?',
  goal: 'alone: who is signed in, p50 under 2 ms; search by one, two and three letters, p99 under 10 ms.',
  async run({ postgres, rounds, seconds, log }) {
    const world = await startDemoWorld({ postgres, log });
    const search = (letters: readonly string[]) => letters.map((q) => `/api/profiles/search?q=${q}`);
    const calls: Record<string, { connections: number; paths: string[] }> = {
      'feed, first page': { connections, paths: ['/api/content/feed'] },
      'a creator’s profile': { connections, paths: world.creators.map((id) => `/api/profiles/${id}`) },
      'a creator’s items': { connections, paths: world.creators.map((id) => `/api/creators/${id}/content`) },
      'one item': { connections, paths: world.items.map((id) => `/api/content/${id}`) },
      'search by name': { connections, paths: search(['Zanele', 'naledi', 'khumal', 'Durban']) },
      'who is signed in': { connections, paths: ['/api/auth/user'] },
      [signedIn]: { connections: 1, paths: ['/api/auth/user'] },
      ...Object.fromEntries(
        Object.entries(searches).map(([name, letters]) => [name, { connections: 1, paths: search(letters) }]),
      ),
    };
    const rows = new Map<string, Round[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const [name, call] of Object.entries(calls)) {
        const result = await runHttpLoad({
          port: world.server.port,
          method: 'GET',
          connections: world.connectionsFor(call.connections, call.paths),
          seconds,
          warmUpSeconds: 1,
          endless: true,
        });
        rows.set(name, [...(rows.get(name) ?? []), result]);
        log(
          `${name}: ${Math.round(result.perSecond)}/s, p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms`,
        );
      }
    await world.close();
    const all: Row[] = [...rows].map(([name, list]) => ({ name, rounds: list }));
    const p50 = median((rows.get(signedIn) ?? []).map((round) => round.p50));
    return {
      rows: all,
      verdicts: [
        { claim: `${signedIn}, p50 under 2 ms`, reached: p50 < 2, seen: `${p50.toFixed(2)} ms` },
        ...Object.keys(searches).map((name) => {
          const p99 = median((rows.get(name) ?? []).map((round) => round.p99));
          return { claim: `${name}, p99 under 10 ms`, reached: p99 < 10, seen: `${p99.toFixed(1)} ms` };
        }),
      ],
      notes: [
        `The demo world of \`npm start\`: 52,480 members, 1,062 creators, some thousand items and the ledger of R2 million. ${connections} connections of ${connections} members, one request in flight on each, or one where a call is alone; the whole program as it is served, only with rate budgets nobody reaches.`,
        'Load, server and PostgreSQL share the cores.',
      ],
    };
  },
};
