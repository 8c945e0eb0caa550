import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { communityRules } from './rules/community.ts';
import { banKinds, riskRuleNames, riskStates, riskSteps } from './rules/risk.ts';
import { cents, credits, cursorQuery, id, idParams, page, requiredText, timestamp } from './schemas.ts';

const money = { permission: 'manage_money' } as const;
const reason = requiredText(3, 2_000, 'Say why', 'Please keep it under 2,000 characters');

const member = z.object({
  accountId: id,
  profileId: z.nullable(id),
  /** Display name, or first and last name without a profile; null when the account is gone. */
  name: z.nullable(z.string()),
  isCreator: z.boolean(),
  isSuspended: z.boolean(),
});

export const riskSignal = z.object({
  rule: z.enum(riskRuleNames),
  /** The figures behind it, such as `accounts` or `cents`. */
  figures: z.record(z.string(), z.int()),
  firstAt: timestamp,
  lastAt: timestamp,
});
export type RiskSignal = z.output<typeof riskSignal>;

export const riskCase = z.object({
  id,
  number: z.string(),
  state: z.enum(riskStates),
  member,
  signals: z.array(riskSignal),
  openedAt: timestamp,
  /** Null when signals opened it. */
  openedBy: z.nullable(z.string()),
  dueAt: timestamp,
  decidedAt: z.nullable(timestamp),
  /** The account's money is held; null when it is not. */
  frozen: z.nullable(z.object({ since: timestamp, holdsSpending: z.boolean() })),
  /** No one decides their own case. */
  mayDecide: z.boolean(),
});
export type RiskCase = z.output<typeof riskCase>;

export const riskCaseDetail = z.extend(riskCase, {
  steps: z.array(
    z.object({
      id,
      kind: z.enum(riskSteps),
      text: z.nullable(z.string()),
      at: timestamp,
      by: z.nullable(z.string()),
    }),
  ),
  /** Accounts of the same device, bank account or ID number; at most 50. */
  related: z.array(
    z.object({
      ...member.shape,
      via: z.array(z.enum(['device', 'id_number', 'payout_account'])),
      createdAt: timestamp,
    }),
  ),
  /** Who paid them within the days of the rules, most first; at most 50. */
  payers: z.array(
    z.object({
      ...member.shape,
      createdAt: z.nullable(timestamp),
      sales: z.int(),
      credits,
      cents,
      /** Seen on a device of the member, or of another payer. */
      sharesDevice: z.boolean(),
      /** Their payments that were charged back. */
      chargedBack: z.int(),
      lastAt: timestamp,
    }),
  ),
  payouts: z.array(z.object({ id, amountCents: cents, status: z.string(), requestedAt: timestamp })),
});
export type RiskCaseDetail = z.output<typeof riskCaseDetail>;

export const riskBan = z.object({
  id,
  kind: z.enum(banKinds),
  /** Short name of what is banned; its hash reveals nothing else. */
  mark: z.string(),
  /** The account it was placed for. */
  member,
  caseId: z.nullable(id),
  reason: z.string(),
  placedAt: timestamp,
  placedBy: z.nullable(z.string()),
  liftedAt: z.nullable(timestamp),
  liftedBy: z.nullable(z.string()),
  liftReason: z.nullable(z.string()),
});
export type RiskBan = z.output<typeof riskBan>;

const ratio = {
  /** Card payments that reached the creator, and those that were charged back. */
  payments: z.int(),
  cents,
  chargedBack: z.int(),
  chargedBackCents: cents,
  /** With one decimal. */
  percent: z.number(),
};
export const chargebackRatio = z.object({ member, ...ratio });
export type ChargebackRatio = z.output<typeof chargebackRatio>;

const change = { access: money, rate: 'write', params: idParams, response: riskCase } as const;

