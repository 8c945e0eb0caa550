import type { OperationName } from '@vlam/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCreator, aSession, type TestProfile } from '../factories.ts';
import { useTestApp } from '../use-app.ts';
import { everyOperation, pathWith } from './world.ts';

// What needs a proof of the person, written out, so that a declaration that is lost from the contract is found.
const dangerous: readonly OperationName[] = [
  ...(['enableTwoFactor', 'verifyTwoFactor', 'disableTwoFactor', 'renewRecoveryCodes'] as const),
  ...(['passkeyOptions', 'addPasskey', 'removePasskey'] as const),
  ...(['changeEmail', 'changePassword', 'setNewDeviceAlert', 'endOtherSessions'] as const),
  ...(['promoteUser', 'confirmAdminGrant', 'exportUsers', 'exportReports', 'exportContent'] as const),
  ...(['exportTakedowns', 'setOperatorFacts', 'decideAgeReview'] as const),
  ...(['openIdentityDocument', 'decideIdentityDocument'] as const),
  ...(['approvePayout', 'markPayoutSent', 'failPayout', 'payoutBankAccount'] as const),
  ...(['exportAllConsents', 'openConsent', 'gatherInformation', 'exportInformationCases'] as const),
  ...(['decideBreachNotice', 'confirmLegalHold', 'approveReviewer', 'approveInformationRelease'] as const),
  ...(['askOwnExport', 'ownExportFile', 'deleteAccount'] as const),
  ...(['grantPayment', 'refundPayment', 'decideRegistration'] as const),
  ...(['requestPayout', 'setPayoutAccount', 'setWeeklyPayout', 'removePaymentMethod'] as const),
  ...(['memberStatementCsv', 'creatorStatementCsv', 'creatorStatementPdf', 'exportFans'] as const),
  ...(['taxYearCsv', 'taxYearPdf'] as const),
  ...(['sendIdentityDocument', 'withdrawIdentityDocument'] as const),
  ...(['clearRiskCase', 'confirmRiskCase', 'exportRiskCase', 'placeBans', 'liftBan', 'endReferral'] as const),
  ...(['setOperatorSettings', 'undoOperatorSetting', 'runDeadJobs', 'discardDeadJobs'] as const),
  ...(['planRevenueShare', 'withdrawRevenueShare'] as const),
];

const t = useTestApp();
let admin: TestProfile;
beforeAll(async () => {
  admin = await aCreator(t, { role: 'admin' });
});
const declared = everyOperation.filter(([, { stepUp }]) => stepUp);

async function codeFor(name: string, cookie: string): Promise<string | undefined> {
  const operation = everyOperation.find(([each]) => each === name)?.[1];
  if (!operation) throw new Error(`no operation ${name}`);
  const body = operation.body ? { body: {} } : {};
  return (await t.client({ cookie }).request(operation.method, pathWith(operation), body)).error?.code;
}

describe('T15 T17 ASVS 7.5.3: a proof of the person at most five minutes old', () => {
  it('is declared by exactly these operations, none of them public', () => {
    expect(declared.map(([name]) => name).sort()).toEqual([...dangerous].sort());
    expect(declared.filter(([, { access }]) => access === 'public')).toEqual([]);
  });

  it.each(declared)('%s is refused without one, with one of another session, and with an old one', async (name) => {
    const [bare, other] = [await aSession(t, admin.accountId, { proven: false }), await aSession(t, admin.accountId)];
    expect(await codeFor(name, bare.cookie)).toBe('STEP_UP_REQUIRED');
    const foreign = other.cookie.replace(other.sessionToken, bare.sessionToken);
    expect(await codeFor(name, foreign)).toBe('STEP_UP_REQUIRED');
    expect(await codeFor(name, other.cookie)).not.toBe('STEP_UP_REQUIRED');
    await t.db
      .updateTable('session_proofs')
      .set({ proven_until: t.clock.now() })
      .where('session_id', '=', other.sessionId)
      .execute();
    expect(await codeFor(name, other.cookie)).toBe('STEP_UP_REQUIRED');
  });
});
