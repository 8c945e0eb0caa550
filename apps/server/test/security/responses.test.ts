import { errorCatalogue } from '@vlam/contract/errors';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../app.ts';
import { longTurns } from '../long-turns.ts';
import { useTestApp } from '../use-app.ts';
import {
  createWorld,
  everyOperation,
  ownIdFor,
  pathWith,
  sessionOperations,
  type World,
  withoutRequestId,
} from './world.ts';

let world: World;
const t = useTestApp();
beforeAll(async () => {
  world = await createWorld(t);
});

const inside = [
  /\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|\bdelete from\b/i,
  /violates|constraint|syntax error|relation "|column "|duplicate key|SQLSTATE|ECONN/i,
  /\bat .+:\d+:\d+|\.ts:\d+|node_modules|node:internal|Error:/,
  /\/work\/|\/home\/|\/tmp\/|\/app\/|file:\/\//,
  /postgres|fastify|kysely|zod|pg_/i,
];
function expectNothingInside(text: string, where: string) {
  for (const pattern of inside) expect(pattern.exec(text)?.[0], `${where}: ${text}`).toBeUndefined();
}

type Called = (typeof everyOperation)[number];
/** Malformed requests to every operation. */
const mistakes: { headers?: Record<string, string>; body?: unknown; query?: string; id?: string }[] = [
  {},
  { body: {} },
  { body: '{"' },
  { body: [] },
  { body: { id: "' or 1=1 --" } },
  { query: '?cursor=%00&limit=x&q=%' },
  { id: "' or '1'='1" },
  { id: '../../../etc/passwd' },
  { headers: { 'content-type': 'text/html' } },
  { headers: { 'idempotency-key': "'" } },
  { headers: { cookie: "session=' or 1=1 --" } },
];

const long = longTurns(process.env.SEED);

describe('T81 ASVS 16.5.1: responses reveal no internals', () => {
  async function revealsNothing([name, operation]: Called, turn: number | 'all'): Promise<void> {
    const callers = [undefined, world.fan, world.admin];
    for (const [index, { headers, body, query = '', id }] of mistakes.entries())
      for (const who of turn === 'all' ? callers : [callers[(turn + index) % callers.length]]) {
        const known = ownIdFor(operation.path, world);
        const path = pathWith(operation, id ?? known) + query;
        const answer = await t.client(who).request(operation.method, path, {
          ...(headers ? { headers } : {}),
          ...(operation.method === 'GET' || body === undefined ? {} : { body }),
        });
        expect(answer.status).toBeLessThan(500);
        if (!answer.error) continue;
        expectNothingInside(answer.text, name);
        expect(errorCatalogue).toHaveProperty([answer.error.code]);
        expect(errorCatalogue[answer.error.code].status).toBe(answer.status);
        expect(
          Object.keys(answer.error).filter((field) => !['message', 'code', 'requestId', 'details'].includes(field)),
        ).toEqual([]);
      }
  }
  const called = everyOperation.filter(([name]) => name !== 'logout' && name !== 'logoutSubmit');
  for (const [turn, each] of called.entries()) {
    const title = `${each[1].method} ${each[1].path} (${each[0]})`;
    it(`${title}, the callers taking turns`, () => revealsNothing(each, turn));
    if (long.takes(turn))
      it(`${title}, every mistake by every caller, seed ${long.seed}`, { tags: ['long'] }, () =>
        revealsNothing(each, 'all'),
      );
  }
});

describe('T81 ASVS 16.5.3 16.5.4: an unexpected failure', () => {
  const broken = 'alter table profiles rename column display_name to display_name_gone';

  it('returns the same body for every operation, with a request id', async () => {
    await sql.raw(broken).execute(t.db);
    const constant = new Set<string>();
    for (const [name, operation] of everyOperation) {
      if (operation.method !== 'GET' || !operation.response) continue;
      const answer = await t
        .client(world.fan)
        .request(
          'GET',
          `${pathWith(operation, ownIdFor(operation.path, world))}${name === 'searchProfiles' ? '?q=a' : ''}`,
        );
      if (answer.status < 500) continue;
      constant.add(withoutRequestId(answer.text));
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': answer.error?.requestId });
    }
    expect([...constant]).toEqual([
      withoutRequestId(JSON.stringify({ message: 'Something went wrong', code: 'INTERNAL', requestId: '' })),
    ]);
    expect(t.log.some(({ event, fields }) => event === 'unexpected failure' && fields.errorCode === '42703')).toBe(
      true,
    );
  });

  it('fails closed: without its tables the server authenticates no request', { tags: ['long'] }, async () => {
    const other = await startTestApp();
    const whole = await createWorld(other);
    await sql`alter table sessions rename to sessions_gone`.execute(other.db);
    for (const [name, operation] of sessionOperations.filter(
      ([, { access, navigation }]) => access !== 'public' && !navigation,
    )) {
      const answer = await other
        .client(whole.admin)
        .request(operation.method, pathWith(operation, ownIdFor(operation.path, whole)));
      expect([name, answer.status, answer.error?.code]).toEqual([name, 500, 'INTERNAL']);
    }
    expect((await other.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    await other.close();
  });

  it('returns UNAVAILABLE while the database is down, and recovers by itself', async () => {
    const other = await startTestApp();
    const whole = await createWorld(other);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${other.databaseUrl.split('/').pop()} and pid <> pg_backend_pid()`.execute(
      t.db,
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => other.client(whole.fan).call('currentUser')));
    for (const { status, text } of answers) {
      expect([200, 503]).toContain(status);
      expectNothingInside(text, 'a lost connection');
    }
    expect((await other.client(whole.fan).call('currentUser')).status).toBe(200);
    await other.close();
  });
});
