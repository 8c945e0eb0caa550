import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { SettingsForm } from '../../features/administration/settings/settings-form.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Clocks of decisions and appeals. */
export function Route() {
  return (
    <>
      <PageTitle
        size="d3"
        aside={<StaffBadge className="lg:hidden" />}
        lead={<Trans>A change holds on every server within a second, and is recorded.</Trans>}
      >
        <Trans>Policies</Trans>
      </PageTitle>
      <SettingsForm page="policies" />
    </>
  );
}
