import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { queryOf } from '../../../lib/api.ts';
import { restoreFocus } from '../../../lib/focus.ts';
import { formatTime } from '../../../lib/format.ts';
import { useDays } from '../row-parts/summary.ts';

const pauseMs = 250;
const minQueryLength = 2;
/** Focuses the input on mount and returns the focus on unmount. */
function holdFocus(input: HTMLInputElement | null) {
  const opener = document.activeElement;
  input?.focus();
  return () => restoreFocus(opener);
}

interface SearchBarProps {
  profileId: string;
  onJump(seq: number): Promise<boolean>;
  onClose(): void;
}

/** Searches the whole thread; a result jumps to its message. */
export function SearchBar({ profileId, onJump, onClose }: SearchBarProps) {
  const { t } = useLingui();
  const { dayName } = useDays();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const enabled = query.length >= minQueryLength;
  const found = useQuery({
    ...queryOf('searchMessages', { params: { profileId }, query: { q: query } }),
    enabled,
    gcTime: 0,
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  const messages = (enabled && found.data) || [];
  return (
    <search className="block shrink-0 border-line border-b">
      <div className="flex items-center gap-1 py-2 pr-1.5 pl-4 lg:pr-4 lg:pl-6">
        <div className="min-w-0 flex-1">
          <TextInput
            ref={holdFocus}
            aria-label={t`Search in conversation`}
            placeholder={t`Search in conversation`}
            before={<Search size={18} />}
            className="h-11! pl-11!"
            autoComplete="off"
            maxLength={100}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && onClose()}
          />
        </div>
        <IconButton label={t`Close search`} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <p role="status" className="px-4 text-faint text-meta lg:px-6">
        {!enabled ? null : found.isError ? (
          <Trans>Search didn't answer. Check your connection and type again.</Trans>
        ) : found.data && !found.isPlaceholderData ? (
          <Plural value={messages.length} _0="Nothing found" one="# message" other="# messages" />
        ) : null}
      </p>
      {messages.length > 0 ? (
        <ul className="max-h-[38dvh] overflow-y-auto px-2 pb-2 lg:px-4">
          {messages.map(({ id, seq, content, timestamp }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => void onJump(seq)}
                className="flex min-h-11 w-full items-baseline justify-between gap-3 rounded-sm px-2 py-2 text-left text-sm hover:bg-surface-2"
              >
                <span className="line-clamp-2 [overflow-wrap:anywhere]">{content}</span>
                <time dateTime={timestamp} className="shrink-0 text-faint text-micro">
                  {dayName(timestamp)} {formatTime(timestamp)}
                </time>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </search>
  );
}
