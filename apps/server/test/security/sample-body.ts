import { randomUUID } from 'node:crypto';
import type { Operation } from '@vlam/contract/operation';
import { type JsonSchema, schemaOf } from './arbitraries.ts';

/** The least that an operation's schema takes: required fields only, each with its smallest value. */
export const sampleBody = (operation: Operation): unknown => (operation.body ? sampleOf(schemaOf(operation.body)) : {});

function sampleOf(schema: JsonSchema): unknown {
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
      (schema.required ?? []).map((field) => [field, sampleOf(schema.properties?.[field] ?? {})]),
    );
  if (schema.format === 'uuid') return randomUUID();
  return 'x'.repeat(Math.max(1, Number(schema.minLength ?? 1)));
}
