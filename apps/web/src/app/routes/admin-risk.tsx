import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { SettingsForm } from '../../features/administration/settings/settings-form.tsx';
import { BanList } from '../../features/risk/ban-list.tsx';
import { CaseList } from '../../features/risk/case-list.tsx';
import { RatioList } from '../../features/risk/ratio-list.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { StaffBadge } from '../shell/staff-badge.tsx';

type TabName = 'cases' | 'chargebacks' | 'bans' | 'thresholds';

/** Money that may be abused: cases, charged-back payments, bans. */
export function Route() {
  const { t } = useLingui();
  const [tab, setTab] = useState<TabName>('cases');
  const { data } = useQuery(queryOf('staffWaiting'));
  const waiting = data?.riskCases;
  const maySet = hasPermission(useStaffUser(), 'manage_settings');
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        {waiting == null ? (
          <Trans>Risk</Trans>
        ) : (
          <Trans>
            <span className="num mr-2 text-[2.5rem]">{formatNumber(waiting)}</span> waiting
          </Trans>
        )}
      </PageTitle>
      {data && data.lateRiskCases > 0 ? (
        <p role="status" className="mt-2 font-semibold text-danger">
          {data.lateRiskCases === 1 ? (
            <Trans>1 is late</Trans>
          ) : (
            <Trans>{formatNumber(data.lateRiskCases)} are late</Trans>
          )}
        </p>
      ) : null}
      <Tabs<TabName>
        className="mt-4"
        label={t`Risk`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'cases', label: t`Cases` },
          { value: 'chargebacks', label: t`Charged back` },
          { value: 'bans', label: t`Bans` },
          ...(maySet ? [{ value: 'thresholds' as const, label: t`Thresholds` }] : []),
        ]}
      >
        <div className="mt-5">
          {tab === 'cases' ? (
            <CaseList />
          ) : tab === 'chargebacks' ? (
            <RatioList />
          ) : tab === 'bans' ? (
            <BanList />
          ) : (
            <Thresholds />
          )}
        </div>
      </Tabs>
    </>
  );
}

const Thresholds = () => (
  <>
    <p className="max-w-[56ch] text-muted">
      <Trans>
        What the rules compare with. A change holds from their next run, at most two minutes later, and is recorded.
        Cases that are open stay.
      </Trans>
    </p>
    <SettingsForm page="risk" />
  </>
);
