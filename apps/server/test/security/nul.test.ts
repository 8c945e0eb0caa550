import { randomUUID } from 'node:crypto';
import { clientEvents } from '@vlam/contract/realtime';
import { findUnstorable } from '@vlam/contract/storable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../server.ts';
import { closeSockets, openListener } from '../sockets.ts';
import { type JsonSchema, schemaOf } from './arbitraries.ts';
import { sampleOf, sampleQuery } from './sample-body.ts';
import { createWorld, everyOperation, ownIdFor, pathWith, type World } from './world.ts';

let t: TestServer;
let world: World;
beforeAll(async () => {
  t = await startTestServer();
  world = await createWorld(t);
});
afterAll(async () => {
  closeSockets();
  await t.close();
});

const bad = ['a\u0000b', '\u0000', 'a\ud800'];

/** Minimal values of `schema`, one per text field (optional ones too), with `text` in that field, and its path. */
function* spoiled(schema: JsonSchema, text: string): Generator<[path: string, value: unknown]> {
  for (const option of (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]) yield* spoiled(option, text);
  if (schema.type === 'string') yield ['', text];
  if (schema.type === 'array')
    for (const [path, item] of spoiled((schema.items ?? {}) as JsonSchema, text)) yield [join('0', path), [item]];
  if (schema.type !== 'object') return;
  const least = sampleOf(schema) as Record<string, unknown>;
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    for (const [path, value] of spoiled(field, text)) yield [join(name, path), { ...least, [name]: value }];
}
const join = (name: string, rest: string) => (rest ? `${name}.${rest}` : name);

describe('T79: text that the database cannot store is refused before any effect', () => {
  const texts = (part: 'body' | 'query') => everyOperation.filter(([, operation]) => operation[part]);

  it.each(texts('body'))('in the body of %s', async (name, operation) => {
    const client = t.client(world.admin);
    const path = pathWith(operation, ownIdFor(operation.path, world));
    for (const text of bad)
      for (const [field, body] of spoiled(schemaOf(operation.body), text)) {
        const headers = { 'idempotency-key': randomUUID() };
        const answer = await client.request(operation.method, path, { body, headers });
        expect([name, field, answer.status, answer.error?.code]).toEqual([name, field, 400, 'VALIDATION_FAILED']);
        expect(Object.keys(answer.error?.details?.fields ?? {})).toEqual([field]);
      }
  });

  it.each(texts('query'))('in the query of %s', async (name, operation) => {
    const client = t.client(world.admin);
    const path = pathWith(operation, ownIdFor(operation.path, world));
    for (const field of ['surprise', ...Object.keys(schemaOf(operation.query).properties ?? {})]) {
      const search = new URLSearchParams(sampleQuery(operation));
      search.set(field, 'a\u0000b');
      const answer = await client.request(operation.method, `${path}?${search}`);
      // Navigations are redirected to a page.
      if (operation.navigation) expect([name, answer.status]).toEqual([name, expect.toBeOneOf([302, 400])]);
      else expect([name, field, answer.status]).toEqual([name, field, 400]);
    }
  });

  it.each(everyOperation.filter(([, { params }]) => params))('in the path of %s', async (name, operation) => {
    for (const part of ['%00', 'a%00b']) {
      const path = operation.path.replace(/\{\w+\}/g, part);
      const answer = await t.client(world.admin).request(operation.method, path, operation.body ? { body: {} } : {});
      expect([name, part, answer.status]).toEqual([name, part, 404]);
    }
  });

  it('over the socket', async () => {
    const { socket } = await openListener(t, world.owner);
    for (const [name, schema] of Object.entries(clientEvents))
      for (const [field, payload] of spoiled(schemaOf(schema), 'a\u0000b')) {
        const answer = await socket.call(name, payload, 5_000);
        expect([name, field, answer.ok, 'code' in answer && answer.code]).toEqual([
          name,
          field,
          false,
          expect.toBeOneOf(['VALIDATION_FAILED', 'NOT_FOUND']),
        ]);
      }
  });

  it('in a field’s name, at any depth', () => {
    expect(findUnstorable({ 'a\u0000': 1 })).toBe('a\u0000');
    expect(findUnstorable({ a: [{ b: 'x' }, { b: '\u0000' }] })).toBe('a.1.b');
    expect(findUnstorable(JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`))).toMatch(/^0\.0/);
    expect(findUnstorable({ a: ['🔥', 'Ṱhilidzi', null, 1, true] })).toBeNull();
  });
});
