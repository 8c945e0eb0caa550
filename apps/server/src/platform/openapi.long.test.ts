import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '../../test/use-app.ts';

let url: string;
const t = useTestApp();
beforeAll(async () => {
  url = await t.app.listen({ host: '127.0.0.1', port: 0 });
});

const agent = new Agent({ keepAlive: true });
/** Downloads a response without decompressing it: the readers run in this process too. */
const take = (path: string) =>
  new Promise<void>((done, fail) => {
    get(url + path, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume().on('end', done);
    }).on('error', fail);
  });

async function p50(): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 300; index += 1) {
    const since = performance.now();
    await take('/api/settings');
    times.push(performance.now() - since);
  }
  return times.sort((one, other) => one - other)[150] ?? 0;
}

/** Fifty clients that open page after page, each a second after its previous response. */
async function read(path: string, stop: AbortSignal): Promise<void> {
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      await sleep(index * 20);
      while (!stop.aborted) {
        await take(path);
        await sleep(1_000);
      }
    }),
  );
}

it.each(['/api/docs', '/api/openapi.json'])(
  'T99: fifty readers of %s leave the p50 of others within 1.5 times',
  { retry: 2, timeout: 180_000 },
  async (path) => {
    await p50();
    const alone = await p50();
    const stop = new AbortController();
    const reading = read(path, stop.signal);
    await sleep(1_500);
    const beside = await p50();
    stop.abort();
    await reading;
    console.info(`${path}: p50 of others ${alone.toFixed(2)} ms alone, ${beside.toFixed(2)} ms beside fifty readers`);
    expect(beside).toBeLessThan(alone * 1.5 + 1);
  },
);
