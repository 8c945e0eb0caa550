import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx';
import type { Membership, VipTier } from '../../features/vip/api.ts';
import { Comparison } from '../../features/vip/components/comparison.tsx';
import { Effects } from '../../features/vip/components/effects.tsx';
import { JoinSheet } from '../../features/vip/components/join-sheet.tsx';
import { OwnMembership } from '../../features/vip/components/membership.tsx';
import { JoinButton, TierRows, TierSegment } from '../../features/vip/components/pick-tier.tsx';
import { queryOf } from '../../lib/api.ts';

/** What each of the three tiers does, and the member's own. */
export function Route() {
  const { t } = useLingui();
  const tiers = useQuery(queryOf('listVipTiers'));
  const own = useQuery(queryOf('ownVip'));
  const error = (!tiers.data && tiers.error) || (!own.data && own.error);
  const retry = () => {
    void tiers.refetch();
    void own.refetch();
  };
  return (
    <>
      <PageTitle>
        <Trans>VIP Membership</Trans>
      </PageTitle>
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : !tiers.data || !own.data ? (
        <Loading label={t`Loading the tiers`} className="mt-6 grid gap-6 lg:max-w-[600px]">
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-20 rounded-card" />
        </Loading>
      ) : (
        <Tiers tiers={tiers.data} own={own.data} />
      )}
    </>
  );
}

function Tiers({ tiers, own }: { tiers: readonly VipTier[]; own: Membership }) {
  const [picked, setPicked] = useState(own.tier ?? tiers[0]?.id);
  const [joining, setJoining] = useState<VipTier | null>(null);
  const chosen = tiers.find(({ id }) => id === picked);
  if (!chosen) return null;
  const pick = (tier: VipTier) => setPicked(tier.id);
  return (
    <>
      {own.tier || own.bonusWaits ? <OwnMembership membership={own} tiers={tiers} /> : null}
      <div className="lg:mt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-16">
        <div className="max-lg:contents">
          <TierSegment tiers={tiers} chosen={chosen} onPick={pick} />
          <div className="mt-4 lg:mt-0">
            <Effects tier={chosen} />
          </div>
        </div>
        <div className="max-lg:contents">
          <TierRows tiers={tiers} chosen={chosen} onPick={pick} />
          {/* Above the bar of a phone, until the page ends. */}
          <div className="sticky bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom))] z-10 -mx-(--gutter) border-line border-t bg-bg px-(--gutter) py-2.5 lg:static lg:mx-0 lg:mt-4 lg:border-t-0 lg:p-0">
            <JoinButton tier={chosen} own={own} onJoin={() => setJoining(chosen)} />
          </div>
          <p className="mt-3 text-faint text-meta">
            <Trans>
              Paid in rand, VAT included, for 30 days at a time. Stop whenever you like and keep it to its end.
            </Trans>
          </p>
          <div className="mt-5">
            <Comparison tiers={tiers} own={own.tier} />
          </div>
        </div>
      </div>
      <JoinSheet
        tier={joining}
        own={own}
        from={tiers.find(({ id }) => id === own.tier)}
        onClose={() => setJoining(null)}
      />
    </>
  );
}
