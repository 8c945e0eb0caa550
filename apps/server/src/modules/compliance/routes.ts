import { accountConsentOperations } from '@vlam/contract/account-consents';
import { type ComplianceStatus, complianceOperations } from '@vlam/contract/compliance';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from './service.ts';

export const complianceRoutes = (deps: {
  compliance: Pick<ComplianceService, 'accountConsents'>;
  /** Joined from several modules. */
  complianceStatus(viewer: Viewer): Promise<ComplianceStatus>;
}): BoundOperation[] => [
  ...bind(complianceOperations, { complianceStatus: ({ viewer }) => deps.complianceStatus(viewer) }),
  ...consentRoutes(deps.compliance),
];

const consentRoutes = ({ accountConsents }: Pick<ComplianceService, 'accountConsents'>): BoundOperation[] =>
  bind(accountConsentOperations, {
    accountConsents: ({ viewer }) => accountConsents.list(viewer.accountId),
    giveAccountConsent: ({ viewer, params, body }) => accountConsents.give(viewer.accountId, params.kind, body.number),
    withdrawAccountConsent: ({ viewer, params }) => accountConsents.withdraw(viewer.accountId, params.kind),
  });
