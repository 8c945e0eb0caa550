import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';

/** Addresses and devices where many accounts received free credits, and the creators those accounts paid. */
export function BonusPatterns() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('bonusPatterns'));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading patterns of free credits`}>
        <SkeletonRows />
      </Loading>
    );
  return (
    <section className="mt-8">
      <h2 className="font-semibold">
        <Trans>Free credits from one place</Trans>
      </h2>
      {data.length === 0 ? (
        <p className="mt-2 text-muted text-sm">
          <Trans>No address or device gave credits to many accounts in the last 30 days.</Trans>
        </p>
      ) : (
        <ul className="mt-3 border-line border-t">
          {data.map((pattern) => (
            <li key={`${pattern.sharedBy} ${pattern.name}`} className="border-line border-b py-3 text-sm">
              <p>
                {pattern.sharedBy === 'device' ? (
                  <Trans>Device {pattern.name}</Trans>
                ) : (
                  <Trans>Address {pattern.name}</Trans>
                )}
                {': '}
                <Plural value={pattern.accounts} one="# account" other="# accounts" />
                {', '}
                <Plural value={pattern.credits} one="# credit given" other="# credits given" />
                {', '}
                {formatDate(pattern.lastAt)}
              </p>
              {pattern.creators.map((creator) => (
                <p key={creator.id} className="mt-1 text-meta text-muted">
                  <Trans>
                    {formatNumber(creator.credits)} credits for {creator.displayName}, from{' '}
                    {formatNumber(creator.payers)} of them
                  </Trans>
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
