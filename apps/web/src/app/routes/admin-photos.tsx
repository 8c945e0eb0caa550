import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { GentleViewBar } from '../../features/moderation/components/gentle-view.tsx';
import { PhotoChecks } from '../../features/moderation/components/photo-checks.tsx';
import { WaitingPhotos } from '../../features/moderation/components/waiting-photos.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { go, useSearchParam } from '../../lib/router.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Photos that wait for a moderator before others see them; `?profile=` lists all of one member. */
export function Route() {
  const profileId = useSearchParam('profile');
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        {profileId ? <Trans>Photos of one member</Trans> : <Trans>Photos to review</Trans>}
      </PageTitle>
      <GentleViewBar />
      {profileId ? (
        <div className="mt-6">
          <WaitingPhotos profileId={profileId} />
        </div>
      ) : (
        <Queues />
      )}
    </>
  );
}

/** New photos, and selfies to compare with first photos; `?show=selfies` opens the second. */
function Queues() {
  const { t } = useLingui();
  const shown = useSearchParam('show') === 'selfies' ? 'selfies' : 'photos';
  const { data } = useQuery(queryOf('staffWaiting'));
  return (
    <Tabs
      className="mt-4"
      label={t`What waits`}
      value={shown}
      onChange={(show) =>
        go({ to: '/admin/photos', ...(show === 'selfies' ? { search: { show } } : {}), replace: true })
      }
      tabs={[
        { value: 'photos', label: <Trans>New photos</Trans>, count: data && formatNumber(data.photos) },
        { value: 'selfies', label: <Trans>Selfies</Trans>, count: data && formatNumber(data.photoChecks) },
      ]}
    >
      <div className="mt-6">{shown === 'selfies' ? <PhotoChecks /> : <WaitingPhotos profileId={null} />}</div>
    </Tabs>
  );
}
