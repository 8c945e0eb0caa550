import type { Payment, Plan } from './book.ts';
import type { Delays } from './delays.ts';
import { signWebhook } from './signature.ts';
import { describePayment } from './view.ts';

const timeoutMs = 10_000;
/** Shown on the payments page. */
const maxDeliveries = 12;

/** Delivers signed webhooks to the merchant over HTTP. */
export interface Courier {
  write(type: string, payment: Payment): string;
  /** Makes one attempt; returns the delay before a retry in milliseconds, or null when none is needed or allowed. */
  deliver(payment: Payment, webhook: NonNullable<Plan['webhook']>): Promise<number | null>;
}

export function createCourier(deps: { webhookSecret: string; fetch: typeof fetch; delays: Delays }): Courier {
  const { webhookSecret, fetch, delays } = deps;

  async function post(url: string, eventId: string, body: string): Promise<number | null> {
    const seconds = String(Math.floor(Date.now() / 1000));
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'webhook-id': eventId,
          'webhook-timestamp': seconds,
          'webhook-signature': signWebhook(webhookSecret, eventId, seconds, body),
        },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  }

  return {
    write: (type, payment) =>
      JSON.stringify({ type, timestamp: payment.updatedAt, data: describePayment(payment, '') }),
    async deliver(payment, { eventId, type, body, attempt }) {
      const status = await post(payment.webhookUrl, eventId, body);
      payment.deliveries.push({ type, eventId, attempt, status, at: new Date().toISOString() });
      payment.deliveries.splice(0, payment.deliveries.length - maxDeliveries);
      const arrived = status !== null && status >= 200 && status < 300;
      return arrived ? null : (delays.retryMs[attempt - 1] ?? null);
    },
  };
}
