import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { dropKeptLists } from './kept-lists.ts';
import { toast } from './toast.ts';
import { useFailure } from './use-failure.ts';

interface Blocked {
  id: string;
  displayName: string;
}

/** Blocks a person, shows an Undo toast, and refetches the whole screen. */
export function useBlock(onBlocked?: (person: Blocked) => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failed = useFailure();
  const refetchAll = () => void client.invalidateQueries();
  const undo = useMutation({
    mutationFn: ({ id }: Blocked) => api.unblockProfile({ params: { id } }),
    onSuccess: (_nothing, { displayName }) => {
      refetchAll();
      toast({ title: t`Unblocked`, text: t`${displayName} and you can see each other again.` });
    },
    onError: failed,
  });
  return useMutation({
    mutationFn: ({ id }: Blocked) => api.blockProfile({ params: { id } }),
    onSuccess: (_nothing, person) => {
      const { displayName } = person;
      void dropKeptLists();
      refetchAll();
      onBlocked?.(person);
      toast({
        title: t`Blocked`,
        text: t`${displayName} and you no longer see each other.`,
        action: { label: t`Undo`, act: () => undo.mutate(person) },
      });
    },
    onError: failed,
  });
}
