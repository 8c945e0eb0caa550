import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Mail, Mailer } from '../../platform/mailer.ts';
import { namesMatch } from '../../platform/names/same-person.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import { accountOf, type CreditsService, cash, type Move } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { PaymentsService } from '../payments/service.ts';
import { hashNumber, type PayoutAccounts } from './accounts.ts';
import { payoutReturnedMail, payoutSentMail } from './mails.ts';
import * as store from './store.ts';
import { toPayoutView } from './view.ts';

/** A payout as staff see it, without the display name. */
export type StaffPayout = ReturnType<typeof toPayoutView> & {
  profileId: string;
  holderName: string;
  /** Whether the holder's name is the verified one. */
  nameMatches: boolean;
  /** The member's money is held: it can be neither approved nor sent. */
  isFrozen: boolean;
};

export interface Decisions {
  /** Payouts of all creators: open ones first, oldest on top, then ended ones, newest first. */
  list(wanted: {
    status?: store.PayoutStatus | undefined;
    cursor?: string | undefined;
    limit?: number | undefined;
  }): Promise<{ items: StaffPayout[]; nextCursor: string | null }>;
  /** Number of payouts to approve or send. */
  countWaiting(): Promise<number>;
  /**
   * Throws `NOT_FOUND`, `FORBIDDEN` for one's own, `CONFLICT` once decided, for a wrong name, a suspended member or held
   * money.
   */
  approve(viewer: Viewer, payoutId: string): Promise<StaffPayout>;
  /** Throws `NOT_FOUND`, `CONFLICT` unless approved, and while the member's money is held. */
  markSent(viewer: Viewer, payoutId: string, bankReference: string): Promise<StaffPayout>;
  /** Fails an open payout, or reverses a sent one that the bank returned. Throws `NOT_FOUND`, `CONFLICT`. */
  fail(viewer: Viewer, payoutId: string, reason: string): Promise<StaffPayout>;
  /** The full bank account, for staff who pay it; each read is audited. Throws `NOT_FOUND`. */
  openAccount(
    viewer: Viewer,
    payoutId: string,
  ): Promise<{ bank: string; holderName: string; accountNumber: string; branchCode: string; accountType: string }>;
  /** Null when unknown. */
  find(payoutId: string): Promise<StaffPayout | null>;
}

const position = z.tuple([z.enum(['waiting', 'done']), z.uuid()]);
const defaultLimit = 25;

