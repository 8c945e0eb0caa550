/** What a kind of transfer is caused by, and in whose words. */
const causes: Record<string, { kind: string; words: string }> = {
  unlock: { kind: 'content', words: 'An item was unlocked' },
  tip: { kind: 'profile', words: 'A tip in credits' },
  bundle: { kind: 'bundle', words: 'A bundle was bought' },
  gift: { kind: 'gift', words: 'A gift was sent' },
  message: { kind: 'message', words: 'A message or its media was paid for' },
  call: { kind: 'call', words: 'A started minute of a video call' },
  call_reclaim: { kind: 'call', words: 'What a minute of a video call brought went back into escrow' },
  call_return: { kind: 'call', words: 'A minute of a video call was given back' },
  request_hold: { kind: 'request', words: 'The offer for a custom request is held' },
  request_payment: { kind: 'request', words: 'The price of a custom request was released to its creator' },
  request_reclaim: { kind: 'request', words: 'The price of a disputed request went back into escrow' },
  request_return: { kind: 'request', words: 'What was held for a custom request went back' },
  held_release: { kind: 'promotion', words: 'What promotional credits paid a creator was released' },
  held_lapse: { kind: 'promotion', words: 'What promotional credits paid a creator fell back to the platform' },
  daily_bonus: { kind: 'bonus', words: 'The bonus for a day' },
  profile_bonus: { kind: 'bonus', words: 'The bonus for a complete profile' },
  first_purchase_bonus: { kind: 'bonus', words: 'The bonus for the first purchase of credits' },
  vip_bonus: { kind: 'membership', words: 'The monthly bonus of a VIP membership' },
  promotion: { kind: 'promotion', words: 'Credits were given' },
  bonus_return: { kind: 'order', words: 'A bonus went back with its purchase' },
  pack: { kind: 'order', words: 'The credits of a pack' },
  pack_return: { kind: 'order', words: 'The credits of a pack went back' },
  pack_sale: { kind: 'order', words: 'The rand paid for a pack' },
  subscription: { kind: 'order', words: 'A subscription was paid' },
  rand_tip: { kind: 'order', words: 'A tip in rand' },
  vip: { kind: 'order', words: 'A VIP membership was paid' },
  difference: { kind: 'order', words: 'What staff accepted, more or less than was asked' },
  refund: { kind: 'order', words: 'A payment was given back' },
  chargeback: { kind: 'order', words: 'The payer’s bank took a payment back' },
  redemption: { kind: 'payout', words: 'Earned credits were turned into rand for a payout' },
  redemption_return: { kind: 'payout', words: 'Redeemed credits went back' },
  payout_value: { kind: 'payout', words: 'The rand that redeemed credits are worth' },
  payout: { kind: 'payout', words: 'A payout was requested' },
  payout_sent: { kind: 'payout', words: 'A payout went to the bank' },
  payout_return: { kind: 'payout', words: 'A payout came back to the creator' },
  demo_opening: { kind: 'demo', words: 'Opened with the sample world' },
};

/** What a transfer is about; `description` is the line of the payer's statement. */
export function causeOf(transfer: { kind: string; description: string }): { kind: string; words: string } {
  const cause = causes[transfer.kind] ?? { kind: transfer.kind, words: transfer.kind };
  return { kind: cause.kind, words: transfer.description ? `${cause.words}: ${transfer.description}` : cause.words };
}
