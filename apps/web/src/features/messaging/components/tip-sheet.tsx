import { useQueryClient } from '@tanstack/react-query';
import { CreditTipSheet } from '../../../components/ui/credit-tip-sheet.tsx';
import { conversationQuery, putMessage, refetchLists } from '../threads/api.ts';
import type { Conversation } from '../types.ts';

/** Tips the other member; the tip appears in the thread at once. */
export function ChatTipSheet({ conversation, onClose }: { conversation: Conversation; onClose(): void }) {
  const client = useQueryClient();
  const { profile } = conversation;
  return (
    <CreditTipSheet
      to={profile}
      onSent={({ message }) => {
        putMessage(client, profile.id, message);
        void client.invalidateQueries({ queryKey: conversationQuery(profile.id).queryKey });
        refetchLists(client);
      }}
      onClose={onClose}
    />
  );
}
