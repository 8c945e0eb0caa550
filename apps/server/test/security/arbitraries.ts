import type { Operation } from '@vlam/contract/operation';
import fc from 'fast-check';
import * as z from 'zod';

// Harmful values, and plausible values for the other fields, so that a harmful one gets past the schema of its neighbours.

export interface JsonSchema {
  [key: string]: unknown;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

export const schemaOf = (schema: Operation['body']): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {};

export const harmfulTexts = [
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202e', '\ufeff', '🔥'.repeat(60), 'e\u0301'.repeat(300)],
  ...['%', '_', "'", '"; drop table accounts; --', '\\', '$1', '<script>', 'javascript:alert(1)'],
  ...['__proto__', 'constructor', 'NaN', '1e309', '-0', 'null', '{}', '../../etc/passwd', '2026-02-30', ''],
  ...['http://127.0.0.1/', '9999999999999', ' '.repeat(1_000), 'a'.repeat(20_000)],
];
const harmfulNumbers = [0, -0, -1, 0.1, 1e-9, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 1e308, -1e308, 5_000_001];
const harmfulKeys = ['__proto__', 'length', 'toString', 'id', '$ne', 'a.b'];

export const harmfulText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...harmfulTexts) },
  fc.string({ unit: 'binary', maxLength: 80 }),
);
const harmfulNumber = fc.oneof(fc.constantFrom(...harmfulNumbers), fc.double({ noNaN: true, noDefaultInfinity: true }));
const deepArray = fc
  .constantFrom(10, 500, 4_000)
  .map((depth): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)));

export const harmful: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: harmfulText },
  harmfulNumber,
  fc.boolean(),
  fc.constant(null),
  deepArray,
  fc.array(fc.oneof(harmfulText, harmfulNumber), { maxLength: 5 }),
  fc.dictionary(fc.constantFrom(...harmfulKeys), harmfulText),
);

const sentences = ['A sentence that is long enough for everything', 'Cape Town', 'kudu-and-acacia'];
const anyId = '0192f0aa-0000-7000-8000-000000000000';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
/** Values per field that pass checks beyond the schema and reach the handler. */
const hints: Record<string, unknown[]> = {
  timestamp: ['2026-11-21T10:00:00Z'],
  startsAt: [inDays(2), '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  backBy: [inDays(3), '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  arrivalDate: [inDays(2).slice(0, 10), '0000-00-00', '9999-12-31'],
  departureDate: [inDays(3).slice(0, 10), '0000-00-00', '9999-12-31'],
  threads: [`${anyId}:0`, `${anyId}:999999999999999`],
  status: ['pending', 'requested'],
  limit: ['1', '50'],
  cursor: [
    ['chosen', null],
    ['others', ['2026-01-01T00:00:00Z', anyId]],
    ['others', ['0000-01-01T00:00:00Z', anyId]],
    ['2026-01-01T00:00:00.123456789Z', anyId],
    ['9999-12-31T23:59:59Z', anyId],
    ['0', anyId],
    ['waiting', anyId],
    [anyId],
    ['999999999', anyId],
    ['\u0000', anyId],
  ].map((position) => Buffer.from(JSON.stringify(position)).toString('base64url')),
};

function plausible(schema: JsonSchema, id: () => string): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (options) return fc.oneof(...options.map((option) => plausible(option, id)));
  if (schema.type === 'object') return nearlyValid(schema, id, harmful);
  if (schema.type === 'array') return fc.array(plausible((schema.items ?? {}) as JsonSchema, id), { maxLength: 3 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer' || schema.type === 'number') {
    const min = Math.ceil(Number(schema.minimum ?? 1));
    const max = Math.floor(Math.min(Number(schema.maximum ?? 900), 900));
    return fc.integer({ min, max: Math.max(min, max) });
  }
  if (schema.format === 'uuid') return fc.constant(null).map(id);
  if (schema.format === 'email') return fc.integer({ min: 0, max: 9 }).map((n) => `fuzz${n}@people.test`);
  if (schema.format === 'uri') return fc.constantFrom('https://127.0.0.1/a.png', 'data:image/png;base64,AA==');
  if (typeof schema.pattern === 'string')
    return fc.oneof(
      fc.stringMatching(new RegExp(schema.pattern)),
      fc.constantFrom('2026-11-21', '8001015009087', '25'),
    );
  const most = Number(schema.maxLength ?? 1_000);
  return fc.constantFrom(...sentences.map((sentence) => sentence.slice(0, most)));
}

/** An object that is valid except for at most one field, so that the bad value decides. `id` returns the next id. */
export function nearlyValid(
  schema: JsonSchema,
  id: () => string,
  bad: fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(schema.properties ?? {});
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const known = hints[name];
    const wanted = plausible(field, id);
    return [name, known ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, wanted) : wanted];
  });
  const fitting = fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
    requiredKeys: schema.required ?? [],
  });
  const spoiled = fc.option(fc.tuple(fc.constantFrom('surprise', ...names), bad), { freq: 3 });
  return fc.tuple(fitting, spoiled).map(([value, change]) => (change ? { ...value, [change[0]]: change[1] } : value));
}
