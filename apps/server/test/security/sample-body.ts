import { randomUUID } from 'node:crypto';
import type { Operation } from '@vlam/contract/operation';
import { type JsonSchema, schemaOf } from './arbitraries.ts';

const clientIdPattern = '^[\\w.:-]{8,64}$';

/** The minimal valid body of an operation: required fields only, each with its smallest value. */
export const sampleBody = (operation: Operation): unknown => (operation.body ? sampleOf(schemaOf(operation.body)) : {});

/** The minimal query of an operation, with its question mark; empty when none is required. */
export function sampleQuery({ query }: Operation): string {
  const { required = [], ...schema } = query ? schemaOf(query) : {};
  const needed = sampleOf({ ...schema, required, type: 'object' }) as Record<string, unknown>;
  const search = new URLSearchParams(required.map((name): [string, string] => [name, String(needed[name])]));
  return search.size > 0 ? `?${search}` : '';
}

/** A message requires text or media, which its schema does not express. */
const oneOfThese = ({ required = [], properties = {} }: JsonSchema): string[] =>
  'content' in properties && 'mediaId' in properties && !required.includes('content') ? ['content'] : [];

/** Fields with a description of a connection (SDP). */
const descriptions = new Set(['offer', 'answer']);

const sampleOfField = (name: string, schema: JsonSchema): unknown =>
  descriptions.has(name) && !('enum' in schema) ? 'v=0\r\n' : sampleOf(schema);

export function sampleOf(schema: JsonSchema): unknown {
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (options?.[0]) return sampleOf(options[0]);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return Math.ceil(Number(schema.minimum ?? 1));
  if (schema.type === 'array')
    return Array.from({ length: Number(schema.minItems ?? 0) }, () => sampleOf((schema.items ?? {}) as JsonSchema));
  if (schema.type === 'object')
    return Object.fromEntries(
      [...(schema.required ?? []), ...oneOfThese(schema)].map((field) => [
        field,
        sampleOfField(field, schema.properties?.[field] ?? {}),
      ]),
    );
  if (schema.format === 'uuid') return randomUUID();
  // A client id of a message.
  if (schema.pattern === clientIdPattern) return 'x'.repeat(8);
  return 'x'.repeat(Math.max(1, Number(schema.minLength ?? 1)));
}
