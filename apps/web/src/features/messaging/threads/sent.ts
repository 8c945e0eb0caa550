import type { MessageView } from '../types.ts';

type Handler = (to: string, message: MessageView) => void;

const handlers = new Set<Handler>();

/** Calls `handler` with each message this tab has sent. Returns an unsubscribe function. */
export function onSent(handler: Handler): () => void {
  handlers.add(handler);
  return () => void handlers.delete(handler);
}

/** Called by the outbox only. */
export function emitSent(to: string, message: MessageView): void {
  for (const handler of handlers) handler(to, message);
}
