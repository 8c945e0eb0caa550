import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Book, Payment } from './book.ts';
import { findCard } from './cards.ts';
import type { Engine } from './engine.ts';
import { bankPage, checkoutPage, donePage, ledgerPage, missingPage } from './pages.ts';
import { style } from './style.ts';

const maxListed = 200;
type PageRoute = { Params: { id: string }; Body: unknown };
const cardForm = z.object({ card: z.string(), save: z.literal('1').optional() });
const bankForm = z.object({ answer: z.enum(['approve', 'cancel']) });

/** Content security policy of a page whose forms submit to these URLs; browsers apply it to redirects of a form too. */
const policy = (targets: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...new Set(targets.map((url) => new URL(url).origin))].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

const send = (reply: FastifyReply, status: number, body: string, targets: readonly string[] = []): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy(targets)).send(body);

/** Pages for people: the hosted page, the bank's page, and the list of payments. */
export function registerScreens(
  app: FastifyInstance,
  { engine, book, isKept }: { engine: Engine; book: Book; isKept: boolean },
): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook('preHandler', async (request, reply) => {
    const site = request.headers['sec-fetch-site'];
    // Reject forms from other sites, which could pay or refund on a visitor's behalf.
    if (request.method === 'POST' && !request.url.startsWith('/v1/') && site !== undefined && site !== 'same-origin')
      return send(reply, 403, missingPage());
  });

  const targetsOf = ({ returnUrl, cancelUrl }: Payment) => [returnUrl, cancelUrl];
  const bankOf = ({ id }: Payment) => `/pay/${id}/bank`;

  app.get('/sandbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=300').send(style),
  );

  app.get<PageRoute>('/pay/:id', async ({ params }, reply) => {
    const payment = book.findPage(params.id);
    if (!payment) return send(reply, 404, missingPage());
    if (payment.status !== 'open') return send(reply, 200, donePage(payment));
    if (payment.cardId) return reply.redirect(bankOf(payment), 303);
    return send(reply, 200, checkoutPage(payment), targetsOf(payment));
  });

  app.post<PageRoute>('/pay/:id', async ({ params, body }, reply) => {
    const payment = book.findPage(params.id);
    if (!payment) return send(reply, 404, missingPage());
    const selection = cardForm.safeParse(body).data;
    const card = findCard(selection?.card);
    if (!card) return reply.redirect(`/pay/${payment.id}`, 303);
    const next = engine.choose(payment, card, selection?.save === '1');
    return reply.redirect(next === 'bank' ? bankOf(payment) : payment.returnUrl, 303);
  });

  app.post<PageRoute>('/pay/:id/cancel', async ({ params }, reply) => {
    const payment = book.findPage(params.id);
    if (!payment) return send(reply, 404, missingPage());
    engine.cancel(payment);
    return reply.redirect(payment.cancelUrl, 303);
  });

  app.get<PageRoute>('/pay/:id/bank', async ({ params }, reply) => {
    const payment = book.findPage(params.id);
    if (!payment) return send(reply, 404, missingPage());
    if (payment.status !== 'open' || !payment.cardId) return reply.redirect(`/pay/${payment.id}`, 303);
    return send(reply, 200, bankPage(payment), targetsOf(payment));
  });

  app.post<PageRoute>('/pay/:id/bank', async ({ params, body }, reply) => {
    const payment = book.findPage(params.id);
    if (!payment) return send(reply, 404, missingPage());
    const answer = bankForm.safeParse(body).data?.answer;
    if (!answer) return reply.redirect(bankOf(payment), 303);
    engine.answerBank(payment, answer === 'approve');
    return reply.redirect(payment.returnUrl, 303);
  });

  app.get('/', async (_request, reply) => {
    const waiting = new Map<string, number>();
    for (const { act, reference } of book.plans.values())
      if (act === 'deliver') waiting.set(reference, (waiting.get(reference) ?? 0) + 1);
    return send(reply, 200, ledgerPage(book.newest(maxListed), waiting, isKept));
  });

  for (const [path, act] of [
    ['refund', engine.refund],
    ['charge-back', engine.chargeBack],
  ] as const)
    app.post<PageRoute>(`/payments/:id/${path}`, async ({ params }, reply) => {
      const payment = book.findPage(params.id);
      if (!payment) return send(reply, 404, missingPage());
      act(payment);
      return reply.redirect('/', 303);
    });
}
