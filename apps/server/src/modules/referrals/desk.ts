import type { MemberReferrals } from '@vlam/contract/referrals';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { ProfilesService } from '../profiles/service.ts';

type Row = NonNullable<Awaited<ReturnType<CreditsService['referrals']['findBinding']>>>;

/** What staff of money see and do about referrals. */
export interface ReferralDesk {
  listOf(accountId: string): Promise<MemberReferrals>;
  /**
   * Nothing more is earned from it. Throws `NOT_FOUND`, `CONFLICT` when it has ended, and `FORBIDDEN` for a referral of
   * the caller's own.
   */
  end(viewer: Viewer, accountId: string, reason: string): Promise<void>;
}

export function createReferralDesk(deps: {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction'>;
  credits: Pick<CreditsService, 'referrals' | 'transact'>;
  profiles: Pick<ProfilesService, 'listByAccounts'>;
}): ReferralDesk {
  const { referrals, transact } = deps.credits;
  const { db } = deps.database;

  return {
    async listOf(accountId) {
      const [own, referred] = await Promise.all([
        referrals.findBinding(db, accountId),
        referrals.listReferred(db, accountId),
      ]);
      const others = [...(own ? [own.referrer_account_id] : []), ...referred.map((row) => row.account_id)];
      const people = await deps.profiles.listByAccounts(others);
      const toView = (row: Row, other: string) => ({
        id: row.account_id,
        other: { accountId: other, displayName: people.get(other)?.name ?? null },
        percent: row.percent,
        joinedAt: row.joined_at?.toISOString() ?? null,
        until: row.until?.toISOString() ?? null,
        endedAt: row.ended_at?.toISOString() ?? null,
      });
      return {
        referredBy: own ? toView(own, own.referrer_account_id) : null,
        referred: referred.map((row) => toView(row, row.account_id)),
      };
    },
    end: (viewer, accountId, reason) =>
      transact(async (tx) => {
        const row = await referrals.lockBinding(tx, accountId);
        if (!row) throw new AppError('NOT_FOUND');
        if ([row.account_id, row.referrer_account_id].includes(viewer.accountId)) throw new AppError('FORBIDDEN');
        if (row.ended_at) throw new AppError('CONFLICT', { message: 'It has ended already' });
        await referrals.setEnded(tx, accountId, deps.clock.now());
        const details = { referrer: row.referrer_account_id, percent: row.percent };
        await deps.compliance.recordAction(tx, {
          ...{ actorId: viewer.accountId, action: 'referral.ended', targetType: 'account', targetId: accountId },
          ...{ reason, details },
        });
      }),
  };
}
