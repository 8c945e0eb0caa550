import { operations } from '@vlam/contract';
import type { Operation } from '@vlam/contract/operation';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { compileSchema } from './compiled-schema.ts';

const all: [string, Operation][] = Object.entries(operations);

/** Values of every type, and objects that carry the fields of a schema with each of them. */
function* samples(schema: z.core.$ZodType): Generator<unknown> {
  const kinds = [undefined, null, true, 7, -1.5, '', 'text', '01a1feb6-8586-706c-8784-a53e9fccafed', [], [{}], {}];
  yield* kinds;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return;
  for (const kind of kinds)
    yield { ...Object.fromEntries(Object.keys(def.shape).map((name) => [name, kind])), another: 1 };
}

describe('a compiled schema', () => {
  it.each(all)(
    'reads the input and response of %s as the schema itself',
    (_name, { params, query, body, response }) => {
      for (const schema of [params, query, body, response]) {
        if (!schema) continue;
        const compiled = compileSchema(schema);
        for (const value of samples(schema)) {
          const [expected, seen] = [z.safeParse(schema, value), z.safeParse(compiled, value)];
          expect(seen.data).toEqual(expected.data);
          expect(seen.error?.issues).toEqual(expected.error?.issues);
        }
      }
    },
  );

  it('strips unknown fields at every depth', () => {
    const schema = z.object({ inner: z.nullable(z.array(z.object({ kept: z.int() }))) });
    const value = { inner: [{ kept: 1, dropped: 2 }], dropped: 3 };
    expect(z.parse(compileSchema(schema), value)).toEqual({ inner: [{ kept: 1 }] });
  });

  it('refuses unknown fields where the schema does, and keeps its refinements', () => {
    const schema = z.strictObject({ low: z.int(), high: z.int() }).check(z.refine((range) => range.low < range.high));
    const compiled = compileSchema(schema);
    expect(z.safeParse(compiled, { low: 1, high: 2 }).success).toBe(true);
    expect(z.safeParse(compiled, { low: 2, high: 1 }).success).toBe(false);
    expect(z.safeParse(compiled, { low: 1, high: 2, other: 3 }).success).toBe(false);
  });

  it('compiles a schema that contains itself', () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node);
      },
    });
    const tree = { name: 'a', children: [{ name: 'b', children: [] }] };
    expect(z.parse(compileSchema(node), tree)).toEqual(tree);
  });
});
