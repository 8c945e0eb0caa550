import { Chat } from '../../features/messaging/components/chat.tsx';
import { ThreadBesideList } from '../../features/messaging/components/messages-frame.tsx';
import { useParams } from '../../lib/router.tsx';

/** The conversation with one person; from 1024 beside the others. */
export function Route() {
  const { id } = useParams('/chat/:id');
  return (
    <ThreadBesideList openId={id}>
      <Chat key={id} profileId={id} />
    </ThreadBesideList>
  );
}
