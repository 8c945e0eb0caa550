import type { PasswordCost } from '../modules/identity/service.ts';
import type { DrawSample, FileFetcher } from '../modules/media/service.ts';
import type { PushTransport } from '../modules/notifications/service.ts';
import type { PaymentProviderAdapter } from '../modules/payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { RateLimiter } from '../platform/rate-limit.ts';

/** What a process brings to its services. */
export interface Platform {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Tests bring one with wider budgets. */
  rateLimiter?: RateLimiter;
  /** Tests hash passwords at less than the recommended cost, unless they measure time. */
  passwordCost?: PasswordCost | undefined;
  /** Window of a socket's message budget, in milliseconds; benches pass 0 to lift the budget. */
  floodWindowMs?: number;
  /** Tests bring their own. */
  paymentAdapters?: readonly PaymentProviderAdapter[];
  /** Tests bring their own. */
  pushTransport?: PushTransport;
  /** Tests fetch from nowhere. */
  fetcher?: FileFetcher | undefined;
  /** Draws the demo world's pictures at their first request. */
  drawSample?: DrawSample | undefined;
}
