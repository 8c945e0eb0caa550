import type { PaymentProvider } from '@vlam/contract/payments';

/** What we ask a provider to take. */
export interface ChargeOrder {
  /** Our order's id; providers echo it and we match on it. */
  id: string;
  amountCents: number;
  /** What the provider charges in; the ledger counts the order's rand cents. */
  currency: string;
  description: string;
  email: string;
  /** Where the payer comes back to; says nothing about whether they paid. */
  returnUrl: string;
  cancelUrl: string;
  webhookUrl: string;
  /** The payer agreed that their method is kept. */
  saveMethod: boolean;
}

export interface SavedMethod {
  /** The provider's token, never a card number. */
  token: string;
  brand: string;
  lastFour: string;
  /** Last day, YYYY-MM-DD; null when unknown. */
  expiresOn: string | null;
}

export type ProviderEventKind = 'paid' | 'failed' | 'pending' | 'cancelled' | 'refunded' | 'charged_back';

/** What a verified webhook or query says. */
export interface ProviderEvent {
  /** Unique per provider: a second one with the same id changes nothing. */
  eventId: string;
  kind: ProviderEventKind;
  /** Empty when the provider names its own reference alone, as CCBill does of what it takes back. */
  orderId: string;
  providerReference: string;
  /** What was really paid or taken back. */
  amountCents: number;
  currency: string;
  /** In words for the payer, for `failed`. */
  reason: string | null;
  method: SavedMethod | null;
  /** The provider's fingerprint of the card, the same across accounts; absent where it has none. */
  card?: string | null;
  occurredAt: Date;
}

export interface WebhookRequest {
  /** The bytes as they came; parsed only after they are verified. */
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, string | undefined>>;
  /** Of the connection, or what the trusted proxies say. */
  address: string;
}

/** `ignored`: genuine, but of no meaning to us. */
export type WebhookVerdict =
  | { status: 'event'; event: ProviderEvent }
  | { status: 'ignored'; eventId: string | null }
  | { status: 'rejected'; why: string };

export type ChargeResult =
  | { status: 'paid'; event: ProviderEvent }
  | { status: 'declined'; reason: string }
  /** 3-D Secure or the like: the payer must go there. */
  | { status: 'redirect'; url: string }
  | { status: 'unknown' };

/** What a provider says of one of our orders. */
export type QueryAnswer =
  | { status: 'found'; event: ProviderEvent }
  /** The provider itself says that it has no such order. Silence, a failure or an unreadable answer never mean this. */
  | { status: 'unknown_order' }
  | { status: 'cannot_say' };

export interface PaymentProviderAdapter {
  readonly name: PaymentProvider;
  /** Currencies it charges in. Rand is converted only when it is not among them. */
  readonly currencies: readonly string[];
  /** Whether a saved method can be charged without the payer. */
  readonly chargesSaved: boolean;
  /** Whether it can be asked about an order by our id. */
  readonly canQuery: boolean;
  /** Whether a second charge under the same order's id is refused, or answered as the first was. */
  readonly chargesOncePerOrder: boolean;
  /** The address of its hosted page for this order. Throws `UNAVAILABLE` when the provider cannot be asked. */
  createCheckout(order: ChargeOrder): Promise<{ url: string; providerReference: string | null }>;
  /** Verifies and reads. Never throws for what a stranger sent. `now` bounds the age of a signature. */
  readWebhook(request: WebhookRequest, now: Date): Promise<WebhookVerdict>;
  /** What the webhook's sender expects to read; `OK` for some. */
  readonly webhookAnswer: string;
  /** Asks the provider itself. Never throws for what it answers, or fails to. */
  query(orderId: string): Promise<QueryAnswer>;
  chargeSaved(order: ChargeOrder, token: string): Promise<ChargeResult>;
  /** Takes money back; the provider's word that it did arrives as an event. Throws `UNAVAILABLE`. */
  refund(order: ChargeOrder, providerReference: string): Promise<void>;
}
