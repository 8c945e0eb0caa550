/** Default values of message fields; sockets leave them out. */
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
