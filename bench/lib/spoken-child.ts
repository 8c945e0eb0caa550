import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process of the run with typed words both ways. */
export function startChild<Word, Answer>(script: string, environment: Record<string, string>) {
  const child: ChildProcess = fork(join(import.meta.dirname, script), {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    child,
    say: (word: Word) => void child.send(word as object),
    /** The next word with this name. */
    hear: <Name extends string>(name: Name) =>
      new Promise<Extract<Answer, Record<Name, unknown>>>((done) => {
        const look = (word: Answer) => {
          if (!(name in (word as object))) return;
          child.off('message', look);
          done(word as Extract<Answer, Record<Name, unknown>>);
        };
        child.on('message', look);
      }),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
