import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { aCreator, aProfile } from './factories.ts';

describe('the harness', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ at: new Date('2026-11-21T10:00:00Z') });
  });
  afterAll(() => app.close());

  it('serves HTTP on its own database', async () => {
    const answer = await app.client().request('GET', '/healthz?parts');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ok: true, database: true });
  });

  it('creates members whose rows satisfy the schema', async () => {
    const fan = await aProfile(app);
    const creator = await aCreator(app, { priceCents: 14_900 });
    const rows = await sql<{ id: string }>`select id from profiles order by created_at`.execute(app.db);
    expect(rows.rows.map((row) => row.id).sort()).toEqual([fan.profileId, creator.profileId].sort());
  });

  it('moves time only on request', () => {
    app.clock.advance(60_000);
    expect(app.clock.now().toISOString()).toBe('2026-11-21T10:01:00.000Z');
  });

  it('leaves nothing of a closed app in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const useOnce = async () => {
      const other = await startTestApp();
      const kept = new WeakRef(other.context);
      await aProfile(other);
      await other.drain();
      await other.close();
      return kept;
    };
    const kept = await useOnce();
    // The queue keeps what it ran for five seconds.
    await expect
      .poll(
        () => {
          collectGarbage();
          return kept.deref() === undefined;
        },
        { timeout: 15_000, interval: 500 },
      )
      .toBe(true);
  });
});
