import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorView, Relation } from '@vlam/contract/profiles';
import { Suspense } from 'react';
import { formatDate, formatNumber, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { CheckedList } from './checked-list.tsx';
import { Renewal } from './renewal.tsx';

// Only creators with several tiers need it.
const TierList = lazyPart(() => import('./tier-list.tsx').then((module) => module.TierList));

type Subscription = Relation['subscription'];

/** Subscription price, benefits and the creator's figures. */
export function CreatorFacts({
  creator,
  subscription,
  hasTiers,
}: {
  creator: CreatorView;
  subscription: Subscription;
  hasTiers: boolean;
}) {
  const { t } = useLingui();
  const figures = [
    [t`Subscribers`, formatNumber(creator.subscriberCount)],
    ...(creator.totalEarnings === null ? [] : [[t`Total earnings`, formatRand(Math.floor(creator.totalEarnings))]]),
    [t`Content`, formatNumber(creator.contentCount)],
    [t`Joined`, formatDate(creator.createdAt, useStore(languageStore))],
  ];
  const price = formatRand(subscription?.amount ?? creator.subscriptionPrice);
  return (
    <section aria-label={t`Subscription`}>
      {creator.sellsSubscriptions ? null : (
        <p className="mb-3 rounded-md bg-surface-2 px-4 py-3 text-sm">
          <Trans>This creator has stopped selling subscriptions.</Trans>
        </p>
      )}
      {!creator.sellsSubscriptions && !subscription ? null : hasTiers ? (
        <Suspense>
          <TierList creatorId={creator.id} />
        </Suspense>
      ) : (
        <p>
          <span className="num text-[2.25rem]">{price}</span>{' '}
          <span className="text-muted">
            <Trans>a month</Trans>
          </span>
        </p>
      )}
      {!hasTiers && (creator.sellsSubscriptions || subscription) ? (
        <div className="mt-3">
          <CheckedList items={[t`Access to all premium content`, t`Direct creator support`, t`Community access`]} />
        </div>
      ) : null}
      {subscription ? (
        <div className="mt-2">
          {subscription.renews ? (
            <p className="text-faint text-meta">
              <Trans>You pay {price} for as long as you renew.</Trans>
            </p>
          ) : null}
          <Renewal subscription={subscription} />
        </div>
      ) : creator.sellsSubscriptions ? (
        <p className="mt-2 text-faint text-meta">
          <Trans>30 days from the day you subscribe.</Trans>
        </p>
      ) : null}
      <dl className="mt-5 border-line border-t pt-1.5">
        {figures.map(([label, value]) => (
          <div
            key={label}
            className="flex min-h-10.5 items-center justify-between gap-4 border-line border-t first:border-t-0"
          >
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
