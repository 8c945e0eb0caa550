import { Trans, useLingui } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { MarkAllRead } from '../../features/notifications/components/mark-all-read.tsx';
import { NotificationList } from '../../features/notifications/components/notification-list.tsx';
import { PushOffer } from '../../features/notifications/components/push-offer.tsx';
import { go, useSearchParam } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const Preferences = lazyPart(() =>
  import('../../features/notifications/components/preferences.tsx').then((module) => module.Preferences),
);

/** Notifications and their settings. */
export function Route() {
  const { t } = useLingui();
  const tab = useSearchParam('tab') === 'preferences' ? 'preferences' : 'all';
  return (
    <div className="max-w-[720px]">
      <PageTitle>
        <Trans>Notifications</Trans>
      </PageTitle>
      <Tabs
        className="mt-3"
        label={t`Notifications`}
        value={tab}
        onChange={(value) =>
          go({ to: '/notifications', ...(value === 'all' ? {} : { search: { tab: value } }), replace: true })
        }
        tabs={[
          { value: 'all', label: t`All` },
          { value: 'preferences', label: t`Preferences` },
        ]}
      >
        {tab === 'all' ? (
          <>
            <PushOffer />
            <div className="mt-1 -mb-1 flex min-h-11 justify-end">
              <MarkAllRead />
            </div>
            <NotificationList />
          </>
        ) : (
          <LazyBoundary
            fallback={
              <Loading label={t`Loading preferences`} className="mt-5">
                <SkeletonRows count={8} />
              </Loading>
            }
          >
            <Preferences />
          </LazyBoundary>
        )}
      </Tabs>
    </div>
  );
}
