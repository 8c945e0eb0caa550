import { maxOutboxWaitMs } from '@vlam/contract/rules/messaging';
import { createStore, type Store } from '../../lib/store.ts';
import type { OutboxStorage, Waiting } from './outbox-storage.ts';

/** Result of one attempt to send. `later`: outcome unknown; retry with the same client id. */
export type Attempt =
  | { result: 'sent' }
  | { result: 'costs' }
  | { result: 'failed'; reason?: string }
  | { result: 'later' };

/** Whose session it is: `ours`, `other` (another account or none), or `unknown` while the server is unreachable. */
export type SessionState = 'ours' | 'other' | 'unknown';

export interface Outbox {
  /** This account's unsent messages, in order. */
  items: Store<readonly Waiting[]>;
  add(item: Omit<Waiting, 'order' | 'state' | 'accountId' | 'writtenAt'>): Promise<void>;
  /** Retries a refused message, with optional changes. */
  retry(clientId: string, change?: Partial<Waiting['message']>): Promise<void>;
  remove(clientId: string): Promise<void>;
  /** Sends waiting messages in order; ends when no more can be sent now. */
  drain(): Promise<void>;
  /** Reloads the messages after another tab's change. */
  refresh(): Promise<void>;
  /** Stops sending in this tab; unsent messages stay on the device. */
  close(): void;
}

export interface OutboxOptions {
  accountId: string;
  storage: OutboxStorage;
  /** `isRetry`: an earlier attempt, of this tab or an earlier one, may have arrived. */
  send(item: Waiting, again: boolean): Promise<Attempt>;
  /** Checks who is signed in before each message; `afresh` always asks the server. */
  checkSession(afresh: boolean): Promise<SessionState>;
  /** Called once when another account or none is signed in. */
  onClosed?(): void;
  /** Runs `work` while no other tab of this browser does. */
  exclusively(work: () => Promise<void>): Promise<void>;
  /** Called after each change, to notify the other tabs. */
  onChanged(): void;
  now?(): number;
}

/** Retry delays after network failures, in milliseconds. */
const retryDelaysMs = [2_000, 5_000, 15_000, 30_000];

/**
 * Unsent messages of this device. Each is stored before it is sent and removed only after the server has answered, so a
 * lost connection, lost answer, reload or second tab neither loses nor duplicates one.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { accountId, storage, now = Date.now } = options;
  const items = createStore<readonly Waiting[]>([]);
  /** Client ids written in this tab and not tried yet. */
  const untried = new Set<string>();
  /** Client ids the server has stored; the device may still hold them. */
  const sent = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  const isTooOld = ({ writtenAt }: Waiting) => now() - Date.parse(writtenAt) > maxOutboxWaitMs;
  async function refresh(): Promise<readonly Waiting[]> {
    const all = (await storage.all()).filter(({ clientId }) => !sent.has(clientId));
    items.set(all.filter((item) => item.accountId === accountId));
    return all.filter((item) => item.accountId !== accountId);
  }
  function close(): void {
    clearTimeout(timer);
    if (!isClosed) options.onClosed?.();
    isClosed = true;
  }
  function scheduleRetry(): void {
    if (isClosed) return;
    timer = setTimeout(() => void outbox.drain(), retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)]);
    failures += 1;
  }
  async function change(act: () => Promise<void>): Promise<void> {
    await act();
    await refresh();
    options.onChanged();
  }

  async function sendOne(item: Waiting): Promise<'next' | 'stop'> {
    const isRetry = !untried.delete(item.clientId) || item.tried === true;
    const attempt = await options.send(item, isRetry);
    if (attempt.result === 'later') {
      // For the other tabs. The message may have been deleted since.
      const isKept = !item.tried && (await storage.all()).some((each) => each.clientId === item.clientId);
      if (isKept) await storage.put({ ...item, tried: true });
      return 'stop';
    }
    await change(async () => {
      if (attempt.result === 'sent') {
        sent.add(item.clientId);
        // If the device refuses, the next tab retries it with the same client id.
        return storage.remove(item.clientId).catch(() => undefined);
      }
      const { reason: _before, ...rest } = item;
      const reason = attempt.result === 'failed' ? attempt.reason : undefined;
      await storage.put({ ...rest, state: attempt.result, ...(reason === undefined ? {} : { reason }) });
    });
    return 'next';
  }

  async function drainExclusively(): Promise<void> {
    while (!isClosed) {
      // Reread each time: another tab may have sent or deleted it.
      const foreign = await refresh();
      const all = items.get();
      const threadsAsking = new Set(all.filter((each) => each.state === 'costs').map((each) => each.to));
      // Later messages of a thread wait for an open cost question, so that the order stays.
      const next = all.find((each) => each.state === 'waiting' && !threadsAsking.has(each.to));
      if (!next && foreign.length === 0) break;
      // A tab can outlive its session; its messages must not be sent with the next account's cookie.
      const session = await options.checkSession(foreign.length > 0);
      if (session === 'other') return close();
      if (session === 'unknown' || isClosed) return scheduleRetry();
      // Left by an account whose session ended without signing out; this account must not see it.
      for (const item of foreign) await storage.remove(item.clientId);
      if (next && isTooOld(next)) await change(() => storage.put({ ...next, state: 'failed' }));
      else if (next && (await sendOne(next)) === 'stop') return scheduleRetry();
      failures = 0;
    }
  }

  const outbox: Outbox = {
    items,
    refresh: async () => void (await refresh()),
    close,
    add: (item) =>
      change(async () => {
        const last = items.get().at(-1)?.order ?? 0;
        const written = { ...item, accountId, order: Math.max(now(), last + 1), state: 'waiting' as const };
        untried.add(item.clientId);
        await storage.put({ ...written, writtenAt: new Date(now()).toISOString() });
      }),
    retry: (clientId, changes = {}) =>
      change(async () => {
        const item = (await storage.all()).find((each) => each.clientId === clientId);
        if (!item) return;
        const { reason: _before, ...rest } = item;
        const writtenAt = isTooOld(item) ? new Date(now()).toISOString() : item.writtenAt;
        await storage.put({ ...rest, writtenAt, message: { ...item.message, ...changes }, state: 'waiting' });
      }),
    remove: (clientId) => change(() => storage.remove(clientId)),
    drain() {
      clearTimeout(timer);
      return isClosed ? Promise.resolve() : options.exclusively(drainExclusively);
    },
  };
  return outbox;
}
