import Fastify from 'fastify';
import { registerApi } from './api.ts';
import { openBook } from './book.ts';
import { createTokens } from './cards.ts';
import { type Delays, usualDelays } from './delays.ts';
import { createEngine } from './engine.ts';
import { registerScreens } from './screens.ts';

export interface SandboxOptions {
  /** 0 takes any that is free. */
  port: number;
  host?: string;
  apiKey: string;
  /** Signs webhooks: `whsec_` and base64. */
  webhookSecret: string;
  /** Where payments are kept; without it they are gone when the program stops. */
  file?: string;
  delays?: Partial<Delays>;
  fetch?: typeof globalThis.fetch;
}

export interface Sandbox {
  /** Where it listens, without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

/** Starts the sandbox provider, a program that shares nothing with the shop but HTTP and two secrets. */
export async function startSandboxProvider(options: SandboxOptions): Promise<Sandbox> {
  const { port, host = '127.0.0.1', apiKey, webhookSecret, file = null, fetch = globalThis.fetch } = options;
  const book = openBook(file);
  const delays = { ...usualDelays, ...options.delays };
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
    // A name that was pointed at this machine is not this program.
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
