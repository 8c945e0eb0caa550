import { Trans, useLingui } from '@lingui/react/macro';
import type { ConsentKind } from '@vlam/contract/rules/records';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { ConsentList } from '../../features/records/consents/consent-list.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Who consented to what. */
export function Route() {
  const { t } = useLingui();
  const [kind, setKind] = useState<ConsentKind>('picture');
  return (
    <>
      <PageTitle
        size="d3"
        aside={<StaffBadge className="lg:hidden" />}
        lead={<Trans>Who consented to what, in which wording. Each look is recorded.</Trans>}
      >
        <Trans>Consents</Trans>
      </PageTitle>
      <Tabs
        className="mt-4"
        label={t`Consents`}
        value={kind}
        onChange={setKind}
        tabs={[
          { value: 'picture', label: t`People in pictures` },
          { value: 'purchase', label: t`Purchases` },
          { value: 'selfie', label: t`Selfies` },
          { value: 'document', label: t`Identity documents` },
        ]}
      >
        <ConsentList key={kind} kind={kind} />
      </Tabs>
    </>
  );
}
