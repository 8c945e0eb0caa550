import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { RiskCase, RiskCaseDetail, riskOperations } from '@vlam/contract/risk';
import { type RiskRule, type RiskState, riskQuietDays, riskReading, riskReportDays } from '@vlam/contract/rules/risk';
import * as z from 'zod/mini';
import { transact } from '../../platform/after-commit.ts';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { PaymentsService } from '../payments/service.ts';
import type { Bans } from './bans.ts';
import type { RiskPeople, Signal } from './facts.ts';
import { opensCase } from './policy.ts';
import { writeReport } from './report.ts';
import * as store from './store.ts';

type Operations = typeof riskOperations;
type Member = RiskCase['member'];

export interface CasesDependencies {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction' | 'recordDecision'>;
  identity: Pick<IdentityService, 'listNames' | 'lockAccount' | 'suspend'>;
  payments: Pick<PaymentsService, 'freezes'>;
  people: RiskPeople;
  bans: Pick<Bans, 'placeIn' | 'liftOfCase'>;
}

export interface Cases {
  /** Audited: the names in it are of people who must not learn of it. */
  list(viewer: Viewer, query: QueryOf<Operations['listRiskCases']>): Promise<ResponseOf<Operations['listRiskCases']>>;
  /** Audited. Throws `NOT_FOUND`. */
  get(viewer: Viewer, id: string): Promise<RiskCaseDetail>;
  countWaiting(): Promise<{ waiting: number; late: number }>;
  /** Opens a case, or returns the one that waits. Throws `NOT_FOUND`, `FORBIDDEN` for one's own account. */
  open(viewer: Viewer, accountId: string, reason: string): Promise<RiskCase>;
  /** Adds signals to the account's waiting case, or opens one where they weigh enough. */
  report(tx: Db, accountId: string, signals: readonly Omit<Signal, 'accountId'>[]): Promise<void>;
  // All throw `NOT_FOUND`, `FORBIDDEN` for one's own case, `CONFLICT` once decided.
  note(viewer: Viewer, id: string, text: string): Promise<RiskCase>;
  /** Again, to change whether spending is held. */
  freeze(viewer: Viewer, id: string, body: BodyOf<Operations['freezeRiskCase']>): Promise<RiskCase>;
  clear(viewer: Viewer, id: string, reason: string): Promise<RiskCase>;
  confirm(viewer: Viewer, id: string, body: BodyOf<Operations['confirmRiskCase']>): Promise<RiskCase>;
  /** In the transaction of a complaint that was upheld: the account's waiting case, or a new one, is frozen. */
  freezeAfterComplaint(tx: Db, by: Pick<Viewer, 'accountId'>, accountId: string, reason: string): Promise<void>;
  /**
   * In the transaction of an appeal that reverses what a confirmed case decided: its money moves again, the case is
   * cleared, and the bans that were placed with it end. Audited.
   */
  reverse(tx: Db, by: Pick<Viewer, 'accountId'>, accountId: string, reason: string): Promise<void>;
  /** A draft for the Financial Intelligence Centre; audited. */
  exportReport(viewer: Viewer, id: string): Promise<{ name: string; text: string }>;
}

const position = z.tuple([z.uuid()]);
const pageSize = 25;
const dayMs = 86_400_000;
const isWaiting = (state: string) => state === 'open' || state === 'frozen';

