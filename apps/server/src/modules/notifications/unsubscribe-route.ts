import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { NotificationsService } from './service.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

type Route = { Params: { token: string } };

/**
 * Handles the links of digests. A mail program posts by itself (RFC 8058), from anywhere and without a session: the
 * token is all it has, and it can only end the mails. A person sees a page first, because programs open links.
 */
export function registerUnsubscribe(
  app: FastifyInstance,
  { notifications }: { notifications: Pick<NotificationsService, 'stop' | 'reads'> },
): void {
  const url = '/api/notifications/unsubscribe/:token';
  function page(reply: FastifyReply, done: boolean) {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      )
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(unsubscribePage(nonce, done));
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, (_request, _body, done) => done(null));
    scope.get<Route>(url, { exposeHeadRoute: false }, async (request, reply) => {
      if (!notifications.reads(request.params.token)) throw new AppError('NOT_FOUND');
      return page(reply, false);
    });
    scope.post<Route>(url, async (request, reply) => {
      if (!(await notifications.stop(request.params.token))) throw new AppError('NOT_FOUND');
      return page(reply, true);
    });
  });
}
