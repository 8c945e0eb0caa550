import type { PaymentProvider } from '@vlam/contract/payments';

/** A payment that we ask a provider to take. */
export interface ChargeOrder {
  /** Our order's id; providers echo it and we match on it. */
  id: string;
  amountCents: number;
  /** Currency of the charge; the ledger counts the order's rand cents. */
  currency: string;
  description: string;
  email: string;
  /** Where the payer returns to. It does not prove a payment. */
  returnUrl: string;
  cancelUrl: string;
  webhookUrl: string;
  /** The payer agreed to save the method. */
  saveMethod: boolean;
}

export interface SavedMethod {
  /** The provider's token, never a card number. */
  token: string;
  brand: string;
  lastFour: string;
  /** Last valid day, YYYY-MM-DD; null when unknown. */
  expiresOn: string | null;
}

export type ProviderEventKind = 'paid' | 'failed' | 'pending' | 'cancelled' | 'refunded' | 'charged_back';

/** Content of a verified webhook or query response. */
export interface ProviderEvent {
  /** Unique per provider: a duplicate changes nothing. */
  eventId: string;
  kind: ProviderEventKind;
  /** Empty when the provider sends only its own reference, as CCBill does for refunds. */
  orderId: string;
  providerReference: string;
  /** The amount actually paid or returned. */
  amountCents: number;
  currency: string;
  /** Text for the payer, for `failed`. */
  reason: string | null;
  method: SavedMethod | null;
  /** The provider's fingerprint of the card, the same across accounts; absent where it has none. */
  card?: string | null;
  occurredAt: Date;
}

export interface WebhookRequest {
  /** The received bytes; parsed only after verification. */
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, string | undefined>>;
  /** Of the connection, or as reported by trusted proxies. */
  address: string;
}

/** `ignored`: verified, but of a kind we do not use. */
export type WebhookVerdict =
  | { status: 'event'; event: ProviderEvent }
  | { status: 'ignored'; eventId: string | null }
  | { status: 'rejected'; why: string };

export type ChargeResult =
  | { status: 'paid'; event: ProviderEvent }
  | { status: 'declined'; reason: string }
  /** 3-D Secure or similar: the payer must open the page. */
  | { status: 'redirect'; url: string }
  | { status: 'unknown' };

/** Response of a provider about one of our orders. */
export type QueryAnswer =
  | { status: 'found'; event: ProviderEvent }
  /** The provider confirmed that the order does not exist; timeouts and unreadable responses are `unclear`. */
  | { status: 'unknown_order' }
  | { status: 'unclear' };

export interface PaymentProviderAdapter {
  readonly name: PaymentProvider;
  /** Currencies it charges in. Rand is converted only when it is not among them. */
  readonly currencies: readonly string[];
  /** Whether a saved method can be charged without the payer. */
  readonly chargesSaved: boolean;
  /** Whether orders can be queried by our id. */
  readonly canQuery: boolean;
  /** Whether a second charge under the same order id is refused, or returns the result of the first. */
  readonly chargesOncePerOrder: boolean;
  /** The address of its hosted page for this order. Throws `UNAVAILABLE` without a usable response. */
  createCheckout(order: ChargeOrder): Promise<{ url: string; providerReference: string | null }>;
  /** Verifies and parses. Never throws on untrusted input. `now` limits the age of a signature. */
  readWebhook(request: WebhookRequest, now: Date): Promise<WebhookVerdict>;
  /** Response body that the webhook's sender expects, such as `OK`. */
  readonly webhookAnswer: string;
  /** Asks the provider. Never throws: failures are `unclear`. */
  query(orderId: string): Promise<QueryAnswer>;
  chargeSaved(order: ChargeOrder, token: string): Promise<ChargeResult>;
  /** Requests a refund; the provider confirms it by an event. Throws `UNAVAILABLE`. */
  refund(order: ChargeOrder, providerReference: string): Promise<void>;
}
