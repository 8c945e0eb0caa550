import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cursorQuery, id, requiredText, timestamp } from './schemas.ts';

/** A row of the audit log, with the name of who acted. */
export const auditRow = z.object({
  number: z.int(),
  at: timestamp,
  actor: z.object({ id, name: z.nullable(z.string()) }),
  /** Such as `user.suspended`. */
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  reason: z.nullable(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** SHA-256 of the row and the one before it, in hexadecimal. */
  hash: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

/** The newest verification of the hash chain. */
export const auditCheck = z.object({
  checkedAt: timestamp,
  rows: z.int(),
  lastNumber: z.nullable(z.int()),
  lastHash: z.nullable(z.string()),
  /** First row that was changed or follows a missing one. */
  brokenNumber: z.nullable(z.int()),
});
export type AuditCheck = z.output<typeof auditCheck>;

const word = z.string().check(z.maxLength(60), z.regex(/^[\w.-]+$/));
/** Facts of a note: few and short, as it is kept for ever. */
export const maxNoteFacts = 20;
const metadata = z.record(
  z.string().check(z.minLength(1), z.maxLength(60)),
  z.union([z.string().check(z.maxLength(500)), z.number(), z.boolean(), z.null()]),
);

export const auditOperations = {
  auditLog: operation({
    method: 'GET',
    path: '/api/admin/audit-log',
    summary: 'What staff did, newest first, by member of staff, action, target and day',
    access: { permission: 'manage_compliance' },
    rate: 'search',
    query: z.extend(cursorQuery, {
      actorId: z.optional(id),
      action: z.optional(word),
      targetType: z.optional(word),
      targetId: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      /** Johannesburg days, both included. */
      since: z.optional(z.iso.date()),
      until: z.optional(z.iso.date()),
    }),
    response: z.object({ items: z.array(auditRow), nextCursor: z.nullable(z.string()) }),
    errors: ['VALIDATION_FAILED'],
  }),
  auditSummary: operation({
    method: 'GET',
    path: '/api/admin/audit-log/summary',
    summary: 'Kinds of action in the audit log, who acted, and the newest verification of its hash chain',
    access: { permission: 'manage_compliance' },
    response: z.object({
      actions: z.array(z.string()),
      actors: z.array(z.object({ id, name: z.nullable(z.string()) })),
      check: z.nullable(auditCheck),
    }),
  }),
  logAdminAction: operation({
    method: 'POST',
    path: '/api/admin/actions/log',
    summary: 'Add a note to the audit log; every action of staff has its own row without it',
    access: { permission: 'moderate_content' },
    rate: 'write',
    body: z.strictObject({
      action: requiredText(1, 60, 'Name the action', 'Please keep it under 60 characters'),
      targetType: word,
      targetId: requiredText(1, 100, 'Name the target', 'Please keep it under 100 characters'),
      reason: z.optional(z.string().check(z.trim(), z.maxLength(500, 'Please keep it under 500 characters'))),
      metadata: z.optional(
        metadata.check(z.refine((facts) => Object.keys(facts).length <= maxNoteFacts, 'At most 20 facts')),
      ),
    }),
    response: z.object({ number: z.int() }),
    status: 201,
    errors: ['VALIDATION_FAILED'],
  }),
};