export function createCases(deps: CasesDependencies): Cases {
  const { clock, compliance, identity, people } = deps;
  const { db } = deps.database;
  const { freezes } = deps.payments;

  async function toViews(on: Db, viewer: Viewer, rows: readonly store.CaseRow[]): Promise<RiskCase[]> {
    const accounts = rows.map((row) => row.account_id);
    const staff = rows.flatMap((row) => row.opened_by ?? []);
    const [members, signals, frozen, names] = [
      await people.list(on, accounts),
      await store.listSignals(
        on,
        rows.map(({ id }) => id),
      ),
      await freezes.list(on, accounts),
      await identity.listNames(on, [...new Set(staff)]),
    ];
    return rows.map((row, index) => {
      const freeze = frozen.get(row.account_id);
      return {
        id: row.id,
        number: row.number,
        state: row.state as RiskState,
        member: members[index] as Member,
        signals: signals
          .filter((signal) => signal.case_id === row.id)
          .map((signal) => ({
            rule: signal.rule as RiskRule,
            figures: signal.figures as Record<string, number>,
            firstAt: signal.first_at.toISOString(),
            lastAt: signal.last_at.toISOString(),
          })),
        openedAt: row.opened_at.toISOString(),
        openedBy: row.opened_by ? (names.get(row.opened_by) ?? null) : null,
        dueAt: row.due_at.toISOString(),
        decidedAt: row.decided_at?.toISOString() ?? null,
        frozen: freeze ? { since: freeze.since.toISOString(), holdsSpending: freeze.holdsSpending } : null,
        mayDecide: isWaiting(row.state) && row.account_id !== viewer.accountId,
      };
    });
  }
  async function toView(on: Db, viewer: Viewer, row: store.CaseRow): Promise<RiskCase> {
    const [view] = await toViews(on, viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  /** The case stands as the target, so that the row is in no member's history. */
  const audit = (
    tx: Db,
    viewer: Pick<Viewer, 'accountId'>,
    row: Pick<store.CaseRow, 'id'>,
    action: string,
    more: { reason?: string; details?: Record<string, string | number | boolean> } = {},
  ) =>
    compliance.recordAction(tx, {
      ...{ actorId: viewer.accountId, action: `risk.${action}`, targetType: 'risk_case', targetId: row.id },
      ...(more.reason ? { reason: more.reason.slice(0, 500) } : {}),
      ...(more.details ? { details: more.details } : {}),
    });

  async function nextNumber(tx: Db, now: Date): Promise<string> {
    const head = `RC-${johannesburgDay(now).slice(2, 7).replace('-', '')}-`;
    return `${head}${String((await store.lastNumber(tx, head)) + 1).padStart(4, '0')}`;
  }

  async function insert(tx: Db, accountId: string, by: string | null, text: string | null): Promise<store.CaseRow> {
    const now = clock.now();
    const row = await store.insertCase(tx, {
      ...{ id: newId(now.getTime()), number: await nextNumber(tx, now), account_id: accountId },
      ...{ opened_at: now, opened_by: by, due_at: new Date(now.getTime() + riskReportDays * dayMs) },
    });
    await store.insertStep(tx, { caseId: row.id, kind: 'opened', text, at: now, by });
    return row;
  }

  /** Changes a waiting case, and writes the step and the row of the log with it. */
  async function decide(
    viewer: Viewer,
    id: string,
    step: { kind: 'noted' | 'frozen' | 'cleared' | 'confirmed'; text: string; details?: Record<string, boolean> },
    act: (tx: Db, row: store.CaseRow) => Promise<unknown>,
  ): Promise<RiskCase> {
    return transact(db, async (tx) => {
      const row = await store.lockCase(tx, id);
      if (!row) throw new AppError('NOT_FOUND');
      if (row.account_id === viewer.accountId)
        throw new AppError('FORBIDDEN', { message: 'Another member of staff must decide on a case of your own' });
      if (step.kind !== 'noted' && !isWaiting(row.state))
        throw new AppError('CONFLICT', { message: 'This case has been decided' });
      await act(tx, row);
      await store.insertStep(tx, { caseId: id, ...step, at: clock.now(), by: viewer.accountId });
      await audit(tx, viewer, row, step.kind, { reason: step.text, details: { number: row.number, ...step.details } });
      return toView(tx, viewer, (await store.findCase(tx, id)) ?? row);
    });
  }
  /** Both accounts, the lower id first: of two members of staff who suspend each other one stays. */
  async function lockBoth(tx: Db, viewer: Viewer, accountId: string) {
    for (const one of [viewer.accountId, accountId].sort()) await identity.lockAccount(tx, one, { staff: true });
    if ((await identity.lockAccount(tx, viewer.accountId)).suspendedAt) throw new AppError('FORBIDDEN');
    return identity.lockAccount(tx, accountId);
  }
  const decided = (viewer: Pick<Viewer, 'accountId'>, state: 'cleared' | 'confirmed') => ({
    ...{ state, decided_at: clock.now(), decided_by: viewer.accountId },
  });

  async function detailOf(on: Db, viewer: Viewer, row: store.CaseRow): Promise<RiskCaseDetail> {
    const since = new Date(clock.now().getTime() - riskReading.days * dayMs);
    const view = await toView(on, viewer, row);
    const steps = await store.listSteps(on, row.id);
    const names = await identity.listNames(on, [...new Set(steps.flatMap((step) => step.by_account ?? []))]);
    const related = await people.listRelated(on, row.account_id);
    const payers = view.member.profileId ? await people.listPayers(on, view.member.profileId, since) : [];
    const payouts = await people.listPayouts(on, row.account_id);
    return {
      ...view,
      steps: steps.map((step) => ({
        id: step.id,
        kind: step.kind as RiskCaseDetail['steps'][number]['kind'],
        text: step.text,
        at: step.at.toISOString(),
        by: step.by_account ? (names.get(step.by_account) ?? null) : null,
      })),
      related: related.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })),
      payers: payers.map((each) => ({
        ...each,
        createdAt: each.createdAt?.toISOString() ?? null,
        lastAt: each.lastAt.toISOString(),
      })),
      payouts: payouts.map((each) => ({ ...each, requestedAt: each.requestedAt.toISOString() })),
    };
  }

  async function readAudited(viewer: Viewer, id: string, action: 'seen' | 'exported'): Promise<RiskCaseDetail> {
    return transact(db, async (tx) => {
      const row = await store.findCase(tx, id);
      if (!row) throw new AppError('NOT_FOUND');
      if (action === 'exported') {
        if (row.account_id === viewer.accountId) throw new AppError('NOT_FOUND');
        await store.insertStep(tx, { caseId: id, kind: 'exported', text: null, at: clock.now(), by: viewer.accountId });
      }
      await audit(tx, viewer, row, action, { details: { number: row.number } });
      return detailOf(tx, viewer, row);
    });
  }

  return {
    async list(viewer, { state, rule, cursor, limit = pageSize }) {
      const now = clock.now();
      const isAscending = !state || isWaiting(state);
      const [beyond = null] = decodeCursor(position, cursor) ?? [];
      const states: RiskState[] = state ? [state] : ['open', 'frozen'];
      return transact(db, async (tx) => {
        const rows = await store.listCases(tx, { states, isAscending, rule: rule ?? null, beyond }, limit + 1);
        const shown = rows.slice(0, limit);
        const last = shown.at(-1);
        await audit(tx, viewer, { id: 'all' }, 'listed', { details: { rows: shown.length } });
        return {
          items: await toViews(tx, viewer, shown),
          nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
          ...(await store.countWaiting(tx, now)),
        };
      });
    },
    countWaiting: () => store.countWaiting(db, clock.now()),
    get: (viewer, id) => readAudited(viewer, id, 'seen'),
    open: (viewer, accountId, reason) =>
      transact(db, async (tx) => {
        if (accountId === viewer.accountId) throw new AppError('FORBIDDEN');
        const [member] = await people.list(tx, [accountId]);
        if (!member || member.name === null) throw new AppError('NOT_FOUND');
        await store.lockCasesOf(tx, accountId);
        const found = await store.findWaiting(tx, accountId);
        const row = found ?? (await insert(tx, accountId, viewer.accountId, reason));
        if (!found) await audit(tx, viewer, row, 'opened', { reason, details: { number: row.number } });
        return toView(tx, viewer, row);
      }),
    async report(tx, accountId, signals) {
      await store.lockCasesOf(tx, accountId);
      let row = await store.findWaiting(tx, accountId);
      if (!row) {
        const since = new Date(clock.now().getTime() - riskQuietDays * dayMs);
        const quiet = await store.listCleared(tx, accountId, since);
        const isOver = (await freezes.list(tx, [accountId])).get(accountId)?.isFinal ?? false;
        const rules = signals.map(({ rule }) => rule).filter((rule) => !quiet.has(rule));
        if (isOver || !opensCase(rules)) return;
        row = await insert(tx, accountId, null, null);
      }
      for (const { rule, figures } of signals)
        await store.putSignal(tx, { caseId: row.id, rule, figures, at: clock.now() });
    },
    note: (viewer, id, text) => decide(viewer, id, { kind: 'noted', text }, async () => {}),
    freeze: (viewer, id, { reason, holdsSpending }) =>
      decide(viewer, id, { kind: 'frozen', text: reason, details: { holdsSpending } }, async (tx, row) => {
        const since = clock.now();
        await freezes.place(tx, row.account_id, { since, holdsSpending, isFinal: false });
        await store.updateCase(tx, id, { state: 'frozen' });
      }),
    clear: (viewer, id, reason) =>
      decide(viewer, id, { kind: 'cleared', text: reason }, async (tx, row) => {
        await freezes.lift(tx, row.account_id);
        await store.updateCase(tx, id, decided(viewer, 'cleared'));
      }),
    confirm: (viewer, id, { reason, rule, statement, suspend, bans }) =>
      decide(viewer, id, { kind: 'confirmed', text: reason, details: { suspend } }, async (tx, row) => {
        const accountId = row.account_id;
        const account = await lockBoth(tx, viewer, accountId);
        await freezes.place(tx, accountId, { since: clock.now(), holdsSpending: true, isFinal: true });
        await deps.bans.placeIn(tx, viewer, { accountId, caseId: id, kinds: bans, reason });
        await store.updateCase(tx, id, decided(viewer, 'confirmed'));
        // What the member reads says what they lose, never that anything was reported (FICA section 29(3)). Each is a
        // decision of its own, since either may be reversed on appeal.
        const recordMemberDecision = (action: 'payouts_ended' | 'suspended') =>
          compliance.recordDecision(
            tx,
            {
              ...{ actorId: viewer.accountId, action: `user.${action}`, targetType: 'account', targetId: accountId },
              reason: statement,
            },
            { accountId, action, rule, subject: null },
          );
        await recordMemberDecision('payouts_ended');
        if (!suspend || account.suspendedAt) return;
        await identity.suspend(tx, accountId, statement);
        await recordMemberDecision('suspended');
      }),
    async freezeAfterComplaint(tx, by, accountId, reason) {
      await store.lockCasesOf(tx, accountId);
      if ((await freezes.list(tx, [accountId])).get(accountId)?.isFinal) return;
      const row = (await store.findWaiting(tx, accountId)) ?? (await insert(tx, accountId, by.accountId, null));
      await freezes.place(tx, accountId, { since: clock.now(), holdsSpending: true, isFinal: false });
      await store.updateCase(tx, row.id, { state: 'frozen' });
      await store.insertStep(tx, { caseId: row.id, kind: 'frozen', text: reason, at: clock.now(), by: by.accountId });
      await audit(tx, by, row, 'frozen', { reason, details: { number: row.number, holdsSpending: true } });
    },
    async reverse(tx, by, accountId, reason) {
      await store.lockCasesOf(tx, accountId);
      const row = await store.lockConfirmed(tx, accountId);
      await freezes.lift(tx, accountId);
      if (!row) return;
      await store.updateCase(tx, row.id, decided(by, 'cleared'));
      const bans = await deps.bans.liftOfCase(tx, by, row.id, reason);
      await store.insertStep(tx, { caseId: row.id, kind: 'reversed', text: reason, at: clock.now(), by: by.accountId });
      await audit(tx, by, row, 'reversed', { reason, details: { number: row.number, bans } });
    },
    async exportReport(viewer, id) {
      const detail = await readAudited(viewer, id, 'exported');
      return { name: `vlam-${detail.number}.csv`, text: writeReport(detail, clock.now()) };
    },
  };
}
