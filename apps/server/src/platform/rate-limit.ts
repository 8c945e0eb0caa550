import type { RateBudget } from '@vlam/contract/operation';
import { AppError } from './errors.ts';
import { subnetOf } from './subnet.ts';
import type { Viewer } from './viewer.ts';

/** Socket budgets: `handshake` per address, shared by whole mobile networks, `connect` per account. */
export type Budget = RateBudget | 'handshake' | 'connect';

/** Calls allowed at once (`burst`) and refilled per minute, per account, or per address for public calls. */
const budgets: Record<Budget, { burst: number; perMinute: number }> = {
  read: { burst: 300, perMinute: 1200 },
  write: { burst: 120, perMinute: 240 },
  message: { burst: 200, perMinute: 600 },
  search: { burst: 40, perMinute: 60 },
  upload: { burst: 60, perMinute: 120 },
  credentials: { burst: 20, perMinute: 20 },
  mail: { burst: 5, perMinute: 5 },
  age: { burst: 10, perMinute: 10 },
  handshake: { burst: 1_000, perMinute: 3_000 },
  connect: { burst: 30, perMinute: 60 },
  // Responses of hundreds of kilobytes and PDFs: 40 ms of a core each.
  document: { burst: 20, perMinute: 20 },
};

export interface RateLimiter {
  /**
   * Takes one call from the budget of `viewer`, or of `address` when null; throws `TOO_MANY_REQUESTS` with
   * `retryAfterSeconds` when none is left.
   */
  spend(budget: Budget, address: string, viewer: Viewer | null): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Token buckets in memory, `scale` times the budgets above; past 100,000 buckets of a budget the oldest are dropped.
 */
export function createRateLimiter(options: { scale?: number; nowMs?: () => number } = {}): RateLimiter {
  const { scale = 1, nowMs = () => performance.now() } = options;
  const bucketsOf = Object.fromEntries(Object.keys(budgets).map((name) => [name, new Map()])) as Record<
    Budget,
    Map<string, Bucket>
  >;
  return {
    spend(budget, address, viewer) {
      const burst = budgets[budget].burst * scale;
      const perMinute = budgets[budget].perMinute * scale;
      const buckets = bucketsOf[budget];
      const owner = viewer ? viewer.accountId : subnetOf(address, 4);
      const now = nowMs();
      let bucket = buckets.get(owner);
      if (!bucket) {
        bucket = { tokens: burst, at: now };
        buckets.set(owner, bucket);
        if (buckets.size > 100_000) buckets.delete(buckets.keys().next().value ?? '');
      }
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute);
      bucket.at = now;
      if (bucket.tokens < 1) {
        const retryAfterSeconds = Math.ceil(((1 - bucket.tokens) / perMinute) * 60);
        throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds } });
      }
      bucket.tokens -= 1;
    },
  };
}
