import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCatalogue } from '@vlam/contract/errors';

export interface Buyer {
  accountId: string;
  cookie: string;
}

export interface Receipt {
  buyerId: string;
  contentId: string;
  key: string;
  /** Time of the response, by `performance.now()`. */
  at: number;
}

export interface UnlockLoad {
  /** Every acknowledged unlock. */
  receipts: Receipt[];
  /** Number of errors by code; `connection` counts calls without a response. */
  refusals: Map<string, number>;
  /** Error responses that are not in the catalogue. */
  unexpected: string[];
  /** Finishes pending calls: one with an unknown outcome is retried with its key until it is decided. */
  stop(): Promise<void>;
  /** Resolves when that many more unlocks are acknowledged; throws after 30 s. */
  waitForMore(more: number): Promise<void>;
  /** Repeats acknowledged calls with their keys. */
  repeat(receipts: readonly Receipt[]): Promise<void>;
}

interface Intent {
  buyer: Buyer;
  contentId: string;
  key: string;
}

/** Buyers unlock one item after another, each once, with `clients` calls in progress at any moment. */
export function startUnlockLoad(options: {
  url: string;
  buyers: readonly Buyer[];
  contentIds: readonly string[];
  prices: ReadonlyMap<string, number>;
  clients: number;
  /** After this time without a response a client retries the call. */
  timeoutMs?: number;
}): UnlockLoad {
  const { url, buyers, contentIds, prices, clients, timeoutMs = 20_000 } = options;
  const receipts: Receipt[] = [];
  const refusals = new Map<string, number>();
  const unexpected: string[] = [];
  const byId = new Map(buyers.map((buyer) => [buyer.accountId, buyer]));
  let stopping = false;

  function* intentsOf(client: number): Generator<Intent> {
    const own = buyers.filter((_, index) => index % clients === client);
    for (const contentId of contentIds) for (const buyer of own) yield { buyer, contentId, key: randomUUID() };
  }

  async function call({ buyer, contentId, key }: Intent): Promise<'yes' | { code: string; waitMs: number }> {
    try {
      const response = await fetch(`${url}/api/content/${contentId}/unlock`, {
        method: 'POST',
        headers: {
          ...{ cookie: buyer.cookie, 'sec-fetch-site': 'same-origin' },
          ...{ 'idempotency-key': key, 'content-type': 'application/json' },
        },
        body: JSON.stringify({ price: prices.get(contentId) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.ok) return 'yes';
      const code = codeOf(text);
      if (code === null) unexpected.push(`${response.status} ${text.slice(0, 200)}`);
      return { code: code ?? 'unknown', waitMs: Number(response.headers.get('retry-after') ?? 0) * 1000 || 25 };
    } catch {
      return { code: 'connection', waitMs: 25 };
    }
  }

  async function callUntilDecided(intent: Intent): Promise<void> {
    for (;;) {
      const result = await call(intent);
      if (result === 'yes') return;
      refusals.set(result.code, (refusals.get(result.code) ?? 0) + 1);
      await sleep(result.waitMs);
    }
  }

  const workers = Array.from({ length: clients }, async (_, client) => {
    for (const intent of intentsOf(client)) {
      if (stopping) return;
      await callUntilDecided(intent);
      const { buyer, contentId, key } = intent;
      receipts.push({ buyerId: buyer.accountId, contentId, key, at: performance.now() });
    }
  });

  return {
    receipts,
    refusals,
    unexpected,
    async stop() {
      stopping = true;
      await Promise.all(workers);
    },
    async waitForMore(more) {
      const wanted = receipts.length + more;
      const until = performance.now() + 30_000;
      while (receipts.length < wanted) {
        if (performance.now() > until) throw new Error(`unlocks have stopped: ${JSON.stringify([...refusals])}`);
        await sleep(20);
      }
    },
    async repeat(some) {
      const left = [...some];
      await Promise.all(
        Array.from({ length: clients }, async () => {
          for (let next = left.pop(); next; next = left.pop()) {
            const buyer = byId.get(next.buyerId);
            if (buyer) await callUntilDecided({ buyer, contentId: next.contentId, key: next.key });
          }
        }),
      );
    },
  };
}

function codeOf(text: string): string | null {
  try {
    const { code } = JSON.parse(text) as { code?: string };
    return code !== undefined && code in errorCatalogue ? code : null;
  } catch {
    return null;
  }
}

/** The longest time without a receipt after `since`, in seconds. */
export function longestGap(receipts: readonly Receipt[], since: number): number {
  const times = [since, ...receipts.map(({ at }) => at).filter((at) => at > since), performance.now()];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1000;
}
