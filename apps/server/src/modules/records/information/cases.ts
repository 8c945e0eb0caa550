import type { BodyOf } from '@vlam/contract/operation';
import type { InformationCase, informationOperations, OpenedInformationCase } from '@vlam/contract/records-information';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { csvRow } from '../../../platform/csv.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Mailer } from '../../../platform/mailer.ts';
import type { Notify } from '../../../platform/notices.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import { isAccountHeld } from '../holds/store.ts';
import { toDataZip } from './data-zip.ts';
import { writtenMail } from './mails.ts';
import { approvedRelease, askedRelease, isReleased, toRelease } from './release.ts';
import type { InformationSecrets } from './secrets.ts';
import * as store from './store.ts';

type Operations = typeof informationOperations;

/** The side of staff. Each reading and each act is an audit row. */
export interface InformationCases {
  list(state?: 'open' | 'answered'): Promise<InformationCase[]>;
  /** Throws `NOT_FOUND`. */
  open(viewer: Viewer, id: string): Promise<OpenedInformationCase>;
  /** Throws `NOT_FOUND`, `CONFLICT` once answered. */
  write(viewer: Viewer, id: string, text: string): Promise<OpenedInformationCase>;
  /** Throws as `write`, and `CONFLICT` for a granted deletion under a legal hold. */
  answer(viewer: Viewer, id: string, body: BodyOf<Operations['answerInformationCase']>): Promise<OpenedInformationCase>;
  /** Asks for the file of what is stored. Throws `NOT_FOUND`, `CONFLICT` once asked. */
  askRelease(viewer: Viewer, id: string): Promise<OpenedInformationCase>;
  /** Approves a release. Throws `NOT_FOUND`, `CONFLICT`, `FORBIDDEN` for the person who asked and the one it is about. */
  approveRelease(viewer: Viewer, id: string): Promise<OpenedInformationCase>;
  /** What is stored of the member. Throws `NOT_FOUND` where no account is known, `CONFLICT` unless two have released it. */
  gather(viewer: Viewer, id: string): Promise<{ name: string; file: Buffer }>;
  exportCsv(viewer: Viewer): Promise<string>;
}

/** Everything that is stored of one member as their own. */
export interface MemberData {
  tables: number;
  gather(
    accountId: string,
    onTable?: (done: number) => Promise<void>,
  ): Promise<ReadonlyMap<string, readonly unknown[]>>;
}

export interface InformationCaseDependencies {
  database: Database;
  clock: Clock;
  mailer: Pick<Mailer, 'queue'>;
  notify: Notify;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listNames'>;
  /** Rows of every table that are a member's own, by table. */
  memberData: MemberData;
}

const exported = 10_000;

