import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createLane } from '../../platform/lane.ts';
import type { Outgoing, Posted } from './parts.ts';
import { createPostBatch, type PostLetter, type PostRow, postWithin } from './post-store.ts';

/** What came of sending: the message, or why nothing was written. */
export type PostOutcome = Posted | Exclude<PostLetter, 'p' | 'r'>;

export interface Poster {
  /** Joins the next batch; resolves after its commit. */
  send(item: Outgoing): Promise<PostOutcome>;
  /** In the caller's transaction, in order. Before anything else is locked there but what `openThreads` writes. */
  within(tx: Db, items: readonly Outgoing[]): Promise<PostOutcome[]>;
}

const batchLimit = 500;
const collision = new Set(['40001', '40P01']);
const keyOf = (item: Outgoing) => `${item.sender} ${item.receiver} ${item.clientId}`;

/** One lane per process: what arrives while a batch commits is the next one. */
export function createPoster({ database, clock }: { database: Database; clock: Clock }): Poster {
  const postBatch = createPostBatch(database);

  async function sendDistinct(items: readonly Outgoing[]): Promise<(PostOutcome | Error)[]> {
    const at = clock.now();
    try {
      const rows = await postBatch(items, johannesburgDay(at), at).catch((error) => {
        if (collision.has(codeOf(error))) return postBatch(items, johannesburgDay(at), at);
        throw error;
      });
      return items.map((item, index) => outcomeOf(item, rows[index], at));
    } catch (error) {
      if (isLostConnection(error)) throw new AppError('UNAVAILABLE', { cause: error });
      if (items.length === 1) throw error;
      // One that cannot be written (its person was erased a moment ago) must not take the others with it.
      const answers: (PostOutcome | Error)[] = [];
      for (const item of items) answers.push(...(await sendDistinct([item]).catch((cause: Error) => [cause])));
      return answers;
    }
  }

  const lane = createLane<Outgoing, PostOutcome>({
    limit: batchLimit,
    whenFull: () => new AppError('UNAVAILABLE'),
    async call(items) {
      const answers = new Map<Outgoing, PostOutcome | Error>();
      let rest = [...items];
      // One that is sent twice in a moment is a repeat: it goes after the first.
      while (rest.length > 0) {
        const round = new Map<string, Outgoing>();
        for (const item of rest) if (!round.has(keyOf(item))) round.set(keyOf(item), item);
        const distinct = [...round.values()];
        const outcomes = await sendDistinct(distinct);
        distinct.forEach(
          (item, index) => void answers.set(item, outcomes[index] ?? new Error('a message got no answer')),
        );
        rest = rest.filter((item) => !answers.has(item));
      }
      return items.map((item) => answers.get(item) ?? new Error('a message got no answer'));
    },
  });

  return {
    send: lane.send,
    async within(tx, items) {
      const at = clock.now();
      const rows = await postWithin(tx, items, johannesburgDay(at), at);
      return items.map((item, index) => outcomeOf(item, rows[index], at));
    },
  };
}

function outcomeOf(item: Outgoing, row: PostRow | undefined, at: Date): PostOutcome {
  if (!row) throw new Error('a message got no answer');
  const { letter, conversationId, seq, minutes, replyToSeq, receiversBox } = row;
  if (letter !== 'p' && letter !== 'r') return letter;
  return {
    conversationId,
    seq,
    // What is sold, or may be, stays.
    expiresAt: minutes > 0 && !item.price ? new Date(at.getTime() + minutes * 60_000) : null,
    replyToSeq,
    receiversBox,
    repeated: letter === 'r',
    at,
  };
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** The connection's own errors, and PostgreSQL's classes that mean "not now". */
function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|53|57)/.test(code) || /^E[A-Z]+$/.test(code)) return true;
  return error instanceof Error && /Connection terminated|timeout exceeded|connection error/.test(error.message);
}
