import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createLane } from '../../platform/lane.ts';
import { violatesUnique } from '../../platform/postgres-errors.ts';
import type { PostingResult, PostingStatus } from '../../platform/posting.ts';
import { type Currency, type LedgerAccount, revenueShard } from './accounts.ts';
import { type EncodedBatch, encodeBatch, postStatement } from './batch.ts';
import { type Posting, walletOwners } from './postings.ts';

/** The part of a pool that the ledger needs. */
export interface Statements {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

export interface Ledger {
  /** Posts one intent, batched with concurrent ones. Throws `UNAVAILABLE` when the outcome is unknown; retry with the same key. */
  post(posting: Posting): Promise<PostingResult>;
  /** Posts many in order, in as few commits as possible. */
  postAll(postings: readonly Posting[]): Promise<PostingResult[]>;
  /** Postings waiting or in progress. */
  readonly depth: number;
}

interface PostedRow {
  statuses: string | null;
  groups: (string | null)[] | null;
  wallets_after: string;
  promotionals_after: string;
}

const statusOf: Record<string, PostingStatus> = {
  p: 'posted',
  r: 'repeated',
  o: 'owned',
  c: 'conflict',
  i: 'insufficient',
};
const batchLimit = 1_000;
const carefulBatches = 100;

const pickRevenueAccounts = (): Record<Currency, LedgerAccount> => ({
  credits: revenueShard('credits'),
  cents: revenueShard('cents'),
});

const statementOf = ({ values }: EncodedBatch, careful: boolean) => ({
  name: 'ledger_post',
  text: postStatement,
  values: values(careful) as unknown[],
});

function readResults({ ids }: EncodedBatch, row: PostedRow | undefined): PostingResult[] | null {
  if (!row?.statuses) return null;
  const wallets = row.wallets_after.split(',');
  const promotionals = row.promotionals_after.split(',');
  return ids.map((id, index) => {
    const status = statusOf[row.statuses?.[index] ?? ''];
    if (!status) throw new Error('the ledger returned an unknown status');
    return {
      status,
      groupId: status === 'posted' ? id : (row.groups?.[index] ?? null),
      wallet: Number(wallets[index]),
      promotional: Number(promotionals[index]),
    };
  });
}

const postedTransactions = new WeakSet<Db>();

/**
 * Posts in the caller's transaction, in the order given, so that money and the state it belongs to commit together.
 * Throws when the transaction has posted before: accounts are locked in one order within a call, not across two.
 */
export async function postWithin(db: Db, postings: readonly Posting[]): Promise<PostingResult[]> {
  if (db.isTransaction) {
    if (postedTransactions.has(db)) throw new Error('a transaction posts to the ledger once');
    postedTransactions.add(db);
  }
  const batch = encodeBatch(postings, pickRevenueAccounts());
  const { text, values } = statementOf(batch, true);
  const { rows } = await db.executeQuery<PostedRow>(CompiledQuery.raw(text, values));
  const results = readResults(batch, rows[0]);
  if (!results) throw new Error('the ledger returned no result');
  return results;
}

/** One lane per process: postings that arrive while a batch commits form the next batch. `onMoved` runs after each commit. */
export function createLedger(
  statements: Statements,
  onMoved: (ownerIds: ReadonlySet<string>) => void = () => {},
): Ledger {
  // One income account per process, so that processes rarely wait for each other's row locks.
  const revenue = pickRevenueAccounts();

  // Repeats are rare: batches check for them only for a while after one occurred.
  let carefulFor = 0;

  async function send(postings: readonly Posting[]): Promise<PostingResult[]> {
    const batch = encodeBatch(postings, revenue);
    if (carefulFor === 0) {
      const results = await postBatch(batch, false);
      if (results) return publishMoved(postings, results);
    } else carefulFor -= 1;
    const results = await postBatch(batch, true);
    if (!results) throw new Error('the ledger returned no result');
    publishMoved(postings, results);
    if (results.some(({ status }) => status !== 'posted')) carefulFor = carefulBatches;
    return results;
  }

  function publishMoved(postings: readonly Posting[], results: PostingResult[]): PostingResult[] {
    onMoved(walletOwners(postings.filter((_posting, index) => results[index]?.status === 'posted')));
    return results;
  }

  /** Returns null when nothing was posted because the batch may contain a repeat. */
  async function postBatch(batch: EncodedBatch, careful: boolean): Promise<PostingResult[] | null> {
    const { rows } = await statements.query(statementOf(batch, careful)).catch((error: unknown) => {
      if (!careful && violatesUnique(error, 'ledger_keys', 'ledger_once')) return { rows: [] };
      throw error;
    });
    return readResults(batch, rows[0] as PostedRow | undefined);
  }

  const lane = createLane<Posting, PostingResult>({
    name: 'ledger',
    call: send,
    limit: batchLimit,
    whenFull: () => new AppError('UNAVAILABLE'),
  });
  return {
    post: lane.send,
    postAll: (postings) => Promise.all(postings.map(lane.send)),
    get depth() {
      return lane.depth;
    },
  };
}
