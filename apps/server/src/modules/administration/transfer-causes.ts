/** The kind of object that causes a kind of transfer, and a sentence about it for staff. */
const causes: Record<string, { kind: string; sentence: string }> = {
  unlock: { kind: 'content', sentence: 'An item was unlocked' },
  unlock_reclaim: { kind: 'content', sentence: 'What an unlocked item brought went back into escrow' },
  unlock_return: { kind: 'content', sentence: 'The price of an unlocked item was given back' },
  tip: { kind: 'profile', sentence: 'A tip in credits' },
  bundle: { kind: 'bundle', sentence: 'A bundle was bought' },
  gift: { kind: 'gift', sentence: 'A gift was sent' },
  message: { kind: 'message', sentence: 'A message or its media was paid for' },
  call: { kind: 'call', sentence: 'A started minute of a video call' },
  call_reclaim: { kind: 'call', sentence: 'What a minute of a video call brought went back into escrow' },
  call_return: { kind: 'call', sentence: 'A minute of a video call was given back' },
  ticket: { kind: 'live', sentence: 'A ticket for a live show' },
  ticket_reclaim: { kind: 'live', sentence: 'What a ticket brought went back into escrow' },
  ticket_return: { kind: 'live', sentence: 'A ticket for a live show was given back' },
  request_hold: { kind: 'request', sentence: 'The offer for a custom request is held' },
  request_payment: { kind: 'request', sentence: 'The price of a custom request was released to its creator' },
  request_reclaim: { kind: 'request', sentence: 'The price of a disputed request went back into escrow' },
  request_return: { kind: 'request', sentence: 'What was held for a custom request went back' },
  held_release: { kind: 'promotion', sentence: 'What promotional credits paid a creator was released' },
  held_lapse: { kind: 'promotion', sentence: 'What promotional credits paid a creator fell back to the platform' },
  daily_bonus: { kind: 'bonus', sentence: 'The bonus for a day' },
  profile_bonus: { kind: 'bonus', sentence: 'The bonus for a complete profile' },
  first_purchase_bonus: { kind: 'bonus', sentence: 'The bonus for the first purchase of credits' },
  vip_bonus: { kind: 'membership', sentence: 'The monthly bonus of a VIP membership' },
  promotion: { kind: 'promotion', sentence: 'Credits were given' },
  bonus_return: { kind: 'order', sentence: 'A bonus went back with its purchase' },
  pack: { kind: 'order', sentence: 'The credits of a pack' },
  pack_return: { kind: 'order', sentence: 'The credits of a pack went back' },
  pack_sale: { kind: 'order', sentence: 'The rand paid for a pack' },
  subscription: { kind: 'order', sentence: 'A subscription was paid' },
  subscription_hold: { kind: 'order', sentence: 'What was paid for later months of a subscription is held' },
  rand_tip: { kind: 'order', sentence: 'A tip in rand' },
  vip: { kind: 'order', sentence: 'A VIP membership was paid' },
  difference: { kind: 'order', sentence: 'What staff accepted, more or less than was asked' },
  refund: { kind: 'order', sentence: 'A payment was given back' },
  chargeback: { kind: 'order', sentence: 'The payer’s bank took a payment back' },
  redemption: { kind: 'payout', sentence: 'Earned credits were turned into rand for a payout' },
  redemption_return: { kind: 'payout', sentence: 'Redeemed credits went back' },
  payout_value: { kind: 'payout', sentence: 'The rand that redeemed credits are worth' },
  payout: { kind: 'payout', sentence: 'A payout was requested' },
  payout_sent: { kind: 'payout', sentence: 'A payout went to the bank' },
  payout_return: { kind: 'payout', sentence: 'A payout came back to the creator' },
  demo_opening: { kind: 'demo', sentence: 'Opened with the sample world' },
};

/** Cause and sentence of a transfer; its `description` is the line on the payer's statement. */
export function describeTransfer(transfer: { kind: string; description: string }): { kind: string; sentence: string } {
  const cause = causes[transfer.kind] ?? { kind: transfer.kind, sentence: transfer.kind };
  return {
    kind: cause.kind,
    sentence: transfer.description ? `${cause.sentence}: ${transfer.description}` : cause.sentence,
  };
}
