import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createLedger } from '../src/modules/credits/ledger.ts';
import type { Posting } from '../src/modules/credits/postings.ts';
import { openDatabase } from '../src/platform/database.ts';
import type { PostingResult } from '../src/platform/posting.ts';

interface Request {
  n: number;
  postings: readonly Posting[];
}
interface Answer {
  n: number;
  results?: PostingResult[];
  error?: string;
}

export interface LedgerProcess {
  postAll(postings: readonly Posting[]): Promise<PostingResult[]>;
  stop(): Promise<void>;
}

/** Starts a ledger in a process of its own, on the database of `url`. */
export function startLedgerProcess(url: string): LedgerProcess {
  const child: ChildProcess = fork(import.meta.filename, {
    env: { PATH: process.env.PATH ?? '', LEDGER_URL: url },
    execArgv: [],
  });
  const waiting = new Map<number, { done(results: PostingResult[]): void; fail(error: Error): void }>();
  let sent = 0;
  child.on('message', ({ n, results, error }: Answer) => {
    const caller = waiting.get(n);
    waiting.delete(n);
    if (results) caller?.done(results);
    else caller?.fail(new Error(error));
  });
  child.on('exit', (code, signal) => {
    for (const { fail } of waiting.values()) fail(new Error(`the ledger's process ended: ${signal ?? code}`));
  });
  return {
    postAll: (postings) =>
      new Promise((done, fail) => {
        sent += 1;
        waiting.set(sent, { done, fail });
        child.send({ n: sent, postings } satisfies Request);
      }),
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

if (process.env.LEDGER_URL && process.send) {
  const ledger = createLedger(openDatabase(process.env.LEDGER_URL, { size: 4 }).pool);
  process.on('message', async ({ n, postings }: Request) => {
    const answer = await ledger.postAll(postings).then(
      (results): Answer => ({ n, results }),
      (error): Answer => ({ n, error: String(error) }),
    );
    process.send?.(answer);
  });
}
