import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { libraryLimits } from '@vlam/contract/rules/library';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import type { AlbumPerson } from '../api.ts';

interface PeopleChoiceProps {
  legend: ReactNode;
  /** Shows how many are chosen. */
  counts?: boolean;
  /** People chosen before the list was loaded. */
  already: readonly AlbumPerson[];
  chosen: readonly string[];
  onChange(ids: readonly string[]): void;
}

/** Chooses people who accepted messages of the creator. */
export function PeopleChoice({ legend, counts = false, already, chosen, onChange }: PeopleChoiceProps) {
  const { t } = useLingui();
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery({
    ...queryOf('listAlbumPeople', { query: q ? { q } : {} }),
    placeholderData: keepPreviousData,
  });
  const kept = already.filter(({ id }) => !data?.some((each) => each.id === id));
  const people = [...(q ? [] : kept), ...(data ?? [])];
  const toggle = (id: string) =>
    onChange(
      chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(0, libraryLimits.people),
    );
  return (
    <fieldset aria-label={t`People`}>
      <p className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <span aria-hidden className="font-semibold">
          {legend}
        </span>
        {counts ? (
          <span role="status" className="text-faint tabular-nums">
            <Plural value={chosen.length} _0="Nobody yet" one="# person" other="# people" />
          </span>
        ) : null}
      </p>
      <SearchField label={t`Search people`} placeholder={t`Name`} value={q} maxLength={60} onChange={setQ} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows />
      ) : people.length === 0 ? (
        <p className="mt-3 text-muted text-sm">
          {q ? (
            <Trans>Nobody by that name.</Trans>
          ) : (
            <Trans>An album is for people who accepted your messages. Nobody has yet.</Trans>
          )}
        </p>
      ) : (
        <ul className="mt-2 max-h-64 overflow-y-auto">
          {people.map(({ id, displayName, avatar }) => {
            const isChosen = chosen.includes(id);
            return (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => toggle(id)}
                  className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-surface-2 -outline-offset-2"
                >
                  <Avatar src={avatar} size={44} />
                  <span className="wrap-anywhere min-w-0 flex-1 font-semibold">{displayName}</span>
                  <span
                    aria-hidden
                    className={clsx(
                      'grid size-6.5 shrink-0 place-items-center rounded-pill',
                      isChosen ? 'bg-ink text-bg' : 'text-transparent inset-ring-2 inset-ring-control',
                    )}
                  >
                    <Check size={16} strokeWidth={2.5} />
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </fieldset>
  );
}
