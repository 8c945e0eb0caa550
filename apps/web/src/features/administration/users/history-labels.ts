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
import { actionLabels } from '../audit/labels.ts';
import { transferLabels } from '../ledger-labels.ts';
import type { HistoryItem } from './api.ts';

interface Look {
  label: MessageDescriptor | null;
  Icon: typeof Flag;
  colour: string;
}

const labels: Record<string, MessageDescriptor> = {
  ...actionLabels,
  'report.pending': msg`Reported`,
  'order.paid': msg`Paid`,
  'order.created': msg`Payment begun`,
  'order.pending': msg`Payment under way`,
  'order.failed': msg`Payment failed`,
  'order.expired': msg`Payment not finished`,
  'order.cancelled': msg`Payment cancelled`,
  'order.refunded': msg`Refunded`,
  'order.charged_back': msg`Charged back`,
  ...transferLabels,
  content_refunded: msg`Content refunded`,
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