export function createInformationCases(
  deps: InformationCaseDependencies & { secrets: InformationSecrets },
): InformationCases {
  const { clock, secrets } = deps;
  const { db } = deps.database;

  async function toCases(on: Db, rows: readonly store.RequestRow[]): Promise<InformationCase[]> {
    const names = await deps.identity.listNames(on, [...new Set(rows.flatMap((row) => row.account_id ?? []))]);
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      kind: row.kind as InformationCase['kind'],
      state: row.state as InformationCase['state'],
      from: {
        accountId: row.account_id && names.has(row.account_id) ? row.account_id : null,
        name: row.account_id ? (names.get(row.account_id) ?? null) : null,
        email: row.email_sealed ? secrets.open(row.id, row.email_sealed) : null,
      },
      receivedAt: row.received_at.toISOString(),
      dueAt: row.due_at.toISOString(),
      answeredAt: row.answered_at?.toISOString() ?? null,
    }));
  }

  async function toOpened(on: Db, viewer: Viewer, row: store.RequestRow): Promise<OpenedInformationCase> {
    const messages = await store.listMessages(on, [row.id]);
    const written = messages.flatMap((each) => each.author_id ?? []);
    const releasing = [row.file_asked_by, row.file_approved_by].flatMap((each) => each ?? []);
    const names = await deps.identity.listNames(on, [...new Set([...written, ...releasing])]);
    const [found] = await toCases(on, [row]);
    if (!found) throw new AppError('NOT_FOUND');
    return {
      ...found,
      isHeld: row.account_id !== null && (await isAccountHeld(on, row.account_id, clock.now())),
      release: toRelease(viewer, row, names, clock.now()),
      messages: messages.map((each) => ({
        by: each.author_id ? (names.get(each.author_id) ?? '') : null,
        isAnswer: each.is_answer,
        text: secrets.open(row.id, each.sealed),
        at: each.at.toISOString(),
      })),
    };
  }

  const audit = (
    tx: Db,
    viewer: Viewer,
    row: Pick<store.RequestRow, 'id' | 'number' | 'kind'>,
    action: string,
    details: Record<string, string | number> = {},
  ) =>
    deps.compliance.recordAction(tx, {
      ...{ actorId: viewer.accountId, action: `information.${action}`, targetType: 'information_request' },
      ...{ targetId: row.id, details: { number: row.number, kind: row.kind, ...details } },
    });

  async function locked(tx: Db, id: string): Promise<store.RequestRow> {
    const row = await store.lockRequest(tx, id);
    if (!row || row.state === 'unconfirmed') throw new AppError('NOT_FOUND');
    return row;
  }
  async function lockedOpen(tx: Db, id: string): Promise<store.RequestRow> {
    const row = await locked(tx, id);
    if (row.state !== 'open') throw new AppError('CONFLICT', { message: 'This request has been answered' });
    return row;
  }

  /** Stores the text for the person, and notifies them by mail or in the app. */
  async function writeAndNotify(
    tx: Db,
    viewer: Viewer,
    row: store.RequestRow,
    text: string,
    isAnswer: boolean,
  ): Promise<void> {
    const at = clock.now();
    await store.insertMessage(tx, {
      ...{ id: newId(at.getTime()), request_id: row.id, author_id: viewer.accountId, is_answer: isAnswer, at },
      sealed: secrets.seal(row.id, text),
    });
    if (row.email_sealed)
      await deps.mailer.queue(tx, writtenMail(secrets.open(row.id, row.email_sealed), row.number, isAnswer));
    else if (row.account_id)
      await deps.notify(tx, {
        kind: 'information_answered',
        to: { accountId: row.account_id },
        key: `information:${row.id}:${at.getTime()}`,
        subject: row.number,
      });
  }

  return {
    list: async (state = 'open') => toCases(db, await store.listCases(db, state)),
    open: (viewer, id) =>
      transact(db, async (tx) => {
        const row = await locked(tx, id);
        await audit(tx, viewer, row, 'opened');
        return toOpened(tx, viewer, row);
      }),
    write: (viewer, id, text) =>
      transact(db, async (tx) => {
        const row = await lockedOpen(tx, id);
        await writeAndNotify(tx, viewer, row, text, false);
        await audit(tx, viewer, row, 'written');
        return toOpened(tx, viewer, row);
      }),
    answer: (viewer, id, { state, text }) =>
      transact(db, async (tx) => {
        const row = await lockedOpen(tx, id);
        const grants = row.kind === 'deletion' && state !== 'refused';
        if (grants && row.account_id && (await isAccountHeld(tx, row.account_id, clock.now())))
          throw new AppError('CONFLICT', { message: 'A legal hold covers this account: nothing of it may be deleted' });
        const change = { state, answered_at: clock.now(), answered_by: viewer.accountId };
        const answered = await store.updateRequest(tx, id, change);
        await writeAndNotify(tx, viewer, answered, text, true);
        await audit(tx, viewer, answered, 'answered', { state });
        return toOpened(tx, viewer, answered);
      }),
    askRelease: (viewer, id) =>
      transact(db, async (tx) => {
        const row = await locked(tx, id);
        const asked = await store.updateRequest(tx, id, askedRelease(viewer, row, clock.now()));
        await audit(tx, viewer, asked, 'release_asked');
        return toOpened(tx, viewer, asked);
      }),
    approveRelease: (viewer, id) =>
      transact(db, async (tx) => {
        const row = await locked(tx, id);
        const approved = await store.updateRequest(tx, id, approvedRelease(viewer, row, clock.now()));
        await audit(tx, viewer, approved, 'release_approved');
        return toOpened(tx, viewer, approved);
      }),
    async gather(viewer, id) {
      const row = await transact(db, async (tx) => {
        const found = await locked(tx, id);
        if (!found.account_id) throw new AppError('NOT_FOUND', { message: 'No account is known for this request' });
        if (!isReleased(found, clock.now()))
          throw new AppError('CONFLICT', {
            message: 'Two people release this file: one asks for it, another approves',
          });
        await audit(tx, viewer, found, 'gathered');
        return { ...found, account_id: found.account_id };
      });
      const tables = await deps.memberData.gather(row.account_id);
      return { name: `${row.number}.zip`, file: toDataZip(tables, clock.now()) };
    },
    async exportCsv(viewer) {
      const cases = [
        ...(await toCases(db, await store.listCases(db, 'open', exported))),
        ...(await toCases(db, await store.listCases(db, 'answered', exported))),
      ];
      await transact(db, (tx) =>
        deps.compliance.recordAction(tx, {
          ...{ actorId: viewer.accountId, action: 'information.exported', targetType: 'information_request' },
          ...{ targetId: 'all', details: { rows: cases.length } },
        }),
      );
      return [
        ['Number', 'Kind', 'State', 'From', 'Received', 'Due', 'Answered'],
        ...cases.map((each) => [
          each.number,
          each.kind,
          each.state,
          each.from.name ?? each.from.email ?? 'account closed',
          each.receivedAt,
          each.dueAt,
          each.answeredAt,
        ]),
      ]
        .map(csvRow)
        .join('');
    },
  };
}
