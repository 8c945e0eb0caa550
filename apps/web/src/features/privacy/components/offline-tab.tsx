import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { useBalance } from '../../../lib/balance.ts';
import { formatNumber, formatTime } from '../../../lib/format.ts';
import {
  offlineCreditsStore,
  openQueue,
  removeIntent,
  retryIntent,
  startOfflineCredits,
  syncOfflineCredits,
} from '../../../lib/offline-credits.ts';
import { availableCredits, type OfflineTransaction, shownPending } from '../../../lib/offline-intents.ts';
import { connectionStore } from '../../../lib/online.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { useStore } from '../../../lib/store.ts';

/** The last known balance, and purchases that wait for a network. */
export function OfflineTab() {
  const client = useQueryClient();
  const accountId = useCurrentUser()?.id;
  const known = useBalance();
  const stored = useStore(offlineCreditsStore);
  const offline = useStore(connectionStore) === 'offline';
  useEffect(() => {
    if (!accountId) return;
    openQueue(accountId, known);
    startOfflineCredits(client);
  }, [accountId, client, known]);
  const queue = stored?.accountId === accountId ? stored : null;
  const available = queue ? availableCredits(queue) : null;
  const items = queue?.pendingTransactions ?? [];
  const waiting = items.filter(({ status }) => status === 'pending').length;
  const more = items.length - shownPending;
  return (
    <div className="pt-5">
      <p className="text-muted text-sm">
        <Trans>Credits to spend offline</Trans>
      </p>
      <p className="num text-[clamp(2.5rem,12vw,4rem)] text-gold">
        {available === null ? '–' : formatNumber(Math.max(0, available))}
      </p>
      <p className="mt-2 max-w-[52ch] text-muted text-sm">
        <Trans>
          Without a network, tips, gifts and unlocks wait on this device. They are charged when they arrive, at the
          price you saw, once. The last known balance may be out of date.
        </Trans>
      </p>
      <p role="status" className="mt-2 text-faint text-sm">
        {offline ? (
          <Trans>You are offline. What waits is sent when the network returns.</Trans>
        ) : queue?.syncInProgress ? (
          <Trans>Sending</Trans>
        ) : queue?.lastSyncTime ? (
          <Trans>Last tried at {formatTime(queue.lastSyncTime)}</Trans>
        ) : null}
      </p>
      {items.length > 0 ? (
        <>
          <ul className="mt-4">
            {items.slice(0, shownPending).map((item) => (
              <Row key={item.id} item={item} onRetry={() => void syncOfflineCredits(client)} />
            ))}
          </ul>
          {more > 0 ? (
            <p className="border-line border-t py-3 text-muted text-sm">
              <Trans>and {more} more</Trans>
            </p>
          ) : null}
        </>
      ) : (
        <p className="mt-4 border-line border-t pt-4">
          <Trans>Nothing waits on this device.</Trans>
        </p>
      )}
      {waiting > 0 ? (
        <Button
          className="mt-3"
          disabled={offline}
          busy={queue?.syncInProgress === true}
          busyLabel={<Trans>Sending</Trans>}
          onClick={() => void syncOfflineCredits(client)}
        >
          <Trans>Send now</Trans>
        </Button>
      ) : null}
    </div>
  );
}

function Row({ item, onRetry }: { item: OfflineTransaction; onRetry(): void }) {
  const { t } = useLingui();
  const { id, amount, description, timestamp, status, reason, newPrice } = item;
  const [label, tone] = (
    { pending: [t`Waiting`, 'warning'], synced: [t`Sent`, 'online'], failed: [t`Refused`, 'danger'] } as const
  )[status];
  return (
    <li className="border-line border-t py-3">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0">
          <span className="wrap-anywhere block font-semibold">{description}</span>
          <span className="block text-faint text-meta">{formatTime(timestamp)}</span>
        </span>
        <span className="flex shrink-0 items-center gap-2">
          <span className="num text-gold">{formatNumber(amount)}</span>
          <Tag tone={tone}>{label}</Tag>
          {status === 'pending' ? (
            <IconButton label={t`Remove ${description}`} onClick={() => removeIntent(id)} className="-mr-3">
              <X size={18} />
            </IconButton>
          ) : null}
        </span>
      </div>
      {status === 'failed' ? (
        <div className="mt-2">
          <p className="text-danger text-sm">{reason ?? t`The server refused it.`}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="bone"
              onClick={() => {
                retryIntent(id);
                onRetry();
              }}
            >
              {newPrice === undefined ? <Trans>Retry</Trans> : <Trans>Retry for {newPrice} credits</Trans>}
            </Button>
            <Button size="sm" onClick={() => removeIntent(id)}>
              <Trans>Remove</Trans>
            </Button>
          </div>
        </div>
      ) : null}
    </li>
  );
}
