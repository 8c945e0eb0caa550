import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { defer } from '../../lib/deferred.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { type LibraryFile, refetchLibrary } from './api.ts';

/** How long deleting can be undone, in milliseconds. */
const undoMs = 6_000;

/** Deletes unused files after the time for Undo; `hidden` are those that are gone from the screen until then. */
export function useDeleteFiles() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const remove = (files: readonly LibraryFile[]) => {
    const ids = files.map(({ id }) => id);
    setHidden((before) => new Set([...before, ...ids]));
    const show = () => setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))));
    const undo = defer(undoMs, async () => {
      try {
        for (const id of ids) await api.deleteLibraryFile({ params: { id } });
      } catch (error) {
        toastError(t`Not deleted`, messageOf(error) ?? t`The connection dropped. Try again.`);
      }
      await refetchLibrary(client);
      show();
    });
    const count = ids.length;
    toast({
      title: count === 1 ? t`File deleted` : t`${count} files deleted`,
      stayMs: undoMs,
      action: {
        label: t`Undo`,
        act: () => {
          undo.cancel();
          show();
        },
      },
    });
  };
  return { hidden, remove };
}
