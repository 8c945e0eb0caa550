import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { BanList } from '../../features/risk/ban-list.tsx';
import { CaseList } from '../../features/risk/case-list.tsx';
import { RatioList } from '../../features/risk/ratio-list.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { StaffBadge } from '../shell/staff-badge.tsx';

type TabName = 'cases' | 'chargebacks' | 'bans';

/** Money that may be abused: cases, charged-back payments, bans. */
export function Route() {
  const { t } = useLingui();
  const [tab, setTab] = useState<TabName>('cases');
  const { data } = useQuery(queryOf('staffWaiting'));
  const waiting = data?.riskCases;
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
        ]}
      >
        <div className="mt-5">
          {tab === 'cases' ? <CaseList /> : tab === 'chargebacks' ? <RatioList /> : <BanList />}
        </div>
      </Tabs>
    </>
  );
}
