import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SaveButton } from '../../components/save-button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { InformationCaseList } from '../../features/records/information/case-list.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Requests about personal information. */
export function Route() {
  const { t } = useLingui();
  const [state, setState] = useState<'open' | 'answered'>('open');
  return (
    <>
      <PageTitle
        size="d3"
        aside={
          <div className="flex items-center gap-3">
            <SaveButton
              href="/api/admin/information-requests/export.csv"
              name="vlam-information-requests.csv"
              size="sm"
              aria-label={t`Export the register as CSV`}
            >
              CSV
            </SaveButton>
            <StaffBadge className="lg:hidden" />
          </div>
        }
      >
        <Trans>Personal information</Trans>
      </PageTitle>
      <Tabs
        className="mt-4"
        label={t`Personal information`}
        value={state}
        onChange={setState}
        tabs={[
          { value: 'open', label: t`Waiting` },
          { value: 'answered', label: t`Answered` },
        ]}
      >
        <InformationCaseList key={state} state={state} />
      </Tabs>
    </>
  );
}
