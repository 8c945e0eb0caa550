import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle, Section } from '../../components/ui/page-title.tsx';
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx';
import type { VipTier } from '../../features/vip/api.ts';
import { Comparison } from '../../features/vip/components/comparison.tsx';
import { JoinSheet } from '../../features/vip/components/join-sheet.tsx';
import { OwnMembership } from '../../features/vip/components/membership.tsx';
import { TierCards } from '../../features/vip/components/tier-cards.tsx';
import { queryOf } from '../../lib/api.ts';

/** The three tiers, their benefits, and the member's own. */
export function Route() {
  const { t } = useLingui();
  const tiers = useQuery(queryOf('listVipTiers'));
  const own = useQuery(queryOf('ownVip'));
  const [joining, setJoining] = useState<VipTier | null>(null);
  const error = (!tiers.data && tiers.error) || (!own.data && own.error);
  const retry = () => {
    void tiers.refetch();
    void own.refetch();
  };
  const tierId = own.data?.tier;
  return (
    <>
      <PageTitle lead={<Trans>Be seen sooner, write as much as you like, and get credits every month.</Trans>}>
        <Trans>VIP Membership</Trans>
      </PageTitle>
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : !tiers.data || !own.data ? (
        <Loading label={t`Loading the tiers`} className="mt-8 grid gap-3 lg:grid-cols-3">
          <Skeleton className="h-90 rounded-[24px]" />
          <Skeleton className="h-90 rounded-[24px]" />
          <Skeleton className="h-90 rounded-[24px]" />
        </Loading>
      ) : (
        <>
          <OwnMembership membership={own.data} tiers={tiers.data} />
          <TierCards tiers={tiers.data} own={own.data} onChoose={setJoining} />
          <Section title={<Trans>Compare</Trans>}>
            <Comparison tiers={tiers.data} own={tierId} />
          </Section>
          <p className="mt-6 text-faint text-sm">
            <Trans>
              Paid in rand, VAT included, for 30 days at a time. Stop whenever you like and keep it to its end.
            </Trans>
          </p>
          <JoinSheet
            tier={joining}
            own={own.data}
            from={tiers.data.find(({ id }) => id === tierId)}
            onClose={() => setJoining(null)}
          />
        </>
      )}
    </>
  );
}
