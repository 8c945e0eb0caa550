/** What in a message asks for care. The sender is asked before sending, the receiver sees it beside the message. */
export const messageWarnings = ['link', 'contact', 'payment', 'scam'] as const;
export type MessageWarning = (typeof messageWarnings)[number];
