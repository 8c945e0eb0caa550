import type { Delivery } from '../delivery.ts';

/** Segments only: no other server is needed. */
export const createEmbeddedDelivery = (): Delivery => ({
  isDirect: false,
  send: async () => null,
  watch: async () => null,
  end: async () => {},
  close: () => {},
});
