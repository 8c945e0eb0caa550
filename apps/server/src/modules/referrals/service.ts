import type { OwnReferrals } from '@vlam/contract/referrals';
import { referralDays } from '@vlam/contract/rules/referrals';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AgeVerificationService } from '../age-verification/service.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { ProfilesService, SavedCreator } from '../profiles/service.ts';
import { createReferralDesk, type ReferralDesk } from './desk.ts';
import { toCents } from './policy.ts';

export interface ReferralsService {
  desk: ReferralDesk;
  /**
   * A profile was saved, or its age proven: records whose link a new account used, and lets it count once the account is
   * a creator's with a proven age. In the transaction that saves. Refuses in silence: the same person, too late, twice.
   */
  settle(tx: Db, saved: SavedCreator): Promise<void>;
  getOwn(viewer: Viewer): Promise<OwnReferrals>;
}

const dayMs = 86_400_000;
const shownMonthsMs = 731 * dayMs;

export function createReferralsService(deps: {
  database: Database;
  clock: Clock;
  identity: Pick<IdentityService, 'getAccount' | 'listAddresses'>;
  ageVerification: Pick<AgeVerificationService, 'isSamePerson'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  credits: Pick<CreditsService, 'referrals' | 'transact'>;
  profiles: Pick<ProfilesService, 'listVisibleCards' | 'findReferralCode' | 'listByAccounts'>;
}): ReferralsService {
  const { clock, credits } = deps;
  const { db } = deps.database;
  const { referrals } = credits;

  const isOver = (since: Date): boolean => clock.now().getTime() > since.getTime() + referralDays * dayMs;

  /** Two accounts of one identity number, or of one address. */
  async function isSamePerson(tx: Db, one: string, other: string): Promise<boolean> {
    if (await deps.ageVerification.isSamePerson(tx, one, other)) return true;
    const addresses = await deps.identity.listAddresses(tx, [one, other]);
    return addresses.get(one)?.email === addresses.get(other)?.email;
  }

  async function record(tx: Db, { accountId, referrer }: SavedCreator): Promise<void> {
    if (!referrer || referrer.accountId === accountId) return;
    const { createdAt } = await deps.identity.getAccount(tx, accountId);
    if (isOver(createdAt)) return;
    await referrals.insertReferral(tx, {
      ...{ accountId, at: createdAt },
      ...{ referrerId: referrer.profileId, referrerAccountId: referrer.accountId },
    });
  }

  return {
    desk: createReferralDesk(deps),
    async settle(tx, saved) {
      await record(tx, saved);
      if (!saved.isVerifiedCreator) return;
      const waiting = await referrals.lockWaiting(tx, saved.accountId);
      if (!waiting) return;
      const counts =
        !isOver(waiting.signed_up_at) && !(await isSamePerson(tx, saved.accountId, waiting.referrer_account_id));
      if (counts) await referrals.setJoined(tx, waiting, saved.profileId, clock.now());
      else await referrals.setEnded(tx, saved.accountId, clock.now());
    },

    async getOwn(viewer) {
      const { accountId, profileId } = viewer;
      if (!profileId) throw new AppError('CREATOR_PROFILE_REQUIRED');
      const from = new Date(clock.now().getTime() - shownMonthsMs);
      const [code, counts, months, own] = await Promise.all([
        deps.profiles.findReferralCode(profileId),
        referrals.countReferred(db, profileId),
        referrals.listReferralMonths(db, profileId, from),
        referrals.findReferral(db, accountId),
      ]);
      const [person] = own ? await deps.profiles.listVisibleCards(profileId, [own.referrer_id]) : [];
      return {
        ...{ code, ...counts },
        months: months.map((each) => ({ month: each.month, cents: toCents(each) })),
        totalCents: months.reduce((sum, each) => sum + toCents(each), 0),
        referredBy: own
          ? {
              person: person ? { id: person.id, displayName: person.displayName } : null,
              joinedAt: (own.joined_at ?? own.signed_up_at).toISOString(),
              until: own.until?.toISOString() ?? null,
              ended: own.ended_at !== null || (own.until !== null && own.until <= clock.now()),
            }
          : null,
      };
    },
  };
}
