import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OfflineNote } from '../../../components/offline-note.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ApiError } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { connectionStore } from '../../../lib/online.ts';
import { useParams } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { useServerCheck } from '../../../lib/use-server-check.ts';
import type { OfflineThread } from '../offline-rules.ts';
import { readOfflineThread } from '../offline-threads.ts';
import { conversationQuery, threadQuery } from '../threads/api.ts';
import { onSent } from '../threads/sent.ts';
import { BackBar, Chat, ChatLoading } from './chat.tsx';

interface OfflineChatProps {
  error: unknown;
  /** Called with the account id of the thread shown. */
  onOwner(accountId: string): void;
  onRetry(): void;
}

/** A thread while the server is unreachable: the copy on this device, and the composer. */
export function OfflineChat({ error, onOwner, onRetry }: OfflineChatProps) {
  const client = useQueryClient();
  const { id: profileId } = useParams('/chat/:id');
  const [saved, setKept] = useState<OfflineThread | null>();
  const isLost = !(error instanceof ApiError);
  useEffect(() => {
    let isUnmounted = false;
    const found = isLost ? readOfflineThread(profileId).catch(() => null) : Promise.resolve(null);
    found.then((thread) => {
      if (isUnmounted) return;
      if (thread) {
        onOwner(thread.accountId);
        client.setQueryData(conversationQuery(profileId).queryKey, thread.conversation);
        client.setQueryData(threadQuery(profileId).queryKey, thread.thread);
      }
      setKept(thread);
    });
    return () => {
      isUnmounted = true;
      // The copy has no pictures or quotes, so the thread is refetched once online.
      void client.invalidateQueries({ queryKey: threadQuery(profileId).queryKey });
    };
  }, [client, profileId, isLost, onOwner]);
  // A sent message shows that the server is reachable.
  useEffect(() => onSent(onRetry), [onRetry]);
  useServerCheck(onRetry, isLost);
  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col">
      {saved ? (
        <>
          <KeptAt at={saved.savedAt} onRetry={onRetry} />
          <Chat profileId={profileId} writer={{ id: saved.accountId, isCreator: saved.isCreator }} />
        </>
      ) : (
        <>
          <BackBar />
          {saved === null ? <ErrorState error={error} heading="h1" onRetry={onRetry} /> : <ChatLoading />}
        </>
      )}
    </section>
  );
}

/** One line on the age of the copy. The title is hidden when the app's own offline banner shows. */
function KeptAt({ at, onRetry }: { at: number; onRetry(): void }) {
  const hasOfflineBanner = useStore(connectionStore) === 'offline';
  const when = new Date(at);
  const date = formatDate(when);
  const time = formatTime(when);
  return (
    <OfflineNote onRetry={onRetry} className="shrink-0 py-1 lg:pr-4 lg:pl-6">
      <p className="min-w-0 flex-1 py-1 text-meta text-muted">
        {hasOfflineBanner ? null : (
          <b className="block text-ink text-sm">
            <Trans>You are offline</Trans>
          </b>
        )}
        <Trans>
          What this device kept on {date} at {time}. What you write goes out when the connection is back.
        </Trans>
      </p>
    </OfflineNote>
  );
}
