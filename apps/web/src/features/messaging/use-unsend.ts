import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { api, messageOf } from '../../lib/api.ts';
import { defer } from '../../lib/deferred.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { putMessage, refetchLists } from './threads/api.ts';
import type { MessageView } from './types.ts';

/** How long unsending can be undone, in milliseconds. */
const undoMs = 5_000;

/** Unsends own messages for both members after the time for Undo; `hide` hides one until then. */
export function useUnsend(profileId: string, hide: (id: string, on: boolean) => void): (message: MessageView) => void {
  const { t } = useLingui();
  const client = useQueryClient();
  return (message) => {
    hide(message.id, true);
    const undo = defer(undoMs, () =>
      api.unsendMessage({ params: { id: message.id } }).then(
        (unsent) => {
          putMessage(client, profileId, unsent);
          hide(message.id, false);
          refetchLists(client, profileId);
        },
        (error: unknown) => {
          hide(message.id, false);
          toastError(t`The message was not taken back`, messageOf(error) ?? t`The connection dropped. Try again.`);
        },
      ),
    );
    toast({
      title: t`Message unsent`,
      text: t`For both of you`,
      stayMs: undoMs,
      action: {
        label: t`Undo`,
        act: () => {
          undo.cancel();
          hide(message.id, false);
        },
      },
    });
  };
}
