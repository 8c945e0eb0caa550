import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { communityRules, decisionActions, evidenceClasses } from './rules/community.ts';
import { approvals, cursorQuery, id, idParams, page, requiredText, timestamp } from './schemas.ts';

const appealStates = ['open', 'upheld', 'reversed'] as const;

/** A statement of reasons: what was done, under which rule, by which role, and how to appeal. */
export const decisionView = z.object({
  id,
  action: z.enum(decisionActions),
  rule: z.enum(communityRules),
  /** What staff wrote to the member. */
  reason: z.string(),
  /** Such as `content`, `photo`, `live` or `account`. */
  targetType: z.string(),
  /** What it is about, as it was called then; null for what has no title. */
  subject: z.nullable(z.string()),
  /** What it rests on; never who reported it. */
  evidence: z.enum(evidenceClasses),
  /** A program decided, and no person. */
  isAutomatic: z.boolean(),
  decidedAt: timestamp,
  /** Strikes it counts until `strikesUntil`; none once it was reversed. */
  strikes: z.int(),
  strikesUntil: z.nullable(timestamp),
  /** Until when it can be appealed; null when it cannot, or was. */
  appealUntil: z.nullable(timestamp),
  appeal: z.nullable(
    z.object({
      text: z.string(),
      at: timestamp,
      state: z.enum(appealStates),
      /** When it is answered at the latest. */
      dueAt: timestamp,
      answer: z.nullable(z.string()),
      answeredAt: z.nullable(timestamp),
    }),
  ),
});
export type DecisionView = z.output<typeof decisionView>;

/** A decision as other staff judge its appeal. */
export const appealedDecision = z.extend(decisionView, {
  member: z.object({ accountId: id, profileId: z.nullable(id), name: z.string(), strikes: z.int() }),
  targetId: z.string(),
  decidedBy: z.nullable(z.string()),
  /** The caller decided it, or it is about them: another person answers. */
  isParty: z.boolean(),
  ...approvals,
});
export type AppealedDecision = z.output<typeof appealedDecision>;

const moderators = { permission: 'moderate_content' } as const;
const appealText = requiredText(10, 2000, 'Say in a few words why', 'Please keep it under 2,000 characters');
const reason = requiredText(3, 500, 'Say why', 'Please keep it under 500 characters');

export const decisionsOperations = {
  ownDecisions: operation({
    method: 'GET',
    path: '/api/decisions',
    summary: "Decisions of staff about the caller and the caller's things, newest first, with the strikes that count",
    access: 'member',
    query: cursorQuery,
    response: z.extend(page(decisionView), { strikes: z.int() }),
  }),
  appealDecision: operation({
    method: 'POST',
    path: '/api/decisions/{id}/appeal',
    summary: 'Ask other staff to decide again, once and until the day that the decision names',
    access: 'member',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ text: appealText }),
    response: decisionView,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  appealSuspension: operation({
    method: 'POST',
    path: '/api/auth/appeal',
    summary: 'Appeal a suspension with the password of the account, which no session can do',
    access: 'public',
    rate: 'credentials',
    body: z.strictObject({
      email: z.string().check(z.trim(), z.maxLength(254)),
      password: z.string().check(z.minLength(1), z.maxLength(200)),
      text: appealText,
    }),
    errors: ['INVALID_CREDENTIALS', 'CONFLICT', 'TOO_MANY_REQUESTS', 'VALIDATION_FAILED'],
  }),
  listAppeals: operation({
    method: 'GET',
    path: '/api/admin/appeals',
    summary: 'Appeals that wait, oldest first, or answered ones, newest first',
    access: moderators,
    query: z.extend(cursorQuery, { state: z._default(z.enum(['open', 'answered']), 'open') }),
    response: page(appealedDecision),
  }),
  decideAppeal: operation({
    method: 'POST',
    path: '/api/admin/appeals/{id}/decide',
    summary:
      'Uphold a decision, or reverse it: its strikes end, what was held back is published, a suspension ends; X18 is published by the second who reverses it; audited',
    access: moderators,
    rate: 'write',
    params: idParams,
    body: z.strictObject({ decision: z.enum(['uphold', 'reverse']), reason }),
    response: appealedDecision,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'MEDIA_NOT_READY', 'VALIDATION_FAILED'],
  }),
  warnMember: operation({
    method: 'POST',
    path: '/api/admin/users/warn',
    summary: 'Warn a member of a rule, which counts a strike; audited',
    access: moderators,
    rate: 'write',
    body: z.strictObject({ userId: id, rule: z.enum(communityRules), reason }),
    response: decisionView,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'VALIDATION_FAILED'],
  }),
};
