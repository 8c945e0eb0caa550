import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { api, codeOf, messageOf, queryOf } from '../../../lib/api.ts';

export interface Recipient {
  id: string;
  displayName: string;
  avatar: string | null;
}

interface RecipientPickerProps {
  value: Recipient | null;
  onChange(person: Recipient | null): void;
  /** Not offered. */
  except: string;
}

const shownThreads = 4;

/** Chooses a member: one of the latest conversations, or a handle. */
export function RecipientPicker({ value, onChange, except }: RecipientPickerProps) {
  if (!value) return <Finder onChange={onChange} except={except} />;
  return (
    <div className="flex min-h-15 items-center gap-3 rounded-field bg-surface-2 py-2 pr-2 pl-3">
      <Avatar src={value.avatar} />
      <span className="min-w-0 flex-1 wrap-anywhere font-semibold">{value.displayName}</span>
      <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
        <Trans>Change</Trans>
      </Button>
    </div>
  );
}

function Finder({ onChange, except }: Omit<RecipientPickerProps, 'value'>) {
  const { t } = useLingui();
  const [handle, setHandle] = useState('');
  const threads = useQuery(queryOf('listConversations', { query: {} }));
  const people = (threads.data?.items ?? []).flatMap(({ profile, isRequest }) =>
    isRequest || profile.id === except ? [] : profile,
  );
  const find = useMutation({
    mutationFn: (wanted: string) => api.getProfileByHandle({ params: { handle: wanted } }),
    onSuccess: ({ id, displayName, portraits }) => onChange({ id, displayName, avatar: portraits.avatar }),
  });
  const error = !find.error
    ? undefined
    : codeOf(find.error) === 'NOT_FOUND'
      ? t`No one has this address, or it is not open to you`
      : (messageOf(find.error) ?? t`The connection dropped. Try again.`);
  const wanted = handle.trim().replace(/^@/, '');
  return (
    <div>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted) find.mutate(wanted);
        }}
        className="flex items-end gap-2"
      >
        <Field label={<Trans>Their address</Trans>} error={error} className="flex-1">
          <TextInput
            name="handle"
            before="@"
            value={handle}
            onChange={(event) => {
              find.reset();
              setHandle(event.currentTarget.value);
            }}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
          />
        </Field>
        <Button type="submit" variant="bone" busy={find.isPending} disabled={!wanted} className={error ? 'mb-7' : ''}>
          <Trans>Find</Trans>
        </Button>
      </form>
      {people.length > 0 ? (
        <ul className="mt-3" aria-label={t`People you write with`}>
          {people.slice(0, shownThreads).map(({ id, displayName, avatarUrl }) => (
            <li key={id}>
              <button
                type="button"
                className={sheetRow}
                onClick={() => onChange({ id, displayName, avatar: avatarUrl })}
              >
                <Avatar src={avatarUrl} size={44} />
                <span className="min-w-0 flex-1 wrap-anywhere font-semibold">{displayName}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
