import { waitsAtMostMs } from '@vlam/contract/rules/messaging';
import { createStore, type Store } from '../../lib/store.ts';
import type { OutboxStorage, Waiting } from './outbox-storage.ts';

/** What came of one attempt to send. `later`: nobody knows, so the same message is sent again. */
export type Attempt =
  | { result: 'sent' }
  | { result: 'costs' }
  | { result: 'failed'; reason?: string }
  | { result: 'later' };

/** `unknown`: nobody could be asked. */
export type Turn = 'ours' | 'other' | 'unknown';

export interface Outbox {
  /** Everything that waits on this device for this account, in order. */
  items: Store<readonly Waiting[]>;
  add(item: Omit<Waiting, 'order' | 'state' | 'accountId' | 'writtenAt'>): Promise<void>;
  /** Tries a refused one again, with what has changed about it. */
  retry(clientId: string, change?: Partial<Waiting['message']>): Promise<void>;
  remove(clientId: string): Promise<void>;
  /** Sends what waits, in order, as long as the network lets it. Ends when nothing more can be sent now. */
  drain(): Promise<void>;
  /** Reads again what another tab has changed. */
  refresh(): Promise<void>;
  /** Sends nothing more from this page; what waits stays on the device. */
  close(): void;
}

export interface OutboxOptions {
  accountId: string;
  storage: OutboxStorage;
  /** `again`: an earlier attempt, of this page or of one before it, may have arrived. */
  send(item: Waiting, again: boolean): Promise<Attempt>;
  /** Who is signed in: asked before each message; `afresh` always asks the server. */
  whoseTurn(afresh: boolean): Promise<Turn>;
  /** Called once, when another account or nobody is signed in. */
  closed?(): void;
  /** Runs `work` while no other tab of this browser runs any. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Called after each change, for the other tabs. */
  changed(): void;
  now?(): number;
}

/** Pauses before what the network did not take is sent again, in milliseconds. */
const pauses = [2_000, 5_000, 15_000, 30_000];

/**
 * Messages on their way from this device. Each is kept before it is sent and let go only when the server has answered,
 * so that a lost connection, a lost reply, a reload or a second tab neither loses nor doubles one.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { accountId, storage, now = Date.now } = options;
  const items = createStore<readonly Waiting[]>([]);
  /** Written on this page, and not sent yet. */
  const untried = new Set<string>();
  /** The server has them; the device may not have let go of them yet. */
  const sent = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  const isTooOld = ({ writtenAt }: Waiting) => now() - Date.parse(writtenAt) > waitsAtMostMs;
  async function refresh(): Promise<readonly Waiting[]> {
    const all = (await storage.all()).filter(({ clientId }) => !sent.has(clientId));
    items.set(all.filter((item) => item.accountId === accountId));
    return all.filter((item) => item.accountId !== accountId);
  }
  function close(): void {
    clearTimeout(timer);
    if (!isClosed) options.closed?.();
    isClosed = true;
  }
  function later(): void {
    if (isClosed) return;
    timer = setTimeout(() => void outbox.drain(), pauses[Math.min(failures, pauses.length - 1)]);
    failures += 1;
  }
  async function change(act: () => Promise<void>): Promise<void> {
    await act();
    await refresh();
    options.changed();
  }

  async function sendOne(item: Waiting): Promise<'next' | 'stop'> {
    const again = !untried.delete(item.clientId) || item.tried === true;
    const attempt = await options.send(item, again);
    if (attempt.result === 'later') {
      // For the other tabs; one that opens later knows by itself. It may have been taken away meanwhile.
      const isKept = !item.tried && (await storage.all()).some((each) => each.clientId === item.clientId);
      if (isKept) await storage.put({ ...item, tried: true });
      return 'stop';
    }
    await change(async () => {
      if (attempt.result === 'sent') {
        sent.add(item.clientId);
        // On a device that refuses it stays for the next page, which asks for the same message again.
        return storage.remove(item.clientId).catch(() => undefined);
      }
      const { reason: _before, ...rest } = item;
      const reason = attempt.result === 'failed' ? attempt.reason : undefined;
      await storage.put({ ...rest, state: attempt.result, ...(reason === undefined ? {} : { reason }) });
    });
    return 'next';
  }

  async function drainAlone(): Promise<void> {
    while (!isClosed) {
      // Read anew each time: another tab may have sent or deleted it meanwhile.
      const foreign = await refresh();
      const all = items.get();
      const asking = new Set(all.filter((each) => each.state === 'costs').map((each) => each.to));
      // What follows in a thread that has a question open waits for its answer, so that the order stays.
      const next = all.find((each) => each.state === 'waiting' && !asking.has(each.to));
      if (!next && foreign.length === 0) break;
      // A page may outlive its session: its messages must not go out under the next account's cookie.
      const turn = await options.whoseTurn(foreign.length > 0);
      if (turn === 'other') return close();
      if (turn === 'unknown' || isClosed) return later();
      // Left by an account whose session ended without a logout: this account must not see it.
      for (const item of foreign) await storage.remove(item.clientId);
      if (next && isTooOld(next)) await change(() => storage.put({ ...next, state: 'failed' }));
      else if (next && (await sendOne(next)) === 'stop') return later();
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
      return isClosed ? Promise.resolve() : options.alone(drainAlone);
    },
  };
  return outbox;
}
