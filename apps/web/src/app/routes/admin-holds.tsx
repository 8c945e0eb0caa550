import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { AuthorityList } from '../../features/records/holds/authority-list.tsx';
import { HoldList } from '../../features/records/holds/hold-list.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** What authorities asked, and what is preserved for them. */
export function Route() {
  const { t } = useLingui();
  const [tab, setTab] = useState<'requests' | 'holds'>('requests');
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        <Trans>Authorities</Trans>
      </PageTitle>
      <Tabs
        className="mt-4"
        label={t`Authorities`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'requests', label: t`Requests` },
          { value: 'holds', label: t`Legal holds` },
        ]}
      >
        {tab === 'requests' ? <AuthorityList /> : <HoldList />}
      </Tabs>
    </>
  );
}