export const riskOperations = {
  listRiskCases: operation({
    method: 'GET',
    path: '/api/admin/risk',
    summary: 'Cases of money that may be abused: waiting ones oldest first, decided ones newest first; audited',
    access: money,
    query: z.extend(cursorQuery, {
      state: z.optional(z.enum(riskStates)),
      rule: z.optional(z.enum(riskRuleNames)),
    }),
    response: z.extend(page(riskCase), { waiting: z.int(), late: z.int() }),
  }),
  openRiskCase: operation({
    method: 'POST',
    path: '/api/admin/risk',
    summary: 'Open a case about an account by hand, or find the one that waits; audited',
    access: money,
    rate: 'write',
    idempotent: 'stored',
    body: z.strictObject({ userId: id, reason }),
    response: riskCase,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  getRiskCase: operation({
    method: 'GET',
    path: '/api/admin/risk/{id}',
    summary: 'One case with its history, related accounts and where the money came from; audited',
    access: money,
    params: idParams,
    response: riskCaseDetail,
    errors: ['NOT_FOUND'],
  }),
  noteRiskCase: operation({
    method: 'POST',
    path: '/api/admin/risk/{id}/notes',
    summary: 'Write a note that only staff read',
    ...change,
    body: z.strictObject({ text: reason }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  freezeRiskCase: operation({
    method: 'POST',
    path: '/api/admin/risk/{id}/freeze',
    summary: 'Hold payouts and refunds of the account, and its spending when asked; it is not notified; audited',
    ...change,
    body: z.strictObject({ reason, holdsSpending: z.boolean() }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
  clearRiskCase: operation({
    method: 'POST',
    path: '/api/admin/risk/{id}/clear',
    summary: 'Close a case without a finding, and release what was held; audited',
    ...change,
    stepUp: true,
    body: z.strictObject({ reason }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
  confirmRiskCase: operation({
    method: 'POST',
    path: '/api/admin/risk/{id}/confirm',
    summary: 'Confirm a case: payouts end, and the member is notified of what they lose and may appeal; audited',
    ...change,
    stepUp: true,
    body: z.strictObject({
      /** Only staff read it. */
      reason,
      rule: z.enum(communityRules),
      /** What the member reads: it must not say that anything was reported. */
      statement: requiredText(3, 500, 'Say what the member reads', 'Please keep it under 500 characters'),
      suspend: z.boolean(),
      /** What of the account may not come back. */
      bans: z.array(z.enum(banKinds)).check(z.maxLength(banKinds.length)),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
  listBans: operation({
    method: 'GET',
    path: '/api/admin/bans',
    summary: 'Bans of devices, ID numbers and bank accounts, newest first',
    access: money,
    query: z.extend(cursorQuery, { state: z.optional(z.enum(['active', 'lifted'])) }),
    response: page(riskBan),
  }),
  placeBans: operation({
    method: 'POST',
    path: '/api/admin/bans',
    summary: 'Ban the devices, ID number or bank account of a suspended account; audited',
    access: money,
    stepUp: true,
    rate: 'write',
    body: z.strictObject({
      userId: id,
      kinds: z.array(z.enum(banKinds)).check(z.minLength(1), z.maxLength(banKinds.length)),
      reason,
    }),
    response: z.object({ placed: z.int() }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
  liftBan: operation({
    method: 'POST',
    path: '/api/admin/bans/{id}/lift',
    summary: 'Lift a ban; audited',
    access: money,
    stepUp: true,
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason }),
    response: riskBan,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  chargebackRatios: operation({
    method: 'GET',
    path: '/api/admin/chargebacks',
    summary: 'Creators that charged-back card payments reached, the largest share first',
    access: money,
    query: z.extend(cursorQuery, { days: z.enum(['30', '90']) }),
    response: z.extend(page(chargebackRatio), {
      /** Null while there are none. */
      countedAt: z.nullable(timestamp),
      /** From so many payments and percent on it is a signal. */
      threshold: z.object({ payments: z.int(), percent: z.int() }),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  chargebacksOf: operation({
    method: 'GET',
    path: '/api/admin/chargebacks/{id}',
    summary: 'Charged-back card payments of one creator, by the id of their profile, over 30 and 90 days',
    access: money,
    params: idParams,
    response: z.object({ spans: z.array(z.object({ days: z.int(), ...ratio })) }),
  }),
  exportRiskCase: operation({
    method: 'GET',
    path: '/api/admin/risk/{id}/report',
    summary: 'A draft of a report of suspicious transactions, as a CSV file; audited',
    access: money,
    stepUp: true,
    rate: 'document',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
};
