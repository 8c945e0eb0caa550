import type { BriefMessage, MessageView } from './message-views.ts';

// Without schemas: threads read messages with this, and are to stay light.

/** What most messages have. */
const usual = {
  clientId: null,
  isDelivered: false,
  isRead: false,
  deletedAt: null,
  expiresAt: null,
  mediaType: null,
  mediaUrl: null,
  media: null,
  price: 0,
  isPaid: true,
  tip: null,
  replyTo: null,
  reactions: [],
  warnings: [],
  sendCost: 0,
  isBroadcast: false,
} as const satisfies Partial<Record<keyof MessageView, unknown>>;
export type Usual = keyof typeof usual;

const isUsual = (name: string, value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : name in usual && value === usual[name as Usual];

export function toBriefMessage(view: MessageView): BriefMessage {
  const brief: Record<string, unknown> = {};
  for (const name in view) {
    const value = view[name as keyof MessageView];
    if (!isUsual(name, value)) brief[name] = value;
  }
  return brief as BriefMessage;
}
export const fromBriefMessage = (brief: BriefMessage): MessageView => ({ ...usual, ...brief }) as MessageView;
