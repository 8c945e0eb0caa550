import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { EmergencyStop } from '../../features/administration/settings/emergency-stop.tsx';
import { SettingsForm } from '../../features/administration/settings/settings-form.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** The emergency stop, sign-ups, the notice, and sizes of uploads. */
export function Route() {
  return (
    <>
      <PageTitle
        size="d3"
        aside={<StaffBadge className="lg:hidden" />}
        lead={<Trans>A change holds on every server within a second, and is recorded.</Trans>}
      >
        <Trans>Platform settings</Trans>
      </PageTitle>
      <EmergencyStop />
      <SettingsForm page="platform" />
    </>
  );
}
