import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PersonCard } from '@vlam/contract/discovery-people';
import { flameUndoMs } from '@vlam/contract/rules/discovery';
import { useState } from 'react';
import { api, keyOf, messageOf } from './api.ts';
import { toast, toastError } from './toast.ts';

type Person = Pick<PersonCard, 'id' | 'displayName'> & Partial<Pick<PersonCard, 'avatarUrl'>>;
export type Flames = ReturnType<typeof useFlames>;

/**
 * Sends flames and offers Undo for ten seconds. This screen's own changes override what the lists say; `onMatch` is
 * called when the flame is mutual.
 */
export function useFlames(options: { onMatch?(person: Person): void } = {}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const put = (id: string, on: boolean) => setChanged((before) => new Map(before).set(id, on));
  const refresh = ({ id }: Person) => {
    void client.invalidateQueries({ queryKey: keyOf('listFlames') });
    void client.invalidateQueries({ queryKey: keyOf('getProfile', { params: { id } }) });
  };

  const undo = useMutation({
    mutationFn: (person: Person) => api.undoFlame({ params: { id: person.id } }),
    onMutate: (person) => put(person.id, false),
    onSuccess: (_answer, person) => refresh(person),
    onError: (error, person) => {
      put(person.id, true);
      toastError(t`The flame could not be taken back`, messageOf(error));
    },
  });
  const send = useMutation({
    mutationFn: (person: Person) => api.sendFlame({ params: { id: person.id } }),
    onMutate: (person) => put(person.id, true),
    onSuccess: ({ matched }, person) => {
      refresh(person);
      const { displayName } = person;
      if (matched) {
        if (options.onMatch) options.onMatch(person);
        else toast({ title: t`It's mutual`, text: t`${displayName} has sent you a flame too` });
        return;
      }
      toast({
        title: t`Flame sent`,
        text: t`${displayName} will see it`,
        stayMs: flameUndoMs,
        action: { label: t`Undo`, act: () => undo.mutate(person) },
      });
    },
    onError: (error, person) => {
      put(person.id, false);
      toastError(t`The flame was not sent`, messageOf(error));
    },
  });
  return {
    send: (person: Person) => send.mutate(person),
    /** True when the viewer has sent a flame today; changes made on this screen override the list. */
    isFlamed: (person: Person & Pick<PersonCard, 'flamed'>) => changed.get(person.id) ?? person.flamed,
  };
}
