import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatRand } from '../../../lib/format.ts';

/** A creator's tiers, each with what it opens; closed ones only where the viewer has them. */
export function TierList({ creatorId }: { creatorId: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('getSubscriptionTerms', { params: { id: creatorId }, query: {} }));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the tiers`}>
        <SkeletonRows count={2} />
      </Loading>
    );
  const tiers = data.tiers.filter(({ tier, open }) => open || tier === data.ownTier);
  return (
    <>
      <ul aria-label={t`Tiers`}>
        {tiers.map(({ tier, name, opens, priceCents }) => (
          <li key={tier} className="border-line border-t py-3 first:border-t-0 first:pt-0">
            <p className="flex items-baseline justify-between gap-4">
              <span className="wrap-anywhere min-w-0 font-semibold">{name || t`Tier ${tier}`}</span>
              <span className="num shrink-0 text-[1.5rem]">{formatRand(priceCents / 100)}</span>
            </p>
            {opens ? <p className="wrap-anywhere mt-1 text-muted text-sm">{opens}</p> : null}
            {tier === data.ownTier ? (
              <p className="mt-1 font-semibold text-meta text-online">
                <Trans>Yours</Trans>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-faint text-meta">
        <Trans>A month each. A higher tier opens all that a lower one opens.</Trans>
      </p>
    </>
  );
}
