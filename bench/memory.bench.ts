import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark } from './lib/benchmark.ts';
import { startDemoWorld } from './lib/demo-world.ts';
import { runHttpLoad } from './lib/http-load.ts';

const connections = 32;
const goalMb = 350;

/** Memory of a process that is its own, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

export const benchmark: Benchmark = {
  name: 'memory',
  title: 'How much memory does the server keep after a mixed load?',
  goal: `under ${goalMb} MB a minute after the load ends.`,
  async run({ postgres, seconds, log }) {
    const world = await startDemoWorld({ postgres, log });
    const { pid } = world.server;
    const paths = [
      ...world.creators.slice(0, 100).map((id) => `/api/profiles/${id}`),
      ...world.creators.slice(0, 60).map((id) => `/api/creators/${id}/content`),
      ...world.items.slice(0, 60).map((id) => `/api/content/${id}`),
      ...Array.from({ length: 40 }, () => ['/api/content/feed', '/api/auth/user', '/api/conversations']).flat(),
      ...['zan', 'nal', 'Durban', 'khumal'].map((q) => `/api/profiles/search?q=${q}`),
    ].sort((one, other) => one.length - other.length || one.localeCompare(other));
    const load = (length: number) =>
      runHttpLoad({
        port: world.server.port,
        method: 'GET',
        connections: world.connectionsFor(connections, paths),
        seconds: length,
        warmUpSeconds: 0,
        endless: true,
      });
    await load(2);
    const warm = await memoryOf(pid);
    const round = await load(seconds * 6);
    const loaded = await memoryOf(pid);
    await sleep(60_000);
    const after = await memoryOf(pid);
    log(`warm ${warm.toFixed(0)} MB, loaded ${loaded.toFixed(0)} MB, a minute later ${after.toFixed(0)} MB`);
    await world.close();
    return {
      rows: [{ name: 'mixed load', rounds: [round] }],
      verdicts: [
        {
          claim: `under ${goalMb} MB a minute after the load`,
          reached: after < goalMb,
          seen: `${after.toFixed(0)} MB; ${warm.toFixed(0)} MB warm, ${loaded.toFixed(0)} MB at the end of the load`,
        },
      ],
      notes: [
        `The demo world; profiles, items, feeds, inboxes and searches by ${connections} connections of as many members for ${seconds * 6} s. Memory is what the process holds (resident set).`,
      ],
    };
  },
};
