import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { queryOf } from '../../../lib/api.ts';
import { installStore } from '../../../lib/install.ts';
import { connectionStore } from '../../../lib/online.ts';
import { useStore } from '../../../lib/store.ts';
import { updateNow, updateStore } from '../../../lib/updates.ts';

/** Version, connection and offline readiness; offers an update when there is one. */
export function AppStatus() {
  const { t } = useLingui();
  const isReleaseWaiting = useStore(updateStore) !== null;
  const { installed } = useStore(installStore);
  const isOnline = useStore(connectionStore) !== 'offline';
  const { data } = useQuery(queryOf('publicSettings'));
  const [ready, setReady] = useState(false);
  useEffect(() => {
    navigator.serviceWorker?.ready.then(() => setReady(true)).catch(() => undefined);
  }, []);
  const facts: [string, string][] = [
    [t`Connection`, isOnline ? t`Online` : t`Offline`],
    [t`Installed`, installed ? t`Yes` : t`No`],
    [t`Opens without a connection`, ready ? t`Yes` : t`Not yet`],
    [t`Version`, data?.version ?? ''],
  ];
  return (
    <>
      <dl className="mt-3">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="flex min-h-13 items-center justify-between gap-4 border-line border-t first:border-t-0"
          >
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {isReleaseWaiting ? (
        <div className="mt-4 rounded-card bg-surface-1 p-4">
          <p className="d4">
            <Trans>A new version is ready</Trans>
          </p>
          <p className="mt-1 text-muted text-sm">
            <Trans>It takes over when this page loads again.</Trans>
          </p>
          <Button variant="bone" className="mt-3" icon={<RefreshCw size={18} />} onClick={updateNow}>
            <Trans>Update Now</Trans>
          </Button>
        </div>
      ) : (
        <p role="status" className="mt-4 text-muted text-sm">
          <Trans>This is the newest version.</Trans>
        </p>
      )}
    </>
  );
}
