import type { MessageView } from './types.ts';

type Handler = (to: string, message: MessageView) => void;

const handlers = new Set<Handler>();

/** Hears of each message this page has sent. Answers the way to stop. */
export function onSent(handler: Handler): () => void {
  handlers.add(handler);
  return () => void handlers.delete(handler);
}

/** Only the outbox says this. */
export function announceSent(to: string, message: MessageView): void {
  for (const handler of handlers) handler(to, message);
}
