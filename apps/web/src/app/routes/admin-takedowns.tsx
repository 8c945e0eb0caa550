import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { GentleViewBar } from '../../features/moderation/components/gentle-view.tsx';
import { TakedownQueue } from '../../features/takedowns/components/takedown-queue.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Cases of the public desk. */
export function Route() {
  const { t } = useLingui();
  const [state, setState] = useState<'open' | 'decided'>('open');
  const { data } = useQuery(queryOf('staffWaiting'));
  const waiting = data?.takedowns;
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        {waiting === undefined ? (
          <Trans>Takedown desk</Trans>
        ) : (
          <Trans>
            <span className="num mr-2 text-[2.5rem]">{formatNumber(waiting)}</span> waiting at the desk
          </Trans>
        )}
      </PageTitle>
      {data && data.lateTakedowns > 0 ? (
        <p role="status" className="mt-2 font-semibold text-danger">
          {data.lateTakedowns === 1 ? (
            <Trans>1 is late</Trans>
          ) : (
            <Trans>{formatNumber(data.lateTakedowns)} are late</Trans>
          )}
        </p>
      ) : null}
      <GentleViewBar />
      <Tabs
        className="mt-4"
        label={t`Takedown desk`}
        value={state}
        onChange={setState}
        tabs={[
          { value: 'open', label: t`Waiting`, count: data?.takedowns },
          { value: 'decided', label: t`Decided` },
        ]}
      >
        <TakedownQueue key={state} state={state} />
      </Tabs>
    </>
  );
}
