import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { AppStatus } from '../../features/pwa/components/app-status.tsx';
import { Features } from '../../features/pwa/components/features.tsx';
import { InstallSteps } from '../../features/pwa/components/install-steps.tsx';
import { StatusCards } from '../../features/pwa/components/status-cards.tsx';
import { signInUrl, useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const PwaAlerts = lazyPart(() =>
  import('../../features/notifications/components/pwa-alerts.tsx').then((module) => module.PwaAlerts),
);

type Tab = 'features' | 'install' | 'notifications' | 'status';

/** Vlam as an installed app: features, installation, notifications and status. */
export function Route() {
  const { t } = useLingui();
  const user = useCurrentUser();
  const [tab, setTab] = useState<Tab>('features');
  const panels: Record<Tab, () => ReactNode> = {
    features: () => <Features />,
    install: () => <InstallSteps />,
    notifications: () =>
      user ? (
        <LazyBoundary>
          <PwaAlerts />
        </LazyBoundary>
      ) : (
        <div className="mt-5">
          <p className="text-muted">
            <Trans>Sign in first: alerts are about your own messages, likes and tips.</Trans>
          </p>
          <a href={signInUrl()} className={buttonStyle({ variant: 'bone', className: 'mt-3' })}>
            <Trans>Sign In</Trans>
          </a>
        </div>
      ),
    status: () => <AppStatus />,
  };
  return (
    <div className="max-w-[720px]">
      <PageTitle lead={<Trans>Vlam on your home screen, in a window of its own.</Trans>}>
        <Trans>PWA Features</Trans>
      </PageTitle>
      <StatusCards />
      <Tabs<Tab>
        className="mt-5"
        label={t`PWA Features`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'features', label: t`Features` },
          { value: 'install', label: t`Install` },
          { value: 'notifications', label: t`Notifications` },
          { value: 'status', label: t`Status` },
        ]}
      >
        {panels[tab]()}
      </Tabs>
    </div>
  );
}
