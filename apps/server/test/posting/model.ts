import { freeMessagesPerDay } from '@vlam/contract/vip';

/** Members of a schedule are numbered; client ids and replies refer to earlier steps. */
export type Step =
  | { kind: 'send'; from: number; to: number; key: string; replyTo?: string; pays: boolean; tooLong: boolean }
  | { kind: 'toMany'; from: number; to: number[]; key: string }
  | { kind: 'block' | 'unblock' | 'accept' | 'decline' | 'clear'; from: number; to: number };

/** Result of the product: the message id, or the error code. */
export type Observed = { id: string } | { refused: string };

interface Kept {
  from: number;
  key: string;
  id: string;
  /** Counts as the first message of a thread. */
  isPersonal: boolean;
  clearedBy: Set<number>;
}
interface Thread {
  kept: Kept[];
  /** Ids of all messages ever stored, by sender and client id. */
  ids: Map<string, string>;
  begins: Map<number, boolean>;
}
export interface State {
  threads: Map<string, Thread>;
  blocks: Set<string>;
  used: number[];
  credits: number[];
}

export const dailyQuota = freeMessagesPerDay;
const cost = 2;
const pairOf = (one: number, other: number) => (one < other ? `${one} ${other}` : `${other} ${one}`);

const copyOf = ({ threads, blocks, used, credits }: State): State => ({
  threads: new Map(
    [...threads].map(([pair, { kept, ids, begins }]) => [
      pair,
      {
        kept: kept.map((each) => ({ ...each, clearedBy: new Set(each.clearedBy) })),
        ids: new Map(ids),
        begins: new Map(begins),
      },
    ]),
  ),
  blocks: new Set(blocks),
  used: [...used],
  credits: [...credits],
});

const threadOf = (state: State, one: number, other: number): Thread => {
  const pair = pairOf(one, other);
  const thread = state.threads.get(pair) ?? { kept: [], ids: new Map(), begins: new Map() };
  state.threads.set(pair, thread);
  return thread;
};
const isApart = (state: State, one: number, other: number) =>
  state.blocks.has(`${one} ${other}`) || state.blocks.has(`${other} ${one}`);

/** Whether messages of `from` count: no message of the other precedes their first personal one. */
function hasStartedThread(thread: Thread, from: number): boolean {
  const decided = thread.begins.get(from);
  if (decided !== undefined) return decided;
  const first = thread.kept.find((each) => each.from !== from || each.isPersonal);
  return first === undefined || first.from === from;
}

const refuse = (observed: Observed, code: string) => 'refused' in observed && observed.refused === code;

/** Sends one message in the model. Returns false when the product's result differs. */
function send(state: State, step: Extract<Step, { kind: 'send' }>, observed: Observed, isCounted: boolean): boolean {
  const { from, to, key, replyTo } = step;
  const thread = threadOf(state, from, to);
  const name = `${from} ${key}`;
  const earlier = thread.ids.get(name);
  if (earlier !== undefined) {
    const isThere = thread.kept.some((each) => each.from === from && each.key === key);
    return 'id' in observed && (!isThere || observed.id === earlier);
  }
  if (isApart(state, from, to)) return refuse(observed, 'NOT_FOUND');
  const elsewhere = [...state.threads.values()].some(
    (each) => each !== thread && each.kept.some(({ id }) => id === replyTo),
  );
  if (replyTo !== undefined && elsewhere) return refuse(observed, 'NOT_FOUND');
  const begins = hasStartedThread(thread, from);
  const counts = isCounted && begins;
  const isPast = counts && (state.used[from] ?? 0) >= dailyQuota;
  if (isPast && !step.pays) return refuse(observed, 'MESSAGE_QUOTA_USED');
  if (step.tooLong) return refuse(observed, 'failed');
  if (isPast && (state.credits[from] ?? 0) < cost) return refuse(observed, 'INSUFFICIENT_CREDITS');
  if (!('id' in observed)) return false;
  if (isPast) state.credits[from] = (state.credits[from] ?? 0) - cost;
  else if (counts) state.used[from] = (state.used[from] ?? 0) + 1;
  if (isCounted && !isPast) thread.begins.set(from, begins);
  thread.ids.set(name, observed.id);
  thread.kept.push({ from, key, id: observed.id, isPersonal: true, clearedBy: new Set() });
  return true;
}

/** Applies one step; returns false when the observed result is impossible in this state. */
function apply(state: State, step: Step, observed: Observed, isCounted: (member: number) => boolean): boolean {
  switch (step.kind) {
    case 'send':
      return send(state, step, observed, isCounted(step.from));
    case 'toMany': {
      if (!('id' in observed)) return false;
      const ids = observed.id.split(' ');
      return step.to.every((to, index) => {
        const thread = threadOf(state, step.from, to);
        const name = `${step.from} ${step.key}`;
        const isThere = thread.ids.has(name);
        const isReached = isThere || !isApart(state, step.from, to);
        if (isReached !== (ids[index] !== '-')) return false;
        if (!isReached || isThere) return true;
        thread.ids.set(name, ids[index] ?? '');
        thread.kept.push({
          from: step.from,
          key: step.key,
          id: ids[index] ?? '',
          isPersonal: false,
          clearedBy: new Set(),
        });
        return true;
      });
    }
    case 'block':
      state.blocks.add(`${step.from} ${step.to}`);
      return true;
    case 'unblock':
      state.blocks.delete(`${step.from} ${step.to}`);
      return true;
    case 'clear':
    case 'decline': {
      // The product decides whether there was anything to clear; the model checks what is deleted.
      if (!('id' in observed)) return true;
      const thread = threadOf(state, step.from, step.to);
      for (const each of thread.kept) each.clearedBy.add(step.from);
      thread.kept = thread.kept.filter(({ clearedBy }) => clearedBy.size < 2);
      return true;
    }
    case 'accept':
      return true;
  }
}

/** Every state that the concurrent steps of one moment may lead to, in any order. */
export function after(
  states: readonly State[],
  moment: readonly { step: Step; observed: Observed }[],
  isCounted: (member: number) => boolean,
): State[] {
  // Indexed by the set of applied steps, as bits: orders that lead to one state are continued once.
  const reached = Array.from({ length: 2 ** moment.length }, () => new Map<string, State>());
  for (const state of states) reached[0]?.set(fingerprint(state), state);
  for (const [done, found] of reached.entries())
    for (const state of found.values())
      for (const [index, { step, observed }] of moment.entries()) {
        const bit = 2 ** index;
        if (Math.floor(done / bit) % 2 === 1) continue;
        const next = copyOf(state);
        if (apply(next, step, observed, isCounted)) reached[done + bit]?.set(fingerprint(next), next);
      }
  return [...(reached.at(-1)?.values() ?? [])];
}

/** States with equal fingerprints are equal. */
export const fingerprint = ({ threads, blocks, used, credits }: State): string =>
  JSON.stringify([
    [...threads]
      .sort()
      .map(([pair, { kept, begins }]) => [
        pair,
        kept.map(({ from, key, id, clearedBy }) => [from, key, id, [...clearedBy].sort()]),
        [...begins].sort(),
      ]),
    [...blocks].sort(),
    used,
    credits,
  ]);
