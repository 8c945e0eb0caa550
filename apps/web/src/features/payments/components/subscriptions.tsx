import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { type Answer, queryOf } from '../../../lib/api.ts';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { useRenewal } from '../subscriptions-api.ts';

type Subscription = Answer<'listSubscriptions'>[number];

const ChangeTier = lazyPart(() => import('./change-tier.tsx').then((module) => module.ChangeTier));

/** Milliseconds for a closing sheet to go back in history and restore the scroll position. */
const focusDelayMs = 150;

/** Own subscriptions; each can be stopped and resumed. Scrolls to `focusedId` and focuses it. */
export function Subscriptions({ focusedId }: { focusedId: string | null }) {
  const { t } = useLingui();
  const row = useRef<HTMLLIElement>(null);
  const { data, error, refetch } = useQuery(queryOf('listSubscriptions'));
  const renewal = useRenewal();
  const [changed, setChanged] = useState<string | null>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (!focusedId || !isLoaded) return;
    // After the sheet has restored focus and scroll position.
    const timer = setTimeout(() => {
      row.current?.scrollIntoView({ block: 'center' });
      row.current?.querySelector<HTMLElement>('[data-slot="price-asked"]')?.focus({ preventScroll: true });
    }, focusDelayMs);
    return () => clearTimeout(timer);
  }, [focusedId, isLoaded]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading subscriptions`}>
        <SkeletonRows count={2} />
      </Loading>
    );
  if (data.length === 0)
    return (
      <p className="py-4 text-muted">
        <Trans>No subscriptions yet. A creator's page says what a month with them costs.</Trans>
      </p>
    );
  const opened = data.find(({ id }) => id === changed);
  return (
    <>
      <ul>
        {data.map((subscription) => {
          const { id, creator, status, creatorSells, hasTiers, trial, nextAmount } = subscription;
          const busy = renewal.isPending && renewal.variables.id === id;
          return (
            <li
              key={id}
              ref={id === focusedId ? row : null}
              data-slot={id === focusedId ? 'toast-free' : undefined}
              className="flex min-h-15 items-center gap-3 border-line border-t py-2 first:border-t-0"
            >
              <Avatar src={creator.avatar} size={44} />
              <div className="min-w-0 flex-1">
                <Link
                  to="/profile/:id"
                  params={{ id: creator.id }}
                  className="block wrap-anywhere font-semibold hover:underline"
                >
                  {creator.displayName}
                </Link>
                {subscription.tier > 1 || subscription.nextTier > 1 ? <TierText subscription={subscription} /> : null}
                <p className="text-faint text-meta">
                  <StatusText subscription={subscription} />
                </p>
                {status === 'lapsed' || !creatorSells || trial || !hasTiers ? null : (
                  <button
                    type="button"
                    className="inline-flex min-h-11 items-center font-semibold text-muted text-sm hover:underline"
                    aria-label={t`Change the tier with ${creator.displayName}`}
                    onClick={() => setChanged(id)}
                  >
                    <Trans>Change tier</Trans>
                  </button>
                )}
                {subscription.priceRequest ? (
                  <Link
                    to="/settings/:part"
                    params={{ part: 'payments' }}
                    search={{ subscription: id }}
                    data-slot="price-asked"
                    className="inline-flex min-h-11 items-center font-semibold text-sm text-warning underline underline-offset-4"
                  >
                    <PriceRequestText request={subscription.priceRequest} months={subscription.months} />
                  </Link>
                ) : null}
              </div>
              {status === 'lapsed' || !creatorSells ? null : trial ? (
                <Link
                  to="/profile/:id"
                  params={{ id: creator.id }}
                  className={buttonStyle({ variant: 'bone', size: 'sm' })}
                >
                  <Trans>Continue at {formatRand(nextAmount)}</Trans>
                </Link>
              ) : status === 'stopping' ? (
                <Button
                  size="sm"
                  variant="bone"
                  busy={busy}
                  busyLabel={<Trans>Resuming</Trans>}
                  aria-label={t`Resume the subscription to ${creator.displayName}`}
                  onClick={() => renewal.mutate({ id, renews: true })}
                >
                  <Trans>Resume</Trans>
                </Button>
              ) : (
                <Button
                  size="sm"
                  busy={busy}
                  busyLabel={<Trans>Stopping</Trans>}
                  aria-label={t`Stop the subscription to ${creator.displayName}`}
                  onClick={() => renewal.mutate({ id, renews: false })}
                >
                  <Trans>Stop</Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {opened ? (
        <Suspense>
          <ChangeTier subscription={opened} onClose={() => setChanged(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

function TierText({
  subscription: { tier, tierName, tierUntil, nextTier, nextTierName },
}: {
  subscription: Subscription;
}) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const name = tierName || t`Tier ${tier}`;
  const next = nextTierName || t`Tier ${nextTier}`;
  const until = formatDate(tierUntil ?? '', language);
  return (
    <p className="wrap-anywhere text-meta text-muted">
      {tierUntil ? (
        <Trans>
          {name} until {until}
        </Trans>
      ) : (
        name
      )}
      {nextTier === tier ? null : (
        <>
          , <Trans>then {next}</Trans>
        </>
      )}
    </p>
  );
}

function PriceRequestText({
  request: { amount, answer },
  months,
}: {
  request: NonNullable<Subscription['priceRequest']>;
  months: number;
}) {
  const { t } = useLingui();
  const rand = formatRand(amount);
  const price = months > 1 ? t`${rand} for ${months} months` : rand;
  if (answer === 'agreed') return <Trans>You agreed to {price}</Trans>;
  if (answer === 'kept') return <Trans>Asked for {price}, you keep yours</Trans>;
  return <Trans>Asks you to move to {price}</Trans>;
}

function StatusText({
  subscription: { amount, nextAmount, months, trial, status, expiryDate, nextAttemptAt, creatorSells },
}: {
  subscription: Subscription;
}) {
  const language = useStore(languageStore);
  const [price, next] = [formatRand(amount), formatRand(nextAmount)];
  const end = formatDate(expiryDate, language);
  if (trial && status !== 'lapsed') return <Trans>Free until {end}, then it ends</Trans>;
  if (status === 'lapsed') return <Trans>Ended {end}</Trans>;
  if (status === 'stopping' && !creatorSells)
    return <Trans>Yours until {end}. No subscriptions are sold any more, so it ends then.</Trans>;
  if (status === 'stopping') return <Trans>Yours until {end}, then it ends</Trans>;
  if (status === 'past_due') {
    const retryDate = formatDate(nextAttemptAt ?? expiryDate, language);
    return (
      <span className="text-warning">
        <Trans>
          The payment of {next} failed. We try again on {retryDate}.
        </Trans>
      </span>
    );
  }
  if (months > 1)
    return (
      <Trans>
        {price} for {months} months, renews {end} for {next}
      </Trans>
    );
  return next === price ? (
    <Trans>
      {price}, renews {end}
    </Trans>
  ) : (
    <Trans>
      {price}, renews {end} for {next}
    </Trans>
  );
}
