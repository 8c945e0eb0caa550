import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { fanLimits } from '@vlam/contract/rules/fans';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Switch } from '../../../../components/ui/choice.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import { TextInput } from '../../../../components/ui/text-input.tsx';
import { useFailure } from '../../../../lib/use-failure.ts';
import { type FanFacts, ownListsQuery, useCreateList, useSetLists } from '../api.ts';

/** Which of the creator's lists a person is in; each switch saves at once. */
export function ListsSheet({ fan, onClose }: { fan: FanFacts; onClose(): void }) {
  const { id, displayName } = fan;
  const fail = useFailure();
  const lists = useQuery(ownListsQuery).data ?? [];
  const [chosen, setChosen] = useState(fan.listIds);
  const save = useSetLists(id);
  const set = (next: string[]) => {
    const before = chosen;
    setChosen(next);
    save.mutate(next, {
      onError: (error) => {
        setChosen(before);
        fail(error);
      },
    });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Lists of {displayName}</Trans>}
      intro={<Trans>Only you see them.</Trans>}
    >
      {lists.map((list) => (
        <Switch
          key={list.id}
          label={list.name}
          checked={chosen.includes(list.id)}
          disabled={save.isPending}
          onChange={(on) => set(on ? [...chosen, list.id] : chosen.filter((each) => each !== list.id))}
        />
      ))}
      <NewList onMade={(listId) => set([...chosen, listId])} />
    </Sheet>
  );
}

/** A field for the name of a new list, and its button. */
export function NewList({ onMade }: { onMade?(id: string): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const create = useCreateList();
  const [name, setName] = useState('');
  return (
    <form
      className="mt-3 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!name.trim() || create.isPending) return;
        create.mutate(name, {
          onSuccess: (list) => {
            setName('');
            onMade?.(list.id);
          },
          onError: fail,
        });
      }}
    >
      <span className="min-w-0 flex-1">
        <TextInput
          aria-label={t`Name of a new list`}
          placeholder={t`A new list`}
          maxLength={fanLimits.listNameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </span>
      <Button type="submit" variant="bone" busy={create.isPending} disabled={name.trim() === ''}>
        <Trans>Create</Trans>
      </Button>
    </form>
  );
}
