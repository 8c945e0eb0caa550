import { createContext } from '../../apps/server/src/context.ts';
import type {
  ChargeResult,
  PaymentProviderAdapter,
  ProviderEvent,
} from '../../apps/server/src/modules/payments/providers/port.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';

// Renews what is due, as a process of its own that can be killed. The provider is its parent, so it outlives the kill.

/** A request of the worker to its parent, which plays the provider: charge, or query a charge. */
export interface ProviderQuestion {
  n: number;
  ask: 'charge' | 'query';
  orderId: string;
  email?: string;
  amountCents?: number;
}
/** `amountCents` of what the order was charged, null when it was not. */
export interface ProviderReply {
  n: number;
  amountCents: number | null;
}

if (process.send) {
  const config = { ...readConfig(process.env), paymentProvider: 'sandbox' as const };
  const laterMs = Number(process.env.BENCH_LATER_MS ?? 0);
  const waiting = new Map<number, (amountCents: number | null) => void>();
  process.on('message', ({ n, amountCents }: ProviderReply) => {
    waiting.get(n)?.(amountCents);
    waiting.delete(n);
  });
  let asked = 0;
  const ask = (benchmark: Omit<ProviderQuestion, 'n'>) =>
    new Promise<number | null>((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      process.send?.({ n: asked, ...benchmark } satisfies ProviderQuestion);
    });
  const eventOf = (orderId: string, amountCents: number): ProviderEvent => ({
    eventId: `paid ${orderId}`,
    kind: 'paid',
    orderId,
    providerReference: orderId,
    amountCents,
    currency: 'ZAR',
    reason: null,
    method: null,
    occurredAt: new Date(),
  });
  const adapter: PaymentProviderAdapter = {
    name: 'sandbox',
    currencies: ['ZAR'],
    chargesSaved: true,
    canQuery: true,
    chargesOncePerOrder: true,
    webhookAnswer: 'OK',
    createCheckout: () => Promise.reject(new Error('no page is needed here')),
    readWebhook: async () => ({ status: 'rejected', why: 'none are sent here' }),
    async query(orderId) {
      const amountCents = await ask({ ask: 'query', orderId });
      return amountCents === null
        ? { status: 'unknown_order' }
        : { status: 'found', event: eventOf(orderId, amountCents) };
    },
    async chargeSaved({ id: orderId, email, amountCents }): Promise<ChargeResult> {
      const charged = await ask({ ask: 'charge', orderId, email, amountCents });
      return charged === null ? { status: 'unknown' } : { status: 'paid', event: eventOf(orderId, charged) };
    },
    refund: () => Promise.reject(new Error('nothing is refunded here')),
  };
  const database = openDatabase(config.databaseUrl ?? '', { size: 20 });
  const context = createContext({
    config,
    database,
    clock: { ...systemClock, now: () => new Date(Date.now() + laterMs) },
    logger: createLogger(config.logLevel),
    paymentAdapters: [adapter],
  });
  const run = await context.subscriptions.renewDue();
  await database.close();
  process.send(run, () => process.exit(0));
}
