import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Images from 'lucide-react/icons/images';
import MapPin from 'lucide-react/icons/map-pin';
import Search from 'lucide-react/icons/search';
import Users from 'lucide-react/icons/users';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { type Answer, queryOf } from '../../lib/api.ts';
import type { Destination } from '../../lib/paths.ts';
import { go, Link } from '../../lib/router.tsx';

/** Debounce in milliseconds. */
const debounceMs = 220;

interface Hit {
  key: string;
  to: Destination<'/profile/:id' | '/nearby' | '/creators'>;
  picture: ReactNode;
  title: string;
  text: string;
}

const profileOf = (id: string, item?: string) => ({ to: '/profile/:id' as const, params: { id }, search: { item } });

/** `allCreators` is the label of the last hit, which leads to every creator with this text. */
function toHits(response: Answer<'searchProfiles'>, query: string, allCreators: string): Hit[] {
  const face = (src: string) => <Avatar src={src} size={44} />;
  const disc = (icon: ReactNode) => (
    <span className="flex size-11 shrink-0 items-center justify-center rounded-field bg-surface-2 text-muted">
      {icon}
    </span>
  );
  return [
    ...response.cities.map((city) => ({
      key: `city-${city}`,
      to: { to: '/nearby' as const, search: { city } },
      picture: disc(<MapPin size={20} />),
      title: city,
      text: '',
    })),
    ...response.creators.map((creator) => ({
      key: `creator-${creator.id}`,
      to: profileOf(creator.id),
      picture: face(creator.avatar),
      title: creator.displayName,
      text: `${creator.category} · ${creator.location}`,
    })),
    ...response.people.map((person) => ({
      key: `person-${person.id}`,
      to: profileOf(person.id),
      picture: face(person.avatar),
      title: person.displayName,
      text: person.location,
    })),
    ...response.content.map((item) => ({
      key: `content-${item.id}`,
      to: profileOf(item.profileId, item.id),
      picture: disc(<Images size={20} />),
      title: item.title,
      text: item.displayName,
    })),
    {
      key: 'creators',
      to: { to: '/creators' as const, search: { q: query } },
      picture: disc(<Users size={20} />),
      title: allCreators,
      text: `“${query}”`,
    },
  ];
}

/** Search as you type: arrows choose, Enter opens, Esc closes. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const rootRef = useRef<HTMLElement>(null);
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(-1);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !rootRef.current?.contains(event.target)) onClose();
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [onClose]);

  const isLongEnough = query.length >= 2;
  const { data, isError, isFetching } = useQuery({
    ...queryOf('searchProfiles', { query: { q: query } }),
    enabled: isLongEnough,
    gcTime: 60_000,
    placeholderData: (previous) => previous,
  });
  const hits = isLongEnough && data ? toHits(data, query, t`All creators`) : [];
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    go(hit.to);
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    const last = hits.length - 1;
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1);
    else if (event.key === 'Enter') open(hits[Math.max(active, 0)]);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  // The link to all creators is always there.
  const isEmpty = isLongEnough && !isFetching && !isError && hits.length === 1;

  return (
    <search ref={rootRef} className="relative block w-full lg:w-[340px]">
      <Search size={20} className="pointer-events-none absolute top-3 left-4 text-faint" />
      <input
        // biome-ignore lint/a11y/noAutofocus: the member has just opened the search.
        autoFocus
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={t`Search people, creators, cities`}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={hits[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={text}
        placeholder={t`Search people, creators, cities`}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(-1);
        }}
        onKeyDown={handleKey}
        className="h-11 w-full rounded-pill bg-surface-2 pr-12 pl-11.5 text-base placeholder:text-faint caret-ember focus-visible:outline-offset-0"
      />
      <IconButton label={t`Close search`} onClick={onClose} className="absolute! top-0 right-0">
        <X size={18} />
      </IconButton>
      <p role="status" className="sr-only">
        {isEmpty ? t`Nothing found for ${query}` : ''}
      </p>
      {hits.length > 0 || isEmpty || (isLongEnough && isError) ? (
        <div className="absolute inset-x-0 top-13 z-40 max-h-[70dvh] overflow-y-auto rounded-card bg-surface-1 p-2 shadow-pop inset-ring inset-ring-line">
          {isEmpty ? (
            <p className="px-3 py-4 text-muted text-sm">
              <Trans>Nothing found for “{query}”. Try a first name, a category or a city.</Trans>
            </p>
          ) : null}
          <div role="listbox" id={`${id}-list`} aria-label={t`Results`}>
            {hits.map((hit, index) => (
              <Link
                key={hit.key}
                {...hit.to}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onClick={onClose}
                onPointerEnter={() => setActive(index)}
                className={clsx(
                  'flex min-h-15 items-center gap-3 rounded-sm px-2.5 py-1.5',
                  index === active && 'bg-surface-2',
                )}
              >
                {hit.picture}
                <span className="min-w-0">
                  <span className="block wrap-anywhere font-semibold">{hit.title}</span>
                  {hit.text ? <span className="block wrap-anywhere text-meta text-muted">{hit.text}</span> : null}
                </span>
              </Link>
            ))}
          </div>
          {isError ? (
            <p className="px-3 py-4 text-muted text-sm">
              <Trans>Search didn't answer. Check your connection and type again.</Trans>
            </p>
          ) : null}
        </div>
      ) : null}
    </search>
  );
}
