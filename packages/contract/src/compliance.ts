import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { complianceActions, complianceLevels, registrationStates } from './rules/film-board.ts';
import { isoDate, timestamp } from './schemas.ts';

export const complianceStatus = z.object({
  ageVerified: z.boolean(),
  ageVerifiedAt: z.nullable(timestamp),
  /** An approved registration holds today. */
  fpbRegistered: z.boolean(),
  complianceLevel: z.enum(complianceLevels),
  requiresAction: z.boolean(),
  action: z.nullable(z.enum(complianceActions)),
  /** Whether the caller publishes; others need no registration. */
  isCreator: z.boolean(),
  /** State of the newest application; null before the first. */
  registration: z.nullable(
    z.object({
      state: z.enum(registrationStates),
      /** Last day for the answer; null once it was decided. */
      dueOn: z.nullable(isoDate),
      reason: z.nullable(z.string()),
    }),
  ),
  /** When the platform's log of staff actions was last verified; null before the first night. */
  lastAuditDate: z.nullable(timestamp),
  /** Named by the operator; null until then. */
  complianceOfficer: z.nullable(z.string()),
  /** Last day of the registration that holds. */
  nextRenewalDate: z.nullable(isoDate),
  contacts: z.object({ email: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  /** How much the caller's registers hold. */
  registers: z.object({ classifications: z.int(), consents: z.int() }),
});
export type ComplianceStatus = z.output<typeof complianceStatus>;

export const complianceOperations = {
  complianceStatus: operation({
    method: 'GET',
    path: '/api/compliance/status',
    summary: "The caller's age check, registration and compliance level, what they have to do, and the contact",
    access: 'adult',
    response: complianceStatus,
  }),
};
