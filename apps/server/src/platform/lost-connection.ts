import { setTimeout as sleep } from 'node:timers/promises';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
const sentences = /Connection terminated|timeout exceeded|read timeout|connection error/;

/** Runs `work` again when its connection was lost: only for work that changes nothing the second time. */
export async function repeatWhenLost<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === 3 || !isLostConnection(error)) throw error;
      await sleep(100 * attempt);
    }
}

/**
 * The connection's own errors (ECONNRESET and the driver's sentences), and PostgreSQL's classes that mean "not now". What
 * a write has done is then unknown: it is repeated only where a repeat changes nothing.
 */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|53|57)/.test(code) || /^E[A-Z]+$/.test(code)) return true;
  return error instanceof Error && sentences.test(error.message);
}
