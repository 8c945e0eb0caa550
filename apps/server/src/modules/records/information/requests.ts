import type { BodyOf } from '@vlam/contract/operation';
import type { InformationRequest, informationOperations } from '@vlam/contract/records-information';
import { maxOpenInformationRequests } from '@vlam/contract/rules/records';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId, newToken } from '../../../platform/ids.ts';
import type { Mailer } from '../../../platform/mailer.ts';
import type { Notify } from '../../../platform/notices.ts';
import { hashToken } from '../../../platform/session-cookie.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { IdentityService } from '../../identity/service.ts';
import { nextNumber } from '../numbers.ts';
import { linkMail } from './mails.ts';
import type { InformationSecrets } from './secrets.ts';
import * as store from './store.ts';

type Operations = typeof informationOperations;
type Asked = BodyOf<Operations['requestInformation']>;

/** The side of those who ask. */
export interface InformationRequests {
  list(viewer: Viewer): Promise<InformationRequest[]>;
  /** Throws `QUOTA_REACHED` past the open requests of an account. */
  ask(viewer: Viewer, asked: Asked): Promise<InformationRequest>;
  /** Throws `NOT_FOUND`, `CONFLICT` once answered. */
  add(viewer: Viewer, id: string, text: string): Promise<InformationRequest>;
  /** Mails a link to the case; the same for every address. */
  askByMail(asked: BodyOf<Operations['requestInformationByMail']>): Promise<void>;
  /** For a suspended account whose password was verified; its time begins at once. Throws as `ask`. */
  askSuspended(accountId: string, email: string, asked: Asked): Promise<{ number: string }>;
  /** Opens a case by its link, and adds `text`. Throws `NOT_FOUND`, `CONFLICT` for a text once answered. */
  byLink(token: string, text?: string): Promise<InformationRequest>;
}

const dayMs = 86_400_000;

export function createInformationRequests(deps: {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'publicUrl'>;
  mailer: Pick<Mailer, 'queue'>;
  notify: Notify;
  identity: Pick<IdentityService, 'listStaff'>;
  secrets: InformationSecrets;
}): InformationRequests {
  const { clock, secrets } = deps;
  const { db } = deps.database;

  async function toViews(on: Db, rows: readonly store.RequestRow[]): Promise<InformationRequest[]> {
    const messages = await store.listMessages(
      on,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      kind: row.kind as InformationRequest['kind'],
      state: row.state as InformationRequest['state'],
      receivedAt: row.received_at.toISOString(),
      dueAt: row.due_at.toISOString(),
      answeredAt: row.answered_at?.toISOString() ?? null,
      messages: messages
        .filter((message) => message.request_id === row.id)
        .map((message) => ({
          by: message.author_id ? 'staff' : 'you',
          isAnswer: message.is_answer,
          text: secrets.open(row.id, message.sealed),
          at: message.at.toISOString(),
        })),
    }));
  }
  async function toView(on: Db, row: store.RequestRow): Promise<InformationRequest> {
    const [view] = await toViews(on, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  const dueOf = async (tx: Db, kind: string) =>
    new Date(clock.now().getTime() + (await store.findDays(tx, kind)) * dayMs);

  async function notifyStaff(tx: Db, requestId: string): Promise<void> {
    const staff = await deps.identity.listStaff(tx, 'manage_compliance');
    await deps.notify(
      tx,
      ...staff.map((accountId) => ({
        kind: 'information_waiting' as const,
        to: { accountId },
        key: `information:${requestId}`,
      })),
    );
  }

  async function write(tx: Db, requestId: string, text: string): Promise<void> {
    const at = clock.now();
    const sealed = secrets.seal(requestId, text);
    await store.insertMessage(tx, { id: newId(at.getTime()), request_id: requestId, sealed, at });
  }

  interface NewRequest extends Asked {
    accountId: string | null;
    /** Gets a link. */
    email: string | null;
    state: 'open' | 'unconfirmed';
  }
  async function insert(tx: Db, { kind, text, accountId, email, state }: NewRequest): Promise<store.RequestRow> {
    const now = clock.now();
    if (accountId) {
      await store.lockAccount(tx, accountId);
      if ((await store.countOpen(tx, accountId)) >= maxOpenInformationRequests) throw new AppError('QUOTA_REACHED');
    }
    const id = newId(now.getTime());
    const token = email ? newToken() : null;
    const row = await store.insertRequest(tx, {
      ...{ id, kind, state, account_id: accountId, received_at: now, due_at: await dueOf(tx, kind) },
      number: await nextNumber(tx, 'information_requests', 'PI', now),
      email_sealed: email ? secrets.seal(id, email) : null,
      token_hash: token ? hashToken(token) : null,
    });
    await write(tx, id, text);
    if (email && token) await deps.mailer.queue(tx, linkMail(email, deps.config.publicUrl, token, row.number));
    if (state === 'open') await notifyStaff(tx, id);
    return row;
  }

  /** Adds a text to a case that is locked and open. */
  async function addTo(tx: Db, row: store.RequestRow, text: string): Promise<void> {
    if (row.state !== 'open') throw new AppError('CONFLICT', { message: 'This request has been answered' });
    await write(tx, row.id, text);
    await notifyStaff(tx, row.id);
  }

  return {
    list: async (viewer) => toViews(db, await store.listOfAccount(db, viewer.accountId)),
    ask: (viewer, asked) =>
      transact(db, async (tx) =>
        toView(tx, await insert(tx, { ...asked, accountId: viewer.accountId, email: null, state: 'open' })),
      ),
    add: (viewer, id, text) =>
      transact(db, async (tx) => {
        const row = await store.lockRequest(tx, id);
        if (row?.account_id !== viewer.accountId) throw new AppError('NOT_FOUND');
        await addTo(tx, row, text);
        return toView(tx, row);
      }),
    async askByMail({ email, ...asked }) {
      await transact(db, (tx) => insert(tx, { ...asked, accountId: null, email, state: 'unconfirmed' }));
    },
    askSuspended: (accountId, email, asked) =>
      transact(db, async (tx) => {
        const { number } = await insert(tx, { ...asked, accountId, email, state: 'open' });
        return { number };
      }),
    byLink: (token, text) =>
      transact(db, async (tx) => {
        let row = await store.lockByToken(tx, hashToken(token));
        if (!row) throw new AppError('NOT_FOUND', { message: 'This link is not good any more' });
        if (row.state === 'unconfirmed') {
          // The time runs from the moment at which the address was proven.
          const change = { state: 'open', received_at: clock.now(), due_at: await dueOf(tx, row.kind) };
          row = await store.updateRequest(tx, row.id, change);
          await notifyStaff(tx, row.id);
        }
        if (text) await addTo(tx, row, text);
        return toView(tx, row);
      }),
  };
}
