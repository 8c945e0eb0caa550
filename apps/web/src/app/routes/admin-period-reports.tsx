import { Trans, useLingui } from '@lingui/react/macro';
import type { PeriodReportKind } from '@vlam/contract/rules/period-reports';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { PeriodReports } from '../../features/records/reports/period-report.tsx';
import { RecipientsForm } from '../../features/records/reports/recipients-form.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** What happened in a month or half-year. */
export function Route() {
  const { t } = useLingui();
  const [kind, setKind] = useState<PeriodReportKind>('acquirer');
  return (
    <>
      <PageTitle
        size="d3"
        aside={<StaffBadge className="lg:hidden" />}
        lead={
          <Trans>
            Monthly for the banks that settle cards, half-yearly for everyone. The film board may ask for the same
            figures as proof of reasonable steps.
          </Trans>
        }
      >
        <Trans>Reports of periods</Trans>
      </PageTitle>
      <Tabs
        className="mt-4"
        label={t`Reports of periods`}
        value={kind}
        onChange={setKind}
        tabs={[
          { value: 'acquirer', label: t`Monthly` },
          { value: 'transparency', label: t`Half-yearly` },
        ]}
      >
        <PeriodReports key={kind} kind={kind} />
        {kind === 'acquirer' ? <RecipientsForm /> : null}
      </Tabs>
    </>
  );
}
