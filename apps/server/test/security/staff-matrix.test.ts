import { type OperationName, operations } from '@vlam/contract';
import { pathOf } from '@vlam/contract/client';
import type { Operation } from '@vlam/contract/operation';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { aCreator, aProfile, type TestAccount } from '../factories.ts';
import { useTestApp } from '../use-app.ts';

// Who may call which operation of staff, written out, so that a wrong declaration of the contract is found. A new
// operation under /api/admin must be put into one of the lists.

/** Answers every member, about themselves only. */
const members: readonly OperationName[] = ['adminStatus'];
const moderators: readonly OperationName[] = [
  ...(['platformStats', 'staffWaiting', 'adminMember', 'adminMemberHistory'] as const),
  ...(['listReports', 'reportTimes', 'openReport', 'resolveReport', 'dismissReport'] as const),
  ...(['bulkReports', 'undoReports', 'exportReports', 'savedFilters', 'saveFilter', 'deleteFilter'] as const),
  ...(['listTakedowns', 'openTakedown', 'takedownEvidence', 'actOnTakedown', 'exportTakedowns'] as const),
  ...(['listWaitingContent', 'approveContent', 'reviewContent', 'refuseContent', 'deleteContent'] as const),
  ...(['bulkContent', 'undoContent', 'exportContent'] as const),
  ...(['listAllContent', 'flagContent', 'listAppeals', 'decideAppeal', 'warnMember'] as const),
  ...(['listPhrases', 'listPhraseMatches'] as const),
  ...(['listWaitingPhotos', 'decidePhoto', 'listPhotoChecks', 'decidePhotoCheck'] as const),
  ...(['listDisputes', 'getDispute', 'decideDispute', 'removeEvent', 'stopLive', 'logAdminAction'] as const),
];
const adminsAlone: readonly OperationName[] = [
  ...(['adminUsers', 'exportUsers', 'suspendUser', 'unsuspendUser', 'verifyUser', 'promoteUser'] as const),
  ...(['adminGrants', 'confirmAdminGrant', 'withdrawAdminGrant'] as const),
  ...(['bulkUsers', 'undoBulk', 'userFilters', 'saveUserFilter', 'deleteUserFilter'] as const),
  ...(['listAgeReviews', 'decideAgeReview', 'auditLog', 'auditSummary'] as const),
  ...(['listIdentityDocuments', 'openIdentityDocument', 'decideIdentityDocument'] as const),
  ...(['listFlaggedPayments', 'clearPaymentFlag', 'endPayment', 'grantPayment', 'refundPayment'] as const),
  ...(['adminPayouts', 'approvePayout', 'markPayoutSent', 'failPayout', 'payoutBankAccount'] as const),
  ...(['operatorFacts', 'setOperatorFacts', 'filmBoardTerms', 'setFilmBoardTerms'] as const),
  ...(['listRegistrations', 'openRegistration', 'decideRegistration', 'readCertificate', 'certificatePdf'] as const),
  ...(['listPeriodReports', 'periodReport', 'exportPeriodReport', 'setReportRecipients'] as const),
  ...(['retentionSchedule', 'listAuthorityRequests', 'recordAuthorityRequest', 'answerAuthorityRequest'] as const),
  ...(['listInformationCases', 'openInformationCase', 'writeToInformationCase'] as const),
  ...(['answerInformationCase', 'gatherInformation', 'exportInformationCases'] as const),
  ...(['askInformationRelease', 'approveInformationRelease'] as const),
  ...(['listBreaches', 'recordBreach', 'getBreach', 'changeBreach', 'markBreachStep'] as const),
  ...(['addBreachAccounts', 'writeBreachNotice', 'decideBreachNotice', 'closeBreach'] as const),
  ...(['recordsWaiting'] as const),
  ...(['listReviewers', 'inviteReviewer', 'approveReviewer', 'endReviewer'] as const),
  ...(['listAllConsents', 'exportAllConsents', 'openConsent'] as const),
  ...(['listLegalHolds', 'placeLegalHold', 'changeLegalHold', 'confirmLegalHold'] as const),
  ...(['addPhrases', 'removePhrase'] as const),
  ...(['listRiskCases', 'openRiskCase', 'getRiskCase', 'noteRiskCase', 'freezeRiskCase'] as const),
  ...(['clearRiskCase', 'confirmRiskCase', 'exportRiskCase', 'chargebackRatios', 'chargebacksOf'] as const),
  ...(['listBans', 'placeBans', 'liftBan', 'memberReferrals', 'endReferral'] as const),
  ...(['adminRevenueShares', 'planRevenueShare', 'withdrawRevenueShare'] as const),
  ...(['systemHealth', 'listDeadJobs', 'runDeadJobs', 'discardDeadJobs'] as const),
  ...(['operatorSettings', 'setOperatorSettings', 'undoOperatorSetting'] as const),
  ...(['ledgerHealth', 'bonusPatterns', 'ledgerTransfers', 'ledgerTransferDetail'] as const),
];

