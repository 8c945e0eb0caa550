import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { RiskBan, riskOperations } from '@vlam/contract/risk';
import type { BanKind } from '@vlam/contract/rules/risk';
import * as z from 'zod/mini';
import { transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';
import * as store from './ban-store.ts';
import type { RiskPeople } from './facts.ts';

type Operations = typeof riskOperations;

export interface BanDependencies {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listNames' | 'lockAccount'>;
  people: Pick<RiskPeople, 'list'>;
  /** What of an account can be banned. */
  listBannable(on: Db, accountId: string, now: Date): Promise<{ kind: BanKind; subject: Buffer }[]>;
}

/** Devices, ID numbers and bank accounts that may not come back under another account. */
export interface Bans {
  isBanned(on: Db, kind: BanKind, subject: Buffer): Promise<boolean>;
  list(query: QueryOf<Operations['listBans']>): Promise<ResponseOf<Operations['listBans']>>;
  /** Audited. Throws `NOT_FOUND`, `FORBIDDEN` for one's own, `CONFLICT` unless suspended or with nothing to ban. */
  place(viewer: Viewer, body: BodyOf<Operations['placeBans']>): Promise<{ placed: number }>;
  /** In the transaction of a confirmed case; returns how many were new. */
  placeIn(
    tx: Db,
    viewer: Viewer,
    ban: { accountId: string; caseId: string | null; kinds: readonly BanKind[]; reason: string },
  ): Promise<number>;
  /** Lifts what was placed with a case, each with its audit row; returns how many. */
  liftOfCase(tx: Db, by: { accountId: string }, caseId: string, reason: string): Promise<number>;
  /** Audited. Throws `NOT_FOUND`, `CONFLICT` once lifted. */
  lift(viewer: Viewer, id: string, reason: string): Promise<RiskBan>;
}

const position = z.tuple([z.uuid()]);
const pageSize = 25;

export function createBans(deps: BanDependencies): Bans {
  const { clock, identity, people } = deps;
  const { db } = deps.database;

  async function toViews(on: Db, rows: readonly store.BanRow[]): Promise<RiskBan[]> {
    const members = await people.list(
      on,
      rows.map((row) => row.account_id),
    );
    const staff = rows.flatMap((row) => [row.placed_by, row.lifted_by ?? []].flat());
    const names = await identity.listNames(on, [...new Set(staff)]);
    return rows.flatMap((row, index): RiskBan[] => {
      const member = members[index];
      if (!member) return [];
      return [
        {
          ...{ id: row.id, kind: row.kind as BanKind, member, reason: row.reason, caseId: row.case_id },
          mark: row.subject.toString('hex').slice(0, 8),
          placedAt: row.placed_at.toISOString(),
          placedBy: names.get(row.placed_by) ?? null,
          liftedAt: row.lifted_at?.toISOString() ?? null,
          liftedBy: row.lifted_by ? (names.get(row.lifted_by) ?? null) : null,
          liftReason: row.lift_reason,
        },
      ];
    });
  }

  const audit = (
    tx: Db,
    viewer: Pick<Viewer, 'accountId'>,
    row: store.BanRow,
    action: 'banned' | 'ban_lifted',
    reason: string,
  ) =>
    deps.compliance.recordAction(tx, {
      ...{ actorId: viewer.accountId, action: `risk.${action}`, targetType: 'risk_ban', targetId: row.id },
      ...{ reason: reason.slice(0, 500), details: { kind: row.kind } },
    });

  const placeIn: Bans['placeIn'] = async (tx, viewer, { accountId, caseId, kinds, reason }) => {
    const now = clock.now();
    const found = await deps.listBannable(tx, accountId, now);
    let placed = 0;
    for (const { kind, subject } of found.filter((each) => kinds.includes(each.kind))) {
      const row = await store.insertBan(tx, {
        ...{ id: newId(now.getTime()), kind, subject, account_id: accountId, case_id: caseId, reason },
        ...{ placed_at: now, placed_by: viewer.accountId },
      });
      if (!row) continue;
      await audit(tx, viewer, row, 'banned', reason);
      placed += 1;
    }
    return placed;
  };

  async function liftRow(tx: Db, by: { accountId: string }, id: string, reason: string): Promise<store.BanRow> {
    const row = await store.updateBan(tx, id, {
      lifted_at: clock.now(),
      lifted_by: by.accountId,
      lift_reason: reason,
    });
    await audit(tx, by, row, 'ban_lifted', reason);
    return row;
  }

  return {
    placeIn,
    async liftOfCase(tx, by, caseId, reason) {
      const rows = await store.lockBansOf(tx, caseId);
      for (const { id } of rows) await liftRow(tx, by, id, reason);
      return rows.length;
    },
    isBanned: store.isBanned,
    async list({ state = 'active', cursor, limit = pageSize }) {
      const [below = null] = decodeCursor(position, cursor) ?? [];
      const rows = await store.listBans(db, { isActive: state === 'active', below }, limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await toViews(db, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },
    place: (viewer, { userId, kinds, reason }) =>
      transact(db, async (tx) => {
        if (userId === viewer.accountId) throw new AppError('FORBIDDEN');
        const account = await identity.lockAccount(tx, userId);
        if (!account.suspendedAt)
          throw new AppError('CONFLICT', { message: 'Suspend the account first, or confirm its case' });
        const placed = await placeIn(tx, viewer, { accountId: userId, caseId: null, kinds, reason });
        if (placed === 0)
          throw new AppError('CONFLICT', { message: 'There is nothing to ban, or it is banned already' });
        return { placed };
      }),
    lift: (viewer, id, reason) =>
      transact(db, async (tx) => {
        const found = await store.lockBan(tx, id);
        if (!found) throw new AppError('NOT_FOUND');
        if (found.lifted_at) throw new AppError('CONFLICT', { message: 'This ban was lifted' });
        const [view] = await toViews(tx, [await liftRow(tx, viewer, id, reason)]);
        if (!view) throw new AppError('NOT_FOUND');
        return view;
      }),
  };
}
