import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, keyOf, queryOf } from './api.ts';
import { toast } from './toast.ts';
import { useFailure } from './use-failure.ts';

interface Person {
  id: string;
  displayName: string;
}

export const mutesQuery = queryOf('listMutes');

/** Mutes a person or lifts it, with an Undo toast. */
export function useMute() {
  const { t } = useLingui();
  const client = useQueryClient();
  const failed = useFailure();
  const change = async ({ person, muted }: { person: Person; muted: boolean }) => {
    await (muted ? api.muteProfile : api.unmuteProfile)({ params: { id: person.id } });
    for (const name of ['listMutes', 'getConversation', 'listConversations'] as const)
      void client.invalidateQueries({ queryKey: keyOf(name) });
  };
  const undo = useMutation({ mutationFn: change, onError: failed });
  return useMutation({
    mutationFn: change,
    onSuccess: (_nothing, { person, muted }) => {
      const { displayName } = person;
      toast({
        title: muted ? t`Muted` : t`Unmuted`,
        text: muted
          ? t`Nothing that ${displayName} does notifies you. They are not told.`
          : t`${displayName} notifies you again.`,
        action: { label: t`Undo`, act: () => undo.mutate({ person, muted: !muted }) },
      });
    },
    onError: failed,
  });
}
