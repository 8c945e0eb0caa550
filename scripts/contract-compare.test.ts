import type { Operation } from '@vlam/contract/operation';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { describeOperations, type OpenApiDocument, schemaOf } from '../apps/server/src/platform/openapi.ts';
import { describeContract, readReleased, writeDocument } from './contract.ts';
import { compareContracts } from './contract-compare.ts';

const base = {
  method: 'POST',
  path: '/api/plans/{id}',
  summary: 'Change a plan',
  access: 'member',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ since: z.optional(z.string()) }),
  body: z.strictObject({
    name: z.string().check(z.maxLength(20)),
    kind: z.enum(['small', 'large']),
    note: z.optional(z.string()),
  }),
  response: z.object({
    id: z.string(),
    kind: z.enum(['small', 'large']),
    price: z.int(),
    note: z.nullable(z.string()),
    parts: z.array(z.object({ name: z.string(), size: z.optional(z.number()) })),
  }),
} satisfies Operation;

type Change = { [Field in keyof Operation]?: Operation[Field] | undefined };
const describeOne = (change: Change = {}) =>
  describeOperations({ changePlan: { ...base, ...change } as Operation }, '1.0.0');
const changed = (change: Change) => compareContracts(describeOne(), describeOne(change));

describe('an operation that tabs of the release before use', () => {
  it('may stay as it is', () => {
    expect(changed({})).toEqual([]);
  });

  it.each<[string, Change, string]>([
    ['loses a field of its answer', { response: z.omit(base.response, { price: true }) }, 'answer.price: was removed'],
    [
      'answers with a field that may be missing',
      { response: z.extend(base.response, { price: z.optional(z.int()) }) },
      'answer.price: may be missing now',
    ],
    [
      'answers with null',
      { response: z.extend(base.response, { price: z.nullable(z.int()) }) },
      'answer.price: was integer, is null now',
    ],
    [
      'answers with another type',
      { response: z.extend(base.response, { price: z.string() }) },
      'answer.price: was integer, is string now',
    ],
    [
      'loses a field deep in its answer',
      { response: z.extend(base.response, { parts: z.array(z.object({ size: z.optional(z.number()) })) }) },
      'answer.parts[].name: was removed',
    ],
    ['has no answer', { response: undefined }, 'answer 200: was removed'],
    ['has another status', { status: 201 }, 'answer 200: was removed'],
    ['requires a new field', { body: z.extend(base.body, { plan: z.string() }) }, 'body.plan: is required now'],
    [
      'requires a field that was optional',
      { body: z.extend(base.body, { note: z.string() }) },
      'body.note: is required now',
    ],
    ['accepts a field no more', { body: z.omit(base.body, { note: true }) }, 'body.note: is not accepted any more'],
    ['has no body', { body: undefined }, 'body: is not accepted any more'],
    [
      'accepts less text',
      { body: z.extend(base.body, { name: z.string().check(z.maxLength(10)) }) },
      'body.name: maxLength is narrower (20, now 10)',
    ],
    [
      'accepts fewer words',
      { body: z.extend(base.body, { kind: z.enum(['small']) }) },
      'body.kind: "large" is not accepted any more',
    ],
    ['accepts another type', { body: z.extend(base.body, { name: z.int() }) }, 'body.name: was string, is integer now'],
    [
      'requires a parameter',
      { query: z.strictObject({ since: z.string() }) },
      'query parameter since: is required now',
    ],
    ['loses a parameter', { query: z.strictObject({}) }, 'query parameter since: was removed'],
  ])('is refused when it %s', (_name, change, line) => {
    expect(changed(change as Change)).toEqual([`POST /api/plans/{id}: ${line}`]);
  });

  it('is refused when it is gone', () => {
    expect(compareContracts(describeOne(), describeOne({ path: '/api/tariffs/{id}' }))).toEqual([
      'POST /api/plans/{id}: was removed',
    ]);
  });

  it.each<[string, Change]>([
    ['answers with one field more', { response: z.extend(base.response, { plan: z.optional(z.string()) }) }],
    ['answers with a word more', { response: z.extend(base.response, { kind: z.enum(['small', 'large', 'huge']) }) }],
    ['answers without null', { response: z.extend(base.response, { note: z.string() }) }],
    [
      'answers with what was optional',
      { response: z.extend(base.response, { parts: z.array(z.object({ name: z.string(), size: z.number() })) }) },
    ],
    ['accepts one field more', { body: z.extend(base.body, { plan: z.optional(z.string()) }) }],
    ['accepts a field with a usual value', { body: z.extend(base.body, { plan: z._default(z.string(), 'small') }) }],
    ['accepts more text', { body: z.extend(base.body, { name: z.string().check(z.maxLength(30)) }) }],
    ['accepts null too', { body: z.extend(base.body, { name: z.nullable(z.string().check(z.maxLength(20))) }) }],
    ['accepts a word more', { body: z.extend(base.body, { kind: z.enum(['small', 'large', 'huge']) }) }],
    [
      'accepts a parameter more',
      { query: z.strictObject({ since: z.optional(z.string()), until: z.optional(z.string()) }) },
    ],
    ['refuses with a code more', { errors: ['CONFLICT'] }],
  ])('may change when it %s', (_name, change) => {
    expect(changed(change)).toEqual([]);
  });
});

