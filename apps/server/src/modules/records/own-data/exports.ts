import type { OwnData } from '@vlam/contract/records-own-data';
import { ownExportHours } from '@vlam/contract/rules/records';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Mailer } from '../../../platform/mailer.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { IdentityService } from '../../identity/service.ts';
import type { MemberData } from '../information/cases.ts';
import { toDataZip } from '../information/data-zip.ts';
import type { OwnDeletion } from './deletion.ts';
import { exportReadyMail } from './mails.ts';
import * as store from './store.ts';

/** A member's copy of their own data. */
export interface OwnExports {
  find(viewer: Viewer): Promise<OwnData>;
  /** Prepares a copy in a job. Throws `QUOTA_REACHED` within a day of the last one. */
  askExport(viewer: Viewer): Promise<OwnData>;
  /** The prepared ZIP file of the caller's own account. Throws `NOT_FOUND`, also once its time is over. */
  openExport(viewer: Viewer): Promise<Buffer>;
  tasks: JobTask[];
}

const hourMs = 3_600_000;
const exportKind = jobKind<{ exportId: string }>('records.own-export');
const sweepKind = jobKind('records.sweep-exports', { maxAttempts: 3 });
const waitMs = 24 * hourMs;

export function createOwnExports(
  deps: {
    database: Database;
    clock: Clock;
    config: Pick<Config, 'publicUrl' | 'keys'>;
    jobs: Pick<Jobs, 'enqueue'>;
    mailer: Pick<Mailer, 'queue'>;
    identity: Pick<IdentityService, 'getAccount'>;
    memberData: MemberData;
  },
  { checkDeletion }: Pick<OwnDeletion, 'checkDeletion'>,
): OwnExports {
  const { clock, memberData } = deps;
  const { db } = deps.database;
  const sealer = deps.config.keys.sealer('own exports');

  async function present(on: Db, viewer: Viewer): Promise<OwnData> {
    const [row, deletion] = await Promise.all([
      store.findLatestExport(on, viewer.accountId),
      checkDeletion(on, viewer.accountId),
    ]);
    const now = clock.now();
    const nextAt = row && new Date(row.asked_at.getTime() + waitMs);
    const isOver = !row || (row.expires_at ? row.expires_at <= now : nextAt !== undefined && nextAt <= now);
    return {
      export: isOver
        ? null
        : {
            state: row.ready_at ? 'ready' : 'preparing',
            askedAt: row.asked_at.toISOString(),
            done: row.tables_done,
            tables: row.tables,
            expiresAt: row.expires_at?.toISOString() ?? null,
            byteSize: row.byte_size,
          },
      nextExportAt: nextAt && nextAt > now ? nextAt.toISOString() : null,
      deletion,
    };
  }

  async function prepare(exportId: string): Promise<void> {
    const row = await store.findExport(db, exportId);
    if (!row || row.ready_at) return;
    const tables = await memberData.gather(row.account_id, (done) => store.setProgress(db, exportId, done));
    const readyAt = clock.now();
    const file = toDataZip(tables, readyAt);
    await transact(db, async (tx) => {
      const expiresAt = new Date(readyAt.getTime() + ownExportHours * hourMs);
      const sealed = sealer.sealBytes(file, `${exportId} ${row.account_id}`);
      if (!(await store.storeFile(tx, exportId, { sealed, byteSize: file.length, readyAt, expiresAt }))) return;
      const account = await deps.identity.getAccount(tx, row.account_id);
      if (account.holdsEmail && !account.leavingAt)
        await deps.mailer.queue(tx, exportReadyMail(account.email, deps.config.publicUrl, ownExportHours));
    });
  }

  return {
    find: (viewer) => present(db, viewer),
    askExport: (viewer) =>
      transact(db, async (tx) => {
        const now = clock.now();
        await store.lockOwnData(tx, viewer.accountId);
        const latest = await store.findLatestExport(tx, viewer.accountId);
        if (latest && latest.asked_at.getTime() + waitMs > now.getTime())
          throw new AppError('QUOTA_REACHED', { message: 'You can ask for one copy a day' });
        const id = newId(now.getTime());
        await store.insertExport(tx, { id, account_id: viewer.accountId, asked_at: now, tables: memberData.tables });
        await deps.jobs.enqueue(tx, exportKind, { exportId: id }, { key: `own-export:${id}` });
        return present(tx, viewer);
      }),
    async openExport(viewer) {
      const row = await store.findFile(db, viewer.accountId, clock.now());
      if (!row?.file_sealed) throw new AppError('NOT_FOUND');
      return sealer.openBytes(row.file_sealed, `${row.id} ${viewer.accountId}`);
    },
    tasks: [
      jobTask(exportKind, ({ exportId }) => prepare(exportId)),
      jobTask(
        sweepKind,
        async () => {
          const now = clock.now();
          await store.deleteExports(db, { expired: now, asked: new Date(now.getTime() - 3 * waitMs) });
        },
        { cron: '23 * * * *' },
      ),
    ],
  };
}