export function createDecisions(deps: {
  config: Config;
  db: Database['db'];
  clock: Clock;
  mailer: Mailer;
  notify: Notify;
  accounts: Pick<PayoutAccounts, 'openNumber'>;
  identity: Pick<IdentityService, 'getAccount'>;
  credits: Pick<CreditsService, 'transact' | 'move'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  payments: Pick<PaymentsService, 'freezes'>;
  isBanned(on: Db, kind: 'payout_account', subject: Buffer): Promise<boolean>;
}): Decisions {
  const { config, db, clock, mailer, accounts, identity, credits, compliance } = deps;
  const { freezes } = deps.payments;

  async function toStaffPayout(row: store.PayoutRow, on: Db = db): Promise<StaffPayout> {
    const member = await identity.getAccount(on, row.account_id).catch(() => null);
    const frozen = await freezes.list(on, [row.account_id]);
    return {
      ...toPayoutView(row),
      isFrozen: frozen.has(row.account_id),
      profileId: row.profile_id,
      holderName: row.holder_name,
      nameMatches: member !== null && namesMatch(row.holder_name, member),
    };
  }

  /** Locks the payout, lets `act` change it, and commits audit row, mail, notification and money with it. */
  async function decide(
    viewer: Viewer,
    payoutId: string,
    act: (
      tx: Db,
      row: store.PayoutRow,
    ) => Promise<{ row: store.PayoutRow; moves: Move[]; mail: (to: string) => Mail | null }>,
  ): Promise<StaffPayout> {
    return credits.transact(async (tx) => {
      const before = await store.lockPayout(tx, payoutId);
      if (!before) throw new AppError('NOT_FOUND');
      const { row, moves, mail } = await act(tx, before);
      await compliance.recordAction(tx, {
        actorId: viewer.accountId,
        action: `payout.${row.status}`,
        targetType: 'payout',
        targetId: payoutId,
        reason: row.reason,
        details: { from: before.status, amountCents: Number(row.amount_cents), bankReference: row.bank_reference },
      });
      const member = await identity.getAccount(tx, row.account_id).catch(() => null);
      const letter = member?.holdsEmail ? mail(member.email) : null;
      if (letter) await mailer.queue(tx, letter);
      if (row.status !== 'approved')
        await deps.notify(tx, {
          kind: row.status === 'sent' ? 'payout_sent' : 'payout_returned',
          to: { accountId: row.account_id },
          key: `payout:${row.id}:${row.status}`,
          amount: { value: Number(row.amount_cents), currency: 'cents' },
        });
      const answer = await toStaffPayout(row, tx);
      if (moves.length > 0) await credits.move(tx, moves);
      return answer;
    });
  }

  const toMove = (row: store.PayoutRow, move: Pick<Move, 'kind' | 'from' | 'to' | 'description'>): Move => ({
    ...move,
    ownerId: row.profile_id,
    payeeId: row.profile_id,
    key: `payout:${row.id}:${move.kind}`,
    reference: row.id,
    amount: Number(row.amount_cents),
  });
  const payableAccount = (row: store.PayoutRow) => accountOf(row.profile_id, 'payable', 'cents');
  const conflict = (message: string) => new AppError('CONFLICT', { message });
  /** In the transaction that moves the money, so that a freeze at the same time comes before or after it. */
  async function requireMayPay(tx: Db, row: store.PayoutRow): Promise<void> {
    if (await freezes.lockOf(tx, row.account_id)) throw conflict('This account is frozen. Decide its case first');
    const number = hashNumber(config.keys, { bank: row.bank, accountNumber: accounts.openNumber(row) });
    if (await deps.isBanned(tx, 'payout_account', number)) throw conflict('This bank account is banned');
  }

  async function listPage(wanted: Parameters<Decisions['list']>[0], limit: number): Promise<store.PayoutRow[]> {
    const [group, id] = decodeCursor(position, wanted.cursor) ?? ['waiting', null];
    if (wanted.status) return store.listByStatus(db, wanted.status, id, limit);
    const waiting = group === 'waiting' ? await store.listWaiting(db, id, limit) : [];
    if (waiting.length === limit) return waiting;
    return [...waiting, ...(await store.listEnded(db, group === 'done' ? id : null, limit - waiting.length))];
  }

  return {
    countWaiting: () => store.countWaiting(db),
    async list(wanted) {
      const limit = wanted.limit ?? defaultLimit;
      const rows = await listPage(wanted, limit + 1);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const part = last && (last.status === 'requested' || last.status === 'approved') ? 'waiting' : 'done';
      return {
        items: await Promise.all(page.map((row) => toStaffPayout(row))),
        nextCursor: rows.length > limit && last ? encodeCursor([part, last.id]) : null,
      };
    },
    approve: (viewer, payoutId) =>
      decide(viewer, payoutId, async (tx, row) => {
        if (row.account_id === viewer.accountId)
          throw new AppError('FORBIDDEN', { message: 'Another member of staff must decide on your own payout' });
        if (row.status !== 'requested') throw conflict('This payout has been decided');
        await requireMayPay(tx, row);
        const member = await identity.getAccount(tx, row.account_id);
        if (member.suspendedAt) throw conflict('This member is suspended');
        if (!namesMatch(row.holder_name, member)) throw conflict('The account holder is not the verified member');
        const approved = await store.updatePayout(tx, row.id, { status: 'approved', decided_at: clock.now() });
        return { row: approved, moves: [], mail: () => null };
      }),
    markSent: (viewer, payoutId, bankReference) =>
      decide(viewer, payoutId, async (tx, before) => {
        if (before.status !== 'approved') throw conflict('Only an approved payout can be sent');
        await requireMayPay(tx, before);
        const row = await store.updatePayout(tx, before.id, {
          status: 'sent',
          bank_reference: bankReference,
          sent_at: clock.now(),
        });
        return {
          row,
          moves: [
            toMove(row, {
              kind: 'payout_sent',
              from: payableAccount(row),
              to: cash,
              description: `Sent: ${bankReference}`,
            }),
          ],
          mail: (to) =>
            payoutSentMail(to, config.publicUrl, {
              amountCents: Number(row.amount_cents),
              bank: row.bank,
              ending: row.account_ending,
            }),
        };
      }),
    fail: (viewer, payoutId, reason) =>
      decide(viewer, payoutId, async (tx, before) => {
        if (before.status === 'failed' || before.status === 'reversed') throw conflict('This payout has ended already');
        const wasSent = before.status === 'sent';
        const row = await store.updatePayout(tx, before.id, {
          status: wasSent ? 'reversed' : 'failed',
          reason,
          decided_at: clock.now(),
        });
        return {
          row,
          // The whole amount returns as rand, also what came from credits, and can be withdrawn immediately.
          moves: [
            toMove(row, {
              kind: 'payout_return',
              from: wasSent ? cash : payableAccount(row),
              to: accountOf(row.profile_id, 'earnings', 'cents'),
              description: wasSent ? 'Returned by the bank' : 'Payout not sent',
            }),
          ],
          mail: (to) => payoutReturnedMail(to, config.publicUrl, { amountCents: Number(row.amount_cents), reason }),
        };
      }),
    openAccount: (viewer, payoutId) =>
      db.transaction().execute(async (tx) => {
        const row = await store.findPayout(tx, payoutId);
        if (!row) throw new AppError('NOT_FOUND');
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'payout.account_seen',
          targetType: 'payout',
          targetId: payoutId,
        });
        return {
          bank: row.bank,
          holderName: row.holder_name,
          accountNumber: accounts.openNumber(row),
          branchCode: row.branch_code,
          accountType: row.account_type,
        };
      }),
    async find(payoutId) {
      const row = await store.findPayout(db, payoutId);
      return row ? toStaffPayout(row) : null;
    },
  };
}
