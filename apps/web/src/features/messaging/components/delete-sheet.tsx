import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import type { Conversation } from '../types.ts';

interface DeleteSheetProps {
  conversation: Conversation;
  onClose(): void;
  onRemoved(): void;
}

/** Confirms clearing a thread for this member only. */
export function DeleteSheet({ conversation, onClose, onRemoved }: DeleteSheetProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const { id: profileId, displayName: name } = conversation.profile;
  const clear = useMutation({
    mutationFn: () => api.deleteConversation({ params: { profileId } }),
    onSuccess: () => {
      toast({ title: t`Conversation deleted`, tone: 'info' });
      onClose();
      onRemoved();
    },
    onError: fail,
  });
  return (
    <FormSheet
      title={<Trans>Delete this conversation?</Trans>}
      intro={
        <Trans>
          It is cleared for you, and what you paid for in it goes with it. {name} keeps theirs; to take single messages
          back for both, unsend them first.
        </Trans>
      }
      variant="danger"
      onClose={onClose}
      busy={clear.isPending}
      busyLabel={<Trans>Deleting</Trans>}
      action={<Trans>Delete</Trans>}
      onSubmit={() => clear.mutate()}
    />
  );
}
