import type { Config } from '../../../platform/config.ts';
import { blindIndex } from '../../../platform/keys.ts';
import type { ProviderEvent, SavedMethod } from '../providers/port.ts';

/** Encrypts charge tokens and raw provider events. */
export interface Vault {
  /** Deterministic: one card of a provider always gives the same bytes. */
  tokenIndex(token: string): Buffer;
  /** HMAC of the provider's card fingerprint, equal for all payments with the card; null without a fingerprint. */
  cardIndex(provider: string, event: Pick<ProviderEvent, 'card' | 'method'>): Buffer | null;
  sealToken(methodId: string, token: string): Buffer;
  openToken(methodId: string, sealed: Buffer): string;
  sealRaw(eventId: string, raw: Buffer): Buffer;
  sealMethod(eventId: string, method: SavedMethod): Buffer;
  openMethod(eventId: string, sealed: Buffer): SavedMethod;
}

export function createVault({ keys }: Pick<Config, 'keys'>): Vault {
  const index = keys.lookup('payment token index');
  const tokens = keys.sealer('payment tokens');
  const events = keys.sealer('payment events');
  return {
    tokenIndex: (token) => blindIndex(index, token),
    cardIndex(provider, { card, method }) {
      const known = card ?? method?.token;
      return known ? blindIndex(index, `card ${provider} ${known}`) : null;
    },
    sealToken: (methodId, token) => tokens.seal(token, methodId),
    openToken: (methodId, sealed) => tokens.open(sealed, methodId),
    // Bytes, not text: the signed body is stored exactly.
    sealRaw: (eventId, raw) => events.seal(raw.toString('base64'), `${eventId} raw`),
    sealMethod: (eventId, method) => events.seal(JSON.stringify(method), `${eventId} method`),
    openMethod: (eventId, sealed) => JSON.parse(events.open(sealed, `${eventId} method`)) as SavedMethod,
  };
}
