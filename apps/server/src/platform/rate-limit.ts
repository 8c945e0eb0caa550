import type { RateBudget } from '@vlam/contract/operation';
import { AppError } from './errors.ts';
import { subnetOf } from './subnet.ts';
import type { Viewer } from './viewer.ts';

/** Calls allowed at once (`burst`) and refilled each minute, for one account; visitors share one per address. */
const budgets: Record<RateBudget, { burst: number; perMinute: number }> = {
  read: { burst: 300, perMinute: 1200 },
  write: { burst: 120, perMinute: 240 },
  search: { burst: 40, perMinute: 60 },
  upload: { burst: 60, perMinute: 120 },
  credentials: { burst: 20, perMinute: 20 },
  mail: { burst: 5, perMinute: 5 },
  age: { burst: 10, perMinute: 10 },
};

export interface RateLimiter {
  /** Takes one call from the budget; throws `TOO_MANY_REQUESTS` with `retryAfterSeconds` when none is left. */
  spend(budget: RateBudget, address: string, viewer: Viewer | null): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets in memory, `scale` times the figures above; the oldest are dropped past 100,000. */
export function createRateLimiter(options: { scale?: number; nowMs?: () => number } = {}): RateLimiter {
  const { scale = 1, nowMs = () => performance.now() } = options;
  const buckets = new Map<string, Bucket>();
  return {
    spend(budget, address, viewer) {
      const { burst, perMinute } = budgets[budget];
      const key = `${budget} ${viewer ? viewer.accountId : subnetOf(address, 4)}`;
      const now = nowMs();
      const bucket = buckets.get(key) ?? { tokens: burst * scale, at: now };
      bucket.tokens = Math.min(burst * scale, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute * scale);
      bucket.at = now;
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > 100_000)
        for (const oldest of buckets.keys()) {
          buckets.delete(oldest);
          break;
        }
      if (bucket.tokens < 1) {
        const retryAfterSeconds = Math.ceil(((1 - bucket.tokens) / (perMinute * scale)) * 60);
        throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds } });
      }
      bucket.tokens -= 1;
    },
  };
}
