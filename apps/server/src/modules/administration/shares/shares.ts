import type { sharesOperations } from '@vlam/contract/administration-shares';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { noticeDaysOf } from '@vlam/contract/rules/revenue-shares';
import { transact } from '../../../platform/after-commit.ts';
import { addDays, type Clock, johannesburgDay, startOfDay } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { CreditsService } from '../../credits/service.ts';

type List = ResponseOf<(typeof sharesOperations)['adminRevenueShares']>;
type Plan = BodyOf<(typeof sharesOperations)['planRevenueShare']>;

export interface ShareDependencies {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction'>;
  credits: Pick<CreditsService, 'datedShares'>;
}

export interface ShareDesk {
  list(): Promise<List>;
  /** Throws `VALIDATION_FAILED` without the notice that creators are owed, and `CONFLICT` when one is planned. */
  plan(viewer: Viewer, plan: Plan): Promise<List>;
  /** Throws `NOT_FOUND`, and `CONFLICT` when it has begun. */
  withdraw(viewer: Viewer, shareId: string): Promise<List>;
}

/** Creators' share of sales: a change is announced ahead, and what was posted keeps the share of its day. */
export function createShareDesk({ database, clock, compliance, credits }: ShareDependencies): ShareDesk {
  const { db } = database;
  const { datedShares } = credits;

  async function list(on: Db = db): Promise<List> {
    const now = clock.now();
    return {
      shares: (await datedShares.list(on)).map(({ id, from, creatorPercent }) => ({
        id,
        creatorPercent,
        since: from.toISOString(),
        isPlanned: from > now,
      })),
    };
  }

  return {
    list: () => list(),
    async plan(viewer, { creatorPercent, from }) {
      await transact(db, async (tx) => {
        await datedShares.lock(tx);
        const { shares } = await list(tx);
        if (shares.some(({ isPlanned }) => isPlanned))
          throw new AppError('CONFLICT', { message: 'A change is planned already. Withdraw it first' });
        const current = shares[0]?.creatorPercent ?? 0;
        const earliest = addDays(johannesburgDay(clock.now()), noticeDaysOf(current, creatorPercent));
        const fields = {
          ...(creatorPercent === current && { creatorPercent: 'This is the share already' }),
          ...(from < earliest && { from: `The first day possible is ${earliest}` }),
        };
        const [message] = Object.values(fields);
        if (message) throw new AppError('VALIDATION_FAILED', { message, details: { fields } });
        const shareId = await datedShares.add(tx, { from: startOfDay(from), creatorPercent });
        await compliance.recordAction(tx, {
          ...{ actorId: viewer.accountId, action: 'share.planned', targetType: 'share', targetId: shareId },
          details: { from: current, to: creatorPercent, since: from },
        });
      });
      return list();
    },
    async withdraw(viewer, shareId) {
      await transact(db, async (tx) => {
        await datedShares.lock(tx);
        const share = (await list(tx)).shares.find(({ id }) => id === shareId);
        if (!share) throw new AppError('NOT_FOUND');
        if (!(await datedShares.removePlanned(tx, shareId)))
          throw new AppError('CONFLICT', { message: 'It has begun, so it cannot be withdrawn. Plan another' });
        await compliance.recordAction(tx, {
          ...{ actorId: viewer.accountId, action: 'share.withdrawn', targetType: 'share', targetId: shareId },
          details: { to: share.creatorPercent, since: johannesburgDay(new Date(share.since)) },
        });
      });
      return list();
    },
  };
}
