import { forget, startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { freePort } from './free-port.ts';

export { freePort };

export interface TestServer extends TestApp {
  /** Base URL without a trailing slash. */
  url: string;
}

/** The whole server on a real port, for browsers and sockets, with a running clock. Close it in `afterAll`. */
export async function startTestServer(options: TestAppOptions = {}): Promise<TestServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const app = await startTestApp({
    runningClock: true,
    ...options,
    config: { port, publicUrl: url, ...options.config },
  });
  await app.context.realtime.open();
  await app.app.listen({ host: '127.0.0.1', port });
  const server: TestServer = {
    ...app,
    url,
    async close() {
      await app.close();
      forget(server);
    },
  };
  return server;
}
