import { useLingui } from '@lingui/react/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { ApiError } from '../../../lib/api.ts';
import type { OpenLibrary } from '../../../lib/helpers/picked-files.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { Part } from '../row-parts/part.tsx';
import { changeOfflineThreads } from '../threads/api.ts';
import type { Conversation, Writer } from '../types.ts';
import { useThread } from '../use-thread.ts';
import { leaveThread } from './chat-header.tsx';
import { OpenChat } from './open-chat.tsx';

const Refused = lazyPart(() => import('./refused.tsx').then((module) => module.Refused));

interface ChatProps {
  profileId: string;
  /** The signed-in member; absent while the server is unreachable. */
  writer?: Writer;
  onGift?: ((to: Conversation['profile']) => void) | undefined;
  onLibrary?: OpenLibrary | undefined;
}

/** The thread with one member. */
export function Chat({ profileId, writer, onGift, onLibrary }: ChatProps) {
  const user = useCurrentUser();
  const { conversation, thread } = useThread(profileId);
  const error = conversation.error ?? thread.error;
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
  const isNotFound = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isNotFound) changeOfflineThreads((module) => module.deleteOfflineThread(profileId));
  }, [isNotFound, profileId]);
  const who = writer ?? (user && { id: user.id, isCreator: user.creator !== undefined });
  if (conversation.data && thread.data && who && !(isRefused && conversation.error))
    return (
      <OpenChat
        user={who}
        conversation={conversation.data}
        thread={thread.data}
        onGift={onGift}
        onLibrary={onLibrary}
      />
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <BackBar />
      {isRefused ? (
        <Part>
          <Refused profileId={profileId} isSelf={profileId === user?.profileId} />
        </Part>
      ) : error ? (
        <ErrorState
          heading="h1"
          error={error}
          onRetry={() => void (conversation.error ? conversation.refetch() : thread.refetch())}
        />
      ) : (
        <ChatLoading />
      )}
    </div>
  );
}

/** Back button while there is no header yet. */
export function BackBar() {
  const { t } = useLingui();
  return (
    <div className="flex h-16 shrink-0 items-center border-line border-b px-1 lg:hidden">
      <IconButton label={t`Back`} onClick={leaveThread}>
        <ArrowLeft size={20} />
      </IconButton>
    </div>
  );
}

/** Skeleton of bubbles. */
export function ChatLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading`} className="flex flex-1 flex-col justify-end gap-2 px-4 pb-6 lg:px-6">
      <Skeleton className="h-10 w-3/5 max-w-72 rounded-card" />
      <Skeleton className="h-16 w-3/4 max-w-96 rounded-card" />
      <Skeleton className="h-10 w-1/2 max-w-60 self-end rounded-card" />
      <Skeleton className="h-10 w-2/5 max-w-52 rounded-card" />
    </Loading>
  );
}
