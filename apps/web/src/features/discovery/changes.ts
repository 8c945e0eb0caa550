import { useLingui } from '@lingui/react/macro';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { defer } from '../../lib/deferred.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { type Likeable, toggleLiked, undoMs } from './liked.ts';

/** Likes optimistically and rolls back on errors; the response replaces it. */
export function useLike<Item extends Likeable>(
  change: (client: QueryClient, id: string, change: (item: Item) => Item) => void,
  like: (id: string) => Promise<Likeable>,
) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: like,
    onMutate: (id) => change(client, id, toggleLiked),
    onSuccess: (answer, id) => change(client, id, (item) => ({ ...item, ...answer })),
    onError: (_error, id) => {
      change(client, id, toggleLiked);
      toastError(t`Error`, t`Failed to update like`);
    },
  });
}

/** Removes an own item from the screen, and on the server after the time for Undo. */
export function useUndoableRemoval<Item>(what: {
  hide(item: Item): void;
  refetch(): void;
  remove(item: Item): Promise<unknown>;
  done: string;
  failed: string;
}): (item: Item) => void {
  const { t } = useLingui();
  return (item) => {
    what.hide(item);
    const pending = defer(undoMs, () => {
      what.remove(item).then(what.refetch, (error: unknown) => {
        what.refetch();
        toastError(what.failed, messageOf(error));
      });
    });
    toast({
      title: what.done,
      stayMs: undoMs - 500,
      action: {
        label: t`Undo`,
        act: () => {
          pending.cancel();
          what.refetch();
        },
      },
    });
  };
}