describe('an event of the socket', () => {
  const events = (schemas: Record<string, z.ZodMiniType>): OpenApiDocument => {
    const document = describeOperations({}, '1.0.0');
    for (const [name, schema] of Object.entries(schemas))
      document.components.schemas[name] = schemaOf(schema, name.startsWith('browser') ? 'input' : 'output');
    return document;
  };
  const ticked = z.strictObject({ id: z.string(), seconds: z.int() });
  const before = events({ 'server.ticked': ticked, 'browser.tick': ticked });
  const now = (server: z.ZodMiniType, browser: z.ZodMiniType) =>
    compareContracts(before, events({ 'server.ticked': server, 'browser.tick': browser }));

  it('may gain a field: each side drops what it does not know', () => {
    const more = z.extend(ticked, { minutes: z.int() });
    expect(now(more, z.extend(ticked, { minutes: z.optional(z.int()) }))).toEqual([]);
  });

  it('may lose a field that the browser sends, but none that the server sends', () => {
    const fewer = z.omit(ticked, { seconds: true });
    expect(now(ticked, fewer)).toEqual([]);
    expect(now(fewer, ticked)).toEqual(['event server.ticked.seconds: was removed']);
  });

  it('may not require a new field of the browser, change a type, or go', () => {
    expect(now(ticked, z.extend(ticked, { minutes: z.int() }))).toEqual([
      'event browser.tick.minutes: is required now',
    ]);
    expect(now(z.extend(ticked, { seconds: z.string() }), ticked)).toEqual([
      'event server.ticked.seconds: was integer, is string now',
    ]);
    expect(compareContracts(before, events({ 'server.ticked': ticked }))).toEqual(['event browser.tick: was removed']);
  });
});

describe('the contract of the last release', () => {
  it('fits itself, operation by operation and event by event', { timeout: 60_000 }, () => {
    const released = readReleased();
    expect(Object.keys(released.paths).length).toBeGreaterThan(300);
    expect(Object.keys(released.components.schemas)).toEqual(
      expect.arrayContaining(['server.message.created', 'browser.message.send', 'answer.event']),
    );
    expect(compareContracts(released, released)).toEqual([]);
  });

  it('notices a field that is missing from any operation that answers with one', { timeout: 60_000 }, () => {
    const now = describeContract();
    const copy = JSON.parse(writeDocument(now)) as OpenApiDocument;
    const unnoticed: string[] = [];
    for (const [path, methods] of Object.entries(copy.paths))
      for (const [method, { responses }] of Object.entries(methods)) {
        const schema = responses['200']?.content?.['application/json']?.schema;
        const [field] = (schema?.required ?? []) as string[];
        if (!schema || !field || !schema.properties) continue;
        delete (schema.properties as Record<string, unknown>)[field];
        schema.required = (schema.required as string[]).slice(1);
        const one = { ...now, paths: { [path]: { [method]: now.paths[path]?.[method] } } } as OpenApiDocument;
        if (compareContracts(one, copy).length !== 1) unnoticed.push(`${method} ${path}`);
      }
    expect(unnoticed).toEqual([]);
  });
});
