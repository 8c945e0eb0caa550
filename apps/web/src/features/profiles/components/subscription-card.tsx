import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorView } from '@vlam/contract/profiles';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { formatDate, formatNumber, formatRand } from '../../../lib/format.ts';

/** Price, what it brings, and the creator's figures. The buttons come from the screen. */
export function SubscriptionCard({ creator, actions }: { creator: CreatorView; actions: ReactNode }) {
  const { t } = useLingui();
  const perks = [t`Access to all premium content`, t`Direct creator support`, t`Community access`];
  const figures = [
    [t`Subscribers`, formatNumber(creator.subscriberCount)],
    ...(creator.totalEarnings === null ? [] : [[t`Total earnings`, formatRand(Math.floor(creator.totalEarnings))]]),
    [t`Content`, formatNumber(creator.contentCount)],
    [t`Joined`, formatDate(creator.createdAt)],
  ];
  return (
    <section aria-label={t`Subscription`} className="rounded-[24px] bg-surface-1 p-6">
      <p>
        <span className="num text-[44px]">{formatRand(creator.subscriptionPrice)}</span>{' '}
        <span className="text-muted">
          <Trans>a month</Trans>
        </span>
      </p>
      <ul className="mt-4">
        {perks.map((perk) => (
          <li key={perk} className="flex items-start gap-2.5 py-1.5">
            <Check size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ember-text" />
            {perk}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-col gap-2">{actions}</div>
      <p className="mt-3 text-meta text-faint">
        <Trans>30 days from the day you subscribe.</Trans>
      </p>
      <dl className="mt-5 border-t border-line pt-2">
        {figures.map(([label, value]) => (
          <div key={label} className="flex min-h-10 items-center justify-between">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
