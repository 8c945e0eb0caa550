import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { breachSteps, maxAddedAccounts } from './rules/records.ts';
import { id, idParams, isoDate, requiredText, text, timestamp } from './schemas.ts';

const compliance = { permission: 'manage_compliance' } as const;
const long = (max: number) => text(max, `Please keep it under ${max.toLocaleString('en-ZA')} characters`);

const facts = {
  title: requiredText(3, 120, 'Name it', 'Please keep it under 120 characters'),
  /** ISO 8601, in UTC. */
  knownAt: z.iso.datetime({ error: 'Please enter date and time' }),
  /** When it happened, as far as it is known. */
  happenedOn: z.nullable(isoDate),
  what: requiredText(3, 4_000, 'Say what happened', 'Please keep it under 4,000 characters'),
  data: long(1_000),
  people: z.nullable(z.int().check(z.gte(0), z.lte(100_000_000))),
  consequences: long(2_000),
  measures: long(2_000),
  advice: long(2_000),
};

export const listedBreach = z.object({
  id,
  number: z.string(),
  title: z.string(),
  knownAt: timestamp,
  people: z.nullable(z.int()),
  isClosed: z.boolean(),
  /** Steps that are not done, and those of them past their time. */
  open: z.int(),
  late: z.int(),
});
export type ListedBreach = z.output<typeof listedBreach>;

const draftField = z.object({ label: z.string(), text: z.string() });

export const breach = z.object({
  id,
  number: z.string(),
  title: z.string(),
  knownAt: timestamp,
  happenedOn: z.nullable(isoDate),
  what: z.string(),
  data: z.string(),
  people: z.nullable(z.int()),
  consequences: z.string(),
  measures: z.string(),
  advice: z.string(),
  recordedBy: z.nullable(z.string()),
  closedAt: z.nullable(timestamp),
  closingNote: z.nullable(z.string()),
  steps: z.array(
    z.object({
      step: z.enum(breachSteps),
      dueAt: timestamp,
      doneAt: z.nullable(timestamp),
      doneBy: z.nullable(z.string()),
      note: z.string(),
    }),
  ),
  /** Known accounts of those it is about, and how many of them were notified. */
  accounts: z.int(),
  notified: z.int(),
  /** The notice that waits for another member of staff. */
  notice: z.nullable(z.object({ text: z.string(), by: z.nullable(z.string()), mayDecide: z.boolean() })),
  drafts: z.object({
    /** Fields of the Information Regulator's portal. */
    regulator: z.array(draftField),
    /** To the people it is about (POPIA section 22(5)). */
    people: z.string(),
  }),
});
export type Breach = z.output<typeof breach>;

const changed = {
  access: compliance,
  rate: 'write',
  params: idParams,
  response: breach,
  status: 200,
  errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'VALIDATION_FAILED'],
} as const;

export const breachesOperations = {
  breachNotices: operation({
    method: 'GET',
    path: '/api/personal-information/notices',
    summary: 'What the caller was notified of: compromises of their personal information; at most 20',
    access: 'member',
    response: z.array(z.object({ number: z.string(), text: z.string(), at: timestamp })),
  }),
  listBreaches: operation({
    method: 'GET',
    path: '/api/admin/breaches',
    summary: 'Compromises of personal information, newest first; at most 100',
    access: compliance,
    response: z.array(listedBreach),
  }),
  recordBreach: operation({
    method: 'POST',
    path: '/api/admin/breaches',
    summary: 'Record a compromise of personal information, which starts the clock of each step; audited',
    access: compliance,
    rate: 'write',
    idempotent: 'once',
    body: z.strictObject(facts),
    response: breach,
    status: 201,
    errors: ['VALIDATION_FAILED'],
  }),
  getBreach: operation({
    method: 'GET',
    path: '/api/admin/breaches/{id}',
    summary: 'One compromise: its facts, steps, and drafts of the notifications; audited',
    access: compliance,
    params: idParams,
    response: breach,
    errors: ['NOT_FOUND'],
  }),
  changeBreach: operation({
    ...changed,
    method: 'PUT',
    path: '/api/admin/breaches/{id}',
    summary: 'Write down what is known by now; audited',
    body: z.strictObject(facts),
  }),
  markBreachStep: operation({
    ...changed,
    method: 'POST',
    path: '/api/admin/breaches/{id}/steps',
    summary: 'Mark a step as done, once; audited',
    body: z.strictObject({ step: z.enum(breachSteps), note: z.optional(long(500)) }),
  }),
  addBreachAccounts: operation({
    ...changed,
    method: 'POST',
    path: '/api/admin/breaches/{id}/accounts',
    summary: 'Name accounts that it is about, by id or email address; those without an account are returned; audited',
    body: z.strictObject({
      accounts: z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(254)))
        .check(
          z.minLength(1, 'Name at least one account'),
          z.maxLength(maxAddedAccounts, `At most ${maxAddedAccounts} at a time`),
        ),
    }),
    response: z.object({ breach, unknown: z.array(z.string()) }),
  }),
  writeBreachNotice: operation({
    ...changed,
    method: 'POST',
    path: '/api/admin/breaches/{id}/notice',
    summary: 'Write the notice to the accounts it is about; another member of staff approves it; audited',
    body: z.strictObject({
      text: requiredText(20, 4_000, 'Write the notice', 'Please keep it under 4,000 characters'),
    }),
  }),
  decideBreachNotice: operation({
    ...changed,
    stepUp: true,
    method: 'POST',
    path: '/api/admin/breaches/{id}/notice/decide',
    summary: 'Approve the notice of another member of staff, which sends it as a notification and by mail; audited',
    body: z.strictObject({ approved: z.boolean() }),
  }),
  closeBreach: operation({
    ...changed,
    method: 'POST',
    path: '/api/admin/breaches/{id}/close',
    summary: 'Close it, with what was learnt, once every step is done; audited',
    body: z.strictObject({
      note: requiredText(3, 2_000, 'Say what was learnt', 'Please keep it under 2,000 characters'),
    }),
  }),
};
