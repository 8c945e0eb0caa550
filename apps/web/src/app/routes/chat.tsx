import { useEffect, useState } from 'react';
import { Chat } from '../../features/messaging/components/chat.tsx';
import { ThreadBesideList } from '../../features/messaging/components/messages-frame.tsx';
import { loadThreadParts } from '../../features/messaging/thread-parts.ts';
import type { Conversation } from '../../features/messaging/types.ts';
import { libraryRequest } from '../../lib/helpers/picked-files.ts';
import { useParams } from '../../lib/router.tsx';
import { isCreator, useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LibraryHost } from '../library-host.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const ChatFan = lazyPart(() => import('../chat-fan.tsx').then((module) => module.ChatFan));
const GiftSheet = lazyPart(() => import('./gift-sheets.tsx').then((module) => module.GiftSheet));

/** Delay after the thread, in milliseconds. */
const laterMs = 2_000;

/** The conversation with one member; from 1024 px beside the list. */
export function Route() {
  const { id } = useParams('/chat/:id');
  const creates = isCreator(useCurrentUser());
  const [giving, setGiving] = useState<Conversation['profile'] | null>(null);
  useEffect(() => {
    // Preload what this screen needs offline.
    const timer = setTimeout(() => {
      import('../offline.tsx').catch(() => undefined);
      import('../../features/messaging/components/offline-chat.tsx').catch(() => undefined);
    }, laterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <ThreadBesideList openId={id}>
        <Chat
          key={id}
          profileId={id}
          onGift={setGiving}
          onLibrary={(pick) => libraryRequest.set({ purpose: { for: 'message' }, pick })}
        />
        <LibraryHost />
        {giving ? (
          <LazyBoundary close={() => setGiving(null)}>
            <GiftSheet to={giving} onClose={() => setGiving(null)} />
          </LazyBoundary>
        ) : null}
      </ThreadBesideList>
      {creates ? (
        <LazyBoundary fallback={<div className="w-84 shrink-0 border-line border-l max-xl:hidden" />}>
          <ChatFan id={id} />
        </LazyBoundary>
      ) : null}
    </div>
  );
}

const parts = loadThreadParts().catch(() => undefined);
/**
 * The page that opens on a thread has hinted at these parts: rendered with them, its pictures wait for no placeholder,
 * which React keeps for 300 ms. From another screen the text does not wait for them. The skeleton tells the two apart.
 */
export const complete = (document.querySelector('.sk-top') ? parts : Promise.resolve()).then(() => ({ Route }));
