import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { legalPages, operatorFacts } from './rules/legal.ts';
import { text, timestamp } from './schemas.ts';

const fact = z.enum(operatorFacts);
const values = z.array(z.object({ name: fact, value: z.nullable(z.string()) }));

const settings = { permission: 'manage_settings' } as const;

export const legalOperations = {
  legalPage: operation({
    method: 'GET',
    path: '/api/legal/{page}',
    summary: 'The facts of the operator that a legal page names; null where the operator has not given one',
    access: 'public',
    params: z.strictObject({ page: z.enum(legalPages) }),
    response: z.object({ facts: values, changedAt: z.nullable(timestamp) }),
    errors: ['NOT_FOUND'],
  }),
  operatorFacts: operation({
    method: 'GET',
    path: '/api/admin/operator-facts',
    summary: 'What the operator says of itself',
    access: settings,
    response: z.object({ facts: values }),
  }),
  setOperatorFacts: operation({
    method: 'PUT',
    path: '/api/admin/operator-facts',
    summary: 'Change what the operator says of itself; an empty value removes it; audited',
    access: settings,
    stepUp: true,
    rate: 'write',
    body: z.strictObject({
      facts: z
        .array(z.strictObject({ name: fact, value: text(500, 'Please keep it under 500 characters') }))
        .check(z.minLength(1), z.maxLength(operatorFacts.length)),
    }),
    response: z.object({ facts: values }),
    errors: ['VALIDATION_FAILED'],
  }),
};
