import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import type { OwnData, ownDataOperations } from '@vlam/contract/records-own-data';
import { comeBackDays, type DeletionObstacle } from '@vlam/contract/rules/records';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Mailer } from '../../../platform/mailer.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { CreditsService } from '../../credits/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import type { ProfilesService } from '../../profiles/service.ts';
import { leavingMail, receiptMail } from './mails.ts';
import * as store from './store.ts';

type Operations = typeof ownDataOperations;

export interface OwnDeletionDependencies {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'publicUrl' | 'keys'>;
  jobs: Pick<Jobs, 'enqueue'>;
  mailer: Pick<Mailer, 'queue'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  credits: Pick<CreditsService, 'balance' | 'earnedCents'>;
  identity: Pick<IdentityService, 'getAccount' | 'lockAccount' | 'leaving'>;
  profiles: Pick<ProfilesService, 'findSubscriptionsStopped'>;
  deletionChecks: {
    listObstacles(on: Db, accountId: string): Promise<{ kind: DeletionObstacle; count: number; until: Date | null }[]>;
    mayErase(on: Db, accountId: string): Promise<boolean>;
  };
  erasure: {
    eraseRows(accountId: string, onRemoved: (tx: Db, rows: number) => Promise<void>): Promise<void>;
    eraseAccount(tx: Db, accountId: string): Promise<{ email: string | null }>;
    eraseFreedFiles(): Promise<void>;
  };
}

/** Deleting one's own account: hidden at once, erased after the time to come back. */
export interface OwnDeletion {
  checkDeletion(on: Db, accountId: string): Promise<OwnData['deletion']>;
  /**
   * Closes the account. Throws `CONFLICT` while something has to be settled, `PRICE_CHANGED` when the balances are not
   * those the member saw.
   */
  deleteAccount(
    viewer: Viewer,
    shown: BodyOf<Operations['deleteAccount']>,
  ): Promise<ResponseOf<Operations['deleteAccount']>>;
  tasks: JobTask[];
}

const dayMs = 86_400_000;
const scheduleKind = jobKind('records.erase-accounts', { maxAttempts: 3 });
const eraseKind = jobKind<{ accountId: string }>('records.erase-account');
const atOnce = 200;

export function createOwnDeletion(deps: OwnDeletionDependencies): OwnDeletion {
  const { clock, identity, mailer, compliance, erasure, deletionChecks } = deps;
  const { db } = deps.database;

  async function checkDeletion(on: Db, accountId: string): Promise<OwnData['deletion']> {
    const { profileId, isCreator } = await identity.getAccount(on, accountId);
    const [obstacles, { balance }, earned] = await Promise.all([
      deletionChecks.listObstacles(on, accountId),
      deps.credits.balance(accountId),
      deps.credits.earnedCents(profileId ? [profileId] : []),
    ]);
    const earningsCents = Number((profileId && earned.get(profileId)) || 0n);
    const stopped = profileId && isCreator ? await deps.profiles.findSubscriptionsStopped(on, profileId) : null;
    return {
      obstacles: obstacles.map(({ until, ...each }) => ({ ...each, until: until?.toISOString() ?? null })),
      ...{ credits: balance, earningsCents, isCreator, sellsSubscriptions: isCreator && stopped === null },
    };
  }

  async function schedule(): Promise<void> {
    // What is held waits: the next hour asks again, and no one outside learns why.
    for (const accountId of await identity.leaving.listDue(db, atOnce))
      if (await deletionChecks.mayErase(db, accountId))
        await deps.jobs.enqueue(db, eraseKind, { accountId }, { key: `erase:${accountId}` });
    await erasure.eraseFreedFiles();
  }

  async function erase(accountId: string): Promise<void> {
    const begun = await transact(db, async (tx) => {
      const leftAt = await identity.leaving.lockDue(tx, accountId);
      if (!leftAt || !(await deletionChecks.mayErase(tx, accountId))) return false;
      await store.beginErasure(tx, accountId, leftAt, clock.now());
      return true;
    });
    if (!begun) return;
    await erasure.eraseRows(accountId, (tx, rows) => store.addRemoved(tx, accountId, rows));
    await transact(db, async (tx) => {
      const ended = await store.endErasure(tx, accountId, clock.now());
      if (!ended) return;
      const { email } = await erasure.eraseAccount(tx, accountId);
      if (email) await mailer.queue(tx, receiptMail(email, { askedAt: ended.asked_at, erasedAt: clock.now() }));
      await compliance.recordAction(tx, {
        ...{ actorId: accountId, action: 'account.erased', targetType: 'account', targetId: accountId },
        details: { removed: ended.removed },
      });
    });
  }

  return {
    checkDeletion,
    async deleteAccount(viewer, shown) {
      return transact(db, async (tx) => {
        await store.lockOwnData(tx, viewer.accountId);
        const account = await identity.lockAccount(tx, viewer.accountId);
        const found = await checkDeletion(tx, account.id);
        const [obstacle] = found.obstacles;
        if (obstacle)
          throw new AppError('CONFLICT', {
            message: 'Something has to be settled first',
            details: { obstacle: obstacle.kind },
          });
        if (found.credits !== shown.credits || found.earningsCents !== shown.earningsCents)
          throw new AppError('PRICE_CHANGED', { message: 'Your balances have changed. Look at them again' });
        const eraseAt = new Date(clock.now().getTime() + comeBackDays * dayMs);
        await identity.leaving.leave(tx, account.id, eraseAt);
        if (account.holdsEmail) await mailer.queue(tx, leavingMail(account.email, deps.config.publicUrl, eraseAt));
        await compliance.recordAction(tx, {
          ...{ actorId: account.id, action: 'account.closed_by_member', targetType: 'account', targetId: account.id },
          // What the member gave up, as they saw it.
          details: { eraseAt: eraseAt.toISOString(), ...shown },
        });
        return { eraseAt: eraseAt.toISOString() };
      });
    },
    tasks: [
      jobTask(scheduleKind, schedule, { cron: '7 * * * *' }),
      jobTask(eraseKind, ({ accountId }) => erase(accountId)),
    ],
  };
}
