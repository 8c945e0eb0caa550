/** Values that most messages have; sockets leave them out of a message. */
export const messageDefaults = {
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
} as const;
export type FieldWithDefault = keyof typeof messageDefaults;
