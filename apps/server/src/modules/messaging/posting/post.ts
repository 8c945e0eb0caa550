import { type Clock, johannesburgDay } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { createPipeline } from '../../../platform/pipeline.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import type { Standing } from '../../../platform/realtime.ts';
import { runDistinct } from '../../../platform/run-batch.ts';
import type { VipService } from '../../vip/service.ts';
import type { Outgoing, Posted } from '../types.ts';
import { createPostBatch, type PostRow, type PostVerdict, postWithin } from './post-store.ts';

/** Receivers a creator answers without a quota: they subscribe to the creator, have paid or asked them. */
export type ListOwed = (on: Db, creatorId: string, receiverIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** What came of sending: the message, or why nothing was written. */
export type PostOutcome = Posted | Exclude<PostVerdict, 'posted' | 'repeated' | 'gone'>;

/** Who sends: whose quota counts, and the connection it came over, if it came over one. */
export interface Sender {
  accountId: string;
  /** Members may subscribe to a creator, pay them and ask them: those are written to without a quota. */
  isCreator?: boolean;
  from?: Standing | undefined;
}

export interface Poster {
  /**
   * Joins the next batch; resolves after its commit. The day's quota is asked for here, and the connection is looked at,
   * once for all of a batch. Throws `UNAUTHORIZED` for one that no longer stands.
   */
  send(item: Outgoing, sender: Sender): Promise<PostOutcome>;
  /** In the caller's transaction, in order. Before anything else is locked there but what `openThreads` writes. */
  within(tx: Db, items: readonly Outgoing[]): Promise<PostOutcome[]>;
}

interface Waiting {
  item: Outgoing;
  sender: Sender;
}

interface Prepared {
  /** Why the quota of these is not known. */
  unknown: ReadonlyMap<Outgoing, Error>;
  /** When the look at the connections began, by the process's own clock. */
  lookedAt: number;
  /** Why nothing was seen, if nothing was. */
  unseen: Error | null;
}

interface PreparedPost {
  item: Waiting;
  prepared: Prepared;
}

const batchLimit = 500;
/** As often as the connections are looked at without being asked. */
const lookGoodForMs = 1_000;
const keyOf = (item: Outgoing) => `${item.sender} ${item.receiver} ${item.clientId}`;

/** One lane per process: what arrives while a batch commits is the next one, sent before anybody hears of the last. */
export function createPoster(deps: {
  database: Database;
  clock: Clock;
  vip: Pick<VipService, 'messagesPerDay'>;
  listOwed: ListOwed;
}): Poster {
  const { database, clock, vip } = deps;
  const postBatch = createPostBatch(database);

  /** Looks at the connections of a batch; answers why, where nothing can be seen: who sent by a call can still send. */
  async function lookAt(batch: readonly Waiting[]): Promise<Error | null> {
    const looks = new Set(batch.flatMap(({ sender }) => sender.from?.refresh ?? []));
    return Promise.all([...looks].map((look) => look())).then(() => null, toUnavailable);
  }

  /** Fills in the quotas and looks at the connections, while the batch before is still written. */
  async function prepare(batch: readonly Waiting[]): Promise<Prepared> {
    const lookedAt = performance.now();
    const accounts = Map.groupBy(batch, ({ sender }) => sender.accountId);
    const unknown = new Map<Outgoing, Error>();
    const asked = [...accounts].map(async ([accountId, own]) => {
      try {
        const perDay = await vip.messagesPerDay(accountId);
        const owed = perDay === null ? new Set<string>() : await owedBy(own);
        for (const { item } of own) item.quota = owed.has(item.receiver) ? null : perDay;
      } catch (error) {
        for (const { item } of own) unknown.set(item, toUnavailable(error));
      }
    });
    const [unseen] = await Promise.all([lookAt(batch), ...asked]);
    return { lookedAt, unseen, unknown };
  }

  /** Receivers one account may answer without a quota. */
  async function owedBy(own: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const [first] = own;
    if (!first?.sender.isCreator) return new Set();
    return deps.listOwed(database.db, first.item.sender, [...new Set(own.map(({ item }) => item.receiver))]);
  }

  /** An error for each whose session has ended. The batch before may have taken long: then it is looked at anew. */
  async function refusedOf(batch: readonly PreparedPost[]): Promise<Map<Outgoing, Error>> {
    const oldest = Math.min(...batch.map(({ prepared }) => prepared.lookedAt));
    const isOld = performance.now() - oldest > lookGoodForMs;
    const blindNow = isOld ? await lookAt(batch.map(({ item }) => item)) : null;
    const refused = new Map<Outgoing, Error>();
    for (const { item: waiting, prepared } of batch) {
      const { item, sender } = waiting;
      const blind = isOld ? blindNow : prepared.unseen;
      const unknown = prepared.unknown.get(item);
      if (unknown) refused.set(item, unknown);
      else if (sender.from?.isValid() === false) refused.set(item, new AppError('UNAUTHORIZED'));
      else if (sender.from && blind) refused.set(item, blind);
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
      // One that is sent twice in a moment is a repeat: it goes after the first.
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
  if (!row) throw new Error('a message got no answer');
  const { verdict, conversationId, seq, minutes, replyToSeq, receiversBox } = row;
  if (verdict !== 'posted' && verdict !== 'repeated' && verdict !== 'gone') return verdict;
  return {
    conversationId,
    seq,
    // What is sold, or may be, stays.
    expiresAt: minutes > 0 && !item.price ? new Date(at.getTime() + minutes * 60_000) : null,
    replyToSeq,
    receiversBox,
    repeated: verdict !== 'posted',
    gone: verdict === 'gone',
    at,
  };
}
