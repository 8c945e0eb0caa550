import { type Clock, johannesburgDay } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { createPipeline } from '../../../platform/pipeline.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import type { Standing } from '../../../platform/realtime.ts';
import { runDistinct } from '../../../platform/run-batch.ts';
import type { VipService } from '../../vip/service.ts';
import type { Outgoing, Posted } from '../types.ts';
import { createPostBatch, type PostResult, type PostRow, postWithin } from './post-store.ts';

/** Lists receivers a creator answers without a quota: subscribers, and members who paid or asked the creator. */
export type ListQuotaExempt = (
  on: Db,
  creatorId: string,
  receiverIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/** Result of one post: the message, or why nothing was written. */
export type PostOutcome = Posted | Exclude<PostResult, 'posted' | 'repeated' | 'deleted'>;

/** The sender: the account whose quota counts, and the socket connection, if any. */
export interface Sender {
  accountId: string;
  /** Only creators have receivers without a quota. */
  isCreator?: boolean;
  from?: Standing | undefined;
}

export interface Poster {
  /**
   * Joins the next batch; resolves after its commit. Quotas and sessions are checked once per batch. Throws
   * `UNAUTHORIZED` when the connection's session has ended.
   */
  send(item: Outgoing, sender: Sender): Promise<PostOutcome>;
  /** Posts in the caller's transaction, in order. Call it before any lock other than those of `openThreads`. */
  within(tx: Db, items: readonly Outgoing[]): Promise<PostOutcome[]>;
}

interface Waiting {
  item: Outgoing;
  sender: Sender;
}

interface Prepared {
  /** Errors of messages whose quota could not be read. */
  quotaErrors: ReadonlyMap<Outgoing, Error>;
  /** When the check of the sessions began, in milliseconds of `performance.now()`. */
  checkedAt: number;
  /** Why the sessions could not be checked. */
  checkError: Error | null;
}

interface PreparedPost {
  item: Waiting;
  prepared: Prepared;
}

const batchLimit = 500;
/** How long a check of sessions is valid; the interval at which they are checked anyway. */
const checkValidMs = 1_000;
const keyOf = (item: Outgoing) => `${item.sender} ${item.receiver} ${item.clientId}`;

/** One lane per process: messages that arrive while a batch commits form the next batch. */
export function createPoster(deps: {
  database: Database;
  clock: Clock;
  vip: Pick<VipService, 'getMessagesPerDay'>;
  listQuotaExempt: ListQuotaExempt;
}): Poster {
  const { database, clock, vip } = deps;
  const postBatch = createPostBatch(database);

  /** Checks the sessions of a batch's connections; returns why that failed. Messages sent by HTTP do not depend on it. */
  async function checkSessions(batch: readonly Waiting[]): Promise<Error | null> {
    const refreshes = new Set(batch.flatMap(({ sender }) => sender.from?.refresh ?? []));
    return Promise.all([...refreshes].map((refresh) => refresh())).then(() => null, toUnavailable);
  }

  /** Reads quotas and checks sessions while the previous batch is written. */
  async function prepare(batch: readonly Waiting[]): Promise<Prepared> {
    const checkedAt = performance.now();
    const accounts = Map.groupBy(batch, ({ sender }) => sender.accountId);
    const quotaErrors = new Map<Outgoing, Error>();
    const asked = [...accounts].map(async ([accountId, own]) => {
      try {
        const perDay = await vip.getMessagesPerDay(accountId);
        const exempt = perDay === null ? new Set<string>() : await exemptReceivers(own);
        for (const { item } of own) item.quota = exempt.has(item.receiver) ? null : perDay;
      } catch (error) {
        for (const { item } of own) quotaErrors.set(item, toUnavailable(error));
      }
    });
    const [checkError] = await Promise.all([checkSessions(batch), ...asked]);
    return { checkedAt, checkError, quotaErrors };
  }

  /** Receivers one account may answer without a quota. */
  async function exemptReceivers(own: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const [first] = own;
    if (!first?.sender.isCreator) return new Set();
    return deps.listQuotaExempt(database.db, first.item.sender, [...new Set(own.map(({ item }) => item.receiver))]);
  }

  /** Errors of messages whose session has ended; checks again when the previous batch took long. */
  async function refusedOf(batch: readonly PreparedPost[]): Promise<Map<Outgoing, Error>> {
    const oldest = Math.min(...batch.map(({ prepared }) => prepared.checkedAt));
    const isOld = performance.now() - oldest > checkValidMs;
    const newCheckError = isOld ? await checkSessions(batch.map(({ item }) => item)) : null;
    const refused = new Map<Outgoing, Error>();
    for (const { item: waiting, prepared } of batch) {
      const { item, sender } = waiting;
      const checkError = isOld ? newCheckError : prepared.checkError;
      const quotaError = prepared.quotaErrors.get(item);
      if (quotaError) refused.set(item, quotaError);
      else if (sender.from?.isValid() === false) refused.set(item, new AppError('UNAUTHORIZED'));
      else if (sender.from && checkError) refused.set(item, checkError);
    }
    return refused;
  }

  async function postAll(items: readonly Outgoing[]): Promise<PostOutcome[]> {
    const at = clock.now();
    const rows = await postBatch(items, johannesburgDay(at), at);
    return items.map((item, index) => outcomeOf(item, rows[index], at));
  }

  const post = createPipeline<Waiting, Prepared, PostOutcome>({
    limit: batchLimit,
    whenFull: () => new AppError('UNAVAILABLE'),
    prepare,
    async act(batch) {
      const results: Map<Outgoing, PostOutcome | Error> = await refusedOf(batch);
      const items = batch.map(({ item }) => item.item);
      const allowed = items.filter((item) => !results.has(item));
      // Two posts with one client id run in turn: the second is the duplicate.
      const outcomes = await runDistinct(allowed, keyOf, postAll);
      for (const [index, item] of allowed.entries()) results.set(item, outcomes[index] as PostOutcome | Error);
      return items.map((item) => results.get(item) as PostOutcome | Error);
    },
  });

  return {
    send: (item, sender) => post({ item, sender }),
    async within(tx, items) {
      const at = clock.now();
      const rows = await postWithin(tx, items, johannesburgDay(at), at);
      return items.map((item, index) => outcomeOf(item, rows[index], at));
    },
  };
}

function outcomeOf(item: Outgoing, row: PostRow | undefined, at: Date): PostOutcome {
  if (!row) throw new Error('a message got no result');
  const { result, conversationId, seq, minutes, replyToSeq, receiversBox } = row;
  if (result !== 'posted' && result !== 'repeated' && result !== 'deleted') return result;
  return {
    conversationId,
    seq,
    // Media for sale do not expire.
    expiresAt: minutes > 0 && !item.price ? new Date(at.getTime() + minutes * 60_000) : null,
    replyToSeq,
    receiversBox,
    repeated: result !== 'posted',
    deleted: result === 'deleted',
    at,
  };
}
