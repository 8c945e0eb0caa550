import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useEffect, useState } from 'react';
import { queryOf } from '../../lib/api.ts';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

export interface PickedCreator {
  id: string;
  displayName: string;
  avatar: string;
}

/** Debounce in milliseconds. */
const debounceMs = 220;
const suggestionCount = 4;

interface CreatorPickerProps {
  label: ReactNode;
  error?: ReactNode;
  value: PickedCreator | null;
  onChange(creator: PickedCreator | null): void;
  /** The creator cannot be changed. */
  fixed?: boolean;
}

/** Finds a creator by name. Before typing it lists followed creators, then featured ones. */
export function CreatorPicker({ label, error, value, onChange, fixed = false }: CreatorPickerProps) {
  if (!value) return <Finder label={label} error={error} onPick={onChange} />;
  return (
    <div data-slot="creator">
      <p className="mb-1.5 font-semibold text-sm">{label}</p>
      <div className="flex min-h-15 items-center gap-3 rounded-field bg-surface-2 py-2 pr-2 pl-3">
        <Avatar src={value.avatar} />
        <span className="min-w-0 flex-1 wrap-anywhere font-semibold">{value.displayName}</span>
        {fixed ? null : (
          <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
            <Trans>Change</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

function Finder({
  label,
  error,
  onPick,
}: Pick<CreatorPickerProps, 'label' | 'error'> & { onPick(c: PickedCreator): void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isSearching = query.length >= 2;
  const found = useQuery({
    ...queryOf('searchProfiles', { query: { q: query } }),
    enabled: isSearching,
    gcTime: 60_000,
    placeholderData: (previous) => previous,
  });
  const following = useQuery({ ...queryOf('listFollowing'), enabled: !isSearching });
  const featured = useQuery({ ...queryOf('featuredProfiles'), enabled: !isSearching });

  const suggestions = new Map<string, PickedCreator>();
  for (const each of following.data?.items ?? []) suggestions.set(each.id, each);
  for (const { id, displayName, portraits } of featured.data ?? [])
    if (!suggestions.has(id)) suggestions.set(id, { id, displayName, avatar: portraits.avatar });
  const listed = isSearching ? (found.data?.creators ?? []) : [...suggestions.values()].slice(0, suggestionCount);
  const isEmpty = isSearching && found.data !== undefined && !found.isFetching && listed.length === 0;

  return (
    <div data-slot="creator">
      <Field label={label} error={error}>
        <TextInput
          name="creator"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          before={<Search size={18} />}
          placeholder={t`Search creators`}
          inputMode="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          className="pl-11!"
        />
      </Field>
      <p role="status" className={isEmpty || found.isError ? 'mt-2 text-muted text-sm' : 'sr-only'}>
        {found.isError
          ? t`Search didn't answer. Check your connection and type again.`
          : isEmpty
            ? t`No creator found for ${query}`
            : ''}
      </p>
      <ul aria-label={isSearching ? t`Creators found` : t`Suggested creators`} className="mt-2">
        {listed.map(({ id, displayName, avatar }) => (
          <li key={id} className="border-line border-t first:border-t-0">
            <button
              type="button"
              onClick={() => onPick({ id, displayName, avatar })}
              className="press flex min-h-14 w-full items-center gap-3 rounded-sm px-1 text-left hover:bg-surface-2"
            >
              <Avatar src={avatar} />
              <span className="min-w-0 flex-1 wrap-anywhere font-semibold">{displayName}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
