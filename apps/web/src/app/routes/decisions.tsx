import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { DecisionList } from '../../features/decisions/components/decision-list.tsx';
import { StatementList } from '../../features/takedowns/components/statement-list.tsx';
import { useSearchParam } from '../../lib/router.tsx';

type TabName = 'moderators' | 'complaints';

/** What was decided about the member and their things, and why: by moderators, and after complaints to the desk. */
export function Route() {
  const { t } = useLingui();
  const tabParam = useSearchParam('tab');
  const [chosen, setTab] = useState<TabName>();
  const tab = chosen ?? (tabParam === 'complaints' ? 'complaints' : 'moderators');
  return (
    <>
      <PageTitle
        lead={
          tab === 'moderators' ? (
            <Trans>What moderators decided about you and your things, and why.</Trans>
          ) : (
            <Trans>What was hidden or taken down after a complaint, on which ground, and how to answer.</Trans>
          )
        }
      >
        <Trans>Decisions</Trans>
      </PageTitle>
      <Tabs<TabName>
        className="mt-4"
        label={t`Decisions`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'moderators', label: t`By moderators` },
          { value: 'complaints', label: t`After complaints` },
        ]}
      >
        <div className="mt-5">{tab === 'moderators' ? <DecisionList /> : <StatementList />}</div>
      </Tabs>
    </>
  );
}
