import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Order } from '../src/book.ts';
import { signWebhook } from '../src/signature.ts';

export type { Order };

export interface PaymentView {
  reference: string;
  orderId: string;
  status: string;
  amount: number;
  currency: string;
  failureReason: string | null;
  savedCard: { token: string } | null;
  nextUrl: string | null;
}

export interface Delivery {
  eventId: string;
  type: string;
  data: PaymentView;
}

export interface Merchant {
  url: string;
  /** Deliveries of an order with a valid signature, once there are `count`, or after five seconds. */
  deliveriesOf(orderId: string, count: number): Promise<Delivery[]>;
  /** Number of coming deliveries to answer with 503. */
  failNext(count: number): void;
  order(overrides?: Partial<Order>): Order;
  close(): void;
}

/** A shop that receives webhooks over HTTP. */
export async function openMerchant(webhookSecret: string): Promise<Merchant> {
  const deliveries: Delivery[] = [];
  let failures = 0;
  const server = createServer((request, response) => {
    void receive(request).then((status) => response.writeHead(status).end('OK'));
  });
  async function receive(request: IncomingMessage): Promise<number> {
    const body = Buffer.concat(await request.toArray()).toString();
    if (failures > 0) {
      failures -= 1;
      return 503;
    }
    const [id, seconds, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      String(request.headers[name]),
    );
    if (!id || !seconds || signature !== signWebhook(webhookSecret, id, seconds, body)) return 400;
    deliveries.push({ eventId: id, ...JSON.parse(body) });
    return 200;
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async deliveriesOf(orderId, count) {
      const until = performance.now() + 5_000;
      const found = () => deliveries.filter(({ data }) => data.orderId === orderId);
      while (found().length < count && performance.now() < until) await sleep(5);
      return found();
    },
    failNext(count) {
      failures = count;
    },
    order(overrides = {}) {
      const orderId = randomUUID();
      const returnUrl = `${url}/checkout?order=${orderId}`;
      return {
        ...{ orderId, amount: 19_900, currency: 'ZAR', description: '250 credits', saveCard: false },
        ...{ returnUrl, cancelUrl: `${returnUrl}&cancelled`, webhookUrl: `${url}/hook` },
        ...overrides,
      };
    },
    close: () => void server.close(),
  };
}

/** The merchant's client of the sandbox at `url`. */
export function createApiClient(url: string, apiKey: string) {
  async function call<T>(path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const answer = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  }
  return {
    checkout: (order: Order) => call<{ url: string; reference: string }>('/v1/checkouts', order),
    charge: ({ saveCard: _, ...order }: Order, token: string) => call<PaymentView>('/v1/charges', { ...order, token }),
    refund: (orderId: string, paid?: Order) => call<PaymentView>('/v1/refunds', { orderId, ...(paid ? { paid } : {}) }),
    find: (orderId: string) => call<PaymentView>(`/v1/payments/${encodeURIComponent(orderId)}`),
  };
}
