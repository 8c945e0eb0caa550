import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Banknote from 'lucide-react/icons/banknote';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Coins from 'lucide-react/icons/coins';
import Flag from 'lucide-react/icons/flag';
import Gavel from 'lucide-react/icons/gavel';
import ImageOff from 'lucide-react/icons/image-off';
import KeyRound from 'lucide-react/icons/key-round';
import ScrollText from 'lucide-react/icons/scroll-text';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserPlus from 'lucide-react/icons/user-plus';
import type { HistoryItem } from './api.ts';

interface Look {
  label: MessageDescriptor | null;
  Icon: typeof Flag;
  colour: string;
}

const labels: Record<string, MessageDescriptor> = {
  'user.suspended': msg`Suspended`,
  'user.unsuspended': msg`Suspension lifted`,
  'user.verified': msg`Verified by a document`,
  'user.verification_withdrawn': msg`Verification taken back`,
  'user.role_changed': msg`Role changed`,
  'user.admin_proposed': msg`Proposed as an admin`,
  'user.admin_proposal_withdrawn': msg`Proposal as an admin withdrawn`,
  'user.second_factor_removed': msg`Second step removed by the operator`,
  refused: msg`A staff action was refused`,
  'age_review.accepted': msg`Age review accepted`,
  'age_review.refused': msg`Age review refused`,
  'photo.approved': msg`Photo approved`,
  'photo.removed': msg`Photo removed`,
  'selfie.approved': msg`Selfie approved`,
  'selfie.refused': msg`Selfie refused`,
  'selfie.opened': msg`Selfie looked at`,
  'content.approved': msg`Content approved`,
  'content.approved_first': msg`Content approved by the first of two`,
  'content.refused': msg`Content refused`,
  'content.decision_undone': msg`Decision about content undone`,
  'content.removed': msg`Content removed`,
  'event.removed': msg`Event removed`,
  'live.stopped': msg`Live show stopped`,
  'referral.ended': msg`Share of a referral ended`,
  'payout.approved': msg`Payout approved`,
  'payout.sent': msg`Payout sent`,
  'payout.failed': msg`Payout failed`,
  'report.pending': msg`Reported`,
  'report.resolved': msg`Report resolved`,
  'report.dismissed': msg`Report dismissed`,
  'report.reopened': msg`Decision about a report undone`,
  'report.opened': msg`Report looked at`,
  'order.paid': msg`Paid`,
  'order.created': msg`Payment begun`,
  'order.pending': msg`Payment under way`,
  'order.failed': msg`Payment failed`,
  'order.expired': msg`Payment not finished`,
  'order.cancelled': msg`Payment cancelled`,
  'order.refunded': msg`Refunded`,
  'order.charged_back': msg`Charged back`,
  unlock: msg`Unlocked`,
  pack: msg`Credits bought`,
  bundle: msg`Bundle bought`,
  gift: msg`Gift sent`,
  tip: msg`Tip sent`,
  message: msg`Message paid`,
  call: msg`Call paid`,
  request: msg`Request paid`,
  subscription: msg`Subscribed`,
  vip: msg`VIP membership`,
  payout: msg`Payout`,
  payout_sent: msg`Payout sent`,
  payout_return: msg`Payout returned`,
  pack_sale: msg`Paid for credits`,
  redemption: msg`Earnings from credits`,
  rand_tip: msg`Tip in rand`,
  live: msg`Live show paid`,
  ticket: msg`Ticket bought`,
  promotion: msg`Free credits`,
  bonus: msg`Bonus credits`,
  daily_bonus: msg`Daily bonus`,
  vip_bonus: msg`VIP bonus`,
  demo_opening: msg`Opening balance of the demo`,
  request_hold: msg`Held for a request`,
  request_payment: msg`Request paid`,
  request_return: msg`Request returned`,
  request_reclaim: msg`Request reclaimed`,
  refund: msg`Refunded`,
  content_refunded: msg`Content refunded`,
  chargeback: msg`Charged back`,
  signed_up: msg`Signed up`,
  email_confirmed: msg`Email address confirmed`,
  age_verified: msg`Age verified`,
  document_seen: msg`Document looked at`,
  signed_in: msg`Signed in`,
};

const looks: readonly [pattern: RegExp, Icon: typeof Flag, colour: string][] = [
  [/^user\.suspended$|^refused$/, CircleAlert, 'text-danger'],
  [/^user\.(un|role)/, ShieldCheck, 'text-info'],
  [/verified|document|accepted|approved|email_confirmed/, BadgeCheck, 'text-online'],
  [/^(photo|content|selfie|event|live)\./, ImageOff, 'text-warning'],
  [/^report\.pending/, Flag, 'text-warning'],
  [/^report\./, Gavel, 'text-muted'],
  [/^order\.|^payout/, Banknote, 'text-muted'],
  [/^signed_up/, UserPlus, 'text-muted'],
  [/^signed_in/, KeyRound, 'text-muted'],
];

/** How one thing that happened is shown; a kind that came later has no label. */
export function lookOf({ kind, part }: Pick<HistoryItem, 'kind' | 'part'>): Look {
  const found = looks.find(([pattern]) => pattern.test(kind));
  return {
    label: labels[kind] ?? null,
    Icon: found?.[1] ?? (part === 'money' ? Coins : ScrollText),
    colour: found?.[2] ?? (part === 'money' ? 'text-gold' : 'text-muted'),
  };
}

/** A kind without a label, in words: `live.replay_removed` as `Live replay removed`. */
export const wordsOf = (kind: string): string => {
  const words = kind.replace(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
