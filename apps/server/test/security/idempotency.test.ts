import { randomUUID } from 'node:crypto';
import { operation } from '@vlam/contract/operation';
import { idParams } from '@vlam/contract/schemas';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { registerOperations } from '../../src/platform/guard.ts';
import { registerErrorHandling } from '../../src/platform/http-errors.ts';
import { aCreator, type TestProfile } from '../factories.ts';
import { aPicture, sendFile } from '../pictures.ts';
import { useTestApp } from '../use-app.ts';
import { everyOperation } from './world.ts';

let creator: TestProfile;
let files: string[];
const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t);
  files = [];
  for (let seed = 1; seed <= 11; seed += 1)
    files.push((await sendFile(t, creator, await aPicture({ width: 40, height: 50, seed }))).id);
  await t.drain();
});

const bodyFor = (mediaId: string, title = 'Evening light') => ({
  title,
  description: '',
  mediaType: 'image' as const,
  mediaId,
});
const takeFile = () => files.shift() as string;
const publish = (key: string, body: Record<string, unknown>, who: TestProfile = creator) =>
  t.client(who).call('createContent', { idempotencyKey: key, body });
const published = async () =>
  Number(
    (
      await t.db
        .selectFrom('content_items')
        .select((c) => c.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
const keyRow = (key: string) =>
  t.db.selectFrom('idempotency_keys').selectAll().where('key', 'like', `%${key}`).executeTakeFirst();

describe('responses stored under an Idempotency-Key', () => {
  it('are declared by publishing, which represents all such operations here', () => {
    const stored = everyOperation
      .filter(([, { idempotent }]) => idempotent === 'once' || idempotent === 'stored')
      .map(([name]) => name);
    expect(stored).toContain('createContent');
  });

  it('a repeat gets the first response byte for byte, and acts once', async () => {
    const key = randomUUID();
    const body = bodyFor(takeFile());
    const before = await published();
    const first = await publish(key, body);
    expect(first.status).toBe(201);
    // The item has changed since; the stored response has not.
    await t.client(creator).call('updateContent', { params: { id: first.body.id }, body: { title: 'Another name' } });
    t.clock.advance(3_600_000);
    const repeats = await Promise.all(Array.from({ length: 10 }, () => publish(key, body)));
    for (const repeat of repeats) expect([repeat.status, repeat.text]).toEqual([201, first.text]);
    expect(await published()).toBe(before + 1);
  });

  it('30 concurrent requests act once: the others get the same response or REQUEST_IN_PROGRESS', async () => {
    const key = randomUUID();
    const body = bodyFor(takeFile());
    const before = await published();
    const answers = await Promise.all(Array.from({ length: 30 }, () => publish(key, body)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const other of answers.filter(({ status }) => status !== 201))
      expect(other.error?.code).toBe('REQUEST_IN_PROGRESS');
    expect(await published()).toBe(before + 1);
  });

  it('the key with another body is refused, and the first response stays', async () => {
    const key = randomUUID();
    const mediaId = takeFile();
    const first = await publish(key, bodyFor(mediaId));
    expect((await publish(key, bodyFor(mediaId, 'Changed'))).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await publish(key, bodyFor(mediaId))).text).toBe(first.text);
  });

  it('are scoped to one account: another may use the same key', async () => {
    const key = randomUUID();
    await publish(key, bodyFor(takeFile()));
    const other = await aCreator(t);
    const foreign = await publish(key, bodyFor(randomUUID()), other);
    expect(foreign.error?.code).toBe('NOT_FOUND');
  });

  it('errors are not stored: after the cause is corrected, the same key works', async () => {
    const key = randomUUID();
    const mediaId = takeFile();
    await sql`update media set state = 'processing' where id = ${mediaId}`.execute(t.db);
    expect((await publish(key, bodyFor(mediaId))).error?.code).toBe('MEDIA_NOT_READY');
    expect(await keyRow(key)).toBeUndefined();
    await sql`update media set state = 'ready' where id = ${mediaId}`.execute(t.db);
    expect((await publish(key, bodyFor(mediaId))).status).toBe(201);
    expect((await publish(randomUUID(), { title: '' })).error?.code).toBe('VALIDATION_FAILED');
  });

  it('F12: the claim of a crashed process is locked for a minute, then taken over by the same request only', async () => {
    const key = randomUUID();
    const mediaId = takeFile();
    // State left by a process that crashes between claim and response.
    await publish(key, bodyFor(mediaId));
    await t.db.deleteFrom('content_items').where('media_id', '=', mediaId).execute();
    await sql`update idempotency_keys set status = null, body = null, claimed_at = now() where key like ${`%${key}`}`.execute(
      t.db,
    );
    expect((await publish(key, bodyFor(mediaId))).error?.code).toBe('REQUEST_IN_PROGRESS');
    await sql`update idempotency_keys set claimed_at = now() - interval '61 seconds' where key like ${`%${key}`}`.execute(
      t.db,
    );
    expect((await publish(key, bodyFor(mediaId, 'Changed'))).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const taken = await Promise.all(Array.from({ length: 8 }, () => publish(key, bodyFor(mediaId))));
    const made = taken.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(taken.filter(({ status, error }) => status !== 201 && error?.code !== 'REQUEST_IN_PROGRESS')).toEqual([]);
    expect((await publish(key, bodyFor(mediaId))).text).toBe(made[0]?.text);
  });

  it('accepts keys of 8 to 255 plain characters and returns an error for others', async () => {
    for (const key of ['short', 'a'.repeat(256), 'spaces are no part', 'käse-und-brot', "'; drop table x"]) {
      const answer = await publish(key, bodyFor(randomUUID()));
      expect([key, answer.status]).toEqual([key, 400]);
    }
  });

  it('ASVS 14.2.7: responses are deleted after two days', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const key of [old, young]) await publish(key, bodyFor(takeFile()));
    await sql`update idempotency_keys set claimed_at = now() - interval '49 hours' where key like ${`%${old}`}`.execute(
      t.db,
    );
    await sql`update idempotency_keys set claimed_at = now() - interval '47 hours' where key like ${`%${young}`}`.execute(
      t.db,
    );
    await t.context.jobs.enqueue(t.db, { name: 'idempotency.sweep', maxAttempts: 1 }, {});
    await t.drain();
    expect(await keyRow(old)).toBeUndefined();
    expect((await keyRow(young))?.status).toBe(201);
  });

  it('stores no key and no request body in clear text', async () => {
    const key = randomUUID();
    await publish(key, bodyFor(takeFile(), 'A title nobody needs'));
    expect((await keyRow(key))?.request_hash).toHaveLength(32);
  });
});

describe('a key and its request', () => {
  it('is another request when the path has another id', async () => {
    const app = Fastify();
    app.decorateRequest('operationName', undefined);
    app.decorateRequest('viewer', null);
    registerErrorHandling(app, t.context.logger);
    const acted: string[] = [];
    const rename = operation({
      method: 'POST',
      path: '/things/{id}',
      summary: 'Rename a thing',
      access: 'adult',
      idempotent: 'stored',
      params: idParams,
      response: z.object({ id: z.string() }),
    });
    const handler = ({ params }: { params: { id: string } }) => {
      acted.push(params.id);
      return params;
    };
    registerOperations(app, [{ name: 'rename', operation: rename, handler: handler as never }], {
      authenticate: async () => (await t.context.identity.authenticateToken(creator.sessionToken)) ?? null,
      authenticateSuspended: async () => null,
      isProven: async () => true,
      rateLimiter: t.context.rateLimiter,
      idempotency: t.context.idempotency,
      requireAllowedText: async () => {},
      recordRefusal: async () => {},
    });
    const key = randomUUID();
    const send = async (id: string) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': key };
      return (await app.inject({ method: 'POST', url: `/things/${id}`, headers })).json();
    };
    const [one, two] = [randomUUID(), randomUUID()];
    expect(await send(one)).toEqual({ id: one });
    expect(await send(one)).toEqual({ id: one });
    expect(await send(two)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(acted).toEqual([one]);
    await app.close();
  });
});
