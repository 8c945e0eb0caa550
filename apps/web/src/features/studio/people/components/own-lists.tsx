import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { fanLimits } from '@vlam/contract/rules/fans';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { Field } from '../../../../components/ui/field.tsx';
import { FormSheet } from '../../../../components/ui/form-sheet.tsx';
import { IconButton } from '../../../../components/ui/icon-button.tsx';
import { Loading, Skeleton } from '../../../../components/ui/skeleton.tsx';
import { TextInput } from '../../../../components/ui/text-input.tsx';
import { formatNumber } from '../../../../lib/format.ts';
import { useFailure } from '../../../../lib/use-failure.ts';
import { type OwnList, ownListsQuery, useDeleteList, useRenameList } from '../api.ts';
import { NewList } from './lists-sheet.tsx';

const row =
  'flex min-h-15 w-full items-center justify-between gap-4 border-line border-b py-2 text-left hover:bg-surface-1';

interface OwnListsProps {
  restricted: number;
  onOpen(listId: string): void;
  onRestricted(): void;
}

/** The creator's own lists, and the one of restricted people. */
export function OwnLists({ restricted, onOpen, onRestricted }: OwnListsProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(ownListsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading`} className="mt-4 flex flex-col gap-3">
        <Skeleton className="h-12 rounded-field" />
        <Skeleton className="h-12 rounded-field" />
      </Loading>
    );
  return (
    <div className="max-w-[640px] pt-2">
      <ul aria-label={t`My lists`}>
        {data.map((list) => (
          <li key={list.id}>
            <button type="button" className={row} onClick={() => onOpen(list.id)}>
              <span className="wrap-anywhere font-semibold">{list.name}</span>
              <Members count={list.members} />
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={row} onClick={onRestricted}>
            <span>
              <span className="block font-semibold">
                <Trans>Restricted</Trans>
              </span>
              <span className="block text-muted text-sm">
                <Trans>They read on, without a sound and without comments.</Trans>
              </span>
            </span>
            <Members count={restricted} />
          </button>
        </li>
      </ul>
      <NewList />
      {data.length === 0 ? (
        <p className="mt-3 text-muted text-sm">
          <Trans>A list gathers people as you see them: regulars, a series, birthdays. Only you see it.</Trans>
        </p>
      ) : null}
    </div>
  );
}

function Members({ count }: { count: number }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-muted text-sm tabular-nums">
      {formatNumber(count)}
      <ChevronRight size={18} aria-hidden className="text-faint" />
    </span>
  );
}

/** Above the people of an own list: back, its name, rename and delete. */
export function OwnListHead({ listId, onBack }: { listId: string | null; onBack(): void }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const list = useQuery(ownListsQuery).data?.find(({ id }) => id === listId);
  return (
    <div className="mt-2 flex items-center gap-1">
      <IconButton label={t`Back to my lists`} onClick={onBack} className="-ml-3">
        <ArrowLeft size={20} />
      </IconButton>
      <h2 className="d4 wrap-anywhere min-w-0 flex-1">{listId ? list?.name : <Trans>Restricted</Trans>}</h2>
      {list ? (
        <Button size="sm" variant="ghost" onClick={() => setChanging(true)}>
          <Trans>Edit list</Trans>
        </Button>
      ) : null}
      {changing && list ? <ListSheet list={list} onClose={() => setChanging(false)} onDeleted={onBack} /> : null}
    </div>
  );
}

function ListSheet({ list, onClose, onDeleted }: { list: OwnList; onClose(): void; onDeleted(): void }) {
  const fail = useFailure();
  const [name, setName] = useState(list.name);
  const [asking, setAsking] = useState(false);
  const rename = useRenameList(list.id);
  const remove = useDeleteList();
  return (
    <FormSheet
      onClose={onClose}
      title={list.name}
      intro={<Plural value={list.members} one="# person" other="# people" />}
      action={asking ? <Trans>Delete the list</Trans> : <Trans>Save</Trans>}
      variant={asking ? 'danger' : 'primary'}
      busy={rename.isPending || remove.isPending}
      busyLabel={<Trans>Saving</Trans>}
      disabled={name.trim() === ''}
      onSubmit={() =>
        asking
          ? remove.mutate(list.id, {
              onSuccess: () => {
                onClose();
                onDeleted();
              },
              onError: fail,
            })
          : rename.mutate(name, { onSuccess: onClose, onError: fail })
      }
    >
      {asking ? (
        <p>
          <Trans>The people in it stay where they are; their notes too.</Trans>
        </p>
      ) : (
        <>
          <Field label={<Trans>Name</Trans>}>
            <TextInput
              maxLength={fanLimits.listNameLength}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </Field>
          <Button variant="ghost" className="justify-self-start text-danger!" onClick={() => setAsking(true)}>
            <Trans>Delete the list</Trans>
          </Button>
        </>
      )}
    </FormSheet>
  );
}
