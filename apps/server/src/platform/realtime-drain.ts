import { randomInt } from 'node:crypto';

/** Where there are few sockets: one each twentieth of a second, so that a small process is soon empty. */
const stepMs = 50;

interface Leaving {
  viewer: { accountId: string };
  /** When the tab last sent an event, in milliseconds of any clock. */
  activeAt: number;
}

/**
 * The order in which the sockets of a process that stops are closed, and after how many milliseconds each. Spread over
 * at most `windowMs`, each at a random moment of its own part, because every tab that returns is authenticated anew by
 * the processes that stay. The tabs of an account go in different rounds, so that one of them keeps hearing; within a
 * round the quiet ones go first, and those in a call or in the middle of a thread last.
 */
export function planDrain<Connection extends Leaving>(
  connections: Iterable<Connection>,
  windowMs: number,
  random: () => number = () => randomInt(1_000) / 1_000,
): { connection: Connection; afterMs: number }[] {
  const quietFirst = [...connections].sort((one, other) => one.activeAt - other.activeAt);
  const taken = new Map<string, number>();
  const rounds: Connection[][] = [];
  for (const connection of quietFirst) {
    const { accountId } = connection.viewer;
    const round = taken.get(accountId) ?? 0;
    taken.set(accountId, round + 1);
    rounds[round] ??= [];
    rounds[round].push(connection);
  }
  const partMs = Math.min(stepMs, windowMs / quietFirst.length);
  return rounds.flat().map((connection, index) => ({ connection, afterMs: partMs * (index + random()) }));
}
