import { Trans, useLingui } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
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
            <a
              href="/api/admin/information-requests/export.csv"
              download
              className={buttonStyle({ size: 'sm' })}
              aria-label={t`Export the register as CSV`}
            >
              <Download size={18} aria-hidden />
              CSV
            </a>
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