const t = useTestApp();
const roles = ['visitor', 'user', 'creator', 'moderator', 'admin'] as const;
type Role = (typeof roles)[number];
let accounts: Record<Role, TestAccount | undefined>;
/** Changes that the moderator was refused, in order. */
const refused: string[] = [];

beforeAll(async () => {
  accounts = {
    visitor: undefined,
    user: await aProfile(t),
    creator: await aCreator(t),
    moderator: await aProfile(t, { role: 'moderator' }),
    admin: await aProfile(t, { role: 'admin' }),
  };
});

const all = operations as Record<OperationName, Operation>;
const staffOperations = (Object.keys(all) as OperationName[]).filter((name) => all[name].path.startsWith('/api/admin'));

/** The refusal that a role must meet; null where it may call. */
function refusalOf(name: OperationName, role: Role): string | null {
  if (role === 'visitor') return 'UNAUTHORIZED';
  const allowed = members.includes(name)
    ? roles
    : moderators.includes(name)
      ? (['moderator', 'admin'] as const)
      : (['admin'] as const);
  return (allowed as readonly Role[]).includes(role) ? null : 'FORBIDDEN';
}

describe('T17 T18 T20 T22: five roles by every operation of staff', () => {
  it('knows every operation under /api/admin, each once', () => {
    expect([...members, ...moderators, ...adminsAlone].sort()).toEqual([...staffOperations].sort());
  });

  it.each(staffOperations)('%s', async (name) => {
    const operation = all[name];
    // Nothing of this id exists, so what a role may call is then refused for another reason or finds nothing.
    const path = pathOf(operation, operation.params ? { params: { id: newId() } } : {});
    const codes: Partial<Record<Role, string | null>> = {};
    for (const role of roles) {
      const { error } = await t
        .client(accounts[role])
        .request(operation.method, path, operation.body ? { body: {} } : {});
      const code = error?.code ?? null;
      codes[role] = code === 'UNAUTHORIZED' || code === 'FORBIDDEN' ? code : null;
    }
    expect(codes).toEqual(Object.fromEntries(roles.map((role) => [role, refusalOf(name, role)])));
    if (refusalOf(name, 'moderator') && operation.method !== 'GET') refused.push(name);
  });

  it('T21: leaves a row of the log for each change that a moderator is refused, and none for members', async () => {
    const rows = await t.db
      .selectFrom('audit_log')
      .select(['actor_id', 'target_id', 'details'])
      .where('action', '=', 'refused')
      .orderBy('number')
      .execute();
    expect(rows.map(({ details }) => (details as { operation: string }).operation)).toEqual(refused);
    expect(refused).toEqual(expect.arrayContaining(['promoteUser', 'suspendUser', 'bulkUsers', 'approvePayout']));
    expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([accounts.moderator?.accountId]));
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });
});
