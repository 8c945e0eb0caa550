import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import type { Breach, breachesOperations, ListedBreach } from '@vlam/contract/records-breaches';
import type { BreachStep } from '@vlam/contract/rules/records';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import { nextNumber } from '../numbers.ts';
import { type DraftFacts, peopleDraft, regulatorDraft } from './drafts.ts';
import type { BreachNotices } from './notices.ts';
import * as store from './store.ts';

type Operations = typeof breachesOperations;

export interface Breaches {
  list(): Promise<ListedBreach[]>;
  /** Each of these is audited, and throws `NOT_FOUND`; those that change throw `CONFLICT` once it is closed. */
  record(viewer: Viewer, body: BodyOf<Operations['recordBreach']>): Promise<Breach>;
  get(viewer: Viewer, id: string): Promise<Breach>;
  change(viewer: Viewer, id: string, body: BodyOf<Operations['changeBreach']>): Promise<Breach>;
  /** Throws `CONFLICT` when the step is done. */
  mark(viewer: Viewer, id: string, body: BodyOf<Operations['markBreachStep']>): Promise<Breach>;
  addAccounts(
    viewer: Viewer,
    id: string,
    named: readonly string[],
  ): Promise<ResponseOf<Operations['addBreachAccounts']>>;
  /** Throws `CONFLICT` while another one waits, or no account is named. */
  writeNotice(viewer: Viewer, id: string, text: string): Promise<Breach>;
  /** Throws `CONFLICT` when none waits, `FORBIDDEN` for who wrote it. */
  decideNotice(viewer: Viewer, id: string, isApproved: boolean): Promise<Breach>;
  /** Throws `CONFLICT` while steps are open. */
  close(viewer: Viewer, id: string, note: string): Promise<Breach>;
}

