import Fastify from 'fastify';
import { registerApi } from './api.ts';
import { openBook } from './book.ts';
import { createTokens } from './cards.ts';
import { type Delays, defaultDelays } from './delays.ts';
import { createEngine } from './engine.ts';
import { registerScreens } from './screens.ts';

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  apiKey: string;
  /** Signs webhooks: `whsec_` and base64. */
  webhookSecret: string;
  /** File for payments; without it they are lost on exit. */
  file?: string;
  delays?: Partial<Delays>;
  fetch?: typeof globalThis.fetch;
}

export interface Sandbox {
  /** Base URL without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

/** Starts the sandbox provider. It shares nothing with the shop but HTTP and two secrets. */
export async function startSandboxProvider(options: SandboxOptions): Promise<Sandbox> {
  const { port, host = '127.0.0.1', apiKey, webhookSecret, file = null, fetch = globalThis.fetch } = options;
  const book = openBook(file);
  const delays = { ...defaultDelays, ...options.delays };
  const engine = createEngine({ book, tokens: createTokens(apiKey), webhookSecret, fetch, delays });
  const app = Fastify({ bodyLimit: 32 * 1024, forceCloseConnections: true });
  let url = '';
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    });
    // Reject other host names: a DNS name pointed at this machine is another origin.
    if (url && request.headers.host !== new URL(url).host) return reply.code(404).send();
  });
  registerApi(app, { engine, book, apiKey, publicUrl: () => url });
  registerScreens(app, { engine, book, isKept: file !== null });
  try {
    url = await app.listen({ host, port });
  } catch (error) {
    await engine.stop();
    throw error;
  }
  return {
    url,
    async stop() {
      await app.close();
      await engine.stop();
    },
  };
}
