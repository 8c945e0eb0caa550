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
  /** When the answer was read, by `performance.now()`. */
  at: number;
}

export interface UnlockLoad {
  /** Every unlock the server said yes to. */
  receipts: Receipt[];
  /** How often each code was answered; `connection` counts calls without an answer. */
  refusals: Map<string, number>;
  /** Answers outside 2xx that are not of the catalogue. */
  strangers: string[];
  /** Finishes what is under way: a call whose fate is unknown is repeated with its key until it is answered. */
  stop(): Promise<void>;
  /** Resolves when that many more unlocks were acknowledged; throws after half a minute. */
  beyond(more: number): Promise<void>;
  /** Repeats calls that were answered, with their own keys. */
  repeat(receipts: readonly Receipt[]): Promise<void>;
}

interface Intent {
  buyer: Buyer;
  contentId: string;
  key: string;
}

/** Buyers unlock one item after another, each once; `clients` calls are under way at any moment. */
export function startUnlockLoad(options: {
  url: string;
  buyers: readonly Buyer[];
  contentIds: readonly string[];
  prices: ReadonlyMap<string, number>;
  clients: number;
  /** After so long without an answer a client gives up and repeats the call. */
  patienceMs?: number;
}): UnlockLoad {
  const { url, buyers, contentIds, prices, clients, patienceMs = 20_000 } = options;
  const receipts: Receipt[] = [];
  const refusals = new Map<string, number>();
  const strangers: string[] = [];
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
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await response.text();
      if (response.ok) return 'yes';
      const code = codeOf(text);
      if (code === null) strangers.push(`${response.status} ${text.slice(0, 200)}`);
      return { code: code ?? 'unknown', waitMs: Number(response.headers.get('retry-after') ?? 0) * 1000 || 25 };
    } catch {
      return { code: 'connection', waitMs: 25 };
    }
  }

  async function settle(intent: Intent): Promise<void> {
    for (;;) {
      const answer = await call(intent);
      if (answer === 'yes') return;
      refusals.set(answer.code, (refusals.get(answer.code) ?? 0) + 1);
      await sleep(answer.waitMs);
    }
  }

  const working = Array.from({ length: clients }, async (_, client) => {
    for (const intent of intentsOf(client)) {
      if (stopping) return;
      await settle(intent);
      const { buyer, contentId, key } = intent;
      receipts.push({ buyerId: buyer.accountId, contentId, key, at: performance.now() });
    }
  });

  return {
    receipts,
    refusals,
    strangers,
    async stop() {
      stopping = true;
      await Promise.all(working);
    },
    async beyond(more) {
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
            if (buyer) await settle({ buyer, contentId: next.contentId, key: next.key });
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
export function longestSilence(receipts: readonly Receipt[], since: number): number {
  const times = [since, ...receipts.map(({ at }) => at).filter((at) => at > since), performance.now()];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1000;
}