export interface BreachDependencies {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listNames'>;
  /** Ids of accounts by id or email address; what has no account is absent. */
  findAccounts(named: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What the operator says of itself on the legal pages. */
  operatorFacts(): Promise<Pick<DraftFacts, 'operator' | 'officer' | 'officerEmail'>>;
}

const hourMs = 3_600_000;
const conflict = (message: string) => new AppError('CONFLICT', { message });

/** Compromises of personal information: what is known, what is done, and who is notified (POPIA section 22). */
export function createBreaches(deps: BreachDependencies & { notices: BreachNotices }): Breaches {
  const { clock, notices } = deps;
  const { db } = deps.database;

  const dueAt = (row: store.BreachRow, { hours }: store.StepKindRow) =>
    new Date(row.known_at.getTime() + hours * hourMs);

  async function toView(tx: Db, viewer: Viewer, row: store.BreachRow): Promise<Breach> {
    const kinds = await store.listStepKinds(tx);
    const steps = new Map((await store.listSteps(tx, [row.id])).map((step) => [step.step, step]));
    const waiting = await store.findWaitingNotice(tx, row.id);
    const staff = [row.recorded_by, ...[...steps.values()].map((step) => step.done_by), waiting?.asked_by ?? []].flat();
    const names = await deps.identity.listNames(tx, [...new Set(staff)]);
    const facts = {
      number: row.number,
      happenedOn: row.happened_on,
      what: row.what,
      data: row.data,
      people: row.people,
      consequences: row.consequences,
      measures: row.measures,
      advice: row.advice,
    };
    const draft: DraftFacts = {
      ...facts,
      ...(await deps.operatorFacts()),
      knownAt: row.known_at,
      peopleNotifiedAt: steps.get('people')?.done_at ?? null,
    };
    return {
      ...facts,
      id: row.id,
      title: row.title,
      knownAt: row.known_at.toISOString(),
      recordedBy: names.get(row.recorded_by) ?? null,
      closedAt: row.closed_at?.toISOString() ?? null,
      closingNote: row.closing_note,
      steps: kinds.map((kind) => {
        const done = steps.get(kind.id);
        return {
          step: kind.id as BreachStep,
          dueAt: dueAt(row, kind).toISOString(),
          doneAt: done?.done_at.toISOString() ?? null,
          doneBy: done ? (names.get(done.done_by) ?? null) : null,
          note: done?.note ?? '',
        };
      }),
      ...(await store.countAccounts(tx, row.id)),
      notice: waiting
        ? {
            text: waiting.text,
            by: names.get(waiting.asked_by) ?? null,
            mayDecide: waiting.asked_by !== viewer.accountId,
          }
        : null,
      drafts: { regulator: regulatorDraft(draft), people: peopleDraft(draft) },
    };
  }

  const audit = (
    tx: Db,
    viewer: Viewer,
    row: Pick<store.BreachRow, 'id' | 'number'>,
    action: string,
    details: Record<string, string | number> = {},
  ) =>
    deps.compliance.recordAction(tx, {
      ...{ actorId: viewer.accountId, action: `breach.${action}`, targetType: 'breach', targetId: row.id },
      details: { number: row.number, ...details },
    });

  async function locked(tx: Db, id: string): Promise<store.BreachRow> {
    const row = await store.lockBreach(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  /** Runs `act` on an incident that is not closed, and returns it as it is then. */
  const withOpen = (viewer: Viewer, id: string, act: (tx: Db, row: store.BreachRow) => Promise<void>) =>
    transact(db, async (tx) => {
      const row = await locked(tx, id);
      if (row.closed_at) throw conflict('This incident is closed');
      await act(tx, row);
      return toView(tx, viewer, await locked(tx, id));
    });

  const toColumns = ({ knownAt, happenedOn, ...facts }: BodyOf<Operations['recordBreach']>) => ({
    ...facts,
    known_at: new Date(knownAt),
    happened_on: happenedOn,
  });

  return {
    async list() {
      const [rows, kinds] = await Promise.all([store.listBreaches(db), store.listStepKinds(db)]);
      const done = await store.listSteps(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => {
        const open = kinds.filter((kind) => !done.some((step) => step.breach_id === row.id && step.step === kind.id));
        return {
          ...{ id: row.id, number: row.number, title: row.title, knownAt: row.known_at.toISOString() },
          ...{ people: row.people, isClosed: row.closed_at !== null, open: open.length },
          late: row.closed_at ? 0 : open.filter((kind) => dueAt(row, kind) < clock.now()).length,
        };
      });
    },
    record: (viewer, body) =>
      transact(db, async (tx) => {
        const now = clock.now();
        const id = newId(now.getTime());
        const number = await nextNumber(tx, 'breaches', 'IN', now);
        await store.insertBreach(tx, {
          ...{ id, number, ...toColumns(body), recorded_at: now, recorded_by: viewer.accountId },
        });
        await audit(tx, viewer, { id, number }, 'recorded');
        return toView(tx, viewer, await locked(tx, id));
      }),
    get: (viewer, id) =>
      transact(db, async (tx) => {
        const row = await locked(tx, id);
        await audit(tx, viewer, row, 'opened');
        return toView(tx, viewer, row);
      }),
    change: (viewer, id, body) =>
      withOpen(viewer, id, async (tx, row) => {
        await store.updateBreach(tx, id, toColumns(body));
        await audit(tx, viewer, row, 'changed');
      }),
    mark: (viewer, id, { step, note = '' }) =>
      withOpen(viewer, id, async (tx, row) => {
        const done = { breach_id: id, step, note, done_at: clock.now(), done_by: viewer.accountId };
        if (!(await store.insertStep(tx, done))) throw conflict('This step is done');
        await audit(tx, viewer, row, 'step', { step });
      }),
    async addAccounts(viewer, id, named) {
      const found = await deps.findAccounts(named);
      const breach = await withOpen(viewer, id, async (tx, row) => {
        await store.addAccounts(tx, id, [...new Set(found.values())]);
        await audit(tx, viewer, row, 'accounts', { named: named.length, found: found.size });
      });
      return { breach, unknown: named.filter((each) => !found.has(each)) };
    },
    writeNotice: (viewer, id, text) =>
      withOpen(viewer, id, async (tx, row) => {
        if (await store.findWaitingNotice(tx, id)) throw conflict('A notice waits to be approved');
        const { accounts, notified } = await store.countAccounts(tx, id);
        if (accounts === notified) throw conflict('Name the accounts first');
        const now = clock.now();
        const asked = { id: newId(now.getTime()), breach_id: id, text, asked_at: now, asked_by: viewer.accountId };
        await store.insertNotice(tx, asked);
        await audit(tx, viewer, row, 'notice_written', { accounts: accounts - notified });
      }),
    decideNotice: (viewer, id, isApproved) =>
      withOpen(viewer, id, async (tx, row) => {
        const waiting = await store.findWaitingNotice(tx, id);
        if (!waiting) throw conflict('No notice waits');
        if (waiting.asked_by === viewer.accountId)
          throw new AppError('FORBIDDEN', { message: 'Another member of staff approves what you wrote' });
        await store.updateNotice(tx, waiting.id, {
          ...{ decided_at: clock.now(), decided_by: viewer.accountId, is_approved: isApproved },
        });
        await audit(tx, viewer, row, isApproved ? 'notice_approved' : 'notice_rejected');
        if (isApproved) await notices.send(tx, waiting.id);
      }),
    close: (viewer, id, note) =>
      withOpen(viewer, id, async (tx, row) => {
        const [kinds, steps] = [await store.listStepKinds(tx), await store.listSteps(tx, [id])];
        if (steps.length < kinds.length) throw conflict('Some steps are not done');
        const closing = { closed_at: clock.now(), closed_by: viewer.accountId, closing_note: note };
        await store.updateBreach(tx, id, closing);
        await audit(tx, viewer, row, 'closed');
      }),
  };
}
