import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Book } from './book.ts';
import type { Engine } from './engine.ts';
import { describePayment, nextUrlOf } from './view.ts';

const address = z.url({ protocol: /^https?$/ }).max(2_000);
const orderFields = z.object({
  orderId: z.string().regex(/^[\w-]{1,64}$/),
  amount: z.int().min(1).max(1_000_000_00),
  currency: z.string().regex(/^[A-Z]{3}$/),
  description: z.string().min(1).max(300),
  returnUrl: address,
  cancelUrl: address,
  webhookUrl: address,
});
const checkoutBody = orderFields.extend({ saveCard: z.boolean().default(false) });
const chargeBody = orderFields.extend({ token: z.string().max(200) });
/** `paid` describes an order of the sample data, which was paid before the sandbox opened. */
const refundBody = z.object({ orderId: z.string().max(64), paid: orderFields.optional() });

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const problem = (code: string, message: string) => ({ error: { code, message } });
const invalid = problem('invalid', 'a field is missing or not allowed');
const conflict = problem('order_differs', 'this order stands for another amount');

/** What merchants call, with a bearer key. Every POST is idempotent by the merchant's order. */
export function registerApi(
  app: FastifyInstance,
  { engine, book, apiKey, publicUrl }: { engine: Engine; book: Book; apiKey: string; publicUrl: () => string },
): void {
  const expected = digest(`Bearer ${apiKey}`);
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
        return reply.code(401).send(problem('unauthorized', 'the key is missing or wrong'));
    });

    scope.post('/v1/checkouts', async (request, reply) => {
      const body = checkoutBody.safeParse(request.body).data;
      if (!body) return reply.code(400).send(invalid);
      const payment = engine.open(body);
      if (!payment) return reply.code(409).send(conflict);
      return { id: payment.id, url: nextUrlOf(payment, publicUrl()), reference: payment.reference };
    });

    scope.post('/v1/charges', async (request, reply) => {
      const body = chargeBody.safeParse(request.body).data;
      if (!body) return reply.code(400).send(invalid);
      const { token, ...order } = body;
      const payment = engine.charge({ ...order, saveCard: false }, token);
      if (payment === undefined) return reply.code(422).send(problem('unknown_token', 'this card is not known here'));
      if (!payment) return reply.code(409).send(conflict);
      return describePayment(payment, publicUrl());
    });

    scope.post('/v1/refunds', async (request, reply) => {
      const body = refundBody.safeParse(request.body).data;
      const payment =
        book.find(body?.orderId ?? '') ?? (body?.paid && engine.record({ ...body.paid, saveCard: false }));
      if (!payment) return reply.code(404).send(problem('not_found', 'no such payment'));
      if (!engine.refund(payment)) return reply.code(409).send(problem('not_paid', 'this payment is not paid'));
      return describePayment(payment, publicUrl());
    });

    scope.get<{ Params: { name: string } }>('/v1/payments/:name', async ({ params }, reply) => {
      const payment = book.find(params.name);
      if (!payment) return reply.code(404).send(problem('not_found', 'no such payment'));
      return describePayment(payment, publicUrl());
    });
  });
}
