import { createApp } from '../src/app.ts';
import { type Context, createContext } from '../src/context.ts';
import type { Config } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/database.ts';
import { createRateLimiter } from '../src/platform/rate-limit.ts';
import { freePort, type TestServer } from './server.ts';

export interface SecondServer {
  context: Context;
  url: string;
  close(): Promise<void>;
}

/** A second server on the database of the first, as behind a load balancer, with settings of its `own`. Close it before the first. */
export async function startSecondServer(first: TestServer, own: Partial<Config> = {}): Promise<SecondServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const database = openDatabase(first.databaseUrl, { size: 4 });
  const { clock, logger } = first.context;
  const config = { ...first.config, port, publicUrl: url, ...own };
  const context = createContext({ config, database, clock, logger, rateLimiter: createRateLimiter({ scale: 10_000 }) });
  const app = await createApp(context);
  await context.realtime.open();
  await app.listen({ host: '127.0.0.1', port });
  context.serving.begin();
  return {
    context,
    url,
    async close() {
      await app.close();
      await database.close();
    },
  };
}
