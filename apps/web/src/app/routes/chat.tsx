import { useEffect } from 'react';
import { Chat } from '../../features/messaging/components/chat.tsx';
import { ThreadBesideList } from '../../features/messaging/components/messages-frame.tsx';
import { useParams } from '../../lib/router.tsx';

/** After the thread, in milliseconds. */
const laterMs = 2_000;

/** The conversation with one person; from 1024 beside the others. */
export function Route() {
  const { id } = useParams('/chat/:id');
  useEffect(() => {
    // What shows this screen without a connection must be here before it is lost.
    const timer = setTimeout(() => {
      import('../../features/messaging/components/kept-chat.tsx').catch(() => undefined);
    }, laterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ThreadBesideList openId={id}>
      <Chat key={id} profileId={id} />
    </ThreadBesideList>
  );
}
