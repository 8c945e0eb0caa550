import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { createPipeline } from '../../../platform/pipeline.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import type { SenderSession } from '../../../platform/realtime.ts';
import { runDistinct } from '../../../platform/run-batch.ts';
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
  from?: SenderSession | undefined;
}

export interface Poster {
  /**
   * Joins the next batch; resolves after its commit. The batch's statement checks quotas and that no session changed
   * since the latest check. Throws `UNAUTHORIZED` when the connection's session has ended.
   */
  send(item: Outgoing, sender: Sender): Promise<PostOutcome>;
  /** Posts in the caller's transaction, in order. Call it before any lock other than those of `openThreads`. */
  within(tx: Db, items: readonly Outgoing[]): Promise<PostOutcome[]>;
}

interface Waiting {
  item: Outgoing;
  sender: Sender;
}

const batchLimit = 500;
const keyOf = ({ item }: Waiting) => `${item.sender} ${item.receiver} ${item.clientId}`;

/** One lane per process: messages that arrive while a batch commits form the next batch. */
export function createPoster(deps: { database: Database; clock: Clock; listQuotaExempt: ListQuotaExempt }): Poster {
  const { database, clock } = deps;
  const postBatch = createPostBatch(database);

  /**
   * Reads receivers without a quota of the batch's creators while the batch before it is written. Returns errors of
   * messages whose receivers could not be read.
   */
  async function prepare(batch: readonly Waiting[]): Promise<ReadonlyMap<Outgoing, Error>> {
    const errors = new Map<Outgoing, Error>();
    for (const { item, sender } of batch) item.payerAccountId = sender.accountId;
    const creators = Map.groupBy(
      batch.filter(({ sender }) => sender.isCreator).map(({ item }) => item),
      ({ sender }) => sender,
    );
    const reads = [...creators].map(async ([creatorId, own]) => {
      try {
        const receivers = new Set(own.map(({ receiver }) => receiver));
        const exempt = await deps.listQuotaExempt(database.db, creatorId, [...receivers]);
        for (const item of own) if (exempt.has(item.receiver)) item.payerAccountId = null;
      } catch (error) {
        for (const item of own) errors.set(item, toUnavailable(error));
      }
    });
    await Promise.all(reads);
    return errors;
  }

  /** Checks the sessions of a batch's connections; returns why that failed. */
  async function checkSessions(batch: readonly Waiting[]): Promise<Error | null> {
    const refreshes = new Set(batch.flatMap(({ sender }) => sender.from?.refresh ?? []));
    return Promise.all([...refreshes].map((refresh) => refresh())).then(() => null, toUnavailable);
  }

  /** Posts messages whose sender's session is valid; null when access changed since `checkedUpTo`. */
  async function postValid(
    batch: readonly Waiting[],
    { checkedUpTo, checkError }: { checkedUpTo?: string; checkError?: Error | null },
  ): Promise<(PostOutcome | Error)[] | null> {
    const refusals = batch.map(({ sender: { from } }) => {
      if (!from) return null;
      return from.isValid() ? (checkError ?? null) : new AppError('UNAUTHORIZED');
    });
    const allowed = batch.filter((_, index) => !refusals[index]).map(({ item }) => item);
    const at = clock.now();
    const rows = allowed.length > 0 ? await postBatch(allowed, { at, checkedUpTo }) : [];
    if (!rows) return null;
    const rest = rows.values();
    return batch.map(({ item }, index) => refusals[index] ?? outcomeOf(item, rest.next().value, at));
  }

  /** Messages sent by HTTP do not depend on the check of sessions: their calls checked their own. */
  async function postAll(batch: readonly Waiting[]): Promise<(PostOutcome | Error)[]> {
    const positions = new Set(batch.flatMap(({ sender }) => (sender.from ? [sender.from.checkedUpTo()] : [])));
    const [checkedUpTo] = positions;
    if (positions.size === 1 && checkedUpTo) {
      const outcomes = await postValid(batch, { checkedUpTo });
      if (outcomes) return outcomes;
    }
    const checkError = positions.size > 0 ? await checkSessions(batch) : null;
    const outcomes = await postValid(batch, { checkError });
    if (!outcomes) throw new Error('a batch of messages was not posted');
    return outcomes;
  }

  const post = createPipeline<Waiting, ReadonlyMap<Outgoing, Error>, PostOutcome>({
    name: 'messages',
    limit: batchLimit,
    whenFull: () => new AppError('UNAVAILABLE'),
    prepare,
    async act(batch) {
      const errors = batch.map(({ item: { item }, prepared }) => prepared.get(item));
      const readable = batch.filter((_, index) => !errors[index]).map(({ item }) => item);
      // Two posts with one client id run in turn: the second is the duplicate.
      const outcomes = (await runDistinct(readable, keyOf, postAll)).values();
      return errors.map((error) => error ?? (outcomes.next().value as PostOutcome | Error));
    },
  });

  return {
    send: (item, sender) => post({ item, sender }),
    async within(tx, items) {
      const at = clock.now();
      const rows = await postWithin(tx, items, at);
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
