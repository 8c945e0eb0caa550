import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Switch } from '../../components/ui/choice.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { AppTab } from '../../features/disguise/components/app-tab.tsx';
import { LazySecuritySheet } from '../../features/identity/components/security/lazy-sheet.tsx';
import { securityQuery } from '../../features/identity/security-api.ts';
import { switchIncognito } from '../../features/privacy/switch-incognito.ts';
import { changeLock } from '../../lib/device-lock.ts';
import { changeDisguise, disguiseStore } from '../../lib/disguise.ts';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../lib/styles.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { watchCover } from '../cover.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';
import { proofsOf, verifyDevice } from '../verify-device.ts';

const LockTab = lazyPart(() =>
  import('../../features/disguise/components/lock-tab.tsx').then((module) => module.LockTab),
);
const AdvancedTab = lazyPart(() =>
  import('../../features/disguise/components/advanced-tab.tsx').then((module) => module.AdvancedTab),
);
type Tab = 'disguise' | 'biometric' | 'advanced';

/** What the app can look like, the lock of the device, and panic. */
export function Route() {
  const { t } = useLingui();
  const [tab, setTab] = useState<Tab>('disguise');
  const { isEnabled } = useStore(disguiseStore);
  const client = useQueryClient();
  const fail = useFailure();
  const turnIncognito = (on: boolean) => void switchIncognito(client, on).catch(fail);
  useEffect(watchCover, []);
  // What is switched there takes effect without a reload.
  useEffect(() => {
    if (tab === 'advanced') void import('../private-device.ts');
  }, [tab]);
  return (
    <>
      <PageTitle
        aside={
          <Switch
            checked={isEnabled}
            onChange={(on) => changeDisguise({ isEnabled: on })}
            label={<span className="sr-only">{t`App Disguise`}</span>}
            className="w-auto!"
          />
        }
      >
        <Trans>App Disguise</Trans>
      </PageTitle>
      <Tabs<Tab>
        className="mt-2"
        label={t`App Disguise`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'disguise', label: t`App Disguise` },
          { value: 'biometric', label: t`Biometric Security` },
          { value: 'advanced', label: t`Advanced` },
        ]}
      >
        {tab === 'disguise' ? <AppTab /> : null}
        <LazyBoundary>
          {tab === 'biometric' ? <BiometricSecurity /> : null}
          {tab === 'advanced' ? <AdvancedTab turnIncognito={turnIncognito} /> : null}
        </LazyBoundary>
      </Tabs>
    </>
  );
}

/** The lock is opened by a passkey of the account; an account without one makes it first. */
function BiometricSecurity() {
  const { data: security, refetch } = useQuery(securityQuery);
  const [adding, setAdding] = useState(false);
  const enable = async (): Promise<boolean> => {
    if (!(await proofsOf())?.includes('passkey')) {
      setAdding(true);
      return true;
    }
    const isVerified = await verifyDevice();
    if (isVerified) changeLock({ isEnabled: true, lastAuthTime: Date.now() });
    return isVerified;
  };
  const closeSheet = async () => {
    setAdding(false);
    const { data } = await refetch();
    if (data && data.passkeys.length > 0) await enable();
  };
  return (
    <>
      <LockTab isPossible={security?.passkeysPossible !== false} enable={enable} verify={verifyDevice} />
      <LazySecuritySheet sheet={adding ? { kind: 'add-passkey' } : null} onClose={() => void closeSheet()} />
    </>
  );
}
