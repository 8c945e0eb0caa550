import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { HealthCard } from '../../features/administration/components/health-card.tsx';
import { PayoutQueue } from '../../features/administration/components/payout-queue.tsx';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

const LedgerExplorer = lazyPart(() =>
  import('../../features/administration/components/ledger-explorer.tsx').then((module) => module.LedgerExplorer),
);
const FlaggedPayments = lazyPart(() =>
  import('../../features/administration/components/flagged-payments.tsx').then((module) => module.FlaggedPayments),
);

const BonusPatterns = lazyPart(() =>
  import('../../features/administration/components/bonus-patterns.tsx').then((module) => module.BonusPatterns),
);

const Disputes = lazyPart(() => import('./admin-disputes.tsx').then((module) => module.Disputes));

const SettingsForm = lazyPart(() =>
  import('../../features/administration/settings/settings-form.tsx').then((module) => module.SettingsForm),
);

const RevenueShare = lazyPart(() =>
  import('../../features/administration/settings/revenue-share.tsx').then((module) => module.RevenueShare),
);

type TabName = 'payouts' | 'disputes' | 'flagged' | 'ledger' | 'settings';

/** Money for staff with permission: health, payouts, disputes, and any ledger transfer. */
export function Route() {
  const { t } = useLingui();
  const user = useStaffUser();
  const [tab, setTab] = useState<TabName>('payouts');
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        <Trans>Payments</Trans>
      </PageTitle>
      <div className="mt-5">
        <HealthCard />
      </div>
      <Tabs<TabName>
        className="mt-8"
        label={t`Payments`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'payouts', label: t`Payouts` },
          { value: 'disputes', label: t`Disputes` },
          { value: 'flagged', label: t`To look at` },
          { value: 'ledger', label: t`Ledger` },
          ...(hasPermission(user, 'manage_settings') ? [{ value: 'settings' as const, label: t`Settings` }] : []),
        ]}
      >
        <div className="mt-5">
          <LazyBoundary close={() => setTab('payouts')}>
            {tab === 'payouts' ? (
              <PayoutQueue />
            ) : tab === 'disputes' ? (
              <Disputes />
            ) : tab === 'flagged' ? (
              <>
                <FlaggedPayments />
                <BonusPatterns />
              </>
            ) : tab === 'ledger' ? (
              <LedgerExplorer />
            ) : (
              <>
                <RevenueShare />
                <SettingsForm page="payments" />
              </>
            )}
          </LazyBoundary>
        </div>
      </Tabs>
    </>
  );
}
