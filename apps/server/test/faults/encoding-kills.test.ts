import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { aClip } from '../clips.ts';
import { createRunningClock } from '../clock.ts';
import { findEncoder } from '../encoders.ts';
import { aCreator, type TestProfile } from '../factories.ts';
import { findClips } from '../machine.ts';
import { sendFile } from '../pictures.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

const clipsWork = await findClips();
/** A restart takes a few seconds, and the file is begun anew. */
const maxSeconds = 90;

describe.skipIf(!clipsWork)('a video while its encoding is killed (skipped without the FFmpeg bindings)', () => {
  let server: ServerProcess;
  let creator: TestProfile;
  beforeAll(async () => {
    server = await createServerProcess();
    await server.start();
    const database = openDatabase(await server.databaseUrl(), { size: 2 });
    creator = await aCreator({ db: database.db, clock: createRunningClock(), config: server.config });
    await database.close();
  }, 60_000);
  afterAll(() => server?.destroy());

  /** Sends requests to the running server, as `app.inject` does to one of this process. */
  const app = {
    async inject({ method = 'GET', url = '', headers = {}, payload }: Record<string, unknown>) {
      const response = await fetch(new URL(String(url), server.url), {
        method: String(method),
        headers: headers as Record<string, string>,
        body: (payload as Buffer<ArrayBuffer> | undefined) ?? null,
      });
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    },
  } as unknown as FastifyInstance;

  async function send(seed: number): Promise<string> {
    const file = await aClip({ seconds: 20, width: 640, height: 360, seed });
    const { id, status } = await sendFile({ app }, creator, file, 'publish');
    expect(status).toBe(204);
    return id;
  }
  async function mediaOf(id: string): Promise<{ state: string; progress: number | null }> {
    const headers = { cookie: creator.cookie, 'sec-fetch-site': 'same-origin' };
    return (await fetch(`${server.url}/api/media/${id}`, { headers })).json() as never;
  }
  async function untilHalfDone(id: string): Promise<void> {
    for (;;) {
      const { state, progress } = await mediaOf(id);
      expect(state).toBe('processing');
      if ((progress ?? 0) > 15) return;
      await sleep(50);
    }
  }
  /** Seconds until it is ready. */
  async function untilReady(id: string): Promise<number> {
    const since = performance.now();
    for (;;) {
      const { state } = await mediaOf(id);
      const seconds = (performance.now() - since) / 1000;
      if (state === 'ready') return seconds;
      expect([state, seconds < maxSeconds]).toEqual(['processing', true]);
      await sleep(200);
    }
  }

  it('T56 F1: is finished after the server was killed in the middle of it', async () => {
    const id = await send(1);
    await untilHalfDone(id);
    await server.kill();
    await server.start();
    console.info(`F1: the video was ready ${(await untilReady(id)).toFixed(1)} s after the restart`);
  });

  it('T56 F1: is finished after only its encoder was killed, and its server lives on', async () => {
    const id = await send(2);
    const pid = server.pid();
    await untilHalfDone(id);
    process.kill(await findEncoder(pid), 'SIGKILL');
    console.info(`F1: the video was ready ${(await untilReady(id)).toFixed(1)} s after its encoder was killed`);
    expect(server.pid()).toBe(pid);
  });
});
