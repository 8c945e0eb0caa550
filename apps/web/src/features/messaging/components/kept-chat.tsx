import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ApiError, api } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { connectionStore } from '../../../lib/online.ts';
import { useParams } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { conversationQuery, threadQuery } from '../api.ts';
import type { KeptThread } from '../kept-rules.ts';
import { readKept } from '../kept-threads.ts';
import { onSent } from '../sent.ts';
import { BackBar, Chat, ChatLoading } from './chat.tsx';

/** How often it is looked whether anybody can be asked again: not every browser says so. In milliseconds. */
const lookEveryMs = 10_000;

interface KeptChatProps {
  error: unknown;
  /** Hears whose thread is shown. */
  onOwner(accountId: string): void;
  onRetry(): void;
}

/** A thread while nobody can be asked who is there: what this device has of it, and the field to write in. */
export function KeptChat({ error, onOwner, onRetry }: KeptChatProps) {
  const client = useQueryClient();
  const { id: profileId } = useParams('/chat/:id');
  const [kept, setKept] = useState<KeptThread | null>();
  const isLost = !(error instanceof ApiError);
  useEffect(() => {
    let gone = false;
    const found = isLost ? readKept(profileId).catch(() => null) : Promise.resolve(null);
    found.then((thread) => {
      if (gone) return;
      if (thread) {
        onOwner(thread.accountId);
        client.setQueryData(conversationQuery(profileId).queryKey, thread.conversation);
        client.setQueryData(threadQuery(profileId).queryKey, thread.thread);
      }
      setKept(thread);
    });
    return () => {
      gone = true;
      // Pictures and quotes are not kept: with a connection the thread is read anew.
      void client.invalidateQueries({ queryKey: threadQuery(profileId).queryKey });
    };
  }, [client, profileId, isLost, onOwner]);
  // A message that was sent shows that the server can be reached.
  useEffect(() => onSent(onRetry), [onRetry]);
  useEffect(() => {
    if (!isLost) return;
    // Asked beside the screen, which would be gone for a moment if it asked itself; a session may have ended meanwhile.
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      api.currentUser().then(onRetry, (failure) => failure instanceof ApiError && failure.status === 401 && onRetry());
    };
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLost, onRetry]);
  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col">
      {kept ? (
        <>
          <KeptNote at={kept.keptAt} onRetry={onRetry} />
          <Chat profileId={profileId} writer={{ id: kept.accountId, isCreator: kept.isCreator }} />
        </>
      ) : (
        <>
          <BackBar />
          {kept === null ? <ErrorState error={error} heading="h1" onRetry={onRetry} /> : <ChatLoading />}
        </>
      )}
    </section>
  );
}

/** Says whose word this is, in one line: above it stands the app's own banner where the browser knows of the loss. */
function KeptNote({ at, onRetry }: { at: number; onRetry(): void }) {
  const isTold = useStore(connectionStore) === 'offline';
  const when = new Date(at);
  const date = formatDate(when);
  const time = formatTime(when);
  return (
    <div role="status" className="flex shrink-0 items-center gap-3 bg-warning-soft py-1 pr-1.5 pl-4 lg:pr-4 lg:pl-6">
      <p className="min-w-0 flex-1 py-1 text-meta text-muted">
        {isTold ? null : (
          <b className="block text-ink text-sm">
            <Trans>You are offline</Trans>
          </b>
        )}
        <Trans>
          What this device kept on {date} at {time}. What you write goes out when the connection is back.
        </Trans>
      </p>
      <Button size="sm" variant="ghost" onClick={onRetry} className="shrink-0">
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
