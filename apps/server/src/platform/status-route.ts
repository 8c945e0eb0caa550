import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Status } from './status.ts';
import { statusPage, statusPolicy } from './status-page.ts';
import { isLanguage } from './words.ts';

/** `/status`, for everyone, in the language and theme of the device. A cache may keep it for some seconds. */
export function registerStatusPage(
  app: FastifyInstance,
  { config, readStatus }: { config: Pick<Config, 'supportEmail'>; readStatus(): Promise<Status> },
): void {
  app.get<{ Querystring: { lang?: string } }>('/status', async (request, reply) => {
    const language = request.query.lang ?? request.cookies.lang;
    const page = statusPage(await readStatus(), {
      language: isLanguage(language) ? language : 'en',
      isLight: request.cookies.theme === 'light',
      // The address may name the product, and this device is disguised.
      supportEmail: request.cookies.cover === '1' ? null : config.supportEmail,
    });
    return reply
      .headers({
        'content-security-policy': statusPolicy,
        'cache-control': 'public, max-age=15, stale-if-error=300',
        vary: 'cookie, accept-encoding',
      })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
