import { createApp } from '../../apps/server/src/app.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { createRateLimiter } from '../../apps/server/src/platform/rate-limit.ts';

// The whole program with live shows, only without rate limits. Started by a benchmark.
const config = readConfig(process.env);
const logger = createLogger(config.logLevel);
const database = openDatabase(config.databaseUrl ?? '', { size: config.databasePool });
const rateLimiter = createRateLimiter({ scale: 1_000_000 });
const context = createContext({ config, database, clock: systemClock, logger, rateLimiter });
const app = await createApp(context);
await context.realtime.open();
await app.listen({ host: '127.0.0.1', port: 0 });
context.lives.ingest.start();
const address = app.server.address();
process.send?.(typeof address === 'object' ? address?.port : null);
